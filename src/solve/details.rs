//! What can be told of a puzzle beyond its row: a solution, and numbers of its cluster.
use super::heuristic::Heuristic;
use super::optimal::Optimal;
use super::solver::{Algorithm, solve};
use crate::board::{Metric, Move, State, TooManyStates};
use crate::reference::Cluster;

/// More about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Details {
    /// States in the cluster.
    pub states: u64,
    /// A shortest solution in moves.
    pub solution: Vec<Move>,
    /// Steps of the solution that is shortest in steps.
    pub steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// States of the greatest depth.
    pub unsolved_states: u64,
    /// Every move with which a shortest solution in moves begins.
    pub first_moves: Vec<Move>,
    /// The number of shortest solutions in moves; [`u128::MAX`] stands for that many or more.
    pub shortest_solutions: u128,
}

impl Details {
    /// Finds them all; `None` if the board has no solution.
    ///
    /// # Errors
    /// [`TooManyStates`] if the cluster has more than `max_states` states.
    pub fn of(board: &State, max_states: usize) -> Result<Option<Details>, TooManyStates> {
        let Some(Optimal { solutions, first, .. }) = Optimal::of(board, Metric::Moves, max_states)? else { return Ok(None) };
        let cluster = Cluster::explore(board, max_states)?;
        let depths = cluster.depths(Metric::Moves);
        let solution = cluster.solution(&depths, board).expect("the board has a solution");
        let fewest_steps = solve(board, Metric::Steps, Algorithm::Breadth, Heuristic::Zero, max_states)?;
        let histogram = depths.histogram();
        Ok(Some(Details {
            states: cluster.states() as u64,
            solution,
            steps: fewest_steps.solution.map_or(0, |steps| steps.len() as u32),
            goal_states: histogram[0],
            unsolved_states: *histogram.last().expect("a goal state"),
            first_moves: first,
            shortest_solutions: solutions,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_board() {
        let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let details = Details::of(&board, 100_000).unwrap().unwrap();
        assert_eq!((details.states, details.solution.len(), details.steps), (24_132, 49, 93));
        assert!(details.first_moves.contains(&details.solution[0]));
        assert_eq!(Details::of(&"ooooAAoxoooooooo".parse().unwrap(), 100), Ok(None));
    }
}
