//! The counters of a search.
use serde::{Deserialize, Serialize};

/// What the analysis of some candidates found; add them up with `+=`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counts {
    /// Candidates analysed.
    pub candidates: u64,
    /// Candidates that are the canonical state of their cluster, which is the number of clusters.
    pub canonical: u64,
    /// Canonical candidates whose cluster contains a goal state.
    pub solvable: u64,
    /// Clusters that give a row.
    pub rows: u64,
    /// States in all canonical clusters, solvable or not.
    pub states: u64,
    /// States in the clusters that give a row.
    pub states_in_rows: u64,
    /// Greatest number of moves of any row; 0 without rows.
    pub deepest: u32,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.candidates += other.candidates;
        self.canonical += other.canonical;
        self.solvable += other.solvable;
        self.rows += other.rows;
        self.states += other.states;
        self.states_in_rows += other.states_in_rows;
        self.deepest = self.deepest.max(other.deepest);
    }
}
