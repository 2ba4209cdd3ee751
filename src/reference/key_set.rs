//! The set of states that a plain search has met.
use crate::board::TooManyStates;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A set of keys, numbered in the order in which they came: 8 bytes a key and 6 to 11 for its place in the table.
#[derive(Clone)]
pub(crate) struct KeySet {
    keys: Vec<u64>,
    table: HashTable<u32>,
    most: usize,
}

impl KeySet {
    pub(crate) fn new(max_states: usize) -> KeySet {
        KeySet { keys: Vec::new(), table: HashTable::new(), most: max_states.min(u32::MAX as usize) }
    }

    /// Adds a key; whether it is new.
    pub(crate) fn insert(&mut self, key: u64) -> Result<bool, TooManyStates> {
        let KeySet { keys, table, most } = self;
        let hash = |key: u64| FxBuildHasher.hash_one(key);
        let entry = table.entry(hash(key), |&i| keys[i as usize] == key, |&i| hash(keys[i as usize]));
        let hashbrown::hash_table::Entry::Vacant(place) = entry else { return Ok(false) };
        let number = keys.len();
        if number >= *most {
            return Err(TooManyStates(*most));
        }
        place.insert(number as u32);
        keys.push(key);
        Ok(true)
    }

    pub(crate) fn number(&self, key: u64) -> Option<u32> {
        self.table.find(FxBuildHasher.hash_one(key), |&i| self.keys[i as usize] == key).copied()
    }

    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }
}
