//! Random changes of a board: a piece or a wall is added, removed, moved, lengthened or shortened.
use super::changes::{Change, ChangeWeights};
use crate::board::{Bitboard, Orientation, Piece, Size, State, WallRange, check_placement};
use crate::random::Random;

/// How often a change is tried before the board is given up.
const TRIES: usize = 64;
/// The chance of another change is one in this number.
const ANOTHER: u64 = 4;

/// Makes random changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mutation {
    /// The number of walls that a changed board may have.
    pub walls: WallRange,
    /// How likely each kind of change is.
    pub weights: ChangeWeights,
}

impl Mutation {
    /// A board after one random change, sometimes several; `None` if no legal one was found. It has a number of walls in the
    /// range, and the database enumerates it.
    pub(super) fn mutated(&self, state: &State, random: &mut Random) -> Option<State> {
        for _ in 0..TRIES {
            let mut board = Draft { size: state.size(), pieces: state.pieces().collect(), walls: state.walls() };
            let mut is_changed = self.change(&mut board, random);
            while is_changed && random.below(ANOTHER) == 0 {
                is_changed = self.change(&mut board, random);
            }
            if is_changed && let Some(state) = board.state() {
                return Some(state);
            }
        }
        None
    }

    /// Makes a random change; returns whether one was possible.
    fn change(&self, board: &mut Draft, random: &mut Random) -> bool {
        let Some(change) = self.weights.draw(self.walls.max() > 0, random) else { return false };
        let count = board.walls.len();
        match change {
            Change::Add => board.add_piece(random),
            Change::Remove => board.take_piece(random).is_some(),
            Change::Move => board.take_piece(random).is_some_and(|piece| board.place(piece.length, random)),
            Change::Shift => board.take_piece(random).is_some_and(|piece| board.shift(piece, random)),
            Change::Lengthen => board.lengthen(random),
            Change::Shorten => board.shorten(random),
            Change::AddWall => count < self.walls.max() && board.add_wall(random),
            Change::RemoveWall => count > self.walls.min() && board.take_wall(random),
            Change::MoveWall => board.take_wall(random) && board.add_wall(random),
        }
    }
}

/// A random board with the given number of walls and at least six tenths of its cells taken, since emptier boards have huge
/// clusters; `None` if the walls drawn leave no legal board.
pub(super) fn random_board(size: Size, walls: WallRange, random: &mut Random) -> Option<State> {
    for _ in 0..TRIES {
        let column = random.below(size.n() as u64 - 1) as usize;
        let primary = Piece { orientation: Orientation::Horizontal, row: size.primary_row(), column, length: 2 };
        let mut board = Draft { size, pieces: vec![primary], walls: Bitboard::EMPTY };
        let count = walls.min() as u64 + random.below((walls.max() - walls.min()) as u64 + 1);
        let has_room = (0..count).all(|_| board.add_wall(random));
        let cells = size.cells() as u64;
        let wanted = cells * 6 / 10 + random.below(cells * 3 / 10);
        while (board.taken().len() as u64) < wanted && board.add_piece(random) {}
        if has_room && let Some(state) = board.state() {
            return Some(state);
        }
    }
    None
}

/// A board that is being changed.
struct Draft {
    size: Size,
    /// The primary first.
    pieces: Vec<Piece>,
    walls: Bitboard,
}

impl Draft {
    /// The board, if the database enumerates it.
    fn state(&self) -> Option<State> {
        State::new(self.size, &self.pieces, self.walls).ok().filter(|state| check_placement(state).is_ok())
    }

    fn taken(&self) -> Bitboard {
        self.pieces.iter().fold(self.walls, |taken, piece| taken | piece.cells(self.size))
    }

    /// The pieces that lie on the board, on free cells, and not in the primary's row if they are horizontal.
    fn fitting(&self, pieces: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
        let (size, taken) = (self.size, self.taken());
        let fits = |piece: &Piece| {
            let is_in_primary_row = piece.orientation == Orientation::Horizontal && piece.row == size.primary_row();
            !is_in_primary_row && piece.check(size).is_ok() && !piece.cells(size).intersects(taken)
        };
        pieces.into_iter().filter(fits).collect()
    }

    /// Takes any piece except the primary from the board.
    fn take_piece(&mut self, random: &mut Random) -> Option<Piece> {
        let others = self.pieces.len() as u64 - 1;
        (others > 0).then(|| self.pieces.swap_remove(1 + random.below(others) as usize))
    }

    /// Adds a car or, one time in three, a truck.
    fn add_piece(&mut self, random: &mut Random) -> bool {
        let length = if random.below(3) == 0 { 3 } else { 2 };
        self.place(length, random)
    }

    /// Adds a piece at a random place where it fits.
    fn place(&mut self, length: usize, random: &mut Random) -> bool {
        let n = self.size.n();
        let places = [Orientation::Horizontal, Orientation::Vertical]
            .into_iter()
            .flat_map(|orientation| (0..n * n).map(move |cell| Piece { orientation, row: cell / n, column: cell % n, length }));
        self.add_one_of(&self.fitting(places), random)
    }

    /// Adds one of these pieces; false if there are none.
    fn add_one_of(&mut self, pieces: &[Piece], random: &mut Random) -> bool {
        if pieces.is_empty() {
            return false;
        }
        self.pieces.push(pieces[random.below(pieces.len() as u64) as usize]);
        true
    }

    /// Puts a piece that was taken off the board into the line next to its old one, on either side.
    fn shift(&mut self, piece: Piece, random: &mut Random) -> bool {
        let moved = |by: isize| {
            let mut piece = piece;
            let line = if piece.orientation == Orientation::Horizontal { &mut piece.row } else { &mut piece.column };
            *line = line.checked_add_signed(by)?;
            Some(piece)
        };
        self.add_one_of(&self.fitting([-1, 1].into_iter().filter_map(moved)), random)
    }

    /// A car grows by the cell before or after it.
    fn lengthen(&mut self, random: &mut Random) -> bool {
        let Some(car) = self.take_of_length(2, random) else { return false };
        let before = backward(car).map(|piece| Piece { length: 3, ..piece });
        let after = Piece { length: 3, ..car };
        self.add_one_of(&self.fitting(before.into_iter().chain([after])), random)
    }

    /// A truck loses its first or its last cell.
    fn shorten(&mut self, random: &mut Random) -> bool {
        let Some(truck) = self.take_of_length(3, random) else { return false };
        let first = Piece { length: 2, ..truck };
        let last = match truck.orientation {
            Orientation::Horizontal => Piece { column: truck.column + 1, ..first },
            Orientation::Vertical => Piece { row: truck.row + 1, ..first },
        };
        self.add_one_of(&[first, last], random)
    }

    /// Takes a random piece of this length, except the primary, from the board.
    fn take_of_length(&mut self, length: usize, random: &mut Random) -> Option<Piece> {
        let found: Vec<usize> = (1..self.pieces.len()).filter(|&index| self.pieces[index].length == length).collect();
        (!found.is_empty()).then(|| self.pieces.swap_remove(found[random.below(found.len() as u64) as usize]))
    }

    fn add_wall(&mut self, random: &mut Random) -> bool {
        let free: Vec<usize> = (self.size.all_cells() - self.taken()).into_iter().collect();
        if free.is_empty() {
            return false;
        }
        self.walls |= Bitboard(1 << free[random.below(free.len() as u64) as usize]);
        true
    }

    fn take_wall(&mut self, random: &mut Random) -> bool {
        let cells: Vec<usize> = self.walls.into_iter().collect();
        if cells.is_empty() {
            return false;
        }
        self.walls -= Bitboard(1 << cells[random.below(cells.len() as u64) as usize]);
        true
    }
}

/// The piece one cell to the left or up, if its line goes on there.
pub(super) fn backward(piece: Piece) -> Option<Piece> {
    Some(match piece.orientation {
        Orientation::Horizontal => Piece { column: piece.column.checked_sub(1)?, ..piece },
        Orientation::Vertical => Piece { row: piece.row.checked_sub(1)?, ..piece },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_boards_are_legal_and_every_kind_of_change_occurs() {
        for (n, walls) in [(4, "0..3"), (5, "2"), (6, "0"), (7, "1..4")] {
            let (size, walls) = (Size::new(n).expect("a size"), walls.parse::<WallRange>().expect("a range"));
            let mut random = Random::new(n as u64);
            let mut state = random_board(size, walls, &mut random).expect("a board");
            let (mut more, mut fewer, mut trucks) = (0, 0, 0);
            for _ in 0..3000 {
                let mutation = Mutation { walls, weights: ChangeWeights([8, 4, 4, 2, 3, 1, 1, 1, 2]) };
                let next = mutation.mutated(&state, &mut random).expect("a change");
                assert_eq!(check_placement(&next), Ok(()));
                assert!((walls.min()..=walls.max()).contains(&next.walls().len()), "{next}");
                more += usize::from(next.items().len() > state.items().len());
                fewer += usize::from(next.items().len() < state.items().len());
                trucks += usize::from(next.pieces().any(|piece| piece.length == 3));
                state = next;
            }
            assert!(more > 100 && fewer > 100 && trucks > 100, "{n}: {more} {fewer} {trucks}");
        }
    }
}
