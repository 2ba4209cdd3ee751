//! What a board is: its geometry, a state upon it, moves between states, and states as text.
mod geometry;
mod moves;
mod placement;
mod state;
mod text;
mod view;

pub use geometry::{Size, SizeError, WallRange, WallRangeError};
pub use moves::{Move, MoveError};
pub use placement::{PlacementError, check_placement};
pub use state::{Item, Orientation, Piece, Puzzle, State, StateError};
pub use text::{Drawing, Picture, Place, TextError, letter};
pub use view::{Exit, View, ViewError};
