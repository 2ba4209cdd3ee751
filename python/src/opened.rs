//! A database that is open: what its views share, and their rows, found on all threads as they are asked for.
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{Row, RowLine, split_hash};
use gridlock::{Database, Puzzle, RankEntry};

use crate::numbers::{Numbers, expand};

/// A rank file, or a built-in one, that views share.
pub struct Opened {
    pub database: Database,
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
    pub fn new(database: Database, origin: PathBuf) -> Opened {
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
        let hash = |entry, puzzle: &Puzzle| Ok(split_hash(seed, &row_of(&self.database, entry, puzzle)?));
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

/// Rows that are found at first.
pub const FIRST: usize = 64;
/// The most rows that are found at once.
pub const BATCH: usize = 1 << 16;

/// The row of an entry of a database.
pub fn row_of(database: &Database, entry: RankEntry, puzzle: &Puzzle) -> Result<Row, String> {
    let row = Row::of(RowLine::from(puzzle)).map_err(|error| error.to_string())?;
    Ok(Row { rank: Some(entry.rank), ..row.of_rules(database.rules()) })
}

/// The rows of a view of a database that pass a filter and a split, in the order of the view.
pub struct Walk {
    pub database: Database,
    pub numbers: Numbers,
    /// The place of the first row that has not been found.
    pub next: usize,
    /// The conditions, and what ends the work.
    pub choice: RankChoice,
}

impl Walk {
    /// The next rows, at least one unless there are no more, and not many more than `most`.
    ///
    /// # Errors
    /// The message of a rank that gives no row.
    pub fn next_rows(&mut self, most: usize) -> Result<Vec<Row>, String> {
        let mut found = Vec::new();
        while found.is_empty() && self.next < self.numbers.len() {
            let most = if self.choice.conditions.need_rows() { most.max(2 * self.next) } else { most };
            let places = self.next..self.numbers.len().min(self.next + most.clamp(FIRST, BATCH));
            let row = |entry, puzzle: &Puzzle| row_of(&self.database, entry, puzzle);
            let goes_on = |_| !self.choice.stop.load(Ordering::Relaxed);
            let rows = self.numbers.rows(&self.database, places.clone(), row, &goes_on)?;
            if self.choice.stop.load(Ordering::Relaxed) {
                return Err("stopped".to_owned());
            }
            self.next = places.end;
            // a rank tells whether conditions that do not need the row are met
            let conditions = &self.choice.conditions;
            found.extend(rows.into_iter().filter(|row| !conditions.need_rows() || conditions.accept(row)));
        }
        Ok(found)
    }
}
