//! What is computed. Knows no thread and no file, and prints nothing.
mod analysis;
mod boxes;
mod cluster;
mod count;
mod counts;
mod depth;
mod entries;
mod enumerate;
mod generator;
mod idle;
mod lines;
mod minimal;
mod solve;
mod table;
mod tracks;

pub use cluster::{Cluster, Depths, Metric, TooManyStates};
pub use counts::Counts;
pub use generator::{Generator, Ranks, TooMany, Worker, candidates, states};
pub use solve::{Analysis, NoRow, Unsolved, solvable_within, superfluous, without};
