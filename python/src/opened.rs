//! A database that is open, and what its views share.
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use gridlock::internals::rows::split_hash;

use crate::walk::row_of;

use crate::numbers::expand;

/// A rank file, or a built-in one, that views share.
pub struct Opened {
    pub database: gridlock::Database,
    /// The name of a built-in database, or the absolute path of a file.
    pub origin: PathBuf,
    /// What decides the sides of a split, as far as it was found, for the seed that was used last.
    sides: Mutex<Sides>,
}

/// For each row by its number what decides its side with a seed.
#[derive(Default)]
struct Sides {
    seed: u64,
    of_rows: Vec<Option<u64>>,
}

impl Opened {
    pub fn new(database: gridlock::Database, origin: PathBuf) -> Opened {
        Opened { database, origin, sides: Mutex::default() }
    }

    /// What decides the side of each row of some numbers. `hear` is told how many rows were found.
    pub fn split_hashes(&self, numbers: &[u64], seed: u64, hear: &dyn Fn(usize) -> bool) -> Result<Vec<u64>, String> {
        let sides = || self.sides.lock().unwrap_or_else(PoisonError::into_inner);
        let known: Vec<Option<u64>> = {
            let mut sides = sides();
            if sides.seed != seed || sides.of_rows.is_empty() {
                *sides = Sides { seed, of_rows: vec![None; self.database.len() as usize] };
            }
            numbers.iter().map(|&number| sides.of_rows[number as usize]).collect()
        };
        let missing: Vec<u64> =
            numbers.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(&number, _)| number).collect();
        let entries = self.database.entries_of(missing.iter().copied()).collect::<Result<Vec<_>, _>>();
        let entries = entries.map_err(|problem| problem.to_string())?;
        let hash = |entry, puzzle: &gridlock::Puzzle| Ok(split_hash(seed, &row_of(&self.database, entry, puzzle)?));
        let found = expand(&self.database, &entries, hash, &|done| hear(numbers.len() - missing.len() + done))?;
        if found.len() < missing.len() {
            return Err("stopped".to_owned()); // some of them are missing anywhere
        }
        let mut sides = sides();
        if sides.seed == seed {
            missing.iter().zip(&found).for_each(|(&number, &hash)| sides.of_rows[number as usize] = Some(hash));
        }
        let mut found = found.into_iter();
        Ok(known.into_iter().filter_map(|known| known.or_else(|| found.next())).collect())
    }
}
