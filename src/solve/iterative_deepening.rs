//! IDA* (Korf 1985): depth-first searches below a rising limit, here with a table of the states met.
use super::outcome::SearchOutcome;
use super::search_space::SearchSpace;
use super::solution::Solution;
use crate::board::{Counted, LimitExceeded, Move, SearchBounds, SearchError};
use rustc_hash::FxHashMap;

pub(super) fn search(space: &SearchSpace, bounds: SearchBounds<'_>) -> Result<SearchOutcome, SearchError> {
    let mut search = Deepening { space, seen: FxHashMap::default(), path: Vec::new(), visited: 0, bounds };
    let mut limit = space.bound(space.start);
    while let Some(most) = limit {
        match search.below(most)? {
            Outcome::Found => {
                let solution = Solution::new(space.metric, search.path);
                return Ok(SearchOutcome { solution: Some(solution), visited: search.visited });
            }
            Outcome::NotFound { next_limit } => limit = next_limit,
        }
    }
    Ok(SearchOutcome { solution: None, visited: search.visited })
}

struct Deepening<'s> {
    space: &'s SearchSpace,
    seen: FxHashMap<u64, SeenStates>,
    /// The moves from the start to the current state.
    path: Vec<Move>,
    visited: u64,
    bounds: SearchBounds<'s>,
}

/// What is known of a state that was met.
struct SeenStates {
    /// The limit under which it was last met, and its least depth under it.
    limit: u32,
    depth: u32,
    bound: Option<u32>,
}

/// The result of one search below a limit.
enum Outcome {
    /// There is a solution, and `path` holds it.
    Found,
    /// There is no solution within the limit. The next limit is the least depth plus bound that exceeded this one; `None` if
    /// nothing did.
    NotFound { next_limit: Option<u32> },
}

impl Deepening<'_> {
    /// Searches for a solution of at most `limit` moves. Uses a stack of its own, since the depth may be large.
    fn below(&mut self, limit: u32) -> Result<Outcome, SearchError> {
        let mut next_limit: Option<u32> = None;
        // one entry for each state of the path: the successors that are still to be tried, the next one last
        let mut stack: Vec<Vec<(u64, Move)>> = Vec::new();
        self.path.clear();
        let mut entered = Some(self.space.start);
        loop {
            if let Some(key) = entered.take() {
                let depth = self.path.len() as u32;
                let mut successors = Vec::new();
                let (bound, is_new) = self.meet(key, limit, depth)?;
                match bound {
                    Some(bound) if depth + bound > limit => {
                        let total = depth + bound;
                        next_limit = Some(next_limit.map_or(total, |least| least.min(total)));
                    }
                    Some(_) if is_new => {
                        if self.space.tracks.is_goal(key) {
                            return Ok(Outcome::Found);
                        }
                        self.bounds.stop.check_after(self.visited)?;
                        self.visited += 1;
                        self.space.successors(key, &mut successors);
                        successors.reverse();
                    }
                    _ => {}
                }
                stack.push(successors);
            }
            match stack.last_mut().map(Vec::pop) {
                None => return Ok(Outcome::NotFound { next_limit }),
                Some(Some((key, step))) => {
                    self.path.push(step);
                    entered = Some(key);
                }
                Some(None) => {
                    stack.pop();
                    self.path.pop();
                }
            }
        }
    }

    /// The bound of a state, and whether it was not met before under this limit at this depth or less.
    fn meet(&mut self, key: u64, limit: u32, depth: u32) -> Result<(Option<u32>, bool), LimitExceeded> {
        if let Some(seen) = self.seen.get_mut(&key) {
            let is_new = seen.limit != limit || depth < seen.depth;
            if is_new {
                (seen.limit, seen.depth) = (limit, depth);
            }
            return Ok((seen.bound, is_new));
        }
        let bound = self.space.bound(key);
        self.seen.insert(key, SeenStates { limit, depth, bound });
        Counted::States.check(self.seen.len(), self.bounds.max_states)?;
        Ok((bound, true))
    }
}
