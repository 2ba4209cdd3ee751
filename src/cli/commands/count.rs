//! `gridlock count`: exact numbers of states and candidates.
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::board::{Size, WallRange};
use crate::cli::exit::ExitCode;
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::parsers::size;
use crate::enumerate::{count_candidates, count_goal_states, count_packed_states, count_states};
use crate::files::standard_output;
use crate::job::grouped;
use clap::Args;

/// Arguments of `gridlock count`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock count --size 6 --walls 0..2")]
pub struct CountArgs {
    /// Board size N, 4 to 7
    #[arg(short = 'n', long, value_name = "N", value_parser = size)]
    pub size: Size,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Count {
    size: usize,
    walls: String,
    states: u128,
    goal_states: u128,
    packed_states: u128,
    candidates: u128,
}

/// Prints the exact numbers of states and candidates.
///
/// # Errors
/// Standard output can't be written.
pub fn run(args: CountArgs) -> Result<ExitCode> {
    InterruptibleOutputs::install()?;
    let count = Count {
        size: args.size.n(),
        walls: args.walls.to_string(),
        states: count_states(args.size, args.walls),
        goal_states: count_goal_states(args.size, args.walls),
        packed_states: count_packed_states(args.size, args.walls),
        candidates: count_candidates(args.size, args.walls),
    };
    print(&args, &count).context("cannot write to standard output")?;
    Ok(ExitCode::Success)
}

fn print(args: &CountArgs, count: &Count) -> Result<()> {
    let mut stdout = standard_output()?;
    if args.json {
        writeln!(stdout, "{}", serde_json::to_string_pretty(count)?)?;
    } else {
        writeln!(stdout, "board          {}, walls {}", args.size, args.walls)?;
        writeln!(stdout, "states         {}", grouped(count.states))?;
        writeln!(stdout, "goal states    {}", grouped(count.goal_states))?;
        writeln!(stdout, "packed states  {}", grouped(count.packed_states))?;
        writeln!(stdout, "candidates     {}", grouped(count.candidates))?;
    }
    Ok(stdout.flush()?)
}
