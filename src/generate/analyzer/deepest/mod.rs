//! Whether a deepest state of a cluster is minimal: the unsolved state, or the mirror image's.
//!
//! An item is *doubtful* if no known shortest solution moves it. Each doubtful item is removed, and a search looks for a shorter
//! solution. An item that blocks no useful step of a rank below `D - 1` in any state of the cluster matters in no state of depth
//! `D`: see [`IrrelevanceTest::first_rank_blocked`].
use super::ClusterAnalyzer;
use super::stages::Solved;
use crate::board::LimitExceeded;
use crate::generate::box_graph::BoxState;
use crate::generate::irrelevance::IrrelevanceTest;
use crate::generate::minimality::{Probe, RemovedItem, pieces_moved};
use crate::lines::{LineItem, LineTables, Placement};
use std::cmp::Reverse;

/// Why a deepest state is not minimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// This item of this line does not matter in it.
    Item(usize, LineItem),
    /// Some item matters in no deepest state of the cluster.
    OfAll,
}

impl<const N: usize, P: Probe> Solved<'_, N, P> {
    /// Tests whether every piece and wall except the primary matters in a deepest state, given in both forms; `None` if so.
    ///
    /// `other` is the fault of another deepest state of the cluster. An item that does not matter there rarely matters here, so it
    /// is tried first.
    pub(super) fn fault(
        &mut self,
        state: &BoxState,
        placement: &Placement<N>,
        other: Option<Fault>,
    ) -> Result<Option<Fault>, LimitExceeded> {
        if other == Some(Fault::OfAll) {
            return Ok(other);
        }
        if self.moves == 0 {
            // all states are goal states, so no piece except the primary matters
            return Ok((count_items(self.lines, placement) > 1).then_some(Fault::OfAll));
        }
        let Some(mut doubtful) = self.find_doubtful(state, placement) else { return Ok(Some(Fault::OfAll)) };
        if let Some(Fault::Item(line, item)) = other {
            doubtful.sort_by_key(|&doubt| doubt != (line, item));
        }
        for (line, item) in doubtful {
            if !self.matters(placement, line, item)? {
                return Ok(Some(Fault::Item(line, item)));
            }
        }
        Ok(None)
    }

    /// Searches for a shorter solution without a piece or wall of a deepest state.
    pub(super) fn matters(&mut self, placement: &Placement<N>, line: usize, item: LineItem) -> Result<bool, LimitExceeded> {
        let (lines, moves) = (self.lines, self.moves);
        let removed = &RemovedItem::of(lines, placement, line, item);
        let ClusterAnalyzer { gathering, metric, ref limits, ref boxes, ref retrograde, ref mut minimality, .. } = *self.analyzer;
        let depth = move |key: u64| boxes.find(lines, key).map(|state| retrograde.depth(boxes, &state));
        gathering.call(
            #[inline(always)]
            || minimality.is_solvable_within(lines, removed, moves - 1, metric, depth, limits),
        )
    }

    /// The pieces and walls of a deepest state that only a search can decide, with their lines; `None` if one of the others does
    /// not matter, and so matters in no deepest state. Pieces that move in a shortest solution matter.
    ///
    /// The sooner an item that does not matter is tried, the better. The higher the first rank of a useful step that an item
    /// blocks, the less likely it matters, so these are tried first.
    pub(super) fn find_doubtful(&self, state: &BoxState, placement: &Placement<N>) -> Option<Vec<(usize, LineItem)>> {
        let (lines, mut doubtful) = (self.lines, vec![]);
        let ClusterAnalyzer { ref boxes, ref retrograde, metric, .. } = *self.analyzer;
        let (inner, outer) = pieces_moved(lines, boxes, retrograde, metric, *state, self.moves);
        let (rows, columns) = if boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        let test = IrrelevanceTest::<N>::new(lines, boxes, placement);
        for line in 0..2 * N {
            let (group, moved) = if line < N {
                (placement.row_groups[line], rows[line])
            } else {
                (placement.column_groups[line - N], columns[line - N])
            };
            for item in lines.items(group) {
                if matches!(item, LineItem::Piece(piece) if moved >> piece & 1 == 1)
                    || (line, item) == (lines.primary_row(), LineItem::Piece(0))
                {
                    continue;
                }
                doubtful.push((test.first_rank_blocked(line, item, self.moves - 1)?, (line, item)));
            }
        }
        doubtful.sort_by_key(|&(rank, _)| Reverse(rank));
        Some(doubtful.into_iter().map(|(_, item)| item).collect())
    }
}

/// The number of pieces and walls.
fn count_items<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> usize {
    let of = |g: &u16| {
        let group = &lines.groups()[*g as usize];
        group.lengths.len() + group.walls.count_ones() as usize
    };
    state.row_groups.iter().chain(&state.column_groups).map(of).sum()
}

#[cfg(test)]
mod tests;
