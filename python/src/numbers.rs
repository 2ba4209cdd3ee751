//! The numbers of the rows of a view, and the rows themselves.
use std::ops::Range;
use std::sync::Arc;

use gridlock::{Database, Puzzle, RankEntry};

use crate::interrupt::on_all_threads;

/// Rows that one thread finds before it asks for more work.
const PIECE: usize = 16;

/// The numbers of the rows of a view, in its order.
#[derive(Clone)]
pub enum Numbers {
    /// All rows of a database with this many.
    All(u64),
    Chosen(Arc<[u64]>),
}

impl Numbers {
    pub fn len(&self) -> usize {
        match self {
            Numbers::All(rows) => *rows as usize,
            Numbers::Chosen(numbers) => numbers.len(),
        }
    }

    pub fn get(&self, place: usize) -> u64 {
        match self {
            Numbers::All(_) => place as u64,
            Numbers::Chosen(numbers) => numbers[place],
        }
    }

    /// The places of a row in a range of places, in order.
    pub fn places_of(&self, number: u64, places: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let places = match self {
            // all rows are there once, in order
            Numbers::All(_) => places.start.max(number as usize)..places.end.min(number as usize + 1),
            Numbers::Chosen(_) => places,
        };
        places.filter(move |&place| self.get(place) == number)
    }

    /// Whether all rows of a database of `rows` are there, once each.
    pub fn has_all(&self, rows: u64) -> bool {
        let mut numbers = match self {
            Numbers::All(_) => return true,
            Numbers::Chosen(numbers) if numbers.len() as u64 == rows => numbers.to_vec(),
            Numbers::Chosen(_) => return false,
        };
        numbers.sort_unstable();
        numbers.into_iter().eq(0..rows)
    }

    /// The numbers one by one.
    pub fn to_vec(&self) -> Vec<u64> {
        match self {
            Numbers::All(rows) => (0..*rows).collect(),
            Numbers::Chosen(numbers) => numbers.to_vec(),
        }
    }

    /// What `make` makes of the rows of a range of places, found on all threads, see [`expand`].
    ///
    /// # Errors
    /// The message of a rank that gives no row.
    pub fn rows<T: Send>(
        &self,
        database: &Database,
        places: Range<usize>,
        make: impl Fn(RankEntry, &Puzzle) -> Result<T, String> + Sync,
        hear: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<T>, String> {
        expand(database, &self.entries(database, places).collect::<Result<Vec<_>, _>>()?, make, hear)
    }

    /// What the file has of the rows of a range of places; the error is the message.
    pub fn entries<'d>(
        &'d self,
        database: &'d Database,
        places: Range<usize>,
    ) -> impl Iterator<Item = Result<RankEntry, String>> + 'd {
        let entries = database.entries_of(places.map(|place| self.get(place)));
        entries.map(|entry| entry.map_err(|problem| problem.to_string()))
    }
}

/// Finds the rows of some entries on all threads, and returns what `make` makes of each, in their order. [`on_all_threads`] says
/// when it calls `hear`.
///
/// # Errors
/// The message of a rank that gives no row.
pub fn expand<T: Send>(
    database: &Database,
    entries: &[RankEntry],
    make: impl Fn(RankEntry, &Puzzle) -> Result<T, String> + Sync,
    hear: &dyn Fn(usize) -> bool,
) -> Result<Vec<T>, String> {
    on_all_threads(
        entries.len(),
        PIECE,
        || database.expander(),
        |expander, places| {
            let row = |&entry: &RankEntry| {
                let problem = |problem| format!("the row of rank {} with {} walls: {problem}", entry.rank, entry.walls);
                make(entry, &expander.row(entry).map_err(problem)?)
            };
            entries[places].iter().map(row).collect()
        },
        hear,
    )
}
