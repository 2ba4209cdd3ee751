//! Boards as people write them: exits on any side, boards of any shape, and other programs' letters, typed over several lines.
//!
//! `view` is a board as its author wrote it, with an exit on any side; `shaped_view` allows any shape.
#[cfg(test)]
mod altered_tests;
mod board_blocks;
mod board_line;
mod exit;
mod foreign_text;
mod shape;
mod shaped_view;
mod view;
mod view_picture;

pub use board_blocks::{BlockError, BoardBlocks};
pub use board_line::BoardLine;
pub use exit::Exit;
pub use shape::Shape;
pub use shaped_view::ShapedBoard;
pub use view::{View, ViewError};
pub use view_picture::ViewPicture;
