//! The kinds of random changes of a board, and how likely each is.
use crate::random::Random;

/// A kind of change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// A piece on free cells.
    Add,
    /// Any piece except the primary disappears.
    Remove,
    /// A piece moves to free cells anywhere, and may turn.
    Move,
    /// A piece moves to the next line on one side.
    Shift,
    /// A car becomes a truck.
    Lengthen,
    /// A truck becomes a car.
    Shorten,
    /// A wall on a free cell.
    AddWall,
    /// A wall disappears.
    RemoveWall,
    /// A wall moves to a free cell anywhere.
    MoveWall,
}

use Change::{Add, AddWall, Lengthen, Move, MoveWall, Remove, RemoveWall, Shift, Shorten};

/// Every kind, in the order of the weights.
const KINDS: [Change; 9] = [Add, Remove, Move, Shift, Lengthen, Shorten, AddWall, RemoveWall, MoveWall];

/// How likely each of [`KINDS`] is, in proportion to the others. Changes of walls occur only if the hunt allows walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChangeWeights(pub(super) [u32; KINDS.len()]);

impl ChangeWeights {
    /// Mostly changes that make the cluster smaller: they lead to harder boards most often, and at the least cost.
    pub(super) const USUAL: ChangeWeights = ChangeWeights([8, 1, 4, 2, 3, 1, 1, 1, 2]);

    /// Draws a kind of change; `with_walls` says whether it may be one of walls. `None` if all have weight 0.
    pub(super) fn draw(&self, with_walls: bool, random: &mut Random) -> Option<Change> {
        let is_of_pieces = |change: Change| !matches!(change, AddWall | RemoveWall | MoveWall);
        let weighted = || {
            let kinds = KINDS.into_iter().zip(self.0);
            kinds.filter(|&(change, _)| with_walls || is_of_pieces(change)).map(|(change, weight)| (change, u64::from(weight)))
        };
        let sum = weighted().map(|(_, weight)| weight).sum();
        if sum == 0 {
            return None;
        }
        let mut rest = random.below(sum);
        for (change, weight) in weighted() {
            if rest < weight {
                return Some(change);
            }
            rest -= weight;
        }
        unreachable!("the draw is below the sum of the weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_drawn_by_their_weights() {
        let weights = ChangeWeights([3, 0, 0, 0, 0, 0, 0, 0, 1]);
        let mut random = Random::new(1);
        let mut share = |with_walls: bool| {
            let drawn: Vec<Change> = (0..4000).map(|_| weights.draw(with_walls, &mut random).expect("a kind")).collect();
            assert!(drawn.iter().all(|&change| change == Add || change == MoveWall));
            drawn.iter().filter(|&&change| change == Add).count() as f64 / 4000.0
        };
        assert_eq!(share(false), 1.0);
        assert!((share(true) - 0.75).abs() < 0.03);
    }
}
