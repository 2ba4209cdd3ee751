//! `gridlock solve`: shortest solutions.
use super::board_argument::{BoardArgumentError, BoardSource};
use super::exit::{ExitCode, UsageError};
use crate::board::{Exit, Move, Size, View};
use crate::run::grouped;
use crate::search::{self, Algorithm, Heuristic, Metric, Optimal, Solved};
use crate::store::Vehicles;
use anyhow::{Context, Result};
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

/// Arguments of `gridlock solve`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock solve BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM\n  \
                  gridlock solve oBBoAAoCoooCoooo --metric steps --count --all-first\n  \
                  gridlock solve rush6.txt.bz2 --algorithm astar --json\n  \
                  gridlock solve cars.csv --format csv --size 6 --exit up")]
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
    /// The side on which the primary leaves the board; for up and down it stands upright
    #[arg(short, long, value_enum, default_value_t = ExitName::Right)]
    pub exit: ExitName,
    /// How the board is written; csv is a list of vehicles with the columns id,orientation,col,row,length, counted from 1
    #[arg(short, long, value_enum, default_value_t = BoardFormat::Text)]
    pub format: BoardFormat,
    /// Board size of a CSV list
    #[arg(short = 'n', long, value_name = "N", default_value_t = 6)]
    pub size: usize,
    /// Name of the primary in a CSV list
    #[arg(long, value_name = "ID", default_value = "A")]
    pub primary: String,
    /// Write one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Give up when a search has to keep more states than this; a state takes 20 to 60 bytes of memory
    #[arg(long, value_name = "K", default_value_t = 50_000_000)]
    pub max_states: usize,
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

/// `--exit`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitName {
    Right,
    Left,
    Up,
    Down,
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
            AlgorithmName::Bfs => Algorithm::Breadth,
            AlgorithmName::Astar => Algorithm::AStar,
            AlgorithmName::Ida => Algorithm::Deepening,
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

impl From<ExitName> for Exit {
    fn from(name: ExitName) -> Exit {
        match name {
            ExitName::Right => Exit::Right,
            ExitName::Left => Exit::Left,
            ExitName::Up => Exit::Up,
            ExitName::Down => Exit::Down,
        }
    }
}

/// The JSON object of one board. Moves are written as for people: `A+3` is A by three cells to the right or down.
#[derive(Serialize)]
struct Report<'a> {
    board: &'a str,
    name: Option<&'a str>,
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
    let mut out = BufWriter::new(io::stdout().lock());
    let mut code = ExitCode::Success;
    let mut one = |view: &View, text: &str, name: Option<&str>| -> Result<()> {
        if !solve(args, heuristic, view, text, name, &mut out)? {
            code = ExitCode::Failure;
        }
        Ok(())
    };
    if args.format == BoardFormat::Csv {
        one(&from_csv(args)?, &args.board, None)?;
    } else {
        for given in BoardSource::of(&args.board).boards()? {
            let given = given?;
            one(&given.view(args.exit.into())?, &given.text, given.name.as_deref())?;
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

/// Solves and writes one board; whether it has a solution.
fn solve(
    args: &SolveArgs,
    heuristic: HeuristicName,
    view: &View,
    text: &str,
    name: Option<&str>,
    out: &mut impl Write,
) -> Result<bool> {
    let give_up = "gave up on this board; --max-states K allows more states";
    let (state, metric) = (view.state(), args.metric.into());
    let start = Instant::now();
    let solved = search::solve(state, metric, args.algorithm.into(), heuristic.into(), args.max_states).context(give_up)?;
    let seconds = start.elapsed().as_secs_f64();
    let optimal = if args.all_first || args.count { Optimal::of(state, metric, args.max_states).context(give_up)? } else { None };
    let moves = match &solved.solution {
        Some(solution) => {
            search::replay(state, solution).context("the solution found is wrong: this is a fault of the program")?;
            Some(search::joined(solution))
        }
        None => None,
    };
    let depth = solved.solution.as_ref().map(|solution| solution.len() as u32);
    let report = Report {
        board: text,
        name,
        solvable: moves.is_some(),
        metric: args.metric,
        algorithm: args.algorithm,
        heuristic,
        moves: moves.as_ref().map(Vec::len),
        steps: moves.as_ref().map(|moves| search::steps(moves)),
        solution: moves.as_ref().map(|moves| described(view, moves)),
        first_moves: optimal.as_ref().filter(|_| args.all_first).map(|optimal| described(view, &optimal.first)),
        solutions: optimal.as_ref().filter(|_| args.count).map(|optimal| optimal.solutions),
        visited: solved.visited,
        branching_factor: depth.map(|depth| search::branching_factor(solved.visited, depth)),
        seconds,
    };
    if args.json {
        serde_json::to_writer(&mut *out, &report).map_err(io::Error::from).context("cannot write to standard output")?;
        writeln!(out).context("cannot write to standard output")?;
    } else {
        out.write_all(for_people(&report, &solved).as_bytes()).context("cannot write to standard output")?;
    }
    Ok(report.solvable)
}

fn described(view: &View, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&step| view.describe(step)).collect()
}

/// One or more lines about a board.
fn for_people(report: &Report, solved: &Solved) -> String {
    let board = report.name.map_or(report.board.to_owned(), |name| format!("{name}: {}", report.board));
    let effort = format!("{} states visited, {:.3} s", grouped(solved.visited), report.seconds);
    let (Some(moves), Some(steps), Some(solution)) = (report.moves, report.steps, &report.solution) else {
        return format!("{board}\nunsolvable ({effort})\n");
    };
    let count = |number: u64, noun: &str| format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" });
    let factor = report.branching_factor.map_or(String::new(), |factor| format!(", branching factor {factor:.2}"));
    let mut text = format!("{board}\n{}, {} ({effort}{factor})\n", count(moves as u64, "move"), count(steps.into(), "step"));
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
