//! `gridlock verify`: checks of a file of rows.
use crate::board::Size;
use crate::cli::arguments::{PiecesArguments, RowMetricArgument, SeedArgument, ThreadsArgument, bytes};
use crate::cli::{Failure, Result, listen, print_answer, print_message};
use crate::engine::{GRACE, Progress, ProgressMode, counted, grouped};
use crate::errors::ErrorClass;
use crate::files::{display_path, printable};
use crate::gauge::Gauge;
use crate::jobs::{Finding, VerifySettings, VerifySummary, verify};
use crate::pairs::SearchLimits;
use crate::run::{RowOrder, depths_note};
use clap::Args;
use serde_json::json;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Arguments of `gridlock verify`.
#[derive(Args, Debug)]
#[command(mut_arg("seed", |seed| seed.requires("sample")))]
#[command(mut_args(|arg| if ["primary_row", "primary_length", "lengths"].contains(&arg.get_id().as_str()) { arg.requires("size") } else { arg }))]
#[command(after_help = "Examples:\n  \
                  gridlock verify rush5.txt.gz\n  \
                  gridlock verify rush6.txt.gz --sample 10000 --seed 7\n  \
                  gridlock verify hard8.txt --max-memory 2G")]
pub struct VerifyArgs {
    /// File of rows, plain or compressed
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Board size, N or columns and rows like 6x5, of rows that no description describes [default: that of a square]
    #[arg(short = 'n', long, value_name = "N|CxR")]
    pub size: Option<Size>,
    #[command(flatten)]
    pub pieces: PiecesArguments,
    #[command(flatten)]
    pub metric: RowMetricArgument,
    /// Analyse only K random rows; the others are still read, except those of a rank file such as @rush6
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
pub fn run(args: VerifyArgs, quiet: bool) -> Result<()> {
    let stop = listen(GRACE)?;
    let threads = args.threads.threads;
    let limits = SearchLimits {
        states: args.max_states.unwrap_or(usize::MAX),
        bytes: args.max_memory.map_or(usize::MAX, |bytes| bytes / threads.get()),
    };
    let rules = args.size.map(|size| args.pieces.rules(size)).transpose()?;
    let settings =
        VerifySettings { sample: args.sample, seed: args.seed.seed, threads, metric: args.metric.metric, rules, limits };
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
            stop.fetch_or(written.is_err(), Ordering::Relaxed);
        }
    };
    let mode = ProgressMode::for_stderr(quiet, false);
    let gauge = Gauge::of_rows(if args.sample.is_some() { "reading rows" } else { "checking rows" });
    let progress = Progress::begin(mode, &gauge);
    let verified = verify(&args.file, &settings, &stop, &gauge, print_finding, |done, total| {
        // Without a total, the share of the file read says more.
        if total.is_some() || mode != ProgressMode::Bar {
            gauge.count("checking rows", "rows", done, total);
        }
    });
    drop(progress);
    let verified = verified?;
    let more = verified.faults + verified.given_up - printed.min(args.limit);
    written?;
    if args.json {
        print(&serde_json::to_string(&verified)?)?;
    } else if more > 0 {
        print(&format_args!("and {} more", grouped(more)))?;
    }
    if !quiet && !args.json {
        print_message(&summary(&verified, begun.elapsed().as_secs_f64(), threads));
    } else if let (false, Some(missing)) = (args.json, &verified.missing) {
        // A script that checks only the exit code must not silently take the file as complete.
        print_message(&format!("{} is NOT COMPLETE: {missing}", display_path(&args.file)));
    }
    if verified.faults > 0 {
        return Err(Failure::silent(ErrorClass::NegativeAnswer));
    }
    if verified.checked_nothing() {
        // Even with --quiet and --json, since silence would mean that all rows are right.
        let why = why_nothing(&verified);
        return Err(Failure::of_input(format_args!("{}: nothing was checked: {why}", display_path(&args.file))));
    }
    match verified.given_up {
        _ if verified.stopped => Err(Failure::silent(ErrorClass::Stopped)),
        0 => Ok(()),
        _ => Err(Failure::silent(ErrorClass::GivenUp)),
    }
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
    let mut description = match verified.shard {
        None => "none".to_owned(),
        Some(shard) => {
            let agrees = if verified.faults == 0 { "agrees" } else { "agrees except for faults above" };
            if shard.is_whole() { agrees.to_owned() } else { format!("of shard {shard}; {agrees}") }
        }
    };
    if !verified.moves.is_none() {
        description = format!("rows of {} alone; {description}", verified.moves);
    }
    let mut verdict = match (verified.faults, &verified.missing) {
        (0, _) if verified.stopped => "stopped, no fault so far".to_owned(),
        (0, _) if verified.checked_nothing() => format!("nothing was checked: {}", why_nothing(verified)),
        (0, None) => "no fault".to_owned(),
        (0, Some(missing)) => format!("no fault in the rows, but NOT COMPLETE: {missing}"),
        (n, None) => counted(n, "fault"),
        (n, Some(missing)) => format!("{}, and NOT COMPLETE: {missing}", counted(n, "fault")),
    };
    if verified.given_up > 0 {
        let rows = counted(verified.given_up, "row");
        verdict += &format!("; {rows} given up, neither right nor wrong: allow more with --max-states or --max-memory");
    }
    let unit = depths_note(verified.metric);
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
