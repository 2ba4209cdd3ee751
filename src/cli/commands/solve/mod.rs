//! `gridlock solve`: shortest solutions. `answer.rs` solves one board, this file goes through the boards; `table.rs` and
//! `claims.rs` are for other people's tables.
mod answer;
mod check;
mod claims;
mod table;

use self::answer::{Answer, solve_given};
use crate::board::Metric;
use crate::cli::arguments::{BoardSource, GivenBoard, SearchArguments, ThreadsArgument, seconds};
use crate::cli::{Failure, Result, end_on_signal, exit_code, print_answer, print_message};
use crate::engine::{Progress, ProgressMode, counted, drive, grouped};
use crate::errors::ErrorClass;
use crate::gauge::Gauge;
use crate::notation::MoveNotation;
use crate::ranks::rank_header;
use crate::solve::{Algorithm, Heuristic, SolveOptions};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of `gridlock solve`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock solve BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM\n  \
                  gridlock solve oBBoAAoCoooCoooo --metric steps --count --all-first\n  \
                  gridlock solve rush6.txt.bz2 --algorithm astar --json --threads 4\n  \
                  gridlock solve cars.csv --size 6 --exit up\n  \
                  gridlock solve large.csv --size 12 --any --seconds 60\n  \
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
    /// Find a solution that may be longer than a shortest one, and say how many moves or steps are needed at least; for boards
    /// that are too large for the others. The exit code is 5 if a shorter solution may exist
    #[arg(long, conflicts_with_all = NOT_OF_ANY)]
    pub any: bool,
    /// With --any, look for shorter solutions and better proofs for this long; if not given, end after the first
    #[arg(long, value_name = "SECONDS", requires = "any", value_parser = seconds)]
    pub seconds: Option<Duration>,
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
    /// Check moves, in any notation, or a file of them: whether they are legal and solve the board, and how many more than needed
    ///
    /// A line for each move says the distance to the goal after it. The exit code is 1 if the moves do not solve the board.
    #[arg(long, value_name = "MOVES", conflicts_with_all = NOT_OF_CHECK)]
    pub check: Option<String>,
    /// Print each board of the solution
    #[arg(long)]
    pub show: bool,
    /// Stop at the first board of a file that can't be read or is given up; by default go on and count these at the end
    #[arg(long)]
    pub fail_fast: bool,
    /// Print the cluster size, fewest moves and fewest steps; the default for a single board, up to 300,000 states
    #[arg(long)]
    pub cluster: bool,
    /// Format of the file: text is boards or rows, csv is a list of vehicles with the columns id,orientation,col,row,length,
    /// counted from 1 [default: by its content]
    #[arg(long, value_parser = ["text", "csv"], conflicts_with = "board_column")]
    pub format: Option<String>,
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

/// Options about shortest solutions.
const NOT_OF_ANY: [&str; 8] = ["algorithm", "heuristic", "all_first", "count", "all_solutions", "claim", "output", "force"];

/// Options that say nothing about given moves.
const NOT_OF_CHECK: [&str; 14] = [
    "any",
    "force",
    "seconds",
    "algorithm",
    "heuristic",
    "all_first",
    "count",
    "all_solutions",
    "notation",
    "show",
    "fail_fast",
    "cluster",
    "claim",
    "output",
];

impl SolveArgs {
    /// The heuristic of the search; a breadth-first one uses none.
    fn heuristic(&self) -> Heuristic {
        match self.algorithm {
            Algorithm::BreadthFirst => Heuristic::Zero,
            _ => self.heuristic.unwrap_or(Heuristic::Advanced),
        }
    }

    /// How each board is solved.
    fn options(&self) -> SolveOptions {
        let options = SolveOptions::new().metric(self.metric.unwrap_or_default()).max_states(self.search.max_states);
        options.algorithm(self.algorithm).heuristic(self.heuristic())
    }

    /// Whether the file is a list of vehicles, if `--format` says so.
    fn is_list(&self) -> Option<bool> {
        self.format.as_ref().map(|format| format == "csv")
    }
}

/// Solves a board, or each board of a file, and prints the solutions.
///
/// # Errors
/// The arguments contradict one another; the board given as argument, or with `--fail-fast` a board of a file, can't be read or
/// is given up; the file can't be opened; standard output can't be written.
pub fn run(args: &SolveArgs, quiet: bool) -> Result<()> {
    if args.heuristic.is_some_and(|asked| asked != args.heuristic()) {
        return Err(Failure::of_input("--heuristic needs --algorithm astar or ida: bfs uses none"));
    }
    if args.show && args.search.json {
        return Err(Failure::of_input(
            "--show prints text: leave out --json, or draw the boards with render --solution --strip 4",
        ));
    }
    if let Some(moves) = &args.check {
        return check::run(args, moves, quiet);
    }
    if args.claim.is_some() || args.output.is_some() {
        return table::run(args, quiet);
    }
    // There is nothing to save, so a signal ends the program at once, even while it waits for input.
    end_on_signal()?;
    let source = BoardSource::of(&args.board);
    let is_single = matches!(source, BoardSource::Board(_));
    if is_single && args.fail_fast {
        return Err(Failure::of_input("--fail-fast is for a file of boards"));
    }
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, true), &gauge);
    let mut tally = Tally::of(args);
    let write = |answer: Result<Answer>| {
        match answer {
            Ok(answer) => {
                print_answer(&answer.text)?;
                tally.end(answer.class);
            }
            Err(error) if is_single || args.fail_fast => return Err(error),
            Err(error) => tally.note(&progress, &error),
        }
        tally.show(&gauge);
        Ok(())
    };
    let boards = source.boards(&args.search.reading, args.is_list(), None)?;
    // each batch is one board, so that every answer is printed as early as the order allows
    let solve = |given: Result<GivenBoard>| solve_given(args, is_single, &given?);
    let threads = if is_single { NonZeroUsize::MIN } else { args.threads.threads };
    drive(|| (), |(), given| solve(given), boards, threads, &AtomicBool::new(false), write)?;
    drop(progress);
    tally.report(args)
}

/// How many boards without an answer are reported one by one; further ones are counted.
const MOST_MESSAGES: u64 = 20;

/// The outcomes of the boards of a file.
#[derive(Default)]
struct Tally {
    /// The number of boards, if the file says it before they are read, as rank files do.
    total: Option<u64>,
    boards: u64,
    /// Boards that can't be read, are given up by a limit, or are boards of a table that can't be solved.
    not_read: u64,
    given_up: u64,
    unsolvable: u64,
    /// The class of the worst end.
    worst: Option<ErrorClass>,
}

impl Tally {
    fn of(args: &SolveArgs) -> Tally {
        Tally { total: rank_header(args.board.as_ref()).map(|header| header.rows), ..Tally::default() }
    }

    /// Shows how many boards are done.
    fn show(&self, gauge: &Gauge) {
        gauge.count("solving boards", "boards", self.boards, self.total);
    }

    /// Counts a board.
    fn end(&mut self, class: Option<ErrorClass>) {
        self.boards += 1;
        // every other end is worse than a solution that may be longer
        let badness = |&class: &ErrorClass| (class != ErrorClass::NotProven, exit_code(class));
        self.worst = self.worst.into_iter().chain(class).max_by_key(badness);
    }

    /// Counts a board without an answer; reports it if it is one of the first of its kind.
    fn note(&mut self, progress: &Progress, error: &Failure) {
        self.end(Some(error.class));
        let count = match error.class {
            ErrorClass::GivenUp => &mut self.given_up,
            ErrorClass::NegativeAnswer => &mut self.unsolvable,
            _ => &mut self.not_read,
        };
        *count += 1;
        if *count <= MOST_MESSAGES {
            progress.message(&format!("gridlock: {}", error.message));
        } else if *count == MOST_MESSAGES + 1 {
            progress.message("gridlock: further ones are only counted");
        }
    }

    /// Says how many boards have no solution or no answer, if there are any.
    ///
    /// # Errors
    /// There is no board, or the worst end.
    fn report(self, args: &SolveArgs) -> Result<()> {
        if self.boards == 0 {
            return Err(Failure::no_board_in(&args.board));
        }
        let all = counted(self.boards, "board");
        if self.unsolvable > 0 {
            print_message(&format!("gridlock: {} of {all} unsolvable", grouped(self.unsolvable)));
        }
        let reasons = [(self.not_read, "can't be read"), (self.given_up, "given up")];
        let reasons = reasons.iter().filter(|(count, _)| *count > 0);
        let reasons: Vec<String> = reasons.map(|(count, reason)| format!("{} {reason}", grouped(*count))).collect();
        if !reasons.is_empty() {
            let missing = grouped(self.not_read + self.given_up);
            print_message(&format!("gridlock: {missing} of {all} without an answer: {}", reasons.join(", ")));
        }
        self.worst.map_or(Ok(()), |class| Err(Failure::silent(class)))
    }
}
