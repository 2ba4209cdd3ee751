//! Moves on one state, written plainly. The searches generate moves faster; the tests compare them with these.
use super::state::{Item, Piece, State};
use super::text::{item_name, item_of_name};
use std::fmt;
use std::str::FromStr;

/// One piece slides by one or more cells.
///
/// Its text is the letter of the piece in the text of a state, and the distance with its sign: `C-2`. Where letters end, from
/// item 50 on, pieces are named `AA`, `AB`, and so on.
///
/// ```
/// use gridlock::Move;
///
/// let down: Move = "C+1".parse()?;
/// assert_eq!((down, down.to_string()), (Move { item: 2, distance: 1 }, "C+1".to_owned()));
/// assert!("C1".parse::<Move>().is_err());
/// # Ok::<(), gridlock::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Index of the piece in [`State::items`]; the same in all states of a cluster.
    pub item: usize,
    /// Cells to the right or down; negative to the left or up; not 0.
    pub distance: i8,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", item_name(self.item), self.distance)
    }
}

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a move: write the letter of a piece, + or -, and a number of cells, like C-2")]
pub struct MoveTextError(
    /// The text.
    pub String,
);

impl FromStr for Move {
    type Err = MoveTextError;

    /// Reads what [`Display`](fmt::Display) writes. [`State::try_play`] says whether a state allows the move.
    ///
    /// # Errors
    /// [`MoveTextError`] for any other text.
    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let read = || {
            let (name, distance) = text.split_at(text.find(['+', '-'])?);
            Some(Move { item: item_of_name(name)?, distance: distance.parse().ok()? })
        };
        read().filter(|mv| mv.distance != 0 && mv.to_string() == text).ok_or_else(|| MoveTextError(text.to_owned()))
    }
}

/// Why a state does not allow a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The item is a wall, or there is no such item.
    #[error("item {0} is not a piece")]
    NotAPiece(usize),
    /// The distance is 0.
    #[error("a move goes at least one cell")]
    Zero,
    /// Another piece, a wall or the edge stops the piece.
    #[error("item {item} can move by {reach} cells in that direction, not by {distance}")]
    Blocked {
        /// Index of the piece in [`State::items`].
        item: usize,
        /// The distance asked for.
        distance: i8,
        /// The greatest distance possible in that direction, with the same sign.
        reach: i8,
    },
}

impl State {
    /// The state after a legal move. See [`State::try_play`] for a move that may be illegal, and [`State::play_unchecked`] for a
    /// move that is known to be legal and need not be checked again.
    ///
    /// # Panics
    /// If the state does not allow the move.
    pub fn play(&self, mv: Move) -> State {
        self.try_play(mv).unwrap_or_else(|error| panic!("{mv} can't be played on {self}: {error}"))
    }

    /// The state after a move, if that is legal. [`State::play`] panics where this fails, [`State::play_unchecked`] does not
    /// check.
    ///
    /// # Errors
    /// A [`MoveError`] if the item is not a piece, the distance is 0, or a swept cell is taken or off the board.
    pub fn try_play(&self, mv: Move) -> Result<State, MoveError> {
        let Move { item, distance } = mv;
        let Some(&Item::Piece(piece)) = self.items().get(item) else {
            return Err(MoveError::NotAPiece(item));
        };
        if distance == 0 {
            return Err(MoveError::Zero);
        }
        let reach = self.reach(piece, distance.signum());
        if distance.unsigned_abs() > reach.unsigned_abs() {
            return Err(MoveError::Blocked { item, distance, reach });
        }
        Ok(self.play_unchecked(mv))
    }

    /// Whether the state allows a move.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.try_play(mv).is_ok()
    }

    /// The state after a move that is known to be legal, for example one of [`State::legal_moves`]. [`State::play`] and
    /// [`State::try_play`] check the move first.
    ///
    /// An illegal move gives a wrong state, in which pieces may overlap, or a panic.
    pub fn play_unchecked(&self, mv: Move) -> State {
        self.with_piece_moved(mv.item, |piece| shifted(piece, mv.distance))
    }

    /// All legal moves, sorted by item, then left or up before right or down, then by distance.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (item, it) in self.items().iter().enumerate() {
            if let Item::Piece(piece) = *it {
                for direction in [-1, 1] {
                    let reach = self.reach(piece, direction).abs();
                    moves.extend((1..=reach).map(|k| Move { item, distance: k * direction }));
                }
            }
        }
        moves
    }

    /// How far a piece can slide in a direction (-1 or 1), with the sign of the direction.
    fn reach(&self, piece: Piece, direction: i8) -> i8 {
        let size = self.size();
        let others = (self.horizontal() | self.vertical()) - piece.cells(size);
        let (start, length) = (piece.position() as i8, piece.length as i8);
        let fits = |distance: i8| (0..=piece.line_length(size) as i8 - length).contains(&(start + distance));
        let mut reach = 0;
        while fits(reach + direction) && !shifted(piece, reach + direction).cells(size).intersects(others) {
            reach += direction;
        }
        reach
    }
}

/// The piece moved along its line; the new place must be on the board.
fn shifted(mut piece: Piece, distance: i8) -> Piece {
    piece.set_position(piece.position().checked_add_signed(distance.into()).expect("the new place is on the board"));
    piece
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_back_from_their_text() {
        for step in (0..200).flat_map(|item| [-128, -5, -1, 1, 3, 127].map(|distance| Move { item, distance })) {
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        for text in [
            "", "A", "A+", "A+0", "A-0", "A1", "A+01", "A++1", "o+1", "x+1", "é+1", "A+128", "A+1 ", " A+1", "A+1.0", "Ab+1",
            "ABC+1",
        ] {
            assert_eq!(text.parse::<Move>(), Err(MoveTextError(text.to_owned())), "{text:?}");
        }
    }

    #[test]
    fn moves_sweep_only_free_cells() {
        // . B B .      A is stopped by C, B goes both ways, C reaches the bottom
        // A A . C
        // . . . C
        // . . . .
        let state: State = "oBBoAAoCoooCoooo".parse().unwrap();
        let moves: Vec<(usize, i8)> = state.legal_moves().iter().map(|m| (m.item, m.distance)).collect();
        assert_eq!(moves, [(0, 1), (1, -1), (1, 1), (2, -1), (2, 1)]);
        let down = state.play(Move { item: 2, distance: 1 });
        assert_eq!(down.to_string(), "oBBoAAoooooCoooC");
        assert_eq!(down.play(Move { item: 0, distance: 2 }).to_string(), "oBBoooAAoooCoooC");
        assert_eq!(state.try_play(Move { item: 0, distance: 2 }), Err(MoveError::Blocked { item: 0, distance: 2, reach: 1 }));
        assert_eq!(state.try_play(Move { item: 3, distance: 1 }), Err(MoveError::NotAPiece(3)));
        assert_eq!(state.try_play(Move { item: 0, distance: 0 }), Err(MoveError::Zero));
        let tried = (0..4).flat_map(|item| (-4..=4).map(move |distance| Move { item, distance }));
        assert_eq!(tried.filter(|&mv| state.is_legal(mv)).collect::<Vec<_>>().len(), 5);
    }
}
