//! Random changes of a board: a piece or a wall is added, removed, moved, lengthened or shortened.
use crate::board::{CellSet, Orientation, Piece, Rules, State, WallRange};
use crate::random::Random;

/// How often a change is tried before the board is given up.
const TRIES: usize = 64;
/// The chance of another change is one in this number.
const ANOTHER: u64 = 4;

/// Makes a change; returns whether it was possible.
type Change = fn(&mut Draft, &mut Random) -> bool;

/// Each kind of change, and how likely it is in proportion to the others. Mostly changes that make the cluster smaller: they lead
/// to harder boards most often, and at the least cost.
const CHANGES: [(Change, usize); 9] = [
    (Draft::add_piece, 8),
    (Draft::remove_piece, 1),
    (Draft::move_piece, 4),
    (Draft::shift_piece, 2),
    (Draft::lengthen, 3),
    (Draft::shorten, 1),
    (|draft, random| draft.walls.len() < draft.range.max() && draft.add_wall(random), 1),
    (|draft, random| draft.walls.len() > draft.range.min() && draft.take_wall(random), 1),
    // a wall moves to a free cell anywhere
    (|draft, random| draft.take_wall(random) && draft.add_wall(random), 2),
];
/// How many of them are changes of pieces. The others occur only if the hunt allows walls.
const OF_PIECES: usize = 6;

/// A board after one random change, sometimes several; `None` if no legal one was found. It has a number of walls in the range,
/// and the database of the rules enumerates it.
pub(super) fn mutated(state: &State, rules: Rules, walls: WallRange, random: &mut Random) -> Option<State> {
    let draft = Draft { rules, range: walls, pieces: state.pieces().collect(), walls: state.walls() };
    (0..TRIES).find_map(|_| {
        let mut draft = draft.clone();
        let mut is_changed = draft.change(random);
        while is_changed && random.below(ANOTHER) == 0 {
            is_changed = draft.change(random);
        }
        draft.state().filter(|_| is_changed)
    })
}

/// A random board with the given number of walls and at least six tenths of its cells taken, since emptier boards have huge
/// clusters; `None` if the walls drawn leave no legal board.
pub(super) fn random_board(rules: Rules, walls: WallRange, random: &mut Random) -> Option<State> {
    (0..TRIES).find_map(|_| {
        let (size, length) = (rules.size(), rules.primary_length());
        let column = random.below((size.width() - length) as u64 + 1) as usize;
        let primary = Piece { orientation: Orientation::Horizontal, row: rules.primary_row(), column, length };
        let mut draft = Draft { rules, range: walls, pieces: vec![primary], walls: CellSet::EMPTY };
        let count = walls.min() as u64 + random.below((walls.max() - walls.min()) as u64 + 1);
        let has_room = (0..count).all(|_| draft.add_wall(random));
        let cells = size.cells() as u64;
        let wanted = cells * 6 / 10 + random.below(cells * 3 / 10);
        while (draft.taken().len() as u64) < wanted && draft.add_piece(random) {}
        draft.state().filter(|_| has_room)
    })
}

/// A board that is being changed.
#[derive(Clone)]
struct Draft {
    rules: Rules,
    /// The number of walls that the changed board may have.
    range: WallRange,
    /// The primary first.
    pieces: Vec<Piece>,
    walls: CellSet,
}

impl Draft {
    /// Makes a random change; returns whether it was possible.
    fn change(&mut self, random: &mut Random) -> bool {
        let kinds = if self.range.max() > 0 { &CHANGES[..] } else { &CHANGES[..OF_PIECES] };
        let change = random.one_of(kinds.iter().flat_map(|&(change, weight)| std::iter::repeat_n(change, weight)));
        change.is_some_and(|change| change(self, random))
    }

    /// The board, if the database enumerates it.
    fn state(&self) -> Option<State> {
        State::new(self.rules.size(), &self.pieces, self.walls).ok().filter(|state| self.rules.check(state).is_ok())
    }

    fn taken(&self) -> CellSet {
        self.pieces.iter().fold(self.walls, |taken, piece| taken | piece.cells(self.rules.size()))
    }

    /// Takes a random piece that fits, except the primary, from the board.
    fn take(&mut self, fits: impl Fn(&Piece) -> bool, random: &mut Random) -> Option<Piece> {
        let index = random.one_of((1..self.pieces.len()).filter(|&index| fits(&self.pieces[index])))?;
        Some(self.pieces.swap_remove(index))
    }

    /// Adds one of the pieces that lie on the board, on free cells, and not in the primary's row if they are horizontal; false if
    /// there are none.
    fn add_one_of(&mut self, pieces: impl IntoIterator<Item = Piece>, random: &mut Random) -> bool {
        let (size, taken) = (self.rules.size(), self.taken());
        let fits = |piece: &Piece| {
            let is_in_primary_row = piece.orientation == Orientation::Horizontal && piece.row == self.rules.primary_row();
            !is_in_primary_row && piece.check(size).is_ok() && !piece.cells(size).intersects(taken)
        };
        let added = random.one_of(pieces.into_iter().filter(fits));
        self.pieces.extend(added);
        added.is_some()
    }

    /// Adds a piece. Its length begins with the shortest one and grows by a cell with a chance of one in three, again and again, up
    /// to the longest.
    fn add_piece(&mut self, random: &mut Random) -> bool {
        let (mut length, longest) = self.rules.lengths().into_inner();
        while length < longest && random.below(3) == 0 {
            length += 1;
        }
        self.place(length, random)
    }

    /// Adds a piece at a random place where it fits.
    fn place(&mut self, length: usize, random: &mut Random) -> bool {
        let (width, cells) = (self.rules.size().width(), self.rules.size().cells());
        let places = [Orientation::Horizontal, Orientation::Vertical].into_iter().flat_map(|orientation| {
            (0..cells).map(move |cell| Piece { orientation, row: cell / width, column: cell % width, length })
        });
        self.add_one_of(places, random)
    }

    fn remove_piece(&mut self, random: &mut Random) -> bool {
        self.take(|_| true, random).is_some()
    }

    /// A piece moves to free cells anywhere, and may turn.
    fn move_piece(&mut self, random: &mut Random) -> bool {
        self.take(|_| true, random).is_some_and(|piece| self.place(piece.length, random))
    }

    /// A piece moves to the next line on either side.
    fn shift_piece(&mut self, random: &mut Random) -> bool {
        let Some(piece) = self.take(|_| true, random) else { return false };
        self.add_one_of([-1, 1].into_iter().filter_map(|by| moved(piece, false, by)), random)
    }

    /// A piece grows by the cell before or after it.
    fn lengthen(&mut self, random: &mut Random) -> bool {
        let longest = *self.rules.lengths().end();
        let Some(piece) = self.take(|piece| piece.length < longest, random) else { return false };
        let longer = Piece { length: piece.length + 1, ..piece };
        self.add_one_of(moved(longer, true, -1).into_iter().chain([longer]), random)
    }

    /// A piece loses its last or its first cell.
    fn shorten(&mut self, random: &mut Random) -> bool {
        let shortest = *self.rules.lengths().start();
        let Some(piece) = self.take(|piece| piece.length > shortest, random) else { return false };
        let shorter = Piece { length: piece.length - 1, ..piece };
        self.add_one_of([shorter].into_iter().chain(moved(shorter, true, 1)), random)
    }

    fn add_wall(&mut self, random: &mut Random) -> bool {
        let cell = random.one_of(self.rules.size().all_cells() - self.taken());
        self.walls |= cell.map_or(CellSet::EMPTY, CellSet::of);
        cell.is_some()
    }

    fn take_wall(&mut self, random: &mut Random) -> bool {
        let cell = random.one_of(self.walls);
        self.walls -= cell.map_or(CellSet::EMPTY, CellSet::of);
        cell.is_some()
    }
}

/// The piece moved along its line or across it, by some cells to the right or down; `None` if that is off the board at its left
/// or upper edge.
pub(super) fn moved(mut piece: Piece, along: bool, by: isize) -> Option<Piece> {
    let is_horizontal = piece.orientation == Orientation::Horizontal;
    let place = if is_horizontal == along { &mut piece.column } else { &mut piece.row };
    *place = place.checked_add_signed(by)?;
    Some(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_boards_are_legal_and_every_kind_of_change_occurs() {
        for (rules, walls) in
            [("4", "0..3"), ("5", "2"), ("6", "0"), ("7", "1..4"), ("6x4r1", "0..1"), ("8x7r2p3l2..5", "0"), ("5l3..3", "0")]
        {
            let (rules, walls) = (rules.parse::<Rules>().expect("rules"), walls.parse::<WallRange>().expect("a range"));
            let mut random = Random::new(rules.size().width() as u64);
            let mut state = random_board(rules, walls, &mut random).expect("a board");
            let (mut more, mut fewer, mut longest) = (0, 0, 0);
            for _ in 0..3000 {
                let next = mutated(&state, rules, walls, &mut random).expect("a change");
                assert_eq!(rules.check(&next), Ok(()));
                assert!((walls.min()..=walls.max()).contains(&next.walls().len()), "{next}");
                more += usize::from(next.items().len() > state.items().len());
                fewer += usize::from(next.items().len() < state.items().len());
                longest += usize::from(next.pieces().skip(1).any(|piece| piece.length == *rules.lengths().end()));
                state = next;
            }
            assert!(more > 100 && fewer > 100 && longest > 30, "{rules}: {more} {fewer} {longest}");
        }
    }

    #[test]
    fn kinds_are_drawn_by_their_weights() {
        let rules = Rules::classic(6).expect("rules");
        let pieces = vec![Piece { orientation: Orientation::Horizontal, row: 2, column: 1, length: 2 }];
        // beside the primary alone, only a piece or a wall can be added
        for (walls, expected) in [("0", 8.0 / 19.0), ("0..3", 9.0 / 23.0)] {
            let range = walls.parse().expect("a range");
            let draft = Draft { rules, range, pieces: pieces.clone(), walls: CellSet::EMPTY };
            let mut random = Random::new(1);
            let changed = (0..4000).filter(|_| draft.clone().change(&mut random)).count() as f64 / 4000.0;
            assert!((changed - expected).abs() < 0.03, "{walls}: {changed}");
        }
    }
}
