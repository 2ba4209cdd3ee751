//! The board: its size, a state on it, moves between states, and states as text. It imports no other room.
//!
//! Start with `size` (cells as bits), then `state`. `text` and `puzzle` read and write them; `rules` decides what the database
//! enumerates.
mod bitboard;
mod cell_set;
mod limit;
mod metric;
mod moves;
mod puzzle;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod size;
mod state;
mod text;

pub use bitboard::{Bitboard, Cells};
pub use cell_set::{CellSet, CellSetCells};
pub(crate) use limit::STRETCH;
pub use limit::{Counted, LimitExceeded, SearchBounds, SearchError, StopToken, Stopped};
pub use metric::Metric;
pub use moves::{Move, MoveError, MoveTextError};
#[cfg(feature = "files")]
pub use puzzle::RowText;
pub use puzzle::{Puzzle, RowError};
pub use rules::{PlacementError, Rules, RulesError};
#[cfg(feature = "files")]
pub(crate) use serde::as_text;
pub use size::{Place, Size, SizeError, SizeTextError, WallRange, WallRangeError};
pub use state::{Item, Orientation, Piece, State, StateError};
pub use text::{Drawing, TextError, characters_of, item_name, letter, square_of};
