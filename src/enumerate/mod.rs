//! Which placements there are: all candidates of a size and wall range by rank, and exact counts without enumeration.
//!
//! The levels, each made from those above it; read them in this order:
//!
//! - `LineEntries`: which rows may be chosen, and which columns fit chosen rows.
//! - `Completions`: how many placements begin with given rows; its method is explained there. [`count_candidates`],
//!   [`count_states`], [`count_goal_states`] and [`count_packed_states`] are these counts for the whole board.
//! - [`Enumerator`]: the order of the candidates, and the rank of each. `RowWalk` visits the rows of consecutive
//!   candidates, and can skip subtrees; [`Odometer`] visits the candidates over them.
//!
//! The room imports `lines` and `board` only.
mod column_classes;
mod completions;
mod cut_side;
mod entries;
mod enumerator;
mod odometer;
mod row_walk;
mod totals;

#[cfg(feature = "cli")]
pub use entries::PlacementKind;
pub(crate) use entries::{LineEntries, RowEntry};
pub use enumerator::{Enumerator, GeneratorError};
pub use odometer::Odometer;
pub(crate) use row_walk::{RowCells, RowVisitor, RowWalk};
#[cfg(feature = "cli")]
pub use totals::count;
pub use totals::{count_candidates, count_goal_states, count_packed_states, count_states};
