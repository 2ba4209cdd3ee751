//! `gridlock solve`: shortest solutions.
use crate::board::{Metric, Move, Size, TooManyStates, View};
use crate::cli::board_argument::{BoardArgumentError, BoardSource, ExitArgument, NamedText};
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::message::tell;
use crate::cli::parsers::threads_or_all;
use crate::database::Vehicles;
use crate::job::{Progress, ProgressMode, Work, counted, drive, grouped};
use crate::reference::Cluster;
use crate::solve::{self, Algorithm, Heuristic, SearchOutcome, ShortestSolutions, Solution, SolveOptions};
use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The cluster of a board given as an argument is looked at unasked if it is no larger: that takes less than a second.
const SMALL_CLUSTER: usize = 300_000;

/// Arguments of `gridlock solve`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock solve BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM\n  \
                  gridlock solve oBBoAAoCoooCoooo --metric steps --count --all-first\n  \
                  gridlock solve rush6.txt.bz2 --algorithm astar --json --threads 4\n  \
                  gridlock solve cars.csv --size 6 --exit up")]
pub struct SolveArgs {
    /// A board (. or o empty, x wall, A the primary), or a file of boards or rows, any codec; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: String,
    /// What the solution has fewest of: moves (any number of cells) or steps (one cell each)
    #[arg(short, long, value_enum, default_value_t = MetricName::Moves)]
    pub metric: MetricName,
    /// How to search: level by level, A*, or iterative deepening
    #[arg(short, long, value_enum, default_value_t = AlgorithmName::Bfs)]
    pub algorithm: AlgorithmName,
    /// Lower bound that guides astar and ida [default: advanced]
    #[arg(short = 'H', long, value_enum)]
    pub heuristic: Option<HeuristicName>,
    /// List every first move that keeps the solution shortest
    #[arg(long)]
    pub all_first: bool,
    /// Tell the number of shortest solutions
    #[arg(long)]
    pub count: bool,
    /// Tell the cluster's size and the fewest moves and steps; for a board given here that is told unasked, up to 300,000 states
    #[arg(long)]
    pub cluster: bool,
    #[command(flatten)]
    pub exit: ExitArgument,
    /// How the board is written; csv is a list of vehicles with the columns id,orientation,col,row,length, counted from 1 [default: csv
    /// if the file ends in .csv, else text]
    #[arg(short, long, value_enum)]
    pub format: Option<BoardFormat>,
    /// Board size of a CSV list
    #[arg(short = 'n', long, value_name = "N", default_value_t = 6)]
    pub size: usize,
    /// Name of the primary in a CSV list
    #[arg(long, value_name = "ID", default_value = "A")]
    pub primary: String,
    /// Write one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Threads that solve the boards of a file; the answers stand in its order [default: one a processor]
    #[arg(short, long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
    /// Give up when a search has to keep more states than this; a state takes 20 to 60 bytes of memory
    #[arg(long, value_name = "K", default_value_t = 50_000_000)]
    pub max_states: usize,
}

impl SolveArgs {
    fn is_csv(&self) -> bool {
        self.format.map_or(self.board.ends_with(".csv"), |format| format == BoardFormat::Csv)
    }
}

/// `--metric`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MetricName {
    /// One piece by any number of cells is one
    Moves,
    /// One piece by one cell is one
    Steps,
}

/// `--algorithm`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlgorithmName {
    /// Level by level
    Bfs,
    /// A*: least depth plus lower bound first
    Astar,
    /// IDA*: depth first below a rising limit
    Ida,
}

/// `--heuristic`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HeuristicName {
    /// No bound
    Zero,
    /// The pieces in the primary's way, and the final move
    Blocking,
    /// The fewest pieces that must move so that the way becomes free
    Advanced,
}

/// `--format`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardFormat {
    /// Boards or rows, one a line
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

/// The JSON object of one board. Moves are written as for people: `A+3` is A by three cells to the right or down.
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
    /// Every move with which a shortest solution begins; with `--all-first` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<Vec<String>>,
    /// The number of shortest solutions; with `--count` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u128>,
    visited: u64,
    branching_factor: Option<f64>,
    seconds: f64,
    /// The whole cluster, where it was looked at.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    cluster: Option<Whole>,
}

/// What the whole cluster of a board says.
#[derive(Serialize)]
struct Whole {
    cluster_size: usize,
    fewest_moves: Option<u32>,
    fewest_steps: Option<u32>,
}

impl Whole {
    /// Looks at the whole cluster.
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

/// What is written about one board.
struct Answer {
    text: String,
    solvable: bool,
}

/// Solves a board, or each board of a file, and writes the solutions to standard output.
///
/// # Errors
/// What is wrong with a board or file; too many states; standard output can't be written.
pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    let heuristic = match (args.algorithm, args.heuristic) {
        (AlgorithmName::Bfs, None | Some(HeuristicName::Zero)) => HeuristicName::Zero,
        (AlgorithmName::Bfs, _) => return Err(UsageError("--heuristic needs --algorithm astar or ida: bfs uses none").into()),
        (_, given) => given.unwrap_or(HeuristicName::Advanced),
    };
    let task = SolveTask { args, heuristic, cluster_within: cluster_within(args) };
    if args.is_csv() {
        return write_all([task.solve(&from_csv(args)?, args.board.clone(), None)]);
    }
    match BoardSource::of(&args.board) {
        source @ BoardSource::Board(_) => write_all(source.boards()?.map(|given| task.solve_given(given?))),
        source => solve_file(&task, &source),
    }
}

/// Solves each board of a file, on all threads, and writes the answers in the order of the file.
fn solve_file(task: &SolveTask, file: &BoardSource) -> Result<ExitCode> {
    // Nothing is kept for later, so a signal ends the program at once, also while it waits for input.
    InterruptibleOutputs::install()?;
    let never = AtomicBool::new(false);
    let mut progress = Progress::new(ProgressMode::on_terminal(true));
    let (mut code, mut answered) = (ExitCode::Success, 0);
    let write = |answer: Result<Answer>| {
        if write_all([answer])? != ExitCode::Success {
            code = ExitCode::Failure;
        }
        answered += 1;
        progress.items("boards", "solved", answered, None);
        Ok(())
    };
    let driven = drive(task, file.boards()?, threads_or_all(task.args.threads), &never, write);
    driven.map_err(|error| error.into_write_error().unwrap_or_else(anyhow::Error::from))?;
    drop(progress);
    if answered == 0 {
        tell(&format!("gridlock: {} holds no board", task.args.board));
    }
    Ok(code)
}

/// How large a cluster may be that is looked at as a whole; `None` if none is.
fn cluster_within(args: &SolveArgs) -> Option<usize> {
    let is_single = args.is_csv() || matches!(BoardSource::of(&args.board), BoardSource::Board(_));
    if args.cluster { Some(args.max_states) } else { is_single.then_some(SMALL_CLUSTER.min(args.max_states)) }
}

/// Writes answers in their order to standard output, as far as the first error.
fn write_all(answers: impl IntoIterator<Item = Result<Answer>>) -> Result<ExitCode> {
    let mut code = ExitCode::Success;
    let mut out = io::stdout().lock();
    for answer in answers {
        let answer = answer?;
        out.write_all(answer.text.as_bytes()).context("cannot write to standard output")?;
        if !answer.solvable {
            code = ExitCode::Failure;
        }
    }
    out.flush().context("cannot write to standard output")?;
    Ok(code)
}

fn from_csv(args: &SolveArgs) -> Result<View> {
    let size = Size::new(args.size)?;
    let vehicles = Vehicles::open(args.board.as_ref(), size).with_context(|| args.board.clone())?;
    let view = View::new(size, &vehicles.pieces, vehicles.walls, &args.primary, args.exit.into());
    Ok(view.map_err(|error| BoardArgumentError::new(&args.board, &error))?)
}

/// What is done with every board.
struct SolveTask<'a> {
    args: &'a SolveArgs,
    heuristic: HeuristicName,
    cluster_within: Option<usize>,
}

impl SolveTask<'_> {
    fn solve_given(&self, given: NamedText) -> Result<Answer> {
        let view = given.view(self.args.exit.into())?;
        self.solve(&view, given.text, given.name)
    }

    /// Solves one board.
    fn solve(&self, view: &View, board: String, name: Option<String>) -> Result<Answer> {
        let SolveTask { args, heuristic, .. } = *self;
        let give_up = "gave up on this board; --max-states K allows more states";
        let (state, metric) = (view.state(), args.metric.into());
        let start = Instant::now();
        let options = SolveOptions::new().metric(metric).max_states(args.max_states);
        let options = options.algorithm(args.algorithm.into()).heuristic(heuristic.into());
        let solved = options.search(state).context(give_up)?;
        let seconds = start.elapsed().as_secs_f64();
        let shortest = match args.all_first || args.count {
            true => ShortestSolutions::of(state, metric, args.max_states).context(give_up)?,
            false => None,
        };
        let moves = match &solved.solution {
            Some(solution) => {
                solve::replay(state, solution.moves()).context("the solution found is wrong: this is a fault of the program")?;
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
        let text = if args.json {
            serde_json::to_string(&report).context("cannot write the answer as JSON")? + "\n"
        } else {
            for_people(&report, &solved) + &self.cluster_for_people(report.cluster.as_ref())
        };
        Ok(Answer { text, solvable: report.solvable })
    }

    /// The whole cluster, if it is to be looked at; one that is too large is an error only if it was asked for.
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

/// Solving as work for the pipeline: one board a batch, so that every answer is written as soon as it is its turn.
impl Work for SolveTask<'_> {
    type Batch = Result<NamedText>;
    type Outcome = Result<Answer>;
    type Worker<'w>
        = ()
    where
        Self: 'w;

    fn worker(&self) {}

    fn run(&self, (): &mut (), given: Result<NamedText>) -> Result<Answer> {
        self.solve_given(given?)
    }
}

fn described(view: &View, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&step| view.describe(step)).collect()
}

/// One or more lines about a board.
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
