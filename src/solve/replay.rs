//! Checking a solution by the plain rules of [`State::play`].
use crate::board::{Move, MoveError, State};

/// Why moves do not solve a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A move that the state before it does not allow.
    #[error("move {number} of the solution is not legal: {source}")]
    Illegal {
        /// The move, from 1.
        number: usize,
        /// Why.
        source: MoveError,
    },
    /// The last state is not a goal state.
    #[error("the solution does not end in a goal state")]
    NoGoal,
}

/// Plays a solution on the board itself, by the plain rules, and checks that it ends in a goal state.
///
/// # Errors
/// [`ReplayError::Illegal`] with the first move that is not legal, [`ReplayError::NoGoal`] if the last state is not a goal state.
pub fn replay(state: &State, solution: &[Move]) -> Result<(), ReplayError> {
    let mut here = state.clone();
    for (index, &step) in solution.iter().enumerate() {
        here = here.try_play(step).map_err(|source| ReplayError::Illegal { number: index + 1, source })?;
    }
    if here.is_goal() { Ok(()) } else { Err(ReplayError::NoGoal) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_solutions_are_refused() {
        let state: State = "oBBoAAoCoooCoooo".parse().unwrap();
        let at = |item, distance| Move { item, distance };
        assert_eq!(replay(&state, &[at(2, 1), at(0, 2)]), Ok(()));
        assert_eq!(replay(&state, &[at(2, 1)]), Err(ReplayError::NoGoal));
        assert!(matches!(replay(&state, &[at(2, 1), at(2, 3)]), Err(ReplayError::Illegal { number: 2, .. })));
    }
}
