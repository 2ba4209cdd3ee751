//! The third search: it finds again what a row of the database says, without a line of the search that wrote the row.
//!
//! It imports `board` and `pairs`, nothing of `generate` or `reference`, and is fast enough to recheck millions of rows. Start
//! with [`Recheck`]: it explores the cluster with `pairs`, and `shadow_search` tests whether an item matters.
mod shadow_search;

use self::shadow_search::ShadowSearch;
use crate::board::{Item, Metric, Piece, State};
use crate::pairs::{PairSearchError, SearchLimits, StatePairs, check_board};

/// Finds the facts about clusters. Its buffers are reused from one cluster to the next, so a thread keeps one `Recheck`. After a
/// large cluster they are freed.
#[derive(Default)]
pub struct Recheck {
    cluster: StatePairs,
    shadow_search: ShadowSearch,
}

debug_as_name!([] Recheck);

/// What a row of the database says about its cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterFacts {
    /// The number of states.
    pub states: u64,
    /// The canonical state: the smallest by (H, V).
    pub canonical: State,
    /// The smallest goal state by (H, V), from which the generator analyses the cluster; `None` if it is unsolvable.
    pub smallest_goal: Option<State>,
    /// The smallest goal state of the mirror image of the cluster; `None` if it is unsolvable, or its mirror image
    /// has the primary in another row.
    pub smallest_goal_of_mirror_image: Option<State>,
    /// The unsolved state; `None` if the cluster is unsolvable.
    pub hardest: Option<HardestFacts>,
}

/// The unsolved state of a cluster: the smallest by (H, V) of the deepest states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardestFacts {
    /// The state itself.
    pub state: State,
    /// Its depth, in moves or steps.
    pub moves: u32,
    /// Indices in [`State::items`] of the pieces and walls that do not matter: without any one of them the state is as deep.
    pub superfluous: Vec<usize>,
}

/// Reserved memory that is kept for the next cluster.
const KEPT_BYTES: usize = 64 << 20;

impl Recheck {
    /// Finds the facts about the cluster of a state; `metric` is what depths count.
    ///
    /// # Errors
    /// [`PairSearchError::Placement`] if no database enumerates such states, [`PairSearchError::TooLarge`] if the board has more
    /// than 64 cells; [`PairSearchError::GivenUp`] if the cluster
    /// has more states than `limits` allow, if a search without a piece or wall expands more, or if they need more memory.
    pub fn facts(&mut self, state: &State, metric: Metric, limits: &SearchLimits) -> Result<ClusterFacts, PairSearchError> {
        let facts = self.find_facts(state, metric, limits);
        if self.cluster.reserved_bytes() + self.shadow_search.reserved_bytes() > KEPT_BYTES {
            *self = Recheck::default();
        }
        facts
    }

    fn find_facts(&mut self, state: &State, metric: Metric, limits: &SearchLimits) -> Result<ClusterFacts, PairSearchError> {
        check_board(state)?;
        let Recheck { cluster, shadow_search } = self;
        cluster.explore(state, limits)?;
        let canonical = cluster.canonical();
        let smallest_goal = cluster.smallest_goal().map(|goal| cluster.state(state, goal));
        let goal_upside_down = cluster.goal_with_smallest_mirror_image(state.size()).map(|goal| cluster.state(state, goal));
        let mut facts = ClusterFacts {
            states: cluster.count() as u64,
            canonical: cluster.state(state, canonical),
            smallest_goal,
            smallest_goal_of_mirror_image: goal_upside_down.and_then(|goal| goal.mirrored()),
            hardest: None,
        };
        if cluster.find_depths(metric, limits)? {
            let hardest = cluster.hardest();
            let movers = cluster.movers(hardest, metric);
            let (moves, state) = (cluster.deepest(), cluster.state(state, hardest));
            let moves_in_a_solution = |item: &Item| match item {
                Item::Piece(piece) => movers[piece.orientation as usize] >> index_in_half(&state, *piece) & 1 != 0,
                Item::Wall(_) => false,
            };
            let mut superfluous = Vec::new();
            for (index, item) in state.items().iter().enumerate().skip(1) {
                // A piece that moves in a shortest solution matters: without the piece, the moves of the other pieces stay legal,
                // and they are a shorter solution.
                if !moves_in_a_solution(item) && !shadow_search.is_shorter_without(cluster, &state, index, metric, limits)? {
                    superfluous.push(index);
                }
            }
            facts.hardest = Some(HardestFacts { state, moves, superfluous });
        }
        Ok(facts)
    }
}

/// The index of a piece among the pieces of its orientation, sorted by line, then by position.
fn index_in_half(state: &State, piece: Piece) -> usize {
    let order = |piece: &Piece| (piece.line(), piece.position());
    state.pieces().filter(|other| other.orientation == piece.orientation && order(other) < order(&piece)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{LimitExceeded, Size};
    use crate::generate::Generator;
    use crate::reference::ClusterReport;

    const LIMIT: usize = 1_000_000;
    const LIMITS: SearchLimits = SearchLimits::of_states(LIMIT);

    /// Compares the facts with the report of the plain search, which shares only `board` with this one.
    fn assert_agrees(recheck: &mut Recheck, board: &State) {
        [Metric::Moves, Metric::Steps].into_iter().for_each(|metric| assert_agrees_by(recheck, board, metric));
    }

    fn assert_agrees_by(recheck: &mut Recheck, board: &State, metric: Metric) {
        let report = ClusterReport::in_metric(board, metric, LIMIT).expect("a small cluster");
        let facts = recheck.facts(board, metric, &LIMITS);
        if let Err(error) = &report.placement {
            assert_eq!(facts, Err(PairSearchError::Placement(error.clone())), "{board}");
            return;
        }
        let facts = facts.expect("an enumerated board");
        assert_eq!((facts.states, &facts.canonical), (report.states, &report.canonical), "{board}");
        assert_eq!(facts.smallest_goal, report.smallest_goal, "{board}");
        let mirrored =
            board.mirrored().and_then(|board| ClusterReport::of(&board, LIMIT).expect("a small cluster").smallest_goal);
        assert_eq!(facts.smallest_goal_of_mirror_image, mirrored, "{board}");
        let expected = report.hardest.map(|u| (u.state, u.moves, u.superfluous));
        assert_eq!(facts.hardest.map(|u| (u.state, u.moves, u.superfluous)), expected, "{board}");
    }

    #[test]
    fn candidates_of_every_size_agree_with_the_plain_search_at_length() {
        let mut recheck = Recheck::default();
        for (n, walls, count) in [(4, "0..3", 8000), (5, "0..2", 3000), (6, "0..2", 150), (7, "0..1", 6)] {
            let generator =
                Generator::new(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("not too many");
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
    fn all_candidates_of_4x4_with_up_to_two_walls_agree_with_the_plain_search() {
        let mut recheck = Recheck::default();
        let generator = Generator::new(Size::square(4).expect("a size"), "0..2".parse().expect("a range")).expect("not too many");
        let mut worker = generator.worker();
        for rank in 0..generator.candidates() {
            assert_agrees(&mut recheck, &worker.candidate(rank));
        }
    }

    #[test]
    fn known_rows_agree() {
        let mut recheck = Recheck::default();
        for line in include_str!("../../data/rows45.txt").lines() {
            let board = line.split(' ').nth(1).expect("a board").parse().expect("a board");
            assert_agrees(&mut recheck, &board);
        }
        assert!(recheck.facts(&"oooBAAoBoooCoooC".parse().expect("a board"), Metric::Moves, &LIMITS).is_err());
        let large = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().expect("a board");
        assert_agrees(&mut recheck, &large);
        let given_up = recheck.facts(&large, Metric::Steps, &SearchLimits::of_states(24_131));
        assert_eq!(given_up, Err(PairSearchError::GivenUp(LimitExceeded::states(24_131))));
    }
}
