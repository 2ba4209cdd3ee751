//! The third search: it finds again what a row of the database says, without a line of the search that wrote the row.
//!
//! It imports `board` and `pairs`, nothing of `generate` or `reference`, and is fast enough to recheck millions of rows. Start
//! with [`Recheck`]: it explores the cluster with `pairs`, and `shadow_search` tests whether an item matters.
mod recheck;
mod shadow_search;

#[cfg(feature = "cli")]
pub use recheck::ClusterFacts;
pub use recheck::Recheck;
