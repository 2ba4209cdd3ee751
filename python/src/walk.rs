//! Rows of a `Database`, found on all threads as they are asked for.
use std::sync::atomic::Ordering;

use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{Row, RowLine};
use gridlock::{Database, Puzzle, RankEntry};

use crate::numbers::Numbers;

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
