//! Breadth-first search: level by level, so that the first goal state met is a nearest one.
use super::outcome::SearchOutcome;
use super::search_space::{Paths, SearchSpace};
use super::solution::Solution;
use crate::board::{TooManyStates, has_to_stop};
use crate::reference::KeySet;

/// Searches; `None` if `go_on` answers that it shall not.
pub(super) fn search(
    space: &SearchSpace,
    max_states: usize,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<SearchOutcome>, TooManyStates> {
    // numbers follow the order in which the states were met, so the set is also the queue
    let mut set = KeySet::new(max_states);
    set.insert(space.start)?;
    let mut paths = Paths::default();
    paths.push(None);
    let mut next = 0;
    let mut reached = Vec::new();
    while let Some(&key) = set.keys().get(next) {
        if space.tracks.is_goal(key) {
            let solution = Solution::new(space.metric, paths.to(next as u32));
            return Ok(Some(SearchOutcome { solution: Some(solution), visited: next as u64 }));
        }
        if has_to_stop(next as u64, go_on) {
            return Ok(None);
        }
        space.successors(key, &mut reached);
        for &(key, step) in &reached {
            if set.insert(key)? {
                paths.push(Some((next as u32, step)));
            }
        }
        next += 1;
    }
    Ok(Some(SearchOutcome { solution: None, visited: next as u64 }))
}
