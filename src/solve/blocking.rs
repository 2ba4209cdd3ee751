//! The blocking graph: which pieces stand in each other's way.
use crate::board::{Item, Orientation, State};

/// The pieces reached from the primary in the blocking graph of a board, as sorted indices in [`State::items`], without the
/// primary itself.
///
/// The graph has an edge from each piece to the pieces that stand in its way:
/// - Every piece between the primary and the exit, that is, on a cell to its right in its row, stands in its way.
/// - The piece that stops any other piece when it slides as far as it can stands in its way: at most one in each of its two
///   directions. If a wall or the edge stops it, no piece stands in its way in that direction.
///
/// ```text
/// . . . C C     B stands in the way of A. Upwards B slides by one cell, and then C stops it; downwards the edge stops it.
/// . . . . .     C is stopped by the edge on both sides. So two pieces are reached, B and C.
/// A A . . B     D is in no piece's way.
/// . . . . B
/// D D . . .
/// ```
pub fn blocking_pieces(state: &State) -> Vec<usize> {
    let mut reached = vec![false; state.items().len()];
    reached[0] = true;
    let mut open = vec![0];
    while let Some(item) = open.pop() {
        for other in in_the_way(state, item) {
            if !std::mem::replace(&mut reached[other], true) {
                open.push(other);
            }
        }
    }
    (1..reached.len()).filter(|&item| reached[item]).collect()
}

/// The pieces that stand in the way of a piece.
fn in_the_way(state: &State, item: usize) -> Vec<usize> {
    let (size, items) = (state.size(), state.items());
    let Item::Piece(piece) = items[item] else { return Vec::new() };
    let (start, end) = (piece.position(), piece.position() + piece.length);
    // the item on the cell at a position of the line of the piece
    let at = |position: usize| {
        let cell = match piece.orientation {
            Orientation::Horizontal => size.bit(piece.row, position),
            Orientation::Vertical => size.bit(position, piece.column),
        };
        items.iter().position(|item| item.cells(size).intersects(cell))
    };
    let (ahead, behind) = ((end..piece.line_length(size)).filter_map(at), (0..start).rev().filter_map(at));
    let mut found: Vec<usize> = if item == 0 { ahead.collect() } else { ahead.take(1).chain(behind.take(1)).collect() };
    found.retain(|&other| matches!(items[other], Item::Piece(_)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(board: &str) -> String {
        let state: State = board.parse().unwrap();
        blocking_pieces(&state).into_iter().map(crate::board::letter).collect()
    }

    #[test]
    fn small_graphs() {
        assert_eq!(letters("BBooAAooCCoooooo"), "", "nothing is between A and the exit");
        assert_eq!(letters("oooCAAoCooooooBB"), "BC", "B stops C after one cell");
        assert_eq!(letters("oooCAAoCooooooox"), "C", "a wall in place of B is not a piece");
        assert_eq!(letters("ooBoAABCoooCoooo"), "BC", "two pieces between A and the exit");
        // the board of the example, whose D is C here and whose B is D
        assert_eq!(letters("oooBBoooooAAooDooooDCCooo"), "BD");
    }
}
