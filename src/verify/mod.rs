//! The third search: it finds what a row of the database says once more, without a line of the search that wrote the row.
//!
//! It uses only the board, nothing of `generate` and nothing of `reference`, and is fast enough to recheck millions of rows. Start with
//! [`Recheck`]; below it, `state_pairs` explores the cluster, `shadow_search` tests whether an item matters, and both move in the
//! `half_board` of the rows and that of the columns. `pair_depths` is the table of depths, `limits` what a search may need.
//! Room `solve` explores clusters with `state_pairs` too.
mod recheck;
mod shadow_search;

pub use recheck::{ClusterFacts, Recheck};
