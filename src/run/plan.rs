//! `plan`: what a run will cost, estimated from a random sample of its candidates.
//!
//! Start with [`plan`]. The sample is a cluster sample: units of consecutive ranks, each from a uniform random start, wrapping
//! around at the end.
//!
//! With 10 candidates and units of 4, a unit that starts at rank 8 has the ranks 8, 9, 0, 1. All starts are equally likely, so
//! every candidate is in equally many possible units, and the mean over the units is an unbiased estimate of the mean over all
//! candidates. Consecutive ranks cost the same as in the real run, where a worker also goes from one rank to the next; a single
//! candidate would cost more, because its rank must be found first.
use crate::board::Metric;
use crate::engine::drive;
use crate::errors::{ErrorClass, failure, stopped};
use crate::gauge::{Gauge, GaugeStage, GaugeUnit};
use crate::generate::{ClusterTooLarge, Counts, Generator, Ranks, Worker};
use crate::random::Random;
use crate::rows::LeastDepth;
use crate::run::RunIdentity;
use crate::run::shard_run::{growth_with_walls, seconds_of};
use rustix::time::ClockId;
use serde::Serialize;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest time that a shard should take on one core, in seconds: long compared with the start of a process, short compared
/// with the work that is lost with a machine.
const LONGEST_SHARD: f64 = 1200.0;
/// The most shards that are suggested, if there are not more cores; schedulers don't handle more of them well.
const MOST_SHARDS: u64 = 10_000;

/// What a run is expected to find and to cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// What depths count.
    pub metric: Metric,
    /// The depth from which on rows are kept. Absent if all are.
    #[serde(skip_serializing_if = "LeastDepth::is_none")]
    pub moves: LeastDepth,
    /// Whether the run searches all candidates.
    pub exhaustive: bool,
    /// Candidates in all, exact.
    pub candidates: u64,
    /// States in all, exact.
    pub states: u128,
    /// Candidates of the sample, searched or pruned.
    pub sampled: u64,
    /// Rows.
    pub rows: Estimate,
    /// States in the clusters that give rows.
    pub states_in_rows: Estimate,
    /// Core time in hours, on cores like this machine's.
    pub core_hours: Estimate,
    /// Wall time in hours on the cores asked for.
    pub wall_hours: Estimate,
    /// Price of the run.
    pub cost: Estimate,
    /// The suggested number of shards.
    pub shards: u64,
}

/// Analyses a random sample of the candidates for some time, and estimates from it what the whole run costs. `stop` ends the
/// sampling early. `gauge` shows the progress.
///
/// # Errors
/// The candidates can't be counted or searched; there is too little time for two sampling units.
pub fn plan(settings: &PlanSettings, stop: &AtomicBool, gauge: &Gauge) -> io::Result<Plan> {
    gauge.begin(GaugeStage { what: "counting the candidates", ..GaugeStage::default() });
    let generator = settings.run.generator(stop)?;
    let length = unit_length(&settings.run).min(generator.candidates());
    let sample = analyse_sample(settings, &generator, length, stop, gauge)?;
    match sample.len() {
        0 | 1 if stop.load(Ordering::Relaxed) => Err(stopped()),
        0 | 1 => Err(failure(ErrorClass::GivenUp, "the sample is too small for an estimate: give it more with --seconds")),
        _ => Ok(conclude(settings, &generator, length, &sample)),
    }
}

/// Estimates the totals from a sample of units of `length` candidates.
fn conclude(settings: &PlanSettings, generator: &Generator, length: u64, sample: &[SampledUnit]) -> Plan {
    let (candidates, states) = (generator.candidates(), generator.states());
    let units = candidates as f64 / length as f64;
    // The goal states of pruned candidates are not counted. Then no known quantity correlates with the cost, and the estimate
    // is the mean.
    let known = |unit: &SampledUnit| if settings.run.exhaustive { unit.counts.goal_states as f64 } else { 0.0 };
    let sampled_goal_states: Vec<f64> = sample.iter().map(known).collect();
    let total = |value: &dyn Fn(&SampledUnit) -> f64| {
        let values: Vec<f64> = sample.iter().map(value).collect();
        estimate_total(&values, &sampled_goal_states, generator.goal_states() as f64 / units, units)
    };
    let core_hours = total(&|unit| unit.seconds / 3600.0);
    let cores = settings.cores.get() as f64;
    Plan {
        metric: settings.run.metric,
        moves: settings.run.moves,
        exhaustive: settings.run.exhaustive,
        candidates,
        states,
        sampled: sample.len() as u64 * length,
        rows: total(&|unit| unit.counts.rows as f64),
        states_in_rows: total(&|unit| unit.counts.states_in_rows as f64),
        core_hours,
        wall_hours: core_hours.times(1.0 / cores),
        cost: core_hours.times(settings.price),
        shards: shards(core_hours.value * 3600.0, settings.cores.get() as u64),
    }
}

/// The suggested number of shards for a run of some core seconds: as many for each core, so that all work to the end, and so many
/// that each takes at most [`LONGEST_SHARD`]. Then they take 10 minutes or more, except if there is only one for each core.
fn shards(core_seconds: f64, cores: u64) -> u64 {
    let of_each_core = (core_seconds / LONGEST_SHARD / cores as f64).ceil() as u64;
    of_each_core.clamp(1, (MOST_SHARDS / cores).max(1)) * cores
}

/// Half the width of a 95 % confidence interval, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// An estimate with its 95 % confidence interval, `value - margin` to `value + margin`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

impl Estimate {
    /// The estimate of the quantity multiplied by an exact factor.
    pub fn times(self, factor: f64) -> Estimate {
        Estimate { value: self.value * factor, margin: self.margin * factor }
    }
}

/// Estimates the total of a quantity over `units` sampling units, from its `values` in a sample of them.
///
/// This is the regression estimator of survey sampling. The number of states in each sampled unit is known (`states`), and so is
/// the exact mean over all units (`states_mean`). If by chance the sample has too many states per unit, the mean of the values is
/// corrected by the slope of values against states. Only the residuals of that line are due to chance, and they give the margin.
fn estimate_total(values: &[f64], states: &[f64], states_mean: f64, units: f64) -> Estimate {
    let n = values.len() as f64;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / n;
    let (value_mean, state_mean) = (mean(values), mean(states));
    let deviations = || values.iter().zip(states).map(|(v, s)| (v - value_mean, s - state_mean));
    let variance: f64 = deviations().map(|(_, s)| s * s).sum();
    let slope = if variance > 0.0 { deviations().map(|(v, s)| v * s).sum::<f64>() / variance } else { 0.0 };
    let residuals: f64 = deviations().map(|(v, s)| (v - slope * s).powi(2)).sum();
    let error = (residuals / (n - 1.0) / n).sqrt();
    let value = value_mean + slope * (states_mean - state_mean);
    Estimate { value: (value * units).max(0.0), margin: STANDARD_ERRORS * error * units }
}

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
struct SampledUnit {
    /// What it found.
    counts: Counts,
    /// Processor time in seconds.
    seconds: f64,
}

/// Candidates of a unit: enough to make the time to find the first one negligible. Where candidates are pruned, finding it
/// takes longer, and the others take less.
fn unit_length(run: &RunIdentity) -> u64 {
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
fn analyse_sample(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::run::run_identity::RunIdentity;
    use crate::run::run_identity::Shard;
    use std::num::NonZeroUsize;
    use std::time::Duration;

    #[test]
    fn shards_fill_the_cores() {
        for (minutes, cores, expected) in [
            (0.1, 64, 64),
            (95.0, 64, 64),
            (95.0, 1, 5),
            (70.0, 320, 320),
            (2000.0, 64, 128),
            (1e9, 3, 9_999),
            (1e9, 20_000, 20_000),
        ] {
            assert_eq!(shards(60.0 * minutes, cores), expected, "{minutes} minutes on {cores} cores");
            let of_each = 60.0 * minutes / expected as f64;
            assert!(of_each >= 600.0 || expected == cores || cores == 1, "{minutes} minutes on {cores} cores: {of_each} s");
        }
    }

    #[test]
    fn five_by_five_is_estimated_about_right() {
        check_estimate(true);
        check_estimate(false);
    }

    fn check_estimate(exhaustive: bool) {
        let one = NonZeroUsize::MIN;
        let settings = PlanSettings {
            run: RunIdentity::new(Size::square(5).expect("a size"), "0".parse().expect("a range"), Shard::WHOLE)
                .with_exhaustive(exhaustive),
            cores: one,
            price: 1.0,
            time: Duration::from_millis(500),
            seed: 1,
            threads: one,
        };
        let plan = plan(&settings, &AtomicBool::new(false), &Gauge::default()).expect("a plan");
        assert_eq!((plan.candidates, plan.states), (124_886, 6_795_364));
        // Three times as wide as the interval of 95 %: wrong once in hundreds of millions.
        assert!((plan.rows.value - 1730.0).abs() < 3.0 * plan.rows.margin, "{plan:?}");
        assert!((plan.states_in_rows.value - 329_603.0).abs() < 3.0 * plan.states_in_rows.margin, "{plan:?}");
        assert!(plan.core_hours.value > 0.0 && plan.shards == 1);
    }

    #[test]
    fn a_quantity_that_goes_with_the_states_is_known_exactly() {
        let estimate = estimate_total(&[1.0, 2.0, 9.0], &[10.0, 20.0, 90.0], 50.0, 7.0);
        assert!((estimate.value - 35.0).abs() < 1e-9 && estimate.margin < 1e-6, "{estimate:?}");
    }
}
