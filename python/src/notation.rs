//! Texts of boards and moves: the compiled part of `gridlock_puzzle.notation`.
use gridlock::internals::notation::{BoardBlocks, BoardLine, Exit, MARKED_PRIMARY, MoveNotation, View};
use gridlock::{Move, Size};
use pyo3::prelude::*;
use std::convert::Infallible;

use crate::board::{Board, BoardArgument};
use crate::convert::{Whole, board_error, piece_named, unknown, value_error};

/// Reads a board that is typed over several lines: what `notation.read_board` does.
#[pyfunction]
pub fn read_board(text: &str) -> PyResult<Board> {
    view_of_lines(text, Exit::Right).map(Board::of)
}

/// The board that a text of several lines shows. Its exit is `exit` if the text marks none.
///
/// # Errors
/// `BoardError`.
pub fn view_of_lines(text: &str, exit: Exit) -> PyResult<View> {
    let lines = (1..).zip(text.lines()).filter_map(|(line, text)| BoardLine::read(line, text)).map(Ok::<_, Infallible>);
    let mut boards = BoardBlocks::new(lines, None).map(|Ok(board)| board);
    let board = boards.next().ok_or_else(|| board_error("there is no board in the text"))?.map_err(board_error)?;
    if boards.next().is_some() {
        return Err(board_error("there are several boards in the text"));
    }
    let cells = board.board.chars().count();
    let size = match board.rows {
        1 => Size::of_cells(cells)
            .ok_or_else(|| board_error("a board that is not square is typed over several lines"))?,
        rows => Size::new(cells / rows, rows).map_err(board_error)?,
    };
    let primary = if board.exit.is_some() { MARKED_PRIMARY } else { "A" };
    let view = View::of_size(&board.board, size, primary, board.exit.unwrap_or(exit)).map_err(board_error)?;
    Ok(if board.exit.is_some() { view.lettered() } else { view })
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
