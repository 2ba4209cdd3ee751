//! The row, a line of the database: how it is written, read and ordered.
use std::cmp::Ordering;
use std::fmt;
use std::io;
use std::str::FromStr;

use crate::board::{Puzzle, RowText};

pub use crate::board::RowError;

/// A row of the database as text: `moves board cluster_size`.
///
/// Rows are ordered as they are published: most moves first, then the largest cluster, then the board in descending byte
/// order *with `.` for the empty cells*.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RowLine {
    /// Depth of the unsolved state, in moves.
    pub moves: u32,
    /// The unsolved state, row-major: `o` empty, `x` wall, `A` the primary, other letters the other pieces.
    pub board: String,
    /// States in the cluster.
    pub cluster_size: u64,
}

impl RowLine {
    /// The row of a puzzle.
    pub fn from_puzzle(puzzle: &Puzzle) -> RowLine {
        RowLine { moves: puzzle.moves, board: puzzle.unsolved.to_string(), cluster_size: puzzle.cluster_size }
    }

    /// Writes the row and its line end.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_to<W: io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writeln!(writer, "{self}")
    }
}

impl RowLine {
    fn text(&self) -> RowText<&str> {
        RowText { moves: self.moves, board: &self.board, cluster_size: self.cluster_size }
    }
}

impl fmt::Display for RowLine {
    /// The row without its line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl FromStr for RowLine {
    type Err = RowError;

    /// Reads a row without its line end; `.` counts as `o`.
    fn from_str(line: &str) -> Result<RowLine, RowError> {
        let RowText { moves, board, cluster_size } = RowText::parse(line)?;
        Ok(RowLine { moves, board: board.replace('.', "o"), cluster_size })
    }
}

impl Ord for RowLine {
    fn cmp(&self, other: &RowLine) -> Ordering {
        self.text().cmp(&other.text())
    }
}

impl PartialOrd for RowLine {
    fn partial_cmp(&self, other: &RowLine) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Place, State};

    fn row(text: &str) -> RowLine {
        text.parse().expect("a row")
    }

    #[test]
    fn rows_of_the_published_database_come_back() {
        for line in ["60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332", "05 oBBBCCooFoDDooFAAHooFooHooGEEEooGooo 11"] {
            assert_eq!(row(line).to_string(), line);
        }
        assert_eq!(row("101 AAoooooooooooooo 1").to_string(), "101 AAoooooooooooooo 1");
        assert_eq!(row("07 AA..ooooooooooo. 1").to_string(), "07 AAoooooooooooooo 1", "dots become o");
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| text.parse::<RowLine>().expect_err("no row");
        let board = "AAoooooooooooooo";
        assert_eq!(error(""), RowError::Fields { found: 1 });
        assert_eq!(error(&format!("07 {board} 1 ")), RowError::Fields { found: 4 });
        for moves in ["7", "007", "x7", "+7", "", "10000", "4294967295", "99999999999"] {
            assert_eq!(error(&format!("{moves} {board} 1")), RowError::Moves(moves.to_owned()));
        }
        for cluster in ["0", "01", "-1", "100000000000001", "18446744073709551615", "99999999999999999999999"] {
            assert_eq!(error(&format!("07 {board} {cluster}")), RowError::ClusterSize(cluster.to_owned()));
        }
        assert_eq!(error(&format!("07 {board} 1\r")), RowError::CarriageReturn);
        assert_eq!(error("07 AAooo 1"), RowError::BoardLength(5));
        assert_eq!(error("07 AAooo!oooooooooo 1"), RowError::BoardCell { character: '!', place: Place { row: 2, column: 2 } });
        assert_eq!(error("07 BBoooooooooooooo 1"), RowError::NoPrimary);
    }

    #[test]
    fn order_is_moves_then_cluster_then_board_with_dots() {
        let sorted = [
            "10 AAoooooooooooooo 1",
            "09 AAoooooooooooooo 7",
            "09 AAxooooooooooooo 2",
            "09 AABooooooooooooo 2",
            "09 AAoooooooooooooo 2",
        ];
        let mut rows = sorted.map(row);
        rows.reverse();
        rows.sort();
        assert_eq!(rows.map(|r| r.to_string()), sorted);
    }

    #[test]
    fn a_wall_uses_up_a_letter() {
        let unsolved: State = "ooBBxAACooxCoooC".parse().expect("a board");
        let puzzle = Puzzle { moves: 3, unsolved, cluster_size: 12 };
        assert_eq!(RowLine::from_puzzle(&puzzle).to_string(), "03 ooCCxAAEooxEoooE 12");
    }
}
