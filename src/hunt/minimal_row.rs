//! Turns any board into a row of the database by removing pieces that don't matter.
use super::settings::HuntSettings;
use crate::board::{Bitboard, Item, Puzzle, State, check_placement};
use crate::generate::{Exploration, RowSearch};
use crate::pairs::SearchLimits;
use crate::verify::Recheck;

/// The result for a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RowResult {
    /// Its row.
    Row(Puzzle),
    /// It has no row: it is unsolvable, a cluster became too large, or a wall that must be there fits nowhere.
    NoRow,
    /// Time ran out before the row was made.
    OutOfTime,
}

/// The row of a board's cluster, after pieces and walls that don't matter were removed from its unsolved state, one by one: each
/// time the rest is analysed again, since fewer pieces have a larger cluster, which can be deeper. A wall that doesn't matter but
/// that the hunt needs moves to where it makes the board deepest. `has_time` says whether to go on.
///
/// The row has at least as many moves as the board: removing a piece that doesn't matter leaves the unsolved state as deep.
pub(super) fn minimal_row(
    recheck: &mut Recheck,
    row_search: &mut RowSearch,
    settings: &HuntSettings,
    board: &State,
    has_time: &dyn Fn() -> bool,
) -> RowResult {
    let most_states = settings.most_states_to_explore();
    let mut board = board.clone();
    loop {
        if !has_time() {
            return RowResult::OutOfTime;
        }
        // the fast search says whether it is a row; if it is not one, the other search says what does not matter
        match row_search.explore(&board, most_states) {
            Exploration::Solvable(_) => {}
            Exploration::NotInTables | Exploration::TooLarge | Exploration::Unsolvable => return RowResult::NoRow,
        }
        match row_search.row() {
            Ok(None) => {}
            Ok(Some(row)) => return RowResult::Row(row),
            Err(_) => return RowResult::NoRow,
        }
        let Ok(facts) = recheck.facts(&board, settings.metric, &SearchLimits::of_states(most_states)) else {
            return RowResult::NoRow;
        };
        let Some(hardest) = facts.hardest else { return RowResult::NoRow };
        let Some(&first) = hardest.superfluous.first() else {
            return RowResult::Row(Puzzle { moves: hardest.moves, board: hardest.state, cluster_size: facts.states });
        };
        let is_wall = |item: usize| matches!(hardest.state.items()[item], Item::Wall(_));
        let needs_walls = hardest.state.walls().len() <= settings.walls.min();
        let removed = hardest.superfluous.iter().copied().find(|&item| !(needs_walls && is_wall(item)));
        let rest = hardest.state.without_item(removed.unwrap_or(first));
        board = if removed.is_some() {
            rest
        } else {
            match deepest_with_a_wall(recheck, &rest, hardest.moves, settings, has_time) {
                Some(board) => board,
                None if has_time() => return RowResult::NoRow,
                None => return RowResult::OutOfTime,
            }
        };
    }
}

/// The board with another wall, where that makes its cluster deepest; `None` if no place makes it deeper than `moves`, or time
/// has run out.
fn deepest_with_a_wall(
    recheck: &mut Recheck,
    board: &State,
    moves: u32,
    settings: &HuntSettings,
    has_time: &dyn Fn() -> bool,
) -> Option<State> {
    let size = board.size();
    let free = size.all_cells() - (board.horizontal() | board.vertical());
    let pieces: Vec<_> = board.pieces().collect();
    let limits = SearchLimits::of_states(settings.most_states_to_explore());
    let mut best: Option<((u32, u64), State)> = None;
    for cell in free {
        if !has_time() {
            return None;
        }
        let Ok(state) = State::new(size, &pieces, board.walls() | Bitboard(1 << cell)) else { continue };
        if check_placement(&state).is_err() {
            continue;
        }
        let Ok(facts) = recheck.facts(&state, settings.metric, &limits) else { continue };
        let Some(hardest) = facts.hardest else { continue };
        let value = (hardest.moves, facts.states);
        if hardest.moves > moves && best.as_ref().is_none_or(|(best, _)| value > *best) {
            best = Some((value, hardest.state));
        }
    }
    best.map(|(_, state)| state)
}

#[cfg(test)]
mod tests {
    use crate::generate::BitGathering;
    use std::cell::Cell;

    use super::super::tests::settings;
    use super::*;
    use crate::reference::ClusterReport;

    #[test]
    fn a_row_is_made_of_the_pieces_that_matter_and_only_while_there_is_time() {
        let settings = settings(4, "0", 1, 1);
        let mut recheck = Recheck::default();
        let mut row_search = RowSearch::new(settings.size, settings.walls, settings.metric, BitGathering::fastest());
        // B doesn't matter
        let board: State = "BBoCAAoCooooooDD".parse().expect("a board");
        let asked = Cell::new(0);
        let once = || asked.replace(asked.get() + 1) < 1;
        assert_eq!(minimal_row(&mut recheck, &mut row_search, &settings, &board, &once), RowResult::OutOfTime);
        assert_eq!(asked.get(), 2);
        let RowResult::Row(row) = minimal_row(&mut recheck, &mut row_search, &settings, &board, &|| true) else {
            panic!("a row")
        };
        let report = ClusterReport::of(&row.board, 10_000).expect("a small cluster");
        assert_eq!((report.puzzle(), row.moves >= 3), (Ok(row.clone()), true));
        assert!(row.board.items().len() < board.items().len());
        assert_eq!(minimal_row(&mut recheck, &mut row_search, &settings, &row.board, &|| true), RowResult::Row(row));
        let unsolvable = "oooCAAoCoooCooox".parse().expect("a board");
        assert_eq!(minimal_row(&mut recheck, &mut row_search, &settings, &unsolvable, &|| true), RowResult::NoRow);
    }
}
