//! The families of `gridlock_puzzle.bench`: what moves and mirror images never change.
use std::ops::Range;

use gridlock::internals::notation::{Exit, View};
use gridlock::internals::rows::{BoardLines, DuplicateGraph, text_hash};
use gridlock::{Bitboard, Orientation, Piece, Rules, Size, State};
use pyo3::prelude::*;

use crate::board::BoardArgument;
use crate::columns::array;
use crate::convert::value_error;

/// Refuses a board that is larger than those that have near-duplicates.
fn check(state: &State) -> PyResult<()> {
    let size = state.size();
    if size.longer_side() > Size::MAX_FAST {
        return Err(value_error(format!("families and near twins are of boards of up to 8×8, not of one of {size}")));
    }
    Ok(())
}

/// The name of the family of a board, in the notation of Python: what kind of board it is, then what stands in each row and each
/// column.
pub fn family_of(view: &View) -> String {
    let (width, height) = (view.size().width(), view.size().height());
    let is_usual = view.exit() == Exit::Right && view.size().is_square();
    if is_usual && Rules::of_state(view.state()).is_classic() && view.size().fits_bitboard() {
        return family_of_pieces(view.size(), view.state().pieces(), view.state().walls().bitboard());
    }
    let kind = if is_usual { width.to_string() } else { format!("(({width}, {height}), '{}')", view.exit()) };
    let on_board = |piece: Piece| {
        let (row, column) = view.corner_of(piece);
        let orientation = if view.stands(piece) { Orientation::Vertical } else { Orientation::Horizontal };
        Piece { orientation, row, column, ..piece }
    };
    name(&kind, view.size(), &BoardLines::of_pieces(view.size(), view.state().pieces().map(on_board), view.walls()))
}

/// The name of the family of a square board whose exit is at the right, by its pieces, in any order, and walls.
pub fn family_of_pieces(size: Size, pieces: impl IntoIterator<Item = Piece>, walls: Bitboard) -> String {
    let n = size.n();
    let kind = &"012345678"[n..=n];
    let lines = BoardLines::of_pieces(size, pieces, walls.into_iter().map(|cell| (cell / n, cell % n)));
    let name = |lines: &BoardLines| name(kind, size, lines);
    if size.has_mirror_images() { name(&lines).min(name(&lines.mirrored())) } else { name(&lines) }
}

/// The name of the lines of a board.
fn name(kind: &str, size: Size, lines: &BoardLines) -> String {
    let (rows, columns) = (0..size.height(), size.height()..size.height() + size.width());
    let mut text = String::with_capacity(300);
    text.extend(["(", kind, ", "]);
    push_lines(&mut text, lines, rows);
    text.push_str(", ");
    push_lines(&mut text, lines, columns);
    text.push(')');
    text
}

fn push_lines(text: &mut String, lines: &BoardLines, range: Range<usize>) {
    text.push('[');
    for line in range.clone() {
        text.push_str(if line == range.start { "(" } else { ", (" });
        let mut length = 0;
        for item in lines.line(line) {
            text.push_str(if length == 0 { "" } else { ", " });
            text.push_str(if item < 0 { "-" } else { "" });
            text.push(char::from(b'0' + item.unsigned_abs())); // at most 8
            length += 1;
        }
        text.push_str(if length == 1 { ",)" } else { ")" });
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
pub fn family(board: BoardArgument) -> PyResult<String> {
    check(board.0.state())?;
    Ok(family_of(&board.0))
}

/// What [`near_twins`] returns.
type Twins<'py> = (Bound<'py, PyAny>, Vec<String>, Vec<String>, Bound<'py, PyAny>);

/// The near twins among boards that are written as in a row, all of one size.
///
/// The number of each board's lines; by number the lines as text (see `_near_twins.NearTwins`) and the lines of the mirror image;
/// and pairs of numbers of near twins, as an array of shape (pairs, 2).
#[pyfunction]
pub fn near_twins<'py>(py: Python<'py>, boards: Vec<String>) -> PyResult<Twins<'py>> {
    let graph = py.detach(|| {
        let lines = boards.iter().map(|board| {
            let state: State = board.parse().map_err(value_error)?;
            check(&state)?;
            Ok(BoardLines::of(&state))
        });
        lines.collect::<PyResult<Vec<_>>>().map(DuplicateGraph::new)
    });
    let DuplicateGraph { numbers, lines, pairs } = graph?;
    let numbers = array(py, "uint32", numbers.iter().map(|number| number.to_ne_bytes()))?;
    let both = |&(one, other): &(u32, u32)| [one.to_ne_bytes(), other.to_ne_bytes()].concat().try_into().expect("8 bytes");
    let pairs = array::<8>(py, "uint32", pairs.iter().map(both))?;
    let own = lines.iter().map(BoardLines::to_string).collect();
    let mirrored = lines.iter().map(|lines| lines.mirrored().to_string()).collect();
    Ok((numbers, own, mirrored, pairs.call_method1("reshape", (-1, 2))?))
}
