//! Where something stands on the board, as messages give it.
use super::size::Size;
use std::fmt;

/// A cell in an error message: row and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Row, the top one is 1.
    pub row: usize,
    /// Column, the left one is 1.
    pub column: usize,
}

impl Place {
    /// The place of the cell with this index.
    pub fn of_cell(size: Size, cell: usize) -> Place {
        Place { row: cell / size.width() + 1, column: cell % size.width() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}
