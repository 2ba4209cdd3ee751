//! Dismissing candidates before any search.
mod column_search;
mod item_test;
mod line_answers;
mod rooms;
mod spread;
mod tables;
mod walk;

pub use tables::DismissalTables;
pub use walk::Dismisser;

/// How many candidates were dismissed where. Each is counted once, where it was dismissed first.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct DismissedAt {
    /// With the first rows: all that begins with them.
    pub prefixes: u64,
    /// With a column that is restless.
    pub restless: u64,
    /// With the rows, all columns open.
    pub rows: u64,
    /// With the rows and one column.
    pub entries: u64,
    /// With the rows and some columns, or all, by groups.
    pub columns: u64,
    /// Alone, by rooms.
    pub rooms: u64,
}

impl DismissedAt {
    /// All dismissed candidates.
    pub fn all(&self) -> u64 {
        self.prefixes + self.restless + self.rows + self.entries + self.columns + self.rooms
    }
}

impl std::ops::AddAssign for DismissedAt {
    fn add_assign(&mut self, other: DismissedAt) {
        self.prefixes += other.prefixes;
        self.restless += other.restless;
        self.rows += other.rows;
        self.entries += other.entries;
        self.columns += other.columns;
        self.rooms += other.rooms;
    }
}
