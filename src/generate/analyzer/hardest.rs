//! The unsolved state: the smallest by (H, V) among the deepest states of a cluster, or the one whose mirror image is smallest.
use crate::generate::box_graph::{BoxGraph, BoxState};
use crate::generate::retrograde::RetrogradeAnalysis;
use crate::lines::{LineTables, nibbles};

/// The unsolved state: the smallest of the deepest states.
pub fn find_hardest<const N: usize>(lines: &LineTables<N>, boxes: &BoxGraph<N>, retrograde: &RetrogradeAnalysis<N>) -> BoxState {
    smallest_of_deepest(boxes, retrograde, |state| order(lines, boxes, state))
}

/// The state whose mirror image is the unsolved state of the mirrored cluster: the deepest state with the smallest mirror image.
/// N is odd.
pub fn find_hardest_of_mirror_image<const N: usize>(
    lines: &LineTables<N>,
    boxes: &BoxGraph<N>,
    retrograde: &RetrogradeAnalysis<N>,
) -> BoxState {
    let stride = if boxes.rows_inside { 8 } else { N };
    smallest_of_deepest(boxes, retrograde, |state| {
        let (rows, vertical) = order(lines, boxes, state);
        (turned(rows, 4, N), turned(vertical, stride, N))
    })
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
