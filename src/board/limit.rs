//! The bound that the caller of a search sets on its memory.

/// A search stopped because it met more states than its caller allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search met more than {0} states")]
pub struct TooManyStates(
    /// The number of states that the caller allows.
    pub usize,
);
