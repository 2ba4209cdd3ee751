//! Clusters as pairs of half states: the rows and the columns of a state are two small numbers, and a set of states is a set of
//! pairs.
//!
//! Imports only `board`; `verify` and `solve` search with it.
mod half_board;
mod pair_depths;
mod state_pairs;

pub(crate) use half_board::{HalfBoard, NOT_MET};
pub(crate) use pair_depths::{Pair, PairDepths};
pub(crate) use state_pairs::{StatePairs, slides};

use crate::board::{Counted, LimitExceeded, PlacementError, Rules, Size, State};

/// The most states and the most memory that the search of one cluster may need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// States of the cluster, and states that a search without one of its pieces or walls expands.
    pub states: usize,
    /// Bytes of memory. The search checks now and then, so it may exceed the limit by a few MiB.
    pub bytes: usize,
}

impl SearchLimits {
    /// No limits.
    pub const NONE: SearchLimits = SearchLimits { states: usize::MAX, bytes: usize::MAX };

    /// This many states, and any amount of memory.
    pub const fn of_states(states: usize) -> SearchLimits {
        SearchLimits { states, ..SearchLimits::NONE }
    }

    /// An error if there are more states than allowed.
    #[inline]
    pub(crate) fn check_states(&self, states: usize) -> Result<(), LimitExceeded> {
        Counted::States.check(states, self.states)
    }

    /// An error if more memory is reserved than allowed.
    #[inline]
    pub(crate) fn check_bytes(&self, bytes: usize) -> Result<(), LimitExceeded> {
        Counted::Bytes.check(bytes, self.bytes)
    }
}

/// Why a cluster cannot be searched by pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairSearchError {
    /// The board has more than 64 cells.
    #[error("the board is {0}: the fast search takes boards of up to 64 cells")]
    TooLarge(Size),
    /// No database enumerates it.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The search was given up.
    #[error(transparent)]
    GivenUp(#[from] LimitExceeded),
}

/// Checks that clusters of this board can be searched by pairs: it has at most 64 cells, and obeys the rules of a database.
///
/// # Errors
/// [`PairSearchError::TooLarge`] or [`PairSearchError::Placement`].
pub(crate) fn check_board(board: &State) -> Result<(), PairSearchError> {
    if !board.size().fits_bitboard() {
        return Err(PairSearchError::TooLarge(board.size()));
    }
    Ok(Rules::of_state(board).check(board)?)
}
