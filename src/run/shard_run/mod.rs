//! A run of one shard: the search over all its candidates, through the pipeline, into an output.
//!
//! Start with [`run_shard`]. `batches.rs` is the work of the threads, and a sample of what it costs,
//! `row_sink.rs` takes the rows and keeps them in a run folder until the run is complete, `summary.rs` has the figures at the end.
mod batches;
mod row_sink;
mod summary;

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub(super) use self::batches::growth_with_walls;
pub use self::batches::usual_batch_size;
use self::batches::{BatchResult, ShardSearch, batch_size, batches, forecast};
pub use self::row_sink::RowSink;
use self::summary::RunCost;
pub(super) use self::summary::seconds_of;
pub use self::summary::{EarlierSummary, RunSummary};
use super::run_identity::KeptRun;
use super::totals_check::TotalsCheck;
use crate::engine::{Completion, drive_ahead, grouped};
use crate::files::{Classified, ErrorClass, Gauge, GaugeStage, classes};
use crate::generate::{ClusterTooLarge, Counts};
use crate::ranks::RankTables;

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
