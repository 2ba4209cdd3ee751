//! What a search counts.

/// What the analysis of some candidates found. Add up with `+=`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Counts {
    /// Candidates, including those whose clusters are left to their mirror images.
    pub candidates: u64,
    /// Candidates that were pruned without a search. The counts below, except of rows, cover only the other candidates.
    #[cfg_attr(feature = "cli", serde(default, alias = "dismissed", skip_serializing_if = "is_zero"))]
    pub pruned: u64,
    /// Solvable clusters. Each is counted at the candidate that is its smallest goal state or, where there are mirror images, its
    /// mirror image's.
    pub solvable: u64,
    /// Goal states in all solvable clusters.
    pub goal_states: u64,
    /// Clusters that give a row.
    pub rows: u64,
    /// States in all solvable clusters.
    pub states: u64,
    /// States in the clusters that give a row.
    pub states_in_rows: u64,
    /// Greatest number of moves, or steps, of any row; 0 if there is none.
    pub deepest: u32,
}

/// Sums saturate: counters read from a file may have any value, and no correct total comes near the largest number.
impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.candidates = self.candidates.saturating_add(other.candidates);
        self.pruned = self.pruned.saturating_add(other.pruned);
        self.solvable = self.solvable.saturating_add(other.solvable);
        self.goal_states = self.goal_states.saturating_add(other.goal_states);
        self.rows = self.rows.saturating_add(other.rows);
        self.states = self.states.saturating_add(other.states);
        self.states_in_rows = self.states_in_rows.saturating_add(other.states_in_rows);
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// Whether a file leaves out a counter: versions that searched all candidates did not have it.
#[cfg(feature = "cli")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}
