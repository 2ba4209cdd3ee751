//! The depth of a cluster and nothing else that a row needs, for programs that look at many boards.
use super::recheck::RecheckError;
use super::state_pairs::StatePairs;
use crate::board::{Metric, State, check_placement};

/// Finds the depths of clusters. Its buffers are reused from one cluster to the next, so a thread keeps one `DepthSearch`.
#[derive(Default)]
pub struct DepthSearch {
    cluster: StatePairs,
}

/// How deep a cluster is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterDepth {
    /// The unsolved state: of the states of greatest depth the smallest by (H, V).
    pub unsolved: State,
    /// Its depth.
    pub moves: u32,
    /// The number of states.
    pub states: u64,
}

impl DepthSearch {
    /// Finds the depth of the cluster of a state, in moves or steps; `None` if it is unsolvable.
    ///
    /// # Errors
    /// [`RecheckError::Placement`] if the database does not enumerate such states; [`RecheckError::TooManyStates`] if the cluster has
    /// more than `max_states` states.
    pub fn search(&mut self, state: &State, metric: Metric, max_states: usize) -> Result<Option<ClusterDepth>, RecheckError> {
        check_placement(state)?;
        self.cluster.explore(state, max_states)?;
        if !self.cluster.find_depths(metric)? {
            return Ok(None);
        }
        Ok(Some(ClusterDepth {
            unsolved: self.cluster.state(state, self.cluster.unsolved()),
            moves: self.cluster.deepest(),
            states: self.cluster.count() as u64,
        }))
    }

    /// A state of the last cluster. `like` is any state of it; states are numbered in the order of their discovery from the state that was
    /// searched.
    ///
    /// # Panics
    /// If the cluster does not have as many states.
    pub fn state(&self, like: &State, number: u64) -> State {
        self.cluster.state(like, self.cluster.pair(number as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::TooManyStates;
    use crate::reference::{Cluster, ClusterReport};

    #[test]
    fn depths_are_those_of_the_plain_search() {
        let mut search = DepthSearch::default();
        for line in include_str!("../../data/rows45.txt").lines() {
            let board: State = line.split(' ').nth(1).expect("a board").parse().expect("a board");
            let report = ClusterReport::of(&board, 1_000_000).expect("a small cluster");
            let found = search.search(&board, Metric::Moves, 1_000_000).expect("a small cluster").expect("solvable");
            let unsolved = report.unsolved.expect("solvable");
            assert_eq!((found.unsolved, found.moves, found.states), (unsolved.state, unsolved.moves, report.states));
            let cluster = Cluster::explore(&board, 1_000_000).expect("a small cluster");
            let mut numbers: Vec<usize> = (0..report.states)
                .map(|number| cluster.number(&search.state(&board, number)).expect("a state of the cluster"))
                .collect();
            assert_eq!(numbers[0], 0);
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..cluster.states()));
        }
        assert_eq!(search.search(&"oooxAAoxoooooooo".parse().expect("a board"), Metric::Moves, 10).map_err(|_| ()), Err(()));
        assert_eq!(search.search(&"oooCAAoCoooCooox".parse().expect("a board"), Metric::Moves, 10), Ok(None));
        let large = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().expect("a board");
        assert_eq!(search.search(&large, Metric::Moves, 24_131), Err(TooManyStates(24_131).into()));
        let deepest = search.search(&large, Metric::Steps, 24_132).expect("not too large").expect("solvable");
        assert_eq!((deepest.moves, deepest.states), (93, 24_132));
    }
}
