//! All shortest solutions of one board at once: how many there are, their first moves, and what they have in common.
//!
//! Paths are counted, not listed: the number of shortest paths to a state is the sum over the states before it.
use super::level_search::LevelSearch;
use super::solution::by_item;
use crate::board::{CellSet, Metric, Move, SearchBounds, SearchError, Size, State};
use crate::reference::{Cluster, ClusterDepths};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

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
    /// Every first move, or step, of one of them; by item, left or up first. Empty for a goal state.
    pub first_moves: Vec<Move>,
    /// The items that move in every one of them, in the order of the items.
    pub always_moved: Vec<usize>,
    /// The items that move in at least one of them.
    pub ever_moved: Vec<usize>,
    /// Whether the primary moves to the left, away from its goal, in every one of them.
    pub primary_always_returns: bool,
    /// Whether in every one of them some piece makes two moves or more. In steps this is nearly always true.
    pub always_repeats: bool,
}

/// The shortest paths from the start to one state of the current level.
#[derive(Clone, Copy, Default)]
struct ShortestPaths {
    count: u128,
    /// The items that move in at least one of them, by number as in a set of cells.
    moved: CellSet,
    /// The items that do not move in at least one of them.
    unmoved: CellSet,
    /// Whether in one of them the primary never moves to the left.
    is_forward: bool,
    /// Whether in one of them no piece moves twice. Then exactly the pieces that moved are away from their starts: they follow
    /// from the state, so they are the same for all such paths.
    moved_once: Option<CellSet>,
}

impl ShortestPaths {
    /// The path without moves.
    fn start() -> ShortestPaths {
        let (moved, unmoved) = (CellSet::EMPTY, (0..Size::MAX * Size::MAX).collect());
        ShortestPaths { count: 1, moved, unmoved, is_forward: true, moved_once: Some(moved) }
    }

    /// Adds the paths to `from`, prolonged by a move.
    fn add(&mut self, from: &ShortestPaths, step: Move) {
        let item = CellSet::of(step.item);
        self.count = self.count.saturating_add(from.count);
        self.moved |= from.moved | item;
        self.unmoved |= from.unmoved - item;
        self.is_forward |= from.is_forward && (step.item != 0 || step.distance > 0);
        self.moved_once =
            self.moved_once.or(from.moved_once.filter(|moved| !moved.contains(step.item)).map(|moved| moved | item));
    }

    /// Adds other paths of the same length.
    fn join(mut self, other: &ShortestPaths) -> ShortestPaths {
        self.count = self.count.saturating_add(other.count);
        self.moved |= other.moved;
        self.unmoved |= other.unmoved;
        self.is_forward |= other.is_forward;
        self.moved_once = self.moved_once.or(other.moved_once);
        self
    }

    /// The solutions, if these are the paths to all nearest goal states.
    fn solutions(&self, length: u32, mut first_moves: Vec<Move>) -> ShortestSolutions {
        first_moves.sort_unstable_by_key(by_item);
        ShortestSolutions {
            length,
            count: self.count,
            first_moves,
            always_moved: (self.moved - self.unmoved).into_iter().collect(),
            ever_moved: self.moved.into_iter().collect(),
            primary_always_returns: !self.is_forward,
            always_repeats: self.moved_once.is_none(),
        }
    }
}

impl ShortestSolutions {
    /// Searches up to the first goal state; `None` if there is no solution.
    ///
    /// # Errors
    /// As [`LevelSearch::of`].
    pub fn of<'a>(
        state: &State,
        metric: Metric,
        bounds: impl Into<SearchBounds<'a>>,
    ) -> Result<Option<ShortestSolutions>, SearchError> {
        Ok(ShortestSolutions::of_levels(&LevelSearch::of(state, metric, bounds)?))
    }

    /// The same from a finished search, which may serve other questions too.
    pub fn of_levels(levels: &LevelSearch) -> Option<ShortestSolutions> {
        let (length, leading) = (levels.length()?, levels.leading());
        Some(ShortestSolutions::along(0, length, |from, found| levels.nearer(from, &leading, found)))
    }

    /// The same for a state of a cluster whose depths are known, in their metric: follows only moves that reduce the depth.
    /// `None` if the cluster is unsolvable or has no state with this number.
    pub fn in_cluster(cluster: &Cluster, depths: &ClusterDepths, number: usize) -> Option<ShortestSolutions> {
        let nearer = |from, found: &mut Vec<(usize, Move)>| {
            cluster.for_each_successor(from, depths.metric(), |to, step| {
                if depths.of(to) < depths.of(from) {
                    found.push((to, step));
                }
            });
        };
        Some(ShortestSolutions::along(number, depths.of(number)?, nearer))
    }

    /// The same for a state of depth `length`. `nearer` adds to a list the moves from a state that reduce the depth, and where
    /// they lead.
    pub(super) fn along<S: Copy + Eq + Hash>(
        start: S,
        length: u32,
        mut nearer: impl FnMut(S, &mut Vec<(S, Move)>),
    ) -> ShortestSolutions {
        // the shortest paths from the start to each state of a depth
        let mut level: HashMap<S, ShortestPaths, FxBuildHasher> = HashMap::from_iter([(start, ShortestPaths::start())]);
        let mut found = Vec::new();
        let mut first_moves = Vec::new();
        for depth in 0..length {
            let mut next: HashMap<S, ShortestPaths, FxBuildHasher> = HashMap::default();
            for (&from, paths) in &level {
                nearer(from, &mut found);
                if depth == 0 {
                    // every move that reduces the depth is the first of a shortest solution
                    first_moves.extend(found.iter().map(|&(_, step)| step));
                }
                for (to, step) in found.drain(..) {
                    next.entry(to).or_default().add(paths, step);
                }
            }
            level = next;
        }
        let all = level.into_values().reduce(|all, paths| all.join(&paths));
        all.expect("a state above depth 0 has a move that reduces the depth").solutions(length, first_moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LimitExceeded;
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
        // every solution, one by one
        fn all(state: &State, depth: u32, closer: &dyn Fn(&State) -> Vec<(Move, State)>) -> Vec<Vec<Move>> {
            if depth == 0 {
                return vec![Vec::new()];
            }
            let with_first = |(first, next): (Move, State)| {
                all(&next, depth - 1, closer).into_iter().map(move |rest| [vec![first], rest].concat())
            };
            closer(state).into_iter().flat_map(with_first).collect()
        }
        let solutions = all(state, depth, &closer);
        let mut first = closer(state).into_iter().map(|(m, _)| m).collect::<Vec<_>>();
        first.sort_by_key(by_item);
        let moves_of = |solution: &[Move], item| solution.iter().filter(|m| m.item == item).count();
        let items = || 0..state.items().len();
        Some(ShortestSolutions {
            length: depth,
            count: solutions.len() as u128,
            first_moves: first,
            always_moved: items().filter(|&item| solutions.iter().all(|solution| moves_of(solution, item) > 0)).collect(),
            ever_moved: items().filter(|&item| solutions.iter().any(|solution| moves_of(solution, item) > 0)).collect(),
            primary_always_returns: solutions.iter().all(|solution| solution.iter().any(|m| m.item == 0 && m.distance < 0)),
            always_repeats: solutions.iter().all(|solution| items().any(|item| moves_of(solution, item) > 1)),
        })
    }

    const EITHER: &str = "ooooooooDDAAooCooooCoooBB";
    const RETURNS: &str = "oCBBFoCDoFAADoGooEoGooEoo";

    #[test]
    fn counts_and_first_moves_are_those_of_the_cluster() {
        // the last two are of 5×5: C gets out of the way when B or D has moved; the primary has to go back
        let mut seen = [0; 4];
        for board in ["oBBoAAoCoooCoooo", "ooooAAoxoooooooo", "BBoDAAoDooooCCoo", "ooooooAAoooooooo", EITHER, RETURNS] {
            let state: State = board.parse().unwrap();
            let cluster = Cluster::explore(&state, 10_000).unwrap();
            for metric in [Metric::Moves, Metric::Steps] {
                for number in 0..cluster.states() {
                    let state = cluster.state(number);
                    let slow = slow(&cluster, &state, metric);
                    for solutions in slow.iter().filter(|slow| slow.length > 0 && slow.length < 9) {
                        seen[0] += u32::from(solutions.always_moved.len() < solutions.ever_moved.len());
                        seen[1] += u32::from(solutions.primary_always_returns);
                        seen[2] += u32::from(solutions.always_repeats);
                        seen[3] += u32::from(!solutions.always_repeats && solutions.length > 2);
                    }
                    assert_eq!(ShortestSolutions::of(&state, metric, 10_000).unwrap(), slow, "{state}");
                    let depths = cluster.depths(metric);
                    assert_eq!(ShortestSolutions::in_cluster(&cluster, &depths, number), slow, "{state}");
                    if metric == Metric::Steps {
                        let from_here = Cluster::explore(&state, 10_000).unwrap();
                        assert_eq!(from_here.fewest_steps(), slow.map(|slow| slow.length), "{state}");
                    }
                }
            }
        }
        assert!(seen.iter().zip([10, 5, 20, 20]).all(|(&count, least)| count >= least), "{seen:?}");
    }

    #[test]
    fn known_depths() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let moves = ShortestSolutions::of(&state, Metric::Moves, 100_000).unwrap().unwrap();
        let steps = ShortestSolutions::of(&state, Metric::Steps, 100_000).unwrap().unwrap();
        assert_eq!((moves.length, steps.length), (49, 93));
        assert!(moves.count > 0 && !moves.first_moves.is_empty());
        assert!(
            matches!(ShortestSolutions::of(&state, Metric::Moves, 100), Err(SearchError::AtLeast { reached, .. }) if reached == LimitExceeded::states(100))
        );
    }
}
