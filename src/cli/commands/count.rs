//! `gridlock count`: exact numbers of states and candidates.
use crate::board::{Rules, Size, WallRange};
use crate::cli::arguments::RulesArguments;
use crate::cli::{Result, end_on_signal, print_answer};
use crate::engine::{Progress, ProgressMode, grouped};
use crate::enumerate::{count_candidates, count_goal_states, count_packed_states, count_states};
use crate::files::{Gauge, GaugeStage};
use crate::run::as_size;
use clap::Args;
use serde::Serialize;

/// Arguments of `gridlock count`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock count --size 6 --walls 0..2")]
pub struct CountArgs {
    #[command(flatten)]
    pub rules: RulesArguments,
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
    #[serde(rename = "size", serialize_with = "as_size::serialize")]
    rules: Rules,
    walls: String,
    states: u128,
    goal_states: u128,
    packed_states: u128,
    candidates: u128,
}

/// Prints the exact numbers of states and candidates.
///
/// # Errors
/// The rules contradict themselves, or standard output can't be written.
pub fn run(args: CountArgs, quiet: bool) -> Result<()> {
    end_on_signal()?;
    let (rules, walls) = (args.rules.rules(Size::MAX_FAST)?, args.walls);
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::on_terminal(quiet, false), &gauge);
    let counted = |what, count: fn(Rules, WallRange) -> u128| {
        gauge.begin(GaugeStage { what, ..GaugeStage::default() });
        count(rules, walls)
    };
    let count = Count {
        rules,
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
        "board          {}, walls {walls}\nstates         {states}\ngoal states    {goals}\npacked states  {packed}\n\
         candidates     {candidates}\n",
        rules.in_words()
    ))
}
