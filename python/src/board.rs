//! `Board`: a state, and the moves that led to it.
use gridlock::internals::draw::{self, Look, SvgTheme};
use gridlock::internals::forms::BoardReading;
use gridlock::internals::notation::{Exit, View, ViewPicture};
use gridlock::internals::ranks::RowId;
use gridlock::{Item, Move, Size};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::convert::{
    Whole, board_error, board_text, in_order, move_from, play, to_move, to_moves, to_piece, unknown, value_error, view_of_text,
};

/// A board: the primary `A`, other cars, trucks and longer pieces, and walls.
///
/// The text has one character per cell, row by row from the top: `.` or `o` is an empty cell, `x` a wall, other letters are
/// pieces. 9, 16, 25 cells and so on to 256 make square boards; others need their `shape`, columns first, like `7x6` or `(7, 6)`,
/// each from 3 to 16. The primary leaves the board at the right end of its row, or with `exit` at the `left`, `up` or `down` end
/// of its line. It may lie in any line.
///
/// Pieces may have any letters or other symbols, and moves name them by these. `lettered()` is the board with the letters of the
/// database. A `Row` is taken as the board that it holds.
///
/// >>> from gridlock_puzzle import Board
/// >>> board = Board(".QQ.AA.Z...Z....")
/// >>> board.text, board.lettered().text
/// ('oQQoAAoZoooZoooo', 'oBBoAAoCoooCoooo')
/// >>> [str(move) for move in board.legal_moves()]
/// ['A+1', 'Q-1', 'Q+1', 'Z-1', 'Z+1']
/// >>> board.push("Z+1")
/// >>> board.push("A+2")
/// >>> board.is_goal
/// True
/// >>> board.pop()
/// Move(piece='A', distance=2)
///
/// A text of several lines is read as `notation.read_board` does.
///
/// Boards are equal if their pieces and walls are, whatever these are called and whatever moves led to them. Since moves change a
/// board, it has no hash; `frozen()` is a copy that stays as it is, for sets and dictionaries.
///
/// >>> board == Board("oBBoAAoooooCoooC")
/// True
/// >>> Board(". B B .\n A A . C\n . . . C\n . . . .").frozen() in {Board("oBBoAAoCoooCoooo").frozen()}
/// True
/// >>> Board("..BBAA.B........")
/// Traceback (most recent call last):
/// ...
/// gridlock_puzzle.BoardError: row 2, column 4: piece 'B' is not straight
///
/// >>> upright = Board("..A....A...BB.......", shape="5x4", exit="down")
/// >>> upright.legal_moves()[0], upright
/// (Move(piece='B', distance=-1), Board('ooAooooAoooBBooooooo', exit='down', shape=(5, 4)))
#[pyclass(module = "gridlock_puzzle")]
pub struct Board {
    view: View,
    /// The moves that were pushed and not popped.
    history: Vec<Move>,
    /// Whether it stays as it is, and has a hash.
    is_frozen: bool,
}

impl Board {
    /// A board without moves before it.
    pub fn of(view: View) -> Board {
        Board { view, history: Vec::new(), is_frozen: false }
    }

    /// # Errors
    /// `TypeError` if the board is frozen.
    fn check_changes(&self) -> PyResult<()> {
        let frozen =
            || PyTypeError::new_err("this board is frozen: play() gives the board after a move, copy() one that changes");
        if self.is_frozen { Err(frozen()) } else { Ok(()) }
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    /// Columns and rows, if it is not square.
    fn other_shape(&self) -> Option<(usize, usize)> {
        Some(self.view.size()).filter(|shape| !shape.is_square()).map(|shape| (shape.width(), shape.height()))
    }
}

/// The text of a board's first state, the moves since, its exit, and its shape if it is not square.
type Restored = (String, Vec<String>, String, Option<(usize, usize)>);

/// The shape of a board: a text like `7x6`, or a tuple of columns and rows.
pub struct ShapeArgument(pub Size);

impl<'a, 'py> FromPyObject<'a, 'py> for ShapeArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<ShapeArgument> {
        if let Ok(text) = object.cast::<PyString>() {
            return text.to_cow()?.parse().map(ShapeArgument).map_err(value_error);
        }
        match object.extract::<(Whole<usize>, Whole<usize>)>() {
            Ok((Whole(width), Whole(height))) => Size::new(width, height).map(ShapeArgument).map_err(value_error),
            Err(error) if error.is_instance_of::<PyValueError>(object.py()) => Err(error),
            Err(_) => Err(PyTypeError::new_err("a shape is a text like '7x6', or a tuple of columns and rows")),
        }
    }
}

/// The board of a text.
fn read(text: &str, exit: Exit, shape: Option<Size>) -> PyResult<View> {
    if RowId::is_like(text) && shape.is_none() {
        if exit != Exit::Right {
            return Err(value_error(format!("the board of an id like {text} has its exit at the right")));
        }
        let row = text.parse().and_then(RowId::row).map_err(board_error)?;
        return Ok(View::of_state(&row.board));
    }
    let view = match shape {
        Some(shape) => View::of_size(text, shape, "A", exit),
        None if text.trim().contains('\n') => {
            // the right is the default, so that it may be marked elsewhere
            let exit = (exit != Exit::Right).then_some(exit);
            return view_of_text(text, BoardReading { exit, ..BoardReading::default() });
        }
        None => View::from_text(text, exit),
    };
    view.map_err(board_error)
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text, *, exit=None, shape=None))]
    fn new(text: &Bound<'_, PyAny>, exit: Option<&str>, shape: Option<ShapeArgument>) -> PyResult<Board> {
        let given = text.cast::<Board>().ok().map(|board| board.try_borrow()).transpose()?;
        if let (Some(board), None, None) = (&given, exit, &shape) {
            return Ok(Board::of(board.view.clone()));
        }
        let exits = [Exit::Right, Exit::Left, Exit::Up, Exit::Down];
        let known = |name: &str| exits.into_iter().find(|known| known.to_string() == name);
        let named = exit.map(|name| known(name).ok_or_else(|| unknown("exit", name, "right, left, up or down"))).transpose()?;
        // what is not given stays as it is
        let exit = named.or(given.as_ref().map(|board| board.view.exit())).unwrap_or(Exit::Right);
        let own_shape = given.as_ref().map(|board| board.view.size()).filter(|shape| !shape.is_square());
        let text = match &given {
            Some(board) => board.text(),
            None => board_text(text)?.ok_or_else(not_a_board)?,
        };
        Ok(Board::of(read(&text, exit, shape.map(|shape| shape.0).or(own_shape))?))
    }

    /// The board in its own letters, with `o` for empty cells.
    #[getter]
    fn text(&self) -> String {
        self.view.to_string()
    }

    /// Cells along one side, the longer one if the board is not square: 3 to 16.
    #[getter]
    fn size(&self) -> usize {
        self.view.size().width().max(self.view.size().height())
    }

    /// Columns and rows.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.view.size().width(), self.view.size().height())
    }

    /// Where the primary leaves the board: `right`, `left`, `up` or `down`.
    #[getter]
    fn exit(&self) -> String {
        self.view.exit().to_string()
    }

    /// The pieces as a tuple of `Piece`, the primary first.
    ///
    /// >>> [piece.letter for piece in Board("ooxxAAoCoooCoooo").pieces]
    /// ['A', 'C']
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pieces = self.view.state().items().iter().enumerate().filter_map(|(item, it)| match *it {
            Item::Piece(piece) => Some(to_piece(py, &self.view, item, piece)),
            Item::Wall(_) => None,
        });
        PyTuple::new(py, pieces.collect::<PyResult<Vec<_>>>()?)
    }

    /// The walls as a tuple of (row, column), counted from 0.
    ///
    /// >>> Board("ooxxAAoCoooCoooo").walls
    /// ((0, 2), (0, 3))
    #[getter]
    fn walls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut cells: Vec<(usize, usize)> = self.view.walls().collect();
        cells.sort_unstable();
        PyTuple::new(py, cells)
    }

    /// Whether the primary has reached the exit.
    #[getter]
    fn is_goal(&self) -> bool {
        self.view.state().is_goal()
    }

    /// The moves that were pushed, oldest first.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        to_moves(py, &self.view, &self.history)
    }

    /// All legal moves: piece by piece, left or up before right or down, then by distance.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        in_order(&self.view, self.view.state().legal_moves()).into_iter().map(|step| to_move(py, &self.view, step)).collect()
    }

    /// Makes a move: a `Move`, its text, or a tuple of letter and distance.
    ///
    /// >>> Board("oBBoAAoCoooCoooo").push("A+2")
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: A+2: A can move by 1 in that direction
    #[pyo3(signature = (r#move))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_changes()?;
        let (next, step) = play(&self.view, move_from(r#move)?)?;
        self.view = next;
        self.history.push(step);
        Ok(())
    }

    /// Takes the last move back, and returns it.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.check_changes()?;
        let step = self.history.pop().ok_or_else(|| value_error("there is no move to take back"))?;
        self.view = self.view.after(Move { distance: -step.distance, ..step });
        to_move(py, &self.view, step)
    }

    /// The board after a move; this board stays as it is.
    ///
    /// >>> Board("oBBoAAoCoooCoooo").play("C+1").text
    /// 'oBBoAAoooooCoooC'
    #[pyo3(signature = (r#move))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Board> {
        play(&self.view, move_from(r#move)?).map(|(next, _)| Board::of(next))
    }

    /// The board upside down: the same puzzle in a mirror. `None` on 4×4, 6×6 and 8×8, where the primary would leave its row, and
    /// for boards that the database can't have.
    ///
    /// >>> Board("BBBooooooDAAooDoooooooCCo").mirror().text
    /// 'ooBBooooooAAooDooooDCCCoo'
    /// >>> Board("oBBoAAoCoooCoooo").mirror() is None
    /// True
    fn mirror(&self) -> Option<Board> {
        self.view.state().mirrored().filter(|_| self.view.exit() == Exit::Right).map(|state| Board::of(View::of_state(&state)))
    }

    /// The board with the letters that the database gives its pieces, and the same history.
    ///
    /// >>> from gridlock_puzzle import solve
    /// >>> board = Board("oCCoAAoBoooBoooo")
    /// >>> print(solve(board), "is", solve(board.lettered()), "in the letters of the database")
    /// B+1 A+2 is C+1 A+2 in the letters of the database
    fn lettered(&self) -> Board {
        Board { view: self.view.lettered(), ..self.copy() }
    }

    /// A board of the same state and history, which moves may change.
    fn copy(&self) -> Board {
        Board { view: self.view.clone(), history: self.history.clone(), is_frozen: false }
    }

    /// A copy that stays as it is and has a hash: `push` and `pop` are a `TypeError`.
    fn frozen(&self) -> Board {
        Board { is_frozen: true, ..self.copy() }
    }

    /// One byte per cell, row by row: 0 is an empty cell, 1 a wall, 2 the primary, 3 and more the other pieces in the order of
    /// `pieces`.
    ///
    /// >>> list(Board("oBBoAAoCoooCoooo").cells())
    /// [0, 3, 3, 0, 2, 2, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let pieces: Vec<String> = self.view.symbols().into_iter().filter(|symbol| symbol != "x").collect();
        let cell = |symbol: &String| match symbol.as_str() {
            "o" => 0,
            "x" => 1,
            name => pieces.iter().position(|piece| piece == name).map_or(0, |number| number as u8 + 2),
        };
        let cells: Vec<u8> = self.view.cells("o").iter().map(cell).collect();
        PyBytes::new(py, &cells)
    }

    /// The board as a drawing of several lines.
    ///
    /// >>> print(Board("oBBoAAoCoooCoooo").picture())
    /// ┌─────────┐
    /// │ . B B . │
    /// │ A A . C →
    /// │ . . . C │
    /// │ . . . . │
    /// └─────────┘
    fn picture(&self) -> String {
        ViewPicture(&self.view).to_string()
    }

    /// The board as an SVG picture. `theme` is `light`, `dark`, `contrast`, or `auto`, like the reader's screen.
    ///
    /// >>> Board("oBBoAAoCoooCoooo").svg(labels=False).count("<text")
    /// 0
    #[pyo3(signature = (theme="light", labels=true))]
    fn svg(&self, theme: &str, labels: bool) -> PyResult<String> {
        let theme = match theme {
            "light" => SvgTheme::Light,
            "dark" => SvgTheme::Dark,
            "auto" => SvgTheme::Auto,
            "contrast" => SvgTheme::Contrast,
            _ => return Err(unknown("theme", theme, "light, dark, contrast or auto")),
        };
        Ok(theme.finish(draw::board(&self.view, Look { theme: theme.drawn(), labels })).to_string())
    }

    /// The board as notebooks show it.
    pub fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light", true)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let exit = if self.view.exit() == Exit::Right { String::new() } else { format!(", exit='{}'", self.view.exit()) };
        let shape = self.other_shape().map_or(String::new(), |shape| format!(", shape={shape:?}"));
        format!("Board('{}'{exit}{shape})", self.view)
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.view.is_same_board(&other.view)
    }

    fn __hash__(&self) -> PyResult<u64> {
        if !self.is_frozen {
            return Err(PyTypeError::new_err(
                "a Board has no hash, since moves change it: board.frozen() is a copy that has one",
            ));
        }
        let mut hasher = DefaultHasher::new();
        self.view.state().hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __copy__(&self) -> Board {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy()
    }

    /// Boards are pickled as the arguments of `_restore`.
    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> PyResult<(Bound<'py, PyAny>, Restored)> {
        let board = slf.try_borrow()?;
        let back = |view: View, step: &Move| view.after(Move { distance: -step.distance, ..*step });
        let first = board.history.iter().rev().fold(board.view.clone(), back);
        let moves = board.history.iter().map(|&step| board.view.describe(step)).collect();
        let restore = slf.py().get_type::<Board>().getattr("_restore")?;
        Ok((restore, (first.to_string(), moves, board.exit(), board.other_shape())))
    }

    /// The board that moves lead to: the way back from a pickle.
    #[staticmethod]
    #[pyo3(signature = (text, history, exit="right", shape=None))]
    fn _restore(
        text: &Bound<'_, PyAny>,
        history: Vec<Bound<'_, PyAny>>,
        exit: &str,
        shape: Option<ShapeArgument>,
    ) -> PyResult<Board> {
        let mut board = Board::new(text, Some(exit), shape)?;
        history.iter().try_for_each(|step| board.push(step))?;
        Ok(board)
    }
}

fn not_a_board() -> PyErr {
    PyTypeError::new_err("a board is a Board, its text, or a Row")
}

/// A board: a [`Board`], its text, or a row.
pub struct BoardArgument(pub View);

impl<'a, 'py> FromPyObject<'a, 'py> for BoardArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<BoardArgument> {
        if let Ok(board) = object.cast::<Board>() {
            return Ok(BoardArgument(board.try_borrow()?.view().clone()));
        }
        let text = board_text(&object)?.ok_or_else(not_a_board)?;
        read(&text, Exit::Right, None).map(BoardArgument)
    }
}
