//! How the states of a box are numbered.
//!
//! A state of a box is one configuration an inner line; its number is mixed radix, with the *rank* of each configuration within
//! the line's component as digit. Digits of the first lines, as many as have at most 64 states together, say the bit within a
//! word; the others the word.
//!
//! ```text
//! components of sizes 2, 3, 1, 4, 5:   bit = r0 + 2·r1 + 6·r2 + 6·r3   (24 bits a word)      word = r4   (5 words)
//! ```
//!
//! Nine boxes in ten are one word. When an outer piece takes its step, the states that may make it have the same configurations
//! in the next box, but other ranks: in line `p` only the configurations off the covered cell stay, and line `q` may have more.
//! So the bits of those states are extracted with one mask and deposited with another; both masks are products of small
//! patterns, made when they are needed.
use super::bits::{Bits, every, ones};
use crate::enumerate::ConfigSet;

/// The numbers of a box's states.
#[derive(Clone, Copy, Debug)]
pub struct StateIndex {
    /// Its first word.
    pub first: u32,
    /// How many lines say the bit: the first ones.
    pub low: u8,
    /// Per low line, and behind the last: the product of the sizes before it.
    pub strides: [u8; 8],
    /// Per line: size of the component.
    pub sizes: [u8; 8],
}

impl StateIndex {
    /// The layout of a box; also how many words it has.
    #[inline(always)]
    pub fn new<const N: usize>(components: &[ConfigSet; 8], first: u32) -> (StateIndex, u32) {
        let mut layout = StateIndex { first, low: 0, strides: [0; 8], sizes: [1; 8] };
        let (mut product, mut words) = (1, 1);
        for i in 0..N {
            let size = components[i].count_ones();
            layout.sizes[i] = size as u8;
            layout.strides[i] = product as u8;
            if layout.low as usize == i && product * size <= 64 {
                product *= size;
                layout.low += 1;
            } else {
                words *= size;
            }
        }
        layout.strides[layout.low as usize] = product as u8;
        (layout, words)
    }

    /// Whether all states are in one word.
    #[inline(always)]
    pub fn is_word<const N: usize>(&self) -> bool {
        self.low as usize == N
    }

    /// States of a word.
    #[inline(always)]
    pub fn states(&self) -> u32 {
        self.strides[self.low as usize] as u32
    }

    /// The states of a word in which the digit of a low line is one of `ranks`; some bits behind the last state, too.
    #[inline(always)]
    pub fn with_ranks<B: Bits>(&self, line: usize, ranks: u64) -> u64 {
        let (stride, size) = (self.strides[line] as u32, self.sizes[line] as u32);
        let digits = B::deposit(ranks, every(stride)).wrapping_mul(ones(stride));
        digits.wrapping_mul(every(stride * size))
    }

    /// The states that differ from one of `bits` in the digit of `line`; of several pieces only one may have moved.
    #[inline(always)]
    pub fn smear<B: Bits>(&self, line: usize, bits: u64, moves: Option<&[u16]>) -> u64 {
        let (stride, size) = (self.strides[line] as u32, self.sizes[line] as u32);
        let zero = ones(stride).wrapping_mul(every(stride * size));
        match moves {
            // one piece: fold all digits onto digit 0, and copy that to all of them
            None => {
                let mut folded = bits;
                let mut shift = stride;
                for _ in 1..size {
                    folded |= bits >> shift;
                    shift += stride;
                }
                (folded & zero).wrapping_mul(every(stride) & ones(stride * size))
            }
            Some(moves) => {
                let (mut found, mut shift) = (0, 0);
                for &to in &moves[..size as usize] {
                    found |= (bits >> shift & zero).wrapping_mul(B::deposit(to as u64, every(stride)));
                    shift += stride;
                }
                found
            }
        }
    }
}

/// The place of the `rank`-th member of a set, from 0.
#[inline(always)]
pub fn nth(set: ConfigSet, rank: u32) -> u32 {
    let mut set = set;
    for _ in 0..rank {
        set &= set - 1;
    }
    set.trailing_zeros()
}

/// How many members of a set are below `config`.
#[inline(always)]
pub fn rank(set: ConfigSet, config: u32) -> u32 {
    (set & ((1 << config) - 1)).count_ones()
}
