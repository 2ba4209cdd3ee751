//! `gridlock plan`: the estimated cost of a run.
use crate::board::Rules;
use crate::cli::arguments::{RunArguments, SeedArgument, ThreadsArgument, price, processors, seconds};
use crate::cli::{Failure, Result, listen, print_answer};
use crate::engine::{Progress, ProgressMode, counted, grouped};
use crate::errors::ErrorClass;
use crate::gauge::Gauge;
use crate::run::{Estimate, Plan, PlanSettings, Shard, depths_note, plan};
use clap::Args;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Arguments of `gridlock plan`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock plan --size 6 --walls 0..2 --cores 192 --price 0.04")]
pub struct PlanArgs {
    #[command(flatten)]
    pub run: RunArguments,
    /// Cores that the run will have [default: as many as this machine has]
    #[arg(long, value_name = "C", default_value_t = processors(), hide_default_value = true)]
    pub cores: NonZeroUsize,
    /// Price of one core for an hour, in any currency
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = price, allow_negative_numbers = true)]
    pub price: f64,
    /// How long to sample
    #[arg(long, alias = "sample", value_name = "S", default_value = "20", value_parser = seconds)]
    pub seconds: Duration,
    #[command(flatten)]
    pub seed: SeedArgument,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints estimates.
///
/// # Errors
/// The sample fails, or standard output can't be written.
pub fn run(args: PlanArgs, quiet: bool) -> Result<()> {
    let stop = listen(Duration::MAX)?;
    let settings = PlanSettings {
        run: args.run.shard(Shard::WHOLE)?,
        cores: args.cores,
        price: args.price,
        time: args.seconds,
        seed: args.seed.seed,
        threads: args.threads.threads,
    };
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, false), &gauge);
    let planned = plan(&settings, &stop, &gauge);
    drop(progress);
    let plan = planned?;
    print_answer(if args.json {
        serde_json::to_string_pretty(&plan)? + "\n"
    } else {
        for_people(&args, settings.run.rules, &plan)
    })?;
    match stop.load(Ordering::SeqCst) {
        true => Err(Failure::new(ErrorClass::Stopped, "stopped by a signal: the estimate is from a shorter sample")),
        false => Ok(()),
    }
}

fn for_people(args: &PlanArgs, rules: Rules, plan: &Plan) -> String {
    let unit = depths_note(plan.metric);
    let deep = if plan.moves.is_none() { String::new() } else { format!(", {} {}", plan.moves, plan.metric) };
    let exhaustive = if plan.exhaustive { ", with --exhaustive" } else { "" };
    let of_each = plan.core_hours.times(1.0 / plan.shards as f64);
    let mut lines = vec![
        ("board", format!("{}, walls {}{unit}{deep}{exhaustive}", rules.in_words(), args.run.walls)),
        ("candidates", grouped(plan.candidates)),
        ("states", grouped(plan.states)),
        ("sampled", format!("{}, seed {}", counted(plan.sampled, "candidate"), args.seed.seed)),
        ("rows", number(plan.rows)),
        ("states in rows", number(plan.states_in_rows)),
        ("core time", time(plan.core_hours)),
        ("wall time", format!("{} on {}", time(plan.wall_hours), counted(args.cores.get() as u64, "core"))),
    ];
    if args.price > 0.0 {
        lines.push(("cost", format!("{} at {} per core and hour", decimal(plan.cost, 2), args.price)));
    }
    lines.push(("shards", format!("{} of {} on one core", grouped(plan.shards), time(of_each))));
    let few = (12.0 * plan.core_hours.value).ceil().max(1.0);
    if few < args.cores.get() as f64 {
        lines.push(("", format!("so short that {} would do, with shards of 5 minutes", counted(few as u64, "core"))));
    }
    lines.push(("", "± is half a 95 % confidence interval; core time is for this machine".to_owned()));
    lines.iter().map(|(name, text)| format!("{name:<16}{text}\n")).collect()
}

/// A count, rounded to two digits of its margin.
fn number(estimate: Estimate) -> String {
    let unit = unit(estimate.margin, 1.0);
    let rounded = |number: f64| grouped(((number / unit).round() * unit) as u128);
    format!("{} ± {}", rounded(estimate.value), rounded(estimate.margin))
}

/// The power of ten of a margin's second digit; at least `finest`.
fn unit(margin: f64, finest: f64) -> f64 {
    if margin > 0.0 { 10f64.powf(margin.log10().floor() - 1.0).max(finest) } else { finest }
}

/// Hours in a readable unit.
fn time(hours: Estimate) -> String {
    let (factor, unit) = match hours.value {
        h if h < 1.0 / 60.0 => (3600.0, "seconds"),
        h if h < 1.0 => (60.0, "minutes"),
        h if h < 72.0 => (1.0, "hours"),
        h if h < 24.0 * 1000.0 => (1.0 / 24.0, "days"),
        _ => (1.0 / (24.0 * 365.25), "years"),
    };
    format!("{} {unit}", decimal(hours.times(factor), 1))
}

/// A number with at most `digits` decimals, rounded to two digits of its margin.
fn decimal(estimate: Estimate, digits: usize) -> String {
    let unit = unit(estimate.margin, 0.1f64.powi(digits as i32));
    let decimals = if unit < 1.0 { digits.min((-unit.log10()).round() as usize) } else { 0 };
    let rounded = |number: f64| (number / unit).round() * unit;
    format!("{:.decimals$} ± {:.decimals$}", rounded(estimate.value), rounded(estimate.margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_rounded_to_their_precision() {
        let of = |value, margin| Estimate { value, margin };
        assert_eq!(number(of(2_577_412.3, 48_213.7)), "2,577,000 ± 48,000");
        assert_eq!(number(of(32.4, 0.0)), "32 ± 0");
        assert_eq!(number(of(1_000.0, 3.4)), "1,000 ± 3");
        assert_eq!(time(of(50.26, 1.34)), "50.3 ± 1.3 hours");
        assert_eq!(time(of(60.26, 23.4)), "60 ± 23 hours");
        assert_eq!(time(of(0.5, 0.01)), "30.0 ± 0.6 minutes");
        assert_eq!(decimal(of(12.3456, 0.456), 2), "12.35 ± 0.46");
        assert_eq!(decimal(of(1234.5, 456.0), 2), "1230 ± 460");
    }
}
