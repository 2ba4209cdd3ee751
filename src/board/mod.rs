//! The board: its size, a state on it, moves between states, and states as text. Uses no other room.
//!
//! Start with `size` (cells as bits), then `state`. `text` and `puzzle` read and write them; `view` is a board as its author wrote it,
//! with an exit on any side, `shaped_view` one of any shape; `rules` decides what the database enumerates.
mod bitboard;
mod exit;
mod foreign_text;
mod letters;
mod limit;
mod metric;
mod moves;
mod place;
mod puzzle;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod shaped_view;
mod size;
mod state;
mod text;
mod view;
mod view_picture;

pub use bitboard::{Bitboard, Cells};
pub use exit::Exit;
pub use foreign_text::ForeignText;
pub use letters::{item_of_letter, letter};
pub use limit::TooManyStates;
pub(crate) use limit::has_to_stop;
pub use metric::Metric;
pub use moves::{Move, MoveError, MoveTextError};
pub use place::Place;
pub use puzzle::{Puzzle, RowError, RowText};
pub use rules::{PlacementError, check_placement};
pub use shape::{Shape, ShapeError};
pub use shaped_view::ShapedBoard;
pub use size::{Size, SizeError, WallRange, WallRangeError};
pub use state::{Item, Orientation, Piece, State, StateError};
pub use text::{Drawing, Picture, TextError};
pub use view::{View, ViewError};
pub use view_picture::ViewPicture;
