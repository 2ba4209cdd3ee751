//! The plain search, state by state, with which everything else is compared.
pub mod cluster;
pub mod report;
pub mod tracks;

pub use cluster::{Cluster, ClusterDepths, Metric, TooManyStates};
pub use report::{ClusterReport, NoRow, Unsolved, solvable_within, superfluous, without};
