//! A* (Hart, Nilsson, Raphael 1968): always expands the open state with the least depth plus lower bound.
use super::outcome::SearchOutcome;
use super::search_space::SearchSpace;
use super::solution::Solution;
use crate::board::{Move, SearchBounds, SearchError};
use crate::reference::KeySet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An open state. The heap pops the greatest, compared field by field in this order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    /// Depth plus lower bound: the least first.
    total: Reverse<u32>,
    /// Goal states first among equals.
    is_goal: bool,
    /// Then the lowest bound, which is the greatest depth.
    bound: Reverse<u32>,
    /// Then the state opened last.
    opened: u64,
    number: u32,
    depth: u32,
}

/// What is known of a state.
struct OpenState {
    /// Its least depth so far.
    depth: u32,
    /// Its lower bound; [`u32::MAX`] if it has no solution.
    bound: u32,
    /// The number of the state from which it was reached at that depth, and the move from there; `None` for the start.
    from: Option<(u32, Move)>,
}

/// The moves from the start to a state.
fn path_to(mut number: u32, nodes: &[OpenState]) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((from, step)) = nodes[number as usize].from {
        moves.push(step);
        number = from;
    }
    moves.reverse();
    moves
}

pub(super) fn search(space: &SearchSpace, bounds: SearchBounds<'_>) -> Result<SearchOutcome, SearchError> {
    let mut visited = 0;
    let Some(bound) = space.bound(space.start) else { return Ok(SearchOutcome { solution: None, visited }) };
    let mut set = KeySet::new(bounds.max_states);
    set.insert(space.start)?;
    let mut nodes = vec![OpenState { depth: 0, bound, from: None }];
    let is_goal = |key| space.tracks.is_goal(key);
    let start =
        Open { total: Reverse(bound), is_goal: is_goal(space.start), bound: Reverse(bound), opened: 0, number: 0, depth: 0 };
    let mut open = BinaryHeap::from([start]);
    let mut opened = 0;
    let mut reached = Vec::new();
    while let Some(Open { is_goal: found, number, depth, .. }) = open.pop() {
        if depth > nodes[number as usize].depth {
            continue; // a shorter path has been found since
        }
        if found {
            let solution = Solution::new(space.metric, path_to(number, &nodes));
            return Ok(SearchOutcome { solution: Some(solution), visited });
        }
        bounds.stop.check_after(visited)?;
        visited += 1;
        space.successors(set.keys()[number as usize], &mut reached);
        for &(key, step) in &reached {
            if set.insert(key)? {
                nodes.push(OpenState { depth: u32::MAX, bound: space.bound(key).unwrap_or(u32::MAX), from: None });
            }
            let next = set.number(key).expect("the key is in the set");
            let node = &mut nodes[next as usize];
            if depth + 1 < node.depth && node.bound != u32::MAX {
                (node.depth, node.from) = (depth + 1, Some((number, step)));
                opened += 1;
                let total = Reverse(node.depth + node.bound);
                let bound = Reverse(node.bound);
                open.push(Open { total, is_goal: is_goal(key), bound, opened, number: next, depth: depth + 1 });
            }
        }
    }
    Ok(SearchOutcome { solution: None, visited })
}
