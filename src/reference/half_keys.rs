//! Keys of 64 bits for boards whose places need more: the numbers of the two half states.
//!
//! A *half state* is the places of all horizontal, or of all vertical pieces. A cluster has far fewer half states than states, so
//! they are numbered as they are met, and the key of a state is its two numbers. A state then takes the same memory on a board of
//! any size.
use super::key_set::KeySet;
use crate::board::Orientation;
use std::sync::{Mutex, PoisonError};

/// Words of a half state. A line of 16 cells needs at most 9 bits, and a board has at most 16 lines, so half states have up to
/// 144 bits; a stretch lies within one word.
const WORDS: usize = 3;
/// The configurations of all stretches: the horizontal ones in the first three words, then the vertical ones.
pub(super) type Places = [u64; 2 * WORDS];

/// The bits of all configurations, in one word or several.
pub(super) trait Packed: Copy {
    /// The word with this number.
    fn word(self, number: usize) -> u64;
    /// The same with some bits of a word inverted.
    fn changed(self, number: usize, bits: u64) -> Self;
}

impl Packed for u64 {
    #[inline(always)]
    fn word(self, _number: usize) -> u64 {
        self
    }

    #[inline(always)]
    fn changed(self, _number: usize, bits: u64) -> u64 {
        self ^ bits
    }
}

impl Packed for Places {
    #[inline(always)]
    fn word(self, number: usize) -> u64 {
        self[number]
    }

    #[inline(always)]
    fn changed(mut self, number: usize, bits: u64) -> Places {
        self[number] ^= bits;
        self
    }
}

/// The first word of the stretches of an orientation.
pub(super) const fn first_word(orientation: Orientation) -> usize {
    match orientation {
        Orientation::Horizontal => 0,
        Orientation::Vertical => WORDS,
    }
}

/// The numbers of the half states met so far. The lock is for clusters that several threads read.
pub(super) struct HalfKeys(Mutex<[KeySet<[u64; WORDS]>; 2]>);

impl HalfKeys {
    pub(super) fn new() -> HalfKeys {
        HalfKeys(Mutex::new([(); 2].map(|()| KeySet::new(usize::MAX))))
    }

    /// The places of a key.
    pub(super) fn places(&self, key: u64) -> Places {
        let halves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let half = |number: usize| halves[number].keys()[(key >> (32 * number)) as u32 as usize];
        let mut places = [0; 2 * WORDS];
        places[..WORDS].copy_from_slice(&half(0));
        places[WORDS..].copy_from_slice(&half(1));
        places
    }

    /// The key of some places.
    pub(super) fn key(&self, places: Places) -> u64 {
        self.keys(&[(places, ())])[0]
    }

    /// The keys of several places.
    pub(super) fn keys<T>(&self, found: &[(Places, T)]) -> Vec<u64> {
        let mut halves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut number = |half: usize, places: &Places| {
            let words = std::array::from_fn(|word| places[WORDS * half + word]);
            let number = halves[half].intern(words).expect("a search keeps fewer than 2³² states");
            u64::from(number) << (32 * half)
        };
        found.iter().map(|(places, _)| number(0, places) | number(1, places)).collect()
    }
}
