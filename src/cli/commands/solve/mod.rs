//! `gridlock solve`: shortest solutions. `answer.rs` solves one board, this file goes through the boards; `table.rs` and
//! `claims.rs` are for other people's tables.
mod answer;
mod claims;
mod table;

use self::answer::{Answer, SolveTask};
use crate::board::Metric;
use crate::cli::arguments::{BoardSource, GivenBoard, SearchArguments, ThreadsArgument};
use crate::cli::{ExitCode, Failure, InterruptibleOutputs, Result, print_message};
use crate::engine::{Progress, ProgressMode, counted, drive, grouped};
use crate::files::{ErrorClass, Gauge, display_path};
use crate::notation::MoveNotation;
use crate::ranks::{Database, is_built_in};
use crate::solve::{Algorithm, Heuristic};
use clap::ValueEnum;
use std::cmp::max_by_key;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Arguments of `gridlock solve`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock solve BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM\n  \
                  gridlock solve oBBoAAoCoooCoooo --metric steps --count --all-first\n  \
                  gridlock solve rush6.txt.bz2 --algorithm astar --json --threads 4\n  \
                  gridlock solve cars.csv --size 6 --exit up\n  \
                  gridlock solve puzzles.csv --claim min_moves -o checked.csv")]
pub struct SolveArgs {
    /// Board (. or o empty, x wall, A the primary), or file of boards or rows, plain or compressed; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Minimise moves (any number of cells) or steps (one cell each) [default: moves]
    ///
    /// With --claim, the only metric that is right; without it a claim may be either.
    #[arg(short, long, value_enum)]
    pub metric: Option<Metric>,
    /// Search algorithm; all find a shortest solution
    ///
    /// bfs is the fastest on almost every board, because it spends the least time per state. astar visits fewer states, so try it
    /// where bfs gives up at --max-states. ida needs even more time, and is worth it only for boards with few moves and many
    /// pieces that can move.
    #[arg(short, long, value_enum, default_value_t = Algorithm::BreadthFirst)]
    pub algorithm: Algorithm,
    /// Lower bound that guides astar and ida [default: advanced]
    #[arg(short = 'H', long, value_enum)]
    pub heuristic: Option<Heuristic>,
    /// Print every first move of a shortest solution
    #[arg(long)]
    pub all_first: bool,
    /// Print the number of shortest solutions
    #[arg(long)]
    pub count: bool,
    /// Print the first K shortest solutions
    #[arg(long, value_name = "K")]
    pub all_solutions: Option<usize>,
    /// How the moves of solutions are written; signs and arrows write each step, and so fit --metric steps
    #[arg(long, value_enum, default_value_t)]
    pub notation: MoveNotation,
    /// Print each board of the solution
    #[arg(long)]
    pub show: bool,
    /// Stop at the first board of a file that can't be read or is given up; by default go on and count these at the end
    #[arg(long)]
    pub fail_fast: bool,
    /// Print the cluster size, fewest moves and fewest steps; the default for a single board, up to 300,000 states
    #[arg(long)]
    pub cluster: bool,
    /// Format of the file; csv is a list of vehicles with the columns id,orientation,col,row,length, counted from 1 [default: by
    /// its content]
    #[arg(long, value_enum, conflicts_with = "board_column")]
    pub format: Option<BoardFormat>,
    /// Check the numbers of this column of a table: list those that are neither the fewest moves nor the fewest steps of their
    /// board
    ///
    /// The table is CSV with any separator, or JSON. The summary says how many claims fit moves, steps, or a number near them,
    /// and so what the column probably counts. The exit code is 1 if a claim is wrong.
    #[arg(long, value_name = "COLUMN", conflicts_with_all = SINGLE)]
    pub claim: Option<String>,
    /// Write the table with the columns moves, steps and solution added, as .csv, .jsonl or .json
    #[arg(short, long, value_name = "TABLE", conflicts_with_all = SINGLE)]
    pub output: Option<PathBuf>,
    /// Replace a table that exists
    #[arg(short, long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    #[command(flatten)]
    pub search: SearchArguments,
}

/// Options that print something about each board, which does not fit into a table.
const SINGLE: [&str; 6] = ["all_first", "count", "all_solutions", "show", "cluster", "format"];

impl SolveArgs {
    /// What the solution minimises.
    fn metric(&self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// Whether the file is a list of vehicles, if `--format` says so.
    fn is_list(&self) -> Option<bool> {
        self.format.map(|format| format == BoardFormat::Csv)
    }
}

/// `--format`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardFormat {
    /// Boards or rows, one per line
    Text,
    /// One board as a list of vehicles
    Csv,
}

/// Solves a board, or each board of a file, and prints the solutions.
///
/// # Errors
/// The arguments contradict one another; the board given as argument, or with `--fail-fast` a board of a file, can't be read or
/// is given up; the file can't be opened; standard output can't be written.
pub fn run(args: &SolveArgs, quiet: bool) -> Result<ExitCode> {
    let heuristic = match (args.algorithm, args.heuristic) {
        (Algorithm::BreadthFirst, None | Some(Heuristic::Zero)) => Heuristic::Zero,
        (Algorithm::BreadthFirst, _) => {
            return Err(Failure::of_input("--heuristic needs --algorithm astar or ida: bfs uses none"));
        }
        (_, given) => given.unwrap_or(Heuristic::Advanced),
    };
    if args.show && args.search.json {
        return Err(Failure::of_input(
            "--show prints text: leave out --json, or draw the boards with render --solution --strip 4",
        ));
    }
    if args.claim.is_some() || args.output.is_some() {
        return table::run(args, heuristic, quiet);
    }
    let source = BoardSource::of(&args.board);
    let is_single = matches!(source, BoardSource::Board(_));
    let task = SolveTask { args, heuristic, is_single };
    if !is_single {
        return solve_file(&task, &source, quiet);
    }
    let mut code = ExitCode::Success;
    for given in source.boards(&args.search.reading, None, None)? {
        let answer = task.solve_given(&given?)?;
        answer.print()?;
        code = answer.code();
    }
    Ok(code)
}

/// How many boards without an answer are reported one by one; further ones are counted.
const MOST_MESSAGES: u64 = 20;

/// The number of boards of a file that says it before they are read, as rank files do.
fn known_boards(path: &Path) -> Option<u64> {
    let is_ranks = is_built_in(path) || path.extension() == Some("ranks".as_ref());
    is_ranks.then(|| Database::open(path).ok()).flatten().map(|database| database.len())
}

/// Solves each board of a file on all threads, and prints the answers in the order of the file. A board without an answer is
/// reported, and the others are solved.
fn solve_file(task: &SolveTask, file: &BoardSource, quiet: bool) -> Result<ExitCode> {
    // There is nothing to save, so a signal ends the program at once, even while it waits for input.
    InterruptibleOutputs::install()?;
    let never = AtomicBool::new(false);
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::on_terminal(quiet, true), &gauge);
    let total = known_boards(task.args.board.as_ref());
    let mut tally = Tally::default();
    let write = |answer: Result<Answer>| {
        tally.boards += 1;
        match answer {
            Ok(answer) => {
                answer.print()?;
                tally.code = max_by_key(tally.code, answer.code(), |code| code.number());
            }
            Err(error) if task.args.fail_fast => return Err(error),
            Err(error) => {
                tally.note(&progress, error.code(), &error.describe());
            }
        }
        gauge.count("solving boards", "boards", tally.boards, total);
        Ok(())
    };
    let boards = file.boards(&task.args.search.reading, task.args.is_list(), None)?;
    // each batch is one board, so that every answer is printed as early as the order allows
    let solve = |given: Result<GivenBoard>| task.solve_given(&given?);
    drive(|| (), |(), given| solve(given), boards, task.args.threads.or_all(), &never, write)?;
    drop(progress);
    if tally.boards == 0 {
        print_message(&format!("gridlock: {} holds no board", display_path(task.args.board.as_ref())));
    }
    tally.report();
    Ok(tally.code)
}

/// The outcomes of the boards of a file.
#[derive(Default)]
struct Tally {
    boards: u64,
    /// Boards that can't be read.
    not_read: u64,
    /// Boards given up by a limit.
    given_up: u64,
    /// Boards of a table that can't be solved.
    unsolvable: u64,
    /// The worst exit code: the greatest one.
    code: ExitCode,
}

impl Tally {
    /// Counts a board without an answer; reports it if it is one of the first of its kind.
    fn note(&mut self, progress: &Progress, code: ExitCode, message: &str) {
        self.code = max_by_key(self.code, code, |code| code.number());
        let count = match code {
            ExitCode::Failed(ErrorClass::GivenUp) => &mut self.given_up,
            ExitCode::Failed(ErrorClass::NegativeAnswer) => &mut self.unsolvable,
            _ => &mut self.not_read,
        };
        *count += 1;
        if *count <= MOST_MESSAGES {
            progress.message(&format!("gridlock: {message}"));
        } else if *count == MOST_MESSAGES + 1 {
            progress.message("gridlock: further ones are only counted");
        }
    }

    /// Says how many boards have no solution or no answer, if there are any.
    fn report(&self) {
        let all = counted(self.boards, "board");
        if self.unsolvable > 0 {
            print_message(&format!("gridlock: {} of {all} unsolvable", grouped(self.unsolvable)));
        }
        let missing = self.not_read + self.given_up;
        if missing > 0 {
            let reasons = [(self.not_read, "can't be read"), (self.given_up, "given up")];
            let reasons =
                reasons.iter().filter(|(count, _)| *count > 0).map(|(count, reason)| format!("{} {reason}", grouped(*count)));
            let reasons: Vec<String> = reasons.collect();
            print_message(&format!("gridlock: {} of {all} without an answer: {}", grouped(missing), reasons.join(", ")));
        }
    }
}
