//! Random rows of a rank file, drawn by their ranks.
use std::io;
use std::sync::atomic::AtomicBool;

use super::RankEntry;
use super::choice::{RankChoice, lines};
use super::expand::{Expander, RankTables, threads};
use super::library::Database;
use super::writer::completed;
use crate::engine::{drive, in_shares};
use crate::rows::{RowFacts, RowLine, SampleSize, Sampler, Sampling, draw};

/// Candidates that a thread tries before it asks for more.
const TRIED: usize = 16;

/// Draws a sample of the rows that meet all conditions of a choice. If ranks don't tell all of them, rows are found in the order
/// of the sample until it is full. `offer` offers the rows that meet the conditions on ranks.
///
/// # Errors
/// The first error of `offer`, a row can't be found, or `stop` is set.
pub(super) fn sampled<K: Copy + Sync + Send>(
    choice: &RankChoice,
    sampling: &Sampling,
    tables: &RankTables,
    stop: &AtomicBool,
    mut offer: impl FnMut(&mut Sampler<(K, RankEntry)>) -> io::Result<()>,
) -> io::Result<Vec<(K, RankEntry)>> {
    let mut expander = tables.expander();
    let lines = |&(_, entry): &(K, RankEntry)| lines(entry, &mut expander);
    if !choice.needs_rows() {
        let mut sampler = Sampler::new(sampling.clone());
        offer(&mut sampler)?;
        return sampler.finish(lines);
    }
    let meets = |expander: &mut Expander<'_>, offered: (K, RankEntry)| {
        let row = RowLine::from(&expander.row_of(0, offered.1)?);
        let facts = RowFacts::of(&row).expect("a row of our own");
        Ok(choice.accepts_row(&row, &facts).then_some(offered))
    };
    let meeting = |candidates: Vec<(K, RankEntry)>| {
        let mut found = Vec::with_capacity(candidates.len());
        let driven = drive(
            || tables.expander(),
            |expander, part: &[(K, RankEntry)]| part.iter().map(|&offered| meets(expander, offered)).collect(),
            candidates.chunks(TRIED),
            threads(),
            stop,
            |part: io::Result<Vec<Option<(K, RankEntry)>>>| {
                found.extend(part?);
                Ok(())
            },
        );
        completed(driven)?;
        Ok(found)
    };
    draw(sampling, offer, meeting, lines)
}

impl Database {
    /// The sample of a choice of some rows, in their order, except that a spread one has fewer moves first. It is the one that
    /// `gridlock select` draws of a rank file with these rows. The rows must meet the conditions on ranks; others are found only
    /// as far as the choice needs it. All threads take part.
    ///
    /// # Errors
    /// A block is damaged, a rank gives no row, or the stop flag of the choice is set.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn sample(&self, rows: &[u64], sampling: &Sampling, choice: &RankChoice) -> io::Result<Vec<u64>> {
        let offer = |sampler: &mut Sampler<(u64, RankEntry)>| {
            // A row of the sample is also in a sample of the share that it is in; that of a spread sample has as many of each
            // number of moves as the whole.
            let sampling = &sampler.sampling;
            let of_share = match sampling.size {
                _ if sampling.distinct => SampleSize::All,
                SampleSize::Spread(most) => SampleSize::PerMoves(most),
                size => size,
            };
            let of_share = Sampling { size: of_share, distinct: false, ..sampling.clone() };
            let drawn = in_shares(rows.len(), |part| {
                let mut sampler = Sampler::new(of_share.clone());
                for (entry, &row) in self.entries_of(rows[part.clone()].iter().copied()).zip(&rows[part]) {
                    sampler.offer((row, entry?));
                }
                Ok::<_, io::Error>(sampler.finish_any())
            });
            for share in drawn {
                share?.into_iter().for_each(|row| sampler.offer(row));
            }
            Ok(())
        };
        let chosen = sampled(choice, sampling, self.tables(), &choice.stop, offer)?;
        Ok(chosen.into_iter().map(|(row, _)| row).collect())
    }
}

#[cfg(feature = "database")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Filter, Shares, Split, SplitSide, Tiers};

    #[test]
    fn shares_of_threads_change_nothing() {
        let database = Database::open("@rush5").expect("a built-in database");
        let entries: Vec<RankEntry> = database.entries().collect::<Result<_, _>>().expect("entries");
        let mut compared = 0;
        for rows in [0..database.len(), 0..3, 7..7, 500..1700] {
            let rows: Vec<u64> = rows.collect();
            for size in [SampleSize::All, SampleSize::Total(40), SampleSize::PerMoves(3), SampleSize::Spread(50)] {
                let sampling = Sampling { size, seed: 7, ..Sampling::ALL };
                let choice = RankChoice::of(Filter::ALL, None);
                let mut plain = Sampler::new(sampling.clone());
                rows.iter().for_each(|&row| plain.offer((row, entries[row as usize])));
                let plain: Vec<u64> = plain.finish_any().into_iter().map(|(row, _)| row).collect();
                assert_eq!(database.sample(&rows, &sampling, &choice).expect("a sample"), plain, "{size:?}");
                compared += plain.len();
            }
        }
        assert!(compared > 8000, "{compared}");
    }

    #[test]
    fn samples_with_conditions_on_rows_are_those_of_all_rows_that_meet_them() {
        let database = Database::open("@rush5").expect("a built-in database");
        let rows: Vec<u64> = (0..database.len()).collect();
        let mut expander = database.expander();
        let known = database.entries().map(|entry| {
            let entry = entry.expect("an entry");
            let row = expander.row(entry).expect("a row");
            (entry, RowLine::from(&row))
        });
        let known: Vec<(RankEntry, RowLine)> = known.collect();
        let test = Split { side: SplitSide::Test, shares: Shares::of_test(0.3).expect("a share"), seed: 5 };
        let of_size = |size: &str| Filter { size: size.parse().expect("a range"), ..Filter::ALL };
        let of_places = |place: &str| Filter { places: vec![place.parse().expect("a condition")], ..Filter::ALL };
        let tiers: Tiers = "easy 1..6, hard 14..".parse().expect("tiers");
        let mut compared = 0;
        for (filter, split) in [
            (Filter::ALL, Some(test)),
            (of_size("100..200"), None),
            (of_size("100..200"), Some(test)),
            (of_places("r3c5=empty"), None),
            (of_places("r1c1=truck"), None),
            (Filter { tiers: tiers.clone(), ..of_size("50..") }, None),
        ] {
            let choice = RankChoice::of(filter, split);
            let passes = |&row: &u64| {
                let row = &known[row as usize].1;
                choice.accepts_row(row, &RowFacts::of(row).expect("pieces"))
            };
            let passing: Vec<u64> = rows.iter().copied().filter(passes).collect();
            assert!((20..7000).contains(&passing.len()), "{choice:?}");
            let on_ranks: Vec<u64> = rows.iter().copied().filter(|&row| choice.accepts(&known[row as usize].0)).collect();
            for size in [0, 1, 40, 9000]
                .into_iter()
                .flat_map(|most| [SampleSize::Total(most), SampleSize::PerMoves(most / 10), SampleSize::Spread(most)])
            {
                for distinct in [false, true] {
                    let sampling = Sampling { size, seed: 7, distinct, tiers: choice.filter.tiers.clone() };
                    let mut plain = Sampler::new(sampling.clone());
                    passing.iter().for_each(|&row| plain.offer((row, known[row as usize].0)));
                    let expected = plain.finish(|row| lines(row.1, &mut expander)).expect("lines");
                    let expected: Vec<u64> = expected.into_iter().map(|(row, _)| row).collect();
                    assert_eq!(
                        database.sample(&on_ranks, &sampling, &choice).expect("a sample"),
                        expected,
                        "{sampling:?} {choice:?}"
                    );
                    compared += expected.len();
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
}
