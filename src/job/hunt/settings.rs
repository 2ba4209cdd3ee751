//! What to hunt for, and how.
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::board::{Metric, Size, State, WallRange};

/// How long a hunt lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntBudget {
    /// So many boards are looked at, on any number of threads.
    Evaluations(u64),
    /// So much time passes.
    Time(Duration),
}

/// What decides between boards of the same depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// The smaller cluster is better. The search then stays where clusters are small, and looks at more of them in the same time.
    FewerStates,
    /// The larger cluster is better.
    MoreStates,
    /// Fewer pieces and walls are better.
    FewerPieces,
}

/// What to hunt for, and how.
#[derive(Clone, Debug)]
pub struct HuntSettings {
    /// Board size.
    pub size: Size,
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
    /// Boards whose rows are kept too, and from which every second search starts. They have the size and numbers of walls of the hunt.
    pub known: Vec<State>,
    /// Boards with larger clusters are passed over while they are searched. When pieces are taken from a hard board its cluster grows, and may
    /// have [`HuntSettings::GROWTH`] times as many states.
    pub max_states: usize,
    /// The hunt ends when a board of this many moves, or steps, is found.
    pub until: Option<u32>,
    /// Evaluations of one search; then another one starts.
    pub search_length: u64,
    /// The temperature at the start of a search, in moves: at temperature T a board that is easier by T moves is accepted with probability
    /// one half. It falls to 0 in the course of the search.
    pub temperature: f64,
    /// What decides between boards of the same depth.
    pub tie_break: TieBreak,
    /// Threads that search.
    pub threads: NonZeroUsize,
}

impl HuntSettings {
    /// The most states of the cluster of a row.
    pub(super) fn most_states_of_row(&self) -> usize {
        self.max_states.saturating_mul(HuntSettings::GROWTH)
    }

    /// Evaluations of one search if nothing else is asked for.
    pub const SEARCH_LENGTH: u64 = 20_000;
    /// [`HuntSettings::max_states`] for a board size if nothing else is asked for.
    pub fn usual_max_states(size: Size) -> usize {
        if size.n() <= 6 { 10_000 } else { 20_000 }
    }

    /// How many times larger a cluster may become when pieces that don't matter are taken away.
    pub const GROWTH: usize = 10;
    /// The temperature at the start of a search if nothing else is asked for.
    pub const TEMPERATURE: f64 = 4.0;
}
