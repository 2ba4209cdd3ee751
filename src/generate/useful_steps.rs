//! Useful steps: steps that suffice to solve every state of a cluster in the fewest moves, and how late each is useful.
//!
//! # Definitions
//! A *step* is a piece, its place in its line, and a direction; it *enters* one cell. A piece or wall *blocks* a step in a state
//! if the moving piece stands at that place and the other covers the entered cell. The *useful* steps of a cluster and their
//! *ranks* are the smallest set, with the smallest ranks, that satisfies two rules:
//! 1. Every step of the primary to the right is useful, of rank 0.
//! 2. If a piece `q` at place `a` blocks a useful step of rank `k` that enters cell `c`, in some state of the cluster, then the
//!    steps of `q` from `a` are useful, of rank at most `k + 1`, in each direction in which `q` can get clear of `c`.
//!
//! ```text
//! . . . d d     Rule 1: the steps of A to the right are useful, of rank 0.
//! . . . . .     Rule 2: b can block A, so the steps of b up and down from there are useful, of rank 1.
//! A A . b .     Rule 2: d can block b in the top row, so the steps of d to the left from there are useful, of rank 2.
//! e . . b .     They enter columns 1 and 2. None of the useful steps enters column 0, so e never blocks one,
//! e . . . .     and no step of e is useful.
//! ```
//!
//! # Claim
//! Every state of the cluster has a shortest solution in which a move with `j` moves after it consists of useful steps of rank at
//! most `j`. For example, the last move is one of the primary to the right, and the move before it is one of the primary to the
//! right or of a piece that can block the primary.
//!
//! # Proof
//! Take a shortest solution of a state. A *follower* starts from the same state and follows the solution. For a move with `j`
//! moves after it, the follower makes only useful steps of rank at most `j`; call these the steps that are *in time*. A step that
//! is not in time for a move is not in time for any later move, since `j` falls. We show that the follower reaches a goal state
//! in as many moves.
//!
//! *Invariant.* After each move, each piece either stands at the same place in the follower as in the solution, or *lags*: the
//! first step from its place in the follower towards its place in the solution was not in time for this move. At the start all
//! pieces stand at the same places.
//!
//! *One move.* The solution moves piece `r` from `u` to `t`, with `j` moves after it; the follower's `r` stands at `a`. The other
//! pieces stay where they are; if they lagged before, by a step that was not in time for the previous move, they lag still. As to
//! `r`:
//! 1. If `a ≠ u`, and `t` lies on the same side of `a` as `u`: the follower does nothing. `r` lagged, and still lags by the same
//!    first step.
//! 2. If `a ≠ u` and `t = a`: the follower does nothing. Now `r` stands at the same place.
//! 3. If `a ≠ u`, and `t` lies on the other side of `a`: the solution's `r` passes `a`. The follower moves `r` from `a` towards
//!    `t` as far as all steps are in time. It enters only cells that the solution's `r` sweeps.
//! 4. If `a = u`: the same. It enters only cells that the solution's `r` sweeps.
//!
//! In cases 3 and 4, `r` ends at `t`, and so at the same place, or where its next step towards `t` is not in time, and so it
//! lags. It remains to be shown that nothing blocks the follower's `r` on its way. Suppose something blocks a step of it that is
//! in time, so of rank `k ≤ j`, and that enters a cell `c`. The solution's `r` sweeps `c`, so no other piece and no wall covers
//! `c` in the solution. The blocker is therefore a piece `q` that covers `c` in the follower but not in the solution. So `q` lags
//! since an earlier move: its first step towards its place in the solution was not in time for the previous move, which has `j +
//! 1` moves after it. But that place is clear of `c`, and `q` can get there. All states of the follower are in the cluster, and
//! in the present one `q` blocks a useful step of rank `k`. By rule 2 the first step of `q` towards that place is useful, of rank
//! at most `k + 1 ≤ j + 1`: a contradiction.
//!
//! *The end.* The solution's primary stands at the exit. If the follower's primary lagged, it would be by a step to the right;
//! but such steps have rank 0, and are always in time. So it stands at the exit too. The follower made at most one move for each
//! move of the solution. The solution is a shortest one, so the follower made exactly one for each, with as many moves after it.
//! ∎
//!
//! # Steps
//! The claim and its proof also hold if the length of a solution counts steps. Take a shortest solution by steps, and read each
//! of its steps as a move of one cell. The follower makes, for each of these, a part of it: the step or nothing (case 3 does not
//! occur). So it makes at most one step for each step of the solution. Hence every state has a shortest solution by steps in
//! which a step with `j` steps after it is useful, of rank at most `j`. Which steps are useful does not depend on what depth
//! counts.
//!
//! # Over-approximation
//! The proof needs only a set of useful steps that satisfies both rules, not the smallest, and no smallest ranks. So both
//! relations are over-approximated:
//! - `q` "blocks" a step of `r` that enters `c` if `r` stands at the place of the step in some state of the cluster, and `q`
//!   covers `c` in some state, perhaps another. For this we need only the configurations of each line in the cluster, not the
//!   boxes.
//! - `q` "can get" to every place at which it stands in some state of the cluster.
//!
//! If the cluster has not been explored, the [reach](super::reach::Reach) of each line stands for their configurations in the
//! cluster.
use super::parking::Parking;
use super::reach::Places;
use crate::board::Bitboard;
use crate::lines::{GroupId, LineTables, Step};

/// Useful steps, found rank by rank: first rank 0, then one more rank with each call of [`UsefulSteps::next_rank`]; or all at
/// once, without their ranks.
#[derive(Clone, Default, Debug)]
pub struct UsefulSteps {
    groups: [GroupId; 16],
    /// The places of the pieces in the states of the cluster, and the places that they can get to; both are supersets.
    places: Places,
    reachable: Places,
    steps: StepSet,
    /// Useful steps to which rule 2 has not been applied yet.
    pending: StepSet,
    /// The lines with pending steps, as bits.
    pending_lines: u32,
    /// Per line: the pieces (bit `k`) and walls (bit `8 + cell`) not known to block a useful step.
    never_block: [u16; 16],
    parking: Parking,
}

/// A set of steps. Per line, piece and direction (1 is right or down): the places from which the piece steps, bit `start`.
#[derive(Clone, Copy, Default, Debug)]
pub struct StepSet([[[u8; 2]; 3]; 16]);

impl StepSet {
    /// Whether the set has the step of a slot of a line; the pieces of the line start at `starts` before the step.
    #[inline(always)]
    pub fn contains(&self, line: usize, starts: &[u8], slot: usize) -> bool {
        self.0[line][slot / 2][slot % 2] >> starts[slot / 2] & 1 == 1
    }

    /// The cells that the steps of a line enter.
    pub fn cells_entered<const N: usize>(&self, lines: &LineTables<N>, line: usize, group: GroupId) -> u8 {
        let lengths = &lines.groups()[group as usize].lengths;
        let entered = |piece: usize| (self.0[line][piece][1] as u32) << lengths[piece] | self.0[line][piece][0] as u32 >> 1;
        (0..lengths.len()).fold(0, |cells, piece| cells | entered(piece) as u8) & LineTables::<N>::FULL
    }

    /// Whether the set has the step back, after a step of this line; the pieces start at `starts` before the step.
    #[inline(always)]
    pub fn contains_reverse(&self, line: usize, starts: &[u8], step: &Step) -> bool {
        let (piece, direction) = (step.slot as usize / 2, step.slot as usize % 2);
        let after = starts[piece] + 2 * direction as u8 - 1;
        self.0[line][piece][1 - direction] >> after & 1 == 1
    }
}

impl UsefulSteps {
    /// The useful steps of rank 0. In the states of the cluster the pieces stand at `places`, and they can get to the places
    /// `reachable`.
    pub fn new<const N: usize>(
        lines: &LineTables<N>,
        groups: &[GroupId; 16],
        places: &Places,
        reachable: &Places,
    ) -> UsefulSteps {
        let mut useful = UsefulSteps { groups: *groups, places: *places, reachable: *reachable, ..UsefulSteps::default() };
        for line in 0..2 * N {
            let group = &lines.groups()[groups[line] as usize];
            useful.never_block[line] = ((1u16 << group.lengths.len()) - 1) | ((group.walls as u16) << 8);
        }
        let primary = lines.primary_row();
        useful.never_block[primary] &= !1;
        useful.add(primary, 0, 1, places[primary][0]);
        useful
    }

    /// The useful steps found so far.
    pub fn steps(&self) -> &StepSet {
        &self.steps
    }

    /// The lines that gained steps with the last rank, as bits; none once all useful steps are found.
    pub fn changed_lines(&self) -> u32 {
        self.pending_lines
    }

    /// Per line: the pieces (bit `k`) and walls (bit `8 + cell`) that block none of the steps to which rule 2 has been applied,
    /// which are the steps of all ranks except the latest.
    pub fn never_block(&self) -> &[u16; 16] {
        &self.never_block
    }

    /// Adds the useful steps of the next rank.
    pub fn next_rank<const N: usize>(&mut self, lines: &LineTables<N>) {
        let (pending, pending_lines) = (std::mem::take(&mut self.pending), std::mem::take(&mut self.pending_lines));
        for line in Bitboard::from(pending_lines) {
            self.apply_to_line(lines, line, &pending.0[line]);
        }
    }

    /// Finds all useful steps, from those of rank 0; returns, per line, the pieces (bit `k`) and walls (bit `8 + cell`) that
    /// block none of them. Rule 2 leaves out the pieces that [park](super::parking).
    pub fn find_all<const N: usize>(&mut self, lines: &LineTables<N>, parking: &Parking) -> [u16; 16] {
        self.parking = parking.clone();
        while self.pending_lines != 0 {
            let line = self.pending_lines.trailing_zeros() as usize;
            self.pending_lines &= self.pending_lines - 1;
            let pending = std::mem::take(&mut self.pending.0[line]);
            self.apply_to_line(lines, line, &pending);
        }
        self.never_block
    }

    /// Applies rule 2 to useful steps of a line, given by piece and direction.
    #[inline(always)]
    fn apply_to_line<const N: usize>(&mut self, lines: &LineTables<N>, line: usize, pending: &[[u8; 2]; 3]) {
        for piece in 0..3 {
            for direction in 0..2 {
                let places = pending[piece][direction];
                if places != 0 {
                    self.apply_rule_2(lines, line, piece, direction, places);
                }
            }
        }
    }

    /// Makes the steps of a piece from these places useful.
    fn add(&mut self, line: usize, piece: usize, direction: usize, places: u8) {
        let useful = &mut self.steps.0[line][piece][direction];
        let new = places & !*useful;
        if new != 0 {
            *useful |= new;
            self.pending.0[line][piece][direction] |= new;
            self.pending_lines |= 1 << line;
        }
    }

    /// Applies rule 2 to all that blocks the useful steps of a piece from these places.
    fn apply_rule_2<const N: usize>(&mut self, lines: &LineTables<N>, line: usize, piece: usize, direction: usize, places: u8) {
        let length = lines.groups()[self.groups[line] as usize].lengths[piece];
        let entered = if direction == 1 { (places as u32) << length } else { places as u32 >> 1 } & LineTables::<N>::FULL as u32;
        for cell in Bitboard::from(entered) {
            let (crossing, at) = if line < N { (N + cell, line) } else { (cell, line - N) };
            self.mark_blockers(lines, crossing, at, usize::MAX);
            self.mark_blockers(lines, line, cell, piece);
        }
    }

    /// Everything that can cover cell `cell` of a line, except the piece `moving` (of this line) that enters it, blocks a useful
    /// step.
    fn mark_blockers<const N: usize>(&mut self, lines: &LineTables<N>, line: usize, cell: usize, moving: usize) {
        let group = &lines.groups()[self.groups[line] as usize];
        self.never_block[line] &= !((group.walls as u16 >> cell & 1) << (8 + cell));
        for (piece, &length) in group.lengths.iter().enumerate().filter(|(piece, _)| *piece != moving) {
            let length = length as usize;
            let blocking = self.places[line][piece] & places_that_cover(cell, length);
            if blocking != 0 {
                self.never_block[line] &= !(1 << piece);
                if !self.parking.parks(line, piece) {
                    self.free(line, piece, length, cell);
                } else if let Some(cells) = self.parking.block((line, piece, length), self.places[line][piece], blocking, cell) {
                    for cell in cells {
                        self.free(line, piece, length, cell);
                    }
                }
            }
        }
    }

    /// Makes those steps of a piece useful that begin to free a cell of its line.
    #[inline(always)]
    fn free(&mut self, line: usize, piece: usize, length: usize, cell: usize) {
        let blocking = self.places[line][piece] & places_that_cover(cell, length);
        let reachable = self.reachable[line][piece] as u32;
        // clear of the cell to the right, or to the left
        if reachable >> (cell + 1) != 0 {
            self.add(line, piece, 1, blocking);
        }
        if reachable & ((2u32 << cell) >> length).saturating_sub(1) != 0 {
            self.add(line, piece, 0, blocking);
        }
    }
}

/// The places at which a piece covers a cell of its line: the last `length` places up to the cell.
#[inline(always)]
fn places_that_cover(cell: usize, length: usize) -> u8 {
    (((1u32 << length) - 1) << (cell + 1) >> length) as u8
}
