//! Depth of every state of a cluster, level by level from the goal states, on bits.
//!
//! A set of states of a box is a bit set over the inner lines' configurations. Each inner line gets as many digits as it has
//! configurations anywhere in the cluster (its *range*), and the same place in the number of a state in all boxes:
//!
//! ```text
//! bit of a state within its word = Σ digit of line · stride of line        (low lines: product of ranges at most 64)
//! word of a state within its box = rank of the configuration, likewise     (high lines: only what the box's component holds)
//! ```
//!
//! With the same strides everywhere an outer piece's step from box to box is one AND: the states of the frontier that are still
//! *open* in the neighbour. That checks at once that the inner line it crosses leaves the cell free (else the state is none of
//! the neighbour's) and that the state is new. The step is repeated in the same direction for longer slides; it may stop at
//! states reached on an earlier level, because their own slides have been done. A move of an inner piece smears the frontier
//! along the line's digit; that open states are states of the box keeps it within the component, see [`Lines::moves`].
use super::boxes::{Boxes, Node};
use super::lines::{ConfigSet, Lines};

/// No log entry.
const NONE: u32 = u32::MAX;

/// Some states of one word that are on the same level.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bits: u64,
    word: u32,
    /// The word's entry on an earlier level.
    before: u32,
}

/// A low line: its share of the bit number.
#[derive(Clone, Copy, Debug, Default)]
struct Low {
    line: usize,
    stride: u32,
    /// The configurations it has anywhere in the cluster.
    range: ConfigSet,
    /// All states in which its digit is 0.
    base: u64,
    /// Whether every configuration is one move from every other (one piece).
    clique: bool,
}

/// A high line: its share of the word number, which depends on the box.
#[derive(Clone, Copy, Debug, Default)]
struct High {
    line: usize,
}

/// The depths of one cluster. One value serves many clusters, and keeps its memory.
#[derive(Default)]
pub struct Depth<const N: usize> {
    low: Vec<Low>,
    high: Vec<High>,
    /// Per box its first word; only where there are high lines.
    first_word: Vec<u32>,
    /// Per word its box; only where there are high lines.
    owner: Vec<u32>,
    /// Per word: states not reached on the levels done.
    open: Vec<u64>,
    /// Per word: states found for the next level.
    next: Vec<u64>,
    /// Per word: its latest log entry.
    latest: Vec<u32>,
    /// Words with states on the next level.
    touched: Vec<u32>,
    log: Vec<Entry>,
    /// Where each level starts in the log.
    levels: Vec<u32>,
}

/// A state of the cluster at hand: its box, and the configuration of each inner line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub node: u32,
    pub inner: [u8; 8],
}

impl<const N: usize> Depth<N> {
    /// Finds the depth of every state of a complete, solvable cluster; returns the greatest.
    #[inline(never)]
    pub fn search(&mut self, lines: &Lines<N>, boxes: &Boxes<N>, goal: &Goal) -> u32 {
        self.lay_out(lines, boxes);
        self.start(boxes, goal);
        let mut depth = 0;
        loop {
            self.levels.push(self.log.len() as u32);
            self.close_level();
            let from = self.levels[depth] as usize;
            if from == self.log.len() {
                break;
            }
            for at in from..self.log.len() {
                let entry = self.log[at];
                self.expand(lines, boxes, entry);
            }
            depth += 1;
        }
        self.levels.pop();
        depth as u32 - 1
    }

    /// Chooses low and high lines and makes all states open.
    #[inline(never)]
    fn lay_out(&mut self, lines: &Lines<N>, boxes: &Boxes<N>) {
        let mut range = [0; N];
        range.copy_from_slice(&boxes.ranges.inner[..N]);
        let mut weight = [0u32; N];
        for node in &boxes.nodes {
            for p in 0..N {
                weight[p] += node.components[p].count_ones();
            }
        }
        let low = low_lines::<N>(&range, &weight, boxes.nodes.len());
        self.low.clear();
        self.high.clear();
        let mut stride = 1;
        for p in (0..N).filter(|&p| range[p].count_ones() > 1) {
            if low >> p & 1 == 1 {
                let clique = lines.groups()[boxes.inner[p] as usize].lengths.len() == 1;
                self.low.push(Low { line: p, stride, range: range[p], base: 0, clique });
                stride *= range[p].count_ones();
            } else {
                self.high.push(High { line: p });
            }
        }
        for i in 0..self.low.len() {
            let others = self.low.iter().enumerate().filter(|(k, _)| *k != i);
            self.low[i].base = others.fold(1, |set, (_, low)| set * low.pattern(low.range));
        }
        self.open.clear();
        self.first_word.clear();
        self.owner.clear();
        for (at, node) in boxes.nodes.iter().enumerate() {
            let states = self.low.iter().fold(1u64, |set, low| set.wrapping_mul(low.pattern(node.components[low.line])));
            if self.high.is_empty() {
                self.open.push(states);
            } else {
                self.first_word.push(self.open.len() as u32);
                let words: u32 = self.high.iter().map(|h| node.components[h.line].count_ones()).product();
                self.open.resize(self.open.len() + words as usize, states);
                self.owner.resize(self.open.len(), at as u32);
            }
        }
        self.next.clear();
        self.next.resize(self.open.len(), 0);
        self.latest.clear();
        self.latest.resize(self.open.len(), NONE);
        self.log.clear();
        self.levels.clear();
        self.touched.clear();
    }

    /// Puts the goal states on the next level.
    fn start(&mut self, boxes: &Boxes<N>, goal: &Goal) {
        for (at, node) in boxes.nodes.iter().enumerate() {
            let mut only = u64::MAX;
            if boxes.rows_inside {
                if node.components[goal.row] >> goal.config & 1 == 0 {
                    continue;
                }
                if let Some(low) = self.low.iter().find(|low| low.line == goal.row) {
                    only = low.base << low.shift(goal.config as u32);
                }
            } else if boxes.outer_config(node, goal.row) != goal.config {
                continue;
            }
            let first = self.first_word.get(at).copied().unwrap_or(at as u32);
            let words = if self.high.is_empty() { 1 } else { self.words(node) };
            for word in first..first + words {
                let fits = !boxes.rows_inside
                    || self.high.iter().all(|h| h.line != goal.row)
                    || self.high_config(node, word - first, goal.row) == goal.config;
                if fits {
                    let states = self.open[word as usize] & only;
                    self.reach(word, states);
                }
            }
        }
    }

    fn words(&self, node: &Node) -> u32 {
        self.high.iter().map(|h| node.components[h.line].count_ones()).product()
    }

    /// The configuration of a high line in the `word`-th word of a box.
    fn high_config(&self, node: &Node, word: u32, line: usize) -> u8 {
        let mut rest = word;
        for h in &self.high {
            let count = node.components[h.line].count_ones();
            if h.line == line {
                return nth(node.components[line], rest % count) as u8;
            }
            rest /= count;
        }
        unreachable!("line {line} is high")
    }

    #[inline(always)]
    fn reach(&mut self, word: u32, states: u64) {
        let next = &mut self.next[word as usize];
        if *next == 0 {
            self.touched.push(word);
        }
        *next |= states;
    }

    /// Moves what was found for the next level to the log.
    #[inline(never)]
    fn close_level(&mut self) {
        for i in 0..self.touched.len() {
            let word = self.touched[i];
            let bits = std::mem::take(&mut self.next[word as usize]);
            self.open[word as usize] &= !bits;
            let before = std::mem::replace(&mut self.latest[word as usize], self.log.len() as u32);
            self.log.push(Entry { bits, word, before });
        }
        self.touched.clear();
    }

    /// Finds all states one move from those of an entry that are still open.
    #[inline(never)]
    fn expand(&mut self, lines: &Lines<N>, boxes: &Boxes<N>, entry: Entry) {
        let mut smeared = 0;
        for low in &self.low {
            smeared |= low.smear(lines, boxes, entry.bits);
        }
        let fresh = smeared & self.open[entry.word as usize];
        if fresh != 0 {
            self.reach(entry.word, fresh);
        }
        if self.high.is_empty() {
            for slot in 0..boxes.slots {
                self.slide(boxes, entry.word, slot, entry.bits);
            }
        } else {
            self.expand_high(lines, boxes, entry);
        }
    }

    /// Slides an outer piece from box to box; without high lines.
    #[inline(always)]
    fn slide(&mut self, boxes: &Boxes<N>, from: u32, slot: usize, bits: u64) {
        boxes.neighbours(from as usize, slot, |to| {
            let fresh = bits & self.open[to as usize];
            if fresh != 0 {
                self.reach(to, fresh);
                self.slide_on(boxes, to, slot, fresh);
            }
        });
    }

    fn slide_on(&mut self, boxes: &Boxes<N>, from: u32, slot: usize, bits: u64) {
        self.slide(boxes, from, slot, bits);
    }

    #[inline(never)]
    fn expand_high(&mut self, lines: &Lines<N>, boxes: &Boxes<N>, entry: Entry) {
        let at = self.owner[entry.word as usize];
        let node = &boxes.nodes[at as usize];
        let mut configs = [0u8; 8];
        let mut rest = entry.word - self.first_word[at as usize];
        let mut stride = 1;
        for i in 0..self.high.len() {
            let line = self.high[i].line;
            let component = node.components[line];
            let count = component.count_ones();
            let rank = rest % count;
            let config = nth(component, rank);
            configs[i] = config as u8;
            let mut to = lines.moves(boxes.inner[line], config) & component;
            while to != 0 {
                let other = (component & ((1 << to.trailing_zeros()) - 1)).count_ones();
                to &= to - 1;
                let word = entry.word - rank * stride + other * stride;
                let fresh = entry.bits & self.open[word as usize];
                if fresh != 0 {
                    self.reach(word, fresh);
                }
            }
            rest /= count;
            stride *= count;
        }
        for slot in 0..boxes.slots {
            self.slide_high(boxes, at, &configs, slot, entry.bits);
        }
    }

    fn slide_high(&mut self, boxes: &Boxes<N>, from: u32, configs: &[u8; 8], slot: usize, bits: u64) {
        boxes.neighbours(from as usize, slot, |to| {
            let node = &boxes.nodes[to as usize];
            let mut word = self.first_word[to as usize];
            let mut stride = 1;
            for (high, &config) in self.high.iter().zip(configs) {
                let component = node.components[high.line];
                if component >> config & 1 == 0 {
                    return;
                }
                word += (component & ((1 << config) - 1)).count_ones() * stride;
                stride *= component.count_ones();
            }
            let fresh = bits & self.open[word as usize];
            if fresh != 0 {
                self.reach(word, fresh);
                self.slide_high(boxes, to, configs, slot, fresh);
            }
        });
    }

    /// Calls `visit` with every state on the last level.
    pub fn deepest(&self, boxes: &Boxes<N>, mut visit: impl FnMut(Place)) {
        let from = self.levels[self.levels.len() - 1] as usize;
        for entry in &self.log[from..] {
            let at = self.owner.get(entry.word as usize).copied().unwrap_or(entry.word);
            let node = &boxes.nodes[at as usize];
            let mut inner = [0u8; 8];
            for p in 0..N {
                inner[p] = node.components[p].trailing_zeros() as u8;
            }
            let mut rest = entry.word - self.first_word.get(at as usize).copied().unwrap_or(entry.word);
            for h in &self.high {
                let count = node.components[h.line].count_ones();
                inner[h.line] = nth(node.components[h.line], rest % count) as u8;
                rest /= count;
            }
            let mut bits = entry.bits;
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                for low in &self.low {
                    let digit = bit / low.stride % low.range.count_ones();
                    inner[low.line] = nth(low.range, digit) as u8;
                }
                visit(Place { node: at, inner });
            }
        }
    }

    /// Whether a state is on level `depth`.
    pub fn is_at(&self, boxes: &Boxes<N>, place: &Place, depth: u32) -> bool {
        let node = &boxes.nodes[place.node as usize];
        let mut word = self.first_word.get(place.node as usize).copied().unwrap_or(place.node);
        let mut stride = 1;
        for h in &self.high {
            let component = node.components[h.line];
            word += (component & ((1 << place.inner[h.line]) - 1)).count_ones() * stride;
            stride *= component.count_ones();
        }
        let bit: u32 = self.low.iter().map(|low| low.shift(place.inner[low.line] as u32)).sum();
        let mut at = self.latest[word as usize];
        let (from, to) = (self.levels[depth as usize], self.levels.get(depth as usize + 1).copied().unwrap_or(NONE));
        while at != NONE && at >= to {
            at = self.log[at as usize].before;
        }
        at != NONE && at >= from && self.log[at as usize].bits >> bit & 1 == 1
    }
}

/// Where the primary has to go.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The primary row.
    pub row: usize,
    /// The configuration of that row in which the primary is at the exit.
    pub config: u8,
}

impl Low {
    /// The states in which the other low lines' digits are 0 and this one's configuration is in `set`.
    fn pattern(&self, set: ConfigSet) -> u64 {
        let mut set = set;
        let mut found = 0;
        while set != 0 {
            found |= 1 << self.shift(set.trailing_zeros());
            set &= set - 1;
        }
        found
    }

    /// How far a configuration's digit shifts a bit.
    #[inline(always)]
    fn shift(&self, config: u32) -> u32 {
        (self.range & ((1 << config) - 1)).count_ones() * self.stride
    }

    /// The states that one move in this line makes of `bits`, some of them perhaps not in the box.
    #[inline(always)]
    fn smear<const N: usize>(&self, lines: &Lines<N>, boxes: &Boxes<N>, bits: u64) -> u64 {
        let digits = self.range.count_ones();
        if self.clique {
            // fold all digits onto digit 0, and copy that to all of them
            let mut folded = bits;
            for d in 1..digits {
                folded |= bits >> (d * self.stride);
            }
            return (folded & self.base).wrapping_mul(self.pattern(self.range));
        }
        let mut found = 0;
        let mut set = self.range;
        for d in 0..digits {
            let to = lines.moves(boxes.inner[self.line], set.trailing_zeros()) & self.range;
            set &= set - 1;
            found |= (bits >> (d * self.stride) & self.base).wrapping_mul(self.pattern(to));
        }
        found
    }
}

/// The place of the `k`-th bit of a set, from 0.
#[inline(always)]
fn nth(set: ConfigSet, k: u32) -> u32 {
    let mut set = set;
    for _ in 0..k {
        set &= set - 1;
    }
    set.trailing_zeros()
}

/// The lines whose configurations share a word: of all choices with a product of ranges of at most 64, the one that leaves the
/// fewest words (by the mean size of components).
fn low_lines<const N: usize>(range: &[ConfigSet; N], weight: &[u32; N], boxes: usize) -> usize {
    let all = range.iter().map(|r| r.count_ones()).product::<u32>();
    if all <= 64 {
        return (1 << N) - 1;
    }
    let fits = |low: &usize| (0..N).filter(|p| low >> p & 1 == 1).map(|p| range[p].count_ones()).product::<u32>() <= 64;
    let mean = weight.map(|w| w as f32 / boxes as f32);
    let gain = |low: usize| (0..N).filter(|p| low >> p & 1 == 1).map(|p| mean[p]).product::<f32>();
    (0..1 << N).filter(fits).max_by(|&a, &b| gain(a).total_cmp(&gain(b))).unwrap_or(0)
}
