//! From a hard board to a row of the database: pieces that don't matter are taken away.
use super::settings::HuntSettings;
use crate::board::{Item, Puzzle, State};
use crate::verify::Recheck;

/// The row of the cluster of a board, after pieces and walls that don't matter were taken from its unsolved state, one by one: each time the
/// rest is analysed again, since a smaller set of pieces has a larger cluster, which can be deeper. `None` if the board is unsolvable, if a
/// cluster becomes too large, or if only walls that the hunt asks for do not matter.
///
/// The row has at least as many moves as the board: without a piece that doesn't matter the unsolved state needs as many moves as with it.
pub(super) fn minimal_row(recheck: &mut Recheck, board: &State, settings: &HuntSettings) -> Option<Puzzle> {
    let mut board = board.clone();
    loop {
        let facts = recheck.facts(&board, settings.metric, settings.max_states).ok()?;
        let unsolved = facts.unsolved?;
        if unsolved.superfluous.is_empty() {
            return Some(Puzzle { moves: unsolved.moves, unsolved: unsolved.state, cluster_size: facts.states });
        }
        let is_wall = |item: usize| matches!(unsolved.state.items()[item], Item::Wall(_));
        let needs_walls = unsolved.state.walls().count_ones() as usize <= settings.walls.min();
        let removed = unsolved.superfluous.iter().copied().find(|&item| !(needs_walls && is_wall(item)))?;
        board = unsolved.state.without_item(removed);
    }
}
