//! What ranks tell: the vehicles of a candidate, and why a rank gives no row.
use super::ClusterTooLarge;
use crate::board::{Puzzle, State};

/// Why a rank gives no row, or a row has no rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankError {
    /// The rank is too large.
    #[error("there are {candidates} candidates, so there is no rank {rank}")]
    OutOfRange {
        /// The rank.
        rank: u64,
        /// How many candidates there are.
        candidates: u64,
    },
    /// The cluster of the candidate has a smaller goal state.
    #[error("the candidate {0} is not the smallest goal state of its cluster")]
    NotSmallestGoal(State),
    /// Some piece or wall does not matter.
    #[error("the cluster of {0} has no row: some piece or wall does not matter")]
    NotMinimal(State),
    /// The board is not enumerated.
    #[error("the board {0} is not a placement of the database")]
    NotEnumerated(State),
    /// The cluster has no goal state.
    #[error("the board {0} has no solution")]
    Unsolvable(State),
    /// The cluster has another row.
    #[error("the row of the cluster is '{0}'")]
    OtherRow(Puzzle),
    /// The cluster is larger than the search can handle.
    #[error(transparent)]
    TooLarge(#[from] ClusterTooLarge),
}

/// How many vehicles stand on a board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct VehicleCounts {
    /// All, with the primary.
    pub pieces: u32,
    /// The cells that they cover.
    pub covered: u32,
    /// Cars (length 2), not counting the primary.
    pub cars: u32,
    /// Trucks (length 3), not counting the primary.
    pub trucks: u32,
}
