//! What a table of puzzles says about each puzzle beyond its row: a solution, and numbers of its cluster.
use super::blocking::blocking_pieces;
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
    /// States of the greatest depth in moves.
    pub deepest_states: u64,
    /// The greatest depth in moves.
    pub greatest_depth: u32,
    /// Every first move of a shortest solution in moves.
    pub first_moves: Vec<Move>,
    /// The number of shortest solutions in moves; [`u128::MAX`] stands for that many or more.
    pub shortest_solutions: u128,
    /// The items that move in every shortest solution in moves.
    pub always_moved: Vec<usize>,
    /// The items that move in at least one shortest solution in moves.
    pub ever_moved: Vec<usize>,
    /// Whether the primary moves to the left in every shortest solution in moves.
    pub primary_always_returns: bool,
    /// Whether in every shortest solution in moves some piece makes two moves or more.
    pub always_repeats: bool,
    /// The number of legal moves of the board.
    pub legal_moves: u32,
    /// The number of pieces that [`blocking_pieces`] reaches.
    pub blocking_pieces: u32,
}

/// What the search of a solvable cluster counts.
pub(super) struct ClusterNumbers {
    pub(super) states: usize,
    pub(super) goal_states: usize,
    /// States of the greatest depth in moves.
    pub(super) deepest_states: usize,
    /// The greatest depth in moves.
    pub(super) greatest_depth: u32,
    /// The fewest steps from the board to a goal state.
    pub(super) fewest_steps: u32,
}

impl SolutionReport {
    /// The report, from what a search of the cluster found.
    pub(super) fn new(
        board: &State,
        cluster: ClusterNumbers,
        solution: Vec<Move>,
        shortest: ShortestSolutions,
    ) -> SolutionReport {
        SolutionReport {
            states: cluster.states as u64,
            solution,
            fewest_steps: cluster.fewest_steps,
            goal_states: cluster.goal_states as u64,
            deepest_states: cluster.deepest_states as u64,
            greatest_depth: cluster.greatest_depth,
            first_moves: shortest.first_moves,
            shortest_solutions: shortest.count,
            always_moved: shortest.always_moved,
            ever_moved: shortest.ever_moved,
            primary_always_returns: shortest.primary_always_returns,
            always_repeats: shortest.always_repeats,
            legal_moves: board.legal_moves().len() as u32,
            blocking_pieces: blocking_pieces(board).len() as u32,
        }
    }

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
