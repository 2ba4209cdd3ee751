//! What is computed. Knows no thread and no file, and prints nothing.
//!
//! Two searches that share no code: the fast one behind [`Generator`] (line tables, odometer, boxes, depth on bits), and the
//! plain one behind [`Cluster`], state by state, which takes any board and checks the fast one in the tests.
mod analysis;
mod bits;
mod boxes;
mod cluster;
mod count;
mod counts;
mod depth;
mod entries;
mod enumerate;
mod generator;
mod lanes;
mod layout;
mod lines;
mod links;
mod minimal;
mod recheck;
mod relevance;
mod solve;
mod table;
mod tracks;

pub use cluster::{Cluster, Depths, Metric, TooManyStates};
pub use counts::Counts;
pub use generator::{Generator, Ranks, TooMany, Worker, candidates, states};
pub use recheck::{Facts, Hardest, Recheck, RecheckError};
pub use solve::{Analysis, NoRow, Unsolved, solvable_within, superfluous, without};
