//! The limits of a search, and its error when it reaches one.
use crate::board::PlacementError;

/// The most states and the most memory that the search of one cluster may need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// States of the cluster, and states that a search without one of its pieces or walls expands.
    pub states: usize,
    /// Bytes of memory. The search checks now and then, so it may exceed the limit by a few MiB.
    pub bytes: usize,
}

/// A search was given up. This says nothing about the cluster except that it is large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LimitReached {
    /// It met more states than allowed.
    #[error("the search met more than {0} states")]
    States(usize),
    /// It needs more bytes of memory than allowed.
    #[error("the search needs more than {} of memory", shown(*.0))]
    Bytes(usize),
}

/// An amount of memory in MiB, or in KiB if it is less than one.
fn shown(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
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
    pub(crate) fn check_states(&self, states: usize) -> Result<(), LimitReached> {
        if states > self.states { Err(LimitReached::States(self.states)) } else { Ok(()) }
    }

    /// An error if more memory is reserved than allowed.
    #[inline]
    pub(crate) fn check_bytes(&self, bytes: usize) -> Result<(), LimitReached> {
        if bytes > self.bytes { Err(LimitReached::Bytes(self.bytes)) } else { Ok(()) }
    }
}

/// Why a cluster cannot be searched by pairs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairSearchError {
    /// The database does not enumerate it.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The search was given up.
    #[error(transparent)]
    GivenUp(#[from] LimitReached),
}
