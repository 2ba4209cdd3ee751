//! The rows of a database that a choice wants, found by their ranks; and those that meet some conditions as a rank file, made without
//! finding any.
use super::RankEntry;
use super::choice::RankChoice;
use super::expand::Expander;
use super::format::RankHeader;
use super::library::Database;
use super::writer::{completed, write_blocks};
use crate::board::WallRange;
use crate::engine::{drive, in_shares};
use crate::rows::{
    BoardLines, Conditions, Filter, Ranking, Row, RowLine, SampleSize, Sampler, Sampling, Stage, conditional_sample,
};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// A row by its number in the file.
type NumberedEntry = (u64, RankEntry);

/// Rows that a thread finds, to test a condition on them, before it asks for more.
const TESTED: usize = 16;

impl Database {
    /// The rows that a choice wants, by number: of all rows, or of `among`. They are in the order of these, except that a spread
    /// sample has fewer moves first. Conditions that need rows are tested only for a sample, in sampling order until it is full;
    /// no other row is found. Works on all threads.
    ///
    /// # Errors
    /// A block is damaged, a rank gives no row, or the stop flag of the choice is set.
    ///
    /// # Panics
    /// If `among` has a number that no row has.
    pub fn chosen(&self, among: Option<&[u64]>, choice: &RankChoice) -> io::Result<Vec<u64>> {
        Ok(self.chosen_entries(among, choice)?.into_iter().map(|(row, _)| row).collect())
    }

    /// As [`Database::chosen`], with the entry of each row. Counts the rows.
    pub(super) fn chosen_entries(&self, among: Option<&[u64]>, choice: &RankChoice) -> io::Result<Vec<NumberedEntry>> {
        let accepted = self.each_accepted(among, choice, |row, entry, _| Ok((row, entry)))?;
        choice.counts.rows.fetch_add(among.map_or(self.len(), |rows| rows.len() as u64), Ordering::Relaxed);
        choice.counts.passed.fetch_add(accepted.len() as u64, Ordering::Relaxed);
        match &choice.then {
            Some(Stage::Sample(sampling)) => self.sample(&accepted, sampling, choice),
            Some(Stage::Order(ranking)) => self.first(&accepted, *ranking),
            _ => Ok(accepted),
        }
    }

    /// What `make` makes of each row that meets the conditions on ranks, in order. Works on all threads.
    pub(super) fn each_accepted<T: Send + Clone>(
        &self,
        among: Option<&[u64]>,
        choice: &RankChoice,
        make: impl Fn(u64, RankEntry, &mut Expander<'_>) -> io::Result<T> + Sync,
    ) -> io::Result<Vec<T>> {
        let file = self.file();
        let of_share = |places: Range<usize>| {
            let (mut expander, mut made) = (self.expander(), Vec::new());
            // the numbers of a block and its rows, none of them if all have other walls
            let mut held = (0..0, Vec::new());
            for place in places {
                let row = among.map_or(place as u64, |rows| rows[place]);
                if !held.0.contains(&row) {
                    let block = file.block_of(row);
                    let is_wanted = choice.conditions.filter.walls.contains(u32::from(file.walls_of(block)));
                    held = (file.rows_of(block), if is_wanted { file.block(block)? } else { Vec::new() });
                }
                let Some(&entry) = held.1.get((row - held.0.start) as usize) else { continue };
                if choice.accepts(entry, &mut expander)? {
                    made.push(make(row, entry, &mut expander)?);
                }
            }
            Ok::<_, io::Error>(made)
        };
        let made = in_shares(among.map_or(self.len() as usize, <[u64]>::len), of_share);
        Ok(made.into_iter().collect::<Result<Vec<Vec<T>>, _>>()?.concat())
    }

    /// A sample of some rows that meet the conditions on ranks.
    fn sample(&self, rows: &[NumberedEntry], sampling: &Sampling, choice: &RankChoice) -> io::Result<Vec<NumberedEntry>> {
        let mut expander = self.expander();
        let lines = |&(_, entry): &NumberedEntry| lines(entry, &mut expander);
        let offer = |sampler: &mut Sampler<NumberedEntry>| {
            offer_in_shares(rows, sampler);
            Ok(())
        };
        if !choice.conditions.need_rows() {
            let mut sampler = Sampler::new(sampling.clone());
            offer_in_shares(rows, &mut sampler);
            return sampler.finish(lines);
        }
        let meets = |expander: &mut Expander<'_>, candidate: NumberedEntry| {
            let row = Row::of(RowLine::from(&expander.row_of(self.file().block_of(candidate.0), candidate.1)?));
            let row = row.expect("a row of our own").of_rules(expander.rules());
            Ok(choice.conditions.accept(&row).then_some(candidate))
        };
        let meeting = |candidates: Vec<NumberedEntry>| {
            let mut found = Vec::with_capacity(candidates.len());
            let driven = drive(
                || self.expander(),
                |expander, part: &[NumberedEntry]| part.iter().map(|&candidate| meets(expander, candidate)).collect(),
                candidates.chunks(TESTED),
                choice.threads,
                &choice.stop,
                |part: io::Result<Vec<Option<NumberedEntry>>>| {
                    found.extend(part?);
                    Ok(())
                },
            );
            completed(driven)?;
            Ok(found)
        };
        conditional_sample(sampling, offer, meeting, lines)
    }

    /// The first of some rows in an order by a column that ranks tell: of rows with the same number, those with more moves come
    /// first. All rows of the last place are among them, since the published order decides between these. Of the cluster size
    /// ranks tell the class: then these are all rows of the last class, if the file has classes, and all rows if not.
    fn first(&self, rows: &[NumberedEntry], ranking: Ranking) -> io::Result<Vec<NumberedEntry>> {
        let by_class = ranking.column.name == "cluster_size";
        if by_class && !self.header().has_classes {
            return Ok(rows.to_vec());
        }
        let needs_counts = !["moves", "walls", "cluster_size"].contains(&ranking.column.name);
        let most = ranking.top.unwrap_or(usize::MAX);
        let placed = |part: Range<usize>| {
            let mut expander = self.expander();
            let place = |number: usize| {
                let entry = rows[number].1;
                let known = match (needs_counts, by_class) {
                    (true, _) => expander.known(entry)?,
                    (_, true) => Row { cluster_size: entry.size_class.into(), ..Row::from(entry) },
                    (false, false) => Row::from(entry),
                };
                let more_moves_first = if by_class { 0 } else { u32::MAX - entry.moves };
                Ok(((ranking.key(&known), more_moves_first), number))
            };
            Ok(first_places(part.map(place).collect::<io::Result<Vec<_>>>()?, most))
        };
        let of_shares = in_shares(rows.len(), placed).into_iter().collect::<io::Result<Vec<Vec<_>>>>()?;
        Ok(first_places(of_shares.concat(), most).into_iter().map(|(_, number)| rows[number]).collect())
    }
}

/// The first `most` of some rows by their places, in any order, and the others with the last of these places.
fn first_places<P: Ord + Copy>(mut placed: Vec<(P, usize)>, most: usize) -> Vec<(P, usize)> {
    if most == 0 {
        return Vec::new();
    }
    if placed.len() > most {
        let last = placed.select_nth_unstable(most - 1).1.0;
        placed.retain(|&(place, _)| place <= last);
    }
    placed
}

/// Offers rows to a sampler, of each thread's share only those that may be in the sample.
fn offer_in_shares(rows: &[NumberedEntry], sampler: &mut Sampler<NumberedEntry>) {
    let sampling = &sampler.sampling;
    // A row of the sample is also in a sample of its share; a spread sample has at most its size of each number of moves.
    let size = match sampling.size {
        _ if sampling.distinct => SampleSize::All,
        SampleSize::Spread(most) => SampleSize::PerMoves(most),
        size => size,
    };
    let of_share = Sampling { size, distinct: false, ..sampling.clone() };
    let sampled = in_shares(rows.len(), |part| {
        let mut sampler = Sampler::new(of_share.clone());
        rows[part].iter().for_each(|&row| sampler.offer(row));
        sampler.finish_any()
    });
    sampled.into_iter().flatten().for_each(|row| sampler.offer(row));
}

/// The lines of a row's board, which are those of its candidate.
fn lines(entry: RankEntry, expander: &mut Expander<'_>) -> io::Result<BoardLines> {
    expander.vehicle_counts(entry)?; // an error if there is no such rank
    Ok(BoardLines::of(&expander.candidate(entry)?))
}

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

#[cfg(feature = "database")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_threads_change_nothing() {
        let database = Database::open("@rush5").expect("a built-in database");
        let entries: Vec<RankEntry> = database.entries().collect::<Result<_, _>>().expect("entries");
        let mut compared = 0;
        for rows in [0..database.len(), 0..3, 7..7, 500..1700] {
            let rows: Vec<u64> = rows.rev().collect(); // a view may have any order
            for size in [SampleSize::All, SampleSize::Total(40), SampleSize::PerMoves(3), SampleSize::Spread(50)] {
                let sampling = Sampling { size, seed: 7, ..Sampling::ALL };
                let choice = RankChoice { then: Some(Stage::Sample(sampling.clone())), ..RankChoice::all() };
                let mut plain = Sampler::new(sampling);
                rows.iter().for_each(|&row| plain.offer((row, entries[row as usize])));
                let plain: Vec<u64> = plain.finish_any().into_iter().map(|(row, _)| row).collect();
                assert_eq!(database.chosen(Some(&rows), &choice).expect("a sample"), plain, "{size:?}");
                compared += plain.len();
            }
        }
        assert!(compared > 8000, "{compared}");
    }

    #[test]
    fn ranks_tell_what_rows_have() {
        let database = Database::open("@rush5").expect("a built-in database");
        let mut expander = database.expander();
        for entry in database.entries().step_by(7).map(|entry| entry.expect("an entry")) {
            let row = Row::of(RowLine::from(&expander.row(entry).expect("a row"))).expect("pieces");
            let known = expander.known(entry).expect("a rank");
            assert_eq!(Row { board: String::new(), cluster_size: 0, rank: Some(entry.rank), ..row }, known);
        }
    }

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
