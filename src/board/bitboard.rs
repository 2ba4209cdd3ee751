//! A set of cells as bits.
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cells of a board or of one line: bit `i` for cell `i`. Cell `row * N + column` of a board is in row `row` and column
/// `column`, both counted from 0.
///
/// ```
/// # use gridlock::Bitboard;
/// let cells = Bitboard::from(0b1001_0100u8);
/// assert_eq!(cells.into_iter().collect::<Vec<_>>(), [2, 4, 7]);
/// assert!(cells.contains(4) && !cells.contains(3) && cells.len() == 3);
/// assert_eq!([2, 4, 7].into_iter().collect::<Bitboard>(), cells);
///
/// let low = Bitboard(0b1111);
/// assert_eq!((cells | low, cells & low, cells - low), (Bitboard(0b1001_1111), Bitboard(0b100), Bitboard(0b1001_0000)));
/// ```
///
/// There is no `!`, since a complement would have cells beyond the board. The free cells of a board are a difference:
///
/// ```
/// let state: gridlock::State = "oBBoAAoCoooCoooo".parse()?;
/// let free = state.size().all_cells() - (state.horizontal() | state.vertical());
/// assert_eq!(free.len(), 10);
/// # Ok::<(), gridlock::TextError>(())
/// ```
///
/// Sets are ordered as numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The set without cells.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Whether a cell, numbered from 0 to 63, is in the set.
    #[inline]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has no cell.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cell with the lowest number; `None` if the set is empty.
    pub fn first(self) -> Option<usize> {
        self.into_iter().next()
    }
}

impl<T: Into<u64>> From<T> for Bitboard {
    fn from(bits: T) -> Bitboard {
        Bitboard(bits.into())
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    /// The cells of either set.
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    /// The cells of both sets.
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;

    /// The cells of this set that are not in the other one.
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Bitboard) {
        *self = *self - other;
    }
}

impl FromIterator<Bitboard> for Bitboard {
    /// The cells of any of the sets.
    #[inline]
    fn from_iter<I: IntoIterator<Item = Bitboard>>(sets: I) -> Bitboard {
        sets.into_iter().fold(Bitboard::EMPTY, BitOr::bitor)
    }
}

impl FromIterator<usize> for Bitboard {
    /// The set of these cells, numbered from 0 to 63.
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Bitboard {
        cells.into_iter().map(|cell| Bitboard(1 << cell)).collect()
    }
}

impl IntoIterator for Bitboard {
    type Item = usize;
    type IntoIter = Cells;

    /// The cells in rising order.
    #[inline(always)]
    fn into_iter(self) -> Cells {
        Cells(self.0)
    }
}

/// The cells of a [`Bitboard`] in rising order.
#[derive(Clone, Debug)]
pub struct Cells(u64);

impl Iterator for Cells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.trailing_zeros() as usize;
        if self.0 == 0 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}
impl FusedIterator for Cells {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_are_those_of_the_set_bits() {
        for bits in [0, 1, u64::MAX, 1 << 63, 0x8000_0001_0040_2000] {
            let board = Bitboard(bits);
            let expected: Vec<usize> = (0..64).filter(|cell| bits >> cell & 1 == 1).collect();
            assert_eq!(board.into_iter().len(), expected.len());
            assert_eq!(board.into_iter().collect::<Vec<_>>(), expected);
            assert_eq!(board.first(), expected.first().copied());
            assert!((0..64).all(|cell| board.contains(cell) == expected.contains(&cell)));
            assert_eq!((board.len(), board.is_empty()), (expected.len(), expected.is_empty()));
            assert_eq!(expected.into_iter().collect::<Bitboard>(), board);
        }
    }

    #[test]
    fn operators_are_those_of_sets() {
        use std::collections::BTreeSet;
        let set = |board: Bitboard| board.into_iter().collect::<BTreeSet<usize>>();
        let boards = [0, 1, u64::MAX, 1 << 63, 0x8000_0001_0040_2000, 0x0123_4567_89ab_cdef].map(Bitboard);
        for (a, b) in boards.iter().flat_map(|&a| boards.map(|b| (a, b))) {
            assert_eq!(set(a | b), &set(a) | &set(b));
            assert_eq!(set(a & b), &set(a) & &set(b));
            assert_eq!(set(a - b), &set(a) - &set(b));
            assert_eq!(a.intersects(b), !set(a).is_disjoint(&set(b)));
            let (mut more, mut fewer) = (a, a);
            more |= b;
            fewer -= b;
            assert_eq!((more, fewer, [a, b].into_iter().collect()), (a | b, a - b, a | b));
        }
    }
}
