//! The answer for one board: the search, and what is printed about it.
use super::SolveArgs;
use crate::board::{Metric, Move, SearchError, State, StopToken};
use crate::cli::arguments::GivenBoard;
use crate::cli::{Context, Result};
use crate::engine::{counted, grouped};
use crate::errors::ErrorClass;
use crate::notation::{MoveNotation, View, ViewPicture, side_by_side};
use crate::reference::Cluster;
use crate::solve::{self, Algorithm, Heuristic, LevelSearch, Patience, SearchOutcome, ShortestSolutions, Solution};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// A single board's cluster of up to this size is explored even without `--cluster`: that takes less than a second.
const SMALL_CLUSTER: usize = 300_000;

/// What `--json` prints for one board. `A+3` moves A by three cells right or down.
#[derive(Serialize)]
struct SolveJson {
    board: String,
    /// Columns and rows; only for a board that is not square.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    name: Option<String>,
    /// The name of each piece on the board; only for a list of vehicles, or if names are longer than a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<BTreeMap<String, String>>,
    /// What was chosen among several readings of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    read_as: Vec<String>,
    solvable: bool,
    metric: Metric,
    /// Not with `--any`, nor the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<Algorithm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<Heuristic>,
    /// No solution is shorter, in the metric; only with `--any`.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
    moves: Option<usize>,
    steps: Option<u32>,
    solution: Option<Vec<String>>,
    /// Every first move of a shortest solution; only with `--all-first`.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<Vec<String>>,
    /// The number of shortest solutions; only with `--count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u128>,
    /// The first shortest solutions; only with `--all-solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_solutions: Option<Vec<Vec<String>>>,
    visited: u64,
    branching_factor: Option<f64>,
    seconds: f64,
    /// The whole cluster, if it was explored.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    cluster: Option<Whole>,
}

/// Facts about the whole cluster of a board.
#[derive(Serialize)]
struct Whole {
    cluster_size: usize,
    fewest_moves: Option<u32>,
    fewest_steps: Option<u32>,
}

impl Whole {
    /// Explores the whole cluster.
    ///
    /// # Errors
    /// [`SearchError::LimitExceeded`] if it has more than `max_states` states.
    fn of(view: &View, max_states: usize) -> Result<Whole, SearchError> {
        let cluster = Cluster::explore(view.state(), max_states)?;
        let fewest = |metric| cluster.depths(metric).of(0); // state 0 is the start
        let (fewest_moves, fewest_steps) = (fewest(Metric::Moves), fewest(Metric::Steps));
        Ok(Whole { cluster_size: cluster.states(), fewest_moves, fewest_steps })
    }
}

/// The answer for one board.
pub(super) struct Answer {
    pub(super) text: String,
    /// Why this is not a shortest solution.
    pub(super) class: Option<ErrorClass>,
}

/// Solves a board as it was given; `is_single` if the board itself is the argument.
///
/// # Errors
/// The board can't be read, or a search met too many states: the message names the place of the board.
pub(super) fn solve_given(args: &SolveArgs, is_single: bool, given: &GivenBoard) -> Result<Answer> {
    let view = given.view()?;
    let answer = solve_view(args, is_single || given.is_list(), &view, given);
    let place = || {
        let help = if args.any { "" } else { ", and --any finds a solution that may be longer" };
        format!("{}: gave up on {}; --max-states K allows more states{help}", given.place, given.text(&view))
    };
    answer.or_else(|error| Err(error).context(place()))
}

fn solve_view(args: &SolveArgs, is_single: bool, view: &View, given: &GivenBoard) -> Result<Answer, SearchError> {
    let (state, metric, most) = (view.state(), args.metric.unwrap_or_default(), args.search.max_states);
    let start = Instant::now();
    let solved = search(args, state, start)?;
    let seconds = start.elapsed().as_secs_f64();
    let wants_all = args.all_first || args.count || args.all_solutions.is_some();
    let levels = if wants_all { Some(LevelSearch::of(state, metric, most)?) } else { None };
    let shortest = levels.as_ref().filter(|_| args.all_first || args.count).and_then(ShortestSolutions::of_levels);
    let listed = levels.as_ref().zip(args.all_solutions).map(|(levels, count)| levels.solutions(count));
    // Too large a cluster is an error only with `--cluster`.
    let cluster = match args.cluster {
        true => Some(Whole::of(view, most)?),
        false if is_single && !args.any => Whole::of(view, SMALL_CLUSTER.min(most)).ok(),
        false => None,
    };
    if let Some(solution) = &solved.solution {
        solve::replay(state, solution.moves()).expect("a solution solves its board");
    }
    let moves = solved.solution.as_ref().map(Solution::joined);
    let joined = |solution: &Vec<Move>| view.written(&solve::join_steps(solution), args.notation);
    let described = |moves: &[Move]| moves.iter().map(|&step| view.describe(step)).collect();
    let report = SolveJson {
        board: given.text(view),
        shape: Some(view.size()).filter(|size| !size.is_square()).map(|size| size.to_string().replace('×', "x")),
        name: given.name.clone(),
        names: (given.is_list() || has_other_names(view)).then(|| names(view)),
        read_as: given.notes.clone(),
        solvable: moves.is_some(),
        metric,
        algorithm: Some(args.algorithm).filter(|_| !args.any),
        heuristic: Some(args.heuristic()).filter(|_| !args.any),
        at_least: Some(solved.at_least).filter(|_| args.any && moves.is_some()),
        moves: moves.as_ref().map(Vec::len),
        steps: moves.as_ref().map(|moves| solve::total_steps(moves)),
        solution: moves.as_ref().map(|moves| view.written(moves, args.notation)),
        first_moves: shortest.as_ref().filter(|_| args.all_first).map(|shortest| described(&shortest.first_moves)),
        solutions: shortest.as_ref().filter(|_| args.count).map(|shortest| shortest.count),
        all_solutions: listed.filter(|_| moves.is_some()).map(|listed| listed.iter().map(joined).collect()),
        visited: solved.visited,
        branching_factor: solved.branching_factor().filter(|_| !args.any),
        seconds,
        cluster,
    };
    let text = if args.search.json {
        serde_json::to_string(&report).expect("names and numbers are JSON") + "\n"
    } else {
        let boards = moves.as_ref().filter(|_| args.show).map_or(String::new(), |moves| boards(view, moves));
        let cluster = match &report.cluster {
            Some(whole) => whole.for_people(),
            None if is_single && !args.any => {
                format!("cluster: more than {} states, --cluster counts them\n", grouped(SMALL_CLUSTER.min(most) as u64))
            }
            None => String::new(),
        };
        report.for_people(args.notation) + &boards + &cluster
    };
    let class = match report.solvable {
        false => Some(ErrorClass::NegativeAnswer),
        true => solved.may_be_longer().then_some(ErrorClass::NotProven),
    };
    Ok(Answer { text, class })
}

/// The search that the arguments ask for.
fn search(args: &SolveArgs, state: &State, start: Instant) -> Result<SearchOutcome, SearchError> {
    if !args.any {
        return args.options().search(state, StopToken::NEVER);
    }
    let is_over = || args.seconds.is_some_and(|seconds| start.elapsed() >= seconds);
    let patience = if args.seconds.is_some() { Patience::UntilStopped } else { Patience::First };
    args.options().find_any(state, patience, StopToken::when(&is_over))
}

/// Whether the board as text can't show the names of its pieces.
fn has_other_names(view: &View) -> bool {
    view.symbols().iter().enumerate().any(|(item, symbol)| symbol != view.name(item))
}

/// The name of each symbol of the board.
fn names(view: &View) -> BTreeMap<String, String> {
    let symbols = view.symbols().into_iter().enumerate().filter(|(_, symbol)| symbol != "x");
    symbols.map(|(item, symbol)| (symbol, view.name(item).to_owned())).collect()
}

/// The width of a line with several boards, in characters.
const LINE: usize = 100;

/// The boards of a solution, each below its move.
fn boards(view: &View, moves: &[Move]) -> String {
    let mut boards = vec![("start".to_owned(), view.clone())];
    for (k, &step) in moves.iter().enumerate() {
        let next = boards[k].1.after(step);
        boards.push((format!("{}: {}", k + 1, view.describe(step)), next));
    }
    let width = |(title, view): &(String, View)| title.chars().count().max(ViewPicture(view).width()) + 2;
    let width = boards.iter().map(width).max().unwrap_or(1);
    let pictures: Vec<_> = boards.iter().map(|(title, view)| (format!("{title}\n{}", ViewPicture(view)), width)).collect();
    pictures.chunks((LINE / width).max(1)).map(side_by_side).collect()
}

impl Whole {
    /// The line about the whole cluster.
    fn for_people(&self) -> String {
        let states = counted(self.cluster_size as u64, "state");
        match (self.fewest_moves, self.fewest_steps) {
            (Some(moves), Some(steps)) => format!("cluster: {states}; fewest moves {moves}, fewest steps {steps}\n"),
            _ => format!("cluster: {states}\n"),
        }
    }
}

impl SolveJson {
    /// The answer as text.
    fn for_people(&self, notation: MoveNotation) -> String {
        let (header, separator) = (notation.header(), notation.separator());
        let name = self.name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        let shape = self.shape.as_ref().map_or(String::new(), |shape| format!(" ({shape})"));
        let board = format!("{name}{}{shape}", self.board);
        let effort = format!("{} visited, {:.3} s", counted(self.visited, "state"), self.seconds);
        let (Some(moves), Some(steps), Some(solution)) = (self.moves, self.steps, &self.solution) else {
            return format!("{board}\nunsolvable ({effort})\n");
        };
        let factor = self.branching_factor.map_or(String::new(), |factor| format!(", branching factor {factor:.2}"));
        let proven = match self.at_least {
            Some(least) => {
                format!("; at least {} needed", counted(least, self.metric.noun()) + if least == 1 { " is" } else { " are" })
            }
            None => String::new(),
        };
        let (moves, steps) = (counted(moves as u64, "move"), counted(steps, "step"));
        let mut text = format!("{board}\n{moves}, {steps}{proven} ({effort}{factor})\n");
        if !solution.is_empty() {
            text += &format!("{header}{}\n", solution.join(separator));
        }
        if let Some(first) = &self.first_moves {
            let first = if first.is_empty() { "none".to_owned() } else { first.join(" ") };
            text += &format!("first moves of shortest solutions: {first}\n");
        }
        match self.solutions {
            Some(u128::MAX) => text += "shortest solutions: more than 10^38\n",
            Some(solutions) => text += &format!("shortest solutions: {}\n", grouped(solutions)),
            None => {}
        }
        for (k, solution) in self.all_solutions.iter().flatten().enumerate() {
            text += &format!("{:>4}. {}\n", k + 1, solution.join(separator));
        }
        text
    }
}
