//! The third search, which finds rows anew.
pub mod half_board;
pub mod pairs;
pub mod recheck;
pub mod shadow;

pub use recheck::{ClusterFacts, Hardest, Recheck, RecheckError};
