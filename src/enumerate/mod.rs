//! Which placements there are: all candidates of a size and wall range by rank, and exact counts without enumeration.
//!
//! The levels, each made from those above it; read them in this order:
//!
//! - [`LineGroup`]: what can stand in one row or column, and in which configurations; [`LineTables`] numbers all groups and answers
//!   every question about a line that does not depend on the rest of the board. The searches use these tables all the time.
//! - [`Placement`]: a whole board as the numbers of its lines, to and from a [`State`](crate::board::State).
//! - `LineEntries`: which rows may be chosen, and which columns fit chosen rows.
//! - `Completions`: how many placements begin with given rows; its method is explained there. [`count_candidates`], [`count_states`],
//!   [`count_goal_states`] and [`count_packed_states`] are these counts for the whole board.
//! - [`Enumerator`]: the order of the candidates, and the rank of each. [`Odometer`] unranks: it goes to the candidate of a rank, and
//!   from there on to its successors.
//!   `RowWalk` goes through the rows of consecutive candidates, and leaves out subtrees.
//!
//! The room uses `board` only.
mod column_classes;
mod completions;
mod cut_side;
mod entries;
mod enumerator;
mod line_group;
mod line_tables;
#[cfg(test)]
mod line_tables_tests;
mod odometer;
mod placement;
mod row_walk;
mod step_clearance;
mod table_builder;
mod totals;

pub use entries::PlacementKind;
pub(crate) use entries::{LineEntries, RowEntry};
pub use enumerator::{Enumerator, TooManyCandidates};
pub use line_group::{Clearance, LineGroup, LineItem};
pub use line_tables::{ConfigSet, GroupId, LineTables, MAX_PIECES, MAX_SLOTS, Step, log2_times_256, packed};
pub use odometer::Odometer;
pub use placement::Placement;
pub(crate) use row_walk::{RowVisitor, RowWalk};
pub use step_clearance::{NEVER, StepClearance, Way};
pub use totals::{count_candidates, count_goal_states, count_packed_states, count_states};
