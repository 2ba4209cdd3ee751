//! `gridlock count`: exact numbers of states and candidates.
use crate::board::{Rules, Size, WallRange};
use crate::cli::arguments::RulesArguments;
use crate::cli::{Result, end_on_signal, print_answer};
use crate::engine::{Progress, ProgressMode, grouped};
use crate::enumerate::{count_candidates, count_goal_states, count_states};
use crate::gauge::{Gauge, GaugeStage};
use crate::run::as_size;
use clap::Args;
use serde::Serialize;

/// Arguments of `gridlock count`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock count --size 6 --walls 0..2 --per-walls")]
pub struct CountArgs {
    #[command(flatten)]
    pub rules: RulesArguments,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    /// Also count for each number of walls
    #[arg(long)]
    pub per_walls: bool,
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
    candidates: u128,
    /// The same for each number of walls, with `--per-walls`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_walls: Vec<Count>,
}

impl Count {
    fn of(rules: Rules, walls: WallRange, gauge: &Gauge) -> Count {
        let counted = |what, count: fn(Rules, WallRange) -> u128| {
            gauge.begin(GaugeStage { what, ..GaugeStage::default() });
            gauge.note(format!("walls {walls}"));
            count(rules, walls)
        };
        Count {
            rules,
            walls: walls.to_string(),
            states: counted("counting states, number 1 of 3", count_states),
            goal_states: counted("counting goal states, number 2 of 3", count_goal_states),
            candidates: counted("counting candidates, number 3 of 3", count_candidates),
            by_walls: Vec::new(),
        }
    }

    /// A number of walls and its counts as a line of a table.
    fn line(&self) -> String {
        let [states, goals, candidates] = self.figures();
        format!("{:>5} {states:>26} {goals:>24} {candidates:>24}\n", self.walls)
    }

    fn figures(&self) -> [String; 3] {
        [self.states, self.goal_states, self.candidates].map(grouped)
    }
}

/// Prints the exact numbers of states and candidates.
///
/// # Errors
/// The rules contradict themselves, or standard output can't be written.
pub fn run(args: CountArgs, quiet: bool) -> Result<()> {
    end_on_signal()?;
    let (rules, walls) = (args.rules.rules(Size::MAX_FAST)?, args.walls);
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, false), &gauge);
    let mut count = Count::of(rules, walls, &gauge);
    if args.per_walls {
        let single = |walls: usize| WallRange::new(walls as u8, walls as u8).expect("a part of a range"); // below 64
        count.by_walls = (walls.min()..=walls.max()).map(|walls| Count::of(rules, single(walls), &gauge)).collect();
    }
    drop(progress);
    if args.json {
        return print_answer(serde_json::to_string_pretty(&count)? + "\n");
    }
    let [states, goals, candidates] = count.figures();
    let mut text = format!(
        "board        {}, walls {walls}\nstates       {states}\ngoal states  {goals}\ncandidates   {candidates}\n",
        rules.in_words()
    );
    if args.per_walls {
        text += &format!("\n{:>5} {:>26} {:>24} {:>24}\n", "walls", "states", "goal states", "candidates");
        text.extend(count.by_walls.iter().map(Count::line));
    }
    print_answer(text)
}
