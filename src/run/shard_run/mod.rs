//! A run of one shard: the search over all its candidates, through the pipeline, into an output.
//!
//! Start with [`run_shard`]. `batches.rs` is the work of the threads, and a sample of what it costs,
//! [`RowSink`] takes the rows and keeps them in a run folder until the run is complete, `summary.rs` has the figures at the end.
mod batches;
mod summary;

pub(super) use self::batches::growth_with_walls;
pub use self::batches::usual_batch_size;
use self::batches::{BatchResult, ShardSearch, batch_size, batches, forecast};
use self::summary::RunCost;
pub(super) use self::summary::seconds_of;
pub use self::summary::{EarlierSummary, RunSummary};
use super::run_identity::KeptRun;
use super::totals_check::TotalsCheck;
use crate::engine::{Completion, drive_ahead, grouped};
use crate::errors::{Classified, ErrorClass, classes, wrong_input};
use crate::files::{LineEncoder, OutputFile, RunFolder};
use crate::gauge::{Gauge, GaugeStage};
use crate::generate::{ClusterTooLarge, Counts};
use crate::ranks::{RankTables, sort_error};
use crate::rows::RowLine;
use crate::rows::sorter::{MergeLimits, Sorter};
use crate::run::{Description, RowOrder, RunIdentity};
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Batches per thread in flight. On 7×7 a single cluster may take thousands of times as long as a usual batch; then the outcomes
/// of the others wait, a kilobyte or less each.
pub const BATCHES_AHEAD: usize = 1024;

/// How a run ended: complete, or stopped by the stop flag.
#[derive(Debug)]
pub struct RunOutcome {
    /// Its figures.
    pub summary: RunSummary,
    /// The run folder, if the output is not complete or its totals are wrong. `None` if the file has its name, or the rows went
    /// to a stream.
    pub saved: Option<PathBuf>,
}

/// Generates the rows of a run in the order of their candidates, on some threads. The same run gives the same bytes, no matter
/// how often it was stopped and resumed, and on how many threads.
///
/// The output gets its name and its description only if the run is complete and its totals are right. Otherwise, for example
/// after `stop` was set, everything found so far stays in the run folder.
///
/// # Errors
/// There are no candidates; a cluster is too large; a worker fails; rows can't be written. What is in the run folder stays there.
pub fn run_shard(
    kept: &KeptRun,
    threads: NonZeroUsize,
    mut sink: RowSink,
    gauge: &Gauge,
    stop: &AtomicBool,
) -> io::Result<RunOutcome> {
    let run = &kept.identity;
    let begun = Instant::now();
    gauge.begin(GaugeStage { what: "counting the candidates", ..GaugeStage::default() });
    let generator = match run.generator(stop) {
        Err(error) if error.class() == ErrorClass::WrongInput => {
            sink.remove()?;
            return Err(error);
        }
        built => built?,
    };
    let share = run.shard.share(generator.candidates());
    let (before, gaps) = match &sink {
        RowSink::Stream(_) => (Counts::default(), vec![0..share]),
        RowSink::Folder { folder, .. } => (folder.done(), folder.gaps(share)),
    };
    let ranks = kept.with_ranks.then(|| RankTables::new(run.rules, run.metric));
    let search = ShardSearch { shard: run.shard, generator: &generator, ranks, stop };
    gauge.foresee(forecast(run, &search, share, threads, stop));
    let show = |counts: &Counts| {
        gauge.count("generating", "candidates", counts.candidates, Some(share));
        let [solvable, rows] = [counts.solvable, counts.rows].map(grouped);
        gauge.note(format!("{solvable} solvable clusters, {rows} rows, deepest {}", counts.deepest));
    };
    show(&before);
    let mut found_now = Counts::default();
    let mut counts = before;
    let most = batch_size(run, share, threads);
    let batch_count: u64 = gaps.iter().map(|gap| (gap.end - gap.start).div_ceil(most)).sum();
    let batches = gaps.into_iter().flat_map(|gap| batches(gap, most));
    // a thread without a batch would cost its start
    let workers = threads.min(NonZeroUsize::new(batch_count.try_into().unwrap_or(usize::MAX)).unwrap_or(NonZeroUsize::MIN));
    let driven = drive_ahead(
        BATCHES_AHEAD,
        || generator.worker(),
        |worker, positions| search.batch(worker, positions),
        batches,
        workers,
        stop,
        |found: io::Result<BatchResult>| {
            let found = found?;
            found_now += found.counts;
            counts += found.counts;
            show(&counts);
            sink.add(found)
        },
    );
    sink.save()?;
    let complete = driven? == Completion::Complete;
    let goal_states_expected = generator.goal_states();
    let check = TotalsCheck::new(complete, run, &counts, share, goal_states_expected);
    let saved = sink.close(complete && check != TotalsCheck::Failed, *run, counts, check, stop)?;
    let summary = RunSummary {
        version: env!("CARGO_PKG_VERSION"),
        identity: *run,
        threads: threads.get(),
        complete,
        resumed_after: before.candidates,
        candidates_expected: share,
        goal_states_expected,
        check,
        counts,
        cost: RunCost::since(begun, &found_now),
    };
    Ok(RunOutcome { summary, saved })
}

classes!(GivenUp: ClusterTooLarge);

/// Where the rows go.
pub enum RowSink {
    /// To a stream, as they are found.
    Stream(OutputFile),
    /// To the parts of a run folder, which become a file when the run is complete.
    Folder {
        /// The run folder.
        folder: RunFolder<KeptRun>,
        /// The file.
        path: PathBuf,
        /// Whether a file of that name is replaced.
        force: bool,
        /// Whether the rows are put into the published order.
        sorted: bool,
        /// Makes a rank file, if the file is one.
        ranks: Option<Box<dyn LineEncoder>>,
    },
}

impl RowSink {
    /// Adds the rows of a batch.
    ///
    /// # Errors
    /// They can't be written.
    fn add(&mut self, found: BatchResult) -> io::Result<()> {
        match self {
            RowSink::Stream(_) if found.rows.is_empty() => Ok(()),
            RowSink::Stream(output) => output.write(&found.rows),
            RowSink::Folder { folder, .. } => folder.add(found.position, found.counts, &found.rows),
        }
    }

    /// Removes the run folder if nothing is saved in it.
    ///
    /// # Errors
    /// It can't be removed.
    fn remove(self) -> io::Result<()> {
        match self {
            RowSink::Folder { folder, .. } if folder.done() == Counts::default() => folder.remove(),
            _ => Ok(()),
        }
    }

    /// Saves what was found, so that the next run continues from there.
    ///
    /// # Errors
    /// It can't be saved.
    fn save(&mut self) -> io::Result<()> {
        match self {
            RowSink::Stream(_) => Ok(()),
            RowSink::Folder { folder, .. } => folder.save(),
        }
    }

    /// Completes the output. If it is not `trusted`, leaves it in the run folder instead, and returns that.
    ///
    /// # Errors
    /// It can't be written.
    fn close(
        self,
        trusted: bool,
        run: RunIdentity,
        counts: Counts,
        check: TotalsCheck,
        stop: &AtomicBool,
    ) -> io::Result<Option<PathBuf>> {
        match self {
            RowSink::Stream(output) => {
                output.finish()?;
                Ok(None)
            }
            RowSink::Folder { folder, path, force, sorted, ranks } => {
                if !trusted {
                    return Ok(Some(folder.path().to_owned()));
                }
                let order = match (ranks.is_some(), sorted) {
                    (true, _) => RowOrder::Ranks,
                    (false, true) => RowOrder::Published,
                    (false, false) => RowOrder::Candidates,
                };
                let mut output = OutputFile::rows_via(folder.path(), &path, force, ranks)?;
                match order {
                    RowOrder::Published => assemble_sorted(&folder, &mut output, stop)?,
                    RowOrder::Candidates | RowOrder::Ranks => folder.assemble(&mut output)?,
                }
                let ended = output.end()?;
                let description = Description::of(&ended, run, order, counts, check).expect("the output is a file");
                folder.mark_complete(&description.to_text())?;
                description.publish(ended)?;
                folder.remove()?;
                Ok(None)
            }
        }
    }
}

/// Rows held in memory while they are sorted, as few as keep the memory of a run about the same.
const SORTED_AT_ONCE: usize = 200_000;

/// Writes the rows of a run folder to an output in the published order.
fn assemble_sorted(folder: &RunFolder<KeptRun>, output: &mut OutputFile, stop: &AtomicBool) -> io::Result<()> {
    let limits = MergeLimits { rows: SORTED_AT_ONCE, ..MergeLimits::default() };
    let mut sorter = Sorter::<RowLine>::new(folder.path().to_owned(), limits);
    folder.for_each_line(|line| {
        let row =
            line.parse::<RowLine>().map_err(|error| wrong_input(format!("the run folder has the line {line:?}: {error}")))?;
        sorter.push(row, stop).map_err(sort_error)
    })?;
    let (mut sorted, _) = sorter.finish().map_err(sort_error)?;
    while let Some(row) = sorted.pop().map_err(sort_error)? {
        output.write(format!("{row}\n").as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::run::run_identity::Shard;
    use std::time::Duration;

    #[test]
    fn saved_rows_are_found_by_the_next_run() {
        let parent = tempfile::tempdir().expect("a folder");
        let output = parent.path().join("rows.txt");
        let run = RunIdentity::new(Size::square(4).expect("a size"), "0".parse().expect("a range"), Shard::WHOLE);
        let run = KeptRun { identity: run, with_ranks: false };
        let open = || RunFolder::open(&output, &run, false, Duration::MAX).expect("a folder");
        let mut sink = RowSink::Folder { folder: open(), path: output.clone(), force: false, sorted: false, ranks: None };
        let counts = Counts { candidates: 10, rows: 1, ..Counts::default() };
        sink.add(BatchResult { position: 0, rows: b"a\n".to_vec(), counts }).expect("added");
        sink.save().expect("saved");
        drop(sink);
        let folder = open();
        assert_eq!((folder.done(), folder.gaps(20)), (counts, vec![10..20]));
    }
}
