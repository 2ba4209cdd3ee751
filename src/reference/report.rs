//! The plain analysis of one board: its cluster, unsolved state, minimality and row, state by state.
//!
//! Shares nothing with the tables and boxes of the fast search. Method: `RULES.md`, "Clusters" and "Which clusters give a row".
use super::cluster::Cluster;
use super::key_set::KeySet;
use super::tracks::Tracks;
use crate::board::{Metric, Move, PlacementError, Puzzle, State, TooManyStates, check_placement};

/// All that the database says, or would say, about the cluster of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterReport {
    /// States in the cluster.
    pub states: u64,
    /// Goal states among them.
    pub goal_states: u64,
    /// The smallest state of the cluster by (H, V).
    pub canonical: State,
    /// Depth of the board itself, in moves; `None` if unsolvable.
    pub depth: Option<u32>,
    /// States at depth 0, 1, 2 ... moves; empty if unsolvable.
    pub states_by_depth: Vec<u64>,
    /// The hardest state; `None` if the cluster is unsolvable.
    pub unsolved: Option<Unsolved>,
    /// Whether the database enumerates the cluster's states.
    pub placement: Result<(), PlacementError>,
}

/// The unsolved state of a cluster: greatest depth, then smallest (H, V).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsolved {
    /// The state itself.
    pub state: State,
    /// Its depth in moves.
    pub moves: u32,
    /// A shortest solution from it.
    pub solution: Vec<Move>,
    /// Indices in [`State::items`] of the pieces and walls that do not matter: without any one of them it still takes as many moves.
    pub superfluous: Vec<usize>,
}

/// Why a cluster has no row in the database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRow {
    /// The states break an enumeration rule.
    #[error("the database does not enumerate such boards: {0}")]
    NotEnumerated(#[from] PlacementError),
    /// No goal state.
    #[error("unsolvable")]
    Unsolvable,
    /// Something does not matter in the unsolved state.
    #[error("not minimal")]
    NotMinimal,
}

impl ClusterReport {
    /// Analyses the cluster of any legal board.
    ///
    /// # Errors
    /// [`TooManyStates`] if the cluster, or a search for a piece that does not matter, meets more than `max_states` states.
    pub fn of(board: &State, max_states: usize) -> Result<ClusterReport, TooManyStates> {
        let cluster = Cluster::explore(board, max_states)?;
        let depths = cluster.depths(Metric::Moves);
        let mut analysis = ClusterReport {
            states: cluster.states() as u64,
            goal_states: cluster.goal_states() as u64,
            canonical: cluster.canonical(),
            depth: depths.of(0),
            states_by_depth: depths.histogram().to_vec(),
            unsolved: None,
            placement: check_placement(board),
        };
        if let (Some(number), Some(moves)) = (cluster.unsolved(&depths), depths.deepest()) {
            let state = cluster.state(number);
            let solution = cluster.solution(&depths, &state).unwrap_or_default();
            drop((cluster, depths)); // makes room for the searches that follow
            let superfluous = superfluous(&state, &solution, max_states)?;
            analysis.unsolved = Some(Unsolved { state, moves, solution, superfluous });
        }
        Ok(analysis)
    }

    /// The puzzle that the database has for this cluster.
    ///
    /// # Errors
    /// [`NoRow`]: the first reason why there is none.
    pub fn puzzle(&self) -> Result<Puzzle, NoRow> {
        self.placement.clone()?;
        let unsolved = self.unsolved.as_ref().ok_or(NoRow::Unsolvable)?;
        if !unsolved.superfluous.is_empty() {
            return Err(NoRow::NotMinimal);
        }
        Ok(Puzzle { moves: unsolved.moves, unsolved: unsolved.state.clone(), cluster_size: self.states })
    }
}

/// The items of a state that do not matter, by index in [`State::items`]: without any one of them it takes as many moves.
///
/// `solution` is a shortest solution in moves. A piece that moves in it matters: the rest of the solution, which is shorter, solves the
/// board without the piece. The others are taken away, one at a time, and the board searched for a shorter solution.
///
/// # Errors
/// [`TooManyStates`] if one of the searches meets more than `max_states` states.
pub fn superfluous(state: &State, solution: &[Move], max_states: usize) -> Result<Vec<usize>, TooManyStates> {
    let mut found = Vec::new();
    for item in (1..state.items().len()).filter(|&item| solution.iter().all(|step| step.item != item)) {
        let shorter = match (solution.len() as u32).checked_sub(1) {
            Some(fewer) => solvable_within(&state.without_item(item), fewer, max_states)?,
            None => false,
        };
        if !shorter {
            found.push(item);
        }
    }
    Ok(found)
}

/// Whether a goal state is at most `moves` moves away.
///
/// # Errors
/// [`TooManyStates`] if the search meets more than `max_states` states before it can tell.
pub fn solvable_within(state: &State, moves: u32, max_states: usize) -> Result<bool, TooManyStates> {
    let tracks = Tracks::of(state);
    let start = tracks.key(state).expect("a state lies on its own tracks");
    if tracks.is_goal(start) {
        return Ok(true);
    }
    let mut set = KeySet::new(max_states);
    set.insert(start)?;
    let mut reached = Vec::new();
    let mut level = 0..1;
    for _ in 0..moves {
        for number in level.clone() {
            tracks.successors(set.keys()[number], Metric::Moves, |key, _| reached.push(key));
            for key in reached.drain(..) {
                if set.insert(key)? && tracks.is_goal(key) {
                    return Ok(true);
                }
            }
        }
        level = level.end..set.keys().len();
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1_000_000;

    fn analysis(board: &str) -> ClusterReport {
        ClusterReport::of(&board.parse().unwrap(), LIMIT).unwrap()
    }

    #[test]
    fn known_boards() {
        let first = analysis("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM");
        assert_eq!((first.depth, first.states), (Some(49), 24_132));
        let second = analysis("GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.");
        assert_eq!((second.depth, second.states), (Some(51), 4_780));
        assert_eq!(second.puzzle().unwrap().moves, 51);
        assert_eq!(second.states_by_depth.iter().sum::<u64>(), 4_780);
    }

    #[test]
    fn steps_are_counted_one_cell_each() {
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
                let last = solution.iter().try_fold(board.clone(), |state, &step| state.play(step)).unwrap();
                assert!(last.is_goal());
            }
        }
    }

    #[test]
    fn boards_outside_the_database_are_analysed_too() {
        let shut = analysis("ooooAAoxoooooooo");
        assert_eq!((shut.states, shut.depth, shut.unsolved.clone()), (2, None, None));
        assert!(matches!(shut.puzzle(), Err(NoRow::NotEnumerated(PlacementError::WallBeforeExit { row: 2, column: 4 }))));
        let full_column = analysis("oooBAAoBoooCoooC");
        assert_eq!((full_column.states, full_column.depth), (2, None));
        assert!(matches!(full_column.puzzle(), Err(NoRow::NotEnumerated(PlacementError::FullColumn { column: 4 }))));
    }

    #[test]
    fn what_does_not_matter_is_named() {
        // B must go down; C moves along the top row, out of everyone's way.
        let analysed = analysis("CCoBAAoBoooooooo");
        let unsolved = analysed.unsolved.clone().unwrap();
        assert_eq!(analysed.puzzle(), Err(NoRow::NotMinimal));
        assert_eq!(unsolved.superfluous, [1]);
        let alone = analysis("ooooAAoooooooooo");
        assert_eq!((alone.states, alone.puzzle().unwrap().moves), (3, 1));
    }

    #[test]
    fn the_limit_is_kept() {
        let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        assert_eq!(ClusterReport::of(&board, 24_131).err(), Some(TooManyStates(24_131)));
        assert!(Cluster::explore(&board, 24_132).is_ok());
    }
}
