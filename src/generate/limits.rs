//! How large a cluster the search can handle, and the error for one that is larger.

use crate::board::Size;
use crate::lines::{ConfigSet, MAX_SLOTS};

/// What the search counts with 32 bits while it explores one cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Boxes of the graph.
    Boxes,
    /// Additional neighbours of boxes, where a component splits.
    SplitLinks,
    /// States of a cluster.
    States,
    /// Words of 64 states.
    Words,
    /// Words with states on a level, over all levels.
    LevelEntries,
    /// States met without one of the pieces.
    StatesWithoutAPiece,
}

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Counted::Boxes => "boxes",
            Counted::SplitLinks => "split links between boxes",
            Counted::States => "states",
            Counted::Words => "words of states",
            Counted::LevelEntries => "words on its levels",
            Counted::StatesWithoutAPiece => "states to try without one of its pieces",
        })
    }
}

/// A cluster with more of something than the search can number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it has more than {limit} {counted}")]
pub struct LimitExceeded {
    /// What exceeds its limit.
    pub counted: Counted,
    /// The largest count that the search can handle.
    pub limit: usize,
}

/// The largest counts allowed for one cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterLimits {
    /// Of [`Counted::Boxes`], and likewise the others.
    pub boxes: usize,
    pub split_links: usize,
    pub words: usize,
    pub level_entries: usize,
    pub states_without_a_piece: usize,
}

impl ClusterLimits {
    /// The most that one box adds to boxes, split links or states before the search checks again: each slot of each line leads to
    /// a configuration of another line, and a line has at most as many of these as a set of configurations has bits.
    pub(super) const STRIDE: usize = Size::MAX * MAX_SLOTS * ConfigSet::BITS as usize;

    /// What 32-bit numbers allow. Box numbers and split links have 31 bits: bit 31 of a link tells them apart, and all ones mean
    /// "none". The search checks once per box.
    pub const REPRESENTABLE: ClusterLimits = ClusterLimits {
        boxes: (1 << 31) - 1 - ClusterLimits::STRIDE,
        split_links: (1 << 31) - 1 - ClusterLimits::STRIDE,
        words: u32::MAX as usize,
        level_entries: u32::MAX as usize,
        states_without_a_piece: u32::MAX as usize - 2 * ClusterLimits::STRIDE,
    };
}

impl Default for ClusterLimits {
    fn default() -> ClusterLimits {
        ClusterLimits::REPRESENTABLE
    }
}

/// An error if a count is above its limit.
#[inline(always)]
pub fn check(counted: Counted, count: usize, limit: usize) -> Result<(), LimitExceeded> {
    if count > limit { Err(exceeded(counted, limit)) } else { Ok(()) }
}

#[cold]
fn exceeded(counted: Counted, limit: usize) -> LimitExceeded {
    LimitExceeded { counted, limit }
}
