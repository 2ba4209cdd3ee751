//! `gridlock solve BOARD --check MOVES`: are the given moves legal, do they solve the board, and how many more are they than needed?
use super::SolveArgs;
use crate::board::{Metric, Move, State};
use crate::cli::arguments::first_board;
use crate::cli::{Context, Failure, Result, print_answer};
use crate::engine::counted;
use crate::errors::ErrorClass;
use crate::files::display_path;
use crate::forms::WrittenMove;
use crate::notation::{Exit, View};
use crate::solve::{join_steps, total_steps};
use serde::Serialize;
use std::fs;
use std::path::Path;

/// What `--json` prints. Distances are in the metric, `null` where there is no solution.
#[derive(Serialize)]
struct CheckJson {
    board: String,
    legal: bool,
    /// The first illegal move: its number from 1, its text, and the reason.
    illegal: Option<Illegal>,
    solved: bool,
    moves: usize,
    steps: u32,
    metric: Metric,
    /// The length of a shortest solution.
    fewest: Option<u32>,
    /// How many more the moves are.
    more_than_needed: Option<u32>,
    /// The distance to the goal at the start and after each legal move.
    distances: Vec<Option<u32>>,
}

#[derive(Serialize)]
struct Illegal {
    number: usize,
    text: String,
    reason: String,
}

/// A move as it is made on a board.
///
/// # Errors
/// Why it can't be made.
fn playable(view: &View, written: &WrittenMove) -> Result<Move, String> {
    let name = &written.name;
    let step = view.meant(written).ok_or_else(|| format!("the board has no piece {name}"))?;
    let side: Exit = view.side(step);
    if written.side.is_some_and(|said| said.is_vertical() != side.is_vertical()) {
        let ways = if side.is_vertical() { "up and down" } else { "left and right" };
        return Err(format!("{name} moves {ways} only"));
    }
    let reach = |direction: i8| {
        let is_free = |distance: &i8| view.state().is_legal(Move { distance: *distance * direction, ..step });
        (1..=i8::MAX).take_while(is_free).count()
    };
    let free = reach(step.distance.signum());
    if free < step.distance.unsigned_abs().into() {
        return Err(format!("{name} can move {side} by {free}, not by {}", step.distance.abs()));
    }
    Ok(step)
}

/// Checks the moves that are given, or that the file of this name holds.
///
/// # Errors
/// The board or the moves can't be read, a search is given up; the moves do not solve the board.
pub(super) fn run(args: &SolveArgs, given: &str, quiet: bool) -> Result<()> {
    let path = Path::new(given);
    let text = match path.is_file() {
        true => fs::read_to_string(path).context(format_args!("cannot read {}", display_path(path)))?,
        false => given.to_owned(),
    };
    let board = first_board(&args.board, &args.search.reading, quiet)?;
    let mut view = board.view()?;
    let written = view.read_moves(&text).map_err(|problem| Failure::of_board("--check", problem))?;
    let metric = args.metric.unwrap_or_default();
    let distance = |state: &State| -> Result<Option<u32>> {
        let solved = args.options().solve(state).context("gave up; --max-states K allows more states")?;
        Ok(solved.map(|solution| solution.length()))
    };
    let text_of_board = board.text(&view);
    let mut distances = vec![distance(view.state())?];
    let (mut illegal, mut made) = (None, Vec::new());
    for (number, written) in (1..).zip(&written) {
        let step = match playable(&view, written) {
            Ok(step) => step,
            Err(reason) => {
                illegal = Some(Illegal { number, text: written.text.clone(), reason });
                break;
            }
        };
        view = view.after(step);
        made.push(step);
        distances.push(distance(view.state())?);
    }
    let joined = join_steps(&made);
    let (moves, steps) = (joined.len(), total_steps(&joined));
    let solved = illegal.is_none() && view.state().is_goal();
    let fewest = distances[0];
    let length = if metric == Metric::Moves { moves as u32 } else { steps };
    let more_than_needed = fewest.filter(|_| solved).map(|fewest| length.saturating_sub(fewest));
    let legal = illegal.is_none();
    let report =
        CheckJson { board: text_of_board, legal, illegal, solved, moves, steps, metric, fewest, more_than_needed, distances };
    print_answer(match args.search.json {
        true => serde_json::to_string(&report).expect("names and numbers are JSON") + "\n",
        false => report.for_people(&written),
    })?;
    if solved { Ok(()) } else { Err(Failure::silent(ErrorClass::NegativeAnswer)) }
}

impl CheckJson {
    fn for_people(&self, written: &[WrittenMove]) -> String {
        let distance = |distance: &Option<u32>| distance.map_or("no solution".to_owned(), |d| counted(d, self.metric.noun()));
        let mut text = format!("{:<16} {} to the goal\n", "start", distance(&self.distances[0]));
        for ((number, written), left) in (1..).zip(written).zip(&self.distances[1..]) {
            text += &format!("{:<16} {} to the goal\n", format!("{number}. {}", written.text), distance(left));
        }
        if let Some(Illegal { number, text: given, reason }) = &self.illegal {
            text += &format!("move {number} is illegal: {given}: {reason}\n");
            return text;
        }
        let length = format!("{}, {}", counted(self.moves as u64, "move"), counted(self.steps, "step"));
        text += &match (self.solved, self.more_than_needed) {
            (true, Some(0)) => format!("solved in {length}: no solution is shorter in {}\n", self.metric),
            (true, more) => format!("solved in {length}: {} more than needed\n", counted(more.unwrap_or(0), self.metric.noun())),
            (false, _) => format!("not solved after {length}\n"),
        };
        text
    }
}
