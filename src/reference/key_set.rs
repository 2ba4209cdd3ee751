//! The set of keys of the states, or half states, that a plain search has met.
use crate::board::{Counted, LimitExceeded, Orientation};
use hashbrown::HashTable;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// A set of keys, numbered from 0 in the order of insertion.
///
/// Needs 8 bytes per key, and 6 to 11 for its slot in the hash table, which holds numbers only. A `FxHashMap<u64, u32>` next to
/// the list would hold each key twice and need 19 to 39 bytes for the slot, so the crate depends on hashbrown for this table.
pub(crate) struct KeySet<K = u64> {
    keys: Vec<K>,
    /// The number of each key, hashed by the key.
    table: HashTable<u32>,
    max_keys: usize,
}

impl<K: Copy + Eq + Hash> KeySet<K> {
    /// An empty set for at most `max_keys` keys, or 2³² - 1 if that is less.
    pub(crate) fn new(max_keys: usize) -> KeySet<K> {
        KeySet { keys: Vec::new(), table: HashTable::new(), max_keys: max_keys.min(u32::MAX as usize) }
    }

    /// Inserts a key; returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, key: K) -> Result<bool, LimitExceeded> {
        let known = self.keys.len();
        Ok(self.intern(key)? as usize == known)
    }

    /// The number of a key, which is inserted if it is new.
    #[inline]
    pub(crate) fn intern(&mut self, key: K) -> Result<u32, LimitExceeded> {
        let KeySet { keys, table, max_keys } = self;
        let entry = table.entry(hash(key), |&number| keys[number as usize] == key, |&number| hash(keys[number as usize]));
        let slot = match entry {
            hashbrown::hash_table::Entry::Occupied(slot) => return Ok(*slot.get()),
            hashbrown::hash_table::Entry::Vacant(slot) => slot,
        };
        let number = keys.len();
        Counted::States.check(number + 1, *max_keys)?;
        slot.insert(number as u32);
        keys.push(key);
        Ok(number as u32)
    }

    /// The number of a key; `None` if the set does not contain it.
    pub(crate) fn number(&self, key: K) -> Option<u32> {
        self.table.find(hash(key), |&number| self.keys[number as usize] == key).copied()
    }

    /// The keys in the order of their numbers.
    pub(crate) fn keys(&self) -> &[K] {
        &self.keys
    }
}

/// The hash of a key: of a `u64` the one that `FxHasher` gives where it has 64 bits. Of its 32 bits in WebAssembly a table can't use
/// enough: there it took 23 s instead of 1 s to explore 510,796 states.
fn hash<K: Hash>(key: K) -> u64 {
    let mut hasher = WideHasher(0);
    key.hash(&mut hasher);
    hasher.finish()
}

struct WideHasher(u64);

impl Hasher for WideHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.wrapping_add(word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // the highest bits are the best; of a hash, the table takes the lowest bits, and 7 of the highest that a `usize` has
        self.0.rotate_left(if usize::BITS == 32 { 32 } else { 26 })
    }
}

/// Words of a half state: the places of all horizontal, or of all vertical pieces. A line of 16 cells needs at most 9 bits, and a board has at most 16 lines, so half states have up to
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

/// The numbers of the half states met so far: keys of 64 bits for boards whose places need more. A cluster has far fewer half
/// states than states, so they are numbered as they are met, and the key of a state is its two numbers. A state then takes the
/// same memory on a board of any size.
///
/// The lock is for clusters that several threads read.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_in_the_order_of_insertion() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut set = KeySet::new(1000);
        let mut twin: Vec<u64> = Vec::new();
        for _ in 0..3000 {
            let key = random.u64(..900) << 32;
            assert_eq!(set.insert(key), Ok(!twin.contains(&key)));
            if !twin.contains(&key) {
                twin.push(key);
            }
        }
        assert_eq!(set.keys(), twin);
        for key in (0..900).map(|k| k << 32) {
            assert_eq!(set.number(key).map(|number| number as usize), twin.iter().position(|&other| other == key));
        }
    }

    #[test]
    fn a_key_takes_14_to_20_bytes_and_26_while_the_table_grows() {
        let mut set = KeySet::new(usize::MAX);
        for key in 0..1u64 << 20 {
            let before = set.table.allocation_size();
            set.insert(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)).expect("no limit");
            let grows = set.table.allocation_size() > before;
            // the list grows in place; of the table both sizes are in memory for a moment
            let (keys, bytes) = (set.keys.len(), size_of::<u64>() * set.keys.len() + set.table.allocation_size());
            assert!(key < 1000 || (13 * keys..20 * keys).contains(&bytes), "{keys} keys in {bytes} bytes");
            assert!(key < 1000 || !grows || bytes + before < 26 * keys, "{keys} keys in {bytes} + {before} bytes");
        }
    }

    #[test]
    fn a_full_set_refuses_a_new_key() {
        let mut set = KeySet::new(2);
        assert_eq!([5, 6, 5].map(|key| set.insert(key)), [Ok(true), Ok(true), Ok(false)]);
        assert_eq!(set.insert(7), Err(LimitExceeded::states(2)));
    }
}
