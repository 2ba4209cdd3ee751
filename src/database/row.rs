//! The row, a line of the database: how it is written, read and ordered.
use std::cmp::Ordering;
use std::fmt;
use std::io;
use std::str::FromStr;

use crate::board::{Place, Puzzle, Size};

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

/// No row has more moves: the hardest boards known have 60, and nobody expects a 7×7 board with ten times as many.
const MOST_MOVES: u64 = 9999;

/// No row has a larger cluster: a board has at most 14 lines, and each at most ten configurations, those of two cars among seven cells.
const LARGEST_CLUSTER: u64 = 10u64.pow(14);

/// A line that is no row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// Not three fields with one space between.
    #[error("found {found} fields, but a row has three: moves, board, cluster size, with one space between")]
    Fields {
        /// Fields in the line.
        found: usize,
    },
    /// A line end as Windows writes it.
    #[error("the line ends in CR LF, but rows end in LF alone; take the CRs out, for example with tr -d '\\r'")]
    CarriageReturn,
    /// Moves that are no number of two to four digits.
    #[error("moves {0:?} is not a number of two to four digits, like 07 or 60")]
    Moves(String),
    /// A board whose length is that of no board.
    #[error("the board has {0} cells, but boards have 16, 25, 36 or 49")]
    BoardLength(usize),
    /// A character that is neither an empty cell, nor a wall, nor a letter.
    #[error("the board has {character:?} in {place}, but cells are letters, or '.' or 'o' where empty")]
    BoardCell {
        /// The character found there.
        character: char,
        /// Where.
        place: Place,
    },
    /// A board without the primary.
    #[error("the board has no primary, which is written 'A'")]
    NoPrimary,
    /// A cluster size that is no positive number, or larger than any.
    #[error("cluster size {0:?} is not a positive number up to 10^14 without leading zeros")]
    ClusterSize(String),
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

impl fmt::Display for RowLine {
    /// The row without its line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02} {} {}", self.moves, self.board, self.cluster_size)
    }
}

impl FromStr for RowLine {
    type Err = RowError;

    /// Reads a row without its line end; `.` counts as `o`.
    fn from_str(line: &str) -> Result<RowLine, RowError> {
        if line.ends_with('\r') {
            return Err(RowError::CarriageReturn);
        }
        let mut fields = line.split(' ');
        let (Some(moves), Some(board), Some(cluster), None) = (fields.next(), fields.next(), fields.next(), fields.next()) else {
            return Err(RowError::Fields { found: line.split(' ').count() });
        };
        check_board(board)?;
        Ok(RowLine {
            moves: number(moves, 2, MOST_MOVES).ok_or_else(|| RowError::Moves(moves.to_owned()))? as u32,
            board: board.replace('.', "o"),
            cluster_size: number(cluster, 1, LARGEST_CLUSTER)
                .filter(|&size| size > 0)
                .ok_or_else(|| RowError::ClusterSize(cluster.to_owned()))?,
        })
    }
}

impl Ord for RowLine {
    fn cmp(&self, other: &RowLine) -> Ordering {
        let published = |row: &RowLine| (row.moves, row.cluster_size);
        let with_dots = |c: u8| if c == b'o' { b'.' } else { c };
        published(other)
            .cmp(&published(self))
            .then_with(|| other.board.bytes().map(with_dots).cmp(self.board.bytes().map(with_dots)))
    }
}

impl PartialOrd for RowLine {
    fn partial_cmp(&self, other: &RowLine) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number up to `most`, written with at least `digits` digits, and with no zero in front beyond them.
fn number(text: &str, digits: usize, most: u64) -> Option<u64> {
    let canonical = text.len() == digits || text.len() > digits && !text.starts_with('0');
    let is_number = canonical && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number <= most)
}

/// Checks the board's length and characters; whether its letters form pieces is not looked at here.
fn check_board(board: &str) -> Result<(), RowError> {
    let cells = board.chars().count();
    let n = (Size::MIN..=Size::MAX).find(|n| n * n == cells);
    let size = n.and_then(|n| Size::new(n).ok()).ok_or(RowError::BoardLength(cells))?;
    if let Some((cell, character)) = board.chars().enumerate().find(|(_, c)| !(c.is_ascii_alphabetic() || *c == '.')) {
        return Err(RowError::BoardCell { character, place: Place::of_cell(size, cell) });
    }
    if board.contains('A') { Ok(()) } else { Err(RowError::NoPrimary) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::State;

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
