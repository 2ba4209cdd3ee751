//! The rows of a database that meet some conditions, as a rank file, made without finding any row.
use std::collections::BTreeMap;
use std::io;

use super::RankEntry;
use super::choice::RankChoice;
use super::expand::Expander;
use super::format::RankHeader;
use super::library::Database;
use super::writer::write_blocks;
use crate::board::{State, WallRange};
use crate::rows::{Conditions, Filter};

/// The most checkpoints of a selection, besides those for the share of rows and the first of each number of walls.
const CHECKPOINTS: usize = 384;
/// There is a checkpoint at least once for this share of the rows.
const CHECKPOINT_SHARE: usize = 128;

/// The rows of a database that meet some conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankSelection {
    /// The rank file. If it lacks rows of the database, its SHA-256 is zero, since no row was found.
    pub bytes: Vec<u8>,
    /// How many rows it has.
    pub rows: u64,
    /// How many rows have these numbers of walls, moves and pieces.
    pub counts: BTreeMap<(u32, u32, u32), u64>,
    /// Where a reader that can't count candidates may start its walk to the rank of a row. Ordered by walls and rank.
    pub checkpoints: Vec<Checkpoint>,
}

/// A candidate and its rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The number of walls.
    pub walls: u8,
    /// The rank among the candidates with this number of walls.
    pub rank: u64,
    /// The candidate.
    pub candidate: State,
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
        let checkpoints = self.checkpoints(&entries)?;
        Ok(RankSelection { bytes: self.file_of(&entries), rows: entries.len() as u64, counts, checkpoints })
    }

    /// The candidates of some rows, so that a reader has a short walk to most rows, and no long walk to any: between two of them
    /// are at most a share of the rows, and at most as many candidates as the number of checkpoints allows. With many walls there
    /// are few rows among very many candidates.
    fn checkpoints(&self, entries: &[RankEntry]) -> io::Result<Vec<Checkpoint>> {
        let rows_apart = entries.len() / CHECKPOINT_SHARE + 1;
        let chosen = |ranks_apart: u64| {
            let mut last = 0;
            (0..entries.len()).filter(move |&at| {
                let (one, other) = (entries[last], entries[at]);
                let is_far = one.walls != other.walls || at - last >= rows_apart || other.rank - one.rank >= ranks_apart;
                if is_far {
                    last = at;
                }
                is_far || at == 0
            })
        };
        let most = chosen(u64::MAX).count() + CHECKPOINTS;
        let mut ranks_apart = 1;
        while chosen(ranks_apart).nth(most).is_some() {
            ranks_apart += ranks_apart.div_ceil(4);
        }
        let mut expander = self.expander();
        chosen(ranks_apart)
            .map(|at| {
                let RankEntry { walls, rank, .. } = entries[at];
                Ok(Checkpoint { walls, rank, candidate: expander.candidate(entries[at])? })
            })
            .collect()
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
        let mut bytes = header.to_bytes();
        write_blocks(entries, &mut bytes).expect("memory takes every byte");
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::ranks::built_in;
    use std::path::Path;

    #[test]
    fn the_whole_selection_is_the_file_and_a_part_has_the_rows_that_pass() {
        for name in ["@rush4", "@rush5"] {
            let database = Database::open(name).expect("a built-in database");
            let whole = database.selection(&Filter::ALL).expect("a selection");
            assert_eq!(
                (whole.bytes.as_slice(), whole.rows),
                (built_in(Path::new(name)).expect("built in"), database.len()),
                "{name}"
            );
            assert_eq!(whole.counts.values().sum::<u64>(), database.len());
            let filter =
                Filter { moves: "5..7".parse().expect("a range"), pieces: "..8".parse().expect("a range"), ..Filter::ALL };
            let part = database.selection(&filter).expect("a selection");
            let entries = |database: &Database| database.entries().collect::<Result<Vec<_>, _>>().expect("entries");
            let all = entries(&database);
            let expected: Vec<_> = database.select(&filter).expect("rows").into_iter().map(|row| all[row as usize]).collect();
            assert!(!expected.is_empty() && expected.len() < all.len());
            assert_eq!(entries(&Database::of_bytes(part.bytes).expect("a rank file")), expected);
            for Checkpoint { walls, rank, candidate } in whole.checkpoints.into_iter().chain(part.checkpoints) {
                let range = WallRange::new(walls, walls).expect("a range");
                assert_eq!(Generator::new(database.size(), range).expect("few").rank(&candidate), Some(rank));
            }
        }
    }
}
