//! From a hard board to a row of the database: pieces that don't matter are taken away.
use super::Workshop;
use super::settings::HuntSettings;
use crate::board::{Item, Puzzle, State, check_placement};

/// The row of the cluster of a board, after pieces and walls that don't matter were taken from its unsolved state, one by one: each time the
/// rest is analysed again, since a smaller set of pieces has a larger cluster, which can be deeper. If the hunt asks for a wall that doesn't
/// matter, the wall goes to where it makes the board deepest. `None` if the board is unsolvable, if a cluster becomes too large, or if there
/// is no such place.
///
/// The row has at least as many moves as the board: without a piece that doesn't matter the unsolved state needs as many moves as with it.
pub(super) fn minimal_row(workshop: &mut Workshop, board: &State, settings: &HuntSettings) -> Option<Puzzle> {
    let mut board = board.clone();
    loop {
        let facts = workshop.recheck.facts(&board, settings.metric, settings.most_states_of_row()).ok()?;
        let unsolved = facts.unsolved?;
        let Some(&first) = unsolved.superfluous.first() else {
            return Some(Puzzle { moves: unsolved.moves, unsolved: unsolved.state, cluster_size: facts.states });
        };
        let is_wall = |item: usize| matches!(unsolved.state.items()[item], Item::Wall(_));
        let needs_walls = unsolved.state.walls().count_ones() as usize <= settings.walls.min();
        let removed = unsolved.superfluous.iter().copied().find(|&item| !(needs_walls && is_wall(item)));
        let rest = unsolved.state.without_item(removed.unwrap_or(first));
        board = if removed.is_some() { rest } else { deepest_with_a_wall(workshop, &rest, unsolved.moves, settings)? };
    }
}

/// The board with another wall, where that makes its cluster deepest; `None` if no place makes it deeper than `moves`.
fn deepest_with_a_wall(workshop: &mut Workshop, board: &State, moves: u32, settings: &HuntSettings) -> Option<State> {
    let size = board.size();
    let free = size.all_cells() & !(board.horizontal() | board.vertical());
    let pieces: Vec<_> = board.pieces().collect();
    let mut best: Option<((u32, u64), State)> = None;
    for cell in (0..size.cells()).filter(|cell| free >> cell & 1 == 1) {
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
