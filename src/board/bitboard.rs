//! A set of cells as bits.
use std::iter::FusedIterator;

/// A set of up to 64 numbers as bits, bit `i` for number `i`: the cells of a line, or of a board of up to 64 cells. The sets that
/// states have are [`CellSet`](super::CellSet)s.
///
/// ```
/// # use gridlock::Bitboard;
/// let cells = Bitboard::from(0b1001_0100u8);
/// assert_eq!(cells.into_iter().collect::<Vec<_>>(), [2, 4, 7]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bitboard(pub u64);

impl<T: Into<u64>> From<T> for Bitboard {
    fn from(bits: T) -> Bitboard {
        Bitboard(bits.into())
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
        }
    }
}
