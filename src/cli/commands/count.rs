//! `gridlock count`: exact numbers of states and candidates.
use crate::board::{Size, WallRange};
use crate::cli::arguments::BoardsArguments;
use crate::cli::{Result, end_on_signal, print_answer};
use crate::engine::{Progress, ProgressMode, grouped};
use crate::enumerate::{count_candidates, count_goal_states, count_packed_states, count_states};
use crate::files::{Gauge, GaugeStage};
use clap::Args;
use serde::Serialize;

/// Arguments of `gridlock count`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock count --size 6 --walls 0..2")]
pub struct CountArgs {
    #[command(flatten)]
    pub database: BoardsArguments,
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
pub fn run(args: CountArgs, quiet: bool) -> Result<()> {
    end_on_signal()?;
    let BoardsArguments { size, walls } = args.database;
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::on_terminal(quiet, false), &gauge);
    let counted = |what, count: fn(Size, WallRange) -> u128| {
        gauge.begin(GaugeStage { what, ..GaugeStage::default() });
        count(size, walls)
    };
    let count = Count {
        size: size.n(),
        walls: walls.to_string(),
        states: counted("counting states, number 1 of 4", count_states),
        goal_states: counted("counting goal states, number 2 of 4", count_goal_states),
        packed_states: counted("counting packed states, number 3 of 4", count_packed_states),
        candidates: counted("counting candidates, number 4 of 4", count_candidates),
    };
    drop(progress);
    if args.json {
        return print_answer(serde_json::to_string_pretty(&count)? + "\n");
    }
    let [states, goals, packed, candidates] =
        [count.states, count.goal_states, count.packed_states, count.candidates].map(grouped);
    print_answer(format!(
        "board          {size}, walls {walls}\nstates         {states}\ngoal states    {goals}\npacked states  {packed}\n\
         candidates     {candidates}\n"
    ))
}
