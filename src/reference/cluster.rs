//! A whole cluster, state by state: the plain search that the fast one is checked against.
use super::key_set::KeySet;
use super::tracks::Tracks;
use crate::board::{Metric, Move, State, TooManyStates};
use std::cmp::Reverse;

/// All states that moves reach from one state, numbered from 0 (the start) in the order in which they were met.
pub struct Cluster {
    tracks: Tracks,
    set: KeySet,
}

/// The depth of every state of a cluster: fewest moves, or steps, to the nearest goal state.
pub struct ClusterDepths {
    metric: Metric,
    /// By state number; empty if the cluster has no goal state.
    depths: Vec<u32>,
    histogram: Vec<u64>,
}

impl Cluster {
    /// Finds the cluster of a state, solvable or not; any [`State`] will do, also one that the database does not enumerate.
    ///
    /// Takes 14 to 30 bytes a state, and 4 more for its depth.
    ///
    /// # Errors
    /// [`TooManyStates`] if the cluster has more than `max_states` states (or 2³² - 1).
    pub fn explore(start: &State, max_states: usize) -> Result<Cluster, TooManyStates> {
        let cluster = Cluster::explore_unless(start, max_states, |_, _| false)?;
        Ok(cluster.expect("nothing stops the search"))
    }

    /// The cluster of a state that is its canonical one; `None` for any other state, as soon as the search meets a smaller one by (H, V).
    ///
    /// # Errors
    /// As [`Cluster::explore`].
    pub fn explore_canonical(start: &State, max_states: usize) -> Result<Option<Cluster>, TooManyStates> {
        let order = (start.horizontal(), start.vertical());
        Cluster::explore_unless(start, max_states, |tracks, key| tracks.order(key) < order)
    }

    /// The cluster, or `None` once a state is met that is `unwanted`.
    fn explore_unless(
        start: &State,
        max_states: usize,
        unwanted: impl Fn(&Tracks, u64) -> bool,
    ) -> Result<Option<Cluster>, TooManyStates> {
        let tracks = Tracks::of(start);
        let mut set = KeySet::new(max_states);
        set.insert(tracks.key(start).expect("a state lies on its own tracks"))?;
        let mut next = 0;
        let mut reached = Vec::new();
        while let Some(&key) = set.keys().get(next) {
            next += 1;
            tracks.successors(key, Metric::Steps, |successor, _| reached.push(successor));
            for successor in reached.drain(..) {
                if set.insert(successor)? && unwanted(&tracks, successor) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Cluster { tracks, set }))
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.set.keys().len()
    }

    /// The number of goal states; 0 if the cluster is unsolvable.
    pub fn goal_states(&self) -> usize {
        self.set.keys().iter().filter(|&&key| self.tracks.is_goal(key)).count()
    }

    /// The state with a number below [`Cluster::states`].
    pub fn state(&self, number: usize) -> State {
        self.tracks.state(self.set.keys()[number])
    }

    /// The number of a state, if it belongs to the cluster.
    pub fn number(&self, state: &State) -> Option<usize> {
        self.set.number(self.tracks.key(state)?).map(|i| i as usize)
    }

    /// The canonical state: the smallest by (H, V).
    pub fn canonical(&self) -> State {
        let smallest = self.set.keys().iter().min_by_key(|&&key| self.tracks.order(key));
        self.tracks.state(*smallest.expect("a cluster has its start"))
    }

    /// The depth of every state: a search back from all goal states at once, since every move can be taken back.
    pub fn depths(&self, metric: Metric) -> ClusterDepths {
        let keys = self.set.keys();
        let mut level: Vec<u32> = (0..keys.len() as u32).filter(|&i| self.tracks.is_goal(keys[i as usize])).collect();
        let mut result = ClusterDepths { metric, depths: Vec::new(), histogram: Vec::new() };
        if level.is_empty() {
            return result;
        }
        result.depths = vec![u32::MAX; keys.len()];
        level.iter().for_each(|&i| result.depths[i as usize] = 0);
        while !level.is_empty() {
            result.histogram.push(level.len() as u64);
            let depth = result.histogram.len() as u32;
            let mut next = Vec::new();
            for i in level {
                self.tracks.successors(keys[i as usize], metric, |key, _| {
                    let j = self.set.number(key).expect("a cluster is closed under moves");
                    if result.depths[j as usize] == u32::MAX {
                        result.depths[j as usize] = depth;
                        next.push(j);
                    }
                });
            }
            level = next;
        }
        result
    }

    /// The number of the unsolved state, greatest depth first, then smallest (H, V); `None` if the cluster is unsolvable.
    pub fn unsolved(&self, depths: &ClusterDepths) -> Option<usize> {
        let deepest = depths.deepest()?;
        let hardest = (0..self.states()).filter(|&i| depths.depths[i] == deepest);
        hardest.min_by_key(|&i| self.tracks.order(self.set.keys()[i]))
    }

    /// A shortest solution from a state in the metric of `depths`: always the move to the smallest state by (H, V) among those
    /// that come nearer. `None` if the cluster is unsolvable, or the state not in it.
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
            let (_, next, item, distance) = best.expect("a state above depth 0 has a move that comes nearer");
            moves.push(Move { item, distance });
            number = next;
        }
        Some(moves)
    }
}

impl ClusterDepths {
    /// The depth of the state with this number; `None` if the cluster is unsolvable.
    pub fn of(&self, number: usize) -> Option<u32> {
        self.depths.get(number).copied()
    }

    /// The number of states at depth 0, 1, 2 ...; empty if the cluster is unsolvable.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The greatest depth; `None` if the cluster is unsolvable.
    pub fn deepest(&self) -> Option<u32> {
        (self.histogram.len() as u32).checked_sub(1)
    }
}
