//! What all searches share: the states of one cluster as keys, their successors, and the paths back to the start.
use super::heuristic::Heuristic;
use crate::board::{Metric, Move, State};
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
        if self.heuristic == Heuristic::Zero { Some(0) } else { self.heuristic.bound(&self.tracks.state(key), self.metric) }
    }

    /// Replaces the content of `into` by the states that one move, or one step, reaches.
    pub fn successors(&self, key: u64, into: &mut Vec<(u64, Move)>) {
        into.clear();
        self.tracks.successors(key, self.metric, |next, step| into.push((next, step)));
    }
}

/// How a search reached each state, by state number.
#[derive(Default)]
pub(super) struct Paths(Vec<Option<(u32, Move)>>);

impl Paths {
    /// Adds the next state; `from` is its predecessor and the move from there, `None` for the start or where it is not known yet.
    pub fn push(&mut self, from: Option<(u32, Move)>) {
        self.0.push(from);
    }

    /// Replaces the predecessor of a state.
    pub fn set(&mut self, number: u32, from: u32, step: Move) {
        self.0[number as usize] = Some((from, step));
    }

    /// The moves from the start to a state.
    pub fn to(&self, mut number: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((from, step)) = self.0[number as usize] {
            moves.push(step);
            number = from;
        }
        moves.reverse();
        moves
    }
}
