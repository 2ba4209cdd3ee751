//! IDA* (Korf 1985): depth-first searches below a rising limit, here with a table of the states met.
use super::heuristic::SearchSpace;
use super::solution::{SearchOutcome, Solution};
use crate::board::{Counted, Move, SearchBounds, SearchError};
use rustc_hash::FxHashMap;

pub(super) fn search(space: &SearchSpace, bounds: SearchBounds<'_>) -> Result<SearchOutcome, SearchError> {
    let next_limit = space.bound(space.start);
    let mut search = Deepening { space, bounds, limit: 0, next_limit, seen: FxHashMap::default(), path: Vec::new(), visited: 0 };
    while let Some(limit) = search.next_limit.take() {
        search.limit = limit;
        if search.solves(space.start)? {
            let solution = Solution::new(space.metric, search.path);
            return Ok(SearchOutcome::new(Some(solution), search.visited));
        }
    }
    Ok(SearchOutcome::new(None, search.visited))
}

struct Deepening<'s> {
    space: &'s SearchSpace,
    bounds: SearchBounds<'s>,
    /// The greatest depth plus bound that the current search allows.
    limit: u32,
    /// The least depth plus bound that exceeded it; `None` if nothing did.
    next_limit: Option<u32>,
    seen: FxHashMap<u64, SeenState>,
    /// The moves from the start to the current state.
    path: Vec<Move>,
    visited: u64,
}

/// What is known of a state that was met.
struct SeenState {
    /// The limit under which it was last met, and its least depth under it.
    limit: u32,
    depth: u32,
    bound: Option<u32>,
}

impl Deepening<'_> {
    /// Whether a solution within the limit leads through the state at the end of the path, which then becomes that solution.
    fn solves(&mut self, key: u64) -> Result<bool, SearchError> {
        let depth = self.path.len() as u32;
        let (Some(bound), is_new) = self.meet(key, depth)? else { return Ok(false) };
        let total = depth + bound;
        if total > self.limit {
            self.next_limit = Some(self.next_limit.map_or(total, |least| least.min(total)));
            return Ok(false);
        }
        if !is_new || self.space.tracks.is_goal(key) {
            return Ok(is_new);
        }
        self.bounds.stop.check_after(self.visited)?;
        self.visited += 1;
        for (next, step) in self.space.successors(key) {
            self.path.push(step);
            if self.solves(next)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// The bound of a state, and whether it was not met before under this limit at this depth or less.
    fn meet(&mut self, key: u64, depth: u32) -> Result<(Option<u32>, bool), SearchError> {
        let limit = self.limit;
        if let Some(seen) = self.seen.get_mut(&key) {
            let is_new = seen.limit != limit || depth < seen.depth;
            if is_new {
                (seen.limit, seen.depth) = (limit, depth);
            }
            return Ok((seen.bound, is_new));
        }
        let bound = self.space.bound(key);
        self.seen.insert(key, SeenState { limit, depth, bound });
        // the searches under lower limits have found nothing
        Counted::States.check(self.seen.len(), self.bounds.max_states).map_err(self.space.given_up(limit))?;
        Ok((bound, true))
    }
}
