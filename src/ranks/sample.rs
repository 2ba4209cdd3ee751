//! Random rows of a database, drawn by their ranks.
use std::borrow::Cow;
use std::panic::resume_unwind;
use std::thread;

use super::choice::{OfferedRank, lines};
use super::error::RankFileProblem;
use super::library::Database;
use crate::rows::{SampleSize, Sampled, Sampler, Sampling};

/// The number of a row, with its rank.
#[derive(Clone, Copy)]
struct OfferedRow(u64, OfferedRank);

impl Sampled for OfferedRow {
    fn moves(&self) -> u32 {
        self.1.moves()
    }

    fn text(&self) -> Cow<'_, str> {
        self.1.text()
    }
}

impl Database {
    /// A sample of some rows, in their order, except that a spread one has fewer moves first. It is the one that `gridlock
    /// select` draws of a rank file with these rows. No row is expanded. All threads take part.
    ///
    /// # Errors
    /// [`RankFileProblem::Block`] if a block is damaged.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn sample(&self, rows: &[u64], sampling: Sampling) -> Result<Vec<u64>, RankFileProblem> {
        let share = rows.len().div_ceil(thread::available_parallelism().map_or(1, usize::from)).max(1);
        // A row of the sample is also in a sample of the share that it is in; that of a spread sample has as many of each number
        // of moves as the whole.
        let of_share = match sampling.size {
            _ if sampling.distinct => SampleSize::All,
            SampleSize::Spread(most) => SampleSize::PerMoves(most),
            size => size,
        };
        let of_share = Sampling { size: of_share, distinct: false, ..sampling };
        let draw = |rows: &[u64]| {
            let mut sampler = Sampler::new(of_share);
            for (entry, &row) in self.entries_of(rows.iter().copied()).zip(rows) {
                sampler.offer(OfferedRow(row, OfferedRank(entry?)));
            }
            Ok::<_, RankFileProblem>(sampler.finish_any())
        };
        let drawn = thread::scope(|scope| {
            let workers: Vec<_> = rows.chunks(share).map(|rows| scope.spawn(move || draw(rows))).collect();
            let drawn = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
            drawn.collect::<Result<Vec<Vec<OfferedRow>>, _>>()
        })?;
        let mut sampler = Sampler::new(sampling);
        drawn.into_iter().flatten().for_each(|row| sampler.offer(row));
        let mut expander = self.expander();
        let chosen = sampler.finish(|OfferedRow(_, offered)| lines(offered.0, &mut expander))?;
        Ok(chosen.into_iter().map(|OfferedRow(row, _)| row).collect())
    }
}

#[cfg(all(test, feature = "database"))]
mod tests {
    use super::*;
    use crate::ranks::RankEntry;

    #[test]
    fn shares_of_threads_change_nothing() {
        let database = Database::open("@rush5").expect("a built-in database");
        let entries: Vec<RankEntry> = database.entries().collect::<Result<_, _>>().expect("entries");
        let mut compared = 0;
        for rows in [0..database.len(), 0..3, 7..7, 500..1700] {
            let rows: Vec<u64> = rows.collect();
            for size in [SampleSize::All, SampleSize::Total(40), SampleSize::PerMoves(3), SampleSize::Spread(50)] {
                let sampling = Sampling { size, seed: 7, ..Sampling::ALL };
                let mut plain = Sampler::new(sampling);
                rows.iter().for_each(|&row| plain.offer(OfferedRow(row, OfferedRank(entries[row as usize]))));
                let plain: Vec<u64> = plain.finish_any().into_iter().map(|OfferedRow(row, _)| row).collect();
                assert_eq!(database.sample(&rows, sampling).expect("a sample"), plain, "{size:?}");
                compared += plain.len();
            }
        }
        assert!(compared > 8000, "{compared}");
    }
}
