//! Boxes of several words: moves that change the digit of a high line, and so lead to other words.
use super::frontier::FrontierWord;
use super::line_order::LineOrder;
use super::state_index::{StateIndex, config_at, digit_of, split_digit};
use super::{RetrogradeAnalysis, Slide};
use crate::board::Bitboard;
use crate::generate::bits::{Bits, ones};
use crate::generate::box_graph::{BoxGraph, BoxNode};
use crate::lines::{LineTables, Step};

/// The states that a step of an outer piece makes of `bits`, numbered as in the next box. Only some lines are considered, given
/// as bits: the lines that are low in both boxes.
///
/// ```text
/// line p = step.covers:  a b c d  → . b c .      extract the states with b or c
/// line q = step.frees:   x y      → x y z        deposit at the states with x or y
/// ```
#[inline(always)]
pub fn carry<B: Bits>(
    gather: B,
    here: &StateIndex,
    there: &StateIndex,
    nodes: (&BoxNode, &BoxNode),
    bits: u64,
    step: &Step,
    low: u8,
) -> u64 {
    let (p, q) = (step.covers as usize, step.frees as usize);
    let mut bits = bits;
    let (old, new) = (nodes.0.components[p], nodes.1.components[p]);
    if low >> p & 1 == 1 && old != new {
        bits = gather.extract(bits, here.with_digits(gather, p, gather.extract(new as u64, old as u64)));
    }
    let (old, new) = (nodes.0.components[q], nodes.1.components[q]);
    if low >> q & 1 == 1 && old != new {
        bits = gather.deposit(bits, there.with_digits(gather, q, gather.extract(old as u64, new as u64)));
    }
    bits
}

/// The number of a chunk in the next box: the digits of the lines that are not in `low`. A step changes at most the digits of the
/// two lines that its piece enters and leaves. `None` if the configuration of the line entered is not in the next box's
/// component.
#[inline(always)]
pub fn carry_chunk_number<const N: usize>(
    here: &StateIndex,
    there: &StateIndex,
    nodes: (&BoxNode, &BoxNode),
    order: &LineOrder<N>,
    number: u32,
    step: &Step,
    low: u8,
) -> Option<u32> {
    let mut rest = number;
    let (mut target, mut stride) = (0, 1);
    for &line in &order[low.count_ones() as usize..] {
        let i = line as usize & 7;
        let (quotient, mut digit) = split_digit(rest, here.sizes[i] as u32);
        rest = quotient;
        if i == step.covers as usize || i == step.frees as usize {
            let config = config_at(nodes.0.components[i], digit);
            if nodes.1.components[i] >> config & 1 == 0 {
                return None;
            }
            digit = digit_of(nodes.1.components[i], config);
        }
        target += digit * stride;
        stride *= there.sizes[i] as u32;
    }
    Some(target)
}

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
