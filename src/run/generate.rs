//! A run of the generator: the search through the pipeline into an output.
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::pipeline::{self, Ending, PipelineError, Work};
use super::progress::Progress;
use super::tally::{Check, Cost, Tally};
use crate::board::{Size, WallRange};
use crate::search::{Counts, Generator, Ranks, TooMany, Worker};
use crate::store::{OutputError, OutputFile, RowLine, Shard};

/// What is to be generated, and on how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Board size.
    pub size: Size,
    /// Walls, in total.
    pub walls: WallRange,
    /// The part of the work to do.
    pub shard: Shard,
    /// Threads that search. The rows do not depend on it.
    pub threads: NonZeroUsize,
}

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// There are more candidates than ranks.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The search or the writing of its rows failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError<OutputError>),
    /// The output could not be completed.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// A run that came to an end, be it complete or stopped.
#[derive(Debug)]
pub struct Generated {
    /// Its figures.
    pub tally: Tally,
    /// Where the rows are if the output is not complete, or not to be trusted; `None` if they have the output's name, or went
    /// to a stream.
    pub partial: Option<PathBuf>,
}

/// Generates the rows of `settings` into `output`, in the order of their candidates. Same settings, same bytes.
///
/// The output gets its name only if the run is complete and its totals are right. If `stop` is set first, or the totals are
/// wrong, the rows are kept under the name of a partial file.
///
/// # Errors
/// [`GenerateError::TooMany`] before the search begins. [`GenerateError::Pipeline`] if a worker fails or rows can't be written: no output is left. [`GenerateError::Output`] if the
/// output can't be completed at the end.
pub fn generate(
    settings: &Settings,
    mut output: OutputFile,
    progress: &mut Progress,
    stop: &AtomicBool,
) -> Result<Generated, GenerateError> {
    let start = Instant::now();
    progress.counting();
    let generator = Generator::new(settings.size, settings.walls)?;
    let share = settings.shard.share(generator.candidates());
    progress.begin(share);
    let mut counts = Counts::default();
    let ending = pipeline::drive(&Search(&generator), batches(settings, share), settings.threads, stop, |found: Found| {
        counts += found.counts;
        progress.update(&counts);
        if found.rows.is_empty() { Ok(()) } else { output.write(&found.rows).and_then(|()| output.hand_on()) }
    });
    progress.end();
    let complete = ending? == Ending::Complete;
    let states_expected = generator.states();
    let check = Check::new(complete, settings.shard, &counts, share, states_expected);
    let trusted = complete && check != Check::Failed;
    let partial = if trusted { output.finish().map(|()| None)? } else { output.keep_partial()? };
    let tally = Tally {
        version: env!("CARGO_PKG_VERSION"),
        size: settings.size,
        walls: settings.walls,
        shard: settings.shard,
        threads: settings.threads.get(),
        complete,
        candidates_expected: share,
        states_expected,
        check,
        counts,
        cost: Cost::new(start.elapsed(), &counts),
    };
    Ok(Generated { tally, partial })
}

/// The search as work for the pipeline: ranks in, rows as text and counts out.
struct Search<'g>(&'g Generator);

/// What a batch of candidates gave.
struct Found {
    /// Rows, each with its line end.
    rows: Vec<u8>,
    counts: Counts,
}

impl Work for Search<'_> {
    type Batch = Ranks;
    type Outcome = Found;
    type Worker<'w>
        = Worker<'w>
    where
        Self: 'w;

    fn worker(&self) -> Worker<'_> {
        self.0.worker()
    }

    fn run(&self, worker: &mut Worker<'_>, ranks: Ranks) -> Found {
        let mut rows = Vec::new();
        let mut write = |puzzle: &_| RowLine::from_puzzle(puzzle).write_to(&mut rows).expect("memory takes every row");
        let counts = worker.analyse(ranks, &mut write);
        Found { rows, counts }
    }
}

/// The shard's `share` candidates as batches, in order.
fn batches(settings: &Settings, share: u64) -> impl Iterator<Item = Ranks> {
    let Settings { size, shard, threads, .. } = *settings;
    let most = batch_size(size, share, threads);
    (0..share.div_ceil(most)).map(move |batch| {
        let begin = batch * most;
        let count = most.min(share - begin);
        Ranks { first: shard.index() + begin * shard.of(), step: shard.of(), count }
    })
}

/// Candidates a batch: 5 to 50 ms of work, so that handing them out costs nothing and a stop takes no time; fewer where the
/// threads would not all get several batches.
fn batch_size(size: Size, share: u64, threads: NonZeroUsize) -> u64 {
    let usual = match size.n() {
        4 | 5 => 4096,
        6 => 1024,
        _ => 64,
    };
    let fair = share / (threads.get() as u64 * 8);
    usual.min(fair).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_cover_the_shard_once_and_in_order() {
        for size in [4, 5, 6, 7].map(|n| Size::new(n).expect("a size")) {
            for (total, shard, threads) in [(0, "0/1", 1), (1, "0/3", 2), (1349, "0/1", 192), (33_953, "2/3", 2), (2, "2/3", 4)] {
                let shard: Shard = shard.parse().expect("a shard");
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let walls = "0".parse().expect("a range");
                let settings = Settings { size, walls, shard, threads };
                let of_batch = |b: Ranks| (0..b.count).map(move |k| b.first + k * b.step);
                let ranks: Vec<u64> = batches(&settings, shard.share(total)).flat_map(of_batch).collect();
                assert!(ranks.iter().copied().eq((shard.index()..total).step_by(shard.of() as usize)));
            }
        }
    }

    #[test]
    fn a_batch_is_large_but_there_are_enough() {
        let size = |n| Size::new(n).expect("a size");
        let threads = |n| NonZeroUsize::new(n).expect("not zero");
        assert_eq!(batch_size(size(6), 243_502_786, threads(192)), 1024);
        assert_eq!(batch_size(size(5), 268_109, threads(192)), 174);
        assert_eq!(batch_size(size(4), 5, threads(192)), 1);
    }
}
