//! Pieces that park: they can always get out of the way at once, and need not move again.
//!
//! This makes fewer steps useful, so the [irrelevance test](super::irrelevance) rejects more clusters. It holds for depths that
//! count moves.
//!
//! # Definition
//! Take a set of [useful steps](super::useful_steps). A piece other than the primary *parks* if from each place at which it
//! blocks a useful step, in some state of the cluster, it can slide to a place at which it blocks none, and no other piece and no
//! wall covers any cell of the way in any state of the cluster. *Rule 2 does not apply to pieces that park.*
//!
//! ```text
//! . . . c c .     b blocks A. Nothing else ever comes to the cells below b, so b can always slide down, and blocks nothing
//! . . . . . .     there: b parks. Without parking, the steps of b up would be useful too. c can block them in the top row,
//! A A . . b .     so c would not be irrelevant.
//! . . . . b .
//! . . . . . .
//! . . . . . .
//! ```
//!
//! # Claim
//! An irrelevant piece or wall, by these rules, does not matter in the unsolved state.
//!
//! # Proof
//! The proof in [irrelevance](super::irrelevance) holds with one addition. When the solution moves a piece `q` that parks, for
//! the first time, the follower's `q` *comes to rest*: it slides to a place at which it blocks no useful step, or does nothing if
//! it stands at one. Later moves of `q` are left out. The slide is one move, as the solution's is, and nothing is ever in its
//! way, since all states of the follower are in the cluster.
//!
//! So `q` stands at the same place as in the solution, until it rests. At rest it blocks no useful step. Before, it blocks none
//! that the follower wants to make: the cell that such a step enters is free in the solution, where `q` stands at the same place.
//! The other pieces are followed as before. ∎
//!
//! If depths count steps, the slide may be longer than the solution's move, and the claim is wrong.
//!
//! # The smallest set
//! The more steps are useful, the more places block one, and the fewer pieces park. So all pieces park at first. When a step
//! becomes useful, the pieces that it keeps from parking stop doing so, and rule 2 is applied to all that they block.
use super::reach::Places;
use crate::board::Bitboard;
use crate::lines::{GroupId, LineTables};

/// Which pieces park, as far as the useful steps are known. By default none does.
#[derive(Clone, Default, Debug)]
pub struct Parking {
    /// Per line: the pieces that park, as bits.
    pieces: [u8; 16],
    /// Per line and piece: the cells that nothing else covers in any state of the cluster.
    free: Places,
    /// Per line and piece that parks: the places at which it blocks a useful step, and the cells that these steps enter.
    blocking: Places,
    entered: Places,
}

impl Parking {
    /// The pieces that may park, if they stand at `places` in the states of the cluster.
    pub fn new<const N: usize>(lines: &LineTables<N>, groups: &[GroupId; 16], places: &Places) -> Parking {
        let mut parking = Parking::default();
        // per line and piece: the cells that it ever covers; then those of all rows, and all columns, as the lines across see
        // them
        let mut covered: Places = [[0; 3]; 16];
        let mut across = [0u64; 2];
        for line in 0..2 * N {
            let group = &lines.groups()[groups[line] as usize];
            for (piece, &length) in group.lengths.iter().enumerate() {
                covered[line][piece] = (0..length).fold(0, |cells, k| cells | places[line][piece] << k);
            }
            let [a, b, c] = covered[line];
            across[line / N] |= lines.transposed(a | b | c | group.walls, line % N);
        }
        for line in 0..2 * N {
            let group = &lines.groups()[groups[line] as usize];
            let crossing = (across[1 - line / N] >> (N * (line % N)) & LineTables::<N>::FULL as u64) as u8;
            let [a, b, c] = covered[line];
            let by_others = [b | c, a | c, a | b];
            for piece in 0..group.lengths.len() {
                let free = covered[line][piece] & !(crossing | by_others[piece] | group.walls);
                let is_primary = line == lines.primary_row() && piece == 0;
                if free != 0 && !is_primary {
                    parking.pieces[line] |= 1 << piece;
                    parking.free[line][piece] = free;
                }
            }
        }
        parking
    }

    /// Whether a piece parks.
    #[inline(always)]
    pub fn parks(&self, line: usize, piece: usize) -> bool {
        self.pieces[line] >> piece & 1 == 1
    }

    /// Notes that a useful step enters `cell`, and that a piece which parks blocks it at the places `blocking`, of all its
    /// `places`. If it does not park any more, returns the cells that all useful steps enter which it blocks.
    pub fn block(
        &mut self,
        (line, piece, length): (usize, usize, usize),
        places: u8,
        blocking: u8,
        cell: usize,
    ) -> Option<Bitboard> {
        self.blocking[line][piece] |= blocking;
        self.entered[line][piece] |= 1 << cell;
        let rest = places & !self.blocking[line][piece];
        let free = self.free[line][piece];
        if Bitboard::from(self.blocking[line][piece]).into_iter().all(|place| can_slide(place, length, rest.into(), free.into()))
        {
            return None;
        }
        self.pieces[line] &= !(1 << piece);
        Some(Bitboard::from(self.entered[line][piece]))
    }
}

/// Whether a piece can slide from a place to one of the places `rest`, over `free` cells.
fn can_slide(place: usize, length: usize, rest: u32, free: u32) -> bool {
    let mut to = place;
    while free >> (to + length) & 1 == 1 {
        to += 1;
        if rest >> to & 1 == 1 {
            return true;
        }
    }
    to = place;
    while to > 0 && free >> (to - 1) & 1 == 1 {
        to -= 1;
        if rest >> to & 1 == 1 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_slide_over_free_cells_alone() {
        // a car that covers cells 2 and 3: free cells to the right, to the left, and up to the edges of 8×8
        for (rest, free, expected) in [
            (0b1000, 0b0001_0000, true),
            (0b1_0000, 0b0001_0000, false),
            (0b100_0000, 0b1111_0000, true),
            (0b100_0000, 0b1110_0000, false),
            (0b1, 0b11, true),
            (0b1, 0b1, false),
            (0, 0b1111_1111, false),
            (0b100, 0b1111_1111, false),
        ] {
            assert_eq!(can_slide(2, 2, rest, free), expected, "{rest:b} {free:b}");
        }
        // cell 0 does not follow cell 7
        assert!(!can_slide(6, 2, 0b1000_0000, 0b1));
        assert!(can_slide(6, 2, 0b1, 0b0011_1111));
    }
}
