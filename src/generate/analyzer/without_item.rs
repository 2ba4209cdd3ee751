//! A placement without one of its pieces or walls.
use crate::generate::minimality::RemovedItem;
use crate::lines::{LineItem, LineTables, Placement};

/// Removes a piece or wall of a line from a state. Lines are numbered: the rows first, then the columns.
pub(super) fn without_item<const N: usize>(
    lines: &LineTables<N>,
    state: &Placement<N>,
    line: usize,
    item: LineItem,
) -> RemovedItem<N> {
    let mut rest = *state;
    let at = line % N;
    let (shift, rest_group, rest_config) = if line < N {
        (32 + 4 * at, &mut rest.row_groups[at], &mut rest.row_configs[at])
    } else {
        (4 * at, &mut rest.column_groups[at], &mut rest.column_configs[at])
    };
    let (group, cells) = (*rest_group, lines.cells(*rest_group, *rest_config, item));
    let (across, along) = (lines.transposed(cells, at), (cells as u64) << (N * at));
    let (rows, columns) = if line < N { (across, along) } else { (along, across) };
    (*rest_group, *rest_config) = lines.remove_item(group, *rest_config, item);
    let mut removed = RemovedItem { rest, shift, restored: [0xff; 16], rows, columns };
    for c in 0..lines.config_count(group) {
        if lines.cells(group, c, item) == cells {
            removed.restored[lines.remove_item(group, c, item).1 as usize] = c;
        }
    }
    removed
}

/// The number of pieces and walls.
pub(super) fn count_items<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> usize {
    let of = |g: &u16| {
        let group = &lines.groups()[*g as usize];
        group.lengths.len() + group.walls.count_ones() as usize
    };
    state.row_groups.iter().chain(&state.column_groups).map(of).sum()
}
