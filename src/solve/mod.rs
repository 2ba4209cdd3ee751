//! Shortest solutions of one board: breadth-first search, A* and IDA*, and the lower bounds that guide the last two.
//!
//! Start reading at [`SolveOptions`], which chooses the search. Each algorithm has a file; they share `search_space`, the states of a
//! cluster packed into keys, which comes from room `reference`. [`SolutionSearch`]
//! explores whole clusters, those of the database as room `verify` does. May use `verify`, `reference` and `board`.
mod a_star;
mod blocking;
mod branching_factor;
mod breadth_first;
mod heuristic;
mod iterative_deepening;
mod options;
mod outcome;
mod replay;
mod search_space;
mod shortest_solutions;
mod solution;
mod solution_list;
mod solution_report;
mod solution_search;

pub use blocking::blocking_pieces;
pub use branching_factor::branching_factor;
pub use heuristic::Heuristic;
pub use options::{Algorithm, DEFAULT_MAX_STATES, SolveOptions, solve};
pub use outcome::SearchOutcome;
pub use replay::{ReplayError, replay};
pub use shortest_solutions::ShortestSolutions;
pub use solution::{Solution, join_steps, total_steps};
pub use solution_list::shortest_solutions;
pub use solution_report::SolutionReport;
pub use solution_search::SolutionSearch;
