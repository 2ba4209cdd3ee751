//! Which placements there are: line groups, line tables, the odometer over candidates, rank and unrank, exact counts.
pub mod count;
pub mod entries;
pub mod enumerator;
pub mod line_group;
pub mod line_tables;
pub mod odometer;

pub use count::{Completions, Prefix};
pub use entries::{LineEntries, PlacementKind};
pub use enumerator::{Enumerator, Placement, TooMany};
pub use line_tables::LineTables;
pub use odometer::Odometer;
