//! Random samples of rows, in total or for each number of moves.
use super::near_duplicates::{BoardLines, DistinctBoards};
use super::seeded_hash;
use crate::rows::{RowLine, Tiers};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;

/// The number of rows to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleSize {
    /// All rows.
    All,
    /// At most this many in total.
    Total(usize),
    /// At most this many for each number of moves, or each tier.
    PerMoves(usize),
    /// At most this many in total, spread over the numbers of moves, or the tiers, as evenly as their rows allow.
    Spread(usize),
}

/// Which rows to keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// How many.
    pub size: SampleSize,
    /// What decides which ones.
    pub seed: u64,
    /// Whether near-duplicates of rows that were chosen before are left out.
    pub distinct: bool,
    /// Tiers that take the place of the numbers of moves, if there are any. All rows are in one of them.
    pub tiers: Tiers,
}

impl Sampling {
    /// All rows.
    pub const ALL: Sampling = Sampling { size: SampleSize::All, seed: 0, distinct: false, tiers: Tiers::NONE };

    /// What the options of `select` ask for: a number of rows in total or of each stratum, and whether the former is spread over
    /// the strata, as it always is over tiers. If both numbers are given, the first one counts.
    pub fn of_options(
        total: Option<usize>,
        each: Option<usize>,
        is_spread: bool,
        tiers: Tiers,
        seed: u64,
        distinct: bool,
    ) -> Sampling {
        let size = match (total, each) {
            (Some(total), _) if is_spread || !tiers.is_empty() => SampleSize::Spread(total),
            (Some(total), _) => SampleSize::Total(total),
            (_, Some(each)) => SampleSize::PerMoves(each),
            _ => SampleSize::All,
        };
        Sampling { size, seed, distinct, tiers }
    }

    /// Whether every row is kept.
    pub fn keeps_all(&self) -> bool {
        self.size == SampleSize::All && !self.distinct
    }
}

/// A row that can be sampled.
pub trait Sampled {
    /// Its number of moves, and what identifies it: its board, or its rank.
    fn key(&self) -> (u32, Cow<'_, str>);
}

impl Sampled for RowLine {
    fn key(&self) -> (u32, Cow<'_, str>) {
        (self.moves, Cow::Borrowed(&self.board))
    }
}

/// A row with what its caller needs to know of it.
impl<K, T: Sampled> Sampled for (K, T) {
    fn key(&self) -> (u32, Cow<'_, str>) {
        self.1.key()
    }
}

impl<T: Sampled> Sampled for &T {
    fn key(&self) -> (u32, Cow<'_, str>) {
        (*self).key()
    }
}

/// Keeps a random sample: the rows with the smallest [`seeded_hash`]. So it does not depend on the order of the rows, unless two
/// have the same hash. Of distinct rows it holds all that are offered until the end.
#[derive(Debug)]
pub struct Sampler<T = RowLine> {
    /// Which rows it keeps.
    pub sampling: Sampling,
    offered: u64,
    all: Vec<(u64, T)>,
    /// The rows kept for each stratum (see [`Tiers::stratum_of`]), the only one being 0.
    kept: BTreeMap<u32, BTreeMap<SampleKey, T>>,
}

/// What decides which rows are chosen first: the [`seeded_hash`], then the position in the input.
pub(crate) type SampleKey = (u64, u64);

/// Rows in sampling order.
pub(crate) type InOrder<T> = VecDeque<(SampleKey, T)>;

impl<T: Sampled> Sampler<T> {
    /// An empty sample.
    pub fn new(sampling: Sampling) -> Sampler<T> {
        Sampler { sampling, offered: 0, all: Vec::new(), kept: BTreeMap::new() }
    }

    /// Offers a row.
    pub fn offer(&mut self, row: T) {
        self.offered += 1;
        let (moves, text) = row.key();
        let hash = seeded_hash(self.sampling.seed, "sample", &text);
        drop(text);
        let (stratum, most) = match self.sampling.size {
            SampleSize::All => return self.all.push((self.offered, row)),
            SampleSize::Total(most) => (0, most),
            SampleSize::PerMoves(most) | SampleSize::Spread(most) => (self.sampling.tiers.stratum_of(moves), most),
        };
        let most = if self.sampling.distinct { usize::MAX } else { most };
        let kept = self.kept.entry(stratum).or_default();
        if kept.len() < most || kept.last_key_value().is_some_and(|(&(last, _), _)| hash < last) {
            kept.insert((hash, self.offered), row);
            if kept.len() > most {
                kept.pop_last();
            }
        }
    }

    /// The rows kept of each stratum, the only one being 0. The first of them form a smaller sample.
    pub(crate) fn into_strata(self) -> BTreeMap<u32, InOrder<T>> {
        strata(self.kept)
    }

    /// The rows of the sample, in the order in which they were offered; a spread sample has the fewest moves first. `lines` is
    /// called only with [`Sampling::distinct`].
    ///
    /// # Errors
    /// The first error of `lines`.
    pub fn finish<E>(self, lines: impl FnMut(&T) -> Result<BoardLines, E>) -> Result<Vec<T>, E> {
        Ok(self.choose(lines)?.rows)
    }

    /// As [`Sampler::finish`], for a sample that may have near-duplicates.
    pub fn finish_any(self) -> Vec<T> {
        assert!(!self.sampling.distinct, "the lines of boards are needed");
        let Ok(rows) = self.finish(|_| unreachable!("no lines are needed") as Result<_, Infallible>);
        rows
    }

    /// The sample, and which strata are not full.
    pub(crate) fn choose<E>(self, mut lines: impl FnMut(&T) -> Result<BoardLines, E>) -> Result<Sample<T>, E> {
        let size = self.sampling.size;
        let mut distinct = self.sampling.distinct.then(DistinctBoards::default);
        let mut chosen: Vec<(u64, T)> = Vec::new();
        // chooses a row unless it is a near-duplicate of a chosen one; returns whether it was chosen
        let mut offer = |place: u64, row: T| -> Result<bool, E> {
            let is_new = match &mut distinct {
                Some(distinct) => distinct.add(&lines(&row)?),
                None => true,
            };
            if is_new {
                chosen.push((place, row));
            }
            Ok(is_new)
        };
        for (place, row) in self.all {
            offer(place, row)?;
        }
        let mut strata = strata(self.kept);
        let mut unfilled = BTreeSet::new();
        match size {
            SampleSize::All => {}
            SampleSize::Spread(total) => {
                let mut left = total;
                while left > 0 && strata.values().any(|rows| !rows.is_empty()) {
                    unfilled.extend(strata.iter().filter(|(_, rows)| rows.is_empty()).map(|(&stratum, _)| stratum));
                    let mut round: Vec<_> = strata.values_mut().filter(|rows| !rows.is_empty()).collect();
                    round.sort_unstable_by_key(|rows| rows[0].0);
                    round.truncate(left);
                    for rows in round {
                        while let Some(((_, place), row)) = rows.pop_front() {
                            if offer(place, row)? {
                                left -= 1;
                                break;
                            }
                        }
                    }
                }
                if left > 0 {
                    unfilled.extend(strata.keys());
                }
            }
            SampleSize::Total(most) | SampleSize::PerMoves(most) => {
                let mut left: BTreeMap<u32, usize> = strata.keys().map(|&stratum| (stratum, most)).collect();
                let rows = strata.into_iter().flat_map(|(stratum, rows)| rows.into_iter().map(move |row| (stratum, row)));
                let mut rows: Vec<_> = rows.collect();
                rows.sort_unstable_by_key(|(_, (key, _))| *key);
                for (stratum, ((_, place), row)) in rows {
                    let left = left.get_mut(&stratum).expect("its stratum");
                    if *left > 0 && offer(place, row)? {
                        *left -= 1;
                    }
                }
                unfilled.extend(left.into_iter().filter(|&(_, left)| left > 0).map(|(stratum, _)| stratum));
            }
        }
        let is_spread = matches!(size, SampleSize::Spread(_));
        chosen.sort_unstable_by_key(|(place, row)| (if is_spread { row.key().0 } else { 0 }, *place));
        Ok(Sample { rows: chosen.into_iter().map(|(_, row)| row).collect(), unfilled })
    }
}

fn strata<T>(kept: BTreeMap<u32, BTreeMap<(u64, u64), T>>) -> BTreeMap<u32, InOrder<T>> {
    kept.into_iter().map(|(stratum, rows)| (stratum, rows.into_iter().collect())).collect()
}

/// A sample.
pub(crate) struct Sample<T> {
    /// Its rows.
    pub rows: Vec<T>,
    /// The strata that are not full (0 being the only one): further rows of them might change the sample.
    pub unfilled: BTreeSet<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<RowLine> {
        let rows = include_str!("../../../data/rows45.txt").lines().chain(include_str!("../../../data/top23.txt").lines());
        rows.map(|line| line.parse().expect("a row")).collect()
    }

    fn choose(rows: &[RowLine], sample_size: SampleSize, seed: u64) -> Vec<RowLine> {
        let mut sampler = Sampler::new(Sampling { size: sample_size, seed, ..Sampling::ALL });
        rows.iter().for_each(|row| sampler.offer(row.clone()));
        assert_eq!(sampler.offered, rows.len() as u64);
        sampler.finish_any()
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
    fn distinct_rows_are_chosen_in_the_order_of_the_sample() {
        let lines = |row: &RowLine| Ok::<_, Infallible>(BoardLines::of(&row.board.parse().expect("a board")));
        let rows = rows();
        let mut fewer = 0;
        for (size, each, most) in [
            (SampleSize::Total(20), usize::MAX, 20),
            (SampleSize::PerMoves(2), 2, usize::MAX),
            (SampleSize::Total(10_000), usize::MAX, usize::MAX),
        ] {
            let sampling = Sampling { size, seed: 4, distinct: true, ..Sampling::ALL };
            let mut sampler = Sampler::new(sampling);
            rows.iter().for_each(|row| sampler.offer(row.clone()));
            let Ok(mut found) = sampler.finish(lines);
            let mut sorted = rows.clone();
            sorted.sort_by_key(|row| seeded_hash(4, "sample", &row.board));
            let (mut distinct, mut expected) = (DistinctBoards::default(), Vec::new());
            for row in sorted {
                let has_room = expected.iter().filter(|other: &&RowLine| other.moves == row.moves).count() < each;
                let Ok(lines) = lines(&row);
                if has_room && expected.len() < most && distinct.add(&lines) {
                    expected.push(row);
                } else {
                    fewer += 1;
                }
            }
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{size:?}");
        }
        assert!(fewer > 0);
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
