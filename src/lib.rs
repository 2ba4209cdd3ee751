//! Rush Hour puzzles: boards, solvers, cluster analysis, and the exhaustive generator of the puzzle database.
//!
//! Cars, trucks and longer pieces slide along their lines on a board of 3×3 to 16×16 cells, and the primary piece, `A`, must
//! reach the right end of its row. This crate solves any board in the fewest moves, explores all states that can be reached from it, and generates
//! all puzzles of a board size: the hardest state of every set of connected states, if none of its pieces and walls is
//! superfluous.
//!
//! # Examples
//! Solve a board in three lines. It is written row by row: `o` or `.` is an empty cell, `x` a wall, other letters are pieces.
//!
//! ```
//! let board = "oBBoAAoCoooCoooo".parse()?; //   . B B .
//! let solution = gridlock::solve(&board)?; //   A A . C →
//! assert_eq!(solution.unwrap().to_string(), "C+1 A+2"); // C down by 1, A to the right by 2
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What the database says about the board's *cluster*, all the states that moves reach from it:
//!
//! ```
//! use gridlock::{ClusterReport, Puzzle, State};
//!
//! let board: State = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM".parse()?;
//! let puzzle: Puzzle = ClusterReport::of(&board, 1_000_000)?.puzzle()?;
//! assert_eq!(puzzle.to_string(), "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Generate the puzzles of a size, and keep the hardest:
//!
//! ```
//! use gridlock::{Puzzle, Puzzles, Size, WallRange};
//!
//! let mut puzzles = Vec::new();
//! for puzzle in Puzzles::of(Size::square(4)?, WallRange::new(0, 1)?)? {
//!     puzzles.push(puzzle?);
//! }
//! puzzles.sort(); // hardest first
//! assert_eq!(puzzles[0].moves, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has small programs: `solve_board`, `walk_cluster`, `hardest_4x4`, `generate_in_parallel`, which uses all
//! cores, and `count_configurations`, a count that needs no library.
//!
//! # Where to start
//! - [`State`] is a board, [`Move`] a move on it; both read and write text. [`Rules`] say which boards a database has.
//! - [`solve()`] and [`SolveOptions`] find a shortest [`Solution`]. [`LevelSearch`] lists all of them, [`ShortestSolutions`]
//!   counts them.
//! - [`Cluster`] walks all states that can be reached, [`ClusterReport`] finds the hardest.
//! - [`Puzzle`] is a row of the database, [`Puzzles`] generates them on one thread. A [`Generator`] numbers all candidates, and
//!   its [`Worker`]s analyse ranges of them on as many threads, or machines, as there are.
//! - `Database` gives the rows of a rank file by number, or chooses some without expanding the others (feature `files`).
//! - [`Metric`] is what depths count, moves or steps: see [`Puzzles::with_metric`], [`ClusterReport::in_metric`],
//!   [`SolveOptions::metric`].
//!
//! # Features
//! - `cli` (default): the program `gridlock`, and its files, pictures and runs over many threads and machines.
//! - `files` and `svg`, both part of `cli`: files of rows, and `Database`, a database in a few bits per row; boards as SVG. The
//!   Python package in `python/` is built on them.
//! - `ranks`, part of `files`: reads rank files in memory, without threads; the module for browsers in `web/` is built on it.
//! - `database` (default, implies `files`): the databases of 4×4, 5×5 and 6×6, and the rows of 7×7 without walls from 60 moves on, inside
//!   the library.
//! - `serde`: [`State`], [`Move`] and [`Puzzle`] as their text, in every format of serde.
//! - `tables`, or `parquet` and `sqlite` alone (not default): tables in these formats. `pictures` (default, implies `cli`): PNG
//!   and PDF.
//!
//! Without default features the crate has three direct dependencies, reads no file and starts no thread.
//!
//! # Rooms
//! The code lives in rooms, one for each subject. Each imports the rooms named after its arrow, all of them further down; a test
//! compares this list with the code.
//!
//! ```text
//! cli ────────→ jobs hunt run draw inputs ranks rows tables engine solve enumerate pairs reference forms notation files errors gauge random board
//! jobs ───────→ run draw inputs ranks rows tables engine verify solve generate pairs reference notation files errors gauge board
//! hunt ───────→ engine verify generate pairs random board
//! run ────────→ inputs ranks rows engine generate enumerate files errors gauge random board
//! draw ───────→ notation board
//! inputs ─────→ ranks rows tables forms files errors gauge board
//! ranks ──────→ rows engine generate enumerate files errors gauge board
//! rows ───────→ tables engine files random board
//! tables ─────→ files errors board
//! engine ─────→ files errors gauge
//! verify ─────→ pairs board
//! solve ──────→ pairs reference board
//! generate ───→ enumerate lines board
//! enumerate ──→ lines board
//! pairs ──────→ board
//! reference ──→ board
//! forms ──────→ notation board
//! notation ───→ board
//! lines ──────→ board
//! files ──────→ errors gauge
//! errors
//! gauge
//! random
//! board
//! ```
//!
//! - `board`: size, rules, state, moves, text, the puzzle and its row
//! - `notation`: a board as its author sees it: exits, other names, moves
//! - `forms`: boards and moves as people write them: any signs, several lines, borders, titles
//! - `lines`: what can stand in one row or column, and every question about a single line, as tables
//! - `enumerate`: placements line by line, numbered and counted exactly
//! - `generate`: the fast search, from one candidate to its rows
//! - `reference`: the plain search that everything else is compared with
//! - `pairs`: clusters as pairs of half states, the search of `verify` and `solve`
//! - `solve`: shortest solutions of one board
//! - `verify`: finds rows independently, on `pairs`
//! - `files`: codecs, checksums, locks and files that are complete or absent
//! - `rows`: a row as a line: filters, samples, splits, sorting, statistics
//! - `ranks`: rank files, the built-in databases, `Database`
//! - `tables`: records with named fields, a file for each format
//! - `inputs`: files of rows and boards, whatever their format; merging. A room of its own, since a reader of any file needs
//!   `ranks`, which need `rows`
//! - `draw`: boards, charts and graphs
//! - `engine`: worker threads, progress and signals, for all long work
//! - `run`: runs of the generator: shards, run folders, descriptions, estimates
//! - `hunt`: evolutionary search for hard boards
//! - `jobs`: what commands do: select, statistics, verify of a file, choice for play
//! - `cli`: arguments and commands
//! - `errors`: classes of errors, by which a caller decides
//! - `gauge`: how far long work is, written by the thread that works and read by the one that shows it
//! - `random`: random numbers that depend on their seed alone
//!
//! # Where to add
//! - A metric: a variant of [`Metric`]. The searches that a metric changes are `Tracks::successors` in `reference`, `retrograde`
//!   and `minimality` in `generate`, `state_pairs` in `pairs`, `shadow_search` in `verify`, and the bounds in `solve::heuristic`.
//! - A codec of rows: a variant of `Codec` in `files`. A format of tables: a file in `tables` and its line in `FORMATS`.
//! - A larger board in `generate`: [`Size::MAX_ENUMERATED`], and the `match` in `generate::generator` and in `enumerate`
//!   that choose the code of a size.
//!
//! Only what is listed below is the interface of the library; the rooms may change with every version.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs, missing_debug_implementations)]
#![allow(rustdoc::private_intra_doc_links)] // contributors read the documents of private items too

/// `Debug` for types whose fields say nothing to people: the name alone.
macro_rules! debug_as_name {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($type))
            }
        }
    };
}

// Eight rooms serve the Python package too, which needs a part of each: there the program alone uses the rest.
mod board;
#[cfg(feature = "cli")]
#[allow(missing_docs)] // the comments of its fields are the help text
mod cli;
#[cfg(feature = "svg")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod draw;
#[cfg(feature = "files")]
mod engine;
mod enumerate;
#[cfg(feature = "ranks")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports, unused_macros))]
mod errors;
#[cfg(feature = "files")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod files;
mod forms;
#[cfg(feature = "files")]
mod gauge;
mod generate;
#[cfg(feature = "cli")]
mod hunt;
#[cfg(feature = "files")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod inputs;
#[cfg(feature = "cli")]
mod jobs;
mod lines;
mod notation;
mod pairs;
#[cfg(feature = "files")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod random;
#[cfg(feature = "files")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod ranks;
#[cfg(all(feature = "ranks", not(feature = "files")))]
#[allow(dead_code)]
/// Rank files in memory, for readers that start no thread.
mod ranks {
    mod block;
    mod file;
    mod format;

    pub use file::RankFile;
    pub use format::RankEntry;
}
mod reference;
#[cfg(feature = "files")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod rows;
#[cfg(feature = "cli")]
mod run;
mod solve;
#[cfg(feature = "files")]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]
mod tables;
mod verify;

#[doc(inline)]
pub use board::{
    Bitboard, CellSet, CellSetCells, Cells, Counted, Item, LimitExceeded, Metric, Move, MoveError, MoveTextError, Orientation,
    Piece, Place, PlacementError, Puzzle, RowError, Rules, RulesError, SearchBounds, SearchError, Size, SizeError, SizeTextError,
    State, StateError, StopToken, Stopped, TextError, WallRange, WallRangeError,
};
#[doc(inline)]
pub use enumerate::GeneratorError;
#[doc(inline)]
pub use generate::{ClusterTooLarge, Counts, Generator, PuzzleIter, Puzzles, RankError, Ranks, VehicleCounts, Worker};
#[doc(inline)]
pub use notation::Picture;
#[cfg(feature = "files")]
#[doc(inline)]
pub use ranks::{Database, Expander, RankEntry, Standing, find_built_in};
#[doc(inline)]
pub use reference::{Cluster, ClusterDepths, ClusterReport, DepthSearch, Exploration, HardestState, NoRow};
#[cfg(feature = "files")]
#[doc(inline)]
pub use rows::{Filter, NumberRange};
#[doc(inline)]
pub use solve::{
    Algorithm, DEFAULT_MAX_STATES, Heuristic, LevelSearch, Patience, ReplayError, SearchOutcome, ShortestSolutions, Solution,
    SolveOptions, replay, solve,
};

/// What the program, the tests, the benches, the fuzz targets and the Python package take from inside the rooms. Not part of the
/// interface.
#[doc(hidden)]
pub mod internals {
    #![allow(missing_docs)]
    pub mod board {
        pub use crate::board::{
            Bitboard, CellSet, Drawing, Item, LimitExceeded, Metric, Orientation, Piece, Puzzle, Rules, SearchError, Size, State,
            StopToken, WallRange, item_name, letter,
        };
    }
    #[cfg(feature = "cli")]
    pub mod cli {
        pub use crate::cli::{Cli, main};
    }
    #[cfg(feature = "svg")]
    pub mod draw {
        #[cfg(feature = "cli")]
        pub use crate::draw::policy_digest;
        pub use crate::draw::{Look, SvgTheme, Theme, animation, board};
    }
    #[cfg(feature = "files")]
    pub mod engine {
        pub use crate::engine::{PipelineError, drive};
    }
    pub mod enumerate {
        pub use crate::enumerate::{
            Enumerator, Odometer, count_candidates, count_goal_states, count_packed_states, count_states,
        };
    }
    #[cfg(feature = "files")]
    pub mod files {
        pub use crate::files::{
            Codec, Encoder, MANIFEST, OutputFile, RunFolder, display_path, hex, lines_of, run_folder_of, sha256,
        };
    }
    pub mod forms {
        pub use crate::forms::{
            BlockError, BoardReading, BoardText, BoardTexts, ReadBoard, TextLine, WrittenMove, only_board, read_board,
        };
    }
    #[cfg(feature = "files")]
    pub mod gauge {
        pub use crate::gauge::Gauge;
    }
    pub mod generate {
        pub use crate::generate::{
            BitGathering, ClusterAnalyzer, Counts, Exploration, Generator, PrunedAt, Ranks, RowSearch, Worker,
        };
    }
    #[cfg(feature = "files")]
    pub mod inputs {
        pub use crate::inputs::{InputError, LineReader, Plan, RowReader, SelectedRows, Vehicles, boards_of, stated_metric};
    }
    pub mod lines {
        pub use crate::lines::{LineGroups, LineTables, Placement};
    }
    pub mod notation {
        pub use crate::notation::{Choice, Exit, MoveNotation, NamedBoard, View, ViewError, ViewPicture};
    }
    pub mod pairs {
        pub use crate::pairs::SearchLimits;
    }
    #[cfg(feature = "ranks")]
    pub mod ranks {
        #[cfg(feature = "files")]
        pub use crate::ranks::{RankChoice, RankSettings, RowId, built_in, built_in_databases, crc32, is_built_in};
        pub use crate::ranks::{RankEntry, RankFile};
    }
    pub mod reference {
        pub use crate::reference::{Cluster, ClusterReport, solvable_within};
    }
    #[cfg(feature = "files")]
    pub mod rows {
        pub use crate::rows::{
            BoardLines, Column, Condition, Conditions, DistinctBoards, DuplicateGraph, Filter, FilterOptions, FromLine,
            LeastDepth, NumberRange, PlaceCondition, Ranking, Row, RowLine, SampleSize, Sampler, Sampling, Shares, SolvedFilter,
            Split, SplitSide, Stage, Stages, Tiers, split_hash, stages_of, text_hash,
        };
    }
    #[cfg(feature = "cli")]
    pub mod run {
        pub use crate::run::{
            BATCHES_AHEAD, Description, KeptRun, MergeInputs, MergeMode, ROWS_VERSION, RunIdentity, Shard, TotalsCheck,
            description_digest, description_path, usual_batch_size,
        };
    }
    pub mod solve {
        pub use crate::solve::{SolutionSearch, blocking_pieces, join_steps};
    }
    pub mod verify {
        pub use crate::verify::Recheck;
    }
}

/// The example of the README, which is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
