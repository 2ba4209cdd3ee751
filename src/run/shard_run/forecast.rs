//! The cost of a run by position, from a short sample over the whole range before the run.
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::batches::{ShardSearch, growth_with_walls};
use crate::engine::{PipelineError, drive};
use crate::files::Forecast;
use crate::generate::Worker;
use crate::run::RunIdentity;

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
