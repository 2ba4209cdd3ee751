//! The third search, which finds what a row says once more, fast enough for millions of rows.
mod half_board;
mod recheck;
mod shadow_search;
mod state_pairs;

pub use recheck::{ClusterFacts, Recheck, RecheckError, UnsolvedFacts};
