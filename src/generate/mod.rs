//! The fast search: from one candidate to its rows, and from a range of ranks to rows.
//!
//! Start with `generator`, the interface for all board sizes, then `analyzer`, which takes one candidate through four stages:
//! 1. `box_graph` explores the cluster box by box, without visiting its states.
//! 2. `irrelevance` (with `parking`) rejects most clusters that give no row. Its main idea, `useful_steps`, helps the next two
//!    stages; `reach` says where a line can get at most.
//! 3. `retrograde` (with `bits`) finds the depth of every state. With a least depth, `depth_bound` rejects shallow clusters
//!    before this stage.
//! 4. `minimality` (with `key_table`) removes the pieces and walls of the unsolved state one by one, except those that
//!    `moved_pieces` has shown to matter.
//!
//! Most candidates never reach these stages: `pruning` shows from their lines alone that they give no row.
//!
//! On 5×5 and 7×7 a cluster and its mirror image are searched once: `mirror`. `generator/row_rank` goes from the rank of a row to
//! the row and back. `row_search` runs the same stages for any board, 8×8 among them. `limits` bounds the size of a cluster.
//! `puzzles` is an iterator over rows for users of the library.
//!
//! The tests compare all of this with the room `reference`.

/// Methods of a type whose field holds a boxed trait object, of one board size or another: writes the trait, its implementation by
/// the methods of the same names of the type with a size, and the methods that call them.
///
/// A method is written with its receiver in brackets: `pub fn row[&mut self](rank: u64) -> Row;`.
macro_rules! for_any_size {
    (
        impl $type:ty { $self:ident.$field:tt: dyn $any:ident, for $of_size:ty: $first:ident $(+ $bound:ident)* }
        $($(#[$doc:meta])* $vis:vis fn $name:ident[$($receiver:tt)+]($($arg:ident: $arg_type:ty),*) $(-> $result:ty)?;)*
    ) => {
        trait $any: $first $(+ $bound)* {
            $(fn $name($($receiver)+ $(, $arg: $arg_type)*) $(-> $result)?;)*
        }

        impl $type {
            $($(#[$doc])* $vis fn $name($($receiver)+ $(, $arg: $arg_type)*) $(-> $result)? {
                $self.$field.$name($($arg),*)
            })*
        }

        impl<const N: usize> $any for $of_size {
            $(fn $name($($receiver)+ $(, $arg: $arg_type)*) $(-> $result)? {
                <$of_size>::$name($self $(, $arg)*)
            })*
        }
    };
}

mod analyzer;
mod bits;
mod box_graph;
mod depth_bound;
mod generator;
mod irrelevance;
mod key_table;
mod minimality;
mod mirror;
mod parking;
mod pruning;
mod puzzles;
mod reach;
mod retrograde;
mod row_search;
mod useful_steps;

pub use analyzer::ClusterAnalyzer;
pub use bits::BitGathering;
pub use generator::{ClusterTooLarge, Counts, Generator, RankError, Ranks, VehicleCounts, Worker};
pub use pruning::PrunedAt;
pub use puzzles::{PuzzleIter, Puzzles};
pub use row_search::{Exploration, RowSearch};

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
    const STRIDE: usize = Size::MAX_FAST * MAX_SLOTS * ConfigSet::BITS as usize;

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
