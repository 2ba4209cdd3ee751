//! What a search returns.
use super::solution::Solution;

/// The result of a search, and how much work it was.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchOutcome {
    /// A shortest solution; `None` if the board has no solution.
    pub solution: Option<Solution>,
    /// How often the successors of a state were generated. IDA* visits a state once for each limit, or more often.
    pub visited: u64,
}
