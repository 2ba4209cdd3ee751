//! Shortest solutions of one board without its whole cluster: breadth first, A*, and iterative deepening.
use super::heuristic::Heuristic;
use crate::board::{Metric, Move, MoveError, State, TooManyStates};
use crate::reference::{KeySet, Tracks};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a solution is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Level by level.
    Breadth,
    /// A*: the state with the least of depth so far plus lower bound first; of several the one with the lower bound, then the one met last.
    AStar,
    /// IDA*: depth first below a limit that rises, with a table of the states met.
    Deepening,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// A shortest solution; `None` if there is none. In [`Metric::Steps`] all its moves go one cell far.
    pub solution: Option<Vec<Move>>,
    /// States whose successors were looked at, each time that they were.
    pub visited: u64,
}

/// A solution that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move that is not allowed where it stands.
    #[error("move {number} of the solution is not legal: {source}")]
    Illegal {
        /// The move, from 1.
        number: usize,
        /// Why.
        source: MoveError,
    },
    /// The moves end elsewhere.
    #[error("the solution does not end in a goal state")]
    NoGoal,
}

/// Looks for a shortest solution.
///
/// # Errors
/// [`TooManyStates`] if the search has to keep more than `max_states` states.
pub fn solve(
    state: &State,
    metric: Metric,
    algorithm: Algorithm,
    heuristic: Heuristic,
    max_states: usize,
) -> Result<Solved, TooManyStates> {
    let tracks = Tracks::of(state);
    let start = tracks.key(state).expect("a state lies on its own tracks");
    let task = SearchTask { tracks, start, metric, heuristic };
    match algorithm {
        Algorithm::Breadth => task.breadth(max_states),
        Algorithm::AStar => task.a_star(max_states),
        Algorithm::Deepening => task.deepening(max_states),
    }
}

/// Plays a solution on the board itself, by the plain rules, and checks that it ends in a goal state.
///
/// # Errors
/// A [`ReplayError`] if a move is not legal, or the last state is no goal state.
pub fn replay(state: &State, solution: &[Move]) -> Result<(), ReplayError> {
    let mut here = state.clone();
    for (index, &step) in solution.iter().enumerate() {
        here = here.play(step).map_err(|source| ReplayError::Illegal { number: index + 1, source })?;
    }
    if here.is_goal() { Ok(()) } else { Err(ReplayError::NoGoal) }
}

/// The same way with the steps of one piece in one direction, where they follow one another, as one move.
pub fn joined(moves: &[Move]) -> Vec<Move> {
    let mut result: Vec<Move> = Vec::new();
    for &step in moves {
        match result.last_mut() {
            Some(last) if last.item == step.item && last.distance.signum() == step.distance.signum() => {
                last.distance += step.distance;
            }
            _ => result.push(step),
        }
    }
    result
}

/// Cells that all pieces go together.
pub fn steps(moves: &[Move]) -> u32 {
    moves.iter().map(|step| u32::from(step.distance.unsigned_abs())).sum()
}

/// How many successors each state would have in an even tree of this depth with as many states, the root left out: b with
/// b + b² + ... + b^depth = visited. 0 for depth 0.
pub fn branching_factor(visited: u64, depth: u32) -> f64 {
    if depth == 0 {
        return 0.0;
    }
    let states = |b: f64| (1..=depth).map(|k| b.powi(k as i32)).sum::<f64>();
    let (mut low, mut high) = (0.0, visited as f64);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if states(middle) < visited as f64 { low = middle } else { high = middle }
    }
    high
}

/// A search as it was asked for.
struct SearchTask {
    tracks: Tracks,
    start: u64,
    metric: Metric,
    heuristic: Heuristic,
}

/// From where a state was met first, and by which move.
#[derive(Clone, Copy)]
struct Origin {
    from: u32,
    step: Move,
}

const NOWHERE: Origin = Origin { from: u32::MAX, step: Move { item: 0, distance: 0 } };

/// The moves that lead to a state.
fn way(origins: &[Origin], mut number: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    while origins[number as usize].from != u32::MAX {
        moves.push(origins[number as usize].step);
        number = origins[number as usize].from;
    }
    moves.reverse();
    moves
}

impl SearchTask {
    fn bound(&self, key: u64) -> Option<u32> {
        if self.heuristic == Heuristic::Zero { Some(0) } else { self.heuristic.bound(&self.tracks.state(key), self.metric) }
    }

    fn successors(&self, key: u64, into: &mut Vec<(u64, Move)>) {
        into.clear();
        self.tracks.successors(key, self.metric, |next, step| into.push((next, step)));
    }

    fn breadth(&self, max_states: usize) -> Result<Solved, TooManyStates> {
        let mut set = KeySet::new(max_states);
        set.insert(self.start)?;
        let mut origins = vec![NOWHERE];
        let mut next = 0;
        let mut reached = Vec::new();
        while let Some(&key) = set.keys().get(next) {
            if self.tracks.is_goal(key) {
                return Ok(Solved { solution: Some(way(&origins, next as u32)), visited: next as u64 });
            }
            self.successors(key, &mut reached);
            for &(key, step) in &reached {
                if set.insert(key)? {
                    origins.push(Origin { from: next as u32, step });
                }
            }
            next += 1;
        }
        Ok(Solved { solution: None, visited: next as u64 })
    }

    fn a_star(&self, max_states: usize) -> Result<Solved, TooManyStates> {
        let mut set = KeySet::new(max_states);
        let mut visited = 0;
        let Some(bound) = self.bound(self.start) else { return Ok(Solved { solution: None, visited }) };
        set.insert(self.start)?;
        let (mut origins, mut depths, mut bounds) = (vec![NOWHERE], vec![0u32], vec![bound]);
        // goal states first among equals, then low bounds, then what was met last
        let mut open = BinaryHeap::from([(Reverse(bound), self.tracks.is_goal(self.start), Reverse(bound), 0u64, 0u32, 0u32)]);
        let mut met = 0u64;
        let mut reached = Vec::new();
        while let Some((_, is_goal, _, _, number, depth)) = open.pop() {
            if depth > depths[number as usize] {
                continue; // a shorter way has been found since
            }
            if is_goal {
                return Ok(Solved { solution: Some(way(&origins, number)), visited });
            }
            visited += 1;
            self.successors(set.keys()[number as usize], &mut reached);
            for &(key, step) in &reached {
                let next = match set.insert(key)? {
                    true => {
                        origins.push(NOWHERE);
                        depths.push(u32::MAX);
                        // what has no solution is never opened, and neither is it looked at again
                        bounds.push(self.bound(key).unwrap_or(u32::MAX));
                        set.keys().len() as u32 - 1
                    }
                    false => set.number(key).expect("the key is in the set"),
                };
                let at = next as usize;
                if depth + 1 < depths[at] && bounds[at] != u32::MAX {
                    (depths[at], origins[at]) = (depth + 1, Origin { from: number, step });
                    met += 1;
                    let total = depth + 1 + bounds[at];
                    open.push((Reverse(total), self.tracks.is_goal(key), Reverse(bounds[at]), met, next, depth + 1));
                }
            }
        }
        Ok(Solved { solution: None, visited })
    }

    fn deepening(&self, max_states: usize) -> Result<Solved, TooManyStates> {
        let mut search =
            Deepening { task: self, seen: HashMap::with_hasher(FxBuildHasher), way: Vec::new(), visited: 0, max_states };
        let mut limit = self.bound(self.start);
        while let Some(most) = limit {
            match search.below(most)? {
                Outcome::Found => return Ok(Solved { solution: Some(search.way), visited: search.visited }),
                Outcome::Next(next) => limit = next,
            }
        }
        Ok(Solved { solution: None, visited: search.visited })
    }
}

/// Depth-first searches with a rising limit.
struct Deepening<'t> {
    task: &'t SearchTask,
    seen: HashMap<u64, Seen, FxBuildHasher>,
    way: Vec<Move>,
    visited: u64,
    max_states: usize,
}

/// What is known of a state that was met.
struct Seen {
    /// The limit under which it was last met, and its least depth then.
    limit: u32,
    depth: u32,
    bound: Option<u32>,
}

/// What one search below a limit comes to.
enum Outcome {
    /// A solution, in `way`.
    Found,
    /// The least depth plus bound above the limit, if there is any.
    Next(Option<u32>),
}

impl Deepening<'_> {
    /// Looks for a solution no longer than `limit`. Keeps its own stack, as the depth may be large.
    fn below(&mut self, limit: u32) -> Result<Outcome, TooManyStates> {
        let mut least_above: Option<u32> = None;
        // the states of the way, each with the moves that are still to be tried, in reverse
        let mut stack: Vec<Vec<(u64, Move)>> = Vec::new();
        self.way.clear();
        let mut entered = Some(self.task.start);
        loop {
            if let Some(key) = entered.take() {
                let depth = self.way.len() as u32;
                let mut successors = Vec::new();
                let (bound, is_new) = self.meet(key, limit, depth)?;
                match bound {
                    Some(bound) if depth + bound > limit => {
                        let total = depth + bound;
                        least_above = Some(least_above.map_or(total, |least| least.min(total)));
                    }
                    Some(_) if is_new => {
                        if self.task.tracks.is_goal(key) {
                            return Ok(Outcome::Found);
                        }
                        self.visited += 1;
                        self.task.successors(key, &mut successors);
                        successors.reverse();
                    }
                    _ => {}
                }
                stack.push(successors);
            }
            match stack.last_mut().map(Vec::pop) {
                None => return Ok(Outcome::Next(least_above)),
                Some(Some((key, step))) => {
                    self.way.push(step);
                    entered = Some(key);
                }
                Some(None) => {
                    stack.pop();
                    self.way.pop();
                }
            }
        }
    }

    /// The bound of a state, and whether the state has not been met under this limit at this depth or a lower one.
    fn meet(&mut self, key: u64, limit: u32, depth: u32) -> Result<(Option<u32>, bool), TooManyStates> {
        if let Some(seen) = self.seen.get_mut(&key) {
            let is_new = seen.limit != limit || depth < seen.depth;
            if is_new {
                (seen.limit, seen.depth) = (limit, depth);
            }
            return Ok((seen.bound, is_new));
        }
        let bound = self.task.bound(key);
        self.seen.insert(key, Seen { limit, depth, bound });
        if self.seen.len() > self.max_states { Err(TooManyStates(self.max_states)) } else { Ok((bound, true)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1_000_000;
    const ALL: [Heuristic; 3] = [Heuristic::Zero, Heuristic::Blocking, Heuristic::Advanced];

    /// The length of the solution, which is replayed.
    fn length(state: &State, metric: Metric, algorithm: Algorithm, heuristic: Heuristic) -> (Option<usize>, u64) {
        let solved = solve(state, metric, algorithm, heuristic, LIMIT).unwrap();
        if let Some(solution) = &solved.solution {
            assert_eq!(replay(state, solution), Ok(()));
        }
        (solved.solution.map(|moves| moves.len()), solved.visited)
    }

    #[test]
    fn all_algorithms_find_the_depth_of_the_cards() {
        for (number, card) in include_str!("../../data/jams40.txt").lines().enumerate() {
            let fields: Vec<&str> = card.split(' ').collect();
            let (depth, state) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
            assert_eq!(length(&state, Metric::Moves, Algorithm::Breadth, Heuristic::Zero).0, Some(depth), "{card}");
            let [zero, blocking, advanced] = ALL.map(|h| {
                let (found, visited) = length(&state, Metric::Moves, Algorithm::AStar, h);
                assert_eq!(found, Some(depth), "{card}, {h:?}");
                visited
            });
            assert!(advanced <= blocking && blocking <= zero, "{card}: {advanced}, {blocking}, {zero}");
            if number % 8 == 0 {
                assert_eq!(length(&state, Metric::Moves, Algorithm::Deepening, Heuristic::Advanced).0, Some(depth), "{card}");
            }
        }
    }

    #[test]
    fn moves_and_steps_of_a_known_board() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        for (metric, depth) in [(Metric::Moves, 49), (Metric::Steps, 93)] {
            assert_eq!(length(&state, metric, Algorithm::Breadth, Heuristic::Zero).0, Some(depth));
            assert_eq!(length(&state, metric, Algorithm::AStar, Heuristic::Advanced).0, Some(depth));
        }
    }

    #[test]
    fn what_has_no_solution_is_told_by_all() {
        for board in ["ooooAAoxoooooooo", "oooCAAoCoooCooox", "oooCAAoCxooCoooo", "xooxAAoCoooCooox"] {
            let state: State = board.parse().unwrap();
            for algorithm in [Algorithm::Breadth, Algorithm::AStar, Algorithm::Deepening] {
                for (heuristic, metric) in ALL.into_iter().flat_map(|h| [(h, Metric::Moves), (h, Metric::Steps)]) {
                    let expected = length(&state, metric, Algorithm::Breadth, Heuristic::Zero).0;
                    assert_eq!(length(&state, metric, algorithm, heuristic).0, expected, "{board} {algorithm:?} {heuristic:?}");
                }
            }
        }
    }

    #[test]
    fn wrong_solutions_are_refused() {
        let state: State = "oBBoAAoCoooCoooo".parse().unwrap();
        let at = |item, distance| Move { item, distance };
        assert_eq!(replay(&state, &[at(2, 1), at(0, 2)]), Ok(()));
        assert_eq!(replay(&state, &[at(2, 1)]), Err(ReplayError::NoGoal));
        assert!(matches!(replay(&state, &[at(2, 1), at(2, 3)]), Err(ReplayError::Illegal { number: 2, .. })));
    }

    #[test]
    fn small_helpers() {
        let at = |item, distance| Move { item, distance };
        assert_eq!(joined(&[at(1, 1), at(1, 1), at(1, -1), at(0, 1)]), [at(1, 2), at(1, -1), at(0, 1)]);
        assert_eq!(steps(&[at(1, 2), at(0, -1)]), 3);
        assert!((branching_factor(14, 3) - 2.0).abs() < 1e-9, "2 + 4 + 8");
    }
}
