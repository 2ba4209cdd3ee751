//! Breadth-first search: level by level, so that the first goal state met is a nearest one.
use super::outcome::SearchOutcome;
use super::search_space::{Paths, SearchSpace};
use super::solution::Solution;
use crate::board::{SearchBounds, SearchError};
use crate::reference::KeySet;

pub(super) fn search(space: &SearchSpace, bounds: SearchBounds<'_>) -> Result<SearchOutcome, SearchError> {
    // numbers follow the order in which the states were met, so the set is also the queue
    let mut set = KeySet::new(bounds.max_states);
    set.insert(space.start)?;
    let mut paths = Paths::default();
    paths.push(None);
    let mut next = 0;
    let mut reached = Vec::new();
    while let Some(&key) = set.keys().get(next) {
        if space.tracks.is_goal(key) {
            let solution = Solution::new(space.metric, paths.to(next as u32));
            return Ok(SearchOutcome { solution: Some(solution), visited: next as u64 });
        }
        bounds.stop.check_after(next as u64)?;
        space.successors(key, &mut reached);
        for &(key, step) in &reached {
            if set.insert(key)? {
                paths.push(Some((next as u32, step)));
            }
        }
        next += 1;
    }
    Ok(SearchOutcome { solution: None, visited: next as u64 })
}
