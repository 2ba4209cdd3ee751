//! The board's size, its cells as bits, and the range of walls.
use super::bitboard::Bitboard;
use super::cell_set::CellSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Columns and rows of a board, each from 3 to 16. Its text is `7×6`, columns first; `7x6`, and `6` for 6×6, are read too.
///
/// ```
/// use gridlock::Size;
///
/// let size: Size = "7x6".parse()?;
/// assert_eq!((size.width(), size.height(), size.to_string().parse()), (7, 6, Ok(size)));
/// assert_eq!("6".parse::<Size>()?, Size::square(6)?);
/// assert!("6x17".parse::<Size>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cell `row * W + column` has that number in a [`CellSet`] or [`Bitboard`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A board with a side outside 3 to 16.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a board of {width}×{height} is not supported: columns and rows are from {least} to {most}",
    least = Size::MIN,
    most = Size::MAX
)]
pub struct SizeError {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Why a text is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeTextError {
    /// It is neither a side nor columns and rows.
    #[error("{0:?} is not a board size: write 6 or 7x6, columns first")]
    Syntax(String),
    /// There are no boards of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl Size {
    /// The fewest columns or rows, 3.
    pub const MIN: usize = 3;
    /// The most columns or rows, 16.
    pub const MAX: usize = 16;
    /// The longest side for the fast searches of whole clusters, 8.
    pub const MAX_FAST: usize = 8;
    /// The largest board whose puzzles are enumerated, 7×7.
    pub const MAX_ENUMERATED: usize = 7;

    /// Some columns and rows.
    ///
    /// # Errors
    /// [`SizeError`] if one of them is not from 3 to 16.
    pub const fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if width < Size::MIN || width > Size::MAX || height < Size::MIN || height > Size::MAX {
            return Err(SizeError { width, height });
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// The size of N×N boards.
    ///
    /// # Errors
    /// [`SizeError`] if `n` is not from 3 to 16.
    pub const fn square(n: usize) -> Result<Size, SizeError> {
        Size::new(n, n)
    }

    /// The size of square boards with this number of cells: 9, 16, 25 and so on to 256; `None` for any other number.
    pub fn of_cells(cells: usize) -> Option<Size> {
        Size::square(cells.isqrt()).ok().filter(|size| size.cells() == cells)
    }

    /// Whether some board with sides of up to 8 has this number of cells.
    pub fn is_of_rows(cells: usize) -> bool {
        let sides = Size::MIN..=Size::MAX_FAST;
        sides.clone().any(|width| cells.is_multiple_of(width) && sides.contains(&(cells / width)))
    }

    /// Columns: the cells of a row.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Rows: the cells of a column.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The larger of columns and rows.
    pub const fn longer_side(self) -> usize {
        if self.width > self.height { self.width() } else { self.height() }
    }

    /// Whether it has as many columns as rows.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The side of a square board.
    pub const fn n(self) -> usize {
        debug_assert!(self.is_square());
        self.width()
    }

    /// Cells of the board, W×H.
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Whether a [`Bitboard`] can hold its cells: there are at most 64.
    pub const fn fits_bitboard(self) -> bool {
        self.cells() <= 64
    }

    /// The set of all cells.
    pub fn all_cells(self) -> CellSet {
        (0..self.cells()).collect()
    }

    /// The row of the primary piece in the classic game, `(H - 1) / 2`, counted from 0: 1, 2, 2, 3, 3 for H = 4, 5, 6, 7, 8.
    pub const fn primary_row(self) -> usize {
        (self.height() - 1) / 2
    }

    /// The set of one cell, at `row`, `column`, both on the board and counted from 0.
    pub const fn bit(self, row: usize, column: usize) -> CellSet {
        CellSet::of(row * self.width() + column)
    }

    /// Whether the primary row of the classic game stays in place when the board is turned upside down, as on 5×5 and 7×7, where
    /// it is the middle row.
    pub const fn has_mirror_images(self) -> bool {
        self.height() % 2 == 1
    }

    /// A set of cells upside down: row 0 becomes the last row, row 1 the second-last, and so on.
    ///
    /// ```
    /// # use gridlock::{Bitboard, Size};
    /// let cells = Bitboard(0b00001_00000_01100_00000_10000);
    /// assert_eq!(Size::square(5)?.mirrored(cells), Bitboard(0b10000_00000_01100_00000_00001));
    /// # Ok::<(), gridlock::SizeError>(())
    /// ```
    #[inline]
    pub fn mirrored(self, cells: Bitboard) -> Bitboard {
        let (width, height) = (self.width(), self.height());
        let row = (1 << width) - 1;
        Bitboard((0..height).map(|at| (cells.0 >> (width * at) & row) << (width * (height - 1 - at))).sum())
    }

    /// The cells that have a side in common with a cell of a set.
    pub(crate) fn beside(self, cells: CellSet) -> CellSet {
        let (width, height) = (self.width(), self.height());
        let neighbours = |cell: usize| {
            let (row, column) = (cell / width, cell % width);
            let sides = [
                (row > 0).then(|| cell - width),
                (column > 0).then(|| cell - 1),
                (column + 1 < width).then(|| cell + 1),
                (row + 1 < height).then(|| cell + width),
            ];
            sides.into_iter().flatten().collect::<CellSet>()
        };
        cells.into_iter().map(neighbours).collect()
    }

    /// The cells of a set that are connected with `first`, one of them, by sides.
    pub(crate) fn connected(self, cells: CellSet, first: usize) -> CellSet {
        let (mut known, mut larger) = (CellSet::EMPTY, CellSet::of(first));
        while known != larger {
            known = larger;
            larger = known | (self.beside(known) & cells);
        }
        known
    }

    /// The set of the cells of a row, counted from 0.
    pub fn row_mask(self, row: usize) -> CellSet {
        (0..self.width()).map(|column| self.bit(row, column)).collect()
    }

    /// The set of the cells of a column, counted from 0.
    pub fn column_mask(self, column: usize) -> CellSet {
        (0..self.height()).map(|row| self.bit(row, column)).collect()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = SizeTextError;

    /// Reads `6`, `7x6`, and `7×6` as [`Display`](fmt::Display) writes it.
    fn from_str(text: &str) -> Result<Size, SizeTextError> {
        let (columns, rows) = text.split_once(['x', '×']).unwrap_or((text, text));
        match (columns.parse(), rows.parse()) {
            (Ok(width), Ok(height)) => Ok(Size::new(width, height)?),
            _ => Err(SizeTextError::Syntax(text.to_owned())),
        }
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
    /// An upper bound for the walls of a board of 8×8: in each row one cell stays free (rule 1), and the primary covers two cells.
    pub const MOST: u8 = (Size::MAX_FAST * (Size::MAX_FAST - 1) - 2) as u8;

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
