//! What a table of puzzles says about each puzzle beyond its row: a solution, and numbers of its cluster.
use super::shortest_solutions::ShortestSolutions;
use super::solution::total_steps;
use crate::board::{Move, State};

/// The solutions of a board, and numbers of its cluster. docs/GUIDE.md defines each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolutionReport {
    /// States in the cluster.
    pub states: u64,
    /// The printed solution: a shortest one in moves. Each of its moves is, of the moves that reduce the depth, the one to the
    /// smallest state by (H, V).
    pub solution: Vec<Move>,
    /// The fewest steps of any solution.
    pub fewest_steps: u32,
    /// Goal states in the cluster.
    pub goal_states: u64,
    /// The smallest goal state by (H, V): the candidate that stands for the cluster.
    pub smallest_goal: State,
    /// States of the greatest depth in moves.
    pub deepest_states: u64,
    /// The greatest depth in moves.
    pub greatest_depth: u32,
    /// All shortest solutions in moves.
    pub shortest: ShortestSolutions,
    /// The number of legal moves of the board.
    pub legal_moves: u32,
    /// The number of pieces that [`blocking_pieces`](super::blocking::blocking_pieces) reaches.
    pub blocking_pieces: u32,
}

impl SolutionReport {
    /// The steps of the printed solution.
    pub fn solution_steps(&self) -> u32 {
        total_steps(&self.solution)
    }

    /// The number of pieces that move in the printed solution.
    pub fn moved_pieces(&self) -> u32 {
        let mut moved: Vec<usize> = self.solution.iter().map(|step| step.item).collect();
        moved.sort_unstable();
        moved.dedup();
        moved.len() as u32
    }

    /// The moves of the primary in the printed solution.
    pub fn primary_moves(&self) -> u32 {
        self.solution.iter().filter(|step| step.item == 0).count() as u32
    }

    /// The moves of the printed solution beyond each piece's first.
    pub fn repeats(&self) -> u32 {
        self.solution.len() as u32 - self.moved_pieces()
    }
}
