//! Depth of every state of a cluster, level by level from the goal states, on bits.
//!
//! A set of states of a box is a set of bits ([`StateIndex`]). A move of an inner piece smears the bits of the frontier along the
//! line's digit. An outer piece's step carries them to the next box, renumbered ([`carry`]), where those count that are
//! still *open*; it is repeated in the same direction for longer slides, up to states reached on an earlier level.
//!
//! # Slides that commute
//! Outer lines never meet, so if a state was reached by a move of outer line `j`, a slide of outer line `i` could as well have
//! come first. Likewise if it was reached by an inner line in which the slide of `i` covers no new cell: whatever that line did it
//! did beside the piece of `i`, where that was then, and the slide sees the same cells before and after. One order is enough. So a
//! state is not slid along `i` if it was reached, among other ways, by such an outer line `j > i`, by such an inner line, or by
//! `i` itself with its only piece, which could have gone on at once.
//!
//! *Every state is reached still, on its level.* Let `y` be on level `d + 1`. Of all states on level `d` that are a move from `y`
//! take those with the greatest line, outer lines first and the inner ones behind them, and of these one with the shortest
//! way: `x`. If `x` were not slid along that line `i`, it was reached from some `w` on level `d - 1` by a greater line `j`, so that
//! `y` is reached from `w` by `i` first and then `j`: from a state on level `d` by a greater line. And if the slide stopped before
//! `y` at a state reached earlier, either that one would be on level `d` and nearer than `x`, or `y` on level `d` or below.
//!
//! Figures: on shard 7/1000 of 6×6 without walls 1.67 million steps are carried from box to box instead of 3.28 million; 0.152 s
//! instead of 0.174 s (this alone; `cargo bench --bench search up_to` times the stages).
//!
//! # Tried and left
//! Times are of shard 7/1000 of 6×6 without walls, CPU seconds of all stages together.
//! - The same strides in all boxes of a cluster, so that a step is one AND: 2.9 words a box, and 1.24 s against 0.91 s with the
//!   states numbered box by box.
//! - Code for processors with AVX2: 0.693 s against 0.691 s.
use super::bits::{Bits, ones};
use super::box_graph::{BoxGraph, BoxNode, BoxState, GoalConfig};
use super::frontier::{FrontierWord, FrontierWords, NONE};
use super::state_index::{StateIndex, nth, rank};
use crate::enumerate::{LineTables, Step};

/// Some states of one word that are on the same level.
#[derive(Clone, Copy, Debug)]
struct LevelEntry {
    bits: u64,
    word: u32,
    /// The word's entry on an earlier level.
    before: u32,
}

/// Some states of one word in the middle of a slide.
#[derive(Clone, Copy, Debug)]
struct Slide {
    bits: u64,
    word: u32,
    node: u32,
}

/// The depths of one cluster. One value serves many clusters, and keeps its memory.
#[derive(Default)]
pub struct RetrogradeAnalysis<const N: usize> {
    layouts: Vec<StateIndex>,
    words: FrontierWords<N>,
    /// Per box: words with open states.
    unfinished: Vec<u32>,
    slides: Vec<Slide>,
    log: Vec<LevelEntry>,
    /// Where each level starts in the log.
    levels: Vec<u32>,
}

impl<const N: usize> RetrogradeAnalysis<N> {
    /// Finds the depth of every state of a complete, solvable cluster of `states` states; returns the greatest.
    #[inline(always)]
    pub fn search<B: Bits>(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, states: u64, goal: &GoalConfig) -> u32 {
        self.lay_out(boxes);
        self.words.missing = states;
        self.start::<B>(boxes, goal);
        let mut depth = 0;
        loop {
            self.levels.push(self.log.len() as u32);
            self.close_level();
            let from = self.levels[depth] as usize;
            if from == self.log.len() {
                break;
            }
            for at in 0..self.words.level.len() {
                if self.words.missing == 0 {
                    break;
                }
                let found = self.words.level[at];
                self.expand::<B>(lines, boxes, &found);
            }
            depth += 1;
        }
        self.levels.pop();
        depth as u32 - 1
    }

    /// Numbers all states and makes them open.
    #[inline(always)]
    fn lay_out(&mut self, boxes: &BoxGraph<N>) {
        self.layouts.clear();
        self.words.unvisited.clear();
        self.words.owner.clear();
        self.unfinished.clear();
        for (at, node) in boxes.nodes.iter().enumerate() {
            let (layout, words) = StateIndex::new::<N>(&node.components, self.words.unvisited.len() as u32);
            self.layouts.push(layout);
            self.unfinished.push(words);
            for _ in 0..words {
                self.words.unvisited.push(ones(layout.states()));
                self.words.owner.push(at as u32);
            }
        }
        self.words.next.clear();
        self.words.place.clear();
        self.words.place.resize(self.words.unvisited.len(), NONE);
        self.words.latest.clear();
        self.words.latest.resize(self.words.unvisited.len(), NONE);
        self.log.clear();
        self.levels.clear();
    }

    /// Puts the goal states on the next level.
    #[inline(always)]
    fn start<B: Bits>(&mut self, boxes: &BoxGraph<N>, goal: &GoalConfig) {
        for (node, layout) in boxes.nodes.iter().zip(&self.layouts) {
            let component = node.components[goal.row];
            let reached = if boxes.rows_inside {
                component >> goal.config & 1 == 1
            } else {
                boxes.outer_config(node, goal.row) == goal.config
            };
            if !reached {
                continue;
            }
            let goal_rank = rank(component, goal.config as u32);
            let low = goal.row < layout.low as usize;
            let states = match boxes.rows_inside && low {
                true => layout.with_ranks::<B>(goal.row, 1 << goal_rank) & ones(layout.states()),
                false => ones(layout.states()),
            };
            let words: u32 = layout.sizes[layout.low as usize..N].iter().map(|&n| n as u32).product();
            for word in 0..words {
                if !boxes.rows_inside || low || high_rank(layout, word, goal.row) == goal_rank {
                    self.words.reach(layout.first + word, states);
                }
            }
        }
    }

    /// Makes the next level that at hand, and notes it in the log.
    #[inline(always)]
    fn close_level(&mut self) {
        let words = &mut self.words;
        std::mem::swap(&mut words.level, &mut words.next);
        words.next.clear();
        for &FrontierWord { bits, word, .. } in &words.level {
            words.place[word as usize] = NONE;
            let open = &mut words.unvisited[word as usize];
            *open &= !bits;
            if *open == 0 {
                self.unfinished[words.owner[word as usize] as usize] -= 1;
            }
            let before = std::mem::replace(&mut words.latest[word as usize], self.log.len() as u32);
            self.log.push(LevelEntry { bits, word, before });
        }
    }

    /// Finds all states one move from those of a word that are still open.
    #[inline(always)]
    fn expand<B: Bits>(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, from: &FrontierWord<N>) {
        let at = self.words.owner[from.word as usize];
        let node = &boxes.nodes[at as usize];
        let layout = self.layouts[at as usize];
        let open = self.words.unvisited[from.word as usize];
        let (mut fresh, mut by_inner) = (0, [0; N]);
        for p in 0..layout.low as usize {
            if layout.sizes[p] > 1 {
                by_inner[p] = open & layout.smear::<B>(p, from.bits, lines.digit_moves(boxes.inner[p], node.components[p]));
                fresh |= by_inner[p];
            }
        }
        if fresh != 0 {
            let found = self.words.reach(from.word, fresh);
            found.by_inner.iter_mut().zip(by_inner).for_each(|(all, new)| *all |= new);
        }
        if !layout.is_word::<N>() {
            self.move_high(lines, boxes, node, &layout, from);
        }
        // states that a slide need not move: reached by an inner line before the cells ahead of it, or behind them
        let (mut before, mut behind) = ([0; 8], [0; 8]);
        for p in 0..N {
            before[p + 1] = before[p] | from.by_inner[p];
            behind[N - 1 - p] = behind[N - p] | from.by_inner[N - 1 - p];
        }
        // and those reached by an outer line behind the slide's
        let mut later = [0; 8];
        for j in (0..N).rev() {
            later[j] = later[j + 1] | from.by_outer[j];
        }
        let mut ways = node.ways;
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let (j, slot) = (way / 8, way % 8);
            let step = lines.step(boxes.outer[j], boxes.outer_config(node, j), slot).expect("it leads somewhere");
            let line = if step.alone { later[j] } else { later[j + 1] };
            let bits = from.bits & !(before[step.ahead.0 as usize] | behind[step.ahead.1 as usize] | line);
            if bits != 0 {
                let slide = Slide { bits, word: from.word, node: at };
                self.slide::<B>(lines, boxes, slide, j, &step);
            }
        }
    }

    /// Moves inner pieces whose line says the word.
    #[inline(always)]
    fn move_high(
        &mut self,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        node: &BoxNode,
        layout: &StateIndex,
        from: &FrontierWord<N>,
    ) {
        let mut rest = from.word - layout.first;
        let mut stride = 1;
        for p in layout.low as usize..N {
            let (component, size) = (node.components[p], layout.sizes[p] as u32);
            let own = rest % size;
            let mut to = lines.moves(boxes.inner[p], nth(component, own)) & component;
            while to != 0 {
                let other = rank(component, to.trailing_zeros());
                to &= to - 1;
                let word = from.word - own * stride + other * stride;
                let fresh = from.bits & self.words.unvisited[word as usize];
                if fresh != 0 {
                    self.words.reach(word, fresh).by_inner[p] |= fresh;
                }
            }
            rest /= size;
            stride *= size;
        }
    }

    /// Slides a piece of outer line `j` as far as it finds open states.
    #[inline(always)]
    fn slide<B: Bits>(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, from: Slide, j: usize, step: &Step) {
        self.carry_all::<B>(boxes, from, j, step);
        while let Some(slide) = self.slides.pop() {
            let config = boxes.outer_config(&boxes.nodes[slide.node as usize], j);
            if let Some(step) = lines.step(boxes.outer[j], config, step.slot as usize) {
                self.carry_all::<B>(boxes, slide, j, &step);
            }
        }
    }

    /// Makes one step of an outer piece, into every box that it leads to.
    #[inline(always)]
    fn carry_all<B: Bits>(&mut self, boxes: &BoxGraph<N>, from: Slide, j: usize, step: &Step) {
        for to in boxes.neighbours(from.node as usize, j, step.slot as usize) {
            if self.unfinished[to as usize] == 0 {
                continue;
            }
            let (here, there) = (&self.layouts[from.node as usize], &self.layouts[to as usize]);
            if here.is_word::<N>() && there.is_word::<N>() {
                let nodes = (&boxes.nodes[from.node as usize], &boxes.nodes[to as usize]);
                let fresh = carry::<B>(here, there, nodes, from.bits, step, N) & self.words.unvisited[there.first as usize];
                if fresh != 0 {
                    self.words.reach(there.first, fresh).by_outer[j] |= fresh;
                    self.slides.push(Slide { bits: fresh, word: there.first, node: to });
                }
            } else {
                self.carry_words::<B>(boxes, from, j, to, step);
            }
        }
    }

    /// As [`carry`] between boxes of which one or both have several words: chunk by chunk of the low lines that both have.
    #[inline(always)]
    fn carry_words<B: Bits>(&mut self, boxes: &BoxGraph<N>, from: Slide, j: usize, to: u32, step: &Step) {
        let (here, there) = (self.layouts[from.node as usize], self.layouts[to as usize]);
        let (node, next) = (&boxes.nodes[from.node as usize], &boxes.nodes[to as usize]);
        let low = here.low.min(there.low);
        let (chunk_here, chunk_there) = (here.strides[low as usize] as u32, there.strides[low as usize] as u32);
        let chunks_there = there.states() / chunk_there;
        let mut rest = from.bits;
        while rest != 0 {
            let chunk = rest.trailing_zeros() / chunk_here;
            let bits = rest >> (chunk * chunk_here) & ones(chunk_here);
            rest &= !(ones(chunk_here) << (chunk * chunk_here));
            let mut index = (from.word - here.first) * (here.states() / chunk_here) + chunk;
            let (mut target, mut stride) = (0, 1);
            let mut gone = false;
            for i in low as usize..N {
                let size = here.sizes[i] as u32;
                let mut digit = index % size;
                index /= size;
                if i == step.covers as usize || i == step.frees as usize {
                    let config = nth(node.components[i], digit);
                    gone |= next.components[i] >> config & 1 == 0;
                    digit = rank(next.components[i], config);
                }
                target += digit * stride;
                stride *= there.sizes[i] as u32;
            }
            if gone {
                continue;
            }
            let bits = carry::<B>(&here, &there, (node, next), bits, step, low as usize);
            let word = there.first + target / chunks_there;
            let fresh = bits << (target % chunks_there * chunk_there) & self.words.unvisited[word as usize];
            if fresh != 0 {
                self.words.reach(word, fresh).by_outer[j] |= fresh;
                self.slides.push(Slide { bits: fresh, word, node: to });
            }
        }
    }

    /// Calls `visit` with every state on the last level.
    pub fn deepest(&self, boxes: &BoxGraph<N>, mut visit: impl FnMut(BoxState)) {
        let from = self.levels[self.levels.len() - 1] as usize;
        for entry in &self.log[from..] {
            let at = self.words.owner[entry.word as usize];
            let (node, layout) = (&boxes.nodes[at as usize], &self.layouts[at as usize]);
            let mut inner = [0; 8];
            decode(node, layout, layout.low as usize..N, entry.word - layout.first, &mut inner);
            let mut bits = entry.bits;
            while bits != 0 {
                decode(node, layout, 0..layout.low as usize, bits.trailing_zeros(), &mut inner);
                bits &= bits - 1;
                visit(BoxState { node: at, inner });
            }
        }
    }

    /// Whether a state is on level `depth`.
    pub fn is_at(&self, boxes: &BoxGraph<N>, place: &BoxState, depth: u32) -> bool {
        self.depth(boxes, place) == depth
    }

    /// The depth of a state.
    pub fn depth(&self, boxes: &BoxGraph<N>, place: &BoxState) -> u32 {
        let (node, layout) = (&boxes.nodes[place.node as usize], &self.layouts[place.node as usize]);
        let (mut word, mut stride, mut bit) = (layout.first, 1, 0);
        for p in 0..N {
            let digit = rank(node.components[p], place.inner[p] as u32);
            if p < layout.low as usize {
                bit += digit * layout.strides[p] as u32;
            } else {
                word += digit * stride;
                stride *= layout.sizes[p] as u32;
            }
        }
        let mut at = self.words.latest[word as usize];
        while self.log[at as usize].bits >> bit & 1 == 0 {
            at = self.log[at as usize].before;
        }
        self.levels.partition_point(|&from| from <= at) as u32 - 1
    }
}

/// The states that an outer step makes of `bits`, numbered as in the next box, as far as the first `low` lines go: all lines
/// from a box of one word to another, else those that both have within a word.
///
/// ```text
/// line p = step.covers:  a b c d  → . b c .      extract the states with b or c
/// line q = step.frees:   x y      → x y z        deposit at the states with x or y
/// ```
#[inline(always)]
fn carry<B: Bits>(here: &StateIndex, there: &StateIndex, nodes: (&BoxNode, &BoxNode), bits: u64, step: &Step, low: usize) -> u64 {
    let (p, q) = (step.covers as usize, step.frees as usize);
    let mut bits = bits;
    let (old, new) = (nodes.0.components[p], nodes.1.components[p]);
    if p < low && old != new {
        bits = B::extract(bits, here.with_ranks::<B>(p, B::extract(new as u64, old as u64)));
    }
    let (old, new) = (nodes.0.components[q], nodes.1.components[q]);
    if q < low && old != new {
        bits = B::deposit(bits, there.with_ranks::<B>(q, B::extract(old as u64, new as u64)));
    }
    bits
}

/// The configurations that the digits of `number` stand for.
fn decode(node: &BoxNode, layout: &StateIndex, lines: std::ops::Range<usize>, number: u32, inner: &mut [u8; 8]) {
    let mut rest = number;
    for p in lines {
        let size = layout.sizes[p] as u32;
        inner[p] = nth(node.components[p], rest % size) as u8;
        rest /= size;
    }
}

/// The digit of a high line in the number of a word.
fn high_rank(layout: &StateIndex, word: u32, line: usize) -> u32 {
    let below: u32 = layout.sizes[layout.low as usize..line].iter().map(|&n| n as u32).product();
    word / below % layout.sizes[line] as u32
}
