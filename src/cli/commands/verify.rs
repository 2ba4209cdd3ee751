//! `gridlock verify`: checks of a file of rows.
use crate::board::Metric;
use crate::cli::arguments::{RowMetricArgument, SeedArgument, ThreadsArgument, bytes};
use crate::cli::{ExitCode, InterruptibleOutputs, Result, print_answer, print_message};
use crate::engine::{GRACE, Progress, ProgressMode, counted, grouped};
use crate::files::{ErrorClass, Gauge, display_path, printable};
use crate::jobs::{Finding, JobError, VerifySettings, VerifySummary, verify};
use crate::pairs::SearchLimits;
use crate::run::{MissingShards, RowOrder, TablesError};
use clap::Args;
use serde_json::json;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Arguments of `gridlock verify`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock verify rush5.txt.gz\n  \
                  gridlock verify rush6.txt.gz --sample 10000 --seed 7\n  \
                  gridlock verify hard8.txt --max-memory 2G")]
pub struct VerifyArgs {
    /// File of rows, plain or compressed
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub metric: RowMetricArgument,
    /// Analyse only K random rows; the others are still read
    #[arg(long, value_name = "K")]
    pub sample: Option<usize>,
    #[command(flatten)]
    pub seed: SeedArgument,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Give up a row, and count it separately, if its search meets more than K states [default: no limit]
    #[arg(long, value_name = "K")]
    pub max_states: Option<usize>,
    /// Give up a row if its search needs more memory than its share of SIZE, which all threads share: bytes, or KiB, MiB or GiB
    /// with K, M or G at the end [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub max_memory: Option<usize>,
    /// Print at most K faults and rows given up
    #[arg(long, value_name = "K", default_value_t = 50)]
    pub limit: u64,
    /// Print each fault, each row given up, and a final summary, as one JSON object per line
    #[arg(long)]
    pub json: bool,
}

/// Verifies a file of rows and prints the faults, up to a limit.
///
/// # Errors
/// The file can't be read to its end, or standard output can't be written.
pub fn run(args: VerifyArgs, quiet: bool) -> Result<ExitCode> {
    let (_, interrupt) = InterruptibleOutputs::install_with(GRACE)?;
    let threads = args.threads.or_all();
    let limits = SearchLimits {
        states: args.max_states.unwrap_or(usize::MAX),
        bytes: args.max_memory.map_or(usize::MAX, |bytes| bytes / threads.get()),
    };
    let settings = VerifySettings { sample: args.sample, seed: args.seed.seed, threads, metric: args.metric.metric, limits };
    let begun = Instant::now();
    let (mut printed, mut written) = (0, Ok(()));
    let print_finding = |line: u64, finding: Finding| {
        printed += 1;
        if printed <= args.limit && written.is_ok() {
            written = if args.json {
                let kind = if matches!(finding, Finding::Fault(_)) { "fault" } else { "given_up" };
                print(&json!({ "line": (line > 0).then_some(line), kind: finding.to_string() }))
            } else {
                let place = if line == 0 { String::new() } else { format!(", line {line}") };
                print(&format_args!("{}{place}: {finding}", display_path(&args.file)))
            };
            interrupt.stop().fetch_or(written.is_err(), Ordering::Relaxed);
        }
    };
    let mode = ProgressMode::for_stderr(quiet, false);
    let gauge = Gauge::of_rows(if args.sample.is_some() { "reading rows" } else { "checking rows" });
    let progress = Progress::begin(mode, &gauge);
    let verified = verify(&args.file, &settings, interrupt.stop(), &gauge, print_finding, |done, total| {
        // Without a total, the share of the file read says more.
        if total.is_some() || mode != ProgressMode::Bar {
            gauge.count("checking rows", "rows", done, total);
        }
    });
    drop(progress);
    if let (Err(JobError::Tables(error @ TablesError::Stopped)), Some(signal)) = (&verified, interrupt.signal()) {
        print_message(&format!("gridlock: {error}"));
        return Ok(ExitCode::Stopped(signal));
    }
    let verified = verified?;
    let printed = printed.min(args.limit);
    if args.json {
        let summary = serde_json::to_string(&verified)?;
        written = written.and_then(|()| print(&summary));
    } else if verified.faults + verified.given_up > printed {
        let more = verified.faults + verified.given_up - printed;
        written = written.and_then(|()| print(&format_args!("and {} more", grouped(more))));
    }
    written?;
    if !quiet && !args.json {
        print_message(&summary(&verified, begun.elapsed().as_secs_f64(), threads));
    } else if let (false, Some(missing)) = (args.json, &verified.missing) {
        // A script that checks only the exit code must not silently take the file as complete.
        print_message(&format!("{} is {}", display_path(&args.file), not_complete(missing)));
    }
    if verified.faults > 0 {
        return Ok(ExitCode::Failed(ErrorClass::NegativeAnswer));
    }
    if verified.checked_nothing() {
        // Even with --quiet and --json, since silence would mean that all rows are right.
        print_message(&format!("gridlock: {}: nothing was checked: {}", display_path(&args.file), why_nothing(&verified)));
        return Ok(ExitCode::Failed(ErrorClass::WrongInput));
    }
    let done = if verified.given_up > 0 { ExitCode::Failed(ErrorClass::GivenUp) } else { ExitCode::Success };
    Ok(interrupt.signal().filter(|_| verified.stopped).map_or(done, ExitCode::Stopped))
}

/// The verdict on a partial merge, for the end of a sentence.
fn not_complete(missing: &MissingShards) -> String {
    format!("NOT COMPLETE: {missing}")
}

/// Why no row was checked, for the end of a sentence.
fn why_nothing(verified: &VerifySummary) -> &'static str {
    match verified.rows {
        0 => "there is no row, and no description says that there should be none",
        _ => "no row was analysed; give --sample a number above 0",
    }
}

fn summary(verified: &VerifySummary, seconds: f64, threads: NonZeroUsize) -> String {
    let order = match verified.order {
        Some(RowOrder::Published | RowOrder::Ranks) => "the published order",
        Some(RowOrder::Candidates) => "the order of the candidates",
        None if verified.stopped => "not checked to the end",
        None => "none",
    };
    let agrees = if verified.faults == 0 { "agrees" } else { "agrees except for faults above" };
    let description = match verified.shard {
        None => "none".to_owned(),
        Some(shard) if shard.is_whole() => agrees.to_owned(),
        Some(shard) => format!("of shard {shard}; {agrees}"),
    };
    let description =
        if verified.moves.is_none() { description } else { format!("rows of {} alone; {description}", verified.moves) };
    let mut verdict = match (verified.faults, &verified.missing) {
        (0, _) if verified.stopped => "stopped, no fault so far".to_owned(),
        (0, _) if verified.checked_nothing() => format!("nothing was checked: {}", why_nothing(verified)),
        (0, None) => "no fault".to_owned(),
        (0, Some(missing)) => format!("no fault in the rows, but {}", not_complete(missing)),
        (n, None) => counted(n, "fault"),
        (n, Some(missing)) => format!("{}, and {}", counted(n, "fault"), not_complete(missing)),
    };
    if verified.given_up > 0 {
        verdict.push_str(&format!(
            "; {} given up, neither right nor wrong: allow more with --max-states or --max-memory",
            counted(verified.given_up, "row")
        ));
    }
    let unit = match verified.metric {
        Metric::Moves => "",
        Metric::Steps => ", depths in steps",
    };
    format!(
        "rows         {}, {} of them analysed anew, {}{unit}\norder        {order}\ndescription  {description}\n\
         seconds      {seconds:.2} on {}; {} rows/s analysed\nverdict      {verdict}",
        grouped(verified.rows),
        grouped(verified.analysed),
        counted(verified.states, "state"),
        counted(threads.get() as u64, "thread"),
        grouped(verified.rows_per_second() as u64),
    )
}

/// Prints a line on standard output.
fn print(line: &impl Display) -> Result<()> {
    let line = line.to_string(); // a fault may quote the file
    print_answer(format!("{}\n", printable(&line)))
}
