//! Arguments that several commands share, each written once, so that an option means the same everywhere.
use crate::board::{Metric, Rules, Size, WallRange};
use crate::cli::arguments::given_board::ReadingArguments;
use crate::cli::arguments::parsers::{lengths, processors, seconds, threads};
use crate::cli::{Failure, Result, print_message};
use crate::engine::grouped;
use crate::files::{FolderRun, RunFolder, display_path};
use crate::rows::LeastDepth;
use crate::run::{RunIdentity, Shard};
use clap::Args;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// The help text of an output of rows: its endings must match [`Codec`](crate::files::Codec).
pub const ROWS_OUTPUT: &str = "Write the rows to FILE: plain if it ends in .txt, compressed if in .gz or .bz2, ranks if in .ranks; - is plain standard output";

/// The rules of a database.
#[derive(Args, Clone, Copy, Debug)]
pub struct RulesArguments {
    /// Board size: N, or columns and rows like 6x5
    #[arg(short = 'n', long, value_name = "N|CxR")]
    pub size: Size,
    #[command(flatten)]
    pub pieces: PiecesArguments,
}

impl RulesArguments {
    /// The rules, for boards with sides of up to `most`.
    ///
    /// # Errors
    /// They contradict themselves, or the board is larger.
    pub(crate) fn rules(self, most: usize) -> Result<Rules> {
        let RulesArguments { size, pieces } = self;
        if size.longer_side() > most {
            let least = Size::MIN;
            return Err(Failure::of_input(format_args!(
                "boards of {size} can't be enumerated, but those with sides from {least} to {most} can; larger ones have far too \
                 many candidates to search: hunt for hard boards with `gridlock hunt --size 8`, or count with `gridlock count \
                 --size 8`"
            )));
        }
        pieces.rules(size)
    }
}

/// What the rules of a database say besides its board size.
#[derive(Args, Clone, Copy, Debug)]
pub struct PiecesArguments {
    /// The row of the primary, from 1 at the top [default: the middle one, the upper one of two]
    #[arg(long, value_name = "R")]
    pub primary_row: Option<usize>,
    /// The length of the primary
    #[arg(long, value_name = "L", default_value_t = 2)]
    pub primary_length: usize,
    /// The lengths of the other pieces: a number, or an inclusive range like 2..4
    #[arg(long, value_name = "A..B|K", default_value = "2..3", value_parser = lengths)]
    pub lengths: (usize, usize),
}

impl PiecesArguments {
    /// The rules for a board size.
    ///
    /// # Errors
    /// They contradict themselves.
    pub(crate) fn rules(self, size: Size) -> Result<Rules> {
        let PiecesArguments { primary_row, primary_length, lengths: (shortest, longest) } = self;
        let row = primary_row.map_or(size.primary_row(), |row| row.wrapping_sub(1));
        let rules = Rules::of_size(size).with_primary_row(row)?.with_primary_length(primary_length)?;
        Ok(rules.with_lengths(shortest..=longest)?)
    }
}

/// A run of the generator.
#[derive(Args, Clone, Copy, Debug)]
pub struct RunArguments {
    #[command(flatten)]
    pub rules: RulesArguments,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    #[command(flatten)]
    pub metric: MetricArgument,
    /// Keep only rows of M moves or more (with --metric steps: M steps); most clusters that are not as deep are rejected early
    /// [default: all rows]
    #[arg(long, value_name = "M..", default_value_t, hide_default_value = true)]
    pub moves: LeastDepth,
    /// Search every candidate, even those that can't give a row, and check the number of goal states; the rows are the same
    #[arg(long)]
    pub exhaustive: bool,
}

impl RunArguments {
    /// A shard of the run.
    ///
    /// # Errors
    /// As [`RulesArguments::rules`].
    pub(crate) fn shard(self, shard: Shard) -> Result<RunIdentity> {
        let RunArguments { rules, walls, metric, moves, exhaustive } = self;
        let rules = rules.rules(Size::MAX_ENUMERATED)?;
        Ok(RunIdentity { metric: metric.metric, moves, exhaustive, ..RunIdentity::new(rules, walls, shard) })
    }
}

/// The states that a search may meet, if nothing else is asked for.
const MAX_STATES: usize = 50_000_000;

/// `--max-states` of the commands that search only some of their rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct MaxStatesArgument {
    /// Where boards are solved, give up when a cluster has more states than this [default: 50000000]
    #[arg(long, value_name = "K")]
    max_states: Option<usize>,
}

impl MaxStatesArgument {
    /// The most states.
    pub(crate) fn limit(self) -> usize {
        self.max_states.unwrap_or(MAX_STATES)
    }

    /// Refuses the option where nothing is searched.
    ///
    /// # Errors
    /// It is given, and `searches` is not set.
    pub(crate) fn check(self, searches: bool) -> Result<()> {
        match self.max_states {
            Some(_) if !searches => {
                Err(Failure::of_input("--max-states limits a search, but these rows are not searched without --solve"))
            }
            _ => Ok(()),
        }
    }
}

/// A search that starts from one board.
#[derive(Args, Clone, Debug)]
pub struct SearchArguments {
    #[command(flatten)]
    pub reading: ReadingArguments,
    /// Give up when a search meets more states than this; a state takes 14 to 26 bytes of memory, and up to 100 with A* and IDA*
    #[arg(long, value_name = "K", default_value_t = MAX_STATES)]
    pub max_states: usize,
    /// Print JSON on standard output: one object, or one on each line
    #[arg(long)]
    pub json: bool,
}

/// `--metric` of a search.
#[derive(Args, Clone, Copy, Debug)]
pub struct MetricArgument {
    /// What depths count; this also decides which state is the hardest and which pieces matter
    #[arg(short, long, value_enum, default_value_t)]
    pub metric: Metric,
}

/// `--metric` of files of rows.
#[derive(Args, Clone, Copy, Debug)]
pub struct RowMetricArgument {
    /// What the rows count, if there is no description next to the file [default: moves]
    #[arg(short, long, value_enum)]
    pub metric: Option<Metric>,
}

/// `--force`.
#[derive(Args, Clone, Copy, Debug)]
pub struct ForceArgument {
    /// Replace files that exist
    #[arg(short, long)]
    pub force: bool,
}

/// `--seed`.
#[derive(Args, Clone, Copy, Debug)]
pub struct SeedArgument {
    /// Seed of every random choice
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
}

/// `--threads`.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadsArgument {
    /// Number of threads; the output does not depend on it [default: one per processor]
    #[arg(short, long, value_name = "T", value_parser = threads, default_value_t = processors(), hide_default_value = true)]
    pub threads: NonZeroUsize,
}

/// Options of the run folder.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct FolderArguments {
    /// Discard what earlier runs saved in FILE.run
    #[arg(long)]
    pub restart: bool,
    /// Save the work in FILE.run at this interval; a crash loses at most this much
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub save_every: Duration,
}

impl FolderArguments {
    /// Opens the run folder of an output and says what is in it; `of` says of how many, like "of 50 rows".
    ///
    /// # Errors
    /// As [`RunFolder::open`].
    pub(crate) fn open<R: FolderRun>(&self, output: &Path, run: &R, of: &str, quiet: bool) -> io::Result<RunFolder<R>> {
        let folder = RunFolder::open(output, run, self.restart, self.save_every)?;
        for damage in folder.damage() {
            print_message(&format!("gridlock: {damage}"));
        }
        let done = R::positions(&folder.done());
        if done > 0 && !quiet {
            print_message(&format!("continuing from {}: {} {of} done", display_path(folder.path()), grouped(done)));
        }
        Ok(folder)
    }
}
