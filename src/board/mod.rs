//! What a board is: its geometry, a state upon it, and both as text.
mod geometry;
mod state;

pub use geometry::{Size, SizeError, WallRange, WallRangeError};
pub use state::{Item, Orientation, Piece, Puzzle, State, StateError};
