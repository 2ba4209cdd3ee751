//! What A* and IDA* share: the states of one cluster as keys, and their successors.
use super::heuristic::Heuristic;
use crate::board::{LimitExceeded, Metric, Move, SearchError, State};
use crate::reference::Tracks;

/// The cluster of the start as a graph over keys, and the question asked about it.
pub(super) struct SearchSpace {
    pub tracks: Tracks,
    /// Key of the start.
    pub start: u64,
    pub metric: Metric,
    pub heuristic: Heuristic,
}

impl SearchSpace {
    pub fn new(state: &State, metric: Metric, heuristic: Heuristic) -> SearchSpace {
        let tracks = Tracks::of(state);
        let start = tracks.key(state).expect("a state lies on its own tracks");
        SearchSpace { tracks, start, metric, heuristic }
    }

    /// The lower bound for the depth of a state; `None` if it certainly has no solution.
    pub fn bound(&self, key: u64) -> Option<u32> {
        self.heuristic.bound(&self.tracks.state(key), self.metric)
    }

    /// The error of a search that met too many states, and has proven that no solution is shorter than `at_least`.
    pub fn given_up(&self, at_least: u32) -> impl Fn(LimitExceeded) -> SearchError {
        let metric = self.metric;
        move |reached| SearchError::AtLeast { reached, at_least, metric }
    }

    /// The states that one move, or one step, reaches.
    pub fn successors(&self, key: u64) -> Vec<(u64, Move)> {
        let mut successors = Vec::new();
        self.tracks.successors(key, self.metric, |next, step| successors.push((next, step)));
        successors
    }
}
