//! The command line as it is typed: subcommands and their flags, nothing done with them.
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::board::{Size, WallRange};
use crate::cmd::analyse::AnalyseArgs;
use crate::cmd::extras::{CompletionsArgs, ManArgs};
use crate::cmd::graph::GraphArgs;
use crate::cmd::levels::LevelsArgs;
use crate::cmd::render::{RenderArgs, SheetArgs};
use crate::cmd::select::SelectArgs;
use crate::cmd::solve::SolveArgs;
use crate::cmd::stats::StatsArgs;
use crate::store::Shard;

/// The command line.
#[derive(Parser, Debug)]
#[command(
    name = "gridlock",
    version,
    about = "Generates the complete database of Rush Hour puzzles of a board size",
    long_about = "Generates the complete database of Rush Hour puzzles of a board size: for every cluster of states that can \
                  be solved and holds no piece too many, its hardest state, as a row 'moves board cluster_size'.",
    after_help = "Examples:\n  \
                  gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz   all puzzles on 5×5, up to 2 walls\n  \
                  gridlock merge rush5.txt.gz -o sorted5.txt.gz             the same, hardest first\n  \
                  gridlock count --size 6 --walls 0..2                      how much work 6×6 is\n  \
                  gridlock analyse oBBoAAoCoooCDDoo                         the cluster of one board"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What can be done.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Generate all rows of a board size, or one shard of them
    ///
    /// Rows stand in the order of their candidates. While the run lasts, its work is saved every few seconds in the folder FILE.run,
    /// in parts that are gzip files of whole rows. However the run ends (Ctrl-C, SIGTERM, a crash, a full disk), the same command
    /// goes on from there, with any number of threads, and comes to the same bytes. When all is done, FILE gets its name, FILE.json
    /// beside it says what is in it, and the folder goes. If FILE is complete already, the command does nothing.
    Generate(GenerateArgs),
    /// Count states and candidates exactly, without enumerating them
    Count(CountArgs),
    /// Tell what a run will take, before paying for it
    ///
    /// Counts the candidates exactly, analyses a random sample of them, and estimates rows, core time, wall time and cost, each with a
    /// confidence interval.
    Plan(PlanArgs),
    /// Merge files of rows into one in the published order
    ///
    /// Most moves first, then the largest cluster, then the board. A row that stands twice is an error. If the inputs have
    /// descriptions beside them (FILE.json), they must be all the shards of one run, once each; their counters are added up and
    /// compared with the exact totals, and the result gets a description too. Other files are merged as plain rows.
    Merge(MergeArgs),
    /// Check a file of rows: format, order, duplicates, and every row against a plain search
    ///
    /// Each board's moves, cluster size, unsolved state and minimality are found anew by a search that shares nothing with `generate`, and
    /// compared. If the file has a description beside it (FILE.json), that is compared too. Faults go to standard output; the exit code
    /// is 1 if there are any.
    Verify(VerifyArgs),
    /// Analyse the cluster of one board
    ///
    /// Tells its states, whether it can be solved, its hardest state, pieces that don't matter, and its row in the database.
    Analyse(AnalyseArgs),
    /// Solve a board, or each board of a file, in the fewest moves or steps
    ///
    /// Moves are written like A+3 or C-1: the piece, and the cells to the right or down; negative is left or up. Every solution is
    /// replayed before it is printed. Exit code 1 if a board can't be solved, 2 if it can't be read.
    Solve(SolveArgs),
    /// Write the states of a cluster at one depth: easy starts of a hard cluster
    ///
    /// Without --depth it tells the number of states at each depth.
    Levels(LevelsArgs),
    /// Choose rows of a database: by filters, at random, evenly over the moves, for training and test
    ///
    /// Writes rows, JSON lines, CSV, SQLite or Parquet with the columns moves, board, cluster_size, walls, pieces, cars, trucks, empty.
    /// Samples and splits follow from the seed and each row's board, not from the order of the rows.
    Select(SelectArgs),
    /// Tell figures of a database: rows, states, moves, cluster sizes, pieces, the hardest boards
    Stats(StatsArgs),
    /// Draw a board, or its solution, as SVG or PNG
    Render(RenderArgs),
    /// Draw a page of puzzle cards to print, and a page with their solutions
    Sheet(SheetArgs),
    /// Write the cluster of a board as a Graphviz graph
    ///
    /// Goal states are green, the hardest states red, one shortest solution blue, all others yellow; states of one depth stand in a row.
    Graph(GraphArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}

/// Flags of `gridlock generate`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz\n  \
                  gridlock generate --size 6 --shard 7/1000 --json shard7.json -o shard7.txt.bz2\n  \
                  gridlock generate --size 4 -o - | head -3")]
pub struct GenerateArgs {
    /// Board size N, 4 to 7
    #[arg(short = 'n', long, value_name = "N", value_parser = size)]
    pub size: Size,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    /// Threads that search; the rows do not depend on it [default: one a processor]
    #[arg(short, long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
    /// Do only the I-th of M parts of the work, I from 0 to M-1; each is a fair sample of the whole
    #[arg(short, long, value_name = "I/M", default_value = "0/1")]
    pub shard: Shard,
    /// Write the rows to FILE: plain if it ends in .txt, compressed if in .gz or .bz2; - is plain standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Write the summary to FILE as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Replace files that exist
    #[arg(short, long)]
    pub force: bool,
    /// Throw away what earlier runs have saved in FILE.run
    #[arg(long)]
    pub restart: bool,
    /// Save the work in FILE.run this often: a crash loses no more than that
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub save_every: Duration,
    /// Show neither progress nor summary
    #[arg(short, long)]
    pub quiet: bool,
}

/// Flags of `gridlock count`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock count --size 6 --walls 0..2")]
pub struct CountArgs {
    /// Board size N, 4 to 7
    #[arg(short = 'n', long, value_name = "N", value_parser = size)]
    pub size: Size,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Flags of `gridlock merge`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock merge shard*.txt.gz -o rush6.txt.bz2\n  \
                  gridlock merge rush6.txt.bz2 -o - | sha256sum")]
pub struct MergeArgs {
    /// Files of rows, plain or compressed; - is standard input
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<PathBuf>,
    /// Write the rows to FILE: plain if it ends in .txt, compressed if in .gz or .bz2; - is plain standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Merge some shards of a run only; the result says which are missing
    #[arg(long)]
    pub partial: bool,
    /// Merge any rows, whatever the descriptions beside the inputs say
    #[arg(long, conflicts_with = "partial")]
    pub plain: bool,
    /// Replace the output if it exists
    #[arg(short, long)]
    pub force: bool,
}

/// Flags of `gridlock plan`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gridlock plan --size 6 --walls 0..2 --cores 192 --price 0.04")]
pub struct PlanArgs {
    /// Board size N, 4 to 7
    #[arg(short = 'n', long, value_name = "N", value_parser = size)]
    pub size: Size,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    /// Cores that the run will have [default: those of this machine]
    #[arg(long, value_name = "C")]
    pub cores: Option<NonZeroUsize>,
    /// Price of one core for an hour, in any currency
    #[arg(long, value_name = "P", default_value_t = 0.0)]
    pub price: f64,
    /// How long to sample, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub sample: Duration,
    /// Seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads that sample [default: one a processor]
    #[arg(short, long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Flags of `gridlock verify`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock verify rush5.txt.gz\n  \
                  gridlock verify rush6.txt.gz --sample 10000 --seed 7")]
pub struct VerifyArgs {
    /// File of rows, plain or compressed
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Analyse only K rows, drawn at random; all others are still read
    #[arg(long, value_name = "K")]
    pub sample: Option<usize>,
    /// Seed of the draw: the same one draws the same rows
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads that analyse [default: one a processor]
    #[arg(short, long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
    /// Print this many faults at most
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: u64,
    /// Print each fault, and at the end what was found, as one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Print nothing but faults
    #[arg(short, long)]
    pub quiet: bool,
}

/// A time of at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.0..=86_400.0).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err("not from 0 to 86400".to_owned()) }
}

fn size(text: &str) -> Result<Size, String> {
    let n = text.parse().map_err(|_| "not a number".to_owned())?;
    Size::new(n).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_flags_do_not_contradict_one_another() {
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_become_values() {
        let cli = Cli::parse_from("gridlock generate --size 6 --walls 0..2 --shard 7/1000 -t 3 -o a.gz".split(' '));
        let Command::Generate(args) = cli.command else { panic!("not generate") };
        assert_eq!((args.size.n(), args.walls.min(), args.walls.max()), (6, 0, 2));
        assert_eq!((args.shard, args.threads), (Shard::new(7, 1000).expect("a shard"), NonZeroUsize::new(3)));
        assert!(!args.force && !args.quiet && args.json.is_none());
    }

    #[test]
    fn wrong_values_are_refused() {
        for flags in ["--size 8", "--size x", "--size 6 --walls 2..1", "--size 6 --walls x", "--size 6 --threads 0"] {
            let typed = format!("gridlock generate {flags} -o a.gz");
            assert!(Cli::try_parse_from(typed.split(' ')).is_err(), "{flags}");
        }
    }
}
