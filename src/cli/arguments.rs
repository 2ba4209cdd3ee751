//! The command line as it is typed: subcommands and their flags, nothing done with them.

use clap::{Parser, Subcommand};

use super::commands::analyse::AnalyseArgs;
use super::commands::completions::CompletionsArgs;
use super::commands::count::CountArgs;
use super::commands::generate::GenerateArgs;
use super::commands::graph::GraphArgs;
use super::commands::levels::LevelsArgs;
use super::commands::man::ManArgs;
use super::commands::merge::MergeArgs;
use super::commands::plan::PlanArgs;
use super::commands::render::RenderArgs;
use super::commands::select::SelectArgs;
use super::commands::sheet::SheetArgs;
use super::commands::solve::SolveArgs;
use super::commands::stats::StatsArgs;
use super::commands::verify::VerifyArgs;

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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use std::num::NonZeroUsize;

    use super::*;
    use crate::job::Shard;

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
