//! A run of the generator: the search through the pipeline into an output.
pub mod cost;
pub mod run_folder;
pub mod summary;

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use self::cost::RunCost;
use self::run_folder::RunFolder;
use self::run_folder::part::RunFolderError;
use self::summary::GenerateSummary;
use crate::board::{Puzzle, Size, WallRange};
use crate::files::{OutputError, OutputFile};
use crate::generate::{ClusterTooLarge, Counts, Generator, Ranks, Worker};
use crate::job::description::{Description, RowOrder};
use crate::job::pipeline::{self, Completion, PipelineError, Work};
use crate::job::progress::Progress;
use crate::job::run_identity::RunIdentity;
use crate::job::shard::Shard;
use crate::job::tables::{TablesError, tables};
use crate::job::totals_check::TotalsCheck;

/// What is to be generated, and on how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerateSettings {
    /// Board size.
    pub size: Size,
    /// Walls, in total.
    pub walls: WallRange,
    /// The part of the work to do.
    pub shard: Shard,
    /// Threads that search. The rows do not depend on it.
    pub threads: NonZeroUsize,
}

impl GenerateSettings {
    /// What decides the rows: all but the threads.
    pub fn identity(&self) -> RunIdentity {
        RunIdentity::new(self.size, self.walls, self.shard)
    }
}

/// Where the rows go.
pub enum RowSink {
    /// To a stream, as they are found.
    Stream(OutputFile),
    /// To parts in a run folder, which become the file of that name when all are there.
    Folder(RunFolder, PathBuf),
}

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The candidates could not be counted, or a signal came first.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The search or the writing of its rows failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError<BatchError>),
    /// The run folder failed.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
    /// The output could not be completed.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Why a batch was not written.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A cluster is larger than the search can handle.
    #[error(transparent)]
    Search(#[from] ClusterTooLarge),
    /// Its rows could not be written.
    #[error(transparent)]
    Folder(#[from] RunFolderError),
}

/// A run that came to an end, be it complete or stopped.
#[derive(Debug)]
pub struct GenerateOutcome {
    /// Its figures.
    pub summary: GenerateSummary,
    /// The run folder if the output is not complete, or not to be trusted; `None` if the rows have the output's name, or went
    /// to a stream.
    pub saved: Option<PathBuf>,
}

/// Generates the rows of `settings` in the order of their candidates. Same settings, same bytes, however often the run was
/// stopped and taken up again.
///
/// The output gets its name, and its description, only if the run is complete and its totals are right. Otherwise, be it that `stop` was
/// set, what has been done stays in the run folder.
///
/// # Errors
/// [`GenerateError::Tables`] before the search begins; [`GenerateError::Pipeline`] if a worker fails or rows can't be written;
/// the others if the output can't be completed at the end. What is in the run folder stays there.
pub fn generate(
    settings: &GenerateSettings,
    mut sink: RowSink,
    progress: &mut Progress,
    stop: &AtomicBool,
) -> Result<GenerateOutcome, GenerateError> {
    let start = Instant::now();
    progress.counting();
    let generator = match tables(settings.size, settings.walls, stop) {
        Err(error @ TablesError::NoCandidates { .. }) => {
            sink.remove()?;
            return Err(error.into());
        }
        built => built?,
    };
    let share = settings.shard.share(generator.candidates());
    let (before, gaps) = match &sink {
        RowSink::Stream(_) => (Counts::default(), vec![0..share]),
        RowSink::Folder(folder, _) => (folder.done(), folder.gaps(share)),
    };
    progress.begin(share, &before);
    let mut found_now = Counts::default();
    let mut counts = before;
    let most = batch_size(settings.size, share, settings.threads);
    let batches = gaps.into_iter().flat_map(|gap| batches(gap, most));
    let search = Search { generator: &generator, shard: settings.shard };
    let driven = pipeline::drive(&search, batches, settings.threads, stop, |found: Result<BatchResult, ClusterTooLarge>| {
        let found = found?;
        found_now += found.counts;
        counts += found.counts;
        progress.update(&counts);
        Ok(sink.add(found)?)
    });
    progress.end();
    let completion = match driven {
        Ok(completion) => completion,
        Err(error) => {
            sink.save_after(&error)?;
            return Err(error.into());
        }
    };
    let complete = completion == Completion::Complete;
    let states_expected = generator.states();
    let check = TotalsCheck::new(complete, settings.shard, &counts, share, states_expected);
    let saved = sink.close(complete && check != TotalsCheck::Failed, settings.identity(), counts, check)?;
    let summary = GenerateSummary {
        version: env!("CARGO_PKG_VERSION"),
        size: settings.size,
        walls: settings.walls,
        shard: settings.shard,
        threads: settings.threads.get(),
        complete,
        resumed_after: before.candidates,
        candidates_expected: share,
        states_expected,
        check,
        counts,
        cost: RunCost::new(start.elapsed(), &found_now),
    };
    Ok(GenerateOutcome { summary, saved })
}

impl RowSink {
    fn add(&mut self, found: BatchResult) -> Result<(), RunFolderError> {
        match self {
            RowSink::Stream(_) if found.rows.is_empty() => Ok(()),
            RowSink::Stream(output) => Ok(output.write(&found.rows).and_then(|()| output.hand_on())?),
            RowSink::Folder(folder, _) => folder.add(found.position, found.counts, &found.rows),
        }
    }

    /// Removes what was made for an output that there will never be.
    fn remove(self) -> Result<(), RunFolderError> {
        match self {
            RowSink::Stream(_) => Ok(()),
            RowSink::Folder(folder, _) => folder.remove(),
        }
    }

    /// Saves what was found before an error of the search, so that the next run goes on from there. After an error of the folder itself
    /// there is nothing to be saved.
    fn save_after(&mut self, error: &PipelineError<BatchError>) -> Result<(), RunFolderError> {
        match (self, error) {
            (RowSink::Stream(_), _) | (_, PipelineError::Write(BatchError::Folder(_))) => Ok(()),
            (RowSink::Folder(folder, _), _) => folder.save(),
        }
    }

    /// Ends the output, or saves what there is of it and tells where.
    fn close(
        self,
        trusted: bool,
        run: RunIdentity,
        counts: Counts,
        check: TotalsCheck,
    ) -> Result<Option<PathBuf>, GenerateError> {
        match self {
            RowSink::Stream(output) => output.finish().map(|()| None).map_err(GenerateError::from),
            RowSink::Folder(mut folder, path) => {
                folder.save()?;
                if !trusted {
                    return Ok(Some(folder.path().to_owned()));
                }
                let mut output = OutputFile::rows_by_way_of(folder.path(), &path)?;
                folder.assemble(&mut output)?;
                let ended = output.end()?;
                let description =
                    Description::of(&ended, run, RowOrder::Candidates, counts, check).expect("the output is a file");
                folder.keep_description(&description)?;
                description.publish(ended)?;
                folder.remove()?;
                Ok(None)
            }
        }
    }
}

/// The search as work for the pipeline: ranks in, rows as text and counts out.
struct Search<'g> {
    generator: &'g Generator,
    shard: Shard,
}

/// What a batch of candidates gave.
struct BatchResult {
    /// Position of its first candidate in the shard.
    position: u64,
    /// Rows, each with its line end.
    rows: Vec<u8>,
    counts: Counts,
}

impl Work for Search<'_> {
    type Batch = Range<u64>;
    type Outcome = Result<BatchResult, ClusterTooLarge>;
    type Worker<'w>
        = Worker<'w>
    where
        Self: 'w;

    fn worker(&self) -> Worker<'_> {
        self.generator.worker()
    }

    fn run(&self, worker: &mut Worker<'_>, positions: Range<u64>) -> Result<BatchResult, ClusterTooLarge> {
        let mut rows = Vec::new();
        let mut write = |puzzle: &Puzzle| writeln!(rows, "{puzzle}").expect("memory takes every row");
        let mut counts = Counts::default();
        for ranks in ranks(self.shard, self.generator.candidates(), &positions) {
            counts += worker.analyse(ranks, &mut write)?;
        }
        Ok(BatchResult { position: positions.start, rows, counts })
    }
}

/// Some positions as batches of at most `most`, in order.
fn batches(positions: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let Range { start, end } = positions;
    (0..(end - start).div_ceil(most)).map(move |batch| {
        let begin = start + batch * most;
        begin..end.min(begin + most)
    })
}

/// The ranks of the candidates at some positions of a shard, of `total` candidates.
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

/// Candidates a batch: 5 to 50 ms of work, so that handing them out costs nothing and a stop takes no time; fewer where the
/// threads would not all get several batches.
fn batch_size(size: Size, share: u64, threads: NonZeroUsize) -> u64 {
    let usual = match size.n() {
        4 | 5 => 16_384,
        6 => 2048,
        _ => 64,
    };
    let fair = share / (threads.get() as u64 * 32);
    usual.min(fair).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_cover_the_shard_once_and_in_order() {
        for size in [4, 5, 6, 7].map(|n| Size::new(n).expect("a size")) {
            for (total, shard, threads) in
                [(0, "0/1", 1), (1, "0/3", 2), (1349, "0/1", 192), (33_953, "2/3", 2), (2, "2/3", 4), (2_250_017, "1/3", 2)]
            {
                let shard: Shard = shard.parse().expect("a shard");
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let share = shard.share(total);
                let of_ranks = |r: Ranks| (0..r.count).map(move |k| r.first + k * r.step);
                let batches = batches(0..share, batch_size(size, share, threads));
                let ranks = batches.flat_map(|batch| ranks(shard, total, &batch)).flat_map(of_ranks);
                assert!(ranks.eq((0..share).map(|position| shard.rank(total, position))));
            }
        }
    }

    #[test]
    fn a_batch_is_large_but_there_are_enough() {
        let size = |n| Size::new(n).expect("a size");
        let threads = |n| NonZeroUsize::new(n).expect("not zero");
        assert_eq!(batch_size(size(6), 243_502_786, threads(192)), 2048);
        assert_eq!(batch_size(size(5), 268_109, threads(192)), 43);
        assert_eq!(batch_size(size(4), 5, threads(192)), 1);
    }
}
