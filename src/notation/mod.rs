//! Boards as people write them: exits on any side, and other programs' letters, typed over several lines.
//!
//! A text becomes boards in these steps, each in a file: `board_texts` divides it into lines that are boards (`one_line`) and
//! blocks of lines; `border` takes border and exit off a block, and `grid` divides its rows into cells; `signs` says what the
//! signs mean, `foreign_text` finds the pieces, and `named_board` the primary. [`read_board`] does all that for one board, and
//! `docs/FORMATS.md` has an example of each form.
//!
//! `view` is a board as its author wrote it, with an exit on any side; `named_board` turns it; `address` is a board as one word.
//!
//! The room is a fifth of the module for browsers. Therefore a character is looked for as `contains([sign])`: `contains(sign)` would bring
//! the search for strings along.
mod address;
#[cfg(test)]
mod altered_tests;
mod block_error;
mod board_text;
mod board_texts;
mod border;
mod exit;
mod foreign_text;
#[cfg(test)]
mod forms_tests;
mod grid;
mod move_notation;
mod move_text;
mod named_board;
mod one_line;
mod signs;
mod text_line;
mod view;
mod view_picture;

pub use block_error::BlockError;
pub use board_text::{BoardReading, BoardText, ReadBoard};
pub use board_texts::{BoardTexts, only_board, read_board};
pub use exit::Exit;
pub use move_notation::MoveNotation;
pub use move_text::WrittenMove;
pub use named_board::{Choice, NamedBoard};
pub use text_line::TextLine;
pub use view::{View, ViewError};
#[cfg(feature = "cli")]
pub use view_picture::side_by_side;
pub use view_picture::{Picture, ViewPicture};
