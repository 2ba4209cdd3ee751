//! Which pieces move in a shortest solution: they matter, so minimality need not remove them.
use super::super::box_graph::{BoxGraph, BoxState};
use super::super::retrograde::RetrogradeAnalysis;
use crate::board::{Bitboard, Metric};
use crate::lines::LineTables;

/// The pieces that move in one shortest solution, as bits: per inner line, and per outer line.
pub(in super::super) fn pieces_moved<const N: usize>(
    lines: &LineTables<N>,
    boxes: &BoxGraph<N>,
    retrograde: &RetrogradeAnalysis<N>,
    metric: Metric,
    mut state: BoxState,
    moves: u32,
) -> ([u8; N], [u8; N]) {
    let (mut inner, mut outer) = ([0; N], [0; N]);
    for depth in (0..moves).rev() {
        let (next, is_inner, line, piece) =
            towards_goal(lines, boxes, retrograde, metric, &state, depth).expect("a state of the level below is a move away");
        state = next;
        if is_inner { inner[line] |= 1 << piece } else { outer[line] |= 1 << piece }
    }
    (inner, outer)
}

/// A state of depth `depth` one move, or step, away; then whether an inner line moves, which line, and which piece of it.
fn towards_goal<const N: usize>(
    lines: &LineTables<N>,
    boxes: &BoxGraph<N>,
    retrograde: &RetrogradeAnalysis<N>,
    metric: Metric,
    state: &BoxState,
    depth: u32,
) -> Option<(BoxState, bool, usize, usize)> {
    let node = &boxes.nodes[state.node as usize];
    for p in 0..N {
        let (group, config) = (boxes.inner[p], state.inner[p]);
        let one_away = match metric {
            Metric::Moves => lines.moves(group, config as u32),
            Metric::Steps => lines.steps_to(group, config),
        };
        for to in Bitboard::from(one_away & node.components[p]) {
            let mut next = *state;
            next.inner[p] = to as u8;
            if retrograde.depth(boxes, &next) == depth {
                let starts = &lines.groups()[boxes.inner[p] as usize].starts;
                let (a, b) = (&starts[state.inner[p] as usize], &starts[next.inner[p] as usize]);
                let piece = a.iter().zip(b).position(|(a, b)| a != b).expect("one piece moved");
                return Some((next, true, p, piece));
            }
        }
    }
    for j in 0..N {
        for slot in 0..2 * lines.groups()[boxes.outer[j] as usize].lengths.len() {
            let mut at = *state;
            while let Some(next) = step(boxes, &at, j, slot) {
                if retrograde.depth(boxes, &next) == depth {
                    return Some((next, false, j, slot / 2));
                }
                if !metric.slides_far() {
                    break;
                }
                at = next;
            }
        }
    }
    None
}

/// The state after a step of an outer piece, if no piece blocks it.
fn step<const N: usize>(boxes: &BoxGraph<N>, state: &BoxState, j: usize, slot: usize) -> Option<BoxState> {
    let holds = |to: &u32| {
        let node = &boxes.nodes[*to as usize];
        (0..N).all(|p| node.components[p] >> state.inner[p] & 1 == 1)
    };
    let to = boxes.neighbours(state.node as usize, j, slot).find(holds)?;
    Some(BoxState { node: to, inner: state.inner })
}
