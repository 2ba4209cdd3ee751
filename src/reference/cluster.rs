//! A whole cluster, explored state by state, with the depth of every state.
use super::key_set::KeySet;
use super::tracks::{Form, Tracks};
use crate::board::{Metric, Move, SearchBounds, SearchError, State, StopToken, Stopped};
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
    tracks: Tracks,
    set: KeySet,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cluster({} states)", self.states())
    }
}

/// The depth of every state of a cluster: the fewest moves, or steps, to the nearest goal state.
#[derive(Clone, Debug)]
pub struct ClusterDepths {
    metric: Metric,
    /// Indexed by state number; empty if the cluster has no goal state.
    depths: Vec<u32>,
    /// The number of states of each depth.
    histogram: Vec<u64>,
}

impl Cluster {
    /// Explores the cluster of any state, solvable or not, whether or not the database enumerates it.
    ///
    /// Needs 14 to 20 bytes of memory per state, and half as much again while its tables grow; [`Cluster::depths`] needs 4 more.
    ///
    /// # Errors
    /// [`SearchError::LimitExceeded`] if the cluster has more states than the bounds allow, or more than 2³² - 1;
    /// [`SearchError::Stopped`].
    pub fn explore<'a>(start: &State, bounds: impl Into<SearchBounds<'a>>) -> Result<Cluster, SearchError> {
        let cluster = Cluster::explore_unless(start, Form::Small, bounds.into(), |_, _| false)?;
        Ok(cluster.expect("no state ends the search"))
    }

    /// Explores the cluster of its smallest goal state; `None` if `start` is another state.
    ///
    /// The search stops at the first goal state that precedes `start` in the order by (H, V).
    ///
    /// # Errors
    /// As [`Cluster::explore`].
    pub fn explore_smallest_goal(start: &State, max_states: usize) -> Result<Option<Cluster>, SearchError> {
        if !start.is_goal() {
            return Ok(None);
        }
        let order = (start.horizontal(), start.vertical());
        let precedes = |tracks: &Tracks, key| tracks.is_goal(key) && tracks.order(key) < order;
        Cluster::explore_unless(start, Form::Small, max_states.into(), precedes)
    }

    /// Explores a cluster; gives it up with `None` at the first discovered state for which `ends` holds.
    fn explore_unless(
        start: &State,
        form: Form,
        bounds: SearchBounds<'_>,
        ends: impl Fn(&Tracks, u64) -> bool,
    ) -> Result<Option<Cluster>, SearchError> {
        let tracks = Tracks::in_form(start, form);
        let mut set = KeySet::new(bounds.max_states);
        set.insert(tracks.key(start).expect("a state is on its own tracks"))?;
        let mut next = 0;
        let mut successors = Vec::new();
        while let Some(&key) = set.keys().get(next) {
            next += 1;
            bounds.stop.check_after(next as u64)?;
            tracks.successors(key, Metric::Steps, |successor, _| successors.push(successor));
            for successor in successors.drain(..) {
                if set.insert(successor)? && ends(&tracks, successor) {
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
        let keys = self.set.keys();
        let mut frontier: Vec<u32> = (0..keys.len() as u32).filter(|&i| self.tracks.is_goal(keys[i as usize])).collect();
        let mut result = ClusterDepths { metric, depths: Vec::new(), histogram: Vec::new() };
        if frontier.is_empty() {
            return Ok(result);
        }
        result.depths = vec![u32::MAX; keys.len()];
        frontier.iter().for_each(|&i| result.depths[i as usize] = 0);
        let mut visited = 0;
        while !frontier.is_empty() {
            result.histogram.push(frontier.len() as u64);
            let depth = result.histogram.len() as u32;
            let mut next = Vec::new();
            for i in frontier {
                stop.check_after(visited)?;
                visited += 1;
                self.tracks.successors(keys[i as usize], metric, |key, _| {
                    let j = self.set.number(key).expect("a cluster is closed under moves");
                    if result.depths[j as usize] == u32::MAX {
                        result.depths[j as usize] = depth;
                        next.push(j);
                    }
                });
            }
            frontier = next;
        }
        Ok(result)
    }

    /// The number of the unsolved state, the smallest by (H, V) of the deepest states. `None` if the cluster is unsolvable.
    ///
    /// `depths` must be of this cluster.
    pub fn hardest(&self, depths: &ClusterDepths) -> Option<usize> {
        let deepest = depths.deepest()?;
        let deepest_states = (0..self.states()).filter(|&i| depths.depths[i] == deepest);
        deepest_states.min_by_key(|&i| self.tracks.order(self.set.keys()[i]))
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
    use super::*;

    #[test]
    fn keys_of_every_form_give_the_same_cluster() {
        let mut states = 0;
        for row in include_str!("../../data/top23.txt").lines().chain(include_str!("../../data/rows45.txt").lines()).step_by(7) {
            let board: State = row.split(' ').nth(1).expect("a board").parse().expect("a board");
            let explore = |form| Cluster::explore_unless(&board, form, 100_000.into(), |_, _| false).unwrap().unwrap();
            let small = explore(Form::Small);
            states += small.states();
            for other in [Form::Large, Form::Halves].map(explore) {
                assert!(small.iter().eq(other.iter()), "{board}: the same states in the same order");
                assert_eq!(small.canonical(), other.canonical());
                assert_eq!(small.smallest_goal(), other.smallest_goal());
                assert_eq!(small.fewest_steps(), other.fewest_steps());
                for metric in [Metric::Moves, Metric::Steps] {
                    let (depths, twins) = (small.depths(metric), other.depths(metric));
                    assert_eq!(depths.all(), twins.all(), "{board}");
                    assert_eq!(small.hardest(&depths), other.hardest(&twins));
                    assert_eq!(small.solution(&depths, &board), other.solution(&twins, &board));
                }
            }
        }
        assert!(states > 20_000, "{states} states");
    }
}
