//! `gridlock status`: how far runs in shards are.
use crate::cli::{Failure, Result, listen, print_answer, print_json};
use crate::engine::{GRACE, Progress, ProgressMode, counted, duration, grouped, number_ranges};
use crate::errors::ErrorClass;
use crate::files::printable;
use crate::gauge::Gauge;
use crate::jobs::{RunStatus, run_statuses};
use crate::run::depths_note;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `gridlock status`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock status shards\n  \
                  gridlock status shards/*.json shards/*.run --json")]
pub struct StatusArgs {
    /// Files of rows, their descriptions, run folders, or folders that hold them
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub paths: Vec<PathBuf>,
    /// Print JSON on standard output: one object for each run
    #[arg(long)]
    pub json: bool,
}

/// Prints the states of runs.
///
/// # Errors
/// Nothing of a run is found; a run is not complete.
pub fn run(args: &StatusArgs, quiet: bool) -> Result<()> {
    let stop = listen(GRACE)?;
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, false), &gauge);
    let statuses = run_statuses(&args.paths, &gauge, &stop);
    drop(progress);
    let statuses = statuses?;
    for status in &statuses {
        if args.json { print_json(status)? } else { print_answer(text_of(status))? }
    }
    match statuses.iter().all(RunStatus::is_complete) {
        true => Ok(()),
        false => Err(Failure::silent(ErrorClass::NegativeAnswer)),
    }
}

fn text_of(status: &RunStatus) -> String {
    let RunStatus { rules, walls, metric, moves, shards, .. } = status;
    let unit = depths_note(*metric);
    let deep = if moves.is_none() { String::new() } else { format!(", {moves} {metric}") };
    let mut text = format!("{}, walls {walls}{unit}{deep}: {}\n", rules.in_words(), counted(*shards, "shard"));
    let mut entry = |label: &str, value: String| text += &format!("  {label:<11}{}\n", printable(&value));
    let kinds = [
        ("done", &status.done),
        ("elsewhere", &status.elsewhere),
        ("running", &status.running),
        ("stopped", &status.stopped),
        ("damaged", &status.damaged),
        ("missing", &status.missing),
    ];
    for (kind, shards) in kinds.into_iter().filter(|(_, shards)| !shards.is_empty()) {
        entry(kind, format!("{}: {}", grouped(shards.len() as u64), number_ranges(shards)));
    }
    let share = status.share.map_or(String::new(), |share| format!(", {:.1} %", 100.0 * share));
    let deepest = if status.rows == 0 { String::new() } else { format!(", the deepest {}", status.deepest) };
    let [candidates, rows] = [counted(status.candidates, "candidate"), counted(status.rows, "row")];
    entry("so far", format!("{candidates}{share}; {rows}{deepest}"));
    if let Some(seconds) = status.seconds_left.filter(|_| !status.is_complete()) {
        entry("left", format!("about {} at the pace so far", duration(seconds)));
    }
    status.problems.iter().for_each(|problem| entry("problem", problem.clone()));
    entry("next", next(status));
    text
}

/// What to do next.
fn next(status: &RunStatus) -> String {
    let mut open = [&*status.stopped, &status.damaged, &status.missing].concat();
    open.sort_unstable();
    match (status.is_complete(), open.is_empty()) {
        (true, _) if status.shards == 1 => "nothing: all rows are there".to_owned(),
        (true, _) => "merge the shards: gridlock merge SHARD... -o FILE".to_owned(),
        (false, true) => "wait for the shards at work".to_owned(),
        (false, false) if status.shards == 1 => "repeat the command of the run".to_owned(),
        (false, false) => format!("generate what is open, each with --shard I/{}: {}", status.shards, number_ranges(&open)),
    }
}
