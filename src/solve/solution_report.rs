//! What a table of puzzles says of each beyond its row: a solution, and numbers of its cluster.
use super::options::SolveOptions;
use super::shortest_solutions::ShortestSolutions;
use crate::board::{Metric, Move, State, TooManyStates};
use crate::reference::Cluster;

/// The solutions of a board, and numbers of its cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolutionReport {
    /// States in the cluster.
    pub states: u64,
    /// A shortest solution in moves.
    pub solution: Vec<Move>,
    /// The length in steps of a solution that is shortest in steps.
    pub steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// States of the greatest depth in moves.
    pub unsolved_states: u64,
    /// Every first move of a shortest solution in moves.
    pub first_moves: Vec<Move>,
    /// The number of shortest solutions in moves; [`u128::MAX`] stands for that many or more.
    pub shortest_solutions: u128,
}

impl SolutionReport {
    /// Solves a board in both metrics and explores its cluster; `None` if the board has no solution.
    ///
    /// # Errors
    /// [`TooManyStates`] if the cluster has more than `max_states` states.
    pub fn of(board: &State, max_states: usize) -> Result<Option<SolutionReport>, TooManyStates> {
        let shortest = ShortestSolutions::of(board, Metric::Moves, max_states)?;
        let Some(ShortestSolutions { count, first_moves, .. }) = shortest else { return Ok(None) };
        let cluster = Cluster::explore(board, max_states)?;
        let depths = cluster.depths(Metric::Moves);
        let solution = cluster.solution(&depths, board).expect("the board has a solution");
        let fewest_steps = SolveOptions::new().metric(Metric::Steps).max_states(max_states).solve(board)?;
        let histogram = depths.histogram();
        Ok(Some(SolutionReport {
            states: cluster.states() as u64,
            solution,
            steps: fewest_steps.expect("the board has a solution").length(),
            goal_states: histogram[0],
            unsolved_states: *histogram.last().expect("a goal state"),
            first_moves,
            shortest_solutions: count,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_board() {
        let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let report = SolutionReport::of(&board, 100_000).unwrap().unwrap();
        assert_eq!((report.states, report.solution.len(), report.steps), (24_132, 49, 93));
        assert!(report.first_moves.contains(&report.solution[0]));
        assert_eq!(SolutionReport::of(&"ooooAAoxoooooooo".parse().unwrap(), 100), Ok(None));
    }
}
