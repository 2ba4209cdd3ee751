//! Is the unsolved state minimal? Pieces and walls are taken away one at a time, and a shorter solution is looked for.
//!
//! A piece that moves in some shortest solution always matters: without it the same solution is shorter by its moves. Only the
//! others are tried. The search goes forward from the state without the piece, level by level, and drops what can't reach the
//! goal in the moves that are left, by the bound of [`MinimalityTest::bound`].
//!
//! # Moves that commute
//! Moves of two lines *commute* in a state if either may come first: then both orders end in the same state, and one of them is
//! enough. Number the lines. A state that was found by a move of line `j` is not moved on along a line `i < j` by a move that
//! commutes with that one; nor along `j` itself if it has one piece, which could have gone there at once.
//!
//! *All states that matter are found still, on the same level.* Let `y` be on level `k + 1` and on the way to a solution that is
//! short enough, so that the bound drops neither it nor what leads there. Of all states of level `k` and moves that lead to `y`
//! take those with the greatest line `i`: from `x`, say. If `x` were not moved on along `i`, it would have been found from some
//! `w` by a line `j > i` that commutes, so that `y` is reached from `w` by `i` first and then `j`, from a state on level `k` and
//! by a greater line than `i`.
//!
//! Two rows always commute, and two columns. A row and a column meet in one cell: they commute if one of the two moves neither
//! touches nor crosses it, because then the other sees the same cell before and after.
//!
//! Figures: on shard 7/1000 of 6×6 without walls 879,363 states are moved on, by 2.73 million moves instead of 8.02 million, of
//! which 0.81 instead of 4.06 million lead to a state that is known; 0.075 s instead of 0.137 s (this alone; `cargo bench --bench search up_to` times the stages).
//!
//! Tried and left: in the bound, the rows that all verticals in the way need cleared, each row once, by the cheapest choice of
//! ways: 5 % fewer states, and 0.100 s.
use super::key_table::KeyTable;
use crate::enumerate::{GroupId, LineTables, Placement, packed};

/// A state, in both bit orders.
#[derive(Clone, Copy, Debug)]
struct PackedState {
    /// 4 bits a line: rows in the high half, columns in the low one.
    key: u64,
    /// Cells of the rows, bit `column * N + row`.
    rows: u64,
    /// Cells of the columns, bit `row * N + column`.
    columns: u64,
    /// The line that moved last, and the lines that need not move next, both as in [`MinimalityTest::lines`].
    last: u8,
    done: u16,
}

/// What stands in a line.
#[derive(Clone, Copy, Default, Debug)]
struct FilledLine {
    group: GroupId,
    /// Whether it is one piece.
    single: bool,
}

/// The columns in [`MinimalityTest::lines`]; the rows are the others.
const COLUMNS: u16 = 0x5555;

/// A piece or wall taken away from a state of a cluster whose depths are known.
#[derive(Clone, Copy, Debug)]
pub struct RemovedItem {
    /// Where its line's configuration is in a key.
    pub shift: usize,
    /// Per configuration of what is left of its line: the configuration with it in its old place, 0xff if that is taken.
    pub with: [u8; 16],
    /// Its cells, in the two bit orders of [`PackedState`].
    pub rows: u64,
    pub columns: u64,
}

/// Looks for short solutions. One value serves many clusters, and keeps its memory.
#[derive(Default)]
pub struct MinimalityTest<const N: usize> {
    seen: KeyTable,
    /// Column `x` at place `2 * x`, row `y` at `2 * y + 1`.
    lines: [FilledLine; 16],
    /// The lines with pieces.
    filled: u16,
    column_groups: [GroupId; 8],
    primary_group: GroupId,
    level: Vec<PackedState>,
    next: Vec<PackedState>,
}

impl<const N: usize> MinimalityTest<N> {
    const PRIMARY: usize = (N - 1) / 2;

    /// Whether the goal can be reached from `state` in at most `limit` moves. `depth` knows the depth of some states with the
    /// removed piece in its old place, by their keys; without it they are solved as fast at least.
    #[inline(always)]
    pub fn within(
        &mut self,
        lines: &LineTables<N>,
        state: &Placement<N>,
        limit: u32,
        removed: &RemovedItem,
        depth: impl Fn(u64) -> Option<u32>,
    ) -> bool {
        self.prepare(lines, state);
        let start = PackedState::new(lines, state);
        let least = self.bound(lines, &start, limit);
        if least == 0 || least > limit {
            return least == 0;
        }
        self.seen.clear();
        self.seen.add(start.key);
        self.level.clear();
        self.level.push(start);
        for done in 1..=limit {
            self.next.clear();
            for i in 0..self.level.len() {
                if self.expand(lines, self.level[i], limit - done, removed, &depth) {
                    return true;
                }
            }
            std::mem::swap(&mut self.level, &mut self.next);
        }
        false
    }

    fn prepare(&mut self, lines: &LineTables<N>, state: &Placement<N>) {
        self.filled = 0;
        for i in 0..2 * N {
            let group = if i & 1 == 0 { state.column_groups[i / 2] } else { state.row_groups[i / 2] };
            let pieces = lines.groups()[group as usize].lengths.len();
            self.lines[i] = FilledLine { group, single: pieces == 1 };
            self.filled |= u16::from(pieces > 0) << i;
        }
        self.column_groups[..N].copy_from_slice(&state.column_groups);
        self.primary_group = state.row_groups[Self::PRIMARY];
    }

    /// Puts the states one move on that may be solved in `left` moves on the next level; true if one of them is solved.
    #[inline(always)]
    fn expand(
        &mut self,
        lines: &LineTables<N>,
        from: PackedState,
        left: u32,
        removed: &RemovedItem,
        depth: &impl Fn(u64) -> Option<u32>,
    ) -> bool {
        let was_clear = removed.is_clear(&from);
        let mut todo = self.filled & !from.done;
        while todo != 0 {
            let i = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            let FilledLine { group, single } = self.lines[i];
            let (place, vertical) = (i / 2, i & 1 == 0);
            let shift = if vertical { 4 * place } else { 32 + 4 * place };
            let config = (from.key >> shift & 15) as u8;
            let crossing = if vertical { from.rows } else { from.columns };
            let blocked = crossing >> (N * place) & LineTables::<N>::FULL as u64;
            // a line before the last one that is not done crosses it where that moved: its moves elsewhere commute
            let met = if i < from.last as usize { 1 << (from.last / 2) } else { u64::MAX };
            let mut to = lines.component(group, config as u32, blocked) & lines.moves(group, config as u32);
            while to != 0 {
                let c = to.trailing_zeros();
                to &= to - 1;
                let way = between(lines.mask(group, config) ^ lines.mask(group, c as u8));
                if way & met == 0 {
                    continue;
                }
                let mut state = from;
                state.key ^= (c as u64 ^ config as u64) << shift;
                let cells = lines.transposed(lines.mask(group, config) ^ lines.mask(group, c as u8), place);
                if vertical {
                    state.columns ^= cells;
                } else {
                    state.rows ^= cells;
                }
                let least = self.bound(lines, &state, left);
                if least <= left && self.seen.add(state.key) {
                    if least == 0 {
                        return true;
                    }
                    // as long as nothing enters the old place it may be filled all along, and that is no shorter; so ask only
                    // when a piece has come through
                    let old = if vertical { removed.rows } else { removed.columns } >> (N * place) & LineTables::<N>::FULL as u64;
                    let came_through = (!was_clear || way & old != 0) && removed.is_clear(&state);
                    if came_through && removed.filled(state.key).and_then(depth).is_some_and(|more| more <= left) {
                        return true;
                    }
                    let (along, across) = if vertical { (COLUMNS, 2 * COLUMNS) } else { (2 * COLUMNS, COLUMNS) };
                    let commute = along | across & !spread(way);
                    state.last = i as u8;
                    state.done = commute & ((1 << i) - 1) | u16::from(single) << i;
                    self.next.push(state);
                }
            }
        }
        false
    }

    /// At least how many moves it takes from here; anything above `left` where it is more than that.
    ///
    /// Each vertical in the primary's way moves, and then the primary. A vertical that can't get out of the way at once takes
    /// more: the horizontals on its way up, or those on its way down, each of which moves, or another piece of its own column, or
    /// a second move. None of these is counted twice, as only one vertical's are added.
    #[inline(always)]
    fn bound(&self, lines: &LineTables<N>, state: &PackedState, left: u32) -> u32 {
        let config = (state.key >> (32 + 4 * Self::PRIMARY) & 15) as u8;
        let mask = lines.mask(self.primary_group, config);
        let right = LineTables::<N>::FULL as u64 & !((1 << (8 - mask.leading_zeros())) - 1);
        if right == 0 {
            return 0;
        }
        let mut blocking = state.columns >> (N * Self::PRIMARY) & right;
        let least = 1 + blocking.count_ones();
        if least > left {
            return least;
        }
        let mut most = 0;
        while blocking != 0 {
            let x = blocking.trailing_zeros() as usize;
            blocking &= blocking - 1;
            let config = (state.key >> (4 * x) & 15) as u8;
            let taken = (state.rows >> (N * x)) as u8;
            let ways = lines.clearance(self.column_groups[x], config);
            let more = (ways.up & taken).count_ones().min((ways.down & taken).count_ones()).min(ways.otherwise as u32);
            most = most.max(more);
        }
        least + most
    }
}

impl RemovedItem {
    #[inline(always)]
    fn is_clear(&self, state: &PackedState) -> bool {
        state.rows & self.rows == 0 && state.columns & self.columns == 0
    }

    /// The key of a state with the piece put back.
    fn filled(&self, key: u64) -> Option<u64> {
        let with = self.with[(key >> self.shift & 15) as usize];
        (with != 0xff).then_some(key & !(15 << self.shift) | (with as u64) << self.shift)
    }
}

/// Cell `k` of a line at bits `2 * k` and `2 * k + 1`.
#[inline(always)]
fn spread(cells: u64) -> u16 {
    SPREAD[cells as usize & 127]
}

static SPREAD: [u16; 128] = {
    let mut table = [0; 128];
    let mut cells = 0;
    while cells < 128 {
        let mut k = 0;
        while k < 7 {
            table[cells] |= (((cells >> k & 1) * 3) << (2 * k)) as u16;
            k += 1;
        }
        cells += 1;
    }
    table
};

/// All cells from the first to the last one of a set.
#[inline(always)]
fn between(cells: u8) -> u64 {
    let end = 8 - cells.leading_zeros();
    ((1u64 << end) - 1) & !((1 << cells.trailing_zeros()) - 1)
}

impl PackedState {
    fn new<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> PackedState {
        PackedState {
            key: packed(&state.row_configs) << 32 | packed(&state.column_configs),
            rows: lines.transposed_cells(&state.row_groups, |y| state.row_configs[y]),
            columns: lines.transposed_cells(&state.column_groups, |x| state.column_configs[x]),
            last: 0,
            done: 0,
        }
    }
}
