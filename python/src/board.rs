//! `Board`: a state, and the moves that led to it.
use gridlock::board::View;
use gridlock::draw::{self, Look, Theme};
use gridlock::{Item, Move, State};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::convert::{move_from, play, to_move, to_moves, to_piece, value_error};

/// A board: the primary `A`, other cars and trucks, and walls.
///
/// The text has one character a cell, row by row from the top: `.` or `o` is an empty cell, `x` a wall, other letters are pieces.
/// 16, 25, 36, 49 or 64 cells make boards of 4×4 to 8×8; the exit is at the right end of the row of `A`.
///
/// Pieces may have any letters in the text that is read. `text` has the letters of the database, and so do moves.
///
/// >>> from gridlock_puzzle import Board
/// >>> board = Board(".QQ.AA.Z...Z....")
/// >>> board.text
/// 'oBBoAAoCoooCoooo'
/// >>> [str(move) for move in board.legal_moves()]
/// ['A+1', 'B-1', 'B+1', 'C-1', 'C+1']
/// >>> board.push("C+1")
/// >>> board.push("A+2")
/// >>> board.is_goal
/// True
/// >>> board.pop()
/// Move(piece='A', distance=2)
///
/// Boards are equal if their pieces and walls are, whatever moves led to them. The hash is that of the present state: a board that is in
/// a set or a dictionary must not be pushed.
///
/// >>> board == Board("oBBoAAoooooCoooC")
/// True
/// >>> Board("..BBAA.B........")
/// Traceback (most recent call last):
/// ...
/// ValueError: row 2, column 4: piece 'B' is not straight
#[pyclass(module = "gridlock_puzzle")]
pub struct Board {
    state: State,
    /// The moves that were pushed and not popped.
    history: Vec<Move>,
}

impl Board {
    pub fn of(state: State) -> Board {
        Board { state, history: Vec::new() }
    }

    pub fn state(&self) -> &State {
        &self.state
    }
}

/// The text of a board's first state and the moves since.
type Restored = (String, Vec<String>);

#[pymethods]
impl Board {
    #[new]
    fn new(text: &str) -> PyResult<Board> {
        Ok(Board::of(text.parse().map_err(value_error)?))
    }

    /// The board in the letters of the database, with `o` for empty cells.
    #[getter]
    fn text(&self) -> String {
        self.state.to_string()
    }

    /// Cells along one side: 4 to 8.
    #[getter]
    fn size(&self) -> usize {
        self.state.size().n()
    }

    /// The pieces as a tuple of `Piece`, the primary first.
    ///
    /// >>> [piece.letter for piece in Board("ooxxAAoCoooCoooo").pieces]
    /// ['A', 'D']
    ///
    /// Walls have letters too, as in the database, so those of the pieces may have gaps.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pieces = self.state.items().iter().enumerate().filter_map(|(item, it)| match *it {
            Item::Piece(piece) => Some(to_piece(py, item, piece)),
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
        let (n, walls) = (self.state.size().n(), self.state.walls());
        let cells: Vec<(usize, usize)> =
            (0..n * n).filter(|cell| walls >> cell & 1 != 0).map(|cell| (cell / n, cell % n)).collect();
        PyTuple::new(py, cells)
    }

    /// Whether the primary has reached the exit.
    #[getter]
    fn is_goal(&self) -> bool {
        self.state.is_goal()
    }

    /// The moves that were pushed, the first one first.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        to_moves(py, &self.history)
    }

    /// All legal moves: piece by piece, left or up before right or down, then by distance.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.state.legal_moves().into_iter().map(|step| to_move(py, step)).collect()
    }

    /// Makes a move: a `Move`, its text, or a tuple of letter and distance.
    ///
    /// >>> Board("oBBoAAoCoooCoooo").push("A+2")
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: A+2: A can move by 1 in that direction
    #[pyo3(signature = (r#move))]
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let step = move_from(r#move)?;
        self.state = play(&self.state, step)?;
        self.history.push(step);
        Ok(())
    }

    /// Takes the last move back, and returns it.
    fn pop<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let step = self.history.pop().ok_or_else(|| value_error("there is no move to take back"))?;
        self.state = play(&self.state, Move { distance: -step.distance, ..step })?;
        to_move(py, step)
    }

    /// The board after a move; this board stays as it is.
    ///
    /// >>> Board("oBBoAAoCoooCoooo").play("C+1").text
    /// 'oBBoAAoooooCoooC'
    #[pyo3(signature = (r#move))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Board> {
        play(&self.state, move_from(r#move)?).map(Board::of)
    }

    /// The board upside down: the same puzzle in a mirror. `None` on 4×4, 6×6 and 8×8, where the primary would leave its row.
    ///
    /// >>> Board("BBBooooooDAAooDoooooooCCo").mirror().text
    /// 'ooBBooooooAAooDooooDCCCoo'
    /// >>> Board("oBBoAAoCoooCoooo").mirror() is None
    /// True
    fn mirror(&self) -> Option<Board> {
        self.state.mirrored().map(Board::of)
    }

    /// A board of the same state and history.
    fn copy(&self) -> Board {
        Board { state: self.state.clone(), history: self.history.clone() }
    }

    /// One byte a cell, row by row: 0 is an empty cell, 1 a wall, 2 the primary, 3 and more the other pieces in the order of `pieces`.
    ///
    /// >>> list(Board("oBBoAAoCoooCoooo").cells())
    /// [0, 3, 3, 0, 2, 2, 0, 4, 0, 0, 0, 4, 0, 0, 0, 0]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (size, walls) = (self.state.size(), self.state.walls());
        let mut cells: Vec<u8> = (0..size.cells()).map(|cell| (walls >> cell & 1) as u8).collect();
        for (number, piece) in self.state.pieces().enumerate() {
            let mask = piece.cells(size);
            (0..size.cells()).filter(|cell| mask >> cell & 1 != 0).for_each(|cell| cells[cell] = number as u8 + 2);
        }
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
        self.state.picture().to_string()
    }

    /// The board as an SVG picture, which notebooks show.
    fn _repr_svg_(&self) -> String {
        draw::board(&View::of_state(&self.state), Look { theme: Theme::Light, labels: true }).to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.state)
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.state == other.state
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
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
        let mut first = board.state.clone();
        for step in board.history.iter().rev() {
            first = play(&first, Move { distance: -step.distance, ..*step })?;
        }
        let restore = slf.py().get_type::<Board>().getattr("_restore")?;
        Ok((restore, (first.to_string(), board.history.iter().map(Move::to_string).collect())))
    }

    /// The board that moves lead to: the way back from a pickle.
    #[staticmethod]
    fn _restore(text: &str, history: Vec<Bound<'_, PyAny>>) -> PyResult<Board> {
        let mut board = Board::new(text)?;
        history.iter().try_for_each(|step| board.push(step))?;
        Ok(board)
    }
}

/// A board: a [`Board`], or its text.
pub struct BoardArgument(pub State);

impl<'a, 'py> FromPyObject<'a, 'py> for BoardArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<BoardArgument> {
        if let Ok(board) = object.cast::<Board>() {
            return Ok(BoardArgument(board.try_borrow()?.state().clone()));
        }
        let Ok(text) = object.cast::<PyString>() else {
            return Err(PyTypeError::new_err("a board is a Board or its text"));
        };
        text.to_cow()?.parse().map(BoardArgument).map_err(value_error)
    }
}
