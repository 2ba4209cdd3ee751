//! Boards and moves as people write them: other programs' letters and signs, over several lines, with borders and titles.
//!
//! A text becomes boards in these steps, each in a file: `board_texts` divides it into lines that are boards (`one_line`) and
//! blocks of lines; `border` takes border and exit off a block, and `grid` divides its rows into cells; `signs` says what the
//! signs mean, and `foreign_text` finds the pieces. [`read_board`] does all that for one board, and `docs/FORMATS.md` has an
//! example of each form. `address` is a board as one word, and `move_text` reads moves.
//!
//! The room is a fifth of the module for browsers. Therefore a character is looked for as `contains([sign])`: `contains(sign)` would bring
//! the search for strings along.
mod address;
#[cfg(test)]
mod altered_tests;
mod board_text;
mod board_texts;
mod border;
mod foreign_text;
#[cfg(test)]
mod forms_tests;
mod grid;
mod move_text;
mod one_line;
mod signs;
mod text_line;

pub use board_text::{BoardReading, BoardText, ReadBoard};
pub use board_texts::{BoardTexts, only_board, read_board};
pub use move_text::WrittenMove;
pub use text_line::{BlockError, TextLine};
