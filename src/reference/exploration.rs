//! A cluster found at once, or some states at a time, for callers that do other things in between.
use super::cluster::Cluster;
use super::key_set::KeySet;
use super::tracks::{Form, Tracks};
use crate::board::{LimitExceeded, Metric, STRETCH, SearchBounds, SearchError, State};

/// A cluster that is being explored.
///
/// ```
/// use gridlock::{Exploration, State};
///
/// let board: State = "oBBoAAoCoooCoooo".parse()?;
/// let mut exploration = Exploration::of(&board, 1_000)?;
/// while !exploration.advance(4)? {
///     println!("{} states so far", exploration.states());
/// }
/// assert_eq!(exploration.cluster().map(|cluster| cluster.states()), Some(19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Exploration {
    tracks: Tracks,
    set: KeySet,
    /// The number of the first state whose successors are not known.
    next: usize,
    end: End,
}

debug_as_name!([] Exploration);

/// Whether and why an exploration is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It is not.
    No,
    /// All states are known.
    Closed,
    /// It was given up at a state.
    GivenUp,
}

impl Exploration {
    /// Begins with any state, solvable or not, whether or not the database enumerates it.
    ///
    /// # Errors
    /// [`LimitExceeded`] if not even the start may be kept.
    pub fn of(start: &State, max_states: usize) -> Result<Exploration, LimitExceeded> {
        Exploration::in_form(start, Form::Small, max_states)
    }

    fn in_form(start: &State, form: Form, max_states: usize) -> Result<Exploration, LimitExceeded> {
        let tracks = Tracks::in_form(start, form);
        let mut set = KeySet::new(max_states);
        set.insert(tracks.key(start).expect("a state is on its own tracks"))?;
        Ok(Exploration { tracks, set, next: 0, end: End::No })
    }

    /// Generates the successors of at most `states` more states. Returns whether the cluster is known.
    ///
    /// # Errors
    /// [`LimitExceeded`] if it has more states than were allowed, or more than 2³² - 1.
    pub fn advance(&mut self, states: usize) -> Result<bool, LimitExceeded> {
        self.advance_unless(states, |_, _| false)
    }

    /// As [`Exploration::advance`]; gives up for good at the first discovered state for which `ends` holds.
    pub(super) fn advance_unless(&mut self, states: usize, ends: impl Fn(&Tracks, u64) -> bool) -> Result<bool, LimitExceeded> {
        let mut successors = Vec::new();
        for _ in 0..states {
            if self.end != End::No {
                break;
            }
            let Some(&key) = self.set.keys().get(self.next) else {
                self.end = End::Closed;
                break;
            };
            self.next += 1;
            self.tracks.successors(key, Metric::Steps, |successor, _| successors.push(successor));
            for successor in successors.drain(..) {
                if self.set.insert(successor)? && ends(&self.tracks, successor) {
                    self.end = End::GivenUp;
                    break;
                }
            }
        }
        Ok(self.end != End::No)
    }

    /// How many states were met so far.
    pub fn states(&self) -> usize {
        self.set.keys().len()
    }

    /// The cluster; `None` if it is not known.
    pub fn cluster(self) -> Option<Cluster> {
        (self.end == End::Closed).then_some(Cluster { tracks: self.tracks, set: self.set })
    }
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
        let mut exploration = Exploration::in_form(start, form, bounds.max_states)?;
        while !exploration.advance_unless(STRETCH, &ends)? {
            bounds.stop.check()?;
        }
        Ok(exploration.cluster())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exploration_that_is_not_over_is_no_cluster() {
        let state: State = "oBBoAAoCoooCoooo".parse().expect("a board");
        let mut exploration = Exploration::of(&state, 18).expect("room for one");
        assert_eq!(exploration.advance(1), Ok(false));
        assert_eq!(exploration.advance(100), Err(LimitExceeded::states(18)));
        assert!(exploration.cluster().is_none());
        assert_eq!(Exploration::of(&state, 0).err(), Some(LimitExceeded::states(0)));
    }

    #[test]
    fn keys_of_every_form_give_the_same_cluster() {
        let mut states = 0;
        for row in include_str!("../../data/top23.txt").lines().chain(include_str!("../../data/rows45.txt").lines()).step_by(4) {
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
