//! Arguments of Python as values of the library; values and errors of the library as objects and exceptions of Python.
use gridlock::internals::board::Puzzle;
use gridlock::internals::forms::{BoardReading, read_board};
use gridlock::internals::notation::View;
use gridlock::internals::rows::NumberRange;
use gridlock::{Algorithm, Item, Metric, Move, MoveError, MoveTextError, SearchError, WallRange};
use pyo3::exceptions::{PyOSError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyRange, PyString, PyTuple, PyType};
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::str::FromStr;

/// The Python module of the types that are written in Python.
pub const TYPES: &str = "gridlock_puzzle._types";

pyo3::create_exception!(
    gridlock_puzzle,
    GridlockError,
    PyValueError,
    "The base of the errors of this package that have a class of their own."
);
pyo3::create_exception!(gridlock_puzzle, BoardError, GridlockError, "A text that is no board.");
pyo3::create_exception!(
    gridlock_puzzle,
    LimitExceeded,
    GridlockError,
    "A search that met more states than `max_states`. `at_least` is what it has proven: no solution is shorter."
);

/// A `ValueError` with the program's own message.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for an error of the system about a file, such as `FileNotFoundError`.
pub fn system_error(path: &Path, error: &io::Error) -> PyErr {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or_default().to_owned();
    // Python chooses the exception by the number
    PyOSError::new_err((error.raw_os_error(), reason, path.as_os_str().to_owned()))
}

/// The exception for a text that is no board.
pub fn board_error(error: impl Display) -> PyErr {
    BoardError::new_err(error.to_string())
}

/// The exception for a search without an answer; `place` says in which board.
pub fn search_error(place: &str, error: SearchError) -> PyErr {
    match error {
        SearchError::LimitExceeded(_) | SearchError::AtLeast { .. } => {
            let raised = LimitExceeded::new_err(format!("{place}{error}: allow more with max_states"));
            let at_least = if let SearchError::AtLeast { at_least, .. } = error { at_least } else { 0 };
            Python::attach(|py| raised.value(py).setattr("at_least", at_least)).map_or_else(|error| error, |()| raised)
        }
        SearchError::Stopped(_) => value_error(format!("{place}{error}")),
    }
}

/// A whole number. One that does not fit is a `ValueError`, not Python's usual `OverflowError`.
pub struct Whole<T>(pub T);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole<T>> {
        let py = object.py();
        T::extract(object).map(Whole).map_err(|error| {
            let error: PyErr = error.into();
            if error.is_instance_of::<PyOverflowError>(py) { value_error("the number is negative or too large") } else { error }
        })
    }
}

/// A range of numbers as the program writes it: from a number, a text like `5..10`, a `range`, or a list or tuple without gaps.
pub struct RangeText(String);

impl<'a, 'py> FromPyObject<'a, 'py> for RangeText {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<RangeText> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(RangeText(text.to_cow()?.into_owned()));
        }
        if let Ok(range) = object.cast::<PyRange>() {
            let bound = |name: &str| range.getattr(name)?.extract::<Whole<u64>>().map(|bound| bound.0);
            let (first, end) = (bound("start")?, bound("stop")?);
            if !range.getattr("step")?.eq(1)? || first >= end {
                return Err(value_error(format!("{} is empty or has gaps: write range(first, last + 1)", range.repr()?)));
            }
            return Ok(RangeText(format!("{first}..{}", end - 1)));
        }
        if let Ok(mut numbers) = object.extract::<Vec<u64>>() {
            numbers.sort_unstable();
            numbers.dedup();
            let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
                return Err(value_error("a list of no numbers"));
            };
            if last - first + 1 != numbers.len() as u64 {
                return Err(value_error(
                    "a list of numbers must have no gaps: choose rows with numpy.isin, like db[numpy.isin(db.moves, [3, 5])]",
                ));
            }
            return Ok(RangeText(format!("{first}..{last}")));
        }
        match object.extract::<Whole<u64>>() {
            Ok(Whole(number)) => Ok(RangeText(number.to_string())),
            Err(error) if error.is_instance_of::<PyValueError>(object.py()) => Err(error),
            Err(_) => {
                Err(PyTypeError::new_err("a range of numbers is a number, a text like '5..10', a range, or a list without gaps"))
            }
        }
    }
}

impl RangeText {
    pub fn number(number: u64) -> RangeText {
        RangeText(number.to_string())
    }

    pub fn numbers(&self) -> PyResult<NumberRange> {
        self.0.parse().map_err(value_error)
    }

    pub fn walls(&self) -> PyResult<WallRange> {
        self.0.parse().map_err(value_error)
    }
}

/// A metric by its name.
///
/// # Errors
/// `ValueError` for any other name.
pub fn metric(name: &str) -> PyResult<Metric> {
    match name {
        "moves" => Ok(Metric::Moves),
        "steps" => Ok(Metric::Steps),
        _ => Err(unknown("metric", name, "moves or steps")),
    }
}

/// An algorithm by its name.
///
/// # Errors
/// `ValueError` for any other name.
pub fn algorithm(name: &str) -> PyResult<Algorithm> {
    match name {
        "bfs" => Ok(Algorithm::BreadthFirst),
        "astar" => Ok(Algorithm::AStar),
        "ida" => Ok(Algorithm::IterativeDeepening),
        _ => Err(unknown("algorithm", name, "bfs, astar or ida")),
    }
}

/// The error for an unknown name.
pub fn unknown(what: &str, name: &str, known: &str) -> PyErr {
    value_error(format!("unknown {what} {name:?}: choose {known}"))
}

/// A move whose piece has the name that the text of its board gives it.
pub struct NamedMove {
    piece: char,
    distance: i8,
}

impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.piece, self.distance)
    }
}

impl FromStr for NamedMove {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<NamedMove, MoveTextError> {
        let read = || {
            let mut rest = text.chars();
            let piece = rest.next().filter(|&name| !name.is_whitespace() && !name.is_control() && !".ox_-#".contains(name))?;
            let named = NamedMove { piece, distance: rest.as_str().parse().ok()? };
            (named.distance != 0 && named.to_string() == text).then_some(named)
        };
        read().ok_or_else(|| MoveTextError(text.to_owned()))
    }
}

/// A move from its text, or from a tuple of letter and distance such as `Move`.
///
/// # Errors
/// `ValueError` if it is neither; `TypeError` for other types.
pub fn move_from(object: &Bound<'_, PyAny>) -> PyResult<NamedMove> {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(value_error);
    }
    match object.extract::<(String, Whole<i64>)>() {
        // written out and read again, so that tuples and texts get the same checks
        Ok((piece, Whole(distance))) => format!("{piece}{distance:+}").parse().map_err(value_error),
        Err(error) if error.is_instance_of::<PyValueError>(object.py()) && object.len().is_ok_and(|length| length == 2) => {
            Err(error)
        }
        Err(_) => Err(PyTypeError::new_err("a move is a Move, its text like 'C-2', or a tuple of letter and distance")),
    }
}

/// The item of a board that is the piece of a name.
pub fn piece_named(view: &View, name: &str) -> Option<usize> {
    let items = view.state().items();
    (0..items.len()).find(|&item| matches!(items[item], Item::Piece(_)) && view.name(item) == name)
}

/// The board after a move that [`move_from`] has read, and the move of its state.
///
/// # Errors
/// `ValueError` if the board does not allow it.
pub fn play(view: &View, given: NamedMove) -> PyResult<(View, Move)> {
    let name = given.piece.to_string();
    let item = piece_named(view, &name).ok_or_else(|| value_error(format!("{given}: the board has no piece {name}")))?;
    let step = Move { item, distance: view.distance(Move { item, distance: given.distance }) };
    match view.state().try_play(step) {
        Ok(state) => Ok((view.showing(state), step)),
        Err(MoveError::Blocked { reach, .. }) => {
            Err(value_error(format!("{given}: {name} can move by {reach} in that direction")))
        }
        Err(other) => Err(value_error(format!("{given}: {other}"))),
    }
}

/// Moves in the order of a board as it was given: left or up before right or down, then by distance.
pub fn in_order(view: &View, mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable_by_key(|&step| (step.item, view.distance(step) > 0, step.distance.abs()));
    moves
}

/// A type of the module `_types`.
fn type_of<'c, 'py>(py: Python<'py>, cell: &'c PyOnceLock<Py<PyType>>, name: &str) -> PyResult<&'c Bound<'py, PyType>> {
    cell.import(py, TYPES, name)
}

/// The type `Move` of Python.
fn move_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    type_of(py, &MOVE, "Move")
}

/// A move of a board as a `Move` of Python.
pub fn to_move<'py>(py: Python<'py>, view: &View, step: Move) -> PyResult<Bound<'py, PyAny>> {
    move_type(py)?.call1((view.name(step.item), view.distance(step)))
}

/// A tuple of `Move`s of Python.
pub fn to_moves<'py>(py: Python<'py>, view: &View, moves: &[Move]) -> PyResult<Bound<'py, PyTuple>> {
    let moves = moves.iter().map(|&step| to_move(py, view, step)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, moves)
}

/// A `Piece` of Python.
pub fn to_piece<'py>(py: Python<'py>, view: &View, item: usize, piece: gridlock::Piece) -> PyResult<Bound<'py, PyAny>> {
    static PIECE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let orientation = if view.stands(piece) { "V" } else { "H" };
    let (row, column) = view.corner_of(piece);
    type_of(py, &PIECE, "Piece")?.call1((view.name(item), orientation, row, column, piece.length))
}

/// The type `Row` of Python.
fn row_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static ROW: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    type_of(py, &ROW, "Row")
}

/// A `Row` of Python.
pub fn to_row<'py>(py: Python<'py>, moves: u32, board: &str, cluster_size: u64) -> PyResult<Bound<'py, PyAny>> {
    row_type(py)?.call1((moves, board, cluster_size))
}

/// The text of a board: a text itself, or that of a `Row`; `None` for other objects.
pub fn board_text(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Some(text.to_cow()?.into_owned()));
    }
    match object.is_instance(row_type(object.py())?)? {
        true => object.getattr("board")?.extract().map(Some),
        false => Ok(None),
    }
}

/// Reads the text of a move: what `Move.parse` does.
#[pyfunction]
pub fn parse_move<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let NamedMove { piece, distance } = text.parse().map_err(value_error)?;
    move_type(py)?.call1((piece, distance))
}

/// Reads a line of a file of rows: what `Row.parse` does.
#[pyfunction]
pub fn parse_row<'py>(py: Python<'py>, line: &str) -> PyResult<Bound<'py, PyAny>> {
    let puzzle: Puzzle = line.parse().map_err(value_error)?;
    to_row(py, puzzle.moves, &puzzle.board.to_string(), puzzle.cluster_size)
}

/// The only board of a text. It gets the letters of the database if its primary is not called `A`, or if a name is longer than a cell.
///
/// # Errors
/// `BoardError`.
pub fn view_of_text(text: &str, how: BoardReading) -> PyResult<View> {
    let view = read_board(text, &how).map_err(board_error)?.view;
    let has_own_names = view.name(0) == "A" && view.symbols().iter().enumerate().all(|(item, symbol)| symbol == view.name(item));
    Ok(if has_own_names { view } else { view.lettered() })
}
