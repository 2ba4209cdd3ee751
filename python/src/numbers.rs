//! The numbers of the rows of a view.
use std::ops::Range;
use std::sync::Arc;

use gridlock::{Database, RankEntry};

/// The numbers of the rows of a view, in its order.
#[derive(Clone)]
pub enum Numbers {
    All(Range<u64>),
    Chosen(Arc<[u64]>),
}

impl Numbers {
    pub fn len(&self) -> usize {
        match self {
            Numbers::All(range) => (range.end - range.start) as usize,
            Numbers::Chosen(numbers) => numbers.len(),
        }
    }

    pub fn get(&self, place: usize) -> u64 {
        match self {
            Numbers::All(range) => range.start + place as u64,
            Numbers::Chosen(numbers) => numbers[place],
        }
    }

    /// The places of a row in a range of places, in order.
    pub fn places_of(&self, number: u64, places: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let places = match self {
            // all rows are there once, in order
            Numbers::All(range) => {
                let place = number.wrapping_sub(range.start) as usize;
                if places.contains(&place) { place..place + 1 } else { 0..0 }
            }
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

    /// Those that are also in a sorted list of numbers of the same database.
    pub fn among(&self, chosen: Vec<u64>) -> Numbers {
        match self {
            Numbers::All(range) if chosen.len() as u64 == range.end - range.start => self.clone(),
            Numbers::All(_) => Numbers::Chosen(chosen.into()),
            Numbers::Chosen(numbers) => {
                Numbers::Chosen(numbers.iter().copied().filter(|number| chosen.binary_search(number).is_ok()).collect())
            }
        }
    }

    /// The numbers one by one.
    pub fn to_vec(&self) -> Vec<u64> {
        match self {
            Numbers::All(range) => range.clone().collect(),
            Numbers::Chosen(numbers) => numbers.to_vec(),
        }
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
