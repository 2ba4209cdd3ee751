//! The fast search: from one candidate to its rows, and from a range of ranks to rows.
//!
//! Start with `generator`, the interface for all board sizes, then `analyzer`, which runs the four stages of one candidate:
//! 1. `box_graph` (with `key_table`): explores the cluster box by box, without visiting its states;
//! 2. `irrelevance`: rejects most clusters that give no row (`useful_steps` is its main idea, and helps the next two);
//! 3. `retrograde` (with `bits`): the depth of every state;
//! 4. `minimality`: removes the pieces of the unsolved state one by one, but those of which `moved_pieces` knows that they matter.
//!
//! Most candidates never come to these stages: `dismissal` finds from their lines alone that they give no row.
//!
//! On 5×5 and 7×7 one search stands for a cluster and its mirror image: `mirror`.
//!
//! `row_rank` goes from the rank of a row to the row and back. `row_search` runs the same stages for any board, also of 8×8. `limits` bounds the size of a cluster; `puzzles` is an iterator over rows for
//! users of the library. The room builds on
//! `board` and `enumerate` only; its tests compare it with `reference`.
mod analyzer;
mod bits;
mod box_graph;
mod counts;
mod depth_bound;
mod dismissal;
mod generator;
mod irrelevance;
mod key_table;
mod limits;
mod minimality;
mod mirror;
mod puzzles;
mod retrograde;
mod row_search;
mod useful_steps;

pub use analyzer::{ClusterAnalyzer, ClusterRow, ClusterRows, Deepest, SolvableCluster};
pub use bits::{BitGathering, BitGatheringError};
pub use counts::Counts;
pub use dismissal::DismissedAt;
pub use generator::{ClusterTooLarge, Generator, RankError, Ranks, VehicleCounts, Worker};
pub use limits::{Counted, LimitExceeded};
pub use puzzles::Puzzles;

pub use row_search::{Exploration, RowSearch};
