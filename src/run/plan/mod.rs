//! `plan`: what a run will cost, estimated from a random sample of its candidates.
//!
//! Start with [`plan`]. `cluster_sample.rs` analyses the sample; the totals are estimated from it here.
mod cluster_sample;

pub use self::cluster_sample::PlanSettings;
use self::cluster_sample::{SampledUnit, analyse_sample, unit_length};
use crate::board::Metric;
use crate::files::{ErrorClass, Gauge, GaugeStage, failure, stopped};
use crate::generate::Generator;
use crate::rows::LeastDepth;
use serde::Serialize;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

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
pub(super) fn estimate_total(values: &[f64], states: &[f64], states_mean: f64, units: f64) -> Estimate {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::run::run_identity::RunIdentity;
    use crate::run::shard::Shard;
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
