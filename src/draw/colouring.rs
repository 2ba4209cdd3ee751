//! Which piece gets which colour: pieces that touch never have the same one.
use super::theme::{CARS, Colours, TRUCKS};
use crate::board::{Item, Orientation, Piece, Size, State};

/// The colour of each item of a state.
///
/// Cars and trucks have colours of their own, and so has the primary. A piece gets the first colour from its turn on that no earlier
/// piece of its length has which could ever stand beside it, or else, one that no such piece beside it has now. The latter always exists:
/// a car touches at most 6 other pieces, a truck at most 8. So a piece keeps its colour during a solution, and pieces that touch have
/// different ones, in every state if there are no more cars and trucks than colours.
pub(crate) fn fills(state: &State, colours: &Colours) -> Vec<&'static str> {
    let numbers = numbers(state);
    let fill = |(item, number): (&Item, &Option<usize>)| match (item, *number) {
        (Item::Wall(_), _) => colours.wall,
        (_, None) => colours.primary,
        (Item::Piece(Piece { length: 2, .. }), Some(number)) => colours.cars[number],
        (Item::Piece(_), Some(number)) => colours.trucks[number],
    };
    state.items().iter().zip(&numbers).map(fill).collect()
}

/// The number of each item's colour among those of its kind; `None` for walls and the primary.
fn numbers(state: &State) -> Vec<Option<usize>> {
    let (size, items) = (state.size(), state.items());
    let mut numbers: Vec<Option<usize>> = vec![None; items.len()];
    let mut turns = [0; 2];
    for (index, item) in items.iter().enumerate().skip(1) {
        let Item::Piece(piece) = *item else { continue };
        let (count, turn) = if piece.length == 2 { (CARS, &mut turns[0]) } else { (TRUCKS, &mut turns[1]) };
        let taken_by = |is_near: &dyn Fn(Piece) -> bool| -> Vec<usize> {
            let earlier = items[..index].iter().zip(&numbers).skip(1);
            let near = earlier.filter(|(item, _)| matches!(item, Item::Piece(p) if p.length == piece.length && is_near(*p)));
            near.filter_map(|(_, number)| *number).collect()
        };
        let ever = taken_by(&|other| could_touch(size, state.walls(), piece, other));
        let now = taken_by(&|other| touch(size, piece.cells(size), other.cells(size)));
        let order = || (0..count).map(|k| (*turn + k) % count);
        numbers[index] = order().find(|colour| !ever.contains(colour)).or_else(|| order().find(|colour| !now.contains(colour)));
        *turn += 1;
    }
    numbers
}

/// Whether a cell of one bitboard lies beside a cell of the other.
fn touch(size: Size, one: u64, other: u64) -> bool {
    let first_column: u64 = (0..size.n()).map(|row| size.bit(row, 0)).sum();
    let last_column = first_column << (size.n() - 1);
    let beside = (one & !last_column) << 1 | (one & !first_column) >> 1 | one << size.n() | one >> size.n();
    beside & other != 0
}

/// Whether two pieces could stand side by side if nothing but walls stopped them.
fn could_touch(size: Size, walls: u64, one: Piece, other: Piece) -> bool {
    let places = |piece: Piece| -> Vec<u64> {
        let shifted = |at| match piece.orientation {
            Orientation::Horizontal => Piece { column: at, ..piece },
            Orientation::Vertical => Piece { row: at, ..piece },
        };
        let cells = (0..=size.n() - piece.length).map(|at| shifted(at).cells(size));
        cells.filter(|cells| cells & walls == 0).collect()
    };
    let others = places(other);
    places(one).into_iter().any(|cells| others.iter().any(|&rest| cells & rest == 0 && touch(size, cells, rest)))
}

#[cfg(test)]
mod tests {
    use super::super::theme::Theme;
    use super::*;

    /// The pairs of pieces that touch and have the same colour.
    fn clashes(state: &State) -> usize {
        let (size, fills) = (state.size(), fills(state, &Theme::Light.colours()));
        let pieces: Vec<(usize, Piece)> = state.items().iter().enumerate().filter_map(|(k, i)| Some((k, piece_of(i)?))).collect();
        let clash = |&(a, one): &(usize, Piece), &(b, other): &(usize, Piece)| {
            a < b && fills[a] == fills[b] && touch(size, one.cells(size), other.cells(size))
        };
        pieces.iter().map(|one| pieces.iter().filter(|other| clash(one, other)).count()).sum()
    }

    fn piece_of(item: &Item) -> Option<Piece> {
        if let Item::Piece(piece) = *item { Some(piece) } else { None }
    }

    #[test]
    fn pieces_that_touch_have_different_colours() {
        let rows = include_str!("../../data/top23.txt").lines().chain(include_str!("../../data/jams40.txt").lines());
        for row in rows {
            let state: State = row.split(' ').nth(1).expect("a board").parse().expect("a board");
            assert_eq!(clashes(&state), 0, "{row}");
        }
    }

    #[test]
    fn more_cars_than_colours_are_no_clash() {
        let state: State = "BBCCDDoEEFFGGoHHIIJJoAAoooooKKLLMMoNNPPQQoRRSSTTo".parse().expect("a board");
        assert!(state.items().len() > CARS + 4);
        assert_eq!(clashes(&state), 0);
    }

    #[test]
    fn a_piece_keeps_its_colour_while_it_moves() {
        let mut state: State = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM".parse().expect("a board");
        let before = fills(&state, &Theme::Light.colours());
        for _ in 0..40 {
            let moves = state.legal_moves();
            state = state.play(moves[moves.len() / 2]).expect("legal");
            assert_eq!(fills(&state, &Theme::Light.colours()), before);
            assert_eq!(clashes(&state), 0);
        }
    }
}
