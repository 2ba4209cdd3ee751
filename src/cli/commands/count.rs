//! `gridlock count`: exact numbers of states and candidates.
use crate::board::{Size, WallRange};
use crate::cli::arguments::BoardsArguments;
use crate::cli::{Result, end_on_signal, print_answer};
use crate::engine::{Progress, ProgressMode, grouped};
use crate::enumerate::{count_candidates, count_goal_states, count_states};
use crate::files::{Gauge, GaugeStage};
use clap::Args;
use serde::Serialize;

/// Arguments of `gridlock count`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock count --size 6 --walls 0..2 --per-walls")]
pub struct CountArgs {
    #[command(flatten)]
    pub database: BoardsArguments,
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
    size: usize,
    walls: String,
    states: u128,
    goal_states: u128,
    candidates: u128,
    /// The same for each number of walls, with `--per-walls`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_walls: Vec<Count>,
}

impl Count {
    fn of(size: Size, walls: WallRange, gauge: &Gauge) -> Count {
        let counted = |what, count: fn(Size, WallRange) -> u128| {
            gauge.begin(GaugeStage { what, ..GaugeStage::default() });
            gauge.note(format!("walls {walls}"));
            count(size, walls)
        };
        Count {
            size: size.n(),
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
/// Standard output can't be written.
pub fn run(args: CountArgs, quiet: bool) -> Result<()> {
    end_on_signal()?;
    let BoardsArguments { size, walls } = args.database;
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, false), &gauge);
    let mut count = Count::of(size, walls, &gauge);
    if args.per_walls {
        let single = |walls: usize| WallRange::new(walls as u8, walls as u8).expect("a part of a range"); // below 64
        count.by_walls = (walls.min()..=walls.max()).map(|walls| Count::of(size, single(walls), &gauge)).collect();
    }
    drop(progress);
    if args.json {
        return print_answer(serde_json::to_string_pretty(&count)? + "\n");
    }
    let [states, goals, candidates] = count.figures();
    let mut text =
        format!("board        {size}, walls {walls}\nstates       {states}\ngoal states  {goals}\ncandidates   {candidates}\n");
    if args.per_walls {
        text += &format!("\n{:>5} {:>26} {:>24} {:>24}\n", "walls", "states", "goal states", "candidates");
        text.extend(count.by_walls.iter().map(Count::line));
    }
    print_answer(text)
}
