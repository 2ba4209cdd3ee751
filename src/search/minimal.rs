//! Is the unsolved state minimal? Pieces and walls are taken away one at a time, and a shorter solution is looked for.
//!
//! A piece that moves in some shortest solution always matters: without it the same solution is shorter by its moves. Only the
//! others are tried. The search goes forward from the state without the piece, level by level, and drops what can't reach the
//! goal in the moves that are left, by the bound of [`Shortcut::bound`].
use super::enumerate::Candidate;
use super::lines::{GroupId, Lines};
use super::table::KeyTable;

/// A state, in both bit orders.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// 4 bits a line: rows in the high half, columns in the low one.
    key: u64,
    /// Cells of the rows, bit `column * N + row`.
    rows: u64,
    /// Cells of the columns, bit `row * N + column`.
    columns: u64,
    /// The line of one piece that moved last, as a place in [`Shortcut::lines`]; moving it again leads nowhere new.
    last: u32,
}

/// A line with pieces.
#[derive(Clone, Copy, Debug)]
struct Line {
    group: GroupId,
    vertical: bool,
    place: usize,
    /// Where the configuration is in the key.
    shift: usize,
    /// Whether it has one piece.
    single: bool,
}

/// A piece or wall taken away from a state of a cluster whose depths are known.
#[derive(Clone, Copy, Debug)]
pub struct Removed {
    /// Where its line's configuration is in a key.
    pub shift: usize,
    /// Per configuration of what is left of its line: the configuration with it in its old place, 0xff if that is taken.
    pub with: [u8; 16],
    /// Its cells, in the two bit orders of [`Packed`].
    pub rows: u64,
    pub columns: u64,
}

/// Looks for short solutions. One value serves many clusters, and keeps its memory.
#[derive(Default)]
pub struct Shortcut<const N: usize> {
    seen: KeyTable,
    lines: Vec<Line>,
    column_groups: [GroupId; 8],
    primary_group: GroupId,
    level: Vec<Packed>,
    next: Vec<Packed>,
}

impl<const N: usize> Shortcut<N> {
    const PRIMARY: usize = (N - 1) / 2;

    /// Whether the goal can be reached from `state` in at most `limit` moves. `depth` knows the depth of some states with the
    /// removed piece in its old place, by their keys; without it they are solved as fast at least.
    #[inline(always)]
    pub fn within(
        &mut self,
        lines: &Lines<N>,
        state: &Candidate<N>,
        limit: u32,
        removed: &Removed,
        depth: impl Fn(u64) -> Option<u32>,
    ) -> bool {
        self.prepare(lines, state);
        let start = Packed::new(lines, state);
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

    fn prepare(&mut self, lines: &Lines<N>, state: &Candidate<N>) {
        self.lines.clear();
        let single = |group: GroupId| lines.groups()[group as usize].lengths.len() == 1;
        for place in 0..N {
            let (row, column) = (state.row_groups[place], state.column_groups[place]);
            if column != 0 {
                self.lines.push(Line { group: column, vertical: true, place, shift: 4 * place, single: single(column) });
            }
            if row != 0 {
                self.lines.push(Line { group: row, vertical: false, place, shift: 32 + 4 * place, single: single(row) });
            }
        }
        self.column_groups[..N].copy_from_slice(&state.column_groups);
        self.primary_group = state.row_groups[Self::PRIMARY];
    }

    /// Puts the states one move on that may be solved in `left` moves on the next level; true if one of them is solved.
    #[inline(always)]
    fn expand(
        &mut self,
        lines: &Lines<N>,
        from: Packed,
        left: u32,
        removed: &Removed,
        depth: &impl Fn(u64) -> Option<u32>,
    ) -> bool {
        let was_clear = removed.is_clear(&from);
        for i in 0..self.lines.len() {
            let Line { group, vertical, place, shift, single } = self.lines[i];
            if i as u32 == from.last {
                continue;
            }
            let config = (from.key >> shift & 15) as u8;
            let crossing = if vertical { from.rows } else { from.columns };
            let blocked = crossing >> (N * place) & Lines::<N>::FULL as u64;
            let mut to = lines.component(group, config as u32, blocked) & lines.moves(group, config as u32);
            while to != 0 {
                let c = to.trailing_zeros();
                to &= to - 1;
                let mut state = from;
                state.last = if single { i as u32 } else { u32::MAX };
                state.key ^= (c as u64 ^ config as u64) << shift;
                let cells = lines.across(lines.mask(group, config) ^ lines.mask(group, c as u8), place);
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
                    let way = between(lines.mask(group, config) ^ lines.mask(group, c as u8));
                    let old = if vertical { removed.rows } else { removed.columns } >> (N * place) & Lines::<N>::FULL as u64;
                    let came_through = (!was_clear || way & old != 0) && removed.is_clear(&state);
                    if came_through && removed.filled(state.key).and_then(depth).is_some_and(|more| more <= left) {
                        return true;
                    }
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
    fn bound(&self, lines: &Lines<N>, state: &Packed, left: u32) -> u32 {
        let config = (state.key >> (32 + 4 * Self::PRIMARY) & 15) as u8;
        let mask = lines.mask(self.primary_group, config);
        let right = Lines::<N>::FULL as u64 & !((1 << (8 - mask.leading_zeros())) - 1);
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
            let ways = lines.ways_out(self.column_groups[x], config);
            let more = (ways.up & taken).count_ones().min((ways.down & taken).count_ones()).min(ways.otherwise as u32);
            most = most.max(more);
        }
        least + most
    }
}

impl Removed {
    #[inline(always)]
    fn is_clear(&self, state: &Packed) -> bool {
        state.rows & self.rows == 0 && state.columns & self.columns == 0
    }

    /// The key of a state with the piece put back.
    fn filled(&self, key: u64) -> Option<u64> {
        let with = self.with[(key >> self.shift & 15) as usize];
        (with != 0xff).then_some(key & !(15 << self.shift) | (with as u64) << self.shift)
    }
}

/// All cells from the first to the last one of a set.
#[inline(always)]
fn between(cells: u8) -> u64 {
    let end = 8 - cells.leading_zeros();
    ((1u64 << end) - 1) & !((1 << cells.trailing_zeros()) - 1)
}

impl Packed {
    fn new<const N: usize>(lines: &Lines<N>, state: &Candidate<N>) -> Packed {
        let pack = |configs: &[u8; N]| configs.iter().rev().fold(0u64, |key, &c| key << 4 | c as u64);
        let cells = |groups: &[GroupId; N], configs: &[u8; N]| {
            (0..N).map(|j| lines.across(lines.mask(groups[j], configs[j]), j)).sum::<u64>()
        };
        Packed {
            key: pack(&state.row_configs) << 32 | pack(&state.column_configs),
            rows: cells(&state.row_groups, &state.row_configs),
            columns: cells(&state.column_groups, &state.column_configs),
            last: u32::MAX,
        }
    }
}
