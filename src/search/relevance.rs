//! Clusters in which some piece can't matter give no row, and that shows before any depth is known.
//!
//! # Useful steps
//! A *step* is a piece, a place in its line, and a direction. Call steps *useful* as little as these two rules allow:
//! 1. every step of the primary to the right is useful;
//! 2. if a piece `q` at place `a` stops a useful step of another piece, on cell `c`, then `q`'s steps from `a` are useful, in
//!    each direction in which the line is long enough for `q` to leave `c`.
//!
//! A piece or wall is *irrelevant* if it never stops a useful step in any state of the cluster. An *idle* piece, one that never
//! stops anything, is a special case; so is a set of pieces that only ever stop one another.
//!
//! # Claim
//! If `p` is irrelevant, every state `s` of the cluster has the same depth with `p` and without.
//!
//! *Proof.* Without `p` nothing gets deeper. Take a shortest solution of `s` without `p`, and let a *shadow* follow it on the
//! board with `p`, which never moves. The shadow keeps this up: each piece stands where it stands in the solution, or *lags*:
//! it would have to go one way along its line to get there, and its first step on that way is not useful. When the solution
//! moves `r` to a cell `t`:
//! - if `r` lags and `t` lies on its way or beyond, the shadow's `r` stays: it still lags, by the same first step;
//! - if `t` is where the shadow's `r` stands, or on the other side of it, the shadow sweeps no cell that the solution does not;
//! - else they stand together and set off alike.
//!
//! The shadow's `r` goes as far towards `t` as it can. What may stop it is `p`, or a lagging piece `q` on a cell `c` that is
//! free in the solution. If the step that is stopped is not useful, `r` lags by rule. If it were useful: `p` stops no useful
//! step; and `q` would be stopping a useful step on `c`, so by rule 2 its step towards its place in the solution (clear of `c`)
//! would be useful, and it would not lag. All along the shadow's states are states of the cluster. At the end the solution's
//! primary is at the exit; the shadow's can't lag, because that would be by a step to the right. So the shadow solves `s` in as
//! many moves or fewer. ∎
//!
//! Only more can be useful if "stops" is taken more widely than it is, so the proof holds, too, for what is computed here: `q`
//! is taken to stop `r` if somewhere in the cluster `r` stands beside `c` and, perhaps elsewhere, `q` on `c`. That needs no look
//! at any box, only the configurations that each line takes in the cluster.
//!
//! # Figures
//! 6×6 without walls, every 20,000th candidate from 7: of the clusters that are solvable and have no idle piece (544 clusters,
//! 807,115 states), the wide test dismisses 274 clusters with 26 % of the states; with stops taken box by box it would be 277
//! and 28 %; asking again for each place at which the tested piece may stand still, 309 and 33 %, at many times the cost.
use super::boxes::{Boxes, Ranges};
use super::lines::{Group, Lines};

/// Finds irrelevant pieces. Lines are numbered rows first, then columns.
pub struct Relevance<'l, const N: usize> {
    groups: [&'l Group; 16],
    /// Per line and piece: the places it takes in the cluster, bit `start`.
    places: [[u8; 3]; 16],
    /// Per line, piece and direction (1 is right or down): the places from which a step is useful.
    useful: [[[u8; 2]; 3]; 16],
    /// Useful steps whose stops are still to be looked at.
    fresh: [[[u8; 2]; 3]; 16],
    /// Lines with fresh steps.
    waiting: u32,
    /// Per line: pieces (bit `k`) and walls (bit `8 + cell`) not yet seen to stop a useful step.
    irrelevant: [u16; 16],
}

impl<'l, const N: usize> Relevance<'l, N> {
    /// Whether the cluster has an irrelevant piece or wall besides the primary.
    pub fn lacks(lines: &'l Lines<N>, boxes: &Boxes<N>) -> bool {
        let mut found = Relevance::<N>::new(lines, boxes);
        let primary = (N - 1) / 2;
        found.irrelevant[primary] &= !1;
        found.add(primary, 0, 1, found.places[primary][0]);
        while found.waiting != 0 {
            let line = found.waiting.trailing_zeros() as usize;
            found.waiting &= found.waiting - 1;
            for piece in 0..found.groups[line].lengths.len() {
                for direction in 0..2 {
                    let places = std::mem::take(&mut found.fresh[line][piece][direction]);
                    found.follow(line, piece, direction, places);
                }
            }
        }
        found.irrelevant[..2 * N].iter().any(|&left| left != 0)
    }

    fn new(lines: &'l Lines<N>, boxes: &Boxes<N>) -> Relevance<'l, N> {
        let empty = &lines.groups()[0];
        let mut found = Relevance {
            groups: [empty; 16],
            places: [[0; 3]; 16],
            useful: [[[0; 2]; 3]; 16],
            fresh: [[[0; 2]; 3]; 16],
            waiting: 0,
            irrelevant: [0; 16],
        };
        let Ranges { inner, outer } = &boxes.ranges;
        let (rows, columns) = if boxes.rows_inside { (0, N) } else { (N, 0) };
        for (from, groups, ranges) in [(rows, &boxes.inner, inner), (columns, &boxes.outer, outer)] {
            for i in 0..N {
                let group = &lines.groups()[groups[i] as usize];
                found.groups[from + i] = group;
                found.irrelevant[from + i] = ((1u16 << group.lengths.len()) - 1) | ((group.walls as u16) << 8);
                found.places[from + i] = lines.places(groups[i], ranges[i]);
            }
        }
        found
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
        let length = self.groups[line].lengths[piece];
        let mut wanted = if direction == 1 { (places as u32) << length } else { places as u32 >> 1 } & Lines::<N>::FULL as u32;
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
        let group = self.groups[line];
        self.irrelevant[line] &= !((group.walls as u16 >> cell & 1) << (8 + cell));
        for (piece, &length) in group.lengths.iter().enumerate().filter(|(piece, _)| *piece != stopped) {
            let length = length as usize;
            // the places from which it covers the cell: length of them, up to the cell
            let covering = (((1u32 << length) - 1) << (cell + 1) >> length) as u8;
            let here = self.places[line][piece] & covering;
            if here != 0 {
                self.irrelevant[line] &= !(1 << piece);
                if cell + 1 + length <= N {
                    self.add(line, piece, 1, here);
                }
                if cell >= length {
                    self.add(line, piece, 0, here);
                }
            }
        }
    }
}
