//! Errors of the boards of a text.

/// Lines that can't be read as boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BlockError {
    /// Rows of different lengths.
    #[error(
        "line {line}: {length} cells, but line {first}, where the board begins, has {expected}; lines without a blank line between \
         them are one board"
    )]
    Ragged {
        /// The line, from 1.
        line: u64,
        /// Its cells.
        length: usize,
        /// The first line of the board.
        first: u64,
        /// The cells of that line.
        expected: usize,
    },
    /// A line with words below rows of a board.
    #[error("line {line}: not a row of the board that begins in line {first}; put a blank line between boards")]
    NotRow {
        /// The line, from 1.
        line: u64,
        /// The first line of the board.
        first: u64,
    },
    /// A frame without one of its edges or sides.
    #[error("line {line}: the frame around the board is not complete")]
    BrokenFrame {
        /// The line, from 1.
        line: u64,
    },
    /// A board that begins with its size has other rows.
    #[error("line {line}: {rows} rows, but the line with the size says {expected}")]
    Rows {
        /// The line with the size.
        line: u64,
        /// The rows of the board.
        rows: usize,
        /// The rows that the size says.
        expected: usize,
    },
    /// A board that begins with its size has a row of another length.
    #[error("line {line}: {length} cells, but the line with the size says {expected}")]
    Columns {
        /// The line, from 1.
        line: u64,
        /// Its cells.
        length: usize,
        /// The columns that the size says.
        expected: usize,
    },
    /// A board that begins with its size has no exit.
    #[error("line {line}: a board that begins with its size needs one K outside it, at an end of the row or column of P")]
    NoExit {
        /// The line with the size.
        line: u64,
    },
    /// The number of pieces is another.
    #[error("line {line}: says {said} pieces, but the board has {found}, P among them")]
    Pieces {
        /// The line with the number.
        line: u64,
        /// That number.
        said: usize,
        /// The names on the board.
        found: usize,
    },
    /// Several boards are drawn side by side.
    #[error("line {line}: several boards are drawn side by side: give one, or boards as text, one per line")]
    SideBySide {
        /// The line, from 1.
        line: u64,
    },
}

impl BlockError {
    /// The line that is wrong, from 1.
    pub fn line(&self) -> u64 {
        match *self {
            BlockError::Ragged { line, .. }
            | BlockError::NotRow { line, .. }
            | BlockError::BrokenFrame { line }
            | BlockError::Rows { line, .. }
            | BlockError::Columns { line, .. }
            | BlockError::NoExit { line }
            | BlockError::Pieces { line, .. }
            | BlockError::SideBySide { line } => line,
        }
    }
}
