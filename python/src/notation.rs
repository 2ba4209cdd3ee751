//! Texts of boards and moves: the compiled part of `gridlock_puzzle.notation`.
use gridlock::Move;
use gridlock::internals::forms::{BoardReading, WrittenMove};
use gridlock::internals::notation::MoveNotation;
use pyo3::prelude::*;

use crate::board::{Board, BoardArgument};
use crate::convert::{Whole, piece_named, unknown, value_error, view_of_text};

/// Reads the board of a text: what `notation.read_board` does.
#[pyfunction]
#[pyo3(signature = (text, primary=None))]
pub fn read_board(text: &str, primary: Option<String>) -> PyResult<Board> {
    view_of_text(text, BoardReading { primary, ..BoardReading::default() }).map(Board::of)
}

/// The notations by their names.
const NOTATIONS: [(&str, MoveNotation); 6] = [
    ("distance", MoveNotation::Distance),
    ("words", MoveNotation::Words),
    ("colon", MoveNotation::Colon),
    ("pairs", MoveNotation::Pairs),
    ("signs", MoveNotation::Signs),
    ("arrows", MoveNotation::Arrows),
];

/// Writes moves: what `notation.write` does.
#[pyfunction]
pub fn write_moves(board: BoardArgument, moves: Vec<(String, Whole<i8>)>, notation: &str) -> PyResult<String> {
    let named = NOTATIONS.into_iter().find(|&(name, _)| name == notation);
    let names: Vec<&str> = NOTATIONS.into_iter().map(|(name, _)| name).collect();
    let (_, notation) = named.ok_or_else(|| unknown("notation", notation, &names.join(", ")))?;
    let view = &board.0;
    let step = |(name, Whole(distance)): &(String, Whole<i8>)| {
        let item = piece_named(view, name).ok_or_else(|| value_error(format!("the board has no piece {name}")))?;
        Ok(Move { item, distance: view.distance(Move { item, distance: *distance }) })
    };
    let moves = moves.iter().map(step).collect::<PyResult<Vec<Move>>>()?;
    Ok(view.written(&moves, notation).join(notation.separator()))
}

/// A move of a text: piece, distance, line of the side that it names, text, and whether it is a step of one cell.
type WrittenStep = (String, i8, Option<&'static str>, String, bool);

fn step_of(written: WrittenMove) -> WrittenStep {
    let line = written.side.map(|side| if side.is_vertical() { "V" } else { "H" });
    (written.name, written.distance, line, written.text, written.is_step)
}

/// Reads a text that has only moves: the grammar of `notation`.
#[pyfunction]
pub fn read_moves(board: BoardArgument, text: &str) -> PyResult<Vec<WrittenStep>> {
    Ok(board.0.read_moves(text).map_err(value_error)?.into_iter().map(step_of).collect())
}

/// Finds moves in a text, as lists of moves that stand together.
#[pyfunction]
pub fn find_moves(board: BoardArgument, text: &str) -> Vec<Vec<WrittenStep>> {
    board.0.find_moves(text).into_iter().map(|list| list.into_iter().map(step_of).collect()).collect()
}
