//! Which search solves a board, and within which bounds.
use super::any_search::Patience;
use super::heuristic::{Heuristic, SearchSpace};
use super::level_search::LevelSearch;
use super::solution::{SearchOutcome, Solution};
use super::{a_star, any_search, iterative_deepening};
use crate::board::{Metric, SearchBounds, SearchError, State, StopToken};

/// How a search looks for a solution. All find a shortest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum, serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Algorithm {
    /// Breadth-first search: level by level, without a lower bound.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "bfs"), serde(rename = "bfs"))]
    BreadthFirst,
    /// A*: the state of least depth plus lower bound first; fewer states, and more time for each.
    #[cfg_attr(feature = "cli", value(name = "astar"))]
    AStar,
    /// IDA*: depth-first search with a rising limit and a table of the states met.
    #[cfg_attr(feature = "cli", value(name = "ida"), serde(rename = "ida"))]
    IterativeDeepening,
}

/// The most states that a search keeps unless its options say otherwise. A state takes 14 to 26 bytes of memory, and up to 100
/// with A* and IDA*.
pub const DEFAULT_MAX_STATES: usize = 10_000_000;

/// How to solve a board. The defaults are moves, breadth-first search, and at most [`DEFAULT_MAX_STATES`] states.
///
/// ```
/// use gridlock::{Algorithm, Metric, SolveOptions, State};
///
/// let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse()?;
/// let options = SolveOptions::new().metric(Metric::Steps).algorithm(Algorithm::AStar).max_states(100_000);
/// let solution = options.solve(&board)?.expect("the board has a solution");
/// assert_eq!(solution.length(), 93);
/// assert!(SolveOptions::new().max_states(100).solve(&board).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    metric: Metric,
    algorithm: Algorithm,
    heuristic: Heuristic,
    max_states: usize,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions::new()
    }
}

impl SolveOptions {
    /// The defaults.
    pub fn new() -> SolveOptions {
        let (metric, algorithm, heuristic) = (Metric::Moves, Algorithm::default(), Heuristic::default());
        SolveOptions { metric, algorithm, heuristic, max_states: DEFAULT_MAX_STATES }
    }

    /// What a shortest solution minimises: moves or steps.
    pub fn metric(self, metric: Metric) -> SolveOptions {
        SolveOptions { metric, ..self }
    }

    /// How to search.
    pub fn algorithm(self, algorithm: Algorithm) -> SolveOptions {
        SolveOptions { algorithm, ..self }
    }

    /// The lower bound that guides [`Algorithm::AStar`] and [`Algorithm::IterativeDeepening`]; breadth-first search ignores it.
    pub fn heuristic(self, heuristic: Heuristic) -> SolveOptions {
        SolveOptions { heuristic, ..self }
    }

    /// The most states that the search may keep.
    pub fn max_states(self, max_states: usize) -> SolveOptions {
        SolveOptions { max_states, ..self }
    }

    /// A shortest solution; `None` if the board has no solution. The solution of a goal state is empty.
    ///
    /// # Errors
    /// [`SearchError::AtLeast`] if the search has to keep more states than the options allow.
    pub fn solve(&self, state: &State) -> Result<Option<Solution>, SearchError> {
        Ok(self.search(state, StopToken::NEVER)?.solution)
    }

    /// As [`SolveOptions::solve`], with the number of states visited, until it is stopped.
    ///
    /// # Errors
    /// [`SearchError::AtLeast`] if the search has to keep more states than the options allow; [`SearchError::Stopped`].
    pub fn search(&self, state: &State, stop: StopToken<'_>) -> Result<SearchOutcome, SearchError> {
        let bounds = SearchBounds { max_states: self.max_states, stop };
        let space = || SearchSpace::new(state, self.metric, self.heuristic);
        match self.algorithm {
            Algorithm::BreadthFirst => Ok(LevelSearch::of(state, self.metric, bounds)?.outcome()),
            Algorithm::AStar => a_star::search(&space(), bounds),
            Algorithm::IterativeDeepening => iterative_deepening::search(&space(), bounds),
        }
    }

    /// Some solution, and a length that no other goes below: for boards whose shortest solutions are out of reach. The algorithm
    /// and the heuristic of the options are not asked.
    ///
    /// ```
    /// use gridlock::{Patience, SolveOptions, State, StopToken};
    ///
    /// let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse()?;
    /// let found = SolveOptions::new().find_any(&board, Patience::First, StopToken::NEVER)?;
    /// let length = found.solution.as_ref().expect("the board has a solution").length();
    /// assert!(found.at_least <= 49 && 49 <= length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SearchError::AtLeast`] if the searches have to keep more states than the options allow before they find a solution;
    /// [`SearchError::Stopped`] if they are stopped before that.
    pub fn find_any(&self, state: &State, patience: Patience, stop: StopToken<'_>) -> Result<SearchOutcome, SearchError> {
        any_search::search(state, self.metric, patience, SearchBounds { max_states: self.max_states, stop })
    }
}

/// A shortest solution in moves; `None` if the board has no solution.
///
/// ```
/// let board = "oBBoAAoCoooCoooo".parse()?;
/// let solution = gridlock::solve(&board)?.expect("the board has a solution");
/// assert_eq!(solution.to_string(), "C+1 A+2");
///
/// let stuck = "ooooAAoxoooooooo".parse()?;
/// assert_eq!(gridlock::solve(&stuck)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SearchError::AtLeast`] if the search has to keep more than [`DEFAULT_MAX_STATES`] states; [`SolveOptions`] sets
/// another limit.
pub fn solve(state: &State) -> Result<Option<Solution>, SearchError> {
    SolveOptions::new().solve(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{LimitExceeded, Stopped};
    use crate::solve::replay;

    const LIMIT: usize = 1_000_000;
    const ALL: [Heuristic; 3] = [Heuristic::Zero, Heuristic::Blocking, Heuristic::Advanced];

    /// The length of the solution, which is replayed.
    fn length(state: &State, metric: Metric, algorithm: Algorithm, heuristic: Heuristic) -> (Option<usize>, u64) {
        let options = SolveOptions::new().metric(metric).algorithm(algorithm).heuristic(heuristic).max_states(LIMIT);
        let SearchOutcome { solution, visited, .. } = options.search(state, StopToken::NEVER).unwrap();
        if let Some(solution) = &solution {
            assert_eq!(replay(state, solution.moves()), Ok(()));
        }
        (solution.map(|solution| solution.moves().len()), visited)
    }

    #[test]
    fn all_algorithms_find_the_depth_of_the_cards() {
        for (number, card) in include_str!("../../data/jams40.txt").lines().enumerate() {
            let fields: Vec<&str> = card.split(' ').collect();
            let (depth, state) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
            assert_eq!(length(&state, Metric::Moves, Algorithm::BreadthFirst, Heuristic::Zero).0, Some(depth), "{card}");
            let [zero, blocking, advanced] = ALL.map(|h| {
                let (found, visited) = length(&state, Metric::Moves, Algorithm::AStar, h);
                assert_eq!(found, Some(depth), "{card}, {h:?}");
                visited
            });
            assert!(advanced <= blocking && blocking <= zero, "{card}: {advanced}, {blocking}, {zero}");
            if number % 8 == 0 {
                let found = length(&state, Metric::Moves, Algorithm::IterativeDeepening, Heuristic::Advanced).0;
                assert_eq!(found, Some(depth), "{card}");
            }
        }
    }

    #[test]
    fn moves_and_steps_of_a_known_board() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        for (metric, depth) in [(Metric::Moves, 49), (Metric::Steps, 93)] {
            assert_eq!(length(&state, metric, Algorithm::BreadthFirst, Heuristic::Zero).0, Some(depth));
            assert_eq!(length(&state, metric, Algorithm::AStar, Heuristic::Advanced).0, Some(depth));
        }
    }

    #[test]
    fn all_algorithms_agree_on_boards_without_a_solution() {
        for board in ["ooooAAoxoooooooo", "oooCAAoCoooCooox", "oooCAAoCxooCoooo", "xooxAAoCoooCooox"] {
            let state: State = board.parse().unwrap();
            for algorithm in [Algorithm::BreadthFirst, Algorithm::AStar, Algorithm::IterativeDeepening] {
                for (heuristic, metric) in ALL.into_iter().flat_map(|h| [(h, Metric::Moves), (h, Metric::Steps)]) {
                    let expected = length(&state, metric, Algorithm::BreadthFirst, Heuristic::Zero).0;
                    assert_eq!(length(&state, metric, algorithm, heuristic).0, expected, "{board} {algorithm:?} {heuristic:?}");
                }
            }
        }
    }

    #[test]
    fn every_algorithm_stops_when_it_is_asked_to() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        for algorithm in [Algorithm::BreadthFirst, Algorithm::AStar, Algorithm::IterativeDeepening] {
            let options = SolveOptions::new().algorithm(algorithm);
            let asked = std::cell::Cell::new(0);
            let twice = || {
                asked.set(asked.get() + 1);
                asked.get() == 2
            };
            let stopped = options.search(&state, StopToken::when(&twice));
            assert_eq!((stopped, asked.get()), (Err(SearchError::Stopped(Stopped)), 2), "{algorithm:?}");
            let flag = std::sync::atomic::AtomicBool::new(true);
            assert_eq!(options.search(&state, (&flag).into()), Err(SearchError::Stopped(Stopped)), "{algorithm:?}");
        }
    }

    #[test]
    fn every_algorithm_keeps_to_the_limit() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        for algorithm in [Algorithm::BreadthFirst, Algorithm::AStar, Algorithm::IterativeDeepening] {
            let options = SolveOptions::new().algorithm(algorithm).max_states(100);
            let Err(SearchError::AtLeast { reached, at_least, .. }) = options.solve(&state) else { panic!("{algorithm:?}") };
            assert_eq!(reached, LimitExceeded::states(100));
            assert!((8..49).contains(&at_least), "{algorithm:?}: {at_least}");
        }
    }
}
