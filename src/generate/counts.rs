//! The counters of a search.
/// What the analysis of some candidates found; add them up with `+=`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// Candidates analysed.
    pub candidates: u64,
    /// Candidates that are the smallest goal state of their cluster, which is the number of solvable clusters.
    pub solvable: u64,
    /// Goal states in all solvable clusters.
    pub goal_states: u64,
    /// Clusters that give a row.
    pub rows: u64,
    /// States in all solvable clusters.
    pub states: u64,
    /// States in the clusters that give a row.
    pub states_in_rows: u64,
    /// Greatest number of moves of any row; 0 without rows.
    pub deepest: u32,
}

/// Sums that are too large stay at the largest number: counters from a file may be anything, and no total that is checked is so large.
impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.candidates = self.candidates.saturating_add(other.candidates);
        self.solvable = self.solvable.saturating_add(other.solvable);
        self.goal_states = self.goal_states.saturating_add(other.goal_states);
        self.rows = self.rows.saturating_add(other.rows);
        self.states = self.states.saturating_add(other.states);
        self.states_in_rows = self.states_in_rows.saturating_add(other.states_in_rows);
        self.deepest = self.deepest.max(other.deepest);
    }
}
