//! A hash table from state keys to box numbers that can be cleared at once.
//!
//! Most clusters hold a handful of boxes and a few hold hundreds of thousands, and one table serves them all: an entry counts
//! only if it carries the current *epoch*, so clearing the table is one increment. `docs/NOTES.md` says what was tried instead.

/// Open addressing, linear probing, multiplicative hashing (Knuth, TAOCP 3, 6.4).
pub struct KeyTable {
    slots: Vec<Slot>,
    /// The hash is the top bits: 64 less the logarithm of the number of slots.
    shift: u32,
    epoch: u32,
    /// Keys of the current epoch.
    len: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    index: u32,
    epoch: u32,
}

/// The number of slots of a new table; a power of two.
const INITIAL: usize = 1 << 8;

impl KeyTable {
    /// An empty table.
    pub fn new() -> KeyTable {
        KeyTable { slots: vec![Slot::default(); INITIAL], shift: 64 - INITIAL.trailing_zeros(), epoch: 1, len: 0 }
    }

    /// Removes all keys. Keeps the memory unless it is far more than the last cluster needed.
    pub fn clear(&mut self) {
        if self.slots.len() > INITIAL << 8 && self.len < self.slots.len() / 64 {
            self.resize(self.slots.len() / 16);
        }
        self.len = 0;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill(Slot::default());
            self.epoch = 1;
        }
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
        self.slots.capacity() * size_of::<Slot>()
    }

    /// Doubles the table.
    #[cold]
    fn grow(&mut self) {
        let (old, epoch) = (std::mem::take(&mut self.slots), self.epoch);
        self.resize(old.len() * 2);
        for slot in old.into_iter().filter(|slot| slot.epoch == epoch) {
            self.insert(slot.key, slot.index);
        }
    }

    /// Makes it an empty table of this many slots.
    fn resize(&mut self, slots: usize) {
        self.slots = vec![Slot::default(); slots];
        self.shift = 64 - slots.trailing_zeros();
        (self.epoch, self.len) = (1, 0);
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
            let keys: Vec<u64> = (0..5000).map(|k| (k * (round + 1)) << 9).collect();
            for (i, &key) in keys.iter().enumerate() {
                assert_eq!(table.insert(key, i as u32), i as u32);
                assert_eq!(table.insert(key, 7), i as u32);
            }
            assert!(keys.iter().enumerate().all(|(i, &key)| table.insert(key, 7) == i as u32));
            assert_eq!((table.get(keys[7]), table.get(1)), (Some(7), None));
            assert!(table.add(1) && !table.add(1) && !table.add(keys[9]));
            table.clear();
        }
    }
}
