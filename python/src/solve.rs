//! `solve` and `solve_many`: shortest solutions.
use gridlock::internals::draw::{self, Look, Theme};
use gridlock::internals::notation::View;
use gridlock::{DEFAULT_MAX_STATES, Heuristic, Metric, Move, SearchError, SearchOutcome, SolveOptions};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use crate::board::{Board, BoardArgument};
use crate::convert::{TYPES, Whole, algorithm, metric, move_from, play, search_error, to_moves, unknown, value_error};
use crate::interrupt::{PATIENCE, interruptible};

/// The most threads that `solve_many` starts.
const MOST_THREADS: usize = 1024;

/// What a search of one board found; `None` if it was stopped.
type Found = Result<SearchOutcome, SearchError>;

/// The options of a search, by their names.
fn options(metric_name: &str, algorithm_name: &str, heuristic_name: &str, max_states: usize) -> PyResult<(Metric, SolveOptions)> {
    let heuristic = match heuristic_name {
        "zero" => Heuristic::Zero,
        "blocking" => Heuristic::Blocking,
        "advanced" => Heuristic::Advanced,
        _ => return Err(unknown("heuristic", heuristic_name, "zero, blocking or advanced")),
    };
    let metric = metric(metric_name)?;
    let options = SolveOptions::new().metric(metric).algorithm(algorithm(algorithm_name)?).heuristic(heuristic);
    Ok((metric, options.max_states(max_states)))
}

/// The solution of a search as Python has it; `None` if the board has no solution.
fn found<'py>(py: Python<'py>, view: &View, outcome: SearchOutcome, metric: Metric) -> PyResult<Option<Bound<'py, PyAny>>> {
    let SearchOutcome { solution, visited, .. } = outcome;
    solution.map(|solution| to_solution(py, view, solution.moves(), metric, visited)).transpose()
}

/// A `Solution` of Python.
pub fn to_solution<'py>(
    py: Python<'py>,
    view: &View,
    moves: &[Move],
    metric: Metric,
    visited: u64,
) -> PyResult<Bound<'py, PyAny>> {
    static SOLUTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let board = Board::of(view.clone());
    SOLUTION.import(py, TYPES, "Solution")?.call1((to_moves(py, view, moves)?, metric.to_string(), visited, board))
}

/// A board and moves from it as an animated SVG picture: what `Solution._repr_svg_` shows.
///
/// >>> from gridlock_puzzle import _core
/// >>> _core.animation("oBBoAAoCoooCoooo", ["C+1", "A+2"]).count("<animateTransform")
/// 2
#[pyfunction]
pub fn animation(board: BoardArgument, moves: &Bound<'_, PyAny>) -> PyResult<String> {
    let (mut now, mut steps) = (board.0.clone(), Vec::new());
    for given in moves.try_iter()? {
        let (next, step) = play(&now, move_from(&given?)?)?;
        now = next;
        steps.push(step);
    }
    Ok(draw::animation(&board.0, Look { theme: Theme::Light, labels: true }, &steps).to_string())
}

/// A shortest solution of a board, its text or a row; `None` if there is none. The solution of a goal state is empty.
///
/// `metric` says what to minimise: `moves` of any length, or `steps` of one cell. `algorithm` is `bfs` (breadth first), `astar`
/// or `ida`, and `heuristic` the lower bound that guides the last two: `zero`, `blocking` or `advanced`.
///
/// A search that has to keep more than `max_states` states, of 20 to 60 bytes each, ends with `ValueError`.
///
/// >>> from gridlock_puzzle import solve
/// >>> print(solve("oBBoAAoCoooCoooo"))
/// C+1 A+2
/// >>> print(solve("oCCoAAoBoooBoooo"))  # moves have the letters of the given text
/// B+1 A+2
/// >>> len(solve("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", metric="steps", algorithm="astar"))
/// 93
/// >>> solve("ooooAAoxoooooooo") is None
/// True
/// >>> solve("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", max_states=100)
/// Traceback (most recent call last):
/// ...
/// ValueError: the search met more than 100 states: allow more with max_states
#[pyfunction]
#[pyo3(signature = (board, metric="moves", algorithm="bfs", heuristic="advanced", max_states=Whole(DEFAULT_MAX_STATES)),
       text_signature = "(board, metric='moves', algorithm='bfs', heuristic='advanced', max_states=10000000)")]
pub fn solve<'py>(
    py: Python<'py>,
    board: BoardArgument,
    metric: &str,
    algorithm: &str,
    heuristic: &str,
    max_states: Whole<usize>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (metric, options) = options(metric, algorithm, heuristic, max_states.0)?;
    let outcome = interruptible(py, |stop| options.search(board.0.state(), stop))?;
    let outcome = outcome.map_err(|error| value_error(search_error(error)))?;
    found(py, &board.0, outcome, metric)
}

/// Shortest solutions of many boards, texts or rows, such as those of a `Database`, in their order; `None` for a board that has
/// none. An error says which board it is about, from 0.
///
/// `threads` is the number of threads, one per processor if it is not given. The other arguments are as for `solve`; `max_states`
/// holds for each board.
///
/// >>> from gridlock_puzzle import solve_many
/// >>> [str(solution) for solution in solve_many(["oBBoAAoCoooCoooo", "ooooAAoxoooooooo"], threads=2)]
/// ['C+1 A+2', 'None']
#[pyfunction]
#[pyo3(signature = (boards, metric="moves", algorithm="bfs", heuristic="advanced", max_states=Whole(DEFAULT_MAX_STATES), threads=None),
       text_signature = "(boards, metric='moves', algorithm='bfs', heuristic='advanced', max_states=10000000, threads=None)")]
pub fn solve_many<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    metric: &str,
    algorithm: &str,
    heuristic: &str,
    max_states: Whole<usize>,
    threads: Option<Whole<usize>>,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    let (metric, options) = options(metric, algorithm, heuristic, max_states.0)?;
    let threads = match threads {
        None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        Some(Whole(threads)) if (1..=MOST_THREADS).contains(&threads) => threads,
        Some(_) => return Err(value_error(format!("threads must be a number from 1 to {MOST_THREADS}"))),
    };
    let read = |(number, board): (usize, PyResult<Bound<'py, PyAny>>)| {
        board?.extract::<BoardArgument>().map(|board| board.0).map_err(|error| {
            let message = format!("board {number}: {}", error.value(py));
            if error.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(message) } else { value_error(message) }
        })
    };
    let views = boards.try_iter()?.enumerate().map(read).collect::<PyResult<Vec<View>>>()?;
    let mut solutions = Vec::with_capacity(views.len());
    for (view, (number, result)) in views.iter().zip(search_all(py, &views, options, threads)?.into_iter().enumerate()) {
        let outcome = result.map_err(|error| value_error(format!("board {number} ({view}): {}", search_error(error))))?;
        solutions.push(found(py, view, outcome, metric)?);
    }
    Ok(solutions)
}

/// Searches all boards on several threads, while this one runs the signal handlers of Python. After an error no further board is
/// begun. Boards are begun in order, so the results up to the first error are complete, and the same with any number of threads.
///
/// # Errors
/// What a signal handler raises.
fn search_all(py: Python<'_>, views: &[View], options: SolveOptions, threads: usize) -> PyResult<Vec<Found>> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |sender: mpsc::Sender<(usize, Found)>| {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(view) = views.get(number) else { return };
            let result = options.search(view.state(), (&stop).into());
            if result.is_err() {
                next.store(views.len(), Ordering::Relaxed); // only boards already begun are finished
            }
            if sender.send((number, result)).is_err() {
                return; // a signal handler has raised
            }
        }
    };
    py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(views.len()) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || work(sender));
            }
            drop(sender); // the channel ends with the last worker
            let mut found: Vec<Option<Found>> = views.iter().map(|_| None).collect();
            let mut asked = Instant::now();
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok((number, result)) => found[number] = Some(result),
                    Err(RecvTimeoutError::Disconnected) => return Ok(found.into_iter().map_while(|result| result).collect()),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if asked.elapsed() >= PATIENCE {
                    asked = Instant::now();
                    Python::attach(|py| py.check_signals()).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                }
            }
        })
    })
}
