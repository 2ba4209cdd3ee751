//! Rows of a `Database`, found on all threads as they are asked for.
use std::sync::atomic::Ordering;

use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{RowFacts, RowLine};
use gridlock::{Database, Puzzle};

use crate::numbers::Numbers;

/// Rows that are found at first.
pub const FIRST: usize = 64;
/// The most rows that are found at once.
pub const BATCH: usize = 1 << 16;

/// The line of a row, and what its board consists of.
pub fn with_facts(row: &Puzzle) -> Result<(RowLine, RowFacts), String> {
    let line = RowLine::from(row);
    let facts = RowFacts::of(&line).map_err(|error| error.to_string())?;
    Ok((line, facts))
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
    pub fn next_rows(&mut self, most: usize) -> Result<Vec<(RowLine, RowFacts)>, String> {
        let mut found = Vec::new();
        while found.is_empty() && self.next < self.numbers.len() {
            let most = if self.choice.needs_rows() { most.max(2 * self.next) } else { most };
            let places = self.next..self.numbers.len().min(self.next + most.clamp(FIRST, BATCH));
            let goes_on = |_| !self.choice.stop.load(Ordering::Relaxed);
            let rows = self.numbers.rows(&self.database, places.clone(), with_facts, &goes_on)?;
            if self.choice.stop.load(Ordering::Relaxed) {
                return Err("stopped".to_owned());
            }
            self.next = places.end;
            let passes = |(row, facts): &(RowLine, RowFacts)| self.choice.accepts_row(row, facts);
            found.extend(rows.into_iter().filter(passes));
        }
        Ok(found)
    }
}
