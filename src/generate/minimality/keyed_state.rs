//! The states of the search, and the item that is missing in them.
use crate::lines::{LineTables, Placement, nibbles};

/// A state as configurations and as cells, with the data that restricts its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyedState {
    /// The configurations, 4 bits per line: rows in the high half, columns in the low one.
    pub(super) key: u64,
    /// Cells of the rows, bit `column * N + row`.
    pub(super) rows: u64,
    /// Cells of the columns, bit `row * N + column`.
    pub(super) columns: u64,
    /// The line that found the state, numbered as in [`MinimalityTest::lines`](super::MinimalityTest::lines).
    pub(super) found_by: u8,
    /// The lines all of whose moves are skipped, as bits.
    pub(super) skipped: u16,
    /// Whether the state is known to be in the cluster after the removed item is put back.
    pub(super) in_cluster: bool,
    /// Whether a piece has just been in the old place, which is clear again.
    pub(super) crossed: bool,
}

/// A piece or wall removed from a state of a cluster whose depths are known.
#[derive(Clone, Copy, Debug)]
pub struct RemovedItem<const N: usize> {
    /// The state without it.
    pub rest: Placement<N>,
    /// The shift of its line's configuration in a key.
    pub shift: usize,
    /// Per configuration of the rest of its line: the configuration with the item back in its old place; 0xff if that is covered.
    pub restored: [u8; 16],
    /// Its cells, in the two bit orders of [`KeyedState`].
    pub rows: u64,
    pub columns: u64,
}

impl KeyedState {
    pub(super) fn new<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> KeyedState {
        KeyedState {
            key: nibbles(&state.row_configs) << 32 | nibbles(&state.column_configs),
            rows: lines.transposed_cells(&state.row_groups, |y| state.row_configs[y]),
            columns: lines.transposed_cells(&state.column_groups, |x| state.column_configs[x]),
            found_by: 0,
            skipped: 0,
            in_cluster: true,
            crossed: false,
        }
    }
}

impl<const N: usize> RemovedItem<N> {
    /// Its cells in line `i`, numbered as in [`MinimalityTest::lines`](super::MinimalityTest::lines).
    #[inline(always)]
    pub(super) fn cells_in(&self, i: usize) -> u8 {
        let across = if i & 1 == 0 { self.rows } else { self.columns };
        (across >> (N * (i / 2))) as u8 & LineTables::<N>::FULL
    }

    /// Whether the old place is free.
    #[inline(always)]
    pub(super) fn is_clear(&self, state: &KeyedState) -> bool {
        state.rows & self.rows == 0 && state.columns & self.columns == 0
    }

    /// The key of a state with the item back in its old place, if that is possible within its line.
    pub(super) fn restored_key(&self, key: u64) -> Option<u64> {
        let config = self.restored[(key >> self.shift & 15) as usize];
        (config != 0xff).then_some(key & !(15 << self.shift) | (config as u64) << self.shift)
    }
}
