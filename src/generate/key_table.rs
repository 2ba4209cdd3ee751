//! A hash table from keys to their numbers that can be cleared at once: for boxes, and for the states of the minimality test.
//!
//! Most clusters hold a handful of boxes and a few hold hundreds of thousands, and one table serves them all. The keys stay in the
//! caller's list, in the order of their numbers. An entry is a number plus a *base*, which rises from cluster to cluster: entries
//! below it are of earlier clusters.
//! `docs/NOTES.md` says what was tried instead.
use super::ClusterLimits;

/// What has a key.
pub trait Keyed {
    /// The key.
    fn key(&self) -> u64;
}

impl Keyed for u64 {
    #[inline(always)]
    fn key(&self) -> u64 {
        *self
    }
}

/// Open addressing, linear probing, multiplicative hashing (Knuth, TAOCP 3, 6.4).
///
/// The number of a key is its position in a list of the caller, which has the keys added so far since the table was cleared.
///
/// The entries of a small cluster should be near each other in memory, however large the clusters before it. So there is a table
/// of each size, every cluster starts with the smallest, and its entries move to the next one when that is a quarter full. Fuller
/// tables cost more time by collisions, each a branch that is hard to predict, than they save in the caches.
pub struct KeyTable {
    /// The table in use, and the tables of all sizes, smallest first; that in use is empty there.
    entries: Vec<u32>,
    spare: Vec<Vec<u32>>,
    /// The number of the table in use.
    size: usize,
    /// The hash is the top bits: 64 less the logarithm of the number of entries.
    shift: u32,
    /// The entry of key 0.
    base: u32,
}

/// Entries of the smallest table; a power of two.
const SMALLEST: usize = 1 << 16;
/// A table that is a quarter full has room for the neighbours of a box.
const _: () = assert!(ClusterLimits::STRIDE < SMALLEST / 2);
/// Binary logarithm of the growth factor.
const GROWTH: u32 = 2;

impl KeyTable {
    /// Clears the table; `count` is the number of keys in it.
    pub fn clear(&mut self, count: usize) {
        // at least 1, since 0 is in tables that are new
        match u32::try_from(count).ok().and_then(|count| self.base.checked_add(count.max(1))) {
            Some(base) if base < 1 << 31 => self.base = base,
            _ => {
                self.spare.iter_mut().chain([&mut self.entries]).for_each(|entries| entries.fill(0));
                self.base = 1;
            }
        }
        if self.size > 0 || self.entries.is_empty() {
            self.enter(0);
        }
    }

    /// Makes room for a key, and for as many more as the neighbours of a box.
    #[inline(always)]
    pub fn make_room(&mut self, keys: &[impl Keyed]) {
        if keys.len() * 4 >= self.entries.len() {
            self.grow(keys);
        }
    }

    /// The number of a key; if it is not in `keys`, it is added with the next number, and the caller adds it there.
    #[inline(always)]
    pub fn insert(&mut self, key: u64, keys: &[impl Keyed]) -> u32 {
        let new_number = keys.len() as u32; // the caller bounds it
        let mask = self.entries.len() - 1;
        let mut at = hash(key, self.shift);
        loop {
            let entry = &mut self.entries[at & mask];
            if *entry < self.base {
                *entry = self.base + new_number;
                return new_number;
            }
            let number = *entry - self.base;
            if keys[number as usize].key() == key {
                return number;
            }
            at += 1;
        }
    }

    /// Reads the place where a key is or would be, so that it is in the cache when the key is added. The result has no meaning.
    #[inline(always)]
    pub fn touch(&self, key: u64) -> u32 {
        self.entries[hash(key, self.shift) & (self.entries.len() - 1)]
    }

    /// The number of a key, if it is there.
    #[inline]
    pub fn get(&self, key: u64, keys: &[impl Keyed]) -> Option<u32> {
        let mask = self.entries.len() - 1;
        let mut at = hash(key, self.shift);
        loop {
            let number = self.entries[at & mask].checked_sub(self.base)?;
            if keys[number as usize].key() == key {
                return Some(number);
            }
            at += 1;
        }
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        4 * (self.entries.capacity() + self.spare.iter().map(Vec::capacity).sum::<usize>())
    }

    /// Moves all keys to the next larger table.
    #[cold]
    fn grow(&mut self, keys: &[impl Keyed]) {
        self.enter(self.size + 1);
        let mask = self.entries.len() - 1;
        for (number, key) in keys.iter().enumerate() {
            let mut at = hash(key.key(), self.shift);
            while self.entries[at & mask] >= self.base {
                at += 1;
            }
            self.entries[at & mask] = self.base + number as u32;
        }
    }

    /// Puts the table in use back, and takes the one of this size.
    fn enter(&mut self, size: usize) {
        if self.spare.len() <= size {
            self.spare.resize_with(size + 1, Vec::new);
        }
        self.spare[self.size] = std::mem::take(&mut self.entries);
        self.entries = std::mem::take(&mut self.spare[size]);
        self.entries.resize(SMALLEST << (GROWTH * size as u32), 0);
        self.shift = 64 - self.entries.len().trailing_zeros();
        self.size = size;
    }
}

impl Default for KeyTable {
    fn default() -> KeyTable {
        let mut table = KeyTable { entries: vec![], spare: vec![], size: 0, shift: 0, base: 0 };
        table.clear(0);
        table
    }
}

#[inline(always)]
fn hash(key: u64, shift: u32) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_keys_until_cleared() {
        let (mut table, mut keys) = (KeyTable::default(), Vec::<u64>::new());
        for round in 1..4u64 {
            table.clear(keys.len());
            keys.clear();
            let key = |number: u64| (number * round) << 9;
            assert_eq!(table.get(key(0), &keys), None);
            for number in 0..70_000 {
                table.make_room(&keys);
                assert_eq!(u64::from(table.insert(key(number), &keys)), number);
                keys.push(key(number));
                assert_eq!(u64::from(table.insert(key(number / 2), &keys)), number / 2);
            }
            assert!((0..70_000).all(|number| table.get(key(number), &keys) == Some(number as u32)));
            assert_eq!(table.get(1, &keys), None);
            assert!(table.size > 1, "the entries moved twice");
            table.base = 1 << 31; // the next table starts again
        }
    }
}
