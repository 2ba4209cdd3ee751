//! The unsolved state: the smallest by (H, V) among the deepest states of a cluster, or the one whose mirror image is smallest.
use crate::generate::box_graph::{BoxGraph, BoxNode, BoxState};
use crate::generate::retrograde::RetrogradeAnalysis;
use crate::lines::{LineTables, nibbles};

/// The unsolved state: the smallest of the deepest states.
pub fn find_hardest<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>, retrograde: &RetrogradeAnalysis<N>) -> BoxState {
    smallest_of_deepest(boxes, retrograde, |state| order(lines, boxes, state))
}

/// The state whose mirror image is the unsolved state of the mirrored cluster: the deepest state with the smallest mirror image.
/// The rules have mirror images.
pub fn find_hardest_of_mirror_image<const N: usize>(
    lines: &LineTables<N>,
    boxes: &BoxGraph<N>,
    retrograde: &RetrogradeAnalysis<N>,
) -> BoxState {
    smallest_of_deepest(boxes, retrograde, |state| mirrored_order(lines, boxes, state))
}

/// The state whose mirror image is the smallest goal state of the mirrored cluster; `None` if the cluster has no goal state.
/// The rules have mirror images.
///
/// The lines inside a box are independent. Mirrored, a row is smallest in its lowest configuration, as ever. A column is smallest
/// with every piece as far down as it can get: in the highest one.
pub fn find_smallest_goal_of_mirror_image<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>) -> Option<BoxState> {
    let smallest = |(number, node): (usize, &BoxNode)| {
        let mut inner = node.components.map(|configs| match boxes.rows_inside {
            true => configs.trailing_zeros() as u8,
            false => configs.checked_ilog2().unwrap_or(0) as u8,
        });
        if boxes.rows_inside {
            inner[boxes.primary] = boxes.goal;
        }
        BoxState { node: number as u32, inner }
    };
    let goals = boxes.nodes.iter().enumerate().filter(|(_, node)| boxes.contains_goal(node)).map(smallest);
    goals.min_by_key(|state| mirrored_order(lines, boxes, state))
}

/// The smallest deepest state by a given order.
#[inline(always)]
fn smallest_of_deepest<const N: usize>(
    boxes: &BoxGraph<N>,
    retrograde: &RetrogradeAnalysis<N>,
    order: impl Fn(&BoxState) -> (u64, u64),
) -> BoxState {
    let mut smallest: Option<((u64, u64), BoxState)> = None;
    retrograde.visit_deepest(boxes, |state| {
        let order = order(&state);
        if smallest.is_none_or(|(o, _)| order < o) {
            smallest = Some((order, state));
        }
    });
    smallest.expect("the last level is not empty").1
}

/// A pair that compares like (H, V): the row configurations instead of H, because masks rise with configurations. With rows
/// inside, V has 8 bits for each row.
fn order<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>, state: &BoxState) -> (u64, u64) {
    let node = &boxes.nodes[state.node as usize];
    if boxes.rows_inside {
        (nibbles(&state.inner[..N]), node.cells)
    } else {
        (node.key >> BoxGraph::<N>::ROWS, lines.transposed_cells(&boxes.inner, |x| state.inner[x]))
    }
}

/// As [`order`], for the mirror image of a state.
fn mirrored_order<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>, state: &BoxState) -> (u64, u64) {
    let (rows, vertical) = order(lines, boxes, state);
    let height = lines.rules().size().height();
    (turned(rows, 4, height), turned(vertical, if boxes.rows_inside { 8 } else { N }, height))
}

/// The lowest `count` groups of `width` bits each, in reverse order.
///
/// ```text
/// width 4, count 5:   0x12345 → 0x54321
/// ```
#[inline(always)]
fn turned(bits: u64, width: usize, count: usize) -> u64 {
    (0..count).fold(0, |turned, k| turned << width | bits >> (width * k) & ((1 << width) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, Size};

    #[test]
    fn groups_of_bits_are_turned() {
        assert_eq!(turned(0x12345, 4, 5), 0x54321);
        let size = Size::square(7).expect("a size");
        for bitboard in [1, 0x0123_4567_89ab, (1 << 49) - 1, 0x1_5555_0000_1111] {
            assert_eq!(turned(bitboard, 7, 7), size.mirrored(Bitboard(bitboard)).0);
        }
    }
}
