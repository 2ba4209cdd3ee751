//! What is computed. Knows no thread and no file, and prints nothing.
//!
//! Three searches that share nothing: the fast one behind [`Generator`] (line tables, odometer, boxes, depth on bits); the plain one
//! behind [`Cluster`], state by state, which takes any board and checks the fast one in the tests; and the one behind [`Recheck`],
//! state by state too, which is quick enough to find millions of rows anew.
mod analysis;
mod bits;
mod boxes;
mod cluster;
mod count;
mod counts;
mod cursor;
mod depth;
mod details;
mod entries;
mod enumerate;
mod generator;
mod group;
mod half;
mod heuristic;
mod layout;
mod lines;
mod minimal;
mod optimal;
mod pairs;
mod recheck;
mod relaxed;
mod relevance;
mod sample;
mod solve;
mod solver;
mod table;
mod tracks;
mod words;

/// The parts of the fast search, for benches and tests; they may change with any version.
pub mod parts {
    pub use super::analysis::{Analysis, Stage, Verdict};
    pub use super::count::{Completions, Prefix};
    pub use super::cursor::Cursor;
    pub use super::entries::{Entries, Kind};
    pub use super::enumerate::{Candidate, Enumerator};
    pub use super::lines::Lines;
}

pub use cluster::{Cluster, Depths, Metric, TooManyStates};
pub use counts::Counts;
pub use details::Details;
pub use generator::{Generator, Ranks, TooMany, Worker, candidates, states};
pub use heuristic::Heuristic;
pub use optimal::Optimal;
pub use recheck::{Facts, Hardest, Recheck, RecheckError};
pub use sample::{Random, sample};
pub use solve::{Analysis, NoRow, Unsolved, solvable_within, superfluous, without};
pub use solver::{Algorithm, ReplayError, Solved, branching_factor, joined, replay, solve, steps};
