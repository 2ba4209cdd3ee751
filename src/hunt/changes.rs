//! The kinds of random changes of a board, and how likely each is.
use std::fmt;
use std::str::FromStr;

use crate::random::Random;

/// A kind of change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// A piece on free cells.
    Add,
    /// Any piece but the primary disappears.
    Remove,
    /// A piece goes to free cells anywhere, and may turn.
    Move,
    /// A piece goes to the next line on one side.
    Shift,
    /// A car becomes a truck.
    Lengthen,
    /// A truck becomes a car.
    Shorten,
    /// A wall on a free cell.
    AddWall,
    /// A wall disappears.
    RemoveWall,
    /// A wall goes to a free cell anywhere.
    MoveWall,
}

use Change::{Add, AddWall, Lengthen, Move, MoveWall, Remove, RemoveWall, Shift, Shorten};

/// Every kind with its name in text.
const NAMES: [(Change, &str); 9] = [
    (Add, "add"),
    (Remove, "remove"),
    (Move, "move"),
    (Shift, "shift"),
    (Lengthen, "lengthen"),
    (Shorten, "shorten"),
    (AddWall, "add-wall"),
    (RemoveWall, "remove-wall"),
    (MoveWall, "move-wall"),
];

/// How likely each kind of change is, in proportion to the others. As text: `add=8,remove=1`, where kinds that are not named keep their default.
///
/// The kinds are `add`, `remove`, `move`, `shift` (to the next line), `lengthen` and `shorten` of pieces, and `add-wall`, `remove-wall` and
/// `move-wall`, which occur only if the hunt allows walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeWeights([u32; NAMES.len()]);

impl Default for ChangeWeights {
    /// Mostly changes that make the cluster smaller: they lead to harder boards most often, and at the least cost.
    fn default() -> ChangeWeights {
        ChangeWeights([8, 1, 4, 2, 3, 1, 1, 1, 2])
    }
}

impl ChangeWeights {
    /// Draws a kind of change; `with_walls` says whether it may be one of walls. `None` if all have weight 0.
    pub(super) fn draw(&self, with_walls: bool, random: &mut Random) -> Option<Change> {
        let is_of_pieces = |change: Change| !matches!(change, AddWall | RemoveWall | MoveWall);
        let weighted = || {
            let kinds = NAMES.iter().map(|&(change, _)| change).zip(self.0);
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

impl fmt::Display for ChangeWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ((_, name), weight)) in NAMES.iter().zip(self.0).enumerate() {
            write!(f, "{}{name}={weight}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// Why a text is no [`ChangeWeights`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChangeWeightsError {
    /// A part is not a kind and a number.
    #[error("{0:?} is not KIND=WEIGHT with a whole number from 0 to 1000, such as add=8")]
    Part(String),
    /// There is no such kind.
    #[error("there is no kind of change {0:?}; the kinds are {names}", names = NAMES.map(|(_, name)| name).join(", "))]
    Kind(String),
    /// No piece would ever change.
    #[error("all changes of pieces have weight 0, so no board would change")]
    NoChange,
}

impl FromStr for ChangeWeights {
    type Err = ChangeWeightsError;

    fn from_str(text: &str) -> Result<ChangeWeights, ChangeWeightsError> {
        let mut weights = ChangeWeights::default();
        for part in text.split(',') {
            let error = || ChangeWeightsError::Part(part.to_owned());
            let (name, weight) = part.split_once('=').ok_or_else(error)?;
            let index = NAMES.iter().position(|&(_, known)| known == name.trim());
            let index = index.ok_or_else(|| ChangeWeightsError::Kind(name.trim().to_owned()))?;
            weights.0[index] = weight.trim().parse().ok().filter(|&weight| weight <= 1000).ok_or_else(error)?;
        }
        // some board must be able to change whatever its pieces and walls are
        if [Add, Remove, Move, Shift].iter().all(|&change| weights.0[change as usize] == 0) {
            return Err(ChangeWeightsError::NoChange);
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_drawn_by_their_weights() {
        let weights: ChangeWeights =
            "add=3,remove=0,move=0,shift=0,lengthen=0,shorten=0,add-wall=0,remove-wall=0,move-wall=1".parse().expect("weights");
        let mut random = Random::new(1);
        let mut share = |with_walls: bool| {
            let drawn: Vec<Change> = (0..4000).map(|_| weights.draw(with_walls, &mut random).expect("a kind")).collect();
            assert!(drawn.iter().all(|&change| change == Add || change == MoveWall));
            drawn.iter().filter(|&&change| change == Add).count() as f64 / 4000.0
        };
        assert_eq!(share(false), 1.0);
        assert!((share(true) - 0.75).abs() < 0.03);
    }

    #[test]
    fn weights_are_read_and_written() {
        let weights: ChangeWeights = "remove=5, move-wall=7".parse().expect("weights");
        assert_eq!(
            weights.to_string(),
            "add=8,remove=5,move=4,shift=2,lengthen=3,shorten=1,add-wall=1,remove-wall=1,move-wall=7"
        );
        assert_eq!(weights.to_string().parse(), Ok(weights));
        for (text, words) in [
            ("add", "is not KIND=WEIGHT"),
            ("add=-1", "is not KIND=WEIGHT"),
            ("add=1001", "is not KIND=WEIGHT"),
            ("turn=3", "the kinds are add, remove"),
            ("add=0,remove=0,move=0,shift=0", "no board would change"),
        ] {
            let error = text.parse::<ChangeWeights>().expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
