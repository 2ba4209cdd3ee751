//! Which placements there are: line groups, line tables, the odometer over candidates, rank and unrank, exact counts.
mod count;
mod entries;
mod enumerator;
mod line_group;
mod line_tables;
mod odometer;
mod placement;
mod totals;

pub use count::{Completions, Prefix};
pub use entries::{ColumnEntry, LineEntries, PlacementKind, RowEntry};
pub use enumerator::{Enumerator, TooManyCandidates};
pub use line_group::{Clearance, LineGroup, LineItem};
pub use line_tables::{ConfigSet, GroupId, LineTables, MAX_PIECES, MAX_SLOTS, Step, log2_times_256, packed};
pub use odometer::Odometer;
pub use placement::Placement;
pub use totals::{count_candidates, count_goal_candidates, count_goal_states, count_states};
