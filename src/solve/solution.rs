//! The moves that solve a board, how they are counted, and whether they are legal.
use crate::board::{Metric, Move, MoveError, State};
use std::fmt;

/// A solution of a board, and a shortest one unless [`SearchOutcome`] says otherwise: the moves from it to a goal state.
///
/// Its text gives each piece by its letter in the text of the board, and the distance in cells to the right or down:
/// `C+1 A+2` moves C down by one cell, then A to the right by two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    metric: Metric,
    moves: Vec<Move>,
}

impl Solution {
    pub(super) fn new(metric: Metric, moves: Vec<Move>) -> Solution {
        Solution { metric, moves }
    }

    /// The metric of its length.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The length in that metric; 0 for a goal state.
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The moves in order. In [`Metric::Steps`] each is by one cell; [`Solution::joined`] joins them into moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves, with consecutive steps of one piece in one direction joined into one move.
    pub fn joined(&self) -> Vec<Move> {
        join_steps(&self.moves)
    }

    /// The total number of cells by which pieces move.
    pub fn steps(&self) -> u32 {
        total_steps(&self.moves)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.joined().iter().enumerate() {
            write!(f, "{}{step}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// The same moves, with consecutive steps of one piece in one direction joined into one move.
pub fn join_steps(moves: &[Move]) -> Vec<Move> {
    let mut result: Vec<Move> = Vec::new();
    for &step in moves {
        match result.last_mut() {
            Some(last) if last.item == step.item && last.distance.signum() == step.distance.signum() => {
                last.distance += step.distance;
            }
            _ => result.push(step),
        }
    }
    result
}

/// The order in which moves of one state are listed: by item, left or up first, shorter before longer.
pub(super) fn by_item(step: &Move) -> (usize, bool, u8) {
    (step.item, step.distance > 0, step.distance.unsigned_abs())
}

/// The total number of cells by which pieces move.
pub fn total_steps(moves: &[Move]) -> u32 {
    moves.iter().map(|step| u32::from(step.distance.unsigned_abs())).sum()
}

/// The result of a search, and how much work it was.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchOutcome {
    /// A shortest solution, or one that may be longer; `None` if the board has no solution.
    pub solution: Option<Solution>,
    /// How often the successors of a state were generated. IDA* visits a state once for each limit, or more often.
    pub visited: u64,
    /// No solution is shorter: the length of this one, unless [`SolveOptions::find_any`](super::SolveOptions::find_any) found it
    /// and could not prove that. 0 without a solution.
    pub at_least: u32,
}

impl SearchOutcome {
    /// The outcome of a search for a shortest solution.
    pub(super) fn new(solution: Option<Solution>, visited: u64) -> SearchOutcome {
        let at_least = solution.as_ref().map_or(0, Solution::length);
        SearchOutcome { solution, visited, at_least }
    }

    /// Whether the solution may be longer than a shortest one.
    pub fn may_be_longer(&self) -> bool {
        self.solution.as_ref().is_some_and(|solution| solution.length() > self.at_least)
    }

    /// The effective branching factor of the search, for comparing searches with different bounds; `None` without a solution.
    ///
    /// It is the number of successors that each state has in a uniform tree of the depth of the solution with as many states
    /// below the root: the b with b + b² + ... + b^depth = visited. 0 for depth 0.
    pub fn branching_factor(&self) -> Option<f64> {
        let (depth, visited) = (self.solution.as_ref()?.length(), self.visited as f64);
        if depth == 0 {
            return Some(0.0);
        }
        // b + b² + ... + b^depth by Horner's rule; halved until no number lies between the two
        let sum = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
        let (mut low, mut high) = (0.0, visited);
        loop {
            let middle: f64 = (low + high) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if sum(middle) < visited { low = middle } else { high = middle }
        }
        Some(high)
    }
}

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
    fn steps_are_joined_counted_and_written() {
        let at = |item, distance| Move { item, distance };
        assert_eq!(join_steps(&[at(1, 1), at(1, 1), at(1, -1), at(0, 1)]), [at(1, 2), at(1, -1), at(0, 1)]);
        assert_eq!(total_steps(&[at(1, 2), at(0, -1)]), 3);
        let solution = Solution::new(Metric::Steps, vec![at(2, 1), at(2, 1), at(0, 1), at(1, -1)]);
        assert_eq!((solution.to_string(), solution.length(), solution.steps()), ("C+2 A+1 B-1".to_owned(), 4, 4));
    }

    #[test]
    fn wrong_solutions_are_refused() {
        let state: State = "oBBoAAoCoooCoooo".parse().unwrap();
        let at = |item, distance| Move { item, distance };
        assert_eq!(replay(&state, &[at(2, 1), at(0, 2)]), Ok(()));
        assert_eq!(replay(&state, &[at(2, 1)]), Err(ReplayError::NoGoal));
        assert!(matches!(replay(&state, &[at(2, 1), at(2, 3)]), Err(ReplayError::Illegal { number: 2, .. })));
    }

    #[test]
    fn a_uniform_tree_has_its_own_factor() {
        let factor = |visited, length| {
            let moves = vec![Move { item: 0, distance: 1 }; length];
            SearchOutcome::new(Some(Solution::new(Metric::Moves, moves)), visited).branching_factor()
        };
        assert!((factor(14, 3).unwrap() - 2.0).abs() < 1e-9, "2 + 4 + 8");
        assert_eq!(factor(0, 0), Some(0.0));
    }
}
