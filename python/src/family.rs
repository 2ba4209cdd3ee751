//! The families of `gridlock_puzzle.bench`: what moves and mirror images never change.
use gridlock::internals::board::{Bitboard, Orientation, Piece, Size};
use gridlock::internals::notation::{Exit, View};
use gridlock::internals::rows::{BoardLines, TwinGraph, text_hash};
use gridlock::{Item, State};
use pyo3::prelude::*;

use crate::board::BoardArgument;
use crate::columns::array;
use crate::convert::value_error;

/// What stands in a line, in order: the place of each piece and its length, or the place of a wall and `-1 - place`.
#[derive(Clone, Copy, Default)]
struct Line {
    length: usize,
    items: [(u8, i8); Size::MAX],
}

impl Line {
    fn insert(&mut self, place: usize, item: i8) {
        let place = place as u8; // at most 7
        let mut at = self.length;
        while at > 0 && self.items[at - 1].0 > place {
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at] = (place, item);
        self.length += 1;
    }
}

/// The rows and the columns of a board.
#[derive(Default)]
struct Lines {
    rows: [Line; Size::MAX],
    columns: [Line; Size::MAX],
}

impl Lines {
    /// Those of a square board whose exit is at the right.
    fn new(n: usize, pieces: impl IntoIterator<Item = Piece>, walls: Bitboard) -> Lines {
        let mut lines = Lines::default();
        for piece in pieces {
            lines.insert_piece(piece, (piece.row, piece.column), piece.orientation == Orientation::Vertical);
        }
        for cell in walls {
            lines.insert_wall(cell / n, cell % n);
        }
        lines
    }

    /// Those of the board upside down.
    fn mirrored(&self, n: usize) -> Lines {
        let mut lines = Lines { rows: self.rows, columns: Default::default() };
        lines.rows[..n].reverse();
        for (own, mirrored) in self.columns.iter().zip(&mut lines.columns) {
            for &(place, item) in own.items[..own.length].iter() {
                match item {
                    ..0 => mirrored.insert(n - 1 - place as usize, -1 - (n as i8 - 1 - place as i8)),
                    length => mirrored.insert(n - place as usize - length as usize, length),
                }
            }
        }
        lines
    }

    fn of_view(view: &View) -> Lines {
        let n = view.state().size().n();
        let mut lines = Lines::default();
        for (index, item) in view.state().items().iter().enumerate() {
            match *item {
                Item::Piece(piece) => lines.insert_piece(piece, view.corner_of(piece), view.stands(piece)),
                Item::Wall(_) if view.is_frame(index) => {}
                Item::Wall(cell) => {
                    let (row, column) = view.on_board(cell / n, cell % n);
                    lines.insert_wall(row, column);
                }
            }
        }
        lines
    }

    fn insert_piece(&mut self, piece: Piece, (row, column): (usize, usize), stands: bool) {
        match stands {
            true => self.columns[column].insert(row, piece.length as i8),
            false => self.rows[row].insert(column, piece.length as i8),
        }
    }

    fn insert_wall(&mut self, row: usize, column: usize) {
        self.rows[row].insert(column, -1 - column as i8);
        self.columns[column].insert(row, -1 - row as i8);
    }

    /// The name of the lines of a board that is `width` wide and `height` high.
    fn name(&self, kind: &str, width: usize, height: usize) -> String {
        let mut text = String::with_capacity(300);
        text.extend(["(", kind, ", "]);
        push_lines(&mut text, &self.rows[..height]);
        text.push_str(", ");
        push_lines(&mut text, &self.columns[..width]);
        text.push(')');
        text
    }
}

/// The name of the family of a board, in the notation of Python: what kind of board it is, then what stands in each row and each
/// column.
pub fn family_of(view: &View) -> String {
    let (width, height) = (view.shape().width(), view.shape().height());
    let is_usual = view.exit() == Exit::Right && view.shape().is_square();
    if is_usual && !view.is_framed() {
        return family_of_pieces(view.state().size(), view.state().pieces(), view.state().walls());
    }
    let kind = if is_usual { width.to_string() } else { format!("(({width}, {height}), '{}')", view.exit()) };
    Lines::of_view(view).name(&kind, width, height)
}

/// The name of the family of a square board whose exit is at the right, by its pieces, in any order, and walls.
pub fn family_of_pieces(size: Size, pieces: impl IntoIterator<Item = Piece>, walls: Bitboard) -> String {
    let n = size.n();
    let kind = &"012345678"[n..=n];
    let lines = Lines::new(n, pieces, walls);
    let own = lines.name(kind, n, n);
    if n.is_multiple_of(2) { own } else { own.min(lines.mirrored(n).name(kind, n, n)) }
}

fn push_lines(text: &mut String, lines: &[Line]) {
    for (index, line) in lines.iter().enumerate() {
        text.push_str(if index == 0 { "[(" } else { ", (" });
        for (index, (_, item)) in line.items[..line.length].iter().enumerate() {
            text.push_str(if index == 0 { "" } else { ", " });
            text.push_str(if *item < 0 { "-" } else { "" });
            text.push(char::from(b'0' + item.unsigned_abs())); // at most 8
        }
        text.push_str(if line.length == 1 { ",)" } else { ")" });
    }
    text.push(']');
}

/// A number below 2⁶⁴ that depends on a seed with a purpose and on the family.
pub fn family_hash(purpose: &str, family: &str) -> u64 {
    text_hash(&[purpose, family].join(" "))
}

/// A name of the family of a board: the same for all states of its cluster, and for all states of the mirror image of the
/// cluster.
///
/// >>> from gridlock_puzzle import Board, bench, cluster
/// >>> board = Board("BBBooooooDAAooDoooooooCCo")
/// >>> bench.family(board) == bench.family(board.mirror())
/// True
/// >>> len({bench.family(state) for state in cluster(board)})
/// 1
#[pyfunction]
pub fn family(board: BoardArgument) -> String {
    family_of(&board.0)
}

/// What [`near_twins`] returns.
type Twins<'py> = (Bound<'py, PyAny>, Vec<String>, Vec<String>, Bound<'py, PyAny>);

/// The near twins among boards that are written as in a row, all of one size.
///
/// The number of each board's lines; by number the lines as text (see `_near_twins.NearTwins`) and the lines of the mirror image; and pairs of
/// numbers of near twins, as an array of shape (pairs, 2).
#[pyfunction]
pub fn near_twins<'py>(py: Python<'py>, boards: Vec<String>) -> PyResult<Twins<'py>> {
    let graph = py.detach(|| {
        let lines = boards.iter().map(|board| board.parse().map(|state: State| BoardLines::of(&state)));
        lines.collect::<Result<Vec<_>, _>>().map(TwinGraph::new)
    });
    let TwinGraph { numbers, lines, pairs } = graph.map_err(value_error)?;
    let numbers = array(py, "uint32", numbers.iter().map(|number| number.to_ne_bytes()))?;
    let both = |&(one, other): &(u32, u32)| [one.to_ne_bytes(), other.to_ne_bytes()].concat().try_into().expect("8 bytes");
    let pairs = array::<8>(py, "uint32", pairs.iter().map(both))?;
    let own = lines.iter().map(BoardLines::to_string).collect();
    let mirrored = lines.iter().map(|lines| lines.mirrored().to_string()).collect();
    Ok((numbers, own, mirrored, pairs.call_method1("reshape", (-1, 2))?))
}
