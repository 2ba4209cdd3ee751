//! Rush Hour puzzles: boards, solvers, cluster analysis, and the exhaustive generator of the puzzle database.
//!
//! Cars and trucks slide along their lines on an N×N board, N from 4 to 8, and the primary piece, `A`, must reach the right end of its row.
//! This crate solves any board in the fewest moves, explores everything that can be reached from it, and generates all puzzles of a board
//! size: for every set of connected states its hardest state, if no piece or wall of it is superfluous.
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
//! for puzzle in Puzzles::of(Size::new(4)?, WallRange::new(0, 1)?)? {
//!     puzzles.push(puzzle?);
//! }
//! puzzles.sort(); // hardest first
//! assert_eq!(puzzles[0].moves, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has small programs: `solve_board`, `walk_cluster`, `hardest_4x4`, `generate_in_parallel`, which uses all cores, and
//! `count_configurations`, a count that needs no library.
//!
//! # Where to start
//! - [`State`] is a board, [`Move`] a move on it; both read and write text.
//! - [`solve()`] and [`SolveOptions`] find a shortest [`Solution`], [`ShortestSolutions`] counts all of them.
//! - [`Cluster`] walks all states that can be reached, [`ClusterReport`] finds the hardest.
//! - [`Puzzle`] is a row of the database, [`Puzzles`] generates them on one thread. A [`Generator`] numbers all candidates, and its [`Worker`]s
//!   analyse ranges of them on as many threads, or machines, as there are.
//! - `Database` gives the rows of a rank file by number, or chooses some without expanding the others (feature `files`).
//! - [`Metric`] is what depths count, moves or steps: see [`Puzzles::with_metric`], [`ClusterReport::in_metric`], [`SolveOptions::metric`].
//!
//! # Features
//! - `cli` (default): the program `gridlock`, and its files, pictures and runs over many threads and machines.
//! - `files` and `svg`, both part of `cli`: files of rows, and `Database`, a database in a few bits a row; boards as SVG. The Python package in
//!   `python/` is built on them.
//! - `database` (default, implies `files`): whole databases of 4×4, 5×5 and 6×6 inside the library.
//! - `serde`: [`State`], [`Move`] and [`Puzzle`] as their text, in every format of serde.
//! - `parquet`, `sqlite` (default, each implies `files`): tables in Parquet and SQLite. `pictures` (default, implies `cli`): PNG and PDF.
//!
//! Without default features the crate has three direct dependencies, reads no file and starts no thread.
//!
//! # Rooms
//! The code lives in rooms, one for each subject. Each uses the rooms that are named after its arrow, all of them further down; a test
//! compares this list with the code.
//!
//! ```text
//! cli ───────→ rows hunt run engine draw database verify solve generate enumerate reference files random board
//! rows ──────→ run engine draw database verify solve generate reference files random board
//! hunt ──────→ engine verify generate random board
//! run ───────→ engine database generate enumerate files random board
//! draw ──────→ board
//! database ──→ engine generate files board
//! engine ────→ generate files
//! solve ─────→ verify reference board
//! verify ────→ board
//! generate ──→ enumerate lines board
//! enumerate ─→ lines board
//! lines ─────→ board
//! reference ─→ board
//! files
//! random
//! board
//! ```
//!
//! - `board`: size, state, moves, text, the puzzle and its row
//! - `lines`: what can stand in one row or column, and every question about a single line, as tables
//! - `enumerate`: placements line by line, numbered and counted exactly
//! - `generate`: the fast search, from one candidate to its rows
//! - `reference`: the plain search with which everything else is compared
//! - `solve`: shortest solutions of one board
//! - `verify`: a third search, which finds rows independently
//! - `files`: codecs, checksums, locks and files that are complete or absent
//! - `database`: files of rows and of ranks, tables, filters and statistics
//! - `draw`: boards, charts and graphs
//! - `engine`: worker threads, progress and signals, for all long work
//! - `run`: runs of the generator: shards, run folders, descriptions, estimates
//! - `hunt`: evolutionary search for hard boards
//! - `rows`: work that goes through the rows of files: select, statistics, verify
//! - `cli`: arguments and commands
//! - `random`: random numbers that depend on a seed only
//!
//! # Where to add
//! - A metric: a variant of [`Metric`]. The searches that a metric changes are `Tracks::successors` in `reference`, `retrograde` and
//!   `minimality` in `generate`, `pair_depths` and `shadow_search` in `verify`, and the bounds in `solve::heuristic`.
//! - A codec of rows: a variant of `Codec` in `files`. A format of tables: a variant of `TableFormat` in `database`.
//! - A larger board in `generate`: [`Size::MAX_ENUMERATED`], and the `match` in `generate::generator` and in `enumerate::totals` that
//!   choose the code of a size.
//!
//! Only what is listed below is the interface of the library; the rooms may change with every version.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs)]

#[cfg_attr(doc, doc(hidden))]
pub mod board;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
#[allow(missing_docs)] // the comments of its fields are the help text
pub mod cli;
#[cfg(feature = "files")]
#[cfg_attr(doc, doc(hidden))]
pub mod database;
#[cfg(feature = "svg")]
#[cfg_attr(doc, doc(hidden))]
#[cfg_attr(not(feature = "cli"), allow(dead_code))] // parts of it serve the program alone
pub mod draw;
#[cfg(feature = "files")]
#[cfg_attr(doc, doc(hidden))]
#[cfg_attr(not(feature = "cli"), allow(dead_code))] // parts of it serve the program alone
pub mod engine;
#[cfg_attr(doc, doc(hidden))]
pub mod enumerate;
#[cfg(feature = "files")]
#[cfg_attr(doc, doc(hidden))]
#[cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))] // parts of it serve the program alone
pub mod files;
#[cfg_attr(doc, doc(hidden))]
pub mod generate;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod hunt;
#[cfg_attr(doc, doc(hidden))]
pub mod lines;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod random;
#[cfg_attr(doc, doc(hidden))]
pub mod reference;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod rows;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod run;
#[cfg_attr(doc, doc(hidden))]
pub mod solve;
#[cfg_attr(doc, doc(hidden))]
pub mod verify;

#[doc(inline)]
pub use board::{
    Bitboard, Cells, Item, Metric, Move, MoveError, MoveTextError, Orientation, Picture, Piece, Place, PlacementError, Puzzle,
    RowError, Size, SizeError, State, StateError, TextError, TooManyStates, WallRange, WallRangeError,
};
#[cfg(feature = "files")]
#[doc(inline)]
pub use database::{Database, DatabaseRows, Expander, Filter, NumberRange, RankEntry, RankFileProblem, RowProblem};
#[doc(inline)]
pub use enumerate::TooManyCandidates;
#[doc(inline)]
pub use generate::{
    BitGatheringError, ClusterTooLarge, Counted, Counts, Generator, GeneratorError, LimitExceeded, Puzzles, RankError, Ranks,
    VehicleCounts, Worker,
};
#[doc(inline)]
pub use reference::{Cluster, ClusterDepths, ClusterReport, NoRow, Unsolved};
#[doc(inline)]
pub use solve::{
    Algorithm, DEFAULT_MAX_STATES, Heuristic, ReplayError, SearchOutcome, ShortestSolutions, Solution, SolveOptions, replay,
    solve,
};

/// The example of the README, which is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
