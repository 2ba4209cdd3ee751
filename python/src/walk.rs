//! Rows of a `Database`, found on all threads as they are asked for.
use std::sync::atomic::Ordering;

use gridlock::internals::ranks::RankChoice;
use gridlock::internals::rows::{RowFacts, RowLine};
use gridlock::{Database, Puzzle, RankEntry};

use crate::numbers::Numbers;
use crate::threads::on_all_threads;

/// Rows that one thread finds before it asks for more work.
const PIECE: usize = 16;
/// Rows that are found at first.
pub const FIRST: usize = 64;
/// The most rows that are found at once.
pub const BATCH: usize = 1 << 16;

/// The line of a row.
pub fn row_line(row: &Puzzle) -> RowLine {
    RowLine { moves: row.moves, board: row.board.to_string(), cluster_size: row.cluster_size }
}

/// The line of a row, and what its board consists of.
pub fn with_facts(row: &Puzzle) -> Result<(RowLine, RowFacts), String> {
    let line = row_line(row);
    let facts = RowFacts::of(&line).map_err(|error| error.to_string())?;
    Ok((line, facts))
}

/// Finds the rows of some entries on all threads, and returns what `make` makes of each, in their order. [`on_all_threads`] says
/// when it calls `hear`.
///
/// # Errors
/// The message of a rank that gives no row.
pub fn expand<T: Send>(
    database: &Database,
    entries: &[RankEntry],
    make: impl Fn(&Puzzle) -> Result<T, String> + Sync,
    hear: &dyn Fn(usize) -> bool,
) -> Result<Vec<T>, String> {
    on_all_threads(
        entries.len(),
        PIECE,
        || database.expander(),
        |expander, places| {
            let row = |&entry: &RankEntry| {
                let problem = |problem| format!("the row of rank {} with {} walls: {problem}", entry.rank, entry.walls);
                make(&expander.row(entry).map_err(problem)?)
            };
            entries[places].iter().map(row).collect()
        },
        hear,
    )
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
            let entries = self.numbers.entries(&self.database, places.clone()).collect::<Result<Vec<RankEntry>, String>>()?;
            let rows = expand(&self.database, &entries, with_facts, &|_| !self.choice.stop.load(Ordering::Relaxed))?;
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
