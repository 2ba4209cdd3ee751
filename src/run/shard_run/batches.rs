//! The batches of a shard: ranges of positions, the search of their candidates, and what that will cost.
//!
//! A *position* numbers the candidates of one shard from 0; [`Shard::rank`] maps it to the rank among all candidates.
use crate::board::{Puzzle, State, WallRange};
use crate::engine::{PipelineError, drive};
use crate::gauge::Forecast;
use crate::generate::{Counts, Generator, Ranks, Worker};
use crate::ranks::RankTables;
use crate::run::{RunIdentity, Shard};
use std::io;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What the search of a batch found.
pub(super) struct BatchResult {
    /// The position of its first candidate.
    pub(super) position: u64,
    /// The rows as text, each with its rank if the run keeps them, and its line end.
    pub(super) rows: Vec<u8>,
    /// The counters.
    pub(super) counts: Counts,
}

/// The search of a shard. All threads share it.
pub(super) struct ShardSearch<'a> {
    pub(super) shard: Shard,
    pub(super) generator: &'a Generator,
    /// The candidates with each number of walls, if the run keeps the ranks of its rows.
    pub(super) ranks: Option<RankTables>,
    pub(super) stop: &'a AtomicBool,
}

impl ShardSearch<'_> {
    /// Searches the candidates at some positions.
    ///
    /// # Errors
    /// A cluster is too large; a signal came while the candidates were counted.
    pub(super) fn batch(&self, worker: &mut Worker<'_>, positions: Range<u64>) -> io::Result<BatchResult> {
        let (mut rows, mut failed) = (Vec::new(), None);
        let mut write = |row: &Puzzle, goal: &State| match self.rank(goal) {
            Ok(Some(rank)) => writeln!(rows, "{row} {rank}").expect("memory takes every row"),
            Ok(None) => writeln!(rows, "{row}").expect("memory takes every row"),
            Err(error) => failed = Some(error),
        };
        let mut counts = Counts::default();
        for ranks in ranks(self.shard, self.generator.candidates(), &positions) {
            counts += worker.analyse(ranks, &mut write)?;
        }
        failed.map_or(Ok(BatchResult { position: positions.start, rows, counts }), Err)
    }

    /// The rank of a candidate among those with its number of walls, if the run keeps ranks.
    fn rank(&self, candidate: &State) -> io::Result<Option<u64>> {
        let Some(tables) = &self.ranks else { return Ok(None) };
        let range = self.generator.walls();
        let rank = if range.min() == range.max() {
            self.generator.rank(candidate)
        } else {
            tables.of(candidate.walls().len() as u8, self.stop.into())?.rank(candidate) // at most 49
        };
        Ok(Some(rank.expect("every candidate of the run has a rank")))
    }
}

/// Splits `positions` into batches of at most `most`, in order.
pub(super) fn batches(positions: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let Range { start, end } = positions;
    (0..(end - start).div_ceil(most)).map(move |batch| {
        let begin = start + batch * most;
        begin..end.min(begin + most)
    })
}

/// The ranks of the candidates at `positions` of a shard, where the whole run has `total` candidates: one progression if the
/// blocks of the shard are single candidates, else one per block.
fn ranks(shard: Shard, total: u64, positions: &Range<u64>) -> Vec<Ranks> {
    let count = positions.end - positions.start;
    let first = shard.rank(total, positions.start);
    let block = shard.block(total);
    if shard.is_whole() || block == 1 {
        return vec![Ranks { first, step: shard.of(), count }];
    }
    let blocks = positions.start / block..positions.end.div_ceil(block);
    let of_block = |b: u64| {
        let (start, end) = (positions.start.max(b * block), positions.end.min((b + 1) * block));
        Ranks { first: shard.rank(total, start), step: 1, count: end - start }
    };
    blocks.map(of_block).collect()
}

/// Candidates of a batch of a long run: 5 to 50 ms of work, so that the channels and the first candidate of a batch cost next to
/// nothing, and a stop is quick. The more walls, the more candidates are pruned without a search. On 7×7 a large cluster takes
/// seconds, whatever the size of its batch.
pub fn usual_batch_size(run: &RunIdentity) -> u64 {
    match (run.rules.size().longer_side(), run.exhaustive) {
        (3..=5, _) => 16_384,
        (6, true) => 2048,
        (6, false) => 16_384 * growth_with_walls(run.walls),
        _ if run.moves.is_none() => 512,
        _ => 4096,
    }
}

/// Candidates of a batch: the [usual number](usual_batch_size), or fewer in a short run, so that every thread gets several
/// batches.
pub(super) fn batch_size(run: &RunIdentity, share: u64, threads: NonZeroUsize) -> u64 {
    let fair = share / (threads.get() as u64 * 32);
    usual_batch_size(run).min(fair).max(1)
}

/// How many candidates of 6×6 are searched or pruned in the same time, relative to up to three walls. It need not be exact:
/// the rows don't depend on it.
pub(in crate::run) fn growth_with_walls(walls: WallRange) -> u64 {
    1 << (2 * walls.min().saturating_sub(3).min(6))
}

/// Parts of the range whose cost is sampled.
const PARTS: u64 = 1024;
/// A run has at least this many times the candidates of its sample, so that the sample takes at most a thousandth of the time.
const LEAST: u64 = 1000;

/// Searches a few candidates in the middle of each part of a run over `share` candidates, on as many threads as the run has, and
/// measures them. A short run has no forecast: its parts are assumed to cost the same.
pub(super) fn forecast(
    run: &RunIdentity,
    search: &ShardSearch<'_>,
    share: u64,
    threads: NonZeroUsize,
    stop: &AtomicBool,
) -> Forecast {
    // enough candidates to make the time to find the first one negligible
    let length = match run.rules.size().longer_side() {
        6 if !run.exhaustive => 2048 * growth_with_walls(run.walls),
        6 => 64,
        3..=5 => 1024,
        _ => 4,
    };
    if share / (PARTS * LEAST) < length {
        return Forecast::default();
    }
    let part = share / PARTS;
    let measure = |worker: &mut Worker<'_>, middle: u64| {
        let begun = Instant::now();
        let searched = search.batch(worker, middle..middle + length);
        searched.is_ok().then(|| begun.elapsed().as_secs_f64())
    };
    let mut seconds = Vec::new();
    let scale = part as f64 / length as f64 / threads.get() as f64;
    let middles = (0..PARTS).map(|k| k * part + part / 2);
    let driven = drive(
        || search.generator.worker(),
        measure,
        middles,
        threads,
        stop,
        |found: Option<f64>| {
            seconds.extend(found.map(|seconds| seconds * scale));
            Ok::<(), PipelineError>(())
        },
    );
    // what fails here fails in the run, and is reported there
    if driven.is_ok() && seconds.len() as u64 == PARTS { Forecast::of_parts(&seconds) } else { Forecast::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rows::LeastDepth;

    fn run(n: usize, walls: &str, exhaustive: bool) -> RunIdentity {
        let (size, walls) = (Size::square(n).expect("a size"), walls.parse().expect("a range"));
        RunIdentity::new(size, walls, Shard::WHOLE).with_exhaustive(exhaustive)
    }

    #[test]
    fn batches_cover_the_shard_once_and_in_order() {
        for run in [4, 5, 6, 7].map(|n| run(n, "0", false)) {
            for (total, shard, threads) in
                [(0, "0/1", 1), (1, "0/3", 2), (1349, "0/1", 192), (33_953, "2/3", 2), (2, "2/3", 4), (2_250_017, "1/3", 2)]
            {
                let shard: Shard = shard.parse().expect("a shard");
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let share = shard.share(total);
                let of_ranks = |r: Ranks| (0..r.count).map(move |k| r.first + k * r.step);
                let batches = batches(0..share, batch_size(&run, share, threads));
                let ranks = batches.flat_map(|batch| ranks(shard, total, &batch)).flat_map(of_ranks);
                assert!(ranks.eq((0..share).map(|position| shard.rank(total, position))));
            }
        }
    }

    #[test]
    fn a_batch_is_large_but_there_are_enough() {
        let threads = |n| NonZeroUsize::new(n).expect("not zero");
        assert_eq!(batch_size(&run(6, "0", true), 243_502_786, threads(192)), 2048);
        assert_eq!(batch_size(&run(6, "0..2", false), 243_502_786, threads(192)), 16_384);
        assert_eq!(batch_size(&run(6, "8", false), 1 << 41, threads(192)), 1 << 24);
        assert_eq!(batch_size(&run(7, "0", false), 1 << 37, threads(192)), 512);
        let deep = RunIdentity { moves: LeastDepth(60), ..run(7, "0", false) };
        assert_eq!(batch_size(&deep, 1 << 27, threads(192)), 4096);
        assert_eq!(batch_size(&run(5, "0", false), 268_109, threads(192)), 43);
        assert_eq!(batch_size(&run(4, "0", false), 5, threads(192)), 1);
    }
}
