//! Some solution, found fast, and a proof of how much shorter another one can be.
//!
//! *Best-first width search* finds a solution, however long. Then two searches take turns. *Beam search* goes level by level and
//! keeps only the most promising states of each; wider beams find shorter solutions. *Breadth-first heuristic search* expands all
//! states that a solution of a given length can pass; where it finds none, every solution is longer. They end when they meet.
use super::heuristic::{Heuristic, SearchSpace};
use super::level_search::{LevelSearch, Pruning};
use super::solution::{SearchOutcome, Solution};
use crate::board::{Metric, Move, SearchBounds, SearchError, Size, State};
use crate::reference::{Form, KeySet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;

/// States of the first beam on each level.
const FIRST_WIDTH: usize = 64;
/// How many times as wide the next beam is.
const WIDER: usize = 4;
/// Levels of the first beam; every further beam has twice as many.
const FIRST_LEVELS: u32 = 64;

/// How long to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Until some solution is found; then as long again for a lower bound. The outcome depends on nothing but the board.
    First,
    /// Until the search is stopped or the solution is known to be a shortest one.
    UntilStopped,
}

/// What is known so far.
struct AnySearch<'a> {
    state: &'a State,
    space: SearchSpace,
    bounds: SearchBounds<'a>,
    /// The shortest solution found.
    best: Option<Vec<Move>>,
    /// No solution is shorter.
    at_least: u32,
    /// Whether best-first width search was tried.
    is_begun: bool,
    /// The width of the next beam; `None` if that would keep too many states.
    width: Option<usize>,
    /// Whether the next limit may be searched within the bounds.
    proves: bool,
    /// The states that the searches have met.
    met: u64,
    /// The same of beams alone.
    met_by_beams: u64,
}

/// What one of the searches showed.
enum Shown {
    /// A solution shorter than the best.
    Solution(Vec<Move>),
    /// No solution is shorter than this.
    AtLeast(u32),
    /// There is no solution, or none shorter than the best.
    NoOther,
    /// Nothing.
    Nothing,
}

/// What the moves from a state reach.
enum Reached {
    /// A goal state, by these moves from the start.
    Goal(Vec<Move>),
    /// The states that were not met before and may have a solution: their keys and their lower bounds.
    States(Vec<(u64, State, u32)>),
}

/// See [`SolveOptions::find_any`](super::SolveOptions::find_any).
pub(super) fn search(
    state: &State,
    metric: Metric,
    patience: Patience,
    bounds: SearchBounds<'_>,
) -> Result<SearchOutcome, SearchError> {
    let space = SearchSpace::new(state, metric, Heuristic::Advanced);
    let Some(at_least) = space.bound(space.start) else { return Ok(SearchOutcome::new(None, 0)) };
    let (best, width) = (state.is_goal().then(Vec::new), Some(FIRST_WIDTH));
    let mut search =
        AnySearch { state, space, bounds, best, at_least, is_begun: false, width, proves: true, met: 0, met_by_beams: 0 };
    while let Some(shown) = search.next(patience) {
        match shown {
            Ok(Shown::Solution(moves)) => search.best = Some(moves),
            Ok(Shown::AtLeast(length)) => search.at_least = search.at_least.max(length),
            Ok(Shown::NoOther) => match &search.best {
                Some(moves) => search.at_least = moves.len() as u32,
                None => return Ok(SearchOutcome::new(None, search.met)),
            },
            Ok(Shown::Nothing) => {}
            Err(error) if search.best.is_none() && (matches!(error, SearchError::Stopped(_)) || search.is_at_end()) => {
                return Err(search.without_solution(error));
            }
            Err(SearchError::Stopped(_)) => break,
            Err(_) => {}
        }
    }
    let AnySearch { best, at_least, met, .. } = search;
    Ok(SearchOutcome { at_least, ..SearchOutcome::new(best.map(|moves| Solution::new(metric, moves)), met) })
}

impl AnySearch<'_> {
    fn is_at_end(&self) -> bool {
        self.width.is_none() && !self.proves
    }

    /// The error of a search that ends without a solution.
    fn without_solution(&self, error: SearchError) -> SearchError {
        match error {
            SearchError::LimitExceeded(reached) | SearchError::AtLeast { reached, .. } => {
                self.space.given_up(self.at_least)(reached)
            }
            SearchError::Stopped(stopped) => stopped.into(),
        }
    }

    /// Searches on; `None` at the end.
    fn next(&mut self, patience: Patience) -> Option<Result<Shown, SearchError>> {
        let by_proofs = self.met - self.met_by_beams;
        let beams = match &self.best {
            None => true,
            Some(best) if best.len() as u32 <= self.at_least => return None,
            Some(_) if patience == Patience::First && by_proofs > self.met_by_beams => return None,
            Some(_) => patience == Patience::UntilStopped && (self.met_by_beams <= by_proofs || !self.proves),
        };
        let Some(width) = self.width.filter(|_| beams) else { return self.proves.then(|| self.prove()) };
        let mut met = KeySet::new(self.bounds.max_states);
        let is_beam = std::mem::replace(&mut self.is_begun, true);
        let shown = if is_beam { self.beam(width, &mut met) } else { self.best_first(&mut met) };
        self.met += met.keys().len() as u64;
        self.met_by_beams += met.keys().len() as u64;
        if !is_beam {
            return Some(shown);
        }
        self.width = if matches!(shown, Err(SearchError::LimitExceeded(_))) { None } else { Some(WIDER * width) };
        Some(shown)
    }

    /// Searches for a solution as long as the lower bound.
    fn prove(&mut self) -> Result<Shown, SearchError> {
        let pruning = Pruning { heuristic: Heuristic::Advanced, limit: self.at_least };
        let levels = LevelSearch::within(self.state, Form::Small, self.space.metric, Some(pruning), self.bounds);
        self.proves = !matches!(levels, Err(SearchError::AtLeast { .. }));
        let levels = levels?;
        self.met += levels.states() as u64;
        Ok(match (levels.solution(), levels.next_limit()) {
            (Some(solution), _) => Shown::Solution(solution.moves().to_vec()),
            (None, Some(limit)) => Shown::AtLeast(limit),
            (None, None) => Shown::NoOther,
        })
    }

    /// Best-first width search (Lipovetzky and Geffner 2017): states that bring something new first, then those with the lowest
    /// bounds. Most states of a large board have the same bound and differ in pieces that do not matter.
    fn best_first(&self, met: &mut KeySet) -> Result<Shown, SearchError> {
        let space = &self.space;
        // as in `beam`; the numbers of open states follow what they are chosen by
        let mut kept = vec![(space.start, usize::MAX)];
        let mut open = BinaryHeap::from([Reverse((0, 0, 0, 0))]);
        let mut novelty = Novelty::default();
        met.insert(space.start)?;
        while let Some(Reverse((.., depth, from))) = open.pop() {
            self.bounds.stop.check()?;
            let new = match self.new_states(from, &kept, met)? {
                Reached::Goal(moves) => return Ok(Shown::Solution(moves)),
                Reached::States(new) => new,
            };
            for (key, state, bound) in new {
                open.push(Reverse((novelty.rank(&state, bound), bound, depth + 1, kept.len())));
                kept.push((key, from));
            }
        }
        Ok(Shown::NoOther)
    }

    /// Beam search for a solution shorter than the best: of each level it keeps `width` states, those with the lowest bounds.
    /// `met` holds the states that it met.
    fn beam(&self, width: usize, met: &mut KeySet) -> Result<Shown, SearchError> {
        let space = &self.space;
        // a beam that does not find a solution would go on almost for ever
        let levels = FIRST_LEVELS.saturating_mul((width / FIRST_WIDTH).isqrt() as u32);
        let most = self.best.as_ref().map_or(u32::MAX, |best| best.len() as u32 - 1);
        // every state kept, and the place in this list of the one before it
        let mut kept = vec![(space.start, usize::MAX)];
        met.insert(space.start)?;
        let (mut level, mut is_complete) = (0..1, true);
        let mut novelty = Novelty::default();
        for depth in 1..=levels {
            // of the states on the next level, what they are chosen by, their keys, and the places of those before them
            let mut reached: Vec<((u32, u32, u64), u64, usize)> = Vec::new();
            for from in level {
                if from % 64 == 0 {
                    self.bounds.stop.check()?; // the bounds of so many states and their successors take milliseconds
                }
                let new = match self.new_states(from, &kept, met)? {
                    Reached::Goal(moves) => return Ok(Shown::Solution(moves)),
                    Reached::States(new) => new,
                };
                for (key, state, bound) in new.into_iter().filter(|(.., bound)| depth + bound <= most) {
                    // among equals a choice without a pattern
                    reached.push(((bound, novelty.rank(&state, bound), FxBuildHasher.hash_one(key)), key, from));
                }
            }
            if reached.is_empty() {
                return Ok(if is_complete { Shown::NoOther } else { Shown::Nothing });
            }
            if reached.len() > width {
                is_complete = false;
                reached.select_nth_unstable(width);
                reached.truncate(width);
            }
            level = kept.len()..kept.len() + reached.len();
            kept.extend(reached.into_iter().map(|(_, key, from)| (key, from)));
        }
        Ok(Shown::Nothing)
    }

    /// Makes all moves from a state kept, and adds the states that they reach to those met.
    fn new_states(&self, from: usize, kept: &[(u64, usize)], met: &mut KeySet) -> Result<Reached, SearchError> {
        let (space, mut new) = (&self.space, Vec::new());
        for (key, _) in space.successors(kept[from].0) {
            if !met.insert(key)? {
                continue;
            }
            if space.tracks.is_goal(key) {
                return Ok(Reached::Goal(self.moves_to(key, from, kept)));
            }
            let state = space.tracks.state(key);
            if let Some(bound) = space.heuristic.bound(&state, space.metric) {
                new.push((key, state, bound));
            }
        }
        Ok(Reached::States(new))
    }

    /// The moves of the path to a state and, before it, to one of the states kept.
    fn moves_to(&self, key: u64, from: usize, kept: &[(u64, usize)]) -> Vec<Move> {
        let (mut key, mut from, mut moves) = (key, from, Vec::new());
        while from != usize::MAX {
            let (before, next) = kept[from];
            let successors = self.space.successors(before);
            moves.push(successors.iter().find(|&&(to, _)| to == key).expect("it was reached from there").1);
            (key, from) = (before, next);
        }
        moves.reverse();
        moves
    }
}

/// The places at which pieces have stood, and the pairs of places at the same time, for each bound.
#[derive(Default)]
struct Novelty(FxHashMap<u32, Vec<u64>>);

impl Novelty {
    /// 0 if some piece stands where it has not stood before under this bound, else 1 if some pair of pieces does, else 2.
    fn rank(&mut self, state: &State, bound: u32) -> u32 {
        let places: Vec<usize> = state.pieces().enumerate().map(|(k, p)| Size::MAX * k + p.position()).collect();
        let all = Size::MAX * places.len();
        let seen = self.0.entry(bound).or_insert_with(|| vec![0; (all * all).div_ceil(64)]);
        let mut rank = 2;
        for (k, &place) in places.iter().enumerate() {
            for &other in &places[..=k] {
                let (word, bit) = ((all * place + other) / 64, 1 << ((all * place + other) % 64));
                if seen[word] & bit == 0 {
                    seen[word] |= bit;
                    rank = rank.min(u32::from(other != place));
                }
            }
        }
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{LimitExceeded, Size, StopToken, Stopped, WallRange};
    use crate::generate::Generator;
    use crate::solve::replay;

    /// Asserts that a solution solves its board, and that a shortest one lies between the bounds.
    fn assert_between(state: &State, found: &SearchOutcome, depth: Option<u32>) {
        let length = found.solution.as_ref().map(Solution::length);
        assert_eq!(length.is_some(), depth.is_some(), "{state}");
        let depth = depth.unwrap_or(0);
        assert!(found.at_least <= depth && depth <= length.unwrap_or(0), "{state}: {} {depth} {length:?}", found.at_least);
        if let Some(solution) = &found.solution {
            assert_eq!(replay(state, solution.moves()), Ok(()), "{state}");
        }
    }

    #[test]
    fn solutions_are_legal_and_bounds_are_never_above_the_depth() {
        let (mut boards, mut longer, mut unsolvable, mut proven) = (0, 0, 0, 0);
        for (n, walls) in [(4, 3), (5, 2), (6, 2)] {
            let generator = Generator::new(Size::square(n).unwrap(), WallRange::new(0, walls).unwrap()).unwrap();
            let (step, mut worker) = (generator.candidates() / 150, generator.worker());
            for index in 0..150 {
                let goal = worker.candidate(index * step);
                // a state far from the goal
                let cluster = crate::reference::Cluster::explore(&goal, 20_000).ok();
                let Some(cluster) = cluster else { continue };
                let state = cluster.state(cluster.states() - 1);
                for metric in [Metric::Moves, Metric::Steps] {
                    let depth = LevelSearch::of(&state, metric, 100_000).unwrap().length();
                    let found = search(&state, metric, Patience::First, 100_000.into()).unwrap();
                    assert_between(&state, &found, depth);
                    longer += u32::from(found.solution.as_ref().map(Solution::length) > depth);
                    let best = search(&state, metric, Patience::UntilStopped, 100_000.into()).unwrap();
                    assert_eq!((best.solution.as_ref().map(Solution::length), best.at_least), (depth, depth.unwrap_or(0)));
                    assert_between(&state, &best, depth);
                    boards += 1;
                    unsolvable += u32::from(depth.is_none());
                    proven += u32::from(depth.is_some() && !found.may_be_longer());
                }
            }
        }
        assert!(boards > 500 && proven > 200, "{boards} boards, {proven} proven, {longer} longer, {unsolvable} unsolvable");
    }

    #[test]
    fn hard_boards_have_a_solution_at_once_and_a_shortest_one_with_patience() {
        let mut longer = 0;
        for row in include_str!("../../data/top23.txt").lines().step_by(4) {
            let fields: Vec<&str> = row.split(' ').collect();
            let (depth, state): (u32, State) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
            let found = search(&state, Metric::Moves, Patience::First, 1_000_000.into()).unwrap();
            assert_between(&state, &found, Some(depth));
            longer += u32::from(found.may_be_longer());
            let again = search(&state, Metric::Moves, Patience::First, 1_000_000.into()).unwrap();
            assert_eq!(found, again);
            let best = search(&state, Metric::Moves, Patience::UntilStopped, 1_000_000.into()).unwrap();
            assert_eq!((best.solution.unwrap().length(), best.at_least), (depth, depth));
        }
        assert!(longer > 0);
    }

    #[test]
    fn a_search_without_a_solution_says_what_it_has_proven() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let Err(SearchError::AtLeast { reached, at_least, .. }) = search(&state, Metric::Moves, Patience::First, 300.into())
        else {
            panic!("the limit is too small for a solution");
        };
        assert_eq!(reached, LimitExceeded::states(300));
        assert!((4..49).contains(&at_least), "{at_least}");
        let stop = StopToken::when(&|| true);
        let stopped = search(&state, Metric::Moves, Patience::UntilStopped, SearchBounds { max_states: 1000, stop });
        assert_eq!(stopped, Err(SearchError::Stopped(Stopped)));
    }
}
