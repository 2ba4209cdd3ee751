//! A cluster sample of the candidates: units of consecutive ranks, each from a uniform random start, wrapping around at the end.
//!
//! With 10 candidates and units of 4, a unit that starts at rank 8 has the ranks 8, 9, 0, 1. All starts are equally likely, so
//! every candidate is in equally many possible units, and the mean over the units is an unbiased estimate of the mean over all
//! candidates. Consecutive ranks cost the same as in the real run, where a worker also goes from one rank to the next; a single
//! candidate would cost more, because its rank must be found first.
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::time::ClockId;

use crate::engine::drive;
use crate::files::{Gauge, GaugeStage, GaugeUnit};
use crate::generate::{ClusterTooLarge, Counts, Generator, Ranks, Worker};
use crate::random::Random;
use crate::run::RunIdentity;
use crate::run::shard_run::{growth_with_walls, seconds_of};

/// The run to be planned, and how long to sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlanSettings {
    /// The whole run.
    pub run: RunIdentity,
    /// Cores that the run will have.
    pub cores: NonZeroUsize,
    /// Price of a core for an hour, in any currency.
    pub price: f64,
    /// How long to sample.
    pub time: Duration,
    /// Seed of the sample.
    pub seed: u64,
    /// Threads that sample.
    pub threads: NonZeroUsize,
}

/// What the analysis of one unit found and cost.
pub(super) struct SampledUnit {
    /// What it found.
    pub(super) counts: Counts,
    /// Processor time in seconds.
    pub(super) seconds: f64,
}

/// Candidates of a unit: enough to make the time to find the first one negligible. Where candidates are pruned, finding it
/// takes longer, and the others take less.
pub(super) fn unit_length(run: &RunIdentity) -> u64 {
    match (run.rules.size().longer_side(), run.exhaustive) {
        (3..=5, _) => 1024,
        (6, true) => 128,
        (6, false) => 4096 * growth_with_walls(run.walls),
        (_, true) => 1,
        (_, false) => 8,
    }
}

/// Analyses random units of `length` candidates until the time is over or `stop` is set. `gauge` shows how much time has passed.
///
/// # Errors
/// A cluster is too large, or a worker fails.
pub(super) fn analyse_sample(
    settings: &PlanSettings,
    generator: &Generator,
    length: u64,
    stop: &AtomicBool,
    gauge: &Gauge,
) -> io::Result<Vec<SampledUnit>> {
    let candidates = generator.candidates();
    let mut random = Random::new(settings.seed);
    let starts = std::iter::from_fn(|| Some(random.below(candidates)));
    let analyse = |worker: &mut Worker<'_>, start| analyse_unit(worker, start, length, candidates);
    let total = u64::try_from(settings.time.as_millis()).ok();
    gauge.begin(GaugeStage { what: "sampling candidates", items: "candidates", unit: GaugeUnit::Milliseconds, total });
    let begun = Instant::now();
    let over = AtomicBool::new(false);
    let mut sample = Vec::new();
    drive(
        || generator.worker(),
        analyse,
        starts,
        settings.threads,
        &over,
        |unit: Result<SampledUnit, ClusterTooLarge>| {
            sample.push(unit?);
            gauge.add_items(length);
            gauge.set(begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX));
            if begun.elapsed() >= settings.time || stop.load(Ordering::Relaxed) {
                over.store(true, Ordering::Relaxed);
            }
            Ok::<_, io::Error>(())
        },
    )?;
    Ok(sample)
}

/// Analyses `length` of the `candidates` from rank `start` on, wrapping to rank 0 after the last.
fn analyse_unit(worker: &mut Worker<'_>, start: u64, length: u64, candidates: u64) -> Result<SampledUnit, ClusterTooLarge> {
    let begun = seconds_of(ClockId::ThreadCPUTime);
    let to_the_end = length.min(candidates - start);
    let mut counts = worker.analyse(Ranks { first: start, step: 1, count: to_the_end }, &mut |_, _| {})?;
    if to_the_end < length {
        counts += worker.analyse(Ranks { first: 0, step: 1, count: length - to_the_end }, &mut |_, _| {})?;
    }
    Ok(SampledUnit { counts, seconds: seconds_of(ClockId::ThreadCPUTime) - begun })
}
