//! Shortest solutions of one board: breadth first, A* and IDA*.
pub mod details;
pub mod heuristic;
pub mod optimal;
pub mod solver;

pub use details::Details;
pub use heuristic::Heuristic;
pub use optimal::Optimal;
pub use solver::{Algorithm, ReplayError, Solved, branching_factor, joined, replay, solve, steps};
