//! Boards as their authors see them: an exit on any side, and other names for the pieces.
//!
//! `view` is such a board; `named_board` finds the primary and turns the board, so that the exit is at the right; `move_notation`
//! writes moves. The room `forms` reads texts.
mod exit;
mod move_notation;
mod named_board;
mod view;
mod view_picture;

pub use exit::Exit;
pub use move_notation::MoveNotation;
pub use named_board::{Choice, NamedBoard};
pub use view::{View, ViewError};
#[cfg(feature = "cli")]
pub use view_picture::side_by_side;
pub use view_picture::{Picture, ViewPicture};
