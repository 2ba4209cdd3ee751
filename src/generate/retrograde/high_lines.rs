//! Boxes of several words: moves that change the digit of a high line, and so lead to other words.
use super::carry::{carry, carry_chunk_number};
use super::frontier::FrontierWord;
use super::state_index::{StateIndex, config_at, digit_of, split_digit};
use super::{RetrogradeAnalysis, Slide};
use crate::board::Bitboard;
use crate::generate::bits::{Bits, ones};
use crate::generate::box_graph::{BoxGraph, BoxNode};
use crate::lines::{LineTables, Step};

impl<const N: usize> RetrogradeAnalysis<N> {
    /// Moves the pieces of the high lines, by one cell if `BY_STEPS`: every move leads to another word of the box, and keeps the
    /// bits. So it finds nothing in a box whose states are all visited.
    #[inline(always)]
    pub(super) fn move_high_lines<const BY_STEPS: bool>(
        &mut self,
        lines: &LineTables<N>,
        boxes: &BoxGraph<N>,
        node: &BoxNode,
        index: &StateIndex,
        from: &FrontierWord<N>,
    ) {
        let mut rest = from.word - index.first_word;
        let mut stride = 1;
        for &line in index.high_lines(&self.order) {
            let p = line as usize & 7;
            let (component, size, own_stride) = (node.components[p], index.sizes[p] as u32, stride);
            let (quotient, digit) = split_digit(rest, size);
            (rest, stride) = (quotient, stride * size);
            if size == 1 || self.moved_inner >> p & 1 == 0 {
                continue;
            }
            // as in `expand`
            let is_done = !BY_STEPS && lines.digit_moves(boxes.inner[p], component).is_none();
            let bits = if is_done { from.bits & !from.by_inner[p] } else { from.bits };
            if bits == 0 {
                continue;
            }
            let config = config_at(component, digit);
            let to = match BY_STEPS {
                true => lines.steps_to(boxes.inner[p], config as u8),
                false => lines.moves(boxes.inner[p], config),
            };
            for to in Bitboard::from(to & component) {
                let new_digit = digit_of(component, to as u32);
                let word = from.word - digit * own_stride + new_digit * own_stride;
                let fresh = bits & self.frontier.words[word as usize].unvisited;
                if fresh != 0 {
                    self.frontier.add_to_next(word, fresh).by_inner[p] |= fresh;
                }
            }
        }
    }

    /// As [`carry`] where a digit of a high line changes. Lines that are low in both boxes make a *chunk* of bits; each chunk has
    /// one target, found digit by digit.
    #[inline(always)]
    pub(super) fn carry_chunks<B: Bits>(&mut self, gather: B, boxes: &BoxGraph<N>, from: Slide, j: usize, to: u32, step: &Step) {
        let (here, there) = (self.indexes[from.node as usize], self.indexes[to as usize]);
        let nodes = (&boxes.nodes[from.node as usize], &boxes.nodes[to as usize]);
        let low = here.low & there.low;
        let (chunk_here, chunk_there) = (here.states_of(low, &self.order), there.states_of(low, &self.order));
        let chunks_per_word_there = there.states_per_word() / chunk_there;
        let mut rest = from.bits;
        while rest != 0 {
            let chunk = rest.trailing_zeros() / chunk_here;
            let bits = rest >> (chunk * chunk_here) & ones(chunk_here);
            rest &= !(ones(chunk_here) << (chunk * chunk_here));
            let number = (from.word - here.first_word) * (here.states_per_word() / chunk_here) + chunk;
            let Some(target) = carry_chunk_number(&here, &there, nodes, &self.order, number, step, low) else { continue };
            let bits = carry(gather, &here, &there, nodes, bits, step, low);
            let word = there.first_word + target / chunks_per_word_there;
            let fresh = bits << (target % chunks_per_word_there * chunk_there) & self.frontier.words[word as usize].unvisited;
            if fresh != 0 {
                self.frontier.add_to_next(word, fresh).by_outer[j] |= fresh;
                self.slides.push(Slide { bits: fresh, word, node: to });
            }
        }
    }
}
