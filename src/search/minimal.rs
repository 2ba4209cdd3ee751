//! Is the unsolved state minimal? Pieces and walls are taken away one at a time, and a shorter solution is looked for.
//!
//! A piece that moves in some shortest solution always matters: without it the same solution is shorter by its moves. Only the
//! others are tried. The search goes forward from the state without the piece, level by level, and drops what can't reach the
//! goal in the moves that are left: each vertical in the primary's way has to move once, and then the primary.
use super::boxes::across;
use super::enumerate::Candidate;
use super::lines::Lines;
use super::table::KeyTable;

/// A state of any groups, in both bit orders.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// 4 bits a line: rows in the high half, columns in the low one.
    key: u64,
    /// Cells of the rows, bit `column * N + row`.
    rows: u64,
    /// Cells of the columns, bit `row * N + column`.
    columns: u64,
}

/// Looks for short solutions. One value serves many clusters, and keeps its memory.
#[derive(Default)]
pub struct Shortcut<const N: usize> {
    seen: KeyTable,
    level: Vec<Packed>,
    next: Vec<Packed>,
}

impl<const N: usize> Shortcut<N> {
    /// Whether the goal can be reached from `state` in at most `limit` moves.
    #[inline(never)]
    pub fn within(&mut self, lines: &Lines<N>, state: &Candidate<N>, primary_row: usize, limit: u32) -> bool {
        self.seen.clear();
        self.level.clear();
        let start = Packed::new(lines, state);
        self.seen.add(start.key);
        match bound::<N>(lines, state, &start, primary_row) {
            0 => return true,
            least if least > limit => return false,
            _ => self.level.push(start),
        }
        for done in 1..=limit {
            self.next.clear();
            for i in 0..self.level.len() {
                if self.expand(lines, state, self.level[i], primary_row, limit - done) {
                    return true;
                }
            }
            std::mem::swap(&mut self.level, &mut self.next);
            if self.level.is_empty() {
                return false;
            }
        }
        false
    }

    /// Puts the states one move on that can still be solved in `left` moves on the next level; true if one of them is solved.
    #[inline(never)]
    fn expand(&mut self, lines: &Lines<N>, groups: &Candidate<N>, from: Packed, primary_row: usize, left: u32) -> bool {
        for line in 0..2 * N {
            let vertical = line < N;
            let (place, group) =
                if vertical { (line, groups.column_groups[line]) } else { (line - N, groups.row_groups[line - N]) };
            if group == 0 {
                continue;
            }
            let shift = if vertical { 4 * place } else { 32 + 4 * place };
            let config = from.key >> shift & 15;
            let crossing = if vertical { from.rows } else { from.columns };
            let blocked = crossing >> (N * place) & Lines::<N>::FULL as u64;
            // rows' cells block columns; a row's own walls are part of its configurations
            let mut to = lines.component(group, config as u32, blocked) & lines.moves(group, config as u32);
            while to != 0 {
                let c = to.trailing_zeros();
                to &= to - 1;
                let mut state = from;
                state.key = from.key & !(15 << shift) | (c as u64) << shift;
                let cells = across::<N>(lines.mask(group, config as u8) ^ lines.mask(group, c as u8), place);
                if vertical {
                    state.columns ^= cells;
                } else {
                    state.rows ^= cells;
                }
                let least = bound::<N>(lines, groups, &state, primary_row);
                if least <= left && self.seen.add(state.key) {
                    if least == 0 {
                        return true;
                    }
                    self.next.push(state);
                }
            }
        }
        false
    }
}

impl Packed {
    fn new<const N: usize>(lines: &Lines<N>, state: &Candidate<N>) -> Packed {
        let pack = |configs: &[u8; N]| configs.iter().rev().fold(0u64, |key, &c| key << 4 | c as u64);
        let cells =
            |groups: &[u16; N], configs: &[u8; N]| (0..N).map(|j| across::<N>(lines.mask(groups[j], configs[j]), j)).sum::<u64>();
        Packed {
            key: pack(&state.row_configs) << 32 | pack(&state.column_configs),
            rows: cells(&state.row_groups, &state.row_configs),
            columns: cells(&state.column_groups, &state.column_configs),
        }
    }
}

/// At least how many moves it takes from here: one for each vertical in the primary's way and one for the primary.
#[inline(always)]
fn bound<const N: usize>(lines: &Lines<N>, groups: &Candidate<N>, state: &Packed, row: usize) -> u32 {
    let config = (state.key >> (32 + 4 * row) & 15) as u8;
    let mask = lines.mask(groups.row_groups[row], config);
    let right = Lines::<N>::FULL as u64 & !((1 << (8 - mask.leading_zeros())) - 1);
    if right == 0 {
        return 0;
    }
    1 + (state.columns >> (N * row) & right).count_ones()
}
