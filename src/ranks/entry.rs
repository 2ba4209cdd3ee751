//! What is stored of a row.
use std::fmt;

/// What a rank file stores about a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankEntry {
    /// The number of walls.
    pub walls: u8,
    /// The rank of the smallest goal state of its cluster, among the candidates with this number of walls.
    pub rank: u64,
    /// Its moves.
    pub moves: u32,
}

impl fmt::Display for RankEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of the candidates with {} walls", self.rank, self.walls)
    }
}
