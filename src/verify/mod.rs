//! The third search: it finds what a row of the database says once more, without a line of the search that wrote the row.
//!
//! It uses only the board, nothing of `generate` and nothing of `reference`, and is fast enough to recheck millions of rows. Start with
//! [`Recheck`]; below it, `state_pairs` explores the cluster, `shadow_search` tests whether an item matters, and both move in the
//! `half_board` of the rows and that of the columns. `pair_depths` is the table of depths, `limits` what a search may need.
//! Room `solve` explores clusters with `state_pairs` too.
mod half_board;
mod limits;
mod pair_depths;
mod recheck;
mod shadow_search;
mod state_pairs;

pub use limits::{LimitReached, SearchLimits};
pub(crate) use pair_depths::Pair;
pub use recheck::{ClusterFacts, Recheck, RecheckError, UnsolvedFacts};
pub(crate) use state_pairs::StatePairs;
