//! Random samples of rows, in total or for each number of moves.
use super::columns::TableRow;
use super::row::RowLine;
use super::seeded_hash::seeded_hash;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

/// The number of rows to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleSize {
    /// All rows.
    All,
    /// At most this many in total.
    Total(usize),
    /// At most this many for each number of moves.
    PerMoves(usize),
    /// At most this many in total, spread over the numbers of moves as evenly as their rows allow.
    Spread(usize),
}

/// A row that can be sampled.
pub trait Sampled {
    /// Its number of moves.
    fn moves(&self) -> u32;

    /// What identifies it: its board, or its rank.
    fn text(&self) -> Cow<'_, str>;
}

impl Sampled for RowLine {
    fn moves(&self) -> u32 {
        self.moves
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.board)
    }
}

impl Sampled for TableRow {
    fn moves(&self) -> u32 {
        self.moves
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.board)
    }
}

/// Keeps a random sample: the rows with the smallest [`seeded_hash`]. So it does not depend on the order of the rows, unless two
/// have the same hash.
#[derive(Debug)]
pub struct Sampler<T = RowLine> {
    sample_size: SampleSize,
    seed: u64,
    offered: u64,
    all: Vec<(u64, T)>,
    /// The rows kept for each number of moves, or all of them under 0, by (hash, place in the input).
    kept: BTreeMap<u32, BTreeMap<(u64, u64), T>>,
}

/// Rows in the order of their hashes, each with its hash and its place in the input.
pub(crate) type Turns<T> = VecDeque<((u64, u64), T)>;

impl<T: Sampled> Sampler<T> {
    /// An empty sample.
    pub fn new(sample_size: SampleSize, seed: u64) -> Sampler<T> {
        Sampler { sample_size, seed, offered: 0, all: Vec::new(), kept: BTreeMap::new() }
    }

    /// Offers a row.
    pub fn offer(&mut self, row: T) {
        self.offered += 1;
        let (class, most) = match self.sample_size {
            SampleSize::All => return self.all.push((self.offered, row)),
            SampleSize::Total(most) => (0, most),
            SampleSize::PerMoves(most) | SampleSize::Spread(most) => (row.moves(), most),
        };
        let hash = seeded_hash(self.seed, "sample", &row.text());
        let kept = self.kept.entry(class).or_default();
        if kept.len() < most || kept.last_key_value().is_some_and(|(&(last, _), _)| hash < last) {
            kept.insert((hash, self.offered), row);
            if kept.len() > most {
                kept.pop_last();
            }
        }
    }

    /// The number of rows offered so far.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The rows kept of each number of moves, or all of them under 0, each with its hash and its place in the input. The first of
    /// them form a smaller sample.
    pub(crate) fn into_turns(self) -> BTreeMap<u32, Turns<T>> {
        self.kept.into_iter().map(|(moves, rows)| (moves, rows.into_iter().collect())).collect()
    }

    /// The rows of the sample, in the order in which they were offered; a spread sample has the fewest moves first.
    pub fn finish(mut self) -> Vec<T> {
        if let SampleSize::Spread(total) = self.sample_size {
            self.spread(total);
        }
        let mut chosen = self.all;
        chosen.extend(self.kept.into_values().flatten().map(|((_, place), row)| (place, row)));
        let is_spread = matches!(self.sample_size, SampleSize::Spread(_));
        chosen.sort_unstable_by_key(|(place, row)| (if is_spread { row.moves() } else { 0 }, *place));
        chosen.into_iter().map(|(_, row)| row).collect()
    }

    /// Cuts down to `total` rows: the same number for each number of moves, or all rows where there are fewer. The smallest
    /// hashes decide which numbers of moves get one more.
    fn spread(&mut self, total: usize) {
        let rows_of = |each: usize| self.kept.values().map(|rows| rows.len().min(each)).sum::<usize>();
        let each = (0..=total).rev().find(|&each| rows_of(each) <= total).unwrap_or(0);
        let next = |(&moves, rows): (&u32, &BTreeMap<(u64, u64), T>)| Some((*rows.keys().nth(each)?, moves));
        let mut more: Vec<((u64, u64), u32)> = self.kept.iter().filter_map(next).collect();
        more.sort_unstable();
        more.truncate(total - rows_of(each));
        for (moves, rows) in &mut self.kept {
            let most = each + usize::from(more.iter().any(|(_, one_more)| one_more == moves));
            while rows.len() > most {
                rows.pop_last();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<RowLine> {
        let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
        rows.map(|line| line.parse().expect("a row")).collect()
    }

    fn choose(rows: &[RowLine], sample_size: SampleSize, seed: u64) -> Vec<RowLine> {
        let mut sampler = Sampler::new(sample_size, seed);
        rows.iter().for_each(|row| sampler.offer(row.clone()));
        assert_eq!(sampler.offered(), rows.len() as u64);
        sampler.finish()
    }

    #[test]
    fn samples_do_not_depend_on_the_order() {
        let mut rows = rows();
        let mut first = choose(&rows, SampleSize::Total(10), 3);
        rows.reverse();
        let mut second = choose(&rows, SampleSize::Total(10), 3);
        first.sort();
        second.sort();
        assert_eq!((first.len(), &first), (10, &second));
        assert_ne!(first, {
            let mut other = choose(&rows, SampleSize::Total(10), 4);
            other.sort();
            other
        });
        assert_eq!(choose(&rows, SampleSize::All, 3), rows);
    }

    #[test]
    fn every_number_of_moves_gets_its_share() {
        let rows = rows();
        let chosen = choose(&rows, SampleSize::PerMoves(1), 0);
        let mut moves: Vec<u32> = rows.iter().map(|row| row.moves).collect();
        moves.dedup();
        moves.sort_unstable();
        moves.dedup();
        let mut found: Vec<u32> = chosen.iter().map(|row| row.moves).collect();
        found.sort_unstable();
        assert_eq!(found, moves);
    }

    #[test]
    fn a_spread_sample_has_its_size_and_is_even() {
        let rows = rows();
        let count = |rows: &[RowLine]| {
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            rows.iter().for_each(|row| *counts.entry(row.moves).or_default() += 1);
            counts
        };
        let all = count(&rows);
        for total in 0..=rows.len() + 2 {
            let chosen = choose(&rows, SampleSize::Spread(total), 5);
            assert_eq!(chosen.len(), total.min(rows.len()));
            assert!(chosen.is_sorted_by_key(|row| row.moves));
            let counts = count(&chosen);
            let most = counts.values().copied().max().unwrap_or(0);
            let is_fair = |(moves, &available): (&u32, &usize)| {
                let found = counts.get(moves).copied().unwrap_or(0);
                found == available || found + 1 >= most
            };
            assert!(all.iter().all(is_fair), "{total}: {counts:?}");
        }
        let mut turned = rows.clone();
        turned.reverse();
        let sorted = |mut rows: Vec<RowLine>| {
            rows.sort();
            rows
        };
        assert_eq!(sorted(choose(&rows, SampleSize::Spread(20), 1)), sorted(choose(&turned, SampleSize::Spread(20), 1)));
        assert_ne!(choose(&rows, SampleSize::Spread(20), 1), choose(&rows, SampleSize::Spread(20), 2));
    }
}
