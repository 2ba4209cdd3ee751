//! A hash table from state keys to box numbers that can be cleared at once.
//!
//! Most clusters hold a handful of boxes and a few hold hundreds of thousands, and one table serves them all: an entry counts
//! only if it carries the current *epoch*, so clearing the table is one increment. `docs/NOTES.md` says what was tried instead.

/// Open addressing, linear probing, multiplicative hashing (Knuth, TAOCP 3, 6.4).
///
/// The keys of a small cluster should be near each other in memory, however large the clusters before it. So there is one table
/// per size; every cluster starts with the smallest, and its keys move to the next when it is half full.
pub struct KeyTable {
    slots: Vec<Slot>,
    /// The hash is the top bits: 64 less the logarithm of the number of slots.
    shift: u32,
    epoch: u32,
    /// Keys of the current epoch.
    len: usize,
    /// The tables of all sizes, smallest first, with their epochs. The one in use is in `slots` and `epoch`, and empty here.
    spare: Vec<(Vec<Slot>, u32)>,
    /// The number of the table in use.
    size: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    index: u32,
    epoch: u32,
}

/// The number of slots of the smallest table; a power of two.
const SMALLEST: usize = 1 << 12;
/// The next table has `2^GROWTH` times the slots.
const GROWTH: u32 = 2;

impl KeyTable {
    /// An empty table.
    pub fn new() -> KeyTable {
        let mut table = KeyTable { slots: vec![], shift: 0, epoch: 0, len: 0, spare: vec![(vec![], 0)], size: 0 };
        table.enter(0);
        table
    }

    /// Removes all keys. Keeps the memory.
    pub fn clear(&mut self) {
        if self.size > 0 {
            self.enter(0);
        } else {
            self.next_epoch();
        }
        self.len = 0;
    }

    /// The index of `key`; `index` is stored and returned if the key is new.
    #[inline(always)]
    pub fn insert(&mut self, key: u64, index: u32) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(key, self.shift);
        loop {
            let slot = &mut self.slots[at & mask];
            if slot.epoch != self.epoch {
                *slot = Slot { key, index, epoch: self.epoch };
                self.len += 1;
                if self.len * 2 > self.slots.len() {
                    self.grow();
                }
                return index;
            }
            if slot.key == key {
                return slot.index;
            }
            at += 1;
        }
    }

    /// Reads the place where `key` is or would be, so that it is in the cache when the key is added. The result has no meaning.
    #[inline(always)]
    pub fn touch(&self, key: u64) -> u32 {
        self.slots[hash(key, self.shift) & (self.slots.len() - 1)].epoch
    }

    /// Adds a key to a table used as a set; false if it was there already.
    #[inline(always)]
    pub fn add(&mut self, key: u64) -> bool {
        let number = self.len as u32; // the caller bounds `len`
        self.insert(key, number) == number
    }

    /// The index stored for `key`, if it is there.
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash(key, self.shift);
        loop {
            let slot = &self.slots[at & mask];
            if slot.epoch != self.epoch {
                return None;
            }
            if slot.key == key {
                return Some(slot.index);
            }
            at += 1;
        }
    }

    /// The number of keys.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let spare: usize = self.spare.iter().map(|(slots, _)| slots.capacity()).sum();
        (self.slots.capacity() + spare) * size_of::<Slot>()
    }

    /// Moves all keys to the next larger table.
    #[cold]
    fn grow(&mut self) {
        let (from, epoch) = (self.size, self.epoch);
        self.enter(from + 1);
        self.len = 0;
        let old = std::mem::take(&mut self.spare[from].0);
        for slot in old.iter().filter(|slot| slot.epoch == epoch) {
            self.insert(slot.key, slot.index);
        }
        self.spare[from].0 = old;
    }

    /// Puts the table in use back, and takes the one of this number, without its keys.
    fn enter(&mut self, size: usize) {
        self.spare[self.size] = (std::mem::take(&mut self.slots), self.epoch);
        if size == self.spare.len() {
            self.spare.push((vec![], 0));
        }
        (self.slots, self.epoch) = std::mem::take(&mut self.spare[size]);
        let slots = SMALLEST << (GROWTH * size as u32);
        if self.slots.is_empty() {
            self.slots = vec![Slot::default(); slots];
        }
        self.shift = 64 - slots.trailing_zeros();
        self.size = size;
        self.next_epoch();
    }

    /// Forgets the keys of the table in use.
    #[inline(always)]
    fn next_epoch(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill(Slot::default());
            self.epoch = 1;
        }
    }
}

impl Default for KeyTable {
    fn default() -> KeyTable {
        KeyTable::new()
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
    fn keeps_what_it_was_given_until_cleared() {
        let mut table = KeyTable::new();
        for round in 0..3u64 {
            let keys: Vec<u64> = (0..20_000).map(|k| (k * (round + 1)) << 9).collect();
            for (i, &key) in keys.iter().enumerate() {
                assert_eq!(table.insert(key, i as u32), i as u32);
                assert_eq!(table.insert(key, 7), i as u32);
            }
            assert!(keys.iter().enumerate().all(|(i, &key)| table.insert(key, 7) == i as u32));
            assert_eq!((table.get(keys[7]), table.get(1)), (Some(7), None));
            assert!(table.size > 1, "the keys moved twice");
            assert!(table.add(1) && !table.add(1) && !table.add(keys[9]));
            table.clear();
            assert!(table.size == 0 && keys.iter().all(|&key| table.get(key).is_none()));
        }
    }
}
