//! All shortest solutions of one board at once: how many there are, and their first moves.
//!
//! A breadth-first search that counts paths: the number of shortest paths to a state is the sum of those to its predecessors one level up.
use crate::board::{Metric, Move, Size, State, TooManyStates};
use crate::reference::{Cluster, ClusterDepths, KeySet, Tracks};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The number and the first moves of all shortest solutions of a board.
///
/// ```
/// use gridlock::{Metric, ShortestSolutions, State};
///
/// // B and C can leave in either order
/// let board: State = "ooBoAABCoooCoooo".parse()?;
/// let shortest = ShortestSolutions::of(&board, Metric::Moves, 10_000)?.expect("a solution");
/// assert_eq!((shortest.length, shortest.count), (3, 2));
/// assert_eq!(shortest.first_moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ShortestSolutions {
    /// The length of each, in moves or steps.
    pub length: u32,
    /// How many there are; [`u128::MAX`] stands for that many or more.
    pub count: u128,
    /// Every first move, or step, of one of them; by item, those to the left or up first. Empty for a goal state.
    pub first_moves: Vec<Move>,
}

/// The shortest paths from the start to one state of the current level.
#[derive(Clone, Copy, Default)]
struct ShortestPaths {
    count: u128,
    /// Bit set of their first moves, by index among all moves of the start: at most [`MOST_MOVES`].
    first: u128,
}

/// No state has more moves. In a line of `n` cells two cars leave `n - 4` cells free, and each free cell allows at most two moves, of
/// the pieces on its two sides; one piece leaves at most `n - 2`, and each is one move; three cars leave `n - 6`.
const MOST_MOVES: usize = 2 * Size::MAX * most(2 * (Size::MAX - 4), Size::MAX - 2);
const _: () = assert!(MOST_MOVES <= u128::BITS as usize, "the first moves are a set of 128 bits");

const fn most(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

impl ShortestSolutions {
    /// Searches level by level until the first goal states; `None` if there is no solution.
    ///
    /// # Errors
    /// [`TooManyStates`] if it meets more than `max_states` states.
    pub fn of(state: &State, metric: Metric, max_states: usize) -> Result<Option<ShortestSolutions>, TooManyStates> {
        let tracks = Tracks::of(state);
        let start = tracks.key(state).expect("a state lies on its own tracks");
        let mut set = KeySet::new(max_states);
        set.insert(start)?;
        let mut start_moves: Vec<Move> = Vec::new();
        tracks.successors(start, metric, |_, step| start_moves.push(step));
        // the states of a level have consecutive numbers; `paths` has one entry for each
        let mut level = 0..1;
        let mut paths = vec![ShortestPaths { count: 1, first: 0 }];
        let mut reached = Vec::new();
        for depth in 0.. {
            let goals = || level.clone().zip(&paths).filter(|(number, _)| tracks.is_goal(set.keys()[*number]));
            if goals().next().is_some() {
                let count = goals().fold(0u128, |sum, (_, paths)| sum.saturating_add(paths.count));
                let first = goals().fold(0, |all, (_, paths)| all | paths.first);
                let first_moves = (0..start_moves.len()).filter(|k| first >> k & 1 != 0).map(|k| start_moves[k]).collect();
                return Ok(Some(ShortestSolutions { length: depth, count, first_moves: sorted(first_moves) }));
            }
            let mut next: Vec<ShortestPaths> = Vec::new();
            for (number, from) in level.clone().zip(&paths) {
                tracks.successors(set.keys()[number], metric, |key, _| reached.push(key));
                for (index, key) in reached.drain(..).enumerate() {
                    if set.insert(key)? {
                        next.push(ShortestPaths::default());
                    }
                    let successor = set.number(key).expect("the key is in the set") as usize;
                    // successors of this level or an earlier one are not on a shortest path
                    if let Some(to) = successor.checked_sub(level.end).and_then(|k| next.get_mut(k)) {
                        to.count = to.count.saturating_add(from.count);
                        to.first |= if depth == 0 { 1 << index } else { from.first };
                    }
                }
            }
            level = level.end..set.keys().len();
            if level.is_empty() {
                return Ok(None);
            }
            paths = next;
        }
        unreachable!("every level has new states, and the cluster is finite")
    }

    /// The same for a state of a cluster whose depths are known, in their metric: only moves that reduce the depth are followed. `None` if
    /// the cluster is unsolvable or has no state of this number.
    pub fn in_cluster(cluster: &Cluster, depths: &ClusterDepths, number: usize) -> Option<ShortestSolutions> {
        let length = depths.of(number)?;
        // every move that reduces the depth is the first of a shortest solution
        let mut first_moves: Vec<Move> = Vec::new();
        // the shortest paths from the start to each state of a depth
        let mut level: HashMap<usize, u128, FxBuildHasher> = HashMap::default();
        level.insert(number, 1);
        for depth in (0..length).rev() {
            let mut next: HashMap<usize, u128, FxBuildHasher> = HashMap::default();
            for (&from, &paths) in &level {
                cluster.for_each_successor(from, depths.metric(), |to, step| {
                    if depths.of(to) == Some(depth) {
                        let count = next.entry(to).or_default();
                        *count = count.saturating_add(paths);
                        if from == number {
                            first_moves.push(step);
                        }
                    }
                });
            }
            level = next;
        }
        let count = level.values().fold(0u128, |sum, &paths| sum.saturating_add(paths));
        Some(ShortestSolutions { length, count, first_moves: sorted(first_moves) })
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|step| (step.item, step.distance > 0, step.distance.abs()));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Cluster;

    /// The same from the depths of the whole cluster, state by state.
    fn slow(cluster: &Cluster, state: &State, metric: Metric) -> Option<ShortestSolutions> {
        let depths = cluster.depths(metric);
        let depth_of = |state: &State| depths.of(cluster.number(state).unwrap());
        let depth = depth_of(state)?;
        let closer = |state: &State| -> Vec<(Move, State)> {
            let moves = state.legal_moves().into_iter().filter(|m| metric == Metric::Moves || m.distance.abs() == 1);
            let depth = depth_of(state).unwrap();
            moves.map(|m| (m, state.play(m))).filter(|(_, next)| depth_of(next).unwrap() < depth).collect()
        };
        fn count(state: &State, depth: u32, closer: &dyn Fn(&State) -> Vec<(Move, State)>) -> u128 {
            if depth == 0 { 1 } else { closer(state).iter().map(|(_, next)| count(next, depth - 1, closer)).sum() }
        }
        let first = if depth == 0 { Vec::new() } else { sorted(closer(state).into_iter().map(|(m, _)| m).collect()) };
        Some(ShortestSolutions { length: depth, count: count(state, depth, &closer), first_moves: first })
    }

    #[test]
    fn counts_and_first_moves_are_those_of_the_cluster() {
        for board in ["oBBoAAoCoooCoooo", "ooooAAoxoooooooo", "BBoDAAoDooooCCoo", "ooooooAAoooooooo"] {
            let state: State = board.parse().unwrap();
            let cluster = Cluster::explore(&state, 10_000).unwrap();
            for metric in [Metric::Moves, Metric::Steps] {
                for number in 0..cluster.states() {
                    let state = cluster.state(number);
                    let slow = slow(&cluster, &state, metric);
                    assert_eq!(ShortestSolutions::of(&state, metric, 10_000).unwrap(), slow, "{state}");
                    let depths = cluster.depths(metric);
                    assert_eq!(ShortestSolutions::in_cluster(&cluster, &depths, number), slow, "{state}");
                }
            }
        }
    }

    #[test]
    fn boards_with_the_most_moves_fit_the_set() {
        // two cars in each column, and the primary alone between them
        let state: State = "BCDEFGHIBCDEFGHI........AA......................JKLMNPQRJKLMNPQR".parse().unwrap();
        let moves = state.legal_moves().len();
        assert!((60..=MOST_MOVES).contains(&moves), "{moves}");
        let shortest = ShortestSolutions::of(&state, Metric::Moves, 10_000).unwrap().unwrap();
        assert_eq!((shortest.length, shortest.count, shortest.first_moves.len()), (1, 1, 1));
    }

    #[test]
    fn known_depths() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let moves = ShortestSolutions::of(&state, Metric::Moves, 100_000).unwrap().unwrap();
        let steps = ShortestSolutions::of(&state, Metric::Steps, 100_000).unwrap().unwrap();
        assert_eq!((moves.length, steps.length), (49, 93));
        assert!(moves.count > 0 && !moves.first_moves.is_empty());
        assert_eq!(ShortestSolutions::of(&state, Metric::Moves, 100), Err(TooManyStates(100)));
    }
}
