//! A whole cluster, explored state by state.
use super::key_set::KeySet;
use super::tracks::Tracks;
use crate::board::{Metric, Move, State};

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
