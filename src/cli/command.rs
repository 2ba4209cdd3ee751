//! The command line: its subcommands, and which file runs each.

use clap::{CommandFactory, Parser, Subcommand};

use super::commands::pictures::{graph, play, render, sheet};
use super::commands::{analyse, count, generate, hunt, levels, manual, merge, plan, select, solve, stats, status, verify};
use super::failure::Result;

/// The command line.
#[derive(Parser, Debug)]
#[command(
    name = "gridlock",
    version,
    about = "Generates the complete database of Rush Hour puzzles of a board size",
    long_about = "Generates the complete database of Rush Hour puzzles of a board size: the hardest state of every solvable cluster \
                  in which every piece and wall matters, as a row 'moves board cluster_size'.",
    after_help = "Examples:\n  \
                  gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz   all 5×5 puzzles with up to 2 walls\n  \
                  gridlock merge rush5.txt.gz -o sorted5.txt.gz             the same, hardest first\n  \
                  gridlock count --size 6 --walls 0..2                      how many candidates 6×6 has\n  \
                  gridlock analyse oBBoAAoCoooCDDoo                         the cluster of one board"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Show only results and errors, neither progress nor summaries
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Generate all rows of a board size, or one shard of them
    ///
    /// Writes the rows in the order of their candidates. The run saves its work every few seconds in the folder FILE.run, as gzip
    /// files of whole rows. However it ends (Ctrl-C, SIGTERM, a crash, a full disk), the same command continues from there with
    /// any number of threads and produces the same bytes. At the end FILE gets its name, FILE.json next to it describes its
    /// content, and the folder is removed. If FILE is already complete, the command does nothing.
    Generate(generate::GenerateArgs),
    /// Count states and candidates exactly, without enumerating them
    Count(count::CountArgs),
    /// Estimate what a run will cost
    ///
    /// Counts the candidates exactly, analyses a random sample of them, and estimates rows, core time, wall time and price, each
    /// with a confidence interval.
    Plan(plan::PlanArgs),
    /// Say how far a run in shards is: which are done, running, stopped, damaged or missing
    ///
    /// Reads the descriptions (FILE.json) and run folders (FILE.run) of shards, also without the rows or on another machine, and
    /// compares the rows that are there with their descriptions. The exit code is 1 if a run is not complete.
    Status(status::StatusArgs),
    /// Merge files of rows into one in the published order
    ///
    /// Sorts by moves (most first), then cluster size (largest first), then board (descending, with o as .). A duplicate row is
    /// an error. Inputs with descriptions next to them (FILE.json) must be all shards of one run, each once; the command adds up
    /// their counters, compares the sums with the exact totals, and describes the result too. It merges other files as plain
    /// rows.
    Merge(merge::MergeArgs),
    /// Check a file of rows: format, order, duplicates, and every row against a plain search
    ///
    /// A search that shares nothing with `generate` finds the moves, cluster size, unsolved state and minimality of each board
    /// again and compares them. It also compares the description next to the file (FILE.json), if there is one. Prints faults on
    /// standard output; the exit code is 1 if there are any.
    Verify(verify::VerifyArgs),
    /// Hunt for hard boards where not all can be enumerated: 7×7 with walls, 8×8
    ///
    /// Evolutionary searches over rows, each with a seed of its own; every depth is exact. Every line of the output is a row
    /// that `verify` accepts.
    Hunt(hunt::HuntArgs),
    /// Analyse the cluster of one board
    ///
    /// Prints its number of states, whether it can be solved, how hard it is, its hardest state, the pieces that do not matter, and
    /// its database row.
    #[command(visible_alias = "analyze")]
    Analyse(analyse::AnalyseArgs),
    /// Solve a board, or each board of a file, in the fewest moves or steps
    ///
    /// Moves are written like A+3 or C-1: a piece, and the number of cells it moves right or down, negative for left or up. Every
    /// solution is replayed before it is printed. The exit code is 1 if a board can't be solved and 2 if it can't be read.
    Solve(solve::SolveArgs),
    /// Print the states of a cluster at one depth: easier starts of a hard puzzle
    ///
    /// Without --depth, prints the number of states at each depth.
    Levels(levels::LevelsArgs),
    /// Select rows of a database: by filters, at random, evenly by moves, or as a training, validation or test set
    ///
    /// Writes rows, JSON lines, CSV, SQLite or Parquet. With --solve each board is solved, which adds columns.
    /// Samples and splits depend on the seed and the board of each row, not on the order of the rows.
    Select(Box<select::SelectArgs>),
    /// Show statistics of a database: rows, states, moves, cluster sizes, pieces, the hardest boards
    Stats(stats::StatsArgs),
    /// Draw a board or its solution as SVG, PNG or GIF
    Render(render::RenderArgs),
    /// Draw pages of puzzle cards for printing, and pages with their solutions
    Sheet(sheet::SheetArgs),
    /// Write a page that plays puzzles: one HTML file that needs no network
    ///
    /// The page opens in any browser, from the disk or a web server. It searches each cluster itself, so its hints are exact.
    Play(play::PlayArgs),
    /// Draw the cluster of a board as a graph, or write it for Graphviz
    ///
    /// Goal states are green, the hardest states red, one shortest solution blue, all others yellow. States of equal depth form a
    /// row.
    Graph(graph::GraphArgs),
    /// Print a completion script for a shell
    Completions(manual::CompletionsArgs),
    /// Write manual pages
    Man(manual::ManArgs),
}

impl Command {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// It failed.
    pub(super) fn run(self, quiet: bool) -> Result<()> {
        match self {
            Command::Generate(args) => generate::run(&args, quiet),
            Command::Count(args) => count::run(args, quiet),
            Command::Status(args) => status::run(&args, quiet),
            Command::Merge(args) => merge::run(args, quiet),
            Command::Plan(args) => plan::run(args, quiet),
            Command::Verify(args) => verify::run(args, quiet),
            Command::Analyse(args) => analyse::run(&args, quiet),
            Command::Solve(args) => solve::run(&args, quiet),
            Command::Levels(args) => levels::run(&args, quiet),
            Command::Select(args) => select::run(&args, quiet),
            Command::Stats(args) => stats::run(&args, quiet),
            Command::Render(args) => render::run(&args, quiet),
            Command::Sheet(args) => sheet::run(&args, quiet),
            Command::Play(args) => play::run(&args, quiet),
            Command::Graph(args) => graph::run(&args, quiet),
            Command::Hunt(args) => hunt::run(&args, quiet),
            Command::Completions(args) => manual::print_completions(&args, Cli::command()),
            Command::Man(args) => manual::write_manual(&args, Cli::command()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::run::Shard;

    #[test]
    fn the_flags_do_not_contradict_one_another() {
        Cli::command().debug_assert();
    }

    /// The options of all subcommands except `help`: command, long name, short name, default values.
    fn options() -> Vec<(String, String, Option<char>, Vec<String>)> {
        let mut all = Vec::new();
        for command in Cli::command().get_subcommands() {
            for option in command.get_arguments().filter(|option| !option.is_positional()) {
                let long = option.get_long().expect("every option has a long name").to_owned();
                let defaults = option.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
                all.push((command.get_name().to_owned(), long, option.get_short(), defaults));
            }
        }
        all
    }

    #[test]
    fn a_short_option_means_the_same_in_every_command() {
        let options = options();
        assert!(options.len() > 80, "{} options", options.len());
        for (command, long, short, _) in &options {
            for (other_command, other_long, other_short, _) in &options {
                let place = format!("{command} --{long} and {other_command} --{other_long}");
                assert!(short.is_none() || short != other_short || long == other_long, "{place}: -{}", short.unwrap_or(' '));
                let is_sample = long == "sample"; // seconds in `plan`, so no short name there
                assert!(long != other_long || short == other_short || is_sample, "{place}: only one has a short name");
            }
        }
    }

    /// The terminal breaks lines. A break in the text itself would end up in mid-sentence.
    #[test]
    fn help_breaks_lines_only_between_paragraphs() {
        let mut texts = 0;
        for command in Cli::command().get_subcommands() {
            let own = [command.get_about(), command.get_long_about()];
            let of_options = command.get_arguments().flat_map(|option| [option.get_help(), option.get_long_help()]);
            for text in own.into_iter().chain(of_options).flatten().map(ToString::to_string) {
                texts += 1;
                assert!(!text.replace("\n\n", "").contains('\n'), "{}: {text:?}", command.get_name());
            }
        }
        assert!(texts > 100, "{texts} texts");
    }

    #[test]
    fn there_is_one_default_seed() {
        let seeds: Vec<_> = options().into_iter().filter(|(_, long, _, _)| long == "seed").collect();
        assert!(seeds.len() >= 4, "{seeds:?}");
        assert!(seeds.iter().all(|(_, _, _, default)| default == &["0"]), "{seeds:?}");
    }

    #[test]
    fn flags_become_values() {
        let cli = Cli::parse_from("gridlock generate --size 6 --walls 0..2 --shard 7/1000 -t 3 -o a.gz".split(' '));
        let Command::Generate(args) = cli.command else { panic!("not generate") };
        assert_eq!((args.run.rules.size.n(), args.run.walls.min(), args.run.walls.max()), (6, 0, 2));
        assert_eq!((args.shard.shard, args.threads.threads.get()), (Shard::new(7, 1000).expect("a shard"), 3));
        assert!(!args.force.force && !cli.quiet && args.json.is_none());
    }

    #[test]
    fn wrong_values_are_refused() {
        for flags in ["--size 17", "--size x", "--size 6 --walls 2..1", "--size 6 --walls x", "--size 6 --threads 0"] {
            let typed = format!("gridlock generate {flags} -o a.gz");
            assert!(Cli::try_parse_from(typed.split(' ')).is_err(), "{flags}");
        }
    }
}
