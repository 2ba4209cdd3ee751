//! What a board is: its geometry, a state upon it, moves between states, and states as text. Knows no search and no file.
pub mod limit;
pub mod metric;
pub mod moves;
pub mod puzzle;
pub mod rules;
pub mod size;
pub mod state;
pub mod text;
pub mod view;

pub use limit::TooManyStates;
pub use metric::Metric;
pub use moves::{Move, MoveError};
pub use puzzle::{Puzzle, RowError, RowText};
pub use rules::{PlacementError, check_placement};
pub use size::{Size, SizeError, WallRange, WallRangeError};
pub use state::{Item, Orientation, Piece, State, StateError};
pub use text::{Drawing, Picture, Place, TextError, letter};
pub use view::{Exit, View, ViewError};
