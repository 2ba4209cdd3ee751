//! How large a cluster the search can handle.

use crate::board::Size;
use crate::lines::{ConfigSet, MAX_SLOTS};

/// The largest counts allowed for one cluster; the search counts with 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterLimits {
    /// Of [`Counted::Boxes`](crate::board::Counted::Boxes), and likewise the others.
    pub boxes: usize,
    pub split_links: usize,
    pub words: usize,
    pub level_entries: usize,
    pub states_without_a_piece: usize,
}

impl ClusterLimits {
    /// The most that one box adds to boxes, split links or states before the search checks again: each slot of each line leads to
    /// a configuration of another line, and a line has at most as many of these as a set of configurations has bits.
    pub(super) const STRIDE: usize = Size::MAX_FAST * MAX_SLOTS * ConfigSet::BITS as usize;

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
