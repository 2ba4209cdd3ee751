//! From a hard board to a row of the database: pieces that don't matter are taken away.
use std::collections::HashSet;

use super::Workshop;
use super::settings::HuntSettings;
use crate::board::{Item, Puzzle, State, check_placement};

/// What came of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RowResult {
    /// Its row.
    Row(Puzzle),
    /// It has no row of its own: it is unsolvable, a cluster became too large, a wall that must be there fits nowhere, or the row is that of
    /// a board before it.
    NoRow,
    /// The time was over before the row was made.
    OutOfTime,
}

/// Makes rows of boards.
pub(super) struct RowMaker<'c> {
    pub workshop: &'c mut Workshop,
    pub settings: &'c HuntSettings,
    /// The unsolved states that were analysed.
    seen: HashSet<State>,
}

impl<'c> RowMaker<'c> {
    pub(super) fn new(workshop: &'c mut Workshop, settings: &'c HuntSettings) -> RowMaker<'c> {
        RowMaker { workshop, settings, seen: HashSet::new() }
    }

    /// The row of the cluster of a board, after pieces and walls that don't matter were taken from its unsolved state, one by one: each
    /// time the rest is analysed again, since a smaller set of pieces has a larger cluster, which can be deeper. If the hunt asks for a wall
    /// that doesn't matter, the wall goes to where it makes the board deepest. `has_time` says whether to go on.
    ///
    /// The row has at least as many moves as the board: without a piece that doesn't matter the unsolved state needs as many moves as with it.
    pub(super) fn row(&mut self, board: &State, has_time: &dyn Fn() -> bool) -> RowResult {
        let RowMaker { workshop, settings, seen } = self;
        let most_states = settings.most_states_of_row();
        let mut board = board.clone();
        loop {
            if !has_time() {
                return RowResult::OutOfTime;
            }
            // the depth alone is found in a small part of the time that the whole analysis needs
            let Ok(Some(found)) = workshop.depths.search(&board, settings.metric, most_states) else { return RowResult::NoRow };
            if !seen.insert(found.unsolved) {
                return RowResult::NoRow;
            }
            let Ok(facts) = workshop.recheck.facts(&board, settings.metric, most_states) else { return RowResult::NoRow };
            let Some(unsolved) = facts.unsolved else { return RowResult::NoRow };
            let Some(&first) = unsolved.superfluous.first() else {
                return RowResult::Row(Puzzle { moves: unsolved.moves, unsolved: unsolved.state, cluster_size: facts.states });
            };
            let is_wall = |item: usize| matches!(unsolved.state.items()[item], Item::Wall(_));
            let needs_walls = unsolved.state.walls().count_ones() as usize <= settings.walls.min();
            let removed = unsolved.superfluous.iter().copied().find(|&item| !(needs_walls && is_wall(item)));
            let rest = unsolved.state.without_item(removed.unwrap_or(first));
            board = if removed.is_some() {
                rest
            } else {
                match deepest_with_a_wall(workshop, &rest, unsolved.moves, settings, has_time) {
                    Some(board) => board,
                    None if has_time() => return RowResult::NoRow,
                    None => return RowResult::OutOfTime,
                }
            };
        }
    }
}

/// The board with another wall, where that makes its cluster deepest; `None` if no place makes it deeper than `moves`, or the time is over.
fn deepest_with_a_wall(
    workshop: &mut Workshop,
    board: &State,
    moves: u32,
    settings: &HuntSettings,
    has_time: &dyn Fn() -> bool,
) -> Option<State> {
    let size = board.size();
    let free = size.all_cells() & !(board.horizontal() | board.vertical());
    let pieces: Vec<_> = board.pieces().collect();
    let mut best: Option<((u32, u64), State)> = None;
    for cell in (0..size.cells()).filter(|cell| free >> cell & 1 == 1) {
        if !has_time() {
            return None;
        }
        let Ok(state) = State::new(size, &pieces, board.walls() | 1 << cell) else { continue };
        if check_placement(&state).is_err() {
            continue;
        }
        let Ok(Some(found)) = workshop.depths.search(&state, settings.metric, settings.most_states_of_row()) else { continue };
        let value = (found.moves, found.states);
        if found.moves > moves && best.as_ref().is_none_or(|(best, _)| value > *best) {
            best = Some((value, found.unsolved));
        }
    }
    best.map(|(_, state)| state)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::num::NonZeroUsize;

    use super::super::settings::{HuntBudget, TieBreak};
    use super::*;
    use crate::board::{Metric, Size};
    use crate::reference::ClusterReport;

    #[test]
    fn a_row_is_made_once_and_only_while_there_is_time() {
        let settings = HuntSettings {
            size: Size::new(4).expect("a size"),
            walls: "0".parse().expect("a range"),
            metric: Metric::Moves,
            budget: HuntBudget::Evaluations(1),
            seed: 1,
            keep: 1,
            known: Vec::new(),
            max_states: 10_000,
            until: None,
            search_length: 1,
            temperature: 1.0,
            tie_break: TieBreak::FewerStates,
            threads: NonZeroUsize::MIN,
        };
        let mut workshop = Workshop::default();
        // B doesn't matter
        let board: State = "BBoCAAoCooooooDD".parse().expect("a board");
        let asked = Cell::new(0);
        let once = || asked.replace(asked.get() + 1) < 1;
        assert_eq!(RowMaker::new(&mut workshop, &settings).row(&board, &once), RowResult::OutOfTime);
        assert_eq!(asked.get(), 2);
        let mut maker = RowMaker::new(&mut workshop, &settings);
        let RowResult::Row(row) = maker.row(&board, &|| true) else { panic!("a row") };
        let report = ClusterReport::of(&row.unsolved, 10_000).expect("a small cluster");
        assert_eq!((report.puzzle(), row.moves >= 3), (Ok(row.clone()), true));
        assert!(row.unsolved.items().len() < board.items().len());
        assert_eq!(maker.row(&board, &|| true), RowResult::NoRow);
        assert_eq!(maker.row(&row.unsolved, &|| true), RowResult::NoRow);
    }
}
