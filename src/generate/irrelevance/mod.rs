//! Clusters with an irrelevant piece give no row, and are rejected before any depth is known.
//!
//! Fix a piece or wall `p` other than the primary. Rule 2 of the [useful steps](super::useful_steps) is read with one change: a
//! piece "can get clear of `c`" if it can on the board *without* `p`. Ranks do not matter here. `p` is *irrelevant* if it blocks
//! no useful step in any state of the cluster.
//!
//! # Claim
//! If `p` is irrelevant, then every state of the cluster has the same depth with `p` as without it. So `p` does not matter in the
//! unsolved state, whichever state that is, and the cluster gives no row.
//!
//! # Proof
//! Taking `p` away makes no state deeper: leave out its moves from a solution. For the other direction, take a shortest solution
//! of a state without `p`. On the board with `p`, a follower follows it as in [useful_steps](super::useful_steps), where now
//! every useful step is in time for every move. The follower never moves `p`. That proof holds for all other pieces, with two
//! additions:
//! - What blocks a useful step of the follower may be `p` itself. But an irrelevant `p` blocks no useful step in any state of the
//!   cluster, and all states of the follower are in the cluster.
//! - A piece `q` that lags got to its place in the solution on the board without `p`. This is why rule 2 looks at that board.
//!
//! The follower makes at most one move for each move of the solution, so no state is deeper with `p` than without it. ∎
//!
//! # Once the depth is known
//! A piece may also be irrelevant for the unsolved state alone, of depth `D`. Here ranks matter: for a move with `j` moves after
//! it, a follower makes only useful steps of rank at most `j`. Suppose that without `p` the unsolved state has a solution of
//! fewer than `D` moves. Its moves have at most `D - 2` moves after them, and so all steps of the follower have rank at most `D -
//! 2`. If `p` blocks no useful step of such a rank in any state of the cluster, then the follower reaches a goal state with `p`
//! on the board, in fewer than `D` moves: a contradiction. So `p` does not matter. [`IrrelevanceTest::first_rank_blocked`] is
//! what the [minimality](super::minimality) stage asks before it searches.
//!
//! # Steps
//! If depth counts steps, both claims hold: take a solution by steps, and read each of its steps as a move. For each of these the
//! follower makes the step or nothing, so it makes no more steps than the solution.
//!
//! # Parking
//! If depth counts moves, rule 2 is not applied to pieces that can always get out of the way at once: see
//! [parking](super::parking). Then fewer steps are useful, and more pieces are irrelevant. Only the first claim uses this.
//!
//! # The test
//! Whether a piece "blocks" is over-approximated as in [useful_steps](super::useful_steps). The test goes from cheap to expensive
//! checks, and ends with the first answer:
//! 1. A piece or wall that *never blocks* blocks no step at all, useful or not, in any state of the cluster. It is irrelevant: every solution
//!    without it is also a solution with it. Most irrelevant pieces never block.
//! 2. With all pieces on the board, a piece "can get" only to the places where it stands in some state. Without `p`, pieces reach
//!    at least these, so more steps are useful. So if every piece blocks a useful step here, none is irrelevant.
//! 3. The same with the [reach](Reach) of all lines, which is larger. A line with one piece can be decided here at once.
//! 4. Each piece that still looks irrelevant is tested by itself: `p` is taken off the board, and a piece "can get" to all its
//!    places in the reach of that board.
//!
//! On 6×6 without walls the test rejects nine solvable clusters in ten. `docs/NOTES.md` has the figures, and what was tried
//! instead.
use super::box_graph::{BoxGraph, LineRanges};
use super::parking::Parking;
use super::reach::{Places, Reach};
use super::useful_steps::UsefulSteps;
use crate::board::Metric;
use crate::lines::{GroupId, LineItem, LineTables, Placement};

/// Looks for irrelevant pieces in one cluster. Lines are numbered: the rows first, then the columns.
pub struct IrrelevanceTest<'l, const N: usize> {
    lines: &'l LineTables<N>,
    groups: [GroupId; 16],
    /// A configuration of each line; together they are a state of the cluster.
    configs: [u8; 16],
    /// The places of the pieces in the states of the cluster.
    places: Places,
}

impl<'l, const N: usize> IrrelevanceTest<'l, N> {
    /// The useful steps of rank 0 of the cluster of a candidate; `None` if it has an irrelevant piece or wall other than the
    /// primary.
    pub fn useful_steps(
        lines: &'l LineTables<N>,
        boxes: &BoxGraph<N>,
        candidate: &Placement<N>,
        metric: Metric,
    ) -> Option<UsefulSteps> {
        let test = IrrelevanceTest::<N>::new(lines, boxes, candidate);
        if test.has_item_that_never_blocks() {
            return None;
        }
        let parking = match metric {
            Metric::Moves => Parking::new(lines, &test.groups, &test.places),
            Metric::Steps => Parking::default(),
        };
        let useful = test.useful_steps_of_all();
        if useful.clone().find_all(lines, &parking).iter().all(|&suspects| suspects == 0) {
            return Some(useful);
        }
        let reach = Reach::new(lines, &test.groups, &test.configs);
        let reachable = reach.places(lines, &test.groups);
        let suspects = UsefulSteps::new(lines, &test.groups, &test.places, &reachable).find_all(lines, &parking);
        // a line with one piece, and no cell that it always covers, does not restrict the others: they reach the same places
        // without the piece, so the test without it would be the same
        let alone =
            |line: usize| reach.always_covered[line] == 0 && lines.groups()[test.groups[line] as usize].lengths.len() == 1;
        if (0..2 * N).any(|line| suspects[line] != 0 && alone(line)) {
            return None;
        }
        for line in (0..2 * N).filter(|&line| suspects[line] != 0) {
            for item in lines.items(test.groups[line]) {
                if suspects[line] & bit(item) != 0 && test.is_irrelevant(line, item, &parking) {
                    return None;
                }
            }
        }
        Some(useful)
    }

    /// The test for the cluster of a state.
    pub fn new(lines: &'l LineTables<N>, boxes: &BoxGraph<N>, state: &Placement<N>) -> IrrelevanceTest<'l, N> {
        let mut test = IrrelevanceTest { lines, groups: [0; 16], configs: [0; 16], places: [[0; 3]; 16] };
        let LineRanges { inner, outer } = &boxes.ranges;
        let (rows, columns) = if boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        for i in 0..N {
            (test.groups[i], test.configs[i]) = (state.row_groups[i], state.row_configs[i]);
            (test.groups[N + i], test.configs[N + i]) = (state.column_groups[i], state.column_configs[i]);
            test.places[i] = lines.piece_starts(state.row_groups[i], rows[i]);
            test.places[N + i] = lines.piece_starts(state.column_groups[i], columns[i]);
        }
        test
    }

    /// The useful steps of rank 0 with all pieces on the board.
    pub fn useful_steps_of_all(&self) -> UsefulSteps {
        UsefulSteps::new(self.lines, &self.groups, &self.places, &self.places)
    }

    /// Whether some piece or wall other than the primary never blocks: nothing can enter a cell that it ever covers.
    #[inline(always)]
    fn has_item_that_never_blocks(&self) -> bool {
        let lines = self.lines;
        // per line and piece: the cells that it enters by a step from one of its places; then the cells that the rows, and the
        // columns, enter, as seen by the lines that cross them
        let mut entered = [[0u8; 3]; 16];
        let mut across = [0u64; 2];
        for line in 0..2 * N {
            let lengths = &lines.groups()[self.groups[line] as usize].lengths;
            let mut all = 0;
            for (piece, &length) in lengths.iter().enumerate() {
                let places = self.places[line][piece] as u32;
                entered[line][piece] = ((places << length | places >> 1) & LineTables::<N>::FULL as u32) as u8;
                all |= entered[line][piece];
            }
            across[line / N] |= lines.transposed(all, line % N);
        }
        for line in 0..2 * N {
            let group = &lines.groups()[self.groups[line] as usize];
            let crossing = (across[1 - line / N] >> (N * (line % N)) & LineTables::<N>::FULL as u64) as u8;
            let [a, b, c] = entered[line];
            if group.walls & !(crossing | a | b | c) != 0 {
                return true;
            }
            let by_others = [b | c, a | c, a | b];
            for (piece, &length) in group.lengths.iter().enumerate() {
                let covered = (0..length).fold(0, |cells, k| cells | self.places[line][piece] << k);
                let is_primary = line == lines.primary_row() && piece == 0;
                if covered & (crossing | by_others[piece]) == 0 && !is_primary {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an item of a line is irrelevant.
    fn is_irrelevant(&self, line: usize, item: LineItem, parking: &Parking) -> bool {
        self.useful_steps_without(line, item).find_all(self.lines, parking)[line] & bit(item) != 0
    }

    /// The lowest rank of a useful step, on the board without an item, that the item blocks; `None` if it blocks none of a rank
    /// below `ranks`.
    pub fn first_rank_blocked(&self, line: usize, item: LineItem, ranks: u32) -> Option<u32> {
        let mut useful = self.useful_steps_without(line, item);
        for rank in 0..ranks {
            if useful.changed_lines() == 0 {
                break;
            }
            useful.next_rank(self.lines);
            if useful.never_block()[line] & bit(item) == 0 {
                return Some(rank);
            }
        }
        None
    }

    /// The useful steps of rank 0, where pieces can get clear as on the board without an item of a line.
    fn useful_steps_without(&self, line: usize, item: LineItem) -> UsefulSteps {
        let (mut groups, mut configs) = (self.groups, self.configs);
        (groups[line], configs[line]) = self.lines.remove_item(groups[line], configs[line], item);
        let mut reachable = Reach::new(self.lines, &groups, &configs).places(self.lines, &groups);
        if let LineItem::Piece(piece) = item {
            // the pieces after it are numbered one lower on that board; number them as in the whole line
            reachable[line].copy_within(piece..2, piece + 1);
        }
        UsefulSteps::new(self.lines, &self.groups, &self.places, &reachable)
    }
}

/// The bit of an item in [`UsefulSteps::never_block`] of its line.
fn bit(item: LineItem) -> u16 {
    match item {
        LineItem::Piece(piece) => 1 << piece,
        LineItem::Wall(cell) => 1 << (8 + cell),
    }
}

#[cfg(test)]
mod tests;
