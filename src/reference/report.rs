//! What the database says about the cluster of one board: its unsolved state, whether that is minimal, and its row.
//!
//! Follows the definitions in `docs/RULES.md`, "Clusters", "Which clusters give a row" and "The step metric".
use super::cluster::Cluster;
use super::key_set::KeySet;
use super::tracks::Tracks;
use crate::board::{Metric, Move, PlacementError, Puzzle, Rules, SearchError, State};

/// Everything that the database says, or would say, about the cluster of a board.
///
/// ```
/// use gridlock::{ClusterReport, NoRow, State};
///
/// let board: State = "oBBoAAoCoooCoooo".parse()?;
/// let report = ClusterReport::of(&board, 1_000)?;
/// assert_eq!((report.states, report.depth), (19, Some(2)));
/// // B never matters: it is not in anybody's way
/// assert_eq!(report.puzzle(), Err(NoRow::NotMinimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterReport {
    /// What depths count.
    pub metric: Metric,
    /// The rules by which the board is judged, [`Rules::of_state`].
    pub rules: Rules,
    /// The number of states.
    pub states: u64,
    /// The number of goal states.
    pub goal_states: u64,
    /// The canonical state: the smallest of the cluster by (H, V).
    pub canonical: State,
    /// The smallest goal state by (H, V); `None` if the cluster is unsolvable.
    pub smallest_goal: Option<State>,
    /// The depth of the board itself; `None` if the cluster is unsolvable.
    pub depth: Option<u32>,
    /// The number of states at depth 0, 1, 2, ...; empty if the cluster is unsolvable.
    pub states_by_depth: Vec<u64>,
    /// The unsolved state; `None` if the cluster is unsolvable.
    pub hardest: Option<HardestState>,
    /// `Ok` if the database of these rules enumerates the states of the cluster; otherwise the rule that they break.
    pub placement: Result<(), PlacementError>,
}

/// The unsolved state of a cluster: the smallest by (H, V) of the deepest states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardestState {
    /// The state itself.
    pub state: State,
    /// Its depth, in moves or steps as the metric of the report says.
    pub moves: u32,
    /// A shortest solution from it, in the same metric.
    pub solution: Vec<Move>,
    /// Indices in [`State::items`] of the pieces and walls that do not matter; see [`superfluous`].
    pub superfluous: Vec<usize>,
}

/// The reason why a cluster has no row in the database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoRow {
    /// Its states break an enumeration rule.
    #[error("the database does not enumerate such boards: {0}")]
    NotEnumerated(#[from] PlacementError),
    /// It has no goal state.
    #[error("unsolvable")]
    Unsolvable,
    /// Some piece or wall of the unsolved state does not matter.
    #[error("not minimal")]
    NotMinimal,
}

impl ClusterReport {
    /// Analyses the cluster of any board; depths count moves.
    ///
    /// # Errors
    /// [`SearchError::LimitExceeded`] if the cluster has more than `max_states` states, or if a search without a piece or wall
    /// meets more.
    pub fn of(board: &State, max_states: usize) -> Result<ClusterReport, SearchError> {
        ClusterReport::in_metric(board, Metric::Moves, max_states)
    }

    /// Analyses the cluster of any board; depths count moves or steps.
    ///
    /// The unsolved state, and whether it is minimal, depend on the metric.
    ///
    /// ```
    /// use gridlock::{ClusterReport, Metric, State};
    ///
    /// let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse()?;
    /// let report = ClusterReport::in_metric(&board, Metric::Steps, 100_000)?;
    /// assert_eq!((report.states, report.depth), (24_132, Some(93)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`ClusterReport::of`].
    pub fn in_metric(board: &State, metric: Metric, max_states: usize) -> Result<ClusterReport, SearchError> {
        let (cluster, rules) = (Cluster::explore(board, max_states)?, Rules::of_state(board));
        let depths = cluster.depths(metric);
        let mut report = ClusterReport {
            metric,
            states: cluster.states() as u64,
            goal_states: cluster.goal_states() as u64,
            canonical: cluster.canonical(),
            smallest_goal: cluster.smallest_goal(),
            depth: depths.of(0),
            states_by_depth: depths.histogram().to_vec(),
            hardest: None,
            placement: rules.check(board),
            rules,
        };
        if let (Some(number), Some(moves)) = (cluster.hardest(&depths), depths.deepest()) {
            let state = cluster.state(number);
            let solution = cluster.solution(&depths, &state).unwrap_or_default();
            drop((cluster, depths)); // free the memory for the searches that follow
            let superfluous = superfluous(&state, &solution, metric, max_states)?;
            report.hardest = Some(HardestState { state, moves, solution, superfluous });
        }
        Ok(report)
    }

    /// The row that the database of its rules has for this cluster.
    ///
    /// # Errors
    /// [`NoRow`] if there is none; if there are several reasons, the first in the order of its variants.
    pub fn puzzle(&self) -> Result<Puzzle, NoRow> {
        self.placement.clone()?;
        let hardest = self.hardest.as_ref().ok_or(NoRow::Unsolvable)?;
        if !hardest.superfluous.is_empty() {
            return Err(NoRow::NotMinimal);
        }
        Ok(Puzzle { moves: hardest.moves, board: hardest.state.clone(), cluster_size: self.states })
    }
}

/// The pieces and walls of a state that do not matter, as indices in [`State::items`]: without any one of them the state needs as
/// many moves, or steps, as with it.
///
/// `solution` is a shortest solution of the state in this metric. A piece that moves in it matters: removing the piece only frees
/// cells, so the moves of the other pieces stay legal without it, and they are a shorter solution. Every other piece or wall is
/// removed in turn, and a search decides whether the rest has a shorter solution.
///
/// # Errors
/// [`SearchError::LimitExceeded`] if one of these searches meets more than `max_states` states.
pub fn superfluous(state: &State, solution: &[Move], metric: Metric, max_states: usize) -> Result<Vec<usize>, SearchError> {
    let mut found = Vec::new();
    for item in (1..state.items().len()).filter(|&item| solution.iter().all(|step| step.item != item)) {
        let shorter = match (solution.len() as u32).checked_sub(1) {
            Some(fewer) => solvable_within(&state.without_item(item), fewer, metric, max_states)?,
            None => false,
        };
        if !shorter {
            found.push(item);
        }
    }
    Ok(found)
}

/// Whether a state has a solution of at most `length` moves, or steps: a breadth-first search of that many levels.
///
/// # Errors
/// [`SearchError::LimitExceeded`] if the search meets more than `max_states` states before it finds the answer.
pub fn solvable_within(state: &State, length: u32, metric: Metric, max_states: usize) -> Result<bool, SearchError> {
    let tracks = Tracks::of(state);
    let start = tracks.key(state).expect("a state is on its own tracks");
    if tracks.is_goal(start) {
        return Ok(true);
    }
    let mut set = KeySet::new(max_states);
    set.insert(start)?;
    let mut successors = Vec::new();
    let mut frontier = 0..1;
    for _ in 0..length {
        for number in frontier.clone() {
            tracks.successors(set.keys()[number], metric, |key, _| successors.push(key));
            for key in successors.drain(..) {
                if set.insert(key)? && tracks.is_goal(key) {
                    return Ok(true);
                }
            }
        }
        frontier = frontier.end..set.keys().len();
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LimitExceeded;

    const LIMIT: usize = 1_000_000;

    fn report_of(board: &str) -> ClusterReport {
        ClusterReport::of(&board.parse().unwrap(), LIMIT).unwrap()
    }

    #[test]
    fn known_boards() {
        let first = report_of("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM");
        assert_eq!((first.depth, first.states), (Some(49), 24_132));
        let second = report_of("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.");
        assert_eq!((second.depth, second.states), (Some(51), 4_780));
        assert_eq!(second.puzzle().unwrap().moves, 51);
        assert_eq!(second.states_by_depth.iter().sum::<u64>(), 4_780);
    }

    #[test]
    fn a_step_is_one_cell() {
        let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let cluster = Cluster::explore(&board, LIMIT).unwrap();
        assert_eq!(cluster.depths(Metric::Steps).of(0), Some(93));
    }

    #[test]
    fn solutions_replay_to_a_goal() {
        for board in ["BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"] {
            let board: State = board.parse().unwrap();
            let cluster = Cluster::explore(&board, LIMIT).unwrap();
            for metric in [Metric::Moves, Metric::Steps] {
                let depths = cluster.depths(metric);
                let solution = cluster.solution(&depths, &board).unwrap();
                assert_eq!(Some(solution.len() as u32), depths.of(0));
                let last = solution.iter().fold(board.clone(), |state, &mv| state.play(mv));
                assert!(last.is_goal());
            }
        }
    }

    #[test]
    fn the_hardest_board_by_steps_is_minimal() {
        let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let report = ClusterReport::in_metric(&board, Metric::Steps, LIMIT).unwrap();
        let puzzle = report.puzzle().unwrap();
        assert_eq!((puzzle.moves, puzzle.cluster_size), (93, 24_132));
        let solution = report.hardest.unwrap().solution;
        assert!(solution.len() == 93 && solution.iter().all(|step| step.distance.abs() == 1));
    }

    #[test]
    fn boards_outside_the_database_are_analysed_too() {
        let shut = report_of("ooooAAoxoooooooo");
        assert_eq!((shut.states, shut.depth, shut.hardest.clone()), (2, None, None));
        assert!(matches!(shut.puzzle(), Err(NoRow::NotEnumerated(PlacementError::WallBeforeExit { row: 2, column: 4 }))));
        let full_column = report_of("oooBAAoBoooCoooC");
        assert_eq!((full_column.states, full_column.depth), (2, None));
        assert!(matches!(full_column.puzzle(), Err(NoRow::NotEnumerated(PlacementError::FullColumn { column: 4 }))));
    }

    #[test]
    fn pieces_that_do_not_matter_are_listed() {
        // B has to move down; C in the top row never blocks anything.
        let report = report_of("CCoBAAoBoooooooo");
        let hardest = report.hardest.clone().unwrap();
        assert_eq!(report.puzzle(), Err(NoRow::NotMinimal));
        assert_eq!(hardest.superfluous, [1]);
        let alone = report_of("ooooAAoooooooooo");
        assert_eq!((alone.states, alone.puzzle().unwrap().moves), (3, 1));
    }

    #[test]
    fn the_limit_is_kept() {
        let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        assert_eq!(ClusterReport::of(&board, 24_131).err(), Some(LimitExceeded::states(24_131).into()));
        assert!(Cluster::explore(&board, 24_132).is_ok());
    }
}
