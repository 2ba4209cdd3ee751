//! Carries states from box to box: what a step of an outer piece makes of sets of states, and of chunks of them.
use super::line_order::LineOrder;
use super::state_index::{StateIndex, config_at, digit_of, split_digit};
use crate::generate::bits::Bits;
use crate::generate::box_graph::BoxNode;
use crate::lines::Step;

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
