//! The plain search: a cluster state by state, straight from the definitions in `docs/RULES.md`.
//!
//! The tests compare every faster search with it. It imports only `board`, so it shares no table and no idea with them. Start
//! with [`Cluster`], which holds the states and finds depths and solutions; [`ClusterReport`] adds minimality and the row.
mod cluster;
mod exploration;
mod key_set;
mod report;
mod slide_tables;
mod tracks;

pub use cluster::{Cluster, ClusterDepths, DepthSearch};
pub use exploration::Exploration;
pub(crate) use key_set::KeySet;
pub use report::{ClusterReport, HardestState, NoRow, solvable_within};
pub(crate) use tracks::{Form, Tracks};
