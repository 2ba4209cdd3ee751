//! `gridlock count`
use std::io::Write;

use anyhow::{Context, Result};
use serde::Serialize;

use super::ExitCode;
use crate::cli::CountArgs;
use crate::run::grouped;
use crate::search;

/// What `--json` prints.
#[derive(Serialize)]
struct Count {
    size: usize,
    walls: String,
    states: u128,
    candidates: u128,
}

/// Prints the exact numbers of states and candidates.
///
/// # Errors
/// Those of standard output.
pub fn run(args: CountArgs) -> Result<ExitCode> {
    let count = Count {
        size: args.size.n(),
        walls: args.walls.to_string(),
        states: search::states(args.size, args.walls),
        candidates: search::candidates(args.size, args.walls),
    };
    print(&args, &count).context("cannot write to standard output")?;
    Ok(ExitCode::Success)
}

fn print(args: &CountArgs, count: &Count) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    if args.json {
        writeln!(stdout, "{}", serde_json::to_string_pretty(count)?)?;
    } else {
        writeln!(stdout, "board       {}, walls {}", args.size, args.walls)?;
        writeln!(stdout, "states      {}", grouped(count.states))?;
        writeln!(stdout, "candidates  {}", grouped(count.candidates))?;
    }
    Ok(stdout.flush()?)
}
