//! The answer for one board: the search, and what is printed about it.
use super::SolveArgs;
use crate::board::{Metric, Move, SearchError, StopToken};
use crate::cli::arguments::GivenBoard;
use crate::cli::{Context, ExitCode, Result, print_answer};
use crate::engine::{counted, grouped};
use crate::files::ErrorClass;
use crate::notation::{View, ViewPicture, side_by_side};
use crate::reference::Cluster;
use crate::solve::{self, Algorithm, Heuristic, LevelSearch, SearchOutcome, ShortestSolutions, Solution, SolveOptions};
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
    /// The name of each piece on the board; only for a list of vehicles.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<BTreeMap<char, String>>,
    solvable: bool,
    metric: Metric,
    algorithm: Algorithm,
    heuristic: Heuristic,
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
    text: String,
    solvable: bool,
}

impl Answer {
    /// Prints it on standard output.
    ///
    /// # Errors
    /// Standard output can't be written.
    pub(super) fn print(&self) -> Result<()> {
        print_answer(&self.text)
    }

    /// The exit code if this is the only answer.
    pub(super) fn code(&self) -> ExitCode {
        if self.solvable { ExitCode::Success } else { ExitCode::Failed(ErrorClass::NegativeAnswer) }
    }
}

/// The settings for every board.
pub(super) struct SolveTask<'a> {
    pub(super) args: &'a SolveArgs,
    pub(super) heuristic: Heuristic,
    /// Whether the board itself is the argument.
    pub(super) is_single: bool,
}

impl SolveTask<'_> {
    /// Solves a board as it was given.
    ///
    /// # Errors
    /// The board can't be read, or a search met too many states: the message names the place of the board.
    pub(super) fn solve_given(&self, given: &GivenBoard) -> Result<Answer> {
        let view = given.view()?;
        let most = self.args.search.max_states;
        let is_single = given.is_list() || self.is_single;
        let within = if self.args.cluster { Some(most) } else { is_single.then_some(SMALL_CLUSTER.min(most)) };
        self.solve(&view, given, within).with_context(|| {
            let board = given.text(&view);
            format!("{}: gave up on {board}; --max-states K allows more states", given.place)
        })?
    }

    /// Solves one board; `within` is the largest cluster that is explored as a whole.
    fn solve(&self, view: &View, given: &GivenBoard, within: Option<usize>) -> Result<Result<Answer>, SearchError> {
        let SolveTask { args, heuristic, .. } = *self;
        let (state, metric, most) = (view.state(), args.metric(), args.search.max_states);
        let start = Instant::now();
        let by_levels = || LevelSearch::of(state, metric, most);
        let (solved, levels) = match args.algorithm {
            Algorithm::BreadthFirst => {
                let levels = by_levels()?;
                (levels.outcome(), Some(levels))
            }
            algorithm => {
                let options = SolveOptions::new().metric(metric).max_states(most).algorithm(algorithm).heuristic(heuristic);
                (options.search(state, StopToken::NEVER)?, None)
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let wants_all = args.all_first || args.count || args.all_solutions.is_some();
        let levels = wants_all.then(|| levels.map_or_else(by_levels, Ok)).transpose()?;
        let shortest = levels.as_ref().filter(|_| args.all_first || args.count).and_then(ShortestSolutions::of_levels);
        let listed = levels.as_ref().zip(args.all_solutions).map(|(levels, count)| levels.solutions(count));
        let cluster = self.whole(view, within)?;
        let moves = solved.solution.as_ref().map(Solution::joined);
        if let Some(solution) = &solved.solution {
            let replayed = solve::replay(state, solution.moves());
            if let Err(error) = replayed.context("the solution found is wrong: this is a bug in gridlock") {
                return Ok(Err(error));
            }
        }
        let joined = |solution: &Vec<Move>| view.written(&solve::join_steps(solution), args.notation);
        let report = SolveJson {
            board: given.text(view),
            shape: Some(view.shape()).filter(|shape| !shape.is_square()).map(|shape| shape.to_string().replace('×', "x")),
            name: given.name.clone(),
            names: given.is_list().then(|| names(view)),
            solvable: moves.is_some(),
            metric: args.metric(),
            algorithm: args.algorithm,
            heuristic,
            moves: moves.as_ref().map(Vec::len),
            steps: moves.as_ref().map(|moves| solve::total_steps(moves)),
            solution: moves.as_ref().map(|moves| view.written(moves, args.notation)),
            first_moves: shortest.as_ref().filter(|_| args.all_first).map(|shortest| described(view, &shortest.first_moves)),
            solutions: shortest.as_ref().filter(|_| args.count).map(|shortest| shortest.count),
            all_solutions: listed.filter(|_| moves.is_some()).map(|listed| listed.iter().map(joined).collect()),
            visited: solved.visited,
            branching_factor: solved.branching_factor(),
            seconds,
            cluster,
        };
        let text = if args.search.json {
            serde_json::to_string(&report).expect("names and numbers are JSON") + "\n"
        } else {
            let boards = moves.as_ref().filter(|_| args.show).map_or(String::new(), |moves| boards(view, moves));
            for_people(&report, &solved, args.notation.separator())
                + &boards
                + &cluster_for_people(report.cluster.as_ref(), within)
        };
        Ok(Ok(Answer { text, solvable: report.solvable }))
    }

    /// Explores the whole cluster if wanted. Too large a cluster is an error only with `--cluster`.
    fn whole(&self, view: &View, within: Option<usize>) -> Result<Option<Whole>, SearchError> {
        match within.map(|most| Whole::of(view, most)) {
            Some(Err(error)) if self.args.cluster => Err(error),
            whole => Ok(whole.and_then(Result::ok)),
        }
    }
}

fn described(view: &View, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&step| view.describe(step)).collect()
}

/// The name of each symbol of the board.
fn names(view: &View) -> BTreeMap<char, String> {
    let symbols = view.symbols().into_iter().enumerate().filter(|&(_, symbol)| symbol != 'x');
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
    let width = |(title, view): &(String, View)| title.chars().count().max(2 * view.shape().width() + 3) + 2;
    let width = boards.iter().map(width).max().unwrap_or(1);
    let pictures: Vec<_> = boards.iter().map(|(title, view)| (format!("{title}\n{}", ViewPicture(view)), width)).collect();
    pictures.chunks((LINE / width).max(1)).map(side_by_side).collect()
}

/// The line about the whole cluster; `within` is the largest size to explore.
fn cluster_for_people(cluster: Option<&Whole>, within: Option<usize>) -> String {
    match (cluster, within) {
        (Some(Whole { cluster_size, fewest_moves: Some(moves), fewest_steps: Some(steps) }), _) => {
            let states = counted(*cluster_size as u64, "state");
            format!("cluster: {states}; fewest moves {moves}, fewest steps {steps}\n")
        }
        (Some(whole), _) => format!("cluster: {}\n", counted(whole.cluster_size as u64, "state")),
        (None, Some(most)) => format!("cluster: more than {} states, --cluster counts them\n", grouped(most as u64)),
        (None, None) => String::new(),
    }
}

/// The answer as text; `separator` stands between the moves of a solution.
fn for_people(report: &SolveJson, solved: &SearchOutcome, separator: &str) -> String {
    let mut board = report.name.as_ref().map_or(report.board.clone(), |name| format!("{name}: {}", report.board));
    if let Some(shape) = &report.shape {
        board += &format!(" ({shape})");
    }
    let effort = format!("{} visited, {:.3} s", counted(solved.visited, "state"), report.seconds);
    let (Some(moves), Some(steps), Some(solution)) = (report.moves, report.steps, &report.solution) else {
        return format!("{board}\nunsolvable ({effort})\n");
    };
    let factor = report.branching_factor.map_or(String::new(), |factor| format!(", branching factor {factor:.2}"));
    let mut text = format!("{board}\n{}, {} ({effort}{factor})\n", counted(moves as u64, "move"), counted(steps, "step"));
    if !solution.is_empty() {
        text += &format!("{}\n", solution.join(separator));
    }
    if let Some(first) = &report.first_moves {
        text += &format!(
            "first moves of shortest solutions: {}\n",
            if first.is_empty() { "none".to_owned() } else { first.join(" ") }
        );
    }
    match report.solutions {
        Some(u128::MAX) => text += "shortest solutions: more than 10^38\n",
        Some(solutions) => text += &format!("shortest solutions: {}\n", grouped(solutions)),
        None => {}
    }
    for (k, solution) in report.all_solutions.iter().flatten().enumerate() {
        text += &format!("{:>4}. {}\n", k + 1, solution.join(separator));
    }
    text
}
