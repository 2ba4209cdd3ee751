//! Clusters with an irrelevant piece: they give no row, which shows before any depth is known.
//!
//! # Definitions
//! A *step* is a piece, its place in its line, and a direction; it *enters* one cell. A piece or wall *blocks* a step in a state if the
//! moving piece stands at that place and the other covers the entered cell. Fix a piece or wall `p` other than the primary. The
//! *useful* steps are the smallest set with these two properties:
//! 1. every step of the primary to the right is useful;
//! 2. if a piece `q` at place `a` blocks a useful step that enters cell `c`, in some state of the cluster, then the steps of `q` from `a`
//!    are useful in each direction in which `q` can get clear of `c` on the board without `p`.
//!
//! `p` is *irrelevant* if it blocks no useful step in any state of the cluster.
//!
//! ```text
//! . . . d d     Rule 1: the steps of A to the right are useful.
//! . . . . .     Rule 2: b can block A, so the steps of b up and down from there are useful.
//! A A . b .     Rule 2: d can block b in the top row, so the steps of d to the left from there are useful.
//! e . . b .     They enter columns 1 and 2. None of the useful steps enters column 0, so e never blocks one:
//! e . . . .     e is irrelevant.
//! ```
//!
//! # Claim
//! If `p` is irrelevant, then every state of the cluster has the same depth with `p` as without it. So `p` does not matter in the
//! unsolved state, whichever state that is, and the cluster gives no row.
//!
//! # Proof
//! Taking `p` away makes no state deeper: leave out its moves from a solution. For the other direction, take a shortest solution of a
//! state without `p`. On the board with `p`, a *shadow* follows it: it makes the same moves as far as it can, and never moves `p`. We show
//! that the shadow solves the state in at most as many moves.
//!
//! *Invariant.* Each piece except `p` either stands at the same place in the shadow as in the solution, or *lags*: the first step from
//! its place in the shadow towards its place in the solution is not useful. At the start all pieces stand at the same places.
//!
//! *One move.* The solution moves piece `r` from `u` to `t`; the shadow's `r` stands at `a`.
//! 1. If `a ≠ u`, and `t` lies on the same side of `a` as `u`: the shadow does nothing. `r` lagged, and still lags by the same first step.
//! 2. If `a ≠ u` and `t = a`: the shadow does nothing. Now `r` stands at the same place.
//! 3. If `a ≠ u`, and `t` lies on the other side of `a`: the solution's `r` passes `a`. The shadow moves `r` from `a` towards `t` as far
//!    as it can. It enters only cells that the solution's `r` sweeps.
//! 4. If `a = u`: the same. It enters the cells that the solution's `r` sweeps.
//!
//! In cases 3 and 4, if `r` reaches `t`, it stands at the same place. Otherwise something blocks its next step, which enters a cell `c`.
//! We show that this step is not useful, so that `r` lags. The solution's `r` sweeps `c`, so no other piece and no wall covers `c` in
//! the solution. The blocker is therefore one of two:
//! - `p`. An irrelevant `p` blocks no useful step in any state of the cluster, and all states of the shadow are in the cluster. So
//!   the step is not useful.
//! - a piece `q` that covers `c` in the shadow but not in the solution, so `q` lags. If the blocked step were useful, then by
//!   rule 2 the step of `q` towards its place in the solution would be useful: that place is clear of `c`, and `q` got there on
//!   the board without `p`. Then `q` would not lag. So the step is not useful.
//!
//! *The end.* The solution's primary stands at the exit. If the shadow's primary lagged, then by a step to the right; but those are
//! useful. So it stands at the exit, too. The shadow made at most one move for each move of the solution. ∎
//!
//! # Over-approximation
//! The proof needs only a set of useful steps that satisfies both rules, not the smallest. So both relations are over-approximated:
//! - `q` "blocks" a step of `r` that enters `c` if `r` stands at the place of the step in some state of the cluster, and `q` covers `c` in
//!   some state, perhaps another. For this we need only the configurations of each line in the cluster, not the boxes.
//! - `q` "can get" to every place in its line's component, given the cells that the crossing lines cover in *all* their
//!   configurations. Smaller components cover more cells always, so this is repeated until nothing changes. The line of `p` is
//!   considered without `p`.
//!
//! To be quick, all pieces are tested at once with `p` still on the board. Pieces then reach fewer places, fewer steps are useful,
//! and more pieces look irrelevant. Each of those suspects is then tested by itself, without it on the board.
//!
//! On 6×6 without walls the test rejects nine solvable clusters in ten. `docs/NOTES.md` has the figures, and what was tried instead.
use super::box_graph::{BoxGraph, LineRanges};
use crate::enumerate::{GroupId, LineItem, LineTables, Placement};

/// Finds irrelevant pieces. Lines are numbered: the rows first, then the columns.
pub struct IrrelevanceTest<'l, const N: usize> {
    lines: &'l LineTables<N>,
    groups: [GroupId; 16],
    /// A configuration of each line; together they are a state of the cluster.
    configs: [u8; 16],
    /// Per line and piece: its places in the states of the cluster, bit `start`.
    places: [[u8; 3]; 16],
    /// Per line and piece: the places that it can get to, over-approximated.
    reachable: [[u8; 3]; 16],
    /// Per line: the cells that it covers in all configurations of its component.
    always_covered: [u8; 16],
    /// Per line, piece and direction (1 is right or down): the places from which its steps are useful.
    useful: [[[u8; 2]; 3]; 16],
    /// Useful steps to which rule 2 has not been applied yet.
    pending: [[[u8; 2]; 3]; 16],
    /// The lines with pending steps.
    pending_lines: u32,
    /// Per line: the pieces (bit `k`) and walls (bit `8 + cell`) not yet found to block a useful step.
    irrelevant: [u16; 16],
}

impl<'l, const N: usize> IrrelevanceTest<'l, N> {
    const PRIMARY: usize = (N - 1) / 2;

    /// Whether the cluster of a candidate has an irrelevant piece or wall other than the primary.
    pub fn finds_irrelevant_item(lines: &'l LineTables<N>, boxes: &BoxGraph<N>, candidate: &Placement<N>) -> bool {
        let mut test = IrrelevanceTest::<N>::new(lines, boxes, candidate);
        test.find_reachable_places(None);
        test.find_useful_steps();
        let suspects = test.irrelevant;
        // a line that always covers no cell does not restrict the others: if its piece is its only one, they reach the same places
        // without it, and the test by itself would be the same
        let alone = |line: usize| test.always_covered[line] == 0 && lines.groups()[test.groups[line] as usize].lengths.len() == 1;
        if (0..2 * N).any(|line| suspects[line] != 0 && alone(line)) {
            return true;
        }
        for line in (0..2 * N).filter(|&line| suspects[line] != 0) {
            let group = test.groups[line];
            for item in lines.items(group, test.configs[line]) {
                let bit = if item.wall { 1 << (8 + item.number) } else { 1 << item.number };
                if suspects[line] & bit != 0 {
                    test.find_reachable_places(Some((line, &item)));
                    test.find_useful_steps();
                    if test.irrelevant[line] & bit != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn new(lines: &'l LineTables<N>, boxes: &BoxGraph<N>, candidate: &Placement<N>) -> IrrelevanceTest<'l, N> {
        let mut test = IrrelevanceTest {
            lines,
            groups: [0; 16],
            configs: [0; 16],
            places: [[0; 3]; 16],
            reachable: [[0; 3]; 16],
            always_covered: [0; 16],
            useful: [[[0; 2]; 3]; 16],
            pending: [[[0; 2]; 3]; 16],
            pending_lines: 0,
            irrelevant: [0; 16],
        };
        let LineRanges { inner, outer } = &boxes.ranges;
        let (rows, columns) = if boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        for i in 0..N {
            (test.groups[i], test.configs[i]) = (candidate.row_groups[i], candidate.row_configs[i]);
            (test.groups[N + i], test.configs[N + i]) = (candidate.column_groups[i], candidate.column_configs[i]);
            test.places[i] = lines.piece_starts(candidate.row_groups[i], rows[i]);
            test.places[N + i] = lines.piece_starts(candidate.column_groups[i], columns[i]);
        }
        test
    }

    /// Finds the places that each piece can get to, on the board without an item of a line.
    fn find_reachable_places(&mut self, without: Option<(usize, &LineItem)>) {
        let (mut groups, mut configs) = (self.groups, self.configs);
        if let Some((line, item)) = without {
            (groups[line], configs[line]) = self.lines.remove_item(groups[line], configs[line], item);
        }
        self.restrict_components(&groups, &configs);
        if let Some((line, item)) = without
            && !item.wall
        {
            // the pieces after it are numbered one lower on that board; number them as in the whole line
            self.reachable[line].copy_within(item.number..2, item.number + 1);
        }
    }

    /// Restricts each line to the component of its configuration, given the cells that the crossing lines always cover, until nothing
    /// changes: in a smaller component a line may always cover more cells, which restricts the lines that cross it.
    fn restrict_components(&mut self, groups: &[GroupId; 16], configs: &[u8; 16]) {
        // the cells that the rows, and the columns, always cover: cell `i` of line `j` at bit `i * N + j`
        let mut always = [0u64; 2];
        for line in 0..2 * N {
            let all = self.lines.all_configs(groups[line]);
            self.reachable[line] = self.lines.piece_starts(groups[line], all);
            self.always_covered[line] = self.lines.common_cells(groups[line], all);
            always[line / N] |= self.lines.transposed(self.always_covered[line], line % N);
        }
        // the cells of `always` by which the crossing lines have been restricted
        let mut seen = [0u64; 2];
        while always != seen {
            let across = usize::from(always[0] == seen[0]);
            let at = (always[across] & !seen[across]).trailing_zeros() as usize / N;
            let line = (1 - across) * N + at;
            seen[across] |= always[across] & (LineTables::<N>::FULL as u64) << (N * at);
            let blocked = always[across] >> (N * at) & LineTables::<N>::FULL as u64;
            let set = self.lines.component(groups[line], configs[line] as u32, blocked);
            self.reachable[line] = self.lines.piece_starts(groups[line], set);
            self.always_covered[line] = self.lines.common_cells(groups[line], set);
            always[1 - across] |= self.lines.transposed(self.always_covered[line], at);
        }
    }

    /// Finds the useful steps, and with them what is irrelevant.
    fn find_useful_steps(&mut self) {
        self.useful = [[[0; 2]; 3]; 16];
        for line in 0..2 * N {
            let group = &self.lines.groups()[self.groups[line] as usize];
            self.irrelevant[line] = ((1u16 << group.lengths.len()) - 1) | ((group.walls as u16) << 8);
        }
        self.irrelevant[Self::PRIMARY] &= !1;
        self.add_useful(Self::PRIMARY, 0, 1, self.places[Self::PRIMARY][0]);
        while self.pending_lines != 0 {
            let line = self.pending_lines.trailing_zeros() as usize;
            self.pending_lines &= self.pending_lines - 1;
            for piece in 0..3 {
                for direction in 0..2 {
                    let places = std::mem::take(&mut self.pending[line][piece][direction]);
                    if places != 0 {
                        self.apply_rule_2(line, piece, direction, places);
                    }
                }
            }
        }
    }

    /// Makes the steps of a piece from these places useful.
    fn add_useful(&mut self, line: usize, piece: usize, direction: usize, places: u8) {
        let new = places & !self.useful[line][piece][direction];
        if new != 0 {
            self.useful[line][piece][direction] |= new;
            self.pending[line][piece][direction] |= new;
            self.pending_lines |= 1 << line;
        }
    }

    /// Applies rule 2 to all that blocks the useful steps of a piece from these places.
    fn apply_rule_2(&mut self, line: usize, piece: usize, direction: usize, places: u8) {
        let length = self.lines.groups()[self.groups[line] as usize].lengths[piece];
        let mut entered =
            if direction == 1 { (places as u32) << length } else { places as u32 >> 1 } & LineTables::<N>::FULL as u32;
        while entered != 0 {
            let cell = entered.trailing_zeros() as usize;
            entered &= entered - 1;
            let (crossing, at) = if line < N { (N + cell, line) } else { (cell, line - N) };
            self.mark_blockers(crossing, at, usize::MAX);
            self.mark_blockers(line, cell, piece);
        }
    }

    /// Everything that can cover cell `cell` of a line, except the piece `moving` (of this line) that enters it, blocks a useful step.
    fn mark_blockers(&mut self, line: usize, cell: usize, moving: usize) {
        let group = &self.lines.groups()[self.groups[line] as usize];
        self.irrelevant[line] &= !((group.walls as u16 >> cell & 1) << (8 + cell));
        for (piece, &length) in group.lengths.iter().enumerate().filter(|(piece, _)| *piece != moving) {
            let length = length as usize;
            // the places at which it covers the cell: the last `length` of those up to the cell
            let covering = (((1u32 << length) - 1) << (cell + 1) >> length) as u8;
            let blocking = self.places[line][piece] & covering;
            if blocking != 0 {
                self.irrelevant[line] &= !(1 << piece);
                let reachable = self.reachable[line][piece] as u32;
                // clear of the cell to the right, or to the left
                if reachable >> (cell + 1) != 0 {
                    self.add_useful(line, piece, 1, blocking);
                }
                if reachable & ((2u32 << cell) >> length).saturating_sub(1) != 0 {
                    self.add_useful(line, piece, 0, blocking);
                }
            }
        }
    }
}
