//! Shortest solutions of one board: breadth-first search, A* and IDA*, and the lower bounds that guide the last two.
//!
//! Start with [`SolveOptions`], which chooses the search, or asks for any solution (`any_search`). [`LevelSearch`] is the breadth-first one; A* and IDA* share the
//! `SearchSpace` of `heuristic`. All pack the states of a cluster into keys as `reference` does. [`SolutionSearch`] explores whole clusters, on
//! `pairs` if the database enumerates them.
mod a_star;
mod any_search;
mod blocking;
mod heuristic;
mod iterative_deepening;
mod level_search;
mod options;
mod shortest_solutions;
mod solution;
mod solution_search;

pub use any_search::Patience;
pub use blocking::blocking_pieces;
pub use heuristic::Heuristic;
pub use level_search::LevelSearch;
pub use options::{Algorithm, DEFAULT_MAX_STATES, SolveOptions, solve};
pub use shortest_solutions::ShortestSolutions;
pub use solution::join_steps;
#[cfg(feature = "cli")]
pub use solution::total_steps;
pub use solution::{ReplayError, SearchOutcome, Solution, replay};
pub use solution_search::SolutionSearch;
