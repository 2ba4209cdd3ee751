//! What to hunt for, and how.
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::board::{Metric, Rules, Size, State, WallRange};

/// How long a hunt lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntBudget {
    /// This many boards are searched, on any number of threads.
    Evaluations(u64),
    /// This time passes.
    Time(Duration),
}

/// What to hunt for, and how.
#[derive(Clone, Debug)]
pub struct HuntSettings {
    /// The rules of the boards, whose sides are at most 8.
    pub rules: Rules,
    /// Walls, in total.
    pub walls: WallRange,
    /// What depths count.
    pub metric: Metric,
    /// How long to hunt.
    pub budget: HuntBudget,
    /// Seed of all searches.
    pub seed: u64,
    /// How many rows to keep.
    pub keep: usize,
    /// Boards whose rows are kept too, and from which every second search starts. They obey the rules, and have numbers of walls
    /// in the range.
    pub known: Vec<State>,
    /// Boards with larger clusters are skipped, with two exceptions, for clusters of up to [`HuntSettings::GROWTH`] times as many
    /// states: on 7×7 and 8×8 boards whose cluster may be deeper than all rows of the search, by an upper bound on its depth, and
    /// random or known boards while pieces are taken from them to make their row.
    pub max_states: usize,
    /// The hunt ends when a row of this many moves, or steps, is found.
    pub until: Option<u32>,
    /// Evaluations of one search; then another one starts.
    pub search_length: u64,
    /// Threads that search.
    pub threads: NonZeroUsize,
}

impl HuntSettings {
    /// The most states of the cluster of a start row, or of a known or changed one.
    pub(super) fn most_states_to_explore(&self) -> usize {
        self.max_states.saturating_mul(HuntSettings::GROWTH)
    }

    /// The most states of the cluster of a child that is explored. Up to 6×6 the usual limit leaves room for the hardest rows,
    /// and searches that know of larger clusters find these later (`docs/NOTES.md`).
    pub(super) fn most_states_of_child(&self) -> usize {
        if self.rules.size().longer_side() <= 6 { self.max_states } else { self.most_states_to_explore() }
    }

    /// Evaluations of one search by default.
    pub const SEARCH_LENGTH: u64 = 1_000_000;
    /// The default of [`HuntSettings::max_states`] for a board size. The hardest boards have clusters of tens of thousands of
    /// states; on 8×8 searches of these take so long that a hunt of minutes finds harder boards among smaller ones.
    pub fn usual_max_states(size: Size) -> usize {
        match size.longer_side() {
            ..=6 => 40_000,
            7 => 80_000,
            _ => 20_000,
        }
    }

    /// How many times larger than [`HuntSettings::max_states`] a cluster may be, where it may be larger.
    pub const GROWTH: usize = 10;
}
