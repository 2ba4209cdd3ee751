//! The rows of a database that meet some conditions, as a rank file, made without finding any row.
use std::collections::BTreeMap;
use std::io;

use super::RankEntry;
use super::choice::RankChoice;
use super::expand::Expander;
use super::format::RankHeader;
use super::library::Database;
use super::writer::write_blocks;
use crate::board::WallRange;
use crate::rows::{Conditions, Filter};

/// The rows of a database that meet some conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankSelection {
    /// The rank file. If it lacks rows of the database, its SHA-256 is zero, since no row was found.
    pub bytes: Vec<u8>,
    /// How many rows it has.
    pub rows: u64,
    /// How many rows have these numbers of walls, moves and pieces.
    pub counts: BTreeMap<(u32, u32, u32), u64>,
}

impl Database {
    /// The rows that meet some conditions, as a rank file. Conditions on the size of the cluster are ignored. Works on all
    /// threads.
    ///
    /// # Errors
    /// A block is damaged, or a rank impossible.
    pub fn selection(&self, filter: &Filter) -> io::Result<RankSelection> {
        let choice = RankChoice::of(Conditions { filter: filter.clone(), split: None });
        let pieces = |_, entry, expander: &mut Expander<'_>| Ok((entry, expander.known(entry)?.pieces));
        let kept: Vec<(RankEntry, u32)> = self.each_accepted(None, &choice, pieces)?;
        let mut counts = BTreeMap::new();
        for (entry, pieces) in &kept {
            *counts.entry((u32::from(entry.walls), entry.moves, *pieces)).or_default() += 1;
        }
        let entries: Vec<RankEntry> = kept.into_iter().map(|(entry, _)| entry).collect();
        Ok(RankSelection { bytes: self.file_of(&entries), rows: entries.len() as u64, counts })
    }

    fn file_of(&self, entries: &[RankEntry]) -> Vec<u8> {
        let rows = entries.len() as u64;
        let [least, most] = [entries.first(), entries.last()].map(|entry| entry.map_or(0, |entry| entry.walls));
        let own = RankHeader {
            walls: WallRange::new(least, most).expect("they are in order"),
            is_whole: false,
            rows,
            sha256: [0; 32],
            ..self.header().clone()
        };
        let header = if rows == self.len() { self.header().clone() } else { own };
        // a page has no use for size classes, and is shorter without
        let mut bytes = RankHeader { has_classes: false, ..header }.to_bytes();
        write_blocks(entries, false, &mut bytes).expect("memory takes every byte");
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_selection_is_the_file_and_a_part_has_the_rows_that_pass() {
        for name in ["@rush4", "@rush5"] {
            let database = Database::open(name).expect("a built-in database");
            let whole = database.selection(&Filter::ALL).expect("a selection");
            let entries = |database: &Database| database.entries().collect::<Result<Vec<_>, _>>().expect("entries");
            let without = |entries: Vec<RankEntry>| -> Vec<RankEntry> {
                entries.into_iter().map(|entry| RankEntry { size_class: 0, ..entry }).collect()
            };
            let read = Database::of_bytes(whole.bytes.clone()).expect("a rank file");
            assert_eq!((entries(&read), read.sha256()), (without(entries(&database)), database.sha256()), "{name}");
            assert_eq!(whole.counts.values().sum::<u64>(), database.len());
            let filter =
                Filter { moves: "5..7".parse().expect("a range"), pieces: "..8".parse().expect("a range"), ..Filter::ALL };
            let part = database.selection(&filter).expect("a selection");
            let all = without(entries(&database));
            let expected: Vec<_> = database.select(&filter).expect("rows").into_iter().map(|row| all[row as usize]).collect();
            assert!(!expected.is_empty() && expected.len() < all.len());
            assert_eq!(entries(&Database::of_bytes(part.bytes).expect("a rank file")), expected);
        }
    }
}
