//! The families of `gridlock_puzzle.bench`: what moves and mirror images never change.
use gridlock::internals::notation::{Exit, View};
use gridlock::internals::rows::{BoardLines, TwinGraph, text_hash};
use gridlock::{Item, State};
use pyo3::prelude::*;

use crate::board::BoardArgument;
use crate::columns::array;
use crate::convert::value_error;

/// What stands in a line, in order: the place of each piece and its length, or the place of a wall and `-1 - place`.
type Line = Vec<(usize, i8)>;

/// The name of the family of a board, in the notation of Python: what kind of board it is, then what stands in each row and each
/// column.
pub fn family_of(view: &View) -> String {
    let shape = view.shape();
    let is_usual = view.exit() == Exit::Right && shape.is_square();
    let kind = match is_usual {
        true => shape.width().to_string(),
        false => format!("(({}, {}), '{}')", shape.width(), shape.height(), view.exit()),
    };
    let own = name(&kind, view);
    let mirrored = view.state().mirrored().filter(|_| is_usual && !view.is_framed());
    mirrored.map_or(own.clone(), |state| own.min(name(&kind, &View::of_state(&state))))
}

fn name(kind: &str, view: &View) -> String {
    let (n, shape) = (view.state().size().n(), view.shape());
    let (mut rows, mut columns) = (vec![Line::new(); shape.height()], vec![Line::new(); shape.width()]);
    for (index, item) in view.state().items().iter().enumerate() {
        match *item {
            Item::Piece(piece) => {
                let (row, column) = view.corner_of(piece);
                match view.stands(piece) {
                    true => columns[column].push((row, piece.length as i8)),
                    false => rows[row].push((column, piece.length as i8)),
                }
            }
            Item::Wall(_) if view.is_frame(index) => {}
            Item::Wall(cell) => {
                let (row, column) = view.on_board(cell / n, cell % n);
                rows[row].push((column, -1 - column as i8));
                columns[column].push((row, -1 - row as i8));
            }
        }
    }
    let mut text = String::with_capacity(300);
    text.extend(["(", kind, ", "]);
    push_lines(&mut text, rows);
    text.push_str(", ");
    push_lines(&mut text, columns);
    text + ")"
}

fn push_lines(text: &mut String, lines: Vec<Line>) {
    for (index, mut line) in lines.into_iter().enumerate() {
        line.sort_unstable();
        text.push_str(if index == 0 { "[(" } else { ", (" });
        for (index, (_, item)) in line.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { ", " });
            text.push_str(if *item < 0 { "-" } else { "" });
            text.push(char::from(b'0' + item.unsigned_abs())); // at most 8
        }
        text.push_str(if line.len() == 1 { ",)" } else { ")" });
    }
    text.push(']');
}

/// A number below 2⁶⁴ that depends on a seed with a purpose and on the family.
pub fn family_hash(purpose: &str, family: &str) -> u64 {
    text_hash(&format!("{purpose} {family}"))
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

/// The near twins among boards that are written as in a row, all of one size.
///
/// The number of each board's lines; by number the lines as text (see `_near_twins.NearTwins`) and the lines of the mirror image; and pairs of
/// numbers of near twins, as an array of shape (pairs, 2).
#[pyfunction]
pub fn near_twins<'py>(
    py: Python<'py>,
    boards: Vec<String>,
) -> PyResult<(Bound<'py, PyAny>, Vec<String>, Vec<String>, Bound<'py, PyAny>)> {
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
