//! A set of cells of a board of any size.
use super::bitboard::Bitboard;
use std::array;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cells of a board of up to 16×16 cells. Cell `row * W + column` is in row `row` and column `column`, both counted from
/// 0. A [`Bitboard`] holds the cells of a board of up to 64 cells in one word.
///
/// ```
/// use gridlock::{Bitboard, CellSet};
///
/// let cells: CellSet = [2, 70, 255].into_iter().collect();
/// assert_eq!(cells.into_iter().collect::<Vec<_>>(), [2, 70, 255]);
/// assert_eq!((cells - CellSet::of(70)).len(), 2);
/// assert_eq!(CellSet::from(Bitboard(0b101)).bitboard(), Bitboard(0b101));
///
/// let state: gridlock::State = "oBBoAAoCoooCoooo".parse()?;
/// let free = state.size().all_cells() - (state.horizontal() | state.vertical());
/// assert_eq!(free.len(), 10);
/// # Ok::<(), gridlock::TextError>(())
/// ```
///
/// Sets are ordered as numbers in which cell `i` is bit `i`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct CellSet([u64; 4]); // the word of the highest cells is first, which gives this order

impl CellSet {
    /// The set without cells.
    pub const EMPTY: CellSet = CellSet([0; 4]);

    /// The set of one cell, numbered from 0 to 255.
    pub const fn of(cell: usize) -> CellSet {
        let mut words = [0; 4];
        words[3 - cell / 64] = 1 << (cell % 64);
        CellSet(words)
    }

    /// Its cells below 64: all cells, if the board [`Size::fits_bitboard`](super::Size::fits_bitboard).
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(self.0[3])
    }

    /// Whether a cell, numbered from 0 to 255, is in the set.
    pub const fn contains(self, cell: usize) -> bool {
        self.0[3 - cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub fn intersects(self, other: CellSet) -> bool {
        (0..4).any(|k| self.0[k] & other.0[k] != 0)
    }

    /// The number of cells.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has no cell.
    pub fn is_empty(self) -> bool {
        self == CellSet::EMPTY
    }

    /// The cell with the lowest number; `None` if the set is empty.
    pub fn first(self) -> Option<usize> {
        (0..4).find(|&k| self.0[3 - k] != 0).map(|k| 64 * k + self.0[3 - k].trailing_zeros() as usize)
    }
}

impl From<Bitboard> for CellSet {
    #[inline]
    fn from(cells: Bitboard) -> CellSet {
        CellSet([0, 0, 0, cells.0])
    }
}

impl BitOr for CellSet {
    type Output = CellSet;

    /// The cells of either set.
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(array::from_fn(|k| self.0[k] | other.0[k]))
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;

    /// The cells of both sets.
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(array::from_fn(|k| self.0[k] & other.0[k]))
    }
}

impl Sub for CellSet {
    type Output = CellSet;

    /// The cells of this set that are not in the other one.
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(array::from_fn(|k| self.0[k] & !other.0[k]))
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: CellSet) {
        *self = *self - other;
    }
}

impl FromIterator<CellSet> for CellSet {
    /// The cells of any of the sets.
    fn from_iter<I: IntoIterator<Item = CellSet>>(sets: I) -> CellSet {
        sets.into_iter().fold(CellSet::EMPTY, BitOr::bitor)
    }
}

impl FromIterator<usize> for CellSet {
    /// The set of these cells, numbered from 0 to 255.
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        cells.into_iter().map(CellSet::of).collect()
    }
}

impl IntoIterator for CellSet {
    type Item = usize;
    type IntoIter = CellSetCells;

    /// The cells in rising order.
    fn into_iter(self) -> CellSetCells {
        CellSetCells(self)
    }
}

/// The cells of a [`CellSet`] in rising order.
#[derive(Clone, Debug)]
pub struct CellSetCells(CellSet);

impl Iterator for CellSetCells {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let cell = self.0.first()?;
        self.0 -= CellSet::of(cell);
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn operators_are_those_of_sets() {
        let lists: [&[usize]; 6] = [&[], &[0], &[63, 64], &[0, 64, 128, 192, 255], &[1, 127, 128, 200], &[255]];
        for (a, b) in lists.iter().flat_map(|&a| lists.map(|b| (a, b))) {
            let (one, other): (CellSet, CellSet) = (a.iter().copied().collect(), b.iter().copied().collect());
            let set = |cells: CellSet| cells.into_iter().collect::<BTreeSet<usize>>();
            let (x, y): (BTreeSet<usize>, BTreeSet<usize>) = (a.iter().copied().collect(), b.iter().copied().collect());
            assert_eq!((set(one | other), set(one & other), set(one - other)), (&x | &y, &x & &y, &x - &y));
            assert_eq!((one.intersects(other), one.len(), one.first()), (!x.is_disjoint(&y), x.len(), x.first().copied()));
            assert!((0..256).all(|cell| one.contains(cell) == x.contains(&cell)));
            assert_eq!(one.cmp(&other), x.iter().rev().cmp(y.iter().rev()), "as numbers: the highest cell decides first");
        }
    }
}
