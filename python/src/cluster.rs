//! `cluster` and `Cluster`: all states that moves reach from a board.
use gridlock::internals::notation::View;
use gridlock::{ClusterDepths, DEFAULT_MAX_STATES, Metric, Move, SearchBounds, SearchError, State};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::board::{Board, BoardArgument};
use crate::columns::array;
use crate::convert::{Whole, in_order, metric, search_error, to_move, value_error};
use crate::interrupt::interruptible;
use crate::solve::to_solution;

/// All states that moves reach from a board, and the distance of each to the nearest goal state. `cluster(board)` makes one.
///
/// States are numbered from 0 in the order in which they were found; the board itself has number 0. A piece has the letter of the
/// given board in all states.
///
/// >>> from gridlock_puzzle import cluster
/// >>> states = cluster("oBBoAAoCoooCoooo")
/// >>> len(states), states.goal_states
/// (19, 3)
/// >>> states.distance("oBBoAAoCoooCoooo"), int(states.depths.max())
/// (2, 2)
#[pyclass(frozen, module = "gridlock_puzzle")]
pub struct Cluster {
    cluster: gridlock::Cluster,
    /// The board from which it was explored.
    view: View,
    depths: ClusterDepths,
    metric: Metric,
    /// The depths as a NumPy array, made on first use.
    array: PyOnceLock<Py<PyAny>>,
}

impl Cluster {
    /// The number of a board of this cluster; `None` if it is not in the cluster, or has another shape or exit.
    fn number_of(&self, view: &View) -> Option<usize> {
        self.cluster.number(view.state()).filter(|_| self.view.showing(view.state().clone()).is_same_board(view))
    }

    /// As [`Cluster::number_of`]; a board of another cluster is a `ValueError`.
    fn number(&self, view: &View) -> PyResult<usize> {
        self.number_of(view).ok_or_else(|| value_error(format!("the board {view} is not in this cluster")))
    }

    /// The distance of a state of this cluster; `None` if it is one of another, or the cluster can't be solved.
    pub fn distance_of(&self, state: &State) -> Option<u32> {
        self.cluster.number(state).and_then(|number| self.depths.of(number))
    }

    /// A state as a board.
    fn board(&self, state: State) -> Board {
        Board::of(self.view.showing(state))
    }
}

#[pymethods]
impl Cluster {
    /// The number of states; `len(cluster)` is the same.
    #[getter]
    fn size(&self) -> usize {
        self.cluster.states()
    }

    fn __len__(&self) -> usize {
        self.cluster.states()
    }

    /// What distances count: `moves` or `steps`.
    #[getter]
    fn metric(&self) -> String {
        self.metric.to_string()
    }

    /// The number of goal states; 0 if the cluster can't be solved.
    #[getter]
    fn goal_states(&self) -> usize {
        self.cluster.goal_states()
    }

    /// The distances of all states by number, as a NumPy array of 32-bit integers; -1 everywhere if the cluster can't be solved.
    ///
    /// The array is made once, without a copy, and can't be written to.
    ///
    /// >>> cluster("oBBoAAoCoooCoooo").depths[:5]
    /// array([2, 2, 2, 2, 1], dtype=int32)
    #[getter]
    fn depths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array.get_or_try_init(py, || {
            let depth = |number: usize| self.depths.of(number).map_or(-1, |depth| depth as i32).to_ne_bytes();
            array(py, "int32", (0..self.cluster.states()).map(depth)).map(Bound::unbind)
        })?;
        Ok(array.bind(py).clone())
    }

    /// The number of states at distance 0, 1, 2, ...; empty if the cluster can't be solved.
    ///
    /// >>> cluster("oBBoAAoCoooCoooo").states_by_depth
    /// [3, 6, 10]
    #[getter]
    fn states_by_depth(&self) -> Vec<u64> {
        self.depths.histogram().to_vec()
    }

    /// The distance of a state of the cluster to the nearest goal state; `None` if the cluster can't be solved.
    ///
    /// A board of another cluster is a `ValueError`.
    fn distance(&self, board: BoardArgument) -> PyResult<Option<u32>> {
        Ok(self.depths.of(self.number(&board.0)?))
    }

    /// All moves from a state that begin a shortest solution; empty for a goal state, and if the cluster can't be solved.
    ///
    /// >>> [str(move) for move in cluster("oBBoAAoCoooCoooo").best_moves("oBBoAAoCoooCoooo")]
    /// ['C+1']
    fn best_moves<'py>(&self, py: Python<'py>, board: BoardArgument) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (view, state) = (&board.0, board.0.state());
        let Some(depth) = self.depths.of(self.number(view)?) else { return Ok(Vec::new()) };
        let is_best = |step: &Move| {
            let next =
                state.try_play(*step).ok().and_then(|next| self.cluster.number(&next)).and_then(|next| self.depths.of(next));
            (match self.metric {
                Metric::Moves => true,
                Metric::Steps => step.distance.abs() == 1,
            }) && next.is_some_and(|next| next < depth)
        };
        in_order(view, state.legal_moves()).into_iter().filter(is_best).map(|step| to_move(py, view, step)).collect()
    }

    /// A shortest solution of a state; `None` if the cluster can't be solved.
    ///
    /// >>> print(cluster("oBBoAAoCoooCoooo").solution("oBBoAAoCoooCoooo"))
    /// C+1 A+2
    fn solution<'py>(&self, py: Python<'py>, board: BoardArgument) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.number(&board.0)?;
        let moves = self.cluster.solution(&self.depths, board.0.state());
        moves.map(|moves| to_solution(py, &board.0, &moves, self.metric, 0, moves.len() as u32)).transpose()
    }

    /// The hardest state: the one with the greatest distance that the database has. `None` if the cluster can't be solved.
    ///
    /// >>> cluster("oBBoAAoCoooCDDoo").hardest
    /// Board('BBoCAAoCooooooDD')
    #[getter]
    fn hardest(&self) -> Option<Board> {
        self.cluster.hardest(&self.depths).map(|number| self.board(self.cluster.state(number)))
    }

    /// The smallest state in the order of the database. Two boards are in one cluster if and only if they have the same canonical
    /// state.
    #[getter]
    fn canonical(&self) -> Board {
        self.board(self.cluster.canonical())
    }

    /// The states at a distance, as an iterator of boards in the order of their numbers.
    ///
    /// >>> [board.text for board in cluster("oBBoAAoCoooCoooo").states_at(0)]
    /// ['oBBoooAAoooCoooC', 'ooBBooAAoooCoooC', 'BBooooAAoooCoooC']
    fn states_at(slf: &Bound<'_, Cluster>, depth: Whole<u32>) -> States {
        States { cluster: slf.clone().unbind(), depth: Some(depth.0), next: 0 }
    }

    /// The state with a number.
    fn state(&self, number: Whole<usize>) -> PyResult<Board> {
        let (Whole(number), states) = (number, self.cluster.states());
        if number < states {
            Ok(self.board(self.cluster.state(number)))
        } else {
            Err(value_error(format!("there is no state {number}: the cluster has {states}, counted from 0")))
        }
    }

    /// The number of a state, which is its place in `depths`.
    fn index(&self, board: BoardArgument) -> PyResult<usize> {
        self.number(&board.0)
    }

    /// The graph: pairs of numbers of states that one move connects, the smaller number first, as a NumPy array of shape (edges, 2).
    /// With the metric `steps` a move goes by one cell.
    ///
    /// >>> cluster("oBBoAAoCoooCoooo").edges().shape
    /// (45, 2)
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let edges = py.detach(|| {
            let is_one = |step: &Move| match self.metric {
                Metric::Moves => true,
                Metric::Steps => step.distance.abs() == 1,
            };
            let mut edges: Vec<(usize, usize)> = Vec::new();
            for number in 0..self.cluster.states() {
                let state = self.cluster.state(number);
                let next = state.legal_moves().into_iter().filter(is_one).filter_map(|step| state.try_play(step).ok());
                edges.extend(
                    next.filter_map(|next| self.cluster.number(&next))
                        .filter(|&other| number < other)
                        .map(|other| (number, other)),
                );
            }
            edges.sort_unstable();
            edges
        });
        let bytes = |&(one, other): &(usize, usize)| -> [u8; 8] {
            [(one as u32).to_ne_bytes(), (other as u32).to_ne_bytes()].concat().try_into().expect("8 bytes")
        };
        array(py, "uint32", edges.iter().map(bytes))?.call_method1("reshape", (-1, 2))
    }

    /// The board and what the cluster has, as notebooks show it.
    fn _repr_html_(&self) -> PyResult<String> {
        let hardest = self.hardest().unwrap_or_else(|| Board::of(self.view.clone()));
        let words = self.__repr__().replace('<', "&lt;").replace('>', "&gt;");
        Ok(format!("<p>{words}</p><div style=\"width:16em\">{}</div>", hardest._repr_svg_()?))
    }

    fn __contains__(&self, board: BoardArgument) -> bool {
        self.number_of(&board.0).is_some()
    }

    fn __iter__(slf: &Bound<'_, Cluster>) -> States {
        States { cluster: slf.clone().unbind(), depth: None, next: 0 }
    }

    fn __repr__(&self) -> String {
        let (states, board) = (self.cluster.states(), &self.view);
        let deepest =
            self.depths.deepest().map_or("can't be solved".to_owned(), |depth| format!("deepest {depth} {}", self.metric));
        format!("<Cluster of {board}: {states} states, {deepest}>")
    }
}

/// An iterator over states of a cluster.
#[pyclass(module = "gridlock_puzzle")]
pub struct States {
    cluster: Py<Cluster>,
    /// The distance of the states; all if `None`.
    depth: Option<u32>,
    /// The number of the next state.
    next: usize,
}

#[pymethods]
impl States {
    fn __iter__(slf: PyRef<'_, States>) -> PyRef<'_, States> {
        slf
    }

    fn __next__(&mut self) -> Option<Board> {
        let whole = self.cluster.get();
        let Cluster { cluster, depths, .. } = whole;
        let is_wanted = |number: &usize| self.depth.is_none_or(|depth| depths.of(*number) == Some(depth));
        let found = (self.next..cluster.states()).find(is_wanted);
        self.next = found.map_or(cluster.states(), |number| number + 1);
        found.map(|number| whole.board(cluster.state(number)))
    }
}

/// Explores all states that moves reach from a board, its text or a row, and finds the distance of each to the nearest goal
/// state.
///
/// `metric` is what distances count: `moves` of any length, or `steps` of one cell. A cluster of more than `max_states` states,
/// of 18 to 34 bytes each, is a `LimitExceeded`.
///
/// >>> from gridlock_puzzle import cluster
/// >>> cluster("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")
/// <Cluster of IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM: 2332 states, deepest 60 moves>
/// >>> cluster("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", max_states=1000)
/// Traceback (most recent call last):
/// ...
/// gridlock_puzzle.LimitExceeded: the search met more than 1000 states: allow more with max_states
#[pyfunction]
#[pyo3(signature = (board, metric="moves", max_states=Whole(DEFAULT_MAX_STATES)),
       text_signature = "(board, metric='moves', max_states=10000000)")]
pub fn cluster(py: Python<'_>, board: BoardArgument, metric: &str, max_states: Whole<usize>) -> PyResult<Cluster> {
    let metric = self::metric(metric)?;
    let explored = interruptible(py, |stop| {
        let bounds = SearchBounds { max_states: max_states.0, stop };
        let cluster = gridlock::Cluster::explore(board.0.state(), bounds)?;
        let depths = cluster.depths_until(metric, stop)?;
        Ok::<_, SearchError>((cluster, depths))
    })?;
    let (cluster, depths) = explored.map_err(|error| search_error("", error))?;
    Ok(Cluster { cluster, view: board.0, depths, metric, array: PyOnceLock::new() })
}
