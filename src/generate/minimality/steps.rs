//! The lower bound of the minimality test by steps.
use super::{KeyedState, MinimalityTest, Probe};
use crate::board::Bitboard;
use crate::lines::{LineTables, Way};

impl<const N: usize, P: Probe> MinimalityTest<N, P> {
    /// A lower bound on the steps that a state needs; 0 only for a goal state. Stops early once it exceeds `steps_left`.
    ///
    /// The primary needs a step for each cell between it and the exit. Each vertical that stands there must get clear of the
    /// primary row at some time, upwards or downwards, and so needs the steps of the shorter [`Way`], including the pieces of its
    /// column that it pushes. Columns are different lines, so these steps add up. On that way every horizontal in a cell that is
    /// swept must have left it before, which takes steps of its row. These are added for one vertical only, the one that needs
    /// most, so that no step is counted twice: verticals may share a horizontal.
    #[inline(always)]
    pub(super) fn bound_by_steps(&self, lines: &LineTables<N>, state: &KeyedState, steps_left: u32) -> u32 {
        let config = (state.key >> (32 + 4 * Self::PRIMARY) & 15) as u8;
        let mask = lines.mask(self.primary_group, config);
        let right = LineTables::<N>::FULL as u64 & !((1 << (8 - mask.leading_zeros())) - 1);
        let mut least = right.count_ones();
        let blocking = state.columns >> (N * Self::PRIMARY) & right;
        let mut most = 0;
        for x in Bitboard(blocking) {
            let config = (state.key >> (4 * x) & 15) as u8;
            let clearance = lines.step_clearance(self.column_groups[x], config);
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
        for y in Bitboard(state.rows >> (N * x) & way.swept as u64) {
            steps += lines.steps_to_avoid(self.lines[2 * y + 1].group, (state.key >> (32 + 4 * y) & 15) as u8, x);
        }
        steps
    }
}
