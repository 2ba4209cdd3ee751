//! Retrograde analysis: the depth of every state of a cluster, level by level from the goal states, on sets of states.
//!
//! Level `d` is the set of states of depth `d`. A set of states of a box is a set of bits, numbered by the box's [`StateIndex`].
//! The moves out of a level are made for many states at once:
//! - a move of an inner piece smears the bits along the digit of its line;
//! - a slide of an outer piece is a series of steps in one direction. Each step [carries](carry()) the bits to the next box,
//!   where only unvisited states are kept; the slide goes on with those.
//!
//! # Useful moves
//! A state of depth `d + 1` has a shortest solution whose first move consists of [useful steps](super::useful_steps) of rank at
//! most `d`. The search walks backwards: so out of level `d` an outer step is carried only if the step *back* is useful, of rank
//! at most `d`; an inner line moves only if some step of it is. This finds every state on its own level.
//!
//! # Slides that commute
//! Many states can be reached by the same two moves in either order; one order is enough. For each state of a level we know by
//! which lines it was found: line `j` *found* `x` if a move of line `j` led to `x` from a state of the previous level. A slide of
//! outer line `i` *newly covers* the cells that its piece sweeps; as an upper bound we take all cells that it could sweep as far
//! as its own line has room ([`Step::ahead`]). A slide of `i` from `x` is skipped if
//!
//! 1. an outer line `j > i` found `x`; or
//! 2. an inner line found `x` in which the slide newly covers no cell; or
//! 3. line `i` itself found `x`, and has one piece.
//!
//! ```text
//! rule 2:   i . a a     Line i is the first column. Its piece i may slide down, which newly covers the cell * in the third row.
//!           i . . .     If the first row found this state (a has just moved), i met the same free cells before that move and
//!           * . b b     could have moved first: skip. If the third row found it (b has just left *), i could not: do not skip.
//! ```
//!
//! *Claim: every state is still found, on its own level.* Call a move *permitted* on level `d` if it is an outer slide each of
//! whose steps is carried there, or a move of an inner line that moves there. Whether a move is permitted depends on its line,
//! its piece, and the places from which it steps, not on the rest of the board; and what is permitted on a level is permitted on
//! all later levels.
//!
//! Let `y` be a state of depth `d + 1`. Order the lines: the outer lines by number, then the inner lines. Consider all pairs `(x,
//! i)` such that `x` has depth `d`, and a move of line `i` that is permitted on level `d` leads from `x` to `y`. There are such
//! pairs, as shown above. Choose a pair with the greatest `i`, and among those one with the shortest move. By induction `x` was
//! found. If `i` is an inner line, the move is made, since no permitted inner move is skipped. So let `i` be an outer line.
//!
//! *The slide is not skipped.* Suppose it is, by a line `j` that found `x` from a state `w` of depth `d - 1`.
//! - Rule 1: outer lines are parallel, so neither move affects the cells of the other. Rule 2: the slide newly covers no cell of
//!   the inner line `j`, so it sees the same free cells in `w` as in `x`; and after the slide the cell in which the two lines
//!   cross is free if it was free before, so the move of `j` is still possible. In both cases the moves can be swapped: `i` leads
//!   from `w` to some `v`, and `j` from `v` to `y`. Then `v` has depth at most `d`, being a move from `w`, and at least `d`,
//!   being a move from `y`. The move of `j` was permitted on level `d - 1`, so it is on level `d`. So `(v, j)` is a pair too, and
//!   `j > i` contradicts the choice of `i`. (Whether the move of `i` was permitted on level `d - 1` does not matter: `v` is found
//!   in some way, by induction.)
//! - Rule 3: the same piece moved from `w` to `x` and from `x` to `y`, with free cells all along, so it can move from `w` to `y`
//!   at once. Then `y` has depth at most `d`: a contradiction.
//!
//! *The slide reaches `y`.* It ends early only at a state `z` on the way that was visited on an earlier level, that is, of depth
//! at most `d`. The rest of the slide is a permitted move from `z` to `y`, so `z` has depth exactly `d`, and `(z, i)` is a pair
//! with a shorter move: a contradiction. ∎
//!
//! The rules halve the steps that are carried from box to box. `docs/NOTES.md` has the figures, and what was tried instead.
mod frontier;
mod high_lines;
mod line_order;
mod state_index;
mod steps;

use self::frontier::{FrontierWord, FrontierWords, NONE, StateWord};
use self::high_lines::carry;
use self::line_order::{LineOrder, choose_order};
use self::state_index::{StateIndex, digit_of};
use super::ClusterLimits;
use super::bits::{BitGathering, Bits, Portable, ones};
use super::box_graph::{BoxGraph, BoxNode, BoxState};
use super::useful_steps::UsefulSteps;
use crate::board::{Bitboard, Counted, LimitExceeded, Metric};
use crate::lines::{LineTables, Step};

/// The states of one word that are on one level.
#[derive(Clone, Copy, Debug)]
struct LevelEntry {
    bits: u64,
    word: u32,
    /// The word's entry on an earlier level, or [`NONE`].
    previous: u32,
}

/// Some states of one word in the middle of a slide.
#[derive(Clone, Copy, Debug)]
struct Slide {
    bits: u64,
    word: u32,
    node: u32,
}

/// The depths of one cluster. One value serves many clusters and keeps its buffers.
pub struct RetrogradeAnalysis<const N: usize> {
    /// The order of the inner lines in the numbers of states.
    order: LineOrder<N>,
    /// Per box.
    indexes: Vec<StateIndex>,
    frontier: FrontierWords<N>,
    /// Per box: words with unvisited states.
    unvisited_words: Vec<u32>,
    /// Per outer line and configuration: the slots along which states of the current level are carried, as in
    /// [`BoxNode::linked_slots`].
    carried_slots: [[u64; 16]; 8],
    /// The inner lines that move on the current level, as bits.
    moved_inner: u32,
    /// Slides still to be continued.
    slides: Vec<Slide>,
    /// The words of all completed levels, level by level.
    log: Vec<LevelEntry>,
    /// Where each level starts in the log.
    level_starts: Vec<u32>,
}

impl<const N: usize> Default for RetrogradeAnalysis<N> {
    fn default() -> RetrogradeAnalysis<N> {
        RetrogradeAnalysis {
            order: [0; N],
            indexes: Vec::new(),
            frontier: FrontierWords::default(),
            unvisited_words: Vec::new(),
            carried_slots: [[0; 16]; 8],
            moved_inner: 0,
            slides: Vec::new(),
            log: Vec::new(),
            level_starts: Vec::new(),
        }
    }
}

impl<const N: usize> RetrogradeAnalysis<N> {
    /// Finds the depth of every state of a complete, solvable cluster; returns the greatest. `useful` has the useful steps of
    /// rank 0 of the cluster.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster has more words or level entries than `limits` allow.
    pub fn search(
        &mut self,
        gathering: BitGathering,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        useful: UsefulSteps,
        metric: Metric,
        limits: &ClusterLimits,
    ) -> Result<u32, LimitExceeded> {
        match gathering {
            BitGathering::Portable => self.search_with(Portable, lines, boxes, useful, metric, limits),
            #[cfg(target_arch = "x86_64")]
            BitGathering::Bmi2(token) => token.call(
                #[inline(always)]
                move || self.search_with(token, lines, boxes, useful, metric, limits),
            ),
        }
    }

    #[inline(always)]
    fn search_with<B: Bits>(
        &mut self,
        gather: B,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        mut useful: UsefulSteps,
        metric: Metric,
        limits: &ClusterLimits,
    ) -> Result<u32, LimitExceeded> {
        self.number_states(boxes, limits)?;
        self.carried_slots = [[0; 16]; 8];
        self.moved_inner = 0;
        self.add_goal_states(gather, boxes);
        let mut depth = 0;
        loop {
            Counted::LevelEntries.check(self.log.len() + self.frontier.next.len(), limits.level_entries)?;
            self.level_starts.push(self.log.len() as u32);
            self.close_level();
            let start = self.level_starts[depth] as usize;
            if start == self.log.len() {
                break;
            }
            self.add_useful_steps(lines, boxes, &useful);
            useful.next_rank(lines);
            let level = std::mem::take(&mut self.frontier.level);
            for from in &level {
                if self.frontier.states_left == 0 {
                    break;
                }
                match metric {
                    Metric::Moves => self.expand(gather, lines, boxes, from),
                    Metric::Steps => self.expand_by_steps(gather, lines, boxes, from),
                }
            }
            self.frontier.level = level;
            depth += 1;
        }
        self.level_starts.pop();
        Ok(depth as u32 - 1)
    }

    /// Permits the moves of the current level, now that the useful steps of one more rank are known.
    #[inline(always)]
    fn add_useful_steps(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, useful: &UsefulSteps) {
        for line in Bitboard::from(useful.changed_lines()) {
            let j = line % N;
            if (line < N) == boxes.rows_inside {
                self.moved_inner |= 1 << j;
                continue;
            }
            let group = boxes.outer[j];
            for (config, starts) in lines.groups()[group as usize].starts.iter().enumerate() {
                let mut slots = 0;
                for slot in 0..2 * starts.len() {
                    if let Some(step) = lines.step(group, config as u8, slot) {
                        slots |= u64::from(useful.steps().contains_reverse(line, starts, &step)) << (8 * j + slot);
                    }
                }
                self.carried_slots[j][config] = slots;
            }
        }
    }

    /// Numbers all states and makes them unvisited.
    #[inline(always)]
    fn number_states(&mut self, boxes: &BoxGraph<N>, limits: &ClusterLimits) -> Result<(), LimitExceeded> {
        self.order = choose_order(&boxes.nodes);
        self.indexes.clear();
        self.frontier.words.clear();
        self.frontier.box_of_word.clear();
        self.unvisited_words.clear();
        self.frontier.states_left = 0;
        for (at, node) in boxes.nodes.iter().enumerate() {
            let first_word = self.frontier.words.len();
            let (index, words) = StateIndex::new(&node.components, &self.order, first_word as u32);
            Counted::Words.check(first_word + words as usize, limits.words)?;
            self.indexes.push(index);
            self.unvisited_words.push(words);
            self.frontier.states_left += u64::from(words) * u64::from(index.states_per_word());
            let unvisited = ones(index.states_per_word());
            let word = StateWord { unvisited, position_in_next: NONE, latest_entry: NONE };
            for _ in 0..words {
                self.frontier.words.push(word);
                self.frontier.box_of_word.push(at as u32);
            }
        }
        self.frontier.next.clear();
        self.log.clear();
        self.level_starts.clear();
        Ok(())
    }

    /// Puts the goal states on the next level.
    #[inline(always)]
    fn add_goal_states<B: Bits>(&mut self, gather: B, boxes: &BoxGraph<N>) {
        let primary = boxes.primary & 7;
        for (node, index) in boxes.nodes.iter().zip(&self.indexes) {
            if !boxes.contains_goal(node) {
                continue;
            }
            let goal_digit = digit_of(node.components[primary], boxes.goal as u32);
            let low = index.is_low(primary);
            let states = match boxes.rows_inside && low {
                true => index.with_digits(gather, primary, 1 << goal_digit) & ones(index.states_per_word()),
                false => ones(index.states_per_word()),
            };
            let words: u32 = index.high_lines(&self.order).iter().map(|&line| index.sizes[line as usize] as u32).product();
            for word in 0..words {
                if !boxes.rows_inside || low || index.high_digit(&self.order, word, primary) == goal_digit {
                    self.frontier.add_to_next(index.first_word + word, states);
                }
            }
        }
    }

    /// Makes the next level the current one, and logs it.
    #[inline(always)]
    fn close_level(&mut self) {
        let frontier = &mut self.frontier;
        std::mem::swap(&mut frontier.level, &mut frontier.next);
        frontier.next.clear();
        for &FrontierWord { bits, word, .. } in &frontier.level {
            let state_word = &mut frontier.words[word as usize];
            state_word.position_in_next = NONE;
            state_word.unvisited &= !bits;
            if state_word.unvisited == 0 {
                self.unvisited_words[frontier.box_of_word[word as usize] as usize] -= 1;
            }
            let previous = std::mem::replace(&mut state_word.latest_entry, self.log.len() as u32);
            self.log.push(LevelEntry { bits, word, previous });
        }
    }

    /// The slots of a box along which states of the current level are carried to other boxes.
    #[inline(always)]
    fn carried_slots_of(&self, boxes: &BoxGraph<N>, node: &BoxNode) -> u64 {
        let configs = boxes.outer_configs(node);
        node.linked_slots & (0..N).fold(0, |slots, j| slots | self.carried_slots[j][(configs >> (4 * j) & 15) as usize])
    }

    /// Finds all unvisited states one move from the states of a word.
    #[inline(always)]
    fn expand<B: Bits>(&mut self, gather: B, lines: &LineTables<N>, boxes: &BoxGraph<N>, from: &FrontierWord<N>) {
        let at = self.frontier.box_of_word[from.word as usize];
        let node = &boxes.nodes[at as usize];
        let index = self.indexes[at as usize];
        let unvisited = self.frontier.words[from.word as usize].unvisited;
        if unvisited != 0 {
            let (mut fresh, mut by_inner) = (0, [0; N]);
            for p in 0..N {
                if index.sizes[p] > 1 && self.moved_inner >> p & u32::from(index.low) >> p & 1 == 1 {
                    let moves = lines.digit_moves(boxes.inner[p], node.components[p]);
                    // a line of one piece that found a state has already found all states that its next move leads to
                    let bits = if moves.is_some() { from.bits } else { from.bits & !from.by_inner[p] };
                    if bits != 0 {
                        by_inner[p] = unvisited & index.smear(gather, p, bits, moves);
                        fresh |= by_inner[p];
                    }
                }
            }
            if fresh != 0 {
                let entry = self.frontier.add_to_next(from.word, fresh);
                entry.by_inner.iter_mut().zip(by_inner).for_each(|(all, new)| *all |= new);
            }
        }
        if !index.is_one_word::<N>() && self.unvisited_words[at as usize] != 0 {
            self.move_high_lines::<false>(lines, boxes, node, &index, from);
        }
        let mut slots = self.carried_slots_of(boxes, node);
        // Rules 1 and 3: states found by outer lines ≥ j, and the number of leading lines whose slides rule 1 skips
        let (mut by_later, mut skipped) = ([0; 9], 0);
        for j in (0..N).rev() {
            skipped += usize::from(from.bits & !by_later[j + 1] == 0);
            by_later[j] = by_later[j + 1] | from.by_outer[j];
        }
        slots &= u64::MAX << (8 * skipped);
        if slots == 0 {
            return;
        }
        // Rule 2: states found by an inner line before line p (below[p]), or by one from p on (above[p])
        let (mut below, mut above) = ([0; 9], [0; 9]);
        for p in 0..N {
            below[p + 1] = below[p] | from.by_inner[p];
            above[N - 1 - p] = above[N - p] | from.by_inner[N - 1 - p];
        }
        for place in Bitboard(slots) {
            let (j, slot) = (place / 8, place % 8);
            let step = lines.step(boxes.outer[j], boxes.outer_config(node, j), slot).expect("a linked slot has a step");
            let by_outer = if step.alone { by_later[j] } else { by_later[j + 1] };
            let bits = from.bits & !(below[step.ahead.0 as usize] | above[step.ahead.1 as usize] | by_outer);
            if bits != 0 {
                let slide = Slide { bits, word: from.word, node: at };
                self.slide(gather, lines, boxes, slide, j, &step);
            }
        }
    }

    /// Slides a piece of outer line `j`, beginning with `step`, as far as it finds unvisited states.
    #[inline(always)]
    fn slide<B: Bits>(&mut self, gather: B, lines: &LineTables<N>, boxes: &BoxGraph<N>, from: Slide, j: usize, step: &Step) {
        self.carry_to_neighbours(gather, boxes, from, j, step);
        while let Some(slide) = self.slides.pop() {
            let config = boxes.outer_config(&boxes.nodes[slide.node as usize], j);
            if self.carried_slots[j][config as usize] >> (8 * j + step.slot as usize) & 1 == 1
                && let Some(step) = lines.step(boxes.outer[j], config, step.slot as usize)
            {
                self.carry_to_neighbours(gather, boxes, slide, j, &step);
            }
        }
    }

    /// Makes one step of an outer piece, into every box that it leads to.
    #[inline(always)]
    fn carry_to_neighbours<B: Bits>(&mut self, gather: B, boxes: &BoxGraph<N>, from: Slide, j: usize, step: &Step) {
        for to in boxes.neighbours(from.node as usize, j, step.slot as usize) {
            if self.unvisited_words[to as usize] == 0 {
                continue;
            }
            let (here, there) = (&self.indexes[from.node as usize], &self.indexes[to as usize]);
            let low = here.low;
            if there.low == low && low >> step.covers & low >> step.frees & 1 == 1 {
                // no digit of a high line changes: boxes of one word, or from each word to the one with the same number
                let nodes = (&boxes.nodes[from.node as usize], &boxes.nodes[to as usize]);
                let word = there.first_word + (from.word - here.first_word);
                let fresh =
                    carry(gather, here, there, nodes, from.bits, step, low) & self.frontier.words[word as usize].unvisited;
                if fresh != 0 {
                    self.frontier.add_to_next(word, fresh).by_outer[j] |= fresh;
                    self.slides.push(Slide { bits: fresh, word, node: to });
                }
            } else {
                self.carry_chunks(gather, boxes, from, j, to, step);
            }
        }
    }

    /// Calls `visit` with every state of the greatest depth.
    pub fn visit_deepest(&self, boxes: &BoxGraph<N>, mut visit: impl FnMut(BoxState)) {
        let start = self.level_starts[self.level_starts.len() - 1] as usize;
        for entry in &self.log[start..] {
            let at = self.frontier.box_of_word[entry.word as usize];
            let (components, index) = (&boxes.nodes[at as usize].components, &self.indexes[at as usize]);
            for bit in Bitboard(entry.bits) {
                let inner = index.decode(components, &self.order, bit as u32, entry.word - index.first_word);
                visit(BoxState { node: at, inner });
            }
        }
    }

    /// The depth of a state of the cluster.
    pub fn depth(&self, boxes: &BoxGraph<N>, state: &BoxState) -> u32 {
        let components = &boxes.nodes[state.node as usize].components;
        let (word, bit) = self.indexes[state.node as usize].locate(components, &self.order, &state.inner);
        let mut at = self.frontier.words[word as usize].latest_entry;
        while self.log[at as usize].bits >> bit & 1 == 0 {
            at = self.log[at as usize].previous;
        }
        self.level_starts.partition_point(|&start| start <= at) as u32 - 1
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let per_box = self.indexes.capacity() * size_of::<StateIndex>() + 4 * self.unvisited_words.capacity();
        let levels = self.log.capacity() * size_of::<LevelEntry>() + 4 * self.level_starts.capacity();
        per_box + levels + self.slides.capacity() * size_of::<Slide>() + self.frontier.reserved_bytes()
    }
}

#[cfg(test)]
mod tests;
