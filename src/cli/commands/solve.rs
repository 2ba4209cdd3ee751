//! `gridlock solve`: shortest solutions.
use crate::board::{Metric, Move, TooManyStates, View};
use crate::cli::board_argument::{BoardSource, GivenBoard};
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::message::print_message;
use crate::cli::shared_arguments::{SearchArguments, ThreadsArgument};
use crate::files::{shown, standard_output};
use crate::job::{Progress, ProgressMode, Work, counted, drive, grouped};
use crate::reference::Cluster;
use crate::solve::{self, Algorithm, Heuristic, SearchOutcome, ShortestSolutions, Solution, SolveOptions};
use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// For a board given as an argument, clusters up to this size are explored without `--cluster`: that takes less than a second.
const SMALL_CLUSTER: usize = 300_000;

/// Arguments of `gridlock solve`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock solve BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM\n  \
                  gridlock solve oBBoAAoCoooCoooo --metric steps --count --all-first\n  \
                  gridlock solve rush6.txt.bz2 --algorithm astar --json --threads 4\n  \
                  gridlock solve cars.csv --size 6 --exit up")]
pub struct SolveArgs {
    /// Board (. or o empty, x wall, A the primary), or file of boards or rows, plain or compressed; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Minimise moves (any number of cells) or steps (one cell each)
    #[arg(short, long, value_enum, default_value_t = MetricName::Moves)]
    pub metric: MetricName,
    /// Search algorithm: breadth-first, A*, or iterative deepening A*
    #[arg(short, long, value_enum, default_value_t = AlgorithmName::Bfs)]
    pub algorithm: AlgorithmName,
    /// Lower bound that guides astar and ida [default: advanced]
    #[arg(short = 'H', long, value_enum)]
    pub heuristic: Option<HeuristicName>,
    /// Print every first move of a shortest solution
    #[arg(long)]
    pub all_first: bool,
    /// Print the number of shortest solutions
    #[arg(long)]
    pub count: bool,
    /// Print the cluster size, fewest moves and fewest steps; the default for a board given here, up to 300,000 states
    #[arg(long)]
    pub cluster: bool,
    /// Format of the file; csv is a list of vehicles with the columns id,orientation,col,row,length, counted from 1 [default: by its
    /// content]
    #[arg(long, value_enum)]
    pub format: Option<BoardFormat>,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    #[command(flatten)]
    pub search: SearchArguments,
}

impl SolveArgs {
    /// Whether the file is a list of vehicles, if `--format` says so.
    fn is_list(&self) -> Option<bool> {
        self.format.map(|format| format == BoardFormat::Csv)
    }
}

/// `--metric`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MetricName {
    /// A move is one piece by any number of cells
    Moves,
    /// A step is one piece by one cell
    Steps,
}

/// `--algorithm`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlgorithmName {
    /// Breadth-first search
    Bfs,
    /// A*: the state of least depth plus lower bound first
    Astar,
    /// IDA*: depth-first search with a rising limit
    Ida,
}

/// `--heuristic`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HeuristicName {
    /// No lower bound
    Zero,
    /// Pieces in the way of the primary, plus its final move
    Blocking,
    /// Fewest pieces that must move to clear the way
    Advanced,
}

/// `--format`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardFormat {
    /// Boards or rows, one per line
    Text,
    /// One board as a list of vehicles
    Csv,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Metric {
        match name {
            MetricName::Moves => Metric::Moves,
            MetricName::Steps => Metric::Steps,
        }
    }
}

impl From<AlgorithmName> for Algorithm {
    fn from(name: AlgorithmName) -> Algorithm {
        match name {
            AlgorithmName::Bfs => Algorithm::BreadthFirst,
            AlgorithmName::Astar => Algorithm::AStar,
            AlgorithmName::Ida => Algorithm::IterativeDeepening,
        }
    }
}

impl From<HeuristicName> for Heuristic {
    fn from(name: HeuristicName) -> Heuristic {
        match name {
            HeuristicName::Zero => Heuristic::Zero,
            HeuristicName::Blocking => Heuristic::Blocking,
            HeuristicName::Advanced => Heuristic::Advanced,
        }
    }
}

/// What `--json` prints for one board. `A+3` moves A by three cells right or down.
#[derive(Serialize)]
struct SolveJson {
    board: String,
    name: Option<String>,
    solvable: bool,
    metric: MetricName,
    algorithm: AlgorithmName,
    heuristic: HeuristicName,
    moves: Option<usize>,
    steps: Option<u32>,
    solution: Option<Vec<String>>,
    /// Every first move of a shortest solution; only with `--all-first`.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<Vec<String>>,
    /// The number of shortest solutions; only with `--count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u128>,
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
    /// [`TooManyStates`] if it has more than `max_states` states.
    fn of(view: &View, max_states: usize) -> Result<Whole, TooManyStates> {
        let cluster = Cluster::explore(view.state(), max_states)?;
        let fewest = |metric| cluster.depths(metric).of(0); // state 0 is the start
        let (fewest_moves, fewest_steps) = (fewest(Metric::Moves), fewest(Metric::Steps));
        Ok(Whole { cluster_size: cluster.states(), fewest_moves, fewest_steps })
    }
}

/// The answer for one board.
struct Answer {
    text: String,
    solvable: bool,
}

/// Solves a board, or each board of a file, and prints the solutions.
///
/// # Errors
/// A board can't be read or has too many states, or standard output can't be written.
pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    let heuristic = match (args.algorithm, args.heuristic) {
        (AlgorithmName::Bfs, None | Some(HeuristicName::Zero)) => HeuristicName::Zero,
        (AlgorithmName::Bfs, _) => return Err(UsageError("--heuristic needs --algorithm astar or ida: bfs uses none").into()),
        (_, given) => given.unwrap_or(HeuristicName::Advanced),
    };
    let task = SolveTask { args, heuristic, cluster_within: cluster_within(args) };
    match BoardSource::of(&args.board) {
        source @ BoardSource::Board(_) => {
            write_all(source.boards(&args.search.reading, None)?.map(|given| task.solve_given(&given?)))
        }
        source => solve_file(&task, &source),
    }
}

/// Solves each board of a file on all threads, and prints the answers in the order of the file.
fn solve_file(task: &SolveTask, file: &BoardSource) -> Result<ExitCode> {
    // There is nothing to save, so a signal ends the program at once, even while it waits for input.
    InterruptibleOutputs::install()?;
    let never = AtomicBool::new(false);
    let mut progress = Progress::new(ProgressMode::on_terminal(true));
    let (mut code, mut answered) = (ExitCode::Success, 0);
    let write = |answer: Result<Answer>| {
        if write_all([answer])? != ExitCode::Success {
            code = ExitCode::NegativeAnswer;
        }
        answered += 1;
        progress.items("boards", "solved", answered, None);
        Ok(())
    };
    let driven = drive(task, file.boards(&task.args.search.reading, task.args.is_list())?, task.args.threads.or_all(), &never, write);
    driven.map_err(|error| error.into_write_error().unwrap_or_else(anyhow::Error::from))?;
    drop(progress);
    if answered == 0 {
        print_message(&format!("gridlock: {} holds no board", shown(task.args.board.as_ref())));
    }
    Ok(code)
}

/// The largest cluster that is explored as a whole; `None` if none is.
fn cluster_within(args: &SolveArgs) -> Option<usize> {
    let is_single = matches!(BoardSource::of(&args.board), BoardSource::Board(_));
    if args.cluster { Some(args.search.max_states) } else { is_single.then_some(SMALL_CLUSTER.min(args.search.max_states)) }
}

/// Prints answers in their order, up to the first error.
fn write_all(answers: impl IntoIterator<Item = Result<Answer>>) -> Result<ExitCode> {
    let mut code = ExitCode::Success;
    let mut out = standard_output().context("cannot write to standard output")?;
    for answer in answers {
        let answer = answer?;
        out.write_all(answer.text.as_bytes()).context("cannot write to standard output")?;
        if !answer.solvable {
            code = ExitCode::NegativeAnswer;
        }
    }
    out.flush().context("cannot write to standard output")?;
    Ok(code)
}

/// The settings for every board.
struct SolveTask<'a> {
    args: &'a SolveArgs,
    heuristic: HeuristicName,
    cluster_within: Option<usize>,
}

impl SolveTask<'_> {
    fn solve_given(&self, given: &GivenBoard) -> Result<Answer> {
        let view = given.view()?;
        self.solve(&view, given.text(&view), given.name.clone())
    }

    /// Solves one board.
    fn solve(&self, view: &View, board: String, name: Option<String>) -> Result<Answer> {
        let SolveTask { args, heuristic, .. } = *self;
        let give_up = "gave up on this board; --max-states K allows more states";
        let (state, metric) = (view.state(), args.metric.into());
        let start = Instant::now();
        let options = SolveOptions::new().metric(metric).max_states(args.search.max_states);
        let options = options.algorithm(args.algorithm.into()).heuristic(heuristic.into());
        let solved = options.search(state).context(give_up)?;
        let seconds = start.elapsed().as_secs_f64();
        let shortest = match args.all_first || args.count {
            true => ShortestSolutions::of(state, metric, args.search.max_states).context(give_up)?,
            false => None,
        };
        let moves = match &solved.solution {
            Some(solution) => {
                solve::replay(state, solution.moves()).context("the solution found is wrong: this is a bug in gridlock")?;
                Some(solution.joined())
            }
            None => None,
        };
        let depth = solved.solution.as_ref().map(Solution::length);
        let report = SolveJson {
            board,
            name,
            solvable: moves.is_some(),
            metric: args.metric,
            algorithm: args.algorithm,
            heuristic,
            moves: moves.as_ref().map(Vec::len),
            steps: moves.as_ref().map(|moves| solve::total_steps(moves)),
            solution: moves.as_ref().map(|moves| described(view, moves)),
            first_moves: shortest.as_ref().filter(|_| args.all_first).map(|shortest| described(view, &shortest.first_moves)),
            solutions: shortest.as_ref().filter(|_| args.count).map(|shortest| shortest.count),
            visited: solved.visited,
            branching_factor: depth.map(|depth| solve::branching_factor(solved.visited, depth)),
            seconds,
            cluster: self.whole(view).context(give_up)?,
        };
        let text = if args.search.json {
            serde_json::to_string(&report).context("cannot write the answer as JSON")? + "\n"
        } else {
            for_people(&report, &solved) + &self.cluster_for_people(report.cluster.as_ref())
        };
        Ok(Answer { text, solvable: report.solvable })
    }

    /// Explores the whole cluster if that is wanted. A cluster that is too large is an error only with `--cluster`.
    fn whole(&self, view: &View) -> Result<Option<Whole>, TooManyStates> {
        match self.cluster_within.map(|most| Whole::of(view, most)) {
            Some(Err(error)) if self.args.cluster => Err(error),
            whole => Ok(whole.and_then(Result::ok)),
        }
    }

    fn cluster_for_people(&self, cluster: Option<&Whole>) -> String {
        match (cluster, self.cluster_within) {
            (Some(Whole { cluster_size, fewest_moves: Some(moves), fewest_steps: Some(steps) }), _) => {
                let states = counted(*cluster_size as u64, "state");
                format!("cluster: {states}; fewest moves {moves}, fewest steps {steps}\n")
            }
            (Some(whole), _) => format!("cluster: {}\n", counted(whole.cluster_size as u64, "state")),
            (None, Some(most)) => format!("cluster: more than {} states, --cluster counts them\n", grouped(most as u64)),
            (None, None) => String::new(),
        }
    }
}

/// Solving as work for the pipeline. Each batch is one board, so that every answer is printed as early as the order allows.
impl Work for SolveTask<'_> {
    type Batch = Result<GivenBoard>;
    type Outcome = Result<Answer>;
    type Worker<'w>
        = ()
    where
        Self: 'w;

    fn worker(&self) {}

    fn run(&self, (): &mut (), given: Result<GivenBoard>) -> Result<Answer> {
        self.solve_given(&given?)
    }
}

fn described(view: &View, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&step| view.describe(step)).collect()
}

/// The answer as text.
fn for_people(report: &SolveJson, solved: &SearchOutcome) -> String {
    let board = report.name.as_ref().map_or(report.board.clone(), |name| format!("{name}: {}", report.board));
    let effort = format!("{} states visited, {:.3} s", grouped(solved.visited), report.seconds);
    let (Some(moves), Some(steps), Some(solution)) = (report.moves, report.steps, &report.solution) else {
        return format!("{board}\nunsolvable ({effort})\n");
    };
    let factor = report.branching_factor.map_or(String::new(), |factor| format!(", branching factor {factor:.2}"));
    let mut text = format!("{board}\n{}, {} ({effort}{factor})\n", counted(moves as u64, "move"), counted(steps, "step"));
    if !solution.is_empty() {
        text += &format!("{}\n", solution.join(" "));
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
    text
}
