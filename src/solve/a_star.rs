//! A* (Hart, Nilsson, Raphael 1968): always expands the open state with the least depth plus lower bound.
use super::heuristic::SearchSpace;
use super::solution::{SearchOutcome, Solution};
use crate::board::{Move, SearchBounds, SearchError};
use crate::reference::KeySet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What is known of a state.
struct Node {
    /// Its least depth so far.
    depth: u32,
    /// Its lower bound; `None` if it has no solution.
    bound: Option<u32>,
    /// The number of the state from which it was reached at that depth, and the move from there; `None` for the start.
    from: Option<(u32, Move)>,
}

pub(super) fn search(space: &SearchSpace, bounds: SearchBounds<'_>) -> Result<SearchOutcome, SearchError> {
    let mut set = KeySet::new(bounds.max_states);
    let mut nodes: Vec<Node> = Vec::new();
    // The heap pops the greatest: the least depth plus bound; of these goal states first, then the lowest bound, which is the
    // greatest depth, then the state opened last. The number of the state and its depth follow.
    let mut open = BinaryHeap::new();
    let (mut opened, mut visited) = (0u64, 0);
    // the states that the last one expanded reaches, all at this depth
    let mut reached = vec![(space.start, None)];
    // the least depth plus bound of an open state never falls, and no solution is shorter
    let (mut depth, mut at_least) = (0, 0);
    loop {
        for (key, from) in reached.drain(..) {
            let number = set.intern(key).map_err(space.given_up(at_least))?;
            if number as usize == nodes.len() {
                nodes.push(Node { depth: u32::MAX, bound: space.bound(key), from: None });
            }
            let node = &mut nodes[number as usize];
            if depth < node.depth
                && let Some(bound) = node.bound
            {
                (node.depth, node.from) = (depth, from);
                opened += 1;
                open.push((Reverse(depth + bound), space.tracks.is_goal(key), Reverse(bound), opened, number, depth));
            }
        }
        // a state to which a shorter path was found since is open again
        let next = std::iter::from_fn(|| open.pop()).find(|&(.., number, depth)| depth == nodes[number as usize].depth);
        let Some((Reverse(total), is_goal, _, _, number, at)) = next else { return Ok(SearchOutcome::new(None, visited)) };
        at_least = at_least.max(total);
        if is_goal {
            let path = std::iter::successors(nodes[number as usize].from, |&(from, _)| nodes[from as usize].from);
            let mut moves: Vec<Move> = path.map(|(_, step)| step).collect();
            moves.reverse();
            return Ok(SearchOutcome::new(Some(Solution::new(space.metric, moves)), visited));
        }
        bounds.stop.check_after(visited)?;
        visited += 1;
        depth = at + 1;
        let successors = space.successors(set.keys()[number as usize]);
        reached.extend(successors.into_iter().map(|(key, step)| (key, Some((number, step)))));
    }
}
