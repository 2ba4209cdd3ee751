//! Everything about one row or column, precomputed: what can stand in it, in which configurations, and how these are connected.
//!
//! - [`LineGroup`]: what can stand in one row or column, and in which configurations; [`LineGroups`] numbers all groups.
//! - [`LineTables`] answer every question about a line that does not depend on the rest of the board. `table_builder` fills these
//!   tables.
//! - [`StepClearance`]: how many steps a vertical needs to clear the primary row.
//! - [`Placement`]: a whole board as the numbers of its lines, to and from a [`State`](crate::board::State).
//!
//! Enumeration and the fast search read these tables all the time. The room imports `board` only.
mod line_group;
mod line_groups;
mod line_tables;
#[cfg(test)]
mod line_tables_tests;
mod placement;
mod step_clearance;
mod table_builder;

pub use line_group::LineItem;
pub(crate) use line_group::mask_of;
pub use line_groups::{GroupId, LineGroups};
pub use line_tables::{Component, ConfigSet, LineTables, MAX_PIECES, MAX_SLOTS, Step, StepOnto, log2_times_256, nibbles};
pub use placement::Placement;
pub use step_clearance::Way;

/// Maps and sets of `hashbrown`, as in the searches: those of `std` are other code, and both would be in the module for browsers.
pub(crate) type FxHashMap<K, V> = hashbrown::HashMap<K, V, rustc_hash::FxBuildHasher>;
pub(crate) type FxHashSet<K> = hashbrown::HashSet<K, rustc_hash::FxBuildHasher>;

/// An array with an element for each line. As `std::array::from_fn`, which is a call in a build that optimizes each unit by
/// itself.
#[inline(always)]
pub fn of_each<T: Copy, const N: usize>(mut element: impl FnMut(usize) -> T) -> [T; N] {
    let mut elements = [element(0); N];
    for line in 1..N {
        elements[line] = element(line);
    }
    elements
}
