//! The states of the search, the item that is missing in them, and the cells that their moves touch.
use crate::board::Size;
use crate::lines::{LineItem, LineTables, Placement, nibbles};

/// A state as configurations and as cells, with the data that restricts its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyedState {
    /// The configurations, 4 bits per line: rows in the high half, columns in the low one.
    pub(super) key: u64,
    /// The cells that cross the columns, and those that cross the rows: of the rows, bit `column * N + row`; of the columns, bit
    /// `row * N + column`. So line `i` is crossed by `cells[i % 2]`, and its own cells are in the other one.
    pub(super) cells: [u64; 2],
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
    /// Its cells, as in [`KeyedState`].
    pub cells: [u64; 2],
}

impl KeyedState {
    pub(super) fn new<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> KeyedState {
        KeyedState {
            key: nibbles(&state.row_configs) << 32 | nibbles(&state.column_configs),
            cells: [
                lines.transposed_cells(&state.row_groups, |y| state.row_configs[y]),
                lines.transposed_cells(&state.column_groups, |x| state.column_configs[x]),
            ],
            found_by: 0,
            skipped: 0,
            in_cluster: true,
            crossed: false,
        }
    }
}

impl<const N: usize> RemovedItem<N> {
    /// Removes a piece or wall of a line from a state. Lines are numbered: the rows first, then the columns.
    pub fn of(lines: &LineTables<N>, state: &Placement<N>, line: usize, item: LineItem) -> RemovedItem<N> {
        let mut rest = *state;
        let at = line % N;
        let (shift, rest_group, rest_config) = if line < N {
            (32 + 4 * at, &mut rest.row_groups[at], &mut rest.row_configs[at])
        } else {
            (4 * at, &mut rest.column_groups[at], &mut rest.column_configs[at])
        };
        let (group, cells) = (*rest_group, lines.cells(*rest_group, *rest_config, item));
        let (across, along) = (lines.transposed(cells, at), (cells as u64) << (N * at));
        let both = if line < N { [across, along] } else { [along, across] };
        (*rest_group, *rest_config) = lines.remove_item(group, *rest_config, item);
        let mut removed = RemovedItem { rest, shift, restored: [0xff; 16], cells: both };
        for c in 0..lines.config_count(group) {
            if lines.cells(group, c, item) == cells {
                removed.restored[lines.remove_item(group, c, item).1 as usize] = c;
            }
        }
        removed
    }

    /// Its cells in line `i`, numbered as in [`MinimalityTest::lines`](super::MinimalityTest::lines).
    #[inline(always)]
    pub(super) fn cells_in(&self, i: usize) -> u8 {
        (self.cells[i & 1] >> (N * (i / 2))) as u8 & LineTables::<N>::FULL
    }

    /// Whether the old place is free.
    #[inline(always)]
    pub(super) fn is_clear(&self, state: &KeyedState) -> bool {
        state.cells[0] & self.cells[0] | state.cells[1] & self.cells[1] == 0
    }

    /// The key of a state with the item back in its old place, if that is possible within its line.
    pub(super) fn restored_key(&self, key: u64) -> Option<u64> {
        let config = self.restored[(key >> self.shift & 15) as usize];
        (config != 0xff).then_some(key & !(15 << self.shift) | (config as u64) << self.shift)
    }
}

/// Cell `k` of a line at bits `2 * k` and `2 * k + 1`: the lines, of either kind, that cross there.
#[inline(always)]
pub(super) fn doubled(cells: u64) -> u16 {
    DOUBLED[cells as usize % DOUBLED.len()]
}

/// [`doubled`] of every set of cells of a line, also of the longest one.
static DOUBLED: [u16; 1 << Size::MAX_FAST] = {
    let mut table = [0; 1 << Size::MAX_FAST];
    let mut cells = 0;
    while cells < table.len() {
        let mut k = 0;
        while k < Size::MAX_FAST {
            table[cells] |= (((cells >> k & 1) * 3) << (2 * k)) as u16;
            k += 1;
        }
        cells += 1;
    }
    table
};

/// All cells from the first to the last one of a set.
#[inline(always)]
pub(super) fn span(cells: u8) -> u64 {
    let end = 8 - cells.leading_zeros();
    ((1u64 << end) - 1) & !((1 << cells.trailing_zeros()) - 1)
}

/// A short cut of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShortCut {
    /// From a state only moves that touch the old place of the item are made.
    OnlyTouching,
    /// A state is dropped, since its moves would come too late.
    TooLate,
}

/// Receives every short cut taken. The program uses `()`, which takes no space and does nothing.
pub trait Probe: Default {
    #[inline(always)]
    fn taken(&mut self, _: ShortCut) {}
}

impl Probe for () {}
