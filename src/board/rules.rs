//! Rules 1 to 3 of the enumeration (`docs/RULES.md`, "Which placements are enumerated"), checked on one state.
use super::state::{Orientation, State};

/// Why the database does not enumerate a state. Rows and columns count from 1.
///
/// Either all states of a cluster break a rule or none does, since moves change neither the pieces of a line nor their order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// Rule 1: horizontals and walls fill a row.
    #[error("row {row} is completely filled by horizontal pieces and walls")]
    FullRow {
        /// The row.
        row: usize,
    },
    /// Rule 2: verticals fill a column.
    #[error("column {column} is completely filled by vertical pieces")]
    FullColumn {
        /// The column.
        column: usize,
    },
    /// Rule 3: the primary row holds a second horizontal.
    #[error("row {row}, the primary's, holds another horizontal piece")]
    SecondHorizontal {
        /// The primary row.
        row: usize,
    },
    /// Rule 3: a wall between the primary and the exit.
    #[error("row {row}, column {column}: a wall stands to the right of the primary")]
    WallBeforeExit {
        /// The primary row.
        row: usize,
        /// The wall's column.
        column: usize,
    },
}

/// Checks that the database enumerates a state.
///
/// # Errors
/// The [`PlacementError`] of the first rule that the state breaks.
pub fn check_placement(state: &State) -> Result<(), PlacementError> {
    let size = state.size();
    let n = size.n();
    if let Some(row) = (0..n).find(|&row| (size.row_mask(row) - state.horizontal()).is_empty()) {
        return Err(PlacementError::FullRow { row: row + 1 });
    }
    if let Some(column) = (0..n).find(|&column| (size.column_mask(column) - state.vertical()).is_empty()) {
        return Err(PlacementError::FullColumn { column: column + 1 });
    }
    let row = size.primary_row();
    if state.pieces().skip(1).any(|p| p.orientation == Orientation::Horizontal && p.row == row) {
        return Err(PlacementError::SecondHorizontal { row: row + 1 });
    }
    let first_after = state.primary().column + 2;
    if let Some(column) = (first_after..n).find(|&column| state.walls().intersects(size.bit(row, column))) {
        return Err(PlacementError::WallBeforeExit { row: row + 1, column: column + 1 });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_checked() {
        let check = |text: &str| check_placement(&text.parse().unwrap());
        assert_eq!(check("oBBoAAoCoooCoooo"), Ok(()));
        assert_eq!(check("xBBBAAoCoooCoooo"), Err(PlacementError::FullRow { row: 1 }));
        assert_eq!(check("BoooBAAoCoooCooo"), Err(PlacementError::FullColumn { column: 1 }));
        assert_eq!(check("xoooAAooBoooBooo"), Ok(()));
        let row3 = |row: &str| check(&format!("ooooo{}{row}{}", "o".repeat(5), "o".repeat(10)));
        assert_eq!(row3("BBoAA"), Err(PlacementError::SecondHorizontal { row: 3 }));
        assert_eq!(row3("AAoox"), Err(PlacementError::WallBeforeExit { row: 3, column: 5 }));
        assert_eq!(row3("xAAoo"), Ok(()));
    }
}
