//! Retrograde analysis by steps: level `d` is the set of states that need `d` steps of one cell.
//!
//! It differs from the analysis by moves in one place, the expansion of a word: a piece moves by one cell, so there are no
//! slides.
//! - A step of an inner piece shifts the bits by one digit of its line, up and down. A line of several pieces has a short list of
//!   the digits one step away from each digit.
//! - A step of an outer piece carries the bits to the next box, and ends there.
//!
//! # Useful steps
//! A state of depth `d + 1` has a shortest solution whose first step is [useful](super::super::useful_steps), of rank at most
//! `d`. So out of level `d` an outer step is carried only if the step back is useful, of rank at most `d`, and an inner line
//! moves only if some step of it is. This finds every state on its own level.
//!
//! # Steps that commute
//! An outer step of line `i` from a state `x` covers one cell, which lies in one inner line. It is skipped if
//!
//! 1. an outer line `j > i` found `x`; or
//! 2. an inner line found `x`, other than the one in which the step covers a cell.
//!
//! (Rule 3 for moves, about the line itself, does not hold: two steps of a piece in one direction are not one step.)
//!
//! *Claim: every state is still found, on its own level.* The proof is a shorter version of the one for moves. Call a step
//! *permitted* on level `d` if it is an outer step that is carried there, or a step of an inner line that moves there. That
//! depends on its line, its piece and its place alone, and what is permitted on a level is permitted on all later levels.
//!
//! Let `y` be a state of depth `d + 1`. Order the lines: the outer lines by number, then the inner lines. Of all pairs `(x, i)`
//! such that `x` has depth `d` and a step of line `i` that is permitted on level `d` leads from `x` to `y`, choose one with the
//! greatest `i`. There is one, as shown above, and by induction `x` was found. If `i` is an inner line, the step is made. So let
//! `i` be an outer line, and suppose that its step is skipped, because a line `j` found `x` from a state `w` of depth `d - 1`.
//!
//! The states `w` and `x` differ in line `j` only, and `j ≠ i`. So the piece of `i` stands at the same place in `w`, and the cell
//! that it enters is free in `w` as in `x`: line `j` does not contain that cell, being parallel to `i` (rule 1) or another inner
//! line than the one entered (rule 2). Let `v` be the state that the step of `i` leads to from `w`. The step of `j` is possible
//! in `v`: the cell that it enters is free in `w`, and the step of `i` newly covers no cell of line `j`. It leads to `y`. So `v`
//! has depth at most `d`, being one step from `w`, and at least `d`, being one step from `y`. The step of `j` was permitted on
//! level `d - 1`, so it is on level `d`. Then `(v, j)` is a pair too, and `j > i` contradicts the choice of `i`. ∎
use super::frontier::FrontierWord;
use super::state_index::{StateIndex, config_at};
use super::{RetrogradeAnalysis, Slide};
use crate::board::Bitboard;
use crate::generate::bits::Bits;
use crate::generate::box_graph::BoxGraph;
use crate::lines::{ConfigSet, GroupId, LineTables};

impl<const N: usize> RetrogradeAnalysis<N> {
    /// Finds all unvisited states one step from the states of a word.
    #[inline(always)]
    pub(super) fn expand_by_steps<B: Bits>(
        &mut self,
        gather: B,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        from: &FrontierWord<N>,
    ) {
        let at = self.frontier.box_of_word[from.word as usize];
        let node = &boxes.nodes[at as usize];
        let index = self.indexes[at as usize];
        let unvisited = self.frontier.words[from.word as usize].unvisited;
        let (mut fresh, mut by_inner) = (0, [0; N]);
        for p in 0..N {
            if index.sizes[p] > 1 && self.moved_inner >> p & u32::from(index.low) >> p & 1 == 1 {
                by_inner[p] = unvisited & stepped(gather, lines, &index, p, boxes.inner[p], node.components[p], from.bits);
                fresh |= by_inner[p];
            }
        }
        if fresh != 0 {
            let entry = self.frontier.add_to_next(from.word, fresh);
            entry.by_inner.iter_mut().zip(by_inner).for_each(|(all, new)| *all |= new);
        }
        if !index.is_one_word::<N>() && self.unvisited_words[at as usize] != 0 {
            self.move_high_lines::<true>(lines, boxes, node, &index, from);
        }
        // Rule 2: the states found by the inner lines other than p
        let (mut once, mut again, mut by_others) = (0, 0, [0; N]);
        for p in 0..N {
            again |= once & from.by_inner[p];
            once |= from.by_inner[p];
        }
        for p in 0..N {
            by_others[p] = again | once & !from.by_inner[p];
        }
        // Rule 1: the states found by an outer line after j
        let mut by_later = [0; 9];
        for j in (0..N).rev() {
            by_later[j] = by_later[j + 1] | from.by_outer[j];
        }
        for place in Bitboard(self.carried_slots_of(boxes, node)) {
            let (j, slot) = (place / 8, place % 8);
            let step = lines.step(boxes.outer[j], boxes.outer_config(node, j), slot).expect("a linked slot has a step");
            let bits = from.bits & !(by_others[step.covers as usize] | by_later[j + 1]);
            if bits != 0 {
                let from = Slide { bits, word: from.word, node: at };
                self.carry_to_neighbours(gather, boxes, from, j, &step);
                self.slides.clear(); // a step ends in the next box
            }
        }
    }
}

/// The states one step of low line `p` away from one of `bits`. Bits above the last state may also be set.
#[inline(always)]
fn stepped<B: Bits, const N: usize>(
    gather: B,
    lines: &LineTables<N>,
    index: &StateIndex,
    p: usize,
    group: GroupId,
    component: ConfigSet,
    bits: u64,
) -> u64 {
    if lines.digit_moves(group, component).is_none() {
        // one piece: neighbouring digits are one step apart
        return index.neighbouring_digits(p, bits);
    }
    let mut digits = [0; 16];
    for digit in 0..index.sizes[p] as usize {
        let to = lines.steps_to(group, config_at(component, digit as u32) as u8) & component;
        digits[digit] = gather.extract(to as u64, component as u64) as u16;
    }
    index.smear(gather, p, bits, Some(&digits))
}
