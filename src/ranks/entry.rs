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
    /// How many binary digits the size of its cluster has; 0 if the file does not say it.
    pub size_class: u8,
}

/// How many binary digits the size of a cluster has: `c` for sizes from 2^(c-1) to 2^c - 1.
pub(crate) fn size_class(cluster_size: u64) -> u8 {
    (u64::BITS - cluster_size.leading_zeros()) as u8 // at most 64
}

impl fmt::Display for RankEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of the candidates with {} walls", self.rank, self.walls)
    }
}
