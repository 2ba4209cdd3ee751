//! Boards as people write them: exits on any side, and other programs' letters, typed over several lines.
//!
//! `view` is a board as its author wrote it, with an exit on any side; `named_board` reads and turns it; `address` is a board as
//! one word.
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
mod named_board;
mod view;
mod view_picture;

#[cfg(feature = "files")]
pub use block_error::BlockError;
pub use board_blocks::BoardBlocks;
pub use board_line::BoardLine;
pub use exit::Exit;
pub use marked_board::MARKED_PRIMARY;
pub use move_notation::MoveNotation;
pub use named_board::NamedBoard;
pub use view::{View, ViewError};
pub use view_picture::ViewPicture;
#[cfg(feature = "cli")]
pub use view_picture::side_by_side;
