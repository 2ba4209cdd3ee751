//! Clusters as pairs of half states: the rows and the columns of a state are two small numbers, and a set of states is a set of
//! pairs.
//!
//! Imports only `board`; `verify` and `solve` search with it.
mod half_board;
mod limits;
mod pair_depths;
mod state_pairs;

pub(crate) use half_board::{HalfBoard, NOT_MET};
pub(crate) use limits::check_board;
pub use limits::{PairSearchError, SearchLimits};
pub(crate) use pair_depths::{Pair, PairDepths};
pub(crate) use state_pairs::{StatePairs, slides};
