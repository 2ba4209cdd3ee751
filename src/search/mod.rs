//! What is computed. Knows no thread and no file, and prints nothing.
mod cluster;
mod counts;
mod generator;
mod solve;
mod tracks;

pub use cluster::{Cluster, Depths, Metric, TooManyStates};
pub use counts::Counts;
pub use generator::{Generator, Ranks, Worker};
pub use solve::{Analysis, NoRow, Unsolved, solvable_within, superfluous, without};
