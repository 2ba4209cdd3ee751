//! Which piece gets which colour: pieces that touch never have the same colour.
use super::theme::{CARS, Colours, TRUCKS, Theme, are_alike};
use crate::board::{CellSet, Item, Orientation, Piece, Size};
use crate::notation::View;

/// The colour of each item of a board: given by its author, or from the theme.
///
/// Cars, trucks and the primary have separate colours; longer pieces have those of trucks. Cars, and likewise trucks, take the colours in turn, in their order on the
/// given board: pieces in rows from top to bottom, then pieces in columns from left to right. A piece gets the first colour from
/// its turn on that no earlier piece of its kind has that could ever be next to it, or else one that no such piece next to it
/// has now. The latter always exists: a car touches at most 6 other pieces, a truck at most 8. So a piece keeps its colour during
/// a solution, and pieces that touch have different colours, in every state if there are no more cars and trucks than colours.
///
/// If possible, a piece without a given colour does not look like a neighbour that has one.
pub(crate) fn fills<'v>(view: &'v View, colours: &Colours) -> Vec<&'v str> {
    let numbers = numbers(view);
    let fill = |(index, item): (usize, &Item)| match (item, numbers[index]) {
        (Item::Wall(_), _) => colours.wall,
        (_, None) => view.colour(index).unwrap_or(colours.primary),
        (Item::Piece(Piece { length: 2, .. }), Some(number)) => colours.cars[number],
        (Item::Piece(_), Some(number)) => colours.trucks[number],
    };
    view.state().items().iter().enumerate().map(fill).collect()
}

/// The number of each item's colour among the colours of its kind; `None` for walls, the primary, and pieces with a given colour.
pub(crate) fn numbers(view: &View) -> Vec<Option<usize>> {
    let (state, size) = (view.state(), view.state().size());
    let palettes = [Theme::Light.colours(), Theme::Dark.colours()];
    let piece_of = |(index, item): (usize, &Item)| if let Item::Piece(piece) = *item { Some((index, piece)) } else { None };
    let pieces: Vec<(usize, Piece)> = state.items().iter().enumerate().filter_map(piece_of).collect();
    let mut in_turn = pieces[1..].to_vec();
    in_turn.sort_unstable_by_key(|&(_, piece)| {
        let (stands, (row, column)) = (view.stands(piece), view.corner_of(piece));
        if stands { (stands, column, row) } else { (stands, row, column) }
    });
    let mut numbers: Vec<Option<usize>> = vec![None; state.items().len()];
    let mut turns = [0; 2];
    for (index, piece) in in_turn {
        let is_car = piece.length == 2;
        let (count, turn) = if is_car { (CARS, &mut turns[0]) } else { (TRUCKS, &mut turns[1]) };
        let first = *turn;
        *turn += 1;
        if view.colour(index).is_some() {
            continue;
        }
        // the pieces that could ever be next to it, and those that are now
        let beside = |is_near: &dyn Fn(Piece) -> bool| -> Vec<(usize, Piece)> {
            pieces.iter().copied().filter(|&(other, place)| other != index && is_near(place)).collect()
        };
        let ever = beside(&|other| could_touch(size, state.walls(), piece, other));
        let now = beside(&|other| size.beside(piece.cells(size)).intersects(other.cells(size)));
        // the first number from its turn on that no piece of `taken` has, and that looks like no given colour of a piece of
        // `given`
        let find = |taken: &[(usize, Piece)], given: &[(usize, Piece)]| {
            (0..count).map(|k| (first + k) % count).find(|&number| {
                let shade = |colours: &Colours| if is_car { colours.cars[number] } else { colours.trucks[number] };
                let looks_alike = |colour: &str| palettes.iter().any(|colours| are_alike(colour, shade(colours)));
                taken.iter().all(|&(other, place)| (place.length == 2) != is_car || numbers[other] != Some(number))
                    && given.iter().all(|&(other, _)| !view.colour(other).is_some_and(looks_alike))
            })
        };
        let found = find(&ever, &ever).or_else(|| find(&now, &ever)).or_else(|| find(&now, &now)).or_else(|| find(&now, &[]));
        numbers[index] = found.or(Some(first % count)); // longer pieces may touch more than there are colours
    }
    numbers
}

/// Whether two pieces could stand side by side if only walls stopped them.
fn could_touch(size: Size, walls: CellSet, one: Piece, other: Piece) -> bool {
    let places = |piece: Piece| -> Vec<CellSet> {
        let shifted = |at| match piece.orientation {
            Orientation::Horizontal => Piece { column: at, ..piece },
            Orientation::Vertical => Piece { row: at, ..piece },
        };
        let cells = (0..=piece.line_length(size) - piece.length).map(|at| shifted(at).cells(size));
        cells.filter(|cells| !cells.intersects(walls)).collect()
    };
    let others = places(other);
    places(one).into_iter().any(|cells| others.iter().any(|&rest| !cells.intersects(rest) && size.beside(cells).intersects(rest)))
}

#[cfg(test)]
mod tests {
    use super::super::theme::Theme;
    use super::*;
    use crate::board::State;
    use crate::notation::Exit;

    /// The pairs of pieces that touch and have the same colour.
    fn clashes(state: &State) -> usize {
        let view = View::of_state(state);
        let (size, fills) = (state.size(), fills(&view, &Theme::Light.colours()));
        let pieces: Vec<(usize, Piece)> = state.items().iter().enumerate().filter_map(|(k, i)| Some((k, piece_of(i)?))).collect();
        let clash = |&(a, one): &(usize, Piece), &(b, other): &(usize, Piece)| {
            a < b && fills[a] == fills[b] && size.beside(one.cells(size)).intersects(other.cells(size))
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
        let colours = |state: &State| numbers(&View::of_state(state));
        let before = colours(&state);
        for _ in 0..40 {
            let moves = state.legal_moves();
            state = state.play(moves[moves.len() / 2]);
            assert_eq!(colours(&state), before);
            assert_eq!(clashes(&state), 0);
        }
    }

    #[test]
    fn no_piece_looks_like_a_given_colour_beside_it() {
        let plain = View::from_text("oBBoAAoCoooCDDoo", Exit::Right).expect("a board");
        let theme = Theme::Light.colours();
        let automatic = fills(&plain, &theme);
        let index_of = |name: &str| (0..automatic.len()).find(|&index| plain.name(index) == name).expect("a piece");
        let (b, c, d) = (index_of("B"), index_of("C"), index_of("D"));
        for given in [automatic[c].to_owned(), Theme::Dark.colours().cars[1].to_owned()] {
            let view = plain.clone().with_colours(|name| (name == "B" || name == "D").then(|| given.clone()));
            let fills = fills(&view, &theme);
            assert_eq!((fills[b], fills[d], fills[0]), (&given[..], &given[..], theme.primary));
            assert!(!are_alike(fills[c], &given), "C looks like {given}");
        }
        let view = plain.clone().with_colours(|name| (name == "B").then(|| "#000001".to_owned()));
        assert_eq!(fills(&view, &theme)[c..], automatic[c..], "other colours stay as they are");
        let red = plain.clone().with_colours(|name| (name == "A").then(|| "#00ff00".to_owned()));
        assert_eq!(fills(&red, &theme)[0], "#00ff00");
    }
}
