//! A puzzle, and its row: the line of text that the database has for it.
use super::rules::{PlacementError, Rules};
use super::size::{Place, Size};
use super::state::State;
use super::text::{TextError, square_of};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A puzzle of the database: the unsolved state of a cluster, its depth, and the number of states in the cluster.
///
/// Its text is a row of the database, `moves board cluster_size`; `moves` has at least two digits.
/// A puzzle does not know whether its depth counts moves or steps, since rows don't say it: the caller knows the
/// [`Metric`](super::Metric). Reading accepts `.` for an empty cell and any distinct letters for the pieces; writing uses the
/// letters of the database.
///
/// Puzzles are ordered as they are published: most moves first, then the largest cluster, then the board in descending byte order
/// *with `.` for the empty cells*. Sorting in ascending order therefore puts the hardest puzzle first.
///
/// ```
/// use gridlock::Puzzle;
///
/// let easy: Puzzle = "05 oBBBCCooFoDDooFAAHooFooHooGEEEooGooo 11".parse()?;
/// let hard: Puzzle = "60 IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332".parse()?;
/// assert_eq!((hard.moves, hard.cluster_size), (60, 2332));
/// assert_eq!(hard.to_string(), "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332");
/// assert!(hard < easy, "the hardest comes first");
/// # Ok::<(), gridlock::RowError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    /// Depth of the unsolved state: the length of its shortest solution, in moves (in steps if it was searched in that metric).
    pub moves: u32,
    /// The unsolved state: of greatest depth in its cluster, and of these the smallest.
    pub board: State,
    /// States in the cluster.
    pub cluster_size: u64,
}

impl Puzzle {
    /// The row of this puzzle, its board still to be written.
    fn row(&self) -> RowText<&State> {
        RowText { moves: self.moves, board: &self.board, cluster_size: self.cluster_size }
    }
}

impl Puzzle {
    /// Reads a row of a database of any rules, as [`Puzzle::from_str`] one of the classic game.
    ///
    /// # Errors
    /// A [`RowError`] that says which field is wrong.
    pub fn of_rules(line: &str, rules: Rules) -> Result<Puzzle, RowError> {
        RowText::of_size(line, Some(rules.size()))?.puzzle(rules)
    }
}

impl fmt::Display for Puzzle {
    /// The row without its line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.row().fmt(f)
    }
}

impl FromStr for Puzzle {
    type Err = RowError;

    /// Reads a row of the classic game on a square board, without its line end. Checks the text, not its claims: the board is not
    /// solved.
    ///
    /// # Errors
    /// A [`RowError`] that says which field is wrong.
    fn from_str(line: &str) -> Result<Puzzle, RowError> {
        let row = RowText::parse(line)?;
        row.puzzle(Rules::of_size(square_of(row.board)?))
    }
}

impl Ord for Puzzle {
    fn cmp(&self, other: &Puzzle) -> Ordering {
        self.row().compare_numbers(&other.row()).then_with(|| RowText::from(self).cmp(&other.into()))
    }
}

impl PartialOrd for Puzzle {
    fn partial_cmp(&self, other: &Puzzle) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The three fields of a row; the board is text or can be written as text. Rows are read, written and ordered here only.
///
/// [`Puzzle`] uses it with a state; code that moves millions of rows uses it with the text alone, since it does not need the
/// pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RowText<B> {
    /// Depth of the unsolved state, in moves.
    pub moves: u32,
    /// The unsolved state, row-major.
    pub board: B,
    /// States in the cluster.
    pub cluster_size: u64,
}

impl From<&Puzzle> for RowText<String> {
    fn from(puzzle: &Puzzle) -> RowText<String> {
        RowText { moves: puzzle.moves, board: puzzle.board.to_string(), cluster_size: puzzle.cluster_size }
    }
}

/// The largest number of moves that a row may have. The hardest boards known have 60.
const MOST_MOVES: u64 = 9999;

/// An upper bound for a cluster of 7×7: a board has at most 14 lines, and each has at most ten configurations (two cars on seven
/// cells). No program can count a larger cluster of 8×8.
const LARGEST_CLUSTER: u64 = 10u64.pow(14);

/// Why a line is not a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// Not three fields with one space between.
    #[error("a row has three fields, moves, board and cluster size, with one space between; number of fields here: {found}")]
    Fields {
        /// Fields in the line.
        found: usize,
    },
    /// A space behind the cluster size.
    #[error("the line ends with a space; take it out, for example with sed 's/ *$//'")]
    TrailingSpace,
    /// A line end as Windows writes it.
    #[error("the line ends in CR LF, but rows end in LF alone; take the CRs out, for example with tr -d '\\r'")]
    CarriageReturn,
    /// The moves are not a number of two to four digits.
    #[error("moves {0:?} is not a number of two to four digits, like 07 or 60")]
    Moves(String),
    /// The board has a length that no board size has.
    #[error("the board has {0} cells, but a board of a row has sides from 3 to 8")]
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
    /// The letters of the board do not form pieces.
    #[error(transparent)]
    Board(#[from] TextError),
    /// The pieces of the board are not those of the rules.
    #[error(transparent)]
    Rules(#[from] PlacementError),
    /// The cluster size is not a positive number, or is impossibly large.
    #[error("cluster size {0:?} is not a positive number up to 10^14 without leading zeros")]
    ClusterSize(String),
    /// A name where the cluster size should be: a board for people, not a row.
    #[error("the name {0:?} is where a row has its cluster size; solve, analyse, play and sheet read boards with names")]
    Name(String),
}

impl<'t> RowText<&'t str> {
    /// Takes a row of a board of any size up to 8×8 apart, without its line end. Whether the letters of the board form pieces is not checked.
    ///
    /// # Errors
    /// A [`RowError`] that says which field is wrong.
    pub fn parse(line: &'t str) -> Result<RowText<&'t str>, RowError> {
        RowText::of_size(line, None)
    }

    /// The same for a row of a board of some size, if it is known.
    ///
    /// # Errors
    /// As [`RowText::parse`].
    pub fn of_size(line: &'t str, size: Option<Size>) -> Result<RowText<&'t str>, RowError> {
        if line.ends_with('\r') {
            return Err(RowError::CarriageReturn);
        }
        let mut fields = line.split(' ');
        let (Some(moves), Some(board), Some(cluster), None) = (fields.next(), fields.next(), fields.next(), fields.next()) else {
            let found = line.split(' ').count();
            return Err(if found > 3 && line.ends_with(' ') { RowError::TrailingSpace } else { RowError::Fields { found } });
        };
        check_board(board, size)?;
        Ok(RowText {
            moves: number(moves, 2, MOST_MOVES).ok_or_else(|| RowError::Moves(moves.to_owned()))? as u32,
            board,
            cluster_size: number(cluster, 1, LARGEST_CLUSTER).filter(|&size| size > 0).ok_or_else(|| {
                match cluster.starts_with(char::is_alphabetic) {
                    true => RowError::Name(cluster.to_owned()),
                    false => RowError::ClusterSize(cluster.to_owned()),
                }
            })?,
        })
    }
}

impl RowText<&str> {
    /// The puzzle, whose board must have the pieces of some rules.
    fn puzzle(&self, rules: Rules) -> Result<Puzzle, RowError> {
        let board = State::of_size(self.board, rules.size())?;
        rules.check_pieces(&board)?;
        Ok(Puzzle { moves: self.moves, board, cluster_size: self.cluster_size })
    }
}

impl<B> RowText<B> {
    /// The published order as far as moves and cluster size decide it.
    fn compare_numbers<C>(&self, other: &RowText<C>) -> Ordering {
        (other.moves, other.cluster_size).cmp(&(self.moves, self.cluster_size))
    }
}

impl<B: fmt::Display> fmt::Display for RowText<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02} {} {}", self.moves, self.board, self.cluster_size)
    }
}

/// The published order, see [`Puzzle`].
impl<B: AsRef<str> + Eq> Ord for RowText<B> {
    fn cmp(&self, other: &RowText<B>) -> Ordering {
        let (own, others) = (self.board.as_ref().bytes().map(dotted), other.board.as_ref().bytes().map(dotted));
        self.compare_numbers(other).then_with(|| others.cmp(own))
    }
}

impl<B: AsRef<str> + Eq> PartialOrd for RowText<B> {
    fn partial_cmp(&self, other: &RowText<B>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The character of a cell, with `.` for an empty one.
fn dotted(cell: u8) -> u8 {
    if cell == b'o' { b'.' } else { cell }
}

/// A number up to `most`, written with at least `digits` digits, and with no zero in front beyond them.
fn number(text: &str, digits: usize, most: u64) -> Option<u64> {
    let canonical = text.len() == digits || text.len() > digits && !text.starts_with('0');
    let is_number = canonical && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&number| is_number && number <= most)
}

/// Checks the length and the characters of a board.
fn check_board(board: &str, size: Option<Size>) -> Result<(), RowError> {
    let cells = board.chars().count();
    let size = match size {
        Some(size) if size.cells() == cells => Some(size),
        Some(size) => return Err(TextError::Cells { size, length: cells }.into()),
        None if Size::is_of_rows(cells) => Size::of_cells(cells),
        None => return Err(RowError::BoardLength(cells)),
    };
    if let Some((cell, character)) = board.chars().enumerate().find(|(_, c)| !(c.is_ascii_alphabetic() || *c == '.')) {
        // without a size a board that is not square is one line
        let place = size.map_or(Place { row: 1, column: cell + 1 }, |size| Place::of_cell(size, cell));
        return Err(RowError::BoardCell { character, place });
    }
    if board.contains('A') { Ok(()) } else { Err(RowError::NoPrimary) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&str; 2] = [include_str!("../../data/top23.txt"), include_str!("../../data/rows45.txt")];

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a row")
    }

    #[test]
    fn published_rows_come_back_and_are_in_order() {
        for lines in ROWS {
            let puzzles: Vec<Puzzle> = lines.lines().map(puzzle).collect();
            for (puzzle, line) in puzzles.iter().zip(lines.lines()) {
                assert_eq!(puzzle.to_string(), line);
            }
        }
        let published: Vec<Puzzle> = ROWS[0].lines().map(puzzle).collect();
        let mut sorted = published.clone();
        sorted.reverse();
        sorted.sort();
        assert_eq!(sorted, published);
    }

    #[test]
    fn order_is_moves_then_cluster_then_board_with_dots() {
        let sorted = [
            "10 ooooAAoooooooooo 1",
            "09 ooooAAoooooooooo 7",
            "09 xoooAAoooooooooo 2",
            "09 BBooAAoooooooooo 2",
            "09 ooooAAoooooooooo 2",
        ];
        let mut puzzles = sorted.map(puzzle);
        puzzles.reverse();
        puzzles.sort();
        assert_eq!(puzzles.map(|p| p.to_string()), sorted);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |text: &str| text.parse::<Puzzle>().expect_err("not a row");
        let board = "ooooAAoooooooooo";
        assert_eq!(error(""), RowError::Fields { found: 1 });
        assert_eq!(error(&format!("07 {board} 1 ")), RowError::TrailingSpace);
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
        let place = Place { row: 1, column: 1 };
        assert_eq!(error("07 AoooAooooooooooo 1"), RowError::Board(TextError::PrimaryVertical { place }));
        let wrong = PlacementError::PrimaryRow(1, 2);
        assert_eq!(error("07 AAoooooooooooooo 1"), RowError::Rules(wrong));
        let rules: Rules = "4x3r1l2..3".parse().unwrap();
        assert_eq!(Puzzle::of_rules("01 AAoooooooooo 3", rules).unwrap().board.size(), rules.size());
        assert_eq!(
            Puzzle::of_rules("01 AAooooooooooo 3", rules).unwrap_err(),
            RowError::Board(TextError::Cells { size: rules.size(), length: 13 })
        );
    }

    #[test]
    fn a_wall_uses_up_a_letter() {
        assert_eq!(puzzle("03 ooBBxAACooxCoooC 12").to_string(), "03 ooCCxAAEooxEoooE 12");
    }
}
