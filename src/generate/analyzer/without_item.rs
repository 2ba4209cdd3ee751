//! A placement without one of its pieces or walls.
use crate::generate::minimality::RemovedItem;
use crate::lines::{LineItem, LineTables, Placement};

/// A state without one piece or wall of one of its lines. Lines are numbered: the rows first, then the columns.
pub(super) fn without_item<const N: usize>(
    lines: &LineTables<N>,
    state: &Placement<N>,
    line: usize,
    item: &LineItem,
) -> (Placement<N>, RemovedItem) {
    let mut rest = *state;
    let across = lines.transposed(item.cells, line % N);
    let along = (item.cells as u64) << (N * (line % N));
    let mut removed = RemovedItem { shift: 0, restored: [0xff; 16], rows: along, columns: across };
    let (rest_group, rest_config) = if line < N {
        (removed.shift, removed.rows, removed.columns) = (32 + 4 * line, across, along);
        (&mut rest.row_groups[line], &mut rest.row_configs[line])
    } else {
        removed.shift = 4 * (line - N);
        (&mut rest.column_groups[line - N], &mut rest.column_configs[line - N])
    };
    let group = *rest_group;
    (*rest_group, *rest_config) = lines.remove_item(group, *rest_config, item);
    for c in 0..lines.config_count(group) {
        let same_place = lines.items(group, c).any(|other| other == *item);
        if same_place {
            removed.restored[lines.remove_item(group, c, item).1 as usize] = c;
        }
    }
    (rest, removed)
}

/// The number of pieces and walls.
pub(super) fn count_items<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> usize {
    let of = |g: &u16| {
        let group = &lines.groups()[*g as usize];
        group.lengths.len() + group.walls.count_ones() as usize
    };
    state.row_groups.iter().chain(&state.column_groups).map(of).sum()
}
