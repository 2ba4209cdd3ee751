#![warn(missing_docs)]
//! gridlock: the exhaustive generator of the Rush Hour puzzle database.
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod database;
#[cfg(feature = "cli")]
pub mod draw;
pub mod enumerate;
#[cfg(feature = "cli")]
pub mod files;
pub mod generate;
#[cfg(feature = "cli")]
pub mod job;
#[cfg(feature = "cli")]
pub mod random;
pub mod reference;
pub mod solve;
pub mod verify;

#[doc(inline)]
pub use board::{
    Item, Metric, Move, MoveError, Orientation, Piece, Puzzle, RowError, Size, SizeError, State, StateError, TextError,
    TooManyStates, WallRange, WallRangeError,
};
#[doc(inline)]
pub use reference::{Cluster, ClusterDepths, ClusterReport, NoRow, Unsolved};
#[doc(inline)]
pub use solve::{Algorithm, Heuristic, SearchOutcome, ShortestSolutions, Solution, SolveOptions, solve};
