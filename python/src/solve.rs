//! `solve` and `solve_many`: shortest solutions.
use gridlock::internals::draw::{self, Look, Theme};
use gridlock::internals::engine::drive;
use gridlock::internals::notation::View;
use gridlock::{
    DEFAULT_MAX_STATES, Heuristic, Metric, Move, Patience, SearchError, SearchOutcome, Solution, SolveOptions, StopToken,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::{Board, BoardArgument};
use crate::convert::{
    BoardError, TYPES, Whole, algorithm, metric, move_from, play, search_error, to_moves, unknown, value_error,
};
use crate::interrupt::{Background, interruptible};

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
    let SearchOutcome { solution, visited, at_least, .. } = outcome;
    let found = |solution: Solution| to_solution(py, view, solution.moves(), metric, visited, at_least);
    solution.map(found).transpose()
}

/// A `Solution` of Python.
pub fn to_solution<'py>(
    py: Python<'py>,
    view: &View,
    moves: &[Move],
    metric: Metric,
    visited: u64,
    at_least: u32,
) -> PyResult<Bound<'py, PyAny>> {
    static SOLUTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let board = Board::of(view.clone());
    SOLUTION.import(py, TYPES, "Solution")?.call1((to_moves(py, view, moves)?, metric.to_string(), visited, board, at_least))
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
/// A search that has to keep more than `max_states` states, of 14 to 24 bytes each, or up to 100 with `astar` and `ida`, ends with
/// `LimitExceeded`, whose `at_least` is how many moves or steps are needed at least.
///
/// With `any` the solution may be longer than a shortest one, for boards whose shortest solutions are out of reach, and its
/// `at_least` is what is proven. Such a search ends with the first solution, or after `seconds`, or when it is a shortest one.
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
/// >>> some = solve("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", any=True)
/// >>> some.at_least <= 49 <= len(some)
/// True
/// >>> solve("BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM", max_states=100)
/// Traceback (most recent call last):
/// ...
/// gridlock_puzzle.LimitExceeded: the search met more than 100 states; at least 9 moves are needed, if there is a solution: allow more with max_states
#[pyfunction]
#[pyo3(signature = (board, metric="moves", algorithm="bfs", heuristic="advanced", max_states=Whole(DEFAULT_MAX_STATES), *, any=false, seconds=None),
       text_signature = "(board, metric='moves', algorithm='bfs', heuristic='advanced', max_states=10000000, *, any=False, seconds=None)")]
#[allow(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn solve<'py>(
    py: Python<'py>,
    board: BoardArgument,
    metric: &str,
    algorithm: &str,
    heuristic: &str,
    max_states: Whole<usize>,
    any: bool,
    seconds: Option<f64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (metric, options) = options(metric, algorithm, heuristic, max_states.0)?;
    if seconds.is_some() && !any {
        return Err(value_error("seconds are for a search with any=True"));
    }
    let time = seconds.map(Duration::try_from_secs_f64).transpose().map_err(|_| value_error("seconds must be 0 or more"))?;
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let state = board.0.state();
    let outcome = interruptible(py, |stop| match (any, end) {
        (false, _) => options.search(state, stop),
        (true, None) => options.find_any(state, Patience::First, stop),
        (true, Some(end)) => {
            let is_over = || Instant::now() >= end || stop.check().is_err();
            options.find_any(state, Patience::UntilStopped, StopToken::when(&is_over))
        }
    })?;
    let outcome = outcome.map_err(|error| search_error("", error))?;
    found(py, &board.0, outcome, metric)
}

/// Shortest solutions of many boards, texts or rows, such as those of a `Database`, in their order; `None` for a board that has
/// none. An error says which board it is about, from 0; with `errors="return"` it takes the place of the solution, and the other
/// boards are solved.
///
/// `threads` is the number of threads, one per processor if it is not given. The other arguments are as for `solve`; `max_states`
/// holds for each board.
///
/// >>> from gridlock_puzzle import solve_many
/// >>> [str(solution) for solution in solve_many(["oBBoAAoCoooCoooo", "ooooAAoxoooooooo"], threads=2)]
/// ['C+1 A+2', 'None']
/// >>> error, solution = solve_many(["AABo", "ooooAAoooooooooo"], errors="return")
/// >>> type(error).__name__, len(solution)
/// ('BoardError', 1)
#[pyfunction]
#[pyo3(signature = (boards, metric="moves", algorithm="bfs", heuristic="advanced", max_states=Whole(DEFAULT_MAX_STATES), threads=None, errors="raise"),
       text_signature = "(boards, metric='moves', algorithm='bfs', heuristic='advanced', max_states=10000000, threads=None, errors='raise')")]
#[allow(clippy::too_many_arguments, reason = "they are the options of the command")]
pub fn solve_many<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    metric: &str,
    algorithm: &str,
    heuristic: &str,
    max_states: Whole<usize>,
    threads: Option<Whole<usize>>,
    errors: &str,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    let goes_on = match errors {
        "raise" => false,
        "return" => true,
        _ => return Err(unknown("errors", errors, "raise or return")),
    };
    let (metric, options) = options(metric, algorithm, heuristic, max_states.0)?;
    let threads = match threads {
        None => Some(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(Whole(threads)) if threads > MOST_THREADS => None,
        Some(Whole(threads)) => NonZeroUsize::new(threads),
    };
    let threads = threads.ok_or_else(|| value_error(format!("threads must be a number from 1 to {MOST_THREADS}")))?;
    let read = |number: usize, board: &Bound<'py, PyAny>| {
        board.extract::<BoardArgument>().map(|board| board.0).map_err(|error| {
            let message = format!("board {number}: {}", error.value(py));
            match error {
                error if error.is_instance_of::<PyTypeError>(py) => PyTypeError::new_err(message),
                error if error.is_instance_of::<BoardError>(py) => BoardError::new_err(message),
                _ => value_error(message),
            }
        })
    };
    // what is read, and for each board why it is not
    let (mut views, mut problems) = (Vec::new(), Vec::new());
    for (number, board) in boards.try_iter()?.enumerate() {
        match read(number, &board?) {
            Ok(view) => {
                views.push(view);
                problems.push(None);
            }
            Err(error) if goes_on => problems.push(Some(error)),
            Err(error) => return Err(error),
        }
    }
    let views: Arc<[View]> = views.into();
    let mut results = views.iter().zip(search_all(py, views.clone(), options, threads, goes_on)?);
    let mut solutions = Vec::with_capacity(problems.len());
    for (number, problem) in problems.into_iter().enumerate() {
        let solved = match problem {
            Some(error) => Err(error),
            // after the first error, results are missing; then this is never reached
            None => {
                let (view, result) = results.next().expect("a result for each board that was read");
                let outcome = result.map_err(|error| search_error(&format!("board {number} ({view}): "), error));
                outcome.and_then(|outcome| found(py, view, outcome, metric))
            }
        };
        solutions.push(match solved {
            Err(error) if goes_on => Some(error.into_value(py).into_bound(py).into_any()),
            solved => solved?,
        });
    }
    Ok(solutions)
}

/// Searches all boards on several threads, while this one runs the signal handlers of Python. After an error no further board is
/// begun unless it `goes_on`. Boards are begun in order, so the results up to the first error are complete, and the same with any number of threads.
///
/// # Errors
/// What a signal handler raises.
fn search_all(
    py: Python<'_>,
    views: Arc<[View]>,
    options: SolveOptions,
    threads: NonZeroUsize,
    goes_on: bool,
) -> PyResult<Vec<Found>> {
    let stop = Arc::new(AtomicBool::new(false));
    let of_work = stop.clone();
    let threads = NonZeroUsize::new(views.len()).map_or(NonZeroUsize::MIN, |boards| boards.min(threads));
    let work = move || {
        let mut found = Vec::with_capacity(views.len());
        let search = |(): &mut (), view: &View| options.search(view.state(), (&*of_work).into());
        let ended = drive(
            || (),
            search,
            views.iter(),
            threads,
            &of_work,
            |result: Found| {
                if result.is_err() && !goes_on {
                    of_work.store(true, Ordering::Relaxed);
                }
                found.push(result);
                Ok::<(), io::Error>(())
            },
        );
        ended.map(|_| found).map_err(|error| error.to_string())
    };
    let found = Background::start(work)?.wait(py).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
    found.map_err(PyRuntimeError::new_err)
}
