//! The lower bounds of the minimality test, on moves and on steps.
use super::{KeyedState, MinimalityTest, Probe};
use crate::board::Bitboard;
use crate::lines::{LineTables, Way};

impl<const N: usize, P: Probe> MinimalityTest<N, P> {
    /// The lower bound in the unit of depth.
    #[inline(always)]
    pub(super) fn bound_of<const BY_STEPS: bool>(&self, lines: &LineTables<N>, state: &KeyedState, moves_left: u32) -> u32 {
        if BY_STEPS { self.bound_by_steps(lines, state, moves_left) } else { self.bound(lines, state, moves_left) }
    }

    /// A lower bound on the moves that a state needs; 0 only for a goal state. Stops early once it exceeds `moves_left`.
    ///
    /// The primary must move, and so must each vertical between it and the exit. If such a vertical cannot leave the primary row
    /// in one move now, more moves are needed: of each horizontal on its way up, or of each on its way down, or of another piece
    /// of its column, or a second move of its own. These are added for one vertical only, the one that needs most, so that no
    /// move is counted twice.
    #[inline(always)]
    fn bound(&self, lines: &LineTables<N>, state: &KeyedState, moves_left: u32) -> u32 {
        let right = u64::from(self.before_exit[(state.key >> self.primary.key_shift & 15) as usize]);
        if right == 0 {
            return 0;
        }
        let blocking = state.cells[1] >> self.primary.cells_shift & right;
        let least = 1 + blocking.count_ones();
        if least > moves_left {
            return least;
        }
        let mut most = 0;
        for x in Bitboard(blocking) {
            let config = (state.key >> (4 * x) & 15) as u8;
            let covered = (state.cells[0] >> (N * x)) as u8;
            let clearance = lines.clearance(self.lines[2 * x].group, config);
            let (up, down) = ((clearance.up & covered).count_ones(), (clearance.down & covered).count_ones());
            let more = up.min(down).min(clearance.otherwise as u32);
            most = most.max(more);
        }
        least + most
    }

    /// A lower bound on the steps that a state needs; 0 only for a goal state. Stops early once it exceeds `steps_left`.
    ///
    /// The primary needs a step for each cell between it and the exit. Each vertical that stands there must get clear of the
    /// primary row at some time, upwards or downwards, and so needs the steps of the shorter [`Way`], including the pieces of its
    /// column that it pushes. Columns are different lines, so these steps add up. On that way every horizontal in a cell that is
    /// swept must have left it before, which takes steps of its row. These are added for one vertical only, the one that needs
    /// most, so that no step is counted twice: verticals may share a horizontal.
    #[inline(always)]
    fn bound_by_steps(&self, lines: &LineTables<N>, state: &KeyedState, steps_left: u32) -> u32 {
        let right = u64::from(self.before_exit[(state.key >> self.primary.key_shift & 15) as usize]);
        let mut least = right.count_ones();
        let blocking = state.cells[1] >> self.primary.cells_shift & right;
        let mut most = 0;
        for x in Bitboard(blocking) {
            let config = (state.key >> (4 * x) & 15) as u8;
            let clearance = lines.step_clearance(self.lines[2 * x].group, config);
            let fewest = clearance.up.steps.min(clearance.down.steps) as u32;
            least += fewest;
            if least > steps_left {
                return least;
            }
            let (up, down) =
                (self.steps_on_way(lines, state, x, &clearance.up), self.steps_on_way(lines, state, x, &clearance.down));
            most = most.max(up.min(down) - fewest);
        }
        least + most
    }

    /// The steps of a vertical of column `x` on its way, and of the horizontals that must leave the cells swept.
    #[inline(always)]
    fn steps_on_way(&self, lines: &LineTables<N>, state: &KeyedState, x: usize, way: &Way) -> u32 {
        let mut steps = way.steps as u32;
        for y in Bitboard(state.cells[0] >> (N * x) & way.swept as u64) {
            steps += lines.steps_to_avoid(self.lines[2 * y + 1].group, (state.key >> (32 + 4 * y) & 15) as u8, x);
        }
        steps
    }
}
