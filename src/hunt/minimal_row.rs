//! Turns any board into a row of the database by removing pieces that don't matter.
use super::HuntSettings;
use crate::board::{CellSet, Item, Puzzle, State};
use crate::generate::{Exploration, RowSearch};
use crate::pairs::SearchLimits;
use crate::verify::{ClusterFacts, Recheck};

/// The test of a parent gives up after this many states without one of its pieces. The rows of a hunt are tested without a limit.
const STATES_WITHOUT_A_PIECE: usize = 20_000;

/// The buffers of a thread that searches.
pub(super) struct Workshop {
    recheck: Recheck,
    pub(super) parent: RowSearch,
    pub(super) child: RowSearch,
}

impl Workshop {
    pub(super) fn new(row_search: &RowSearch) -> Workshop {
        let parent = row_search.clone().with_most_states_without_a_piece(STATES_WITHOUT_A_PIECE);
        Workshop { recheck: Recheck::default(), parent, child: row_search.clone() }
    }

    /// The row of a board's cluster, after pieces and walls that don't matter were removed from its unsolved state, one by one:
    /// each time the rest is analysed again, since fewer pieces have a larger cluster, which can be deeper. A wall that doesn't
    /// matter but that the hunt needs moves to where it makes the board deepest. `has_time` says whether to go on.
    ///
    /// `None` if the board is unsolvable, a cluster became too large, a wall that must be there fits nowhere, or time ran out.
    /// The row has at least as many moves as the board: removing a piece that doesn't matter leaves the unsolved state as deep.
    pub(super) fn minimal_row(&mut self, settings: &HuntSettings, board: &State, has_time: &dyn Fn() -> bool) -> Option<Puzzle> {
        let limits = SearchLimits::of_states(settings.most_states_to_explore());
        let mut board = board.clone();
        while has_time() {
            // the fast search says whether it is a row; if it is not one, the other search says what does not matter
            let Exploration::Solvable(_) = self.child.explore(&board, limits.states) else { return None };
            if let Some(row) = self.child.row().ok()? {
                return Some(row);
            }
            let hardest = self.recheck.facts(&board, settings.metric, &limits).ok()?.hardest?;
            let is_wall = |item: usize| matches!(hardest.state.items()[item], Item::Wall(_));
            let needs_walls = hardest.state.walls().len() <= settings.walls.min();
            let removed = hardest.superfluous.iter().copied().find(|&item| !(needs_walls && is_wall(item)));
            board = match removed {
                Some(item) => hardest.state.without_item(item),
                None => {
                    let rest = hardest.state.without_item(*hardest.superfluous.first()?);
                    self.deepest_with_a_wall(&rest, hardest.moves, settings, &limits, has_time)?
                }
            };
        }
        None
    }

    /// The board with another wall, where that makes its cluster deepest; `None` if no place makes it deeper than `moves`, or
    /// time has run out.
    fn deepest_with_a_wall(
        &mut self,
        board: &State,
        moves: u32,
        settings: &HuntSettings,
        limits: &SearchLimits,
        has_time: &dyn Fn() -> bool,
    ) -> Option<State> {
        let size = board.size();
        let pieces: Vec<_> = board.pieces().collect();
        let mut best: Option<((u32, u64), State)> = None;
        for cell in size.all_cells() - (board.horizontal() | board.vertical()) {
            if !has_time() {
                return None;
            }
            let Ok(state) = State::new(size, &pieces, board.walls() | CellSet::of(cell)) else { continue };
            if let Ok(ClusterFacts { states, hardest: Some(hardest), .. }) = self.recheck.facts(&state, settings.metric, limits)
                && hardest.moves > moves
                && best.as_ref().is_none_or(|(value, _)| (hardest.moves, states) > *value)
            {
                best = Some(((hardest.moves, states), hardest.state));
            }
        }
        best.map(|(_, state)| state)
    }
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
        let fastest = BitGathering::fastest();
        let mut workshop = Workshop::new(&RowSearch::new(settings.rules, settings.walls, settings.metric, fastest));
        let mut row_of = |board: &State, has_time: &dyn Fn() -> bool| workshop.minimal_row(&settings, board, has_time);
        // B doesn't matter
        let board: State = "BBoCAAoCooooooDD".parse().expect("a board");
        let asked = Cell::new(0);
        assert_eq!(row_of(&board, &|| asked.replace(asked.get() + 1) < 1), None);
        assert_eq!(asked.get(), 2);
        let row = row_of(&board, &|| true).expect("a row");
        let report = ClusterReport::of(&row.board, 10_000).expect("a small cluster");
        assert_eq!((report.puzzle(), row.moves >= 3), (Ok(row.clone()), true));
        assert!(row.board.items().len() < board.items().len());
        assert_eq!(row_of(&row.board, &|| true), Some(row));
        let unsolvable = "oooCAAoCoooCooox".parse().expect("a board");
        assert_eq!(row_of(&unsolvable, &|| true), None);
    }
}
