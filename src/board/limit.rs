//! The bounds that the caller of a search sets: on its memory, and on its patience.

/// A search stopped because it met more states than its caller allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search met more than {0} states")]
pub struct TooManyStates(
    /// The number of states that the caller allows.
    pub usize,
);

/// States that a search visits before it asks again whether to go on: some milliseconds of work.
const STRETCH: u64 = 4096;

/// Whether a search that has visited this many states has to stop. `go_on` is asked once in a stretch of states.
pub(crate) fn has_to_stop(visited: u64, go_on: &dyn Fn() -> bool) -> bool {
    visited % STRETCH == STRETCH - 1 && !go_on()
}
