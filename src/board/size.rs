//! The board's size, its cells as bits, and the range of walls.
use super::bitboard::Bitboard;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Board size N: N×N cells, N from 4 to 8. Its text is `6×6`; `6` and `6x6` are read too.
///
/// ```
/// use gridlock::Size;
///
/// let size: Size = "6x6".parse()?;
/// assert_eq!((size.n(), size.to_string().parse()), (6, Ok(size)));
/// assert!("6x7".parse::<Size>().is_err() && "9".parse::<Size>().is_err());
/// # Ok::<(), gridlock::SizeTextError>(())
/// ```
///
/// Cell `row * N + column` is bit `row * N + column` of a [`Bitboard`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size(u8);

/// A board size outside 4 to 8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board size {0} is not supported: gridlock knows 4, 5, 6, 7 and 8")]
pub struct SizeError(pub usize);

/// Why a text is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeTextError {
    /// It is not a number of cells.
    #[error("{0:?} is not a board size: write 6 or 6x6")]
    Syntax(String),
    /// There are no boards of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl Size {
    /// The smallest board, 4×4.
    pub const MIN: usize = 4;
    /// The largest board, 8×8.
    pub const MAX: usize = 8;
    /// The largest board whose puzzles are enumerated, 7×7.
    pub const MAX_ENUMERATED: usize = 7;

    /// The size of N×N boards.
    ///
    /// # Errors
    /// [`SizeError`] if `n` is not from 4 to 8.
    pub fn new(n: usize) -> Result<Size, SizeError> {
        match u8::try_from(n) {
            Ok(small) if (Size::MIN..=Size::MAX).contains(&n) => Ok(Size(small)),
            _ => Err(SizeError(n)),
        }
    }

    /// The size of boards with this number of cells: 16, 25, 36, 49 or 64; `None` for any other number.
    pub fn of_cells(cells: usize) -> Option<Size> {
        (Size::MIN..=Size::MAX).find(|n| n * n == cells).and_then(|n| Size::new(n).ok())
    }

    /// Cells along one side.
    pub const fn n(self) -> usize {
        self.0 as usize
    }

    /// Cells of the board, N².
    pub const fn cells(self) -> usize {
        self.n() * self.n()
    }

    /// The set of all cells.
    pub const fn all_cells(self) -> Bitboard {
        Bitboard(u64::MAX >> (u64::BITS as usize - self.cells()))
    }

    /// The row of the primary piece, counted from 0: 1, 2, 2, 3, 3 for N = 4, 5, 6, 7, 8.
    pub const fn primary_row(self) -> usize {
        (self.n() - 1) / 2
    }

    /// The set of one cell, at `row`, `column`, both below N and counted from 0.
    pub const fn bit(self, row: usize, column: usize) -> Bitboard {
        Bitboard(1 << (row * self.n() + column))
    }

    /// Whether the primary row stays in place when the board is turned upside down, as on 5×5 and 7×7, where it is the middle
    /// row.
    pub const fn has_mirror_images(self) -> bool {
        self.n() % 2 == 1
    }

    /// A set of cells upside down: row 0 becomes the last row, row 1 the second-last, and so on.
    ///
    /// ```
    /// # use gridlock::{Bitboard, Size};
    /// let cells = Bitboard(0b00001_00000_01100_00000_10000);
    /// assert_eq!(Size::new(5)?.mirrored(cells), Bitboard(0b10000_00000_01100_00000_00001));
    /// # Ok::<(), gridlock::SizeError>(())
    /// ```
    #[inline]
    pub fn mirrored(self, cells: Bitboard) -> Bitboard {
        let n = self.n();
        Bitboard((0..n).map(|row| (cells.0 >> (n * row) & self.row_mask(0).0) << (n * (n - 1 - row))).sum())
    }

    /// The cells that have a side in common with a cell of a set.
    pub(crate) fn beside(self, cells: Bitboard) -> Bitboard {
        let (left, right) = (cells - self.column_mask(0), cells - self.column_mask(self.n() - 1));
        Bitboard(right.0 << 1 | left.0 >> 1 | cells.0 << self.n() | cells.0 >> self.n()) & self.all_cells()
    }

    /// The set of the cells of a row, counted from 0.
    pub const fn row_mask(self, row: usize) -> Bitboard {
        Bitboard(((1 << self.n()) - 1) << (row * self.n()))
    }

    /// The set of the cells of a column, counted from 0.
    pub fn column_mask(self, column: usize) -> Bitboard {
        (0..self.n()).map(|row| self.bit(row, column)).collect()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}", self.0)
    }
}

impl FromStr for Size {
    type Err = SizeTextError;

    /// Reads `6`, `6x6`, and `6×6` as [`Display`](fmt::Display) writes it.
    fn from_str(text: &str) -> Result<Size, SizeTextError> {
        let side = |text: &str| text.parse::<usize>().ok();
        let n = match text.split_once(['x', '×']) {
            Some((columns, rows)) => side(columns).filter(|&n| side(rows) == Some(n)),
            None => side(text),
        };
        Ok(Size::new(n.ok_or_else(|| SizeTextError::Syntax(text.to_owned()))?)?)
    }
}

/// The number of walls that a board may have, an inclusive range. Its text is one number or `min..max`, both inclusive.
///
/// ```
/// use gridlock::WallRange;
///
/// let walls: WallRange = "0..2".parse()?;
/// assert_eq!((walls.min(), walls.max()), (0, 2));
/// assert_eq!(WallRange::try_from(0..=2), Ok(walls));
/// assert!("2..0".parse::<WallRange>().is_err());
/// # Ok::<(), gridlock::WallRangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WallRange {
    min: u8,
    max: u8,
}

/// Why a range of walls can't be read, or is empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WallRangeError {
    /// Neither `K` nor `A..B`.
    #[error("walls '{0}' is neither a number like 1 nor an inclusive range like 0..2")]
    Syntax(String),
    /// `A..B` with A above B.
    #[error("walls {0}..{1} is empty: write the smaller number first")]
    Empty(u8, u8),
    /// More walls than any board of any size can hold.
    #[error("{0} walls do not fit: no board holds more than {max}", max = WallRange::MOST)]
    TooMany(u8),
}

impl WallRange {
    /// An upper bound for the walls of any board: in each row one cell stays free (rule 1), and the primary covers two cells.
    pub const MOST: u8 = (Size::MAX * (Size::MAX - 1) - 2) as u8;

    /// The inclusive range `min..=max`.
    ///
    /// # Errors
    /// [`WallRangeError::Empty`] if `min > max`, [`WallRangeError::TooMany`] if `max` is above [`WallRange::MOST`].
    pub fn new(min: u8, max: u8) -> Result<WallRange, WallRangeError> {
        if min > max {
            return Err(WallRangeError::Empty(min, max));
        }
        if max > WallRange::MOST {
            return Err(WallRangeError::TooMany(max));
        }
        Ok(WallRange { min, max })
    }

    /// The fewest walls asked for.
    pub const fn min(self) -> usize {
        self.min as usize
    }

    /// The most walls asked for.
    pub const fn max(self) -> usize {
        self.max as usize
    }
}

impl TryFrom<RangeInclusive<u8>> for WallRange {
    type Error = WallRangeError;

    /// As [`WallRange::new`].
    fn try_from(walls: RangeInclusive<u8>) -> Result<WallRange, WallRangeError> {
        WallRange::new(*walls.start(), *walls.end())
    }
}

impl fmt::Display for WallRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max { write!(f, "{}", self.min) } else { write!(f, "{}..{}", self.min, self.max) }
    }
}

impl FromStr for WallRange {
    type Err = WallRangeError;

    fn from_str(text: &str) -> Result<WallRange, WallRangeError> {
        let number = |t: &str| t.trim().parse::<u8>().map_err(|_| WallRangeError::Syntax(text.to_owned()));
        match text.split_once("..").or_else(|| text.split_once('-')) {
            Some((min, max)) => WallRange::new(number(min)?, number(max.strip_prefix('=').unwrap_or(max))?),
            None => number(text).and_then(|k| WallRange::new(k, k)),
        }
    }
}
