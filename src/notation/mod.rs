//! Boards as people write them: exits on any side, boards of any shape, and other programs' letters, typed over several lines.
//!
//! `view` is a board as its author wrote it, with an exit on any side; `shaped_view` allows any shape.
mod address;
#[cfg(test)]
mod altered_tests;
mod block_error;
mod board_blocks;
mod board_line;
mod exit;
mod foreign_text;
mod marked_board;
mod move_notation;
mod shape;
mod shaped_view;
mod view;
mod view_picture;

pub use block_error::BlockError;
pub use board_blocks::BoardBlocks;
pub use board_line::BoardLine;
pub use exit::Exit;
pub use marked_board::MARKED_PRIMARY;
pub use move_notation::MoveNotation;
pub use shape::{Shape, ShapeError};
pub use shaped_view::ShapedBoard;
pub use view::{View, ViewError};
pub use view_picture::{ViewPicture, side_by_side};
