//! Whether a deepest state of a cluster is minimal: the unsolved state, or the mirror image's.
//!
//! An item is *doubtful* if no known shortest solution moves it. Each doubtful item is removed, and a search looks for a shorter
//! solution.
//!
//! # What the second deepest state takes over from the first
//! - An item that blocks no useful step of a rank below `D - 1` in any state of the cluster matters in no state of depth `D`: see
//!   [`IrrelevanceTest::first_rank_blocked`]. Where the first state has such an item, neither is minimal.
//! - An item that does not matter in the first state is tried first in the second. This proves nothing, but such an item usually
//!   does not matter there either.
//! - Each search takes over what the earlier search without the same item found: see `minimality/earlier.rs`.
use super::without_item::{count_items, without_item};
use super::{ClusterAnalyzer, Deepest};
use crate::board::LimitExceeded;
use crate::generate::irrelevance::IrrelevanceTest;
use crate::generate::minimality::{Probe, pieces_moved};
use crate::lines::{LineItem, LineTables, Placement};
use std::cmp::Reverse;

/// Whether a deepest state is minimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Yes,
    /// This item of this line does not matter.
    NoFor(usize, LineItem),
    /// No deepest state of the cluster is minimal.
    NoneIs,
}

/// Which deepest state of the cluster is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WhichDeepest {
    /// The only one.
    Only,
    /// The first of two: what its searches find is kept.
    First,
    /// The second of two, with the answer for the first.
    Second(Verdict),
}

impl<const N: usize, P: Probe> ClusterAnalyzer<N, P> {
    /// Whether every piece and wall except the primary matters in a deepest state, given in both forms.
    pub(super) fn is_minimal(
        &mut self,
        lines: &LineTables<N>,
        state: &Deepest,
        placement: &Placement<N>,
        turn: WhichDeepest,
    ) -> Result<Verdict, LimitExceeded> {
        match turn {
            WhichDeepest::Only | WhichDeepest::First => self.minimality.forget(),
            WhichDeepest::Second(Verdict::NoneIs) => return Ok(Verdict::NoneIs),
            WhichDeepest::Second(_) => {}
        }
        if state.moves == 0 {
            // all states are goal states, so no piece except the primary matters
            return Ok(if count_items(lines, placement) == 1 { Verdict::Yes } else { Verdict::NoneIs });
        }
        let Some(mut doubtful) = self.find_doubtful(lines, state, placement) else { return Ok(Verdict::NoneIs) };
        if let WhichDeepest::Second(Verdict::NoFor(line, item)) = turn
            && let Some(at) = doubtful.iter().position(|&doubt| doubt == (line, item))
        {
            doubtful[..=at].rotate_right(1);
        }
        for (line, item) in doubtful {
            if !self.matters(lines, placement, line, item, state.moves, turn)? {
                return Ok(Verdict::NoFor(line, item));
            }
        }
        Ok(Verdict::Yes)
    }

    /// Searches for a solution of fewer than `moves` moves without a piece or wall of a deepest state, whose depth with it is
    /// `moves`.
    pub(super) fn matters(
        &mut self,
        lines: &LineTables<N>,
        placement: &Placement<N>,
        line: usize,
        item: LineItem,
        moves: u32,
        turn: WhichDeepest,
    ) -> Result<bool, LimitExceeded> {
        let removed = &without_item(lines, placement, line, item);
        let ClusterAnalyzer { gathering, metric, ref limits, ref boxes, ref retrograde, ref mut minimality, .. } = *self;
        let depth = move |key: u64| boxes.find(lines, key).map(|state| retrograde.depth(boxes, &state));
        minimality.recall(removed);
        let is_solvable = gathering.call(
            #[inline(always)]
            || minimality.is_solvable_within(lines, removed, moves - 1, metric, depth, limits),
        )?;
        if turn == WhichDeepest::First {
            minimality.remember(lines, removed, metric, is_solvable);
        }
        Ok(is_solvable)
    }

    /// The pieces and walls of a deepest state that only a search can decide, with their lines; `None` if one of the others does
    /// not matter, and so matters in no deepest state. Pieces that move in a shortest solution matter.
    ///
    /// The sooner an item that does not matter is tried, the better. The higher the first rank of a useful step that an item
    /// blocks, the less likely it matters, so these are tried first.
    pub(super) fn find_doubtful(
        &self,
        lines: &LineTables<N>,
        state: &Deepest,
        placement: &Placement<N>,
    ) -> Option<Vec<(usize, LineItem)>> {
        let mut doubtful = vec![];
        let (inner, outer) = pieces_moved(lines, &self.boxes, &self.retrograde, self.metric, state.hardest, state.moves);
        let (rows, columns) = if self.boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        let test = IrrelevanceTest::<N>::new(lines, &self.boxes, placement);
        for line in 0..2 * N {
            let (group, moved) = if line < N {
                (placement.row_groups[line], rows[line])
            } else {
                (placement.column_groups[line - N], columns[line - N])
            };
            for item in lines.items(group) {
                if matches!(item, LineItem::Piece(piece) if moved >> piece & 1 == 1) || (line, item) == Self::PRIMARY_ITEM {
                    continue;
                }
                doubtful.push((test.first_rank_blocked(line, item, state.moves - 1)?, (line, item)));
            }
        }
        doubtful.sort_by_key(|&(rank, _)| Reverse(rank));
        Some(doubtful.into_iter().map(|(_, item)| item).collect())
    }
}

#[cfg(test)]
mod tests;
