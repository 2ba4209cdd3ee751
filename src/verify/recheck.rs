//! The facts about a cluster once more, fast enough for millions of rows: plain search over linked states.
use super::half_board::place;
use super::shadow_search::ShadowSearch;
use super::state_pairs::StatePairs;
use crate::board::{Item, Piece, PlacementError, State, TooManyStates, check_placement};

/// Finds what a row says anew. Its buffers are used again for the next row.
#[derive(Default)]
pub struct Recheck {
    cluster: StatePairs,
    shadow_search: ShadowSearch,
}

/// A cluster as the plain search sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterFacts {
    /// States in the cluster.
    pub states: u64,
    /// The smallest state by (H, V).
    pub canonical: State,
    /// The smallest goal state by (H, V), the candidate from which the generator analyses the cluster; `None` if it is unsolvable.
    pub smallest_goal: Option<State>,
    /// The hardest state; `None` if the cluster is unsolvable.
    pub unsolved: Option<UnsolvedFacts>,
}

/// The unsolved state of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsolvedFacts {
    /// The state itself.
    pub state: State,
    /// Its depth in moves.
    pub moves: u32,
    /// Indices in [`State::items`] of the pieces and walls that do not matter: without any one of them it still takes as many moves.
    pub superfluous: Vec<usize>,
}

/// A board that can't be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecheckError {
    /// The database does not enumerate it.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// Its cluster is too large.
    #[error(transparent)]
    TooManyStates(#[from] TooManyStates),
}

impl Recheck {
    /// The facts about the cluster of a state.
    ///
    /// # Errors
    /// [`RecheckError::Placement`] if the database does not enumerate such states, [`RecheckError::TooManyStates`] if the cluster,
    /// or a search for a piece that does not matter, has more than `max_states` states.
    pub fn facts(&mut self, state: &State, max_states: usize) -> Result<ClusterFacts, RecheckError> {
        check_placement(state)?;
        let Recheck { cluster, shadow_search } = self;
        cluster.explore(state, max_states)?;
        let canonical = cluster.state(state, cluster.canonical());
        let mut facts = ClusterFacts { states: cluster.count() as u64, canonical, smallest_goal: None, unsolved: None };
        facts.smallest_goal = cluster.smallest_goal().map(|goal| cluster.state(state, goal));
        if cluster.find_depths()? {
            let unsolved = cluster.unsolved();
            let movers = cluster.movers(unsolved);
            let (moves, state) = (cluster.deepest(), cluster.state(state, unsolved));
            let moves_itself = |item: &Item| match item {
                Item::Piece(piece) => movers[piece.orientation as usize] >> number(&state, *piece) & 1 != 0,
                Item::Wall(_) => false,
            };
            let mut superfluous = Vec::new();
            for (index, item) in state.items().iter().enumerate().skip(1) {
                // A piece that moves in a shortest solution matters: the rest of it, which is shorter, solves the board without.
                if !moves_itself(item) && !shadow_search.is_shorter_without(cluster, &state, index, max_states)? {
                    superfluous.push(index);
                }
            }
            facts.unsolved = Some(UnsolvedFacts { state, moves, superfluous });
        }
        Ok(facts)
    }
}

/// The number of a piece in its half of the state.
fn number(state: &State, piece: Piece) -> usize {
    state.pieces().filter(|other| other.orientation == piece.orientation && place(*other) < place(piece)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::generate::Generator;
    use crate::reference::ClusterReport;

    const LIMIT: usize = 1_000_000;

    /// Compares with the plain analysis, which shares only the board with this one.
    fn assert_agrees(recheck: &mut Recheck, board: &State) {
        let analysis = ClusterReport::of(board, LIMIT).expect("a small cluster");
        let facts = recheck.facts(board, LIMIT);
        if let Err(error) = &analysis.placement {
            assert_eq!(facts, Err(RecheckError::Placement(error.clone())), "{board}");
            return;
        }
        let facts = facts.expect("an enumerated board");
        assert_eq!((facts.states, &facts.canonical), (analysis.states, &analysis.canonical), "{board}");
        assert_eq!(facts.smallest_goal, analysis.smallest_goal, "{board}");
        let expected = analysis.unsolved.map(|u| (u.state, u.moves, u.superfluous));
        assert_eq!(facts.unsolved.map(|h| (h.state, h.moves, h.superfluous)), expected, "{board}");
    }

    #[test]
    fn candidates_of_every_size_agree_with_the_plain_analysis() {
        let mut recheck = Recheck::default();
        for (n, walls, count) in [(4, "0..3", 8000), (5, "0..2", 3000), (6, "0..2", 150), (7, "0..1", 6)] {
            let generator = Generator::new(Size::new(n).expect("a size"), walls.parse().expect("a range")).expect("not too many");
            let mut worker = generator.worker();
            let mut random = fastrand::Rng::with_seed(n as u64);
            for _ in 0..count {
                let board = worker.candidate(random.u64(..generator.candidates()));
                if ClusterReport::of(&board, 30_000).is_ok() {
                    assert_agrees(&mut recheck, &board);
                }
            }
        }
    }

    #[test]
    fn known_rows_agree() {
        let mut recheck = Recheck::default();
        for line in include_str!("../../data/rows45.txt").lines() {
            let board = line.split(' ').nth(1).expect("a board").parse().expect("a board");
            assert_agrees(&mut recheck, &board);
        }
        assert!(recheck.facts(&"oooBAAoBoooCoooC".parse().expect("a board"), LIMIT).is_err());
        let large = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().expect("a board");
        assert_eq!(recheck.facts(&large, 24_131), Err(RecheckError::TooManyStates(TooManyStates(24_131))));
    }
}
