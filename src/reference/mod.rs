//! The plain search, state by state, with which everything else is compared.
mod cluster;
mod key_set;
mod report;
mod tracks;

pub use cluster::{Cluster, ClusterDepths};
pub(crate) use key_set::KeySet;
pub use report::{ClusterReport, NoRow, Unsolved, solvable_within, superfluous};
pub(crate) use tracks::Tracks;
