//! A whole cluster, explored state by state; the depth of every state, and the solutions that follow from it.
use super::key_set::KeySet;
use super::tracks::Tracks;
use crate::board::{Metric, Move, STRETCH, State, StopToken, Stopped};
use std::cmp::Reverse;

/// All states that can be reached from one state, numbered in order of discovery; the start is number 0.
///
/// ```
/// use gridlock::{Cluster, Metric, State};
///
/// let board: State = "oBBoAAoCoooCoooo".parse()?;
/// let cluster = Cluster::explore(&board, 1_000)?;
/// let depths = cluster.depths(Metric::Moves);
/// assert_eq!((cluster.states(), depths.of(0)), (19, Some(2)));
/// let farthest = (0..cluster.states()).max_by_key(|&number| depths.of(number)).expect("the start");
/// assert_eq!(depths.of(farthest), depths.deepest());
/// assert_eq!(cluster.number(&cluster.state(farthest)), Some(farthest));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Cluster {
    pub(super) tracks: Tracks,
    pub(super) set: KeySet,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cluster({} states)", self.states())
    }
}

impl Cluster {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.set.keys().len()
    }

    /// The number of goal states; 0 if the cluster is unsolvable.
    pub fn goal_states(&self) -> usize {
        self.set.keys().iter().filter(|&&key| self.tracks.is_goal(key)).count()
    }

    /// The state with a given number.
    ///
    /// # Panics
    /// If `number` is not below [`Cluster::states`].
    pub fn state(&self, number: usize) -> State {
        self.tracks.state(self.set.keys()[number])
    }

    /// All states in the order of their numbers, the start first.
    ///
    /// ```
    /// use gridlock::{Cluster, State};
    ///
    /// let board: State = "oBBoAAoCoooCoooo".parse()?;
    /// let cluster = Cluster::explore(&board, 1_000)?;
    /// assert_eq!(cluster.iter().next(), Some(board));
    /// assert_eq!(cluster.iter().filter(State::is_goal).count(), cluster.goal_states());
    /// assert_eq!(cluster.iter().min(), Some(cluster.canonical()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.set.keys().iter().map(|&key| self.tracks.state(key))
    }

    /// The number of a state; `None` if it does not belong to the cluster.
    pub fn number(&self, state: &State) -> Option<usize> {
        self.set.number(self.tracks.key(state)?).map(|i| i as usize)
    }

    /// The canonical state: the smallest by (H, V).
    pub fn canonical(&self) -> State {
        let smallest = self.set.keys().iter().min_by_key(|&&key| self.tracks.order(key));
        self.tracks.state(*smallest.expect("a cluster contains its start"))
    }

    /// The smallest goal state by (H, V); `None` if the cluster is unsolvable. The generator analyses the cluster from there.
    pub fn smallest_goal(&self) -> Option<State> {
        let goals = self.set.keys().iter().filter(|&&key| self.tracks.is_goal(key));
        goals.min_by_key(|&&key| self.tracks.order(key)).map(|&key| self.tracks.state(key))
    }

    /// The fewest steps from the start to a goal state; `None` if the cluster is unsolvable.
    ///
    /// A breadth-first search by steps found the states. So the goal state with the smallest number is a nearest one, and every
    /// state was found from its neighbour with the smallest number, which is one step nearer to the start.
    pub fn fewest_steps(&self) -> Option<u32> {
        let mut number = self.set.keys().iter().position(|&key| self.tracks.is_goal(key))?;
        let mut steps = 0;
        while number > 0 {
            let mut nearer = number;
            self.for_each_successor(number, Metric::Steps, |neighbour, _| nearer = nearer.min(neighbour));
            (number, steps) = (nearer, steps + 1);
        }
        Some(steps)
    }

    /// Calls `visit` with the number of each state that one move, or one step, reaches from a state, and with that move or step.
    ///
    /// # Panics
    /// If `number` is not below [`Cluster::states`].
    pub fn for_each_successor(&self, number: usize, metric: Metric, mut visit: impl FnMut(usize, Move)) {
        self.tracks.successors(self.set.keys()[number], metric, |key, step| {
            visit(self.set.number(key).expect("a cluster is closed under moves") as usize, step);
        });
    }
}

/// The depth of every state of a cluster: the fewest moves, or steps, to the nearest goal state.
#[derive(Clone, Debug)]
pub struct ClusterDepths {
    pub(super) metric: Metric,
    /// Indexed by state number; empty if the cluster has no goal state.
    pub(super) depths: Vec<u32>,
    /// The number of states of each depth.
    pub(super) histogram: Vec<u64>,
}

/// The depths of a cluster's states, found from level to level.
pub struct DepthSearch {
    depths: ClusterDepths,
    /// The states of the last level, and how many of them have been expanded.
    level: Vec<u32>,
    expanded: usize,
    /// The states of the next level that were met so far.
    next: Vec<u32>,
}

debug_as_name!([] DepthSearch);

impl DepthSearch {
    /// Begins with the goal states.
    pub fn of(cluster: &Cluster, metric: Metric) -> DepthSearch {
        let keys = cluster.set.keys();
        let level: Vec<u32> = (0..keys.len() as u32).filter(|&i| cluster.tracks.is_goal(keys[i as usize])).collect();
        let mut depths = ClusterDepths { metric, depths: Vec::new(), histogram: Vec::new() };
        if !level.is_empty() {
            depths.depths = vec![u32::MAX; keys.len()];
            level.iter().for_each(|&i| depths.depths[i as usize] = 0);
            depths.histogram.push(level.len() as u64);
        }
        DepthSearch { depths, level, expanded: 0, next: Vec::new() }
    }

    /// Expands at most `states` more states of the cluster, which must be the same each time. Returns whether all depths are
    /// known.
    pub fn advance(&mut self, cluster: &Cluster, states: usize) -> bool {
        let DepthSearch { depths: ClusterDepths { metric, depths, histogram }, level, expanded, next } = self;
        for _ in 0..states {
            let Some(&number) = level.get(*expanded) else {
                if next.is_empty() {
                    return true;
                }
                *level = std::mem::take(next);
                *expanded = 0;
                histogram.push(level.len() as u64);
                continue;
            };
            *expanded += 1;
            let depth = histogram.len() as u32;
            cluster.tracks.successors(cluster.set.keys()[number as usize], *metric, |key, _| {
                let other = cluster.set.number(key).expect("a cluster is closed under moves");
                if depths[other as usize] == u32::MAX {
                    depths[other as usize] = depth;
                    next.push(other);
                }
            });
        }
        false
    }

    /// The depths. As long as [`DepthSearch::advance`] has not returned `true`, those of some states are missing.
    pub fn depths(self) -> ClusterDepths {
        self.depths
    }
}

impl Cluster {
    /// Finds the depth of every state by a breadth-first search from all goal states at once.
    ///
    /// Every move can be undone by one move, so distances from the goal states are distances to them.
    pub fn depths(&self, metric: Metric) -> ClusterDepths {
        self.depths_until(metric, StopToken::NEVER).expect("nothing stops the search")
    }

    /// As [`Cluster::depths`], until it is stopped.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn depths_until(&self, metric: Metric, stop: StopToken<'_>) -> Result<ClusterDepths, Stopped> {
        let mut search = DepthSearch::of(self, metric);
        while !search.advance(self, STRETCH) {
            stop.check()?;
        }
        Ok(search.depths())
    }

    /// The number of the unsolved state, the smallest by (H, V) of the deepest states. `None` if the cluster is unsolvable.
    ///
    /// `depths` must be of this cluster.
    pub fn hardest(&self, depths: &ClusterDepths) -> Option<usize> {
        let deepest = depths.deepest()?;
        let deepest_states = (0..self.states()).filter(|&i| depths.depths[i] == deepest);
        deepest_states.min_by_key(|&i| self.tracks.order(self.set.keys()[i]))
    }

    /// A shortest solution from a state, in the metric of `depths`; `None` if the cluster is unsolvable or does not contain the
    /// state.
    ///
    /// At each state the solution takes, of the moves that reduce the depth, the one to the smallest state by (H, V).
    pub fn solution(&self, depths: &ClusterDepths, from: &State) -> Option<Vec<Move>> {
        let mut number = self.number(from)?;
        let mut moves = Vec::new();
        while depths.of(number)? > 0 {
            let mut best = None;
            self.tracks.successors(self.set.keys()[number], depths.metric, |key, step| {
                let next = self.set.number(key).expect("a cluster is closed under moves") as usize;
                if depths.depths[next] < depths.depths[number] {
                    best = best.max(Some((Reverse(self.tracks.order(key)), next, step.item, step.distance)));
                }
            });
            let (_, next, item, distance) = best.expect("a state above depth 0 has a move that reduces the depth");
            moves.push(Move { item, distance });
            number = next;
        }
        Some(moves)
    }
}

impl ClusterDepths {
    /// What the depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The depths by state number; empty if the cluster is unsolvable.
    pub fn all(&self) -> &[u32] {
        &self.depths
    }

    /// The depth of the state with this number; `None` if the cluster is unsolvable.
    pub fn of(&self, number: usize) -> Option<u32> {
        self.depths.get(number).copied()
    }

    /// The number of states of depth 0, 1, 2, ...; empty if the cluster is unsolvable.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The greatest depth; `None` if the cluster is unsolvable.
    pub fn deepest(&self) -> Option<u32> {
        (self.histogram.len() as u32).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::exploration::Exploration;
    use super::*;

    /// Whatever the slices are, the cluster and its depths are those that are found at once.
    #[test]
    fn slices_find_the_same() {
        let boards = ["oBBoAAoCoooCoooo", "ooooAAoxoooooooo", "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF."];
        for (board, metric) in boards.into_iter().flat_map(|board| [(board, Metric::Moves), (board, Metric::Steps)]) {
            let state: State = board.parse().expect("a board");
            let whole = Cluster::explore(&state, 10_000).expect("a small cluster");
            let depths = whole.depths(metric);
            for slice in [1, 7, 100_000] {
                let mut exploration = Exploration::of(&state, 10_000).expect("room for one");
                let mut slices = 1;
                while !exploration.advance(slice).expect("a small cluster") {
                    slices += 1;
                }
                let cluster = exploration.cluster().expect("it is known");
                assert!(cluster.iter().eq(whole.iter()) && slices > cluster.states() / slice);
                let mut search = DepthSearch::of(&cluster, metric);
                while !search.advance(&cluster, slice) {}
                let found = search.depths();
                assert_eq!((found.all(), found.histogram()), (depths.all(), depths.histogram()), "{board} {metric}");
            }
        }
    }
}
