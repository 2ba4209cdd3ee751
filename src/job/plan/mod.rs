//! What a run will take, before it is paid for: a random sample of the candidates, and what follows from it for all of them.
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::board::{Size, WallRange};
use crate::generate::{ClusterTooLarge, Counts, Generator, Ranks, Worker};
use crate::job::pipeline::{self, PipelineError, Work};
use crate::job::tables::{TablesError, tables};
use crate::random::Random;

/// Standard errors to either side that make 95 %.
const STANDARD_ERRORS: f64 = 1.96;
/// Seconds that a shard should last on one core: long beside what starting it costs, short beside what losing a machine costs.
const SHARD_SECONDS: f64 = 1200.0;
/// More shards than this are more than schedulers like.
const MOST_SHARDS: u64 = 10_000;

/// What is to be planned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlanSettings {
    /// Board size.
    pub size: Size,
    /// Walls, in total.
    pub walls: WallRange,
    /// Cores that the run will have.
    pub cores: NonZeroUsize,
    /// Price of a core for an hour.
    pub price: f64,
    /// How long to sample.
    pub time: Duration,
    /// Seed of the sample.
    pub seed: u64,
    /// Threads that sample.
    pub threads: NonZeroUsize,
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The candidates could not be counted, or a signal came first.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A worker failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError<ClusterTooLarge>),
    /// The time was too short for two draws.
    #[error("nothing can be said after so short a sample: give it more seconds with --sample")]
    TooShort,
}

/// A number that is known up to chance: 95 % of such intervals hold the true one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

/// What a run will take.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// Candidates in all, exact.
    pub candidates: u64,
    /// States in all, exact.
    pub states: u128,
    /// Candidates analysed for the sample.
    pub sampled: u64,
    /// Rows.
    pub rows: Estimate,
    /// States in the clusters that give rows.
    pub states_in_rows: Estimate,
    /// Hours of one core like this machine's.
    pub core_hours: Estimate,
    /// Hours on the cores asked for.
    pub wall_hours: Estimate,
    /// Price on them.
    pub cost: Estimate,
    /// How many shards are handy.
    pub shards: u64,
}

/// Samples for a while, and concludes. `stop` ends the sampling early.
///
/// Each draw is a run of candidates on end with a random begin, all begins equally likely, as the ranks close up in a circle. So a
/// run costs what it costs in earnest, and its mean is that of all candidates.
///
/// # Errors
/// [`PlanError`].
pub fn plan(question: &PlanSettings, stop: &AtomicBool) -> Result<Plan, PlanError> {
    let generator = tables(question.size, question.walls, stop)?;
    let candidates = generator.candidates();
    let length = run_length(question.size).min(candidates);
    let sampling = Sampling { generator: &generator, length };
    let mut random = Random::new(question.seed);
    let begins = std::iter::from_fn(|| Some(random.below(candidates)));
    let begun = Instant::now();
    let over = AtomicBool::new(false);
    let mut draws = Vec::new();
    pipeline::drive(&sampling, begins, question.threads, &over, |draw: Result<SampledCandidate, ClusterTooLarge>| {
        draws.push(draw?);
        if begun.elapsed() >= question.time || stop.load(Ordering::Relaxed) {
            over.store(true, Ordering::Relaxed);
        }
        Ok(())
    })?;
    if draws.len() < 2 {
        return Err(PlanError::TooShort);
    }
    Ok(conclude(question, &generator, length, &draws))
}

/// Candidates on end in a draw: enough that finding the first does not count.
fn run_length(size: Size) -> u64 {
    match size.n() {
        4 | 5 => 1024,
        6 => 128,
        _ => 1,
    }
}

struct Sampling<'g> {
    generator: &'g Generator,
    length: u64,
}

/// What a run of candidates gave.
struct SampledCandidate {
    counts: Counts,
    seconds: f64,
}

impl Work for Sampling<'_> {
    type Batch = u64;
    type Outcome = Result<SampledCandidate, ClusterTooLarge>;
    type Worker<'w>
        = Worker<'w>
    where
        Self: 'w;

    fn worker(&self) -> Worker<'_> {
        self.generator.worker()
    }

    fn run(&self, worker: &mut Worker<'_>, first: u64) -> Result<SampledCandidate, ClusterTooLarge> {
        let begun = thread_seconds();
        let till_the_end = self.length.min(self.generator.candidates() - first);
        let mut counts = worker.analyse(Ranks { first, step: 1, count: till_the_end }, &mut |_| {})?;
        if till_the_end < self.length {
            counts += worker.analyse(Ranks { first: 0, step: 1, count: self.length - till_the_end }, &mut |_| {})?;
        }
        Ok(SampledCandidate { counts, seconds: thread_seconds() - begun })
    }
}

/// Processor time of this thread in seconds.
#[cfg(target_os = "linux")]
fn thread_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Time in seconds since some moment.
#[cfg(not(target_os = "linux"))]
fn thread_seconds() -> f64 {
    static BEGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    BEGIN.elapsed().as_secs_f64()
}

fn conclude(question: &PlanSettings, generator: &Generator, length: u64, draws: &[SampledCandidate]) -> Plan {
    let (candidates, states) = (generator.candidates(), generator.states());
    let runs = candidates as f64 / length as f64;
    let sampled: Vec<f64> = draws.iter().map(|draw| draw.counts.goal_states as f64).collect();
    let goal_states_per_run = generator.goal_states() as f64 / runs;
    let total = |value: &dyn Fn(&SampledCandidate) -> f64| {
        let values: Vec<f64> = draws.iter().map(value).collect();
        total(&values, &sampled, goal_states_per_run, runs)
    };
    let hours = total(&|draw| draw.seconds / 3600.0);
    let cores = question.cores.get() as f64;
    let shards = (hours.value * 3600.0 / SHARD_SECONDS).ceil().clamp(1.0, MOST_SHARDS as f64) as u64;
    Plan {
        candidates,
        states,
        sampled: draws.len() as u64 * length,
        rows: total(&|draw| draw.counts.rows as f64),
        states_in_rows: total(&|draw| draw.counts.states_in_rows as f64),
        core_hours: hours,
        wall_hours: hours.times(1.0 / cores),
        cost: hours.times(question.price),
        shards: rounded_up(shards),
    }
}

impl Estimate {
    fn times(self, factor: f64) -> Estimate {
        Estimate { value: self.value * factor, margin: self.margin * factor }
    }
}

/// The total of a quantity over `runs` runs, from its `values` in some of them.
///
/// The goal states of each sampled run are known, and so is their exact mean over all runs. As far as the quantity goes with the states, a sample
/// that happened upon too many or too few of them is put right (a regression estimator); what chance is left is in the residuals.
fn total(values: &[f64], states: &[f64], states_mean: f64, runs: f64) -> Estimate {
    let n = values.len() as f64;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / n;
    let (value_mean, state_mean) = (mean(values), mean(states));
    let pairs = || values.iter().zip(states).map(|(v, s)| (v - value_mean, s - state_mean));
    let variance: f64 = pairs().map(|(_, s)| s * s).sum();
    let slope = if variance > 0.0 { pairs().map(|(v, s)| v * s).sum::<f64>() / variance } else { 0.0 };
    let residuals: f64 = pairs().map(|(v, s)| (v - slope * s).powi(2)).sum();
    let error = (residuals / (n - 1.0) / n).sqrt();
    let value = value_mean + slope * (states_mean - state_mean);
    Estimate { value: (value * runs).max(0.0), margin: STANDARD_ERRORS * error * runs }
}

/// The next number with at most two digits other than 0.
fn rounded_up(number: u64) -> u64 {
    let unit = 10u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_up_to_two_digits() {
        assert_eq!([1, 9, 10, 99, 101, 1234, 9999].map(rounded_up), [1, 9, 10, 99, 110, 1300, 10_000]);
    }

    #[test]
    fn a_quantity_that_goes_with_the_states_is_known_exactly() {
        let estimate = total(&[1.0, 2.0, 9.0], &[10.0, 20.0, 90.0], 50.0, 7.0);
        assert!((estimate.value - 35.0).abs() < 1e-9 && estimate.margin < 1e-6, "{estimate:?}");
    }

    #[test]
    fn five_by_five_is_estimated_about_right() {
        let one = NonZeroUsize::MIN;
        let question = PlanSettings {
            size: Size::new(5).expect("a size"),
            walls: "0".parse().expect("a range"),
            cores: one,
            price: 1.0,
            time: Duration::from_millis(500),
            seed: 1,
            threads: one,
        };
        let plan = plan(&question, &AtomicBool::new(false)).expect("a plan");
        assert_eq!((plan.candidates, plan.states), (124_886, 6_795_364));
        // Three times as wide as the interval of 95 %: wrong once in hundreds of millions.
        assert!((plan.rows.value - 1730.0).abs() < 3.0 * plan.rows.margin, "{plan:?}");
        assert!((plan.states_in_rows.value - 329_603.0).abs() < 3.0 * plan.states_in_rows.margin, "{plan:?}");
        assert!(plan.core_hours.value > 0.0 && plan.shards == 1);
    }
}
