//! Clusters in which some piece can't matter give no row, and that shows before any depth is known.
//!
//! # Useful steps
//! A *step* is a piece, a place in its line, and a direction. Fix a piece or wall `p`, and call steps *useful* as little as these
//! two rules allow:
//! 1. every step of the primary to the right is useful;
//! 2. if a piece `q` at place `a` stops a useful step of another piece, on cell `c`, then `q`'s steps from `a` are useful, in
//!    each direction in which `q` might get clear of `c` on the board without `p`.
//!
//! `p` is *irrelevant* if it never stops a useful step in any state of the cluster. An *idle* piece, one that never stops
//! anything, is a special case; so is a set of pieces that only ever stop one another.
//!
//! # Claim
//! If `p` is irrelevant, every state `s` of the cluster has the same depth with `p` and without.
//!
//! *Proof.* Without `p` nothing gets deeper. Take a shortest solution of `s` without `p`, and let a *shadow* follow it on the
//! board with `p`, which never moves. The shadow keeps this up: each piece stands where it stands in the solution, or *lags*:
//! it would have to go one way along its line to get there, and its first step on that way is not useful. When the solution
//! moves `r` to a place `t`:
//! - if `r` lags and `t` lies on its way, or beyond, the shadow's `r` stays: it still lags, by the same first step;
//! - if `t` is where the shadow's `r` stands, or on the other side of it, the shadow sweeps no cell that the solution does not;
//! - else they stand together and set off alike.
//!
//! The shadow's `r` goes as far towards `t` as it can. What may stop it is `p`, or a lagging piece `q` on a cell `c` that is
//! free in the solution. If the step that is stopped is not useful, `r` lags by rule. If it were useful: `p` stops no useful
//! step; and `q` would be stopping a useful step on `c`, so by rule 2 its step towards its place in the solution, which is clear
//! of `c` and on the board without `p`, would be useful, and it would not lag. All along the shadow's states are states of the
//! cluster. At the end the solution's primary is at the exit; the shadow's can't lag, because that would be by a step to the
//! right. So the shadow solves `s` in as many moves or fewer. ∎
//!
//! More useful steps do not hurt the proof, so both notions are taken more widely than they are, to be cheap:
//! - `q` "stops" `r` on `c` if somewhere in the cluster `r` stands beside `c` and, perhaps elsewhere, `q` on `c`. That needs no
//!   look at any box, only the configurations that each line takes in the cluster.
//! - `q` "might get" wherever its line's component holds it, if the crossing lines take only the cells that they take in all
//!   their configurations; this is repeated with the components until nothing changes. The line of `p` is that
//!   without `p`. With `p` left in, all pieces are tried at once; what then looks irrelevant is tried again on its own.
//!
//! # Figures
//! 6×6 without walls, every 1,000th candidate from 7 (shard 7/1000): of 32,960 solvable clusters with 21.1 million states, 29,157
//! with 9.2 million states are dismissed here, in 0.5 µs each; 455 give a row. Idle pieces alone would dismiss 65 % of the
//! clusters, but 8 % of the states.
//!
//! Tried and left, on every 20,000th candidate, with rule 2 knowing only the edge of the board; shares are of the 807,115 states
//! in clusters without idle pieces, of which that rule dismisses 26 %: stops taken box by box, 28 %; box by box and again for
//! each place at which the tested piece may stand still, 33 %, at many times the cost of all that is saved; for each such place
//! without looking at boxes, no cluster in a thousand more.
use super::box_graph::{BoxGraph, LineRanges};
use crate::enumerate::{GroupId, LineItem, LineTables, Placement};

/// Finds irrelevant pieces. Lines are numbered rows first, then columns.
pub struct IrrelevanceTest<'l, const N: usize> {
    lines: &'l LineTables<N>,
    groups: [GroupId; 16],
    /// A configuration of each line that goes with those of the others.
    configs: [u8; 16],
    /// Per line and piece: the places it takes in the cluster, bit `start`.
    places: [[u8; 3]; 16],
    /// Per line and piece: the places it might get to.
    room: [[u8; 3]; 16],
    /// Per line: the cells that it takes always, whatever the others do.
    taken: [u8; 16],
    /// Per line, piece and direction (1 is right or down): the places from which a step is useful.
    useful: [[[u8; 2]; 3]; 16],
    /// Useful steps whose stops are still to be looked at.
    fresh: [[[u8; 2]; 3]; 16],
    /// Lines with fresh steps.
    waiting: u32,
    /// Per line: pieces (bit `k`) and walls (bit `8 + cell`) not yet seen to stop a useful step.
    irrelevant: [u16; 16],
}

impl<'l, const N: usize> IrrelevanceTest<'l, N> {
    const PRIMARY: usize = (N - 1) / 2;

    /// Whether the cluster of a candidate has an irrelevant piece or wall besides the primary.
    pub fn lacks(lines: &'l LineTables<N>, boxes: &BoxGraph<N>, candidate: &Placement<N>) -> bool {
        let mut found = IrrelevanceTest::<N>::new(lines, boxes, candidate);
        found.give_room(None);
        found.run();
        let suspects = found.irrelevant;
        // a line that takes no cell always confines no other: all have the same room without its piece, if that is the only one
        let alone = |line: usize| found.taken[line] == 0 && lines.groups()[found.groups[line] as usize].lengths.len() == 1;
        if (0..2 * N).any(|line| suspects[line] != 0 && alone(line)) {
            return true;
        }
        for line in (0..2 * N).filter(|&line| suspects[line] != 0) {
            let group = found.groups[line];
            for item in lines.items(group, found.configs[line]) {
                let bit = if item.wall { 1 << (8 + item.number) } else { 1 << item.number };
                if suspects[line] & bit != 0 {
                    found.give_room(Some((line, &item)));
                    found.run();
                    if found.irrelevant[line] & bit != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn new(lines: &'l LineTables<N>, boxes: &BoxGraph<N>, candidate: &Placement<N>) -> IrrelevanceTest<'l, N> {
        let mut found = IrrelevanceTest {
            lines,
            groups: [0; 16],
            configs: [0; 16],
            places: [[0; 3]; 16],
            room: [[0; 3]; 16],
            taken: [0; 16],
            useful: [[[0; 2]; 3]; 16],
            fresh: [[[0; 2]; 3]; 16],
            waiting: 0,
            irrelevant: [0; 16],
        };
        let LineRanges { inner, outer } = &boxes.ranges;
        let (rows, columns) = if boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        for i in 0..N {
            (found.groups[i], found.configs[i]) = (candidate.row_groups[i], candidate.row_configs[i]);
            (found.groups[N + i], found.configs[N + i]) = (candidate.column_groups[i], candidate.column_configs[i]);
            found.places[i] = lines.piece_starts(candidate.row_groups[i], rows[i]);
            found.places[N + i] = lines.piece_starts(candidate.column_groups[i], columns[i]);
        }
        found
    }

    /// Finds where each piece might get, on the board without an item of a line.
    fn give_room(&mut self, without: Option<(usize, &LineItem)>) {
        let (mut groups, mut configs) = (self.groups, self.configs);
        if let Some((line, item)) = without {
            (groups[line], configs[line]) = self.lines.remove_item(groups[line], configs[line], item);
        }
        self.confine(&groups, &configs);
        if let Some((line, item)) = without
            && !item.wall
        {
            // the pieces behind it have moved up by one in their line
            self.room[line].copy_within(item.number..2, item.number + 1);
        }
    }

    /// Takes away the room that no piece gets to, whatever the others do.
    ///
    /// A cell that a line takes in all its configurations is never free for the line that crosses there, which confines that
    /// one to a component, in which it may take more cells always, and so on.
    fn confine(&mut self, groups: &[GroupId; 16], configs: &[u8; 16]) {
        // of the rows, and of the columns: what they take always, a cell of the line across at bit `cell * N + line`
        let mut always = [0u64; 2];
        for line in 0..2 * N {
            let all = self.lines.all_configs(groups[line]);
            self.room[line] = self.lines.piece_starts(groups[line], all);
            self.taken[line] = self.lines.common_cells(groups[line], all);
            always[line / N] |= self.lines.transposed(self.taken[line], line % N);
        }
        // lines to look at (again): those that have cells taken, by which the lines across have not been confined yet
        let mut seen = [0u64; 2];
        while always != seen {
            let across = usize::from(always[0] == seen[0]);
            let at = (always[across] & !seen[across]).trailing_zeros() as usize / N;
            let line = (1 - across) * N + at;
            seen[across] |= always[across] & (LineTables::<N>::FULL as u64) << (N * at);
            let blocked = always[across] >> (N * at) & LineTables::<N>::FULL as u64;
            let set = self.lines.component(groups[line], configs[line] as u32, blocked);
            self.room[line] = self.lines.piece_starts(groups[line], set);
            self.taken[line] = self.lines.common_cells(groups[line], set);
            always[1 - across] |= self.lines.transposed(self.taken[line], at);
        }
    }

    /// Finds the useful steps, and so what is irrelevant.
    fn run(&mut self) {
        self.useful = [[[0; 2]; 3]; 16];
        for line in 0..2 * N {
            let group = &self.lines.groups()[self.groups[line] as usize];
            self.irrelevant[line] = ((1u16 << group.lengths.len()) - 1) | ((group.walls as u16) << 8);
        }
        self.irrelevant[Self::PRIMARY] &= !1;
        self.add(Self::PRIMARY, 0, 1, self.places[Self::PRIMARY][0]);
        while self.waiting != 0 {
            let line = self.waiting.trailing_zeros() as usize;
            self.waiting &= self.waiting - 1;
            for piece in 0..3 {
                for direction in 0..2 {
                    let places = std::mem::take(&mut self.fresh[line][piece][direction]);
                    if places != 0 {
                        self.follow(line, piece, direction, places);
                    }
                }
            }
        }
    }

    /// Notes that steps of a piece are useful from these places.
    fn add(&mut self, line: usize, piece: usize, direction: usize, places: u8) {
        let new = places & !self.useful[line][piece][direction];
        if new != 0 {
            self.useful[line][piece][direction] |= new;
            self.fresh[line][piece][direction] |= new;
            self.waiting |= 1 << line;
        }
    }

    /// Rule 2 for what stops the steps of a piece from these places.
    fn follow(&mut self, line: usize, piece: usize, direction: usize, places: u8) {
        let length = self.lines.groups()[self.groups[line] as usize].lengths[piece];
        let mut wanted =
            if direction == 1 { (places as u32) << length } else { places as u32 >> 1 } & LineTables::<N>::FULL as u32;
        while wanted != 0 {
            let cell = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let (crossing, at) = if line < N { (N + cell, line) } else { (cell, line - N) };
            self.stop(crossing, at, usize::MAX);
            self.stop(line, cell, piece);
        }
    }

    /// Everything of a line that may stand on its cell `cell`, but for the piece that wants to go there, stops a useful step.
    fn stop(&mut self, line: usize, cell: usize, stopped: usize) {
        let group = &self.lines.groups()[self.groups[line] as usize];
        self.irrelevant[line] &= !((group.walls as u16 >> cell & 1) << (8 + cell));
        for (piece, &length) in group.lengths.iter().enumerate().filter(|(piece, _)| *piece != stopped) {
            let length = length as usize;
            // the places from which it covers the cell: length of them, up to the cell
            let covering = (((1u32 << length) - 1) << (cell + 1) >> length) as u8;
            let here = self.places[line][piece] & covering;
            if here != 0 {
                self.irrelevant[line] &= !(1 << piece);
                let room = self.room[line][piece] as u32;
                if room >> (cell + 1) != 0 {
                    self.add(line, piece, 1, here);
                }
                if room & ((2u32 << cell) >> length).saturating_sub(1) != 0 {
                    self.add(line, piece, 0, here);
                }
            }
        }
    }
}
