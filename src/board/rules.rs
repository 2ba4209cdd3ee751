//! The rules of a database: which placements it enumerates (`docs/RULES.md`, "Which placements are enumerated").
use super::cell_set::CellSet;
use super::size::{Place, Size, SizeError};
use super::state::{Orientation, State};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The rules of a database: the size of its boards, the row and the length of the primary, and the lengths of the other pieces.
/// The exit is at the right end of the primary's row. A state does not know the rules; they judge it, see [`Rules::check`].
///
/// The text is the size, and what differs from the classic game: `r` and the primary's row, from 1; `p` and its length; `l` and
/// the shortest and the longest of the other pieces. A square size is one number. There is one text for each value, everywhere.
///
/// ```
/// use gridlock::{Rules, Size, State};
///
/// let classic: Rules = "6".parse()?;
/// assert_eq!((classic, classic.primary_row()), (Rules::of_size(Size::square(6)?), 2));
/// let other: Rules = "7x6r1p3l2..4".parse()?; // 7 columns, 6 rows, a primary of length 3 in the top row, cars, trucks and buses
/// assert_eq!((other.primary_row(), other.primary_length(), other.lengths()), (0, 3, 2..=4));
/// assert_eq!(other.to_string(), "7x6r1p3l2..4");
///
/// let board: State = "oBBoAAoCoooCoooo".parse()?;
/// assert!(Rules::classic(4)?.check(&board).is_ok() && other.check(&board).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rules {
    size: Size,
    primary_row: u8,
    primary_length: u8,
    shortest: u8,
    longest: u8,
}

/// Rules that contradict themselves. Rows count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The board has no such row.
    #[error("primary row {row}, but the board has rows 1 to {height}")]
    PrimaryRow {
        /// The row asked for.
        row: usize,
        /// Rows of the board.
        height: usize,
    },
    /// A primary that is too short, or has no cell to move to.
    #[error("primary length {length} on {width} columns: it is from 2 to {most}, since a row keeps a free cell", most = width - 1)]
    PrimaryLength {
        /// The length asked for.
        length: usize,
        /// Columns of the board.
        width: usize,
    },
    /// Lengths of which none is possible.
    #[error("lengths {shortest}..{longest}: they are from 2 to {side}, the longer side of the board, the smaller one first")]
    Lengths {
        /// The shortest piece asked for.
        shortest: usize,
        /// The longest piece asked for.
        longest: usize,
        /// The longer side of the board.
        side: usize,
    },
    /// There are no boards of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A text that is not rules.
    #[error(
        "{0:?} is not the rules of a database: write the board size, and what differs from the classic game, like 6x5r2p3l2..4"
    )]
    Syntax(String),
}

impl Rules {
    /// The lengths of the other pieces in the classic game: cars and trucks.
    pub const CLASSIC_LENGTHS: RangeInclusive<usize> = 2..=3;

    /// The classic game on N×N: the primary of length 2 in row `(N - 1) / 2`, cars and trucks.
    ///
    /// # Errors
    /// [`SizeError`] if there are no boards of this size.
    pub fn classic(n: usize) -> Result<Rules, SizeError> {
        Size::square(n).map(Rules::of_size)
    }

    /// The classic game on a board of any size: the primary of length 2 in row `(H - 1) / 2`, cars and trucks.
    pub const fn of_size(size: Size) -> Rules {
        Rules { size, primary_row: size.primary_row() as u8, primary_length: 2, shortest: 2, longest: 3 }
    }

    /// The rules by which a board is usually judged: its own size and primary; cars and trucks, and longer pieces up to its
    /// longest. Whether it obeys the other rules [`Rules::check`] says.
    pub fn of_state(state: &State) -> Rules {
        let primary = state.primary();
        let longest = state.pieces().skip(1).map(|piece| piece.length as u8).max().unwrap_or(0);
        Rules {
            primary_row: primary.row as u8,
            primary_length: primary.length as u8,
            longest: longest.max(3),
            ..Rules::of_size(state.size())
        }
    }

    /// The same rules with the primary in another row, counted from 0.
    ///
    /// # Errors
    /// [`RulesError::PrimaryRow`] if the board has no such row.
    pub fn with_primary_row(self, row: usize) -> Result<Rules, RulesError> {
        let height = self.size.height();
        // row 0 of callers who count from 1 comes as `usize::MAX`
        let error = RulesError::PrimaryRow { row: row.wrapping_add(1), height };
        if row < height { Ok(Rules { primary_row: row as u8, ..self }) } else { Err(error) }
    }

    /// The same rules with a primary of another length.
    ///
    /// # Errors
    /// [`RulesError::PrimaryLength`] if it is below 2 or fills its row.
    pub fn with_primary_length(self, length: usize) -> Result<Rules, RulesError> {
        let width = self.size.width();
        let error = RulesError::PrimaryLength { length, width };
        if (2..width).contains(&length) { Ok(Rules { primary_length: length as u8, ..self }) } else { Err(error) }
    }

    /// The same rules with other lengths of the other pieces.
    ///
    /// # Errors
    /// [`RulesError::Lengths`] if the range is empty, begins below 2 or ends above the longer side of the board.
    pub fn with_lengths(self, lengths: RangeInclusive<usize>) -> Result<Rules, RulesError> {
        let (shortest, longest) = lengths.into_inner();
        let side = self.size.longer_side();
        if shortest < 2 || longest < shortest || longest > side {
            return Err(RulesError::Lengths { shortest, longest, side });
        }
        Ok(Rules { shortest: shortest as u8, longest: longest as u8, ..self })
    }

    /// The size of the boards.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The row of the primary, from 0.
    pub const fn primary_row(self) -> usize {
        self.primary_row as usize
    }

    /// The length of the primary.
    pub const fn primary_length(self) -> usize {
        self.primary_length as usize
    }

    /// The lengths that the other pieces may have.
    pub const fn lengths(self) -> RangeInclusive<usize> {
        self.shortest as usize..=self.longest as usize
    }

    /// The rules for people: the size, and what differs from the classic game on it. `6×5, primary in row 2, lengths 2..4`.
    pub fn in_words(self) -> String {
        let (size, classic) = (self.size, Rules::of_size(self.size));
        let mut words = size.to_string();
        if self.primary_row != classic.primary_row {
            words += &format!(", primary in row {}", self.primary_row + 1);
        }
        if self.primary_length != classic.primary_length {
            words += &format!(", primary of length {}", self.primary_length);
        }
        if self.lengths() != classic.lengths() {
            words += &format!(", lengths {}..{}", self.shortest, self.longest);
        }
        words
    }

    /// Whether they are the rules of the published database: the classic game on a square board.
    pub fn is_classic(self) -> bool {
        self.size.is_square() && self == Rules::of_size(self.size)
    }

    /// Whether the primary row is the middle row, so that a board turned upside down obeys the same rules.
    pub const fn has_mirror_images(self) -> bool {
        2 * self.primary_row() + 1 == self.size.height()
    }

    /// Checks that a state has the board, the primary and the lengths of pieces of these rules.
    ///
    /// # Errors
    /// A [`PlacementError`] of its first four kinds.
    pub fn check_pieces(self, state: &State) -> Result<(), PlacementError> {
        let (size, row) = (state.size(), state.primary().row);
        if size != self.size {
            return Err(PlacementError::Size(size, self.size));
        }
        if row != self.primary_row() {
            return Err(PlacementError::PrimaryRow(row + 1, self.primary_row() + 1));
        }
        let length = state.primary().length;
        if length != self.primary_length() {
            return Err(PlacementError::PrimaryLength(length, self.primary_length()));
        }
        let (shortest, longest) = self.lengths().into_inner();
        match state.pieces().skip(1).find(|piece| !(shortest..=longest).contains(&piece.length)) {
            Some(piece) => Err(PlacementError::Length { place: piece.place(), length: piece.length, shortest, longest }),
            None => Ok(()),
        }
    }

    /// Checks that a database with these rules enumerates a state, whatever its number of walls.
    ///
    /// # Errors
    /// The [`PlacementError`] of the first rule that the state breaks.
    pub fn check(self, state: &State) -> Result<(), PlacementError> {
        self.check_pieces(state)?;
        let (size, primary) = (self.size, state.primary());
        let row = primary.row;
        let (mut in_rows, mut in_columns, walls) = ([0; Size::MAX], [0; Size::MAX], state.walls());
        walls.into_iter().for_each(|cell| in_rows[cell / size.width()] += 1);
        for piece in state.pieces() {
            let lines = if piece.orientation == Orientation::Horizontal { &mut in_rows } else { &mut in_columns };
            lines[piece.line()] += piece.length;
        }
        if let Some(row) = (0..size.height()).find(|&row| in_rows[row] == size.width()) {
            return Err(PlacementError::FullRow { row: row + 1 });
        }
        if let Some(column) = (0..size.width()).find(|&column| in_columns[column] == size.height()) {
            return Err(PlacementError::FullColumn { column: column + 1 });
        }
        if state.pieces().skip(1).any(|p| p.orientation == Orientation::Horizontal && p.row == row) {
            return Err(PlacementError::SecondHorizontal { row: row + 1 });
        }
        let ahead: CellSet = (primary.column + primary.length..size.width()).map(|column| size.bit(row, column)).collect();
        match (walls & ahead).first() {
            Some(cell) => Err(PlacementError::WallBeforeExit { row: row + 1, column: cell % size.width() + 1 }),
            None => Ok(()),
        }
    }
}

impl From<Size> for Rules {
    /// The classic game on a board of this size: [`Rules::of_size`].
    fn from(size: Size) -> Rules {
        Rules::of_size(size)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, classic) = (self.size, Rules::of_size(self.size));
        write!(f, "{}", size.width())?;
        if !size.is_square() {
            write!(f, "x{}", size.height())?;
        }
        if self.primary_row != classic.primary_row {
            write!(f, "r{}", self.primary_row + 1)?;
        }
        if self.primary_length != classic.primary_length {
            write!(f, "p{}", self.primary_length)?;
        }
        if self.lengths() != classic.lengths() {
            write!(f, "l{}..{}", self.shortest, self.longest)?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads what [`Display`](fmt::Display) writes, and what it leaves out too: `6x6r3p2l2..3` is `6`.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let wrong = || RulesError::Syntax(text.to_owned());
        // the number at the beginning, if `mark` stands before it
        let mut rest = text;
        let mut after = |mark: &str| -> Option<Option<usize>> {
            let Some(from) = rest.strip_prefix(mark) else { return Some(None) };
            let end = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
            rest = &from[end..];
            from[..end].parse().ok().map(Some)
        };
        let read = (|| Some([after("")?, after("x")?, after("r")?, after("p")?, after("l")?, after("..")?]))();
        let [width, height, row, length, shortest, longest] = read.filter(|_| rest.is_empty()).ok_or_else(wrong)?;
        let width = width.ok_or_else(wrong)?;
        let mut rules = Rules::of_size(Size::new(width, height.unwrap_or(width))?);
        if let Some(row) = row {
            rules = rules.with_primary_row(row.wrapping_sub(1))?;
        }
        if let Some(length) = length {
            rules = rules.with_primary_length(length)?;
        }
        match (shortest, longest) {
            (Some(shortest), Some(longest)) => rules.with_lengths(shortest..=longest),
            (None, None) => Ok(rules),
            _ => Err(wrong()),
        }
    }
}

/// Why a database does not enumerate a state. Rows and columns count from 1.
///
/// Either all states of a cluster break a rule or none does, since moves change neither the pieces of a line nor their order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The size of the board, and that of the rules.
    #[error("the board is {0}, not {1}")]
    Size(Size, Size),
    /// The row of the primary, and that of the rules.
    #[error("the primary lies in row {0}, not in row {1}")]
    PrimaryRow(usize, usize),
    /// The length of the primary, and that of the rules.
    #[error("the primary has length {0}, not {1}")]
    PrimaryLength(usize, usize),
    /// A piece is too short or too long.
    #[error("{place}: a piece has length {length}, but lengths are {shortest} to {longest}")]
    Length {
        /// The piece's left or upper cell.
        place: Place,
        /// Its length.
        length: usize,
        /// The shortest length of the rules.
        shortest: usize,
        /// The longest length of the rules.
        longest: usize,
    },
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        text.parse().expect("rules")
    }

    #[test]
    fn each_rule_is_checked() {
        let check = |text: &str| {
            let state: State = text.parse().unwrap();
            Rules::of_size(state.size()).check(&state)
        };
        assert_eq!(check("oBBoAAoCoooCoooo"), Ok(()));
        assert_eq!(check("xBBBAAoCoooCoooo"), Err(PlacementError::FullRow { row: 1 }));
        assert_eq!(check("BoooBAAoCoooCooo"), Err(PlacementError::FullColumn { column: 1 }));
        assert_eq!(check("xoooAAooBoooBooo"), Ok(()));
        let row3 = |row: &str| check(&format!("ooooo{}{row}{}", "o".repeat(5), "o".repeat(10)));
        assert_eq!(row3("BBoAA"), Err(PlacementError::SecondHorizontal { row: 3 }));
        assert_eq!(row3("AAoox"), Err(PlacementError::WallBeforeExit { row: 3, column: 5 }));
        assert_eq!(row3("xAAoo"), Ok(()));
        assert_eq!(check("AAoooooooooooooo"), Err(PlacementError::PrimaryRow(1, 2)));
        assert_eq!(check("ooooAAAooooooooo"), Err(PlacementError::PrimaryLength(3, 2)));
        let state: State = "oBBoAAoCoooCoooo".parse().unwrap();
        let other = rules("4x5");
        assert_eq!(other.check(&state), Err(PlacementError::Size(state.size(), other.size())));
        let place = Place { row: 2, column: 4 };
        assert_eq!(rules("4l3..4").check(&"ooooAAoCoooCoooo".parse().unwrap()), {
            Err(PlacementError::Length { place, length: 2, shortest: 3, longest: 4 })
        });
    }

    #[test]
    fn rules_come_back_from_their_text() {
        let mut read = 0;
        for (width, height) in (3..=16).flat_map(|width| (3..=16).map(move |height| (width, height))) {
            let size = Size::new(width, height).unwrap();
            for (row, length) in (0..height).flat_map(|row| (2..width).map(move |length| (row, length))) {
                for lengths in [2..=3, 2..=2, 3..=3, 2..=width.max(height)] {
                    let rules = Rules::of_size(size).with_primary_row(row).unwrap().with_primary_length(length).unwrap();
                    let rules = rules.with_lengths(lengths).unwrap();
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                    read += 1;
                }
            }
        }
        assert_eq!(read, 4 * (3..=16).map(|width| width - 2).sum::<usize>() * (3..=16).sum::<usize>());
        assert_eq!((rules("6x6r3p2l2..3"), rules("6").to_string()), (rules("6"), "6".to_owned()));
        assert!(rules("6").is_classic() && !rules("6x5").is_classic() && !rules("6r1").is_classic());
        assert!(rules("5").has_mirror_images() && !rules("5r2").has_mirror_images() && rules("4x3").has_mirror_images());
    }

    #[test]
    fn contradictions_name_both_numbers() {
        let error = |text: &str| text.parse::<Rules>().unwrap_err();
        assert_eq!(error("6p6"), RulesError::PrimaryLength { length: 6, width: 6 });
        assert_eq!(error("6x5r6"), RulesError::PrimaryRow { row: 6, height: 5 });
        assert_eq!(error("6r0"), RulesError::PrimaryRow { row: 0, height: 6 });
        assert_eq!(error("6l4..3"), RulesError::Lengths { shortest: 4, longest: 3, side: 6 });
        assert_eq!(error("6x5l1..2"), RulesError::Lengths { shortest: 1, longest: 2, side: 6 });
        assert_eq!(error("17"), RulesError::Size(SizeError { width: 17, height: 17 }));
        for text in ["", "x6", "6x", "6l3", "6p3r2", "6r", "6l2...3", "6-1", "six", "6 ", "99999999999999999999"] {
            assert_eq!(error(text), RulesError::Syntax(text.to_owned()));
        }
    }
}
