//! Whether an item of the unsolved state matters: a best-first search on the board without it.
//!
//! The *shadow* of a state is what the same moves reach with the removed item still on the board, where moves that it blocks are
//! skipped. The shadow is always a state of the cluster, so its depth is known. Wherever the search reaches a state that is in
//! the cluster once the item is put back, that state of the cluster becomes the shadow, and counts as one that has skipped
//! nothing.
//!
//! ```text
//! D B . .    The wall x is removed, and B moves down by two cells. With x on the board x blocks this move: the shadow skips it.
//! D B . .    Then D moves down by one cell. The shadow makes the same move, although its B still stands above x.
//! . x . .
//! . . . .    (The primary is left out of the drawing.)
//! ```
//!
//! The cost of a state, by which the search is ordered, comes from its shadow. If the shadow made the last move, the cost is the
//! *detour*: the moves made so far, without the skipped ones, plus the depth of the shadow, minus the depth of the unsolved
//! state. If the shadow skipped the last move, only the removal makes that move possible, and such moves are what the search
//! looks for: the state costs less than its predecessor. Shadows and costs decide only the order of the search, never its answer.
//! If depths count steps, every move is by one cell.
use std::collections::VecDeque;

use crate::board::{Item, LimitExceeded, Metric, Orientation, Piece, State};
use crate::pairs::{HalfBoard, NOT_MET, Pair, PairDepths, SearchLimits, StatePairs, slides};

/// The search. Its buffers are reused for the next item.
#[derive(Default)]
pub(crate) struct ShadowSearch {
    /// The half of the item, without the item.
    half: HalfBoard,
    /// For each half state of [`Self::half`], the half state of the cluster with the item put back, or [`NOT_MET`] if there is
    /// none.
    put_back: Vec<u32>,
    /// The fewest moves in which each state has been reached so far.
    fewest_moves: PairDepths,
    /// The states to expand, by cost.
    queues: Vec<VecDeque<QueuedState>>,
    /// The states that one move reaches from the state under expansion.
    successors: Vec<Pair>,
}

/// How many states are expanded between two checks of the memory.
const ASK_EVERY: usize = 512;

/// A state to expand.
#[derive(Clone, Copy)]
struct QueuedState {
    state: Pair,
    /// The number of moves in which it was reached.
    moves: u32,
    shadow: Pair,
    /// How many of the moves the shadow skipped.
    skipped: u32,
}

/// The halves in which the search moves, and what it knows of the cluster.
struct SearchHalves<'c> {
    rows: &'c mut HalfBoard,
    columns: &'c mut HalfBoard,
    /// The half of the item, with the item, as in the cluster. The other half is the same for the cluster and the search.
    half_with_item: &'c HalfBoard,
    /// Whether the half of the item is the rows.
    item_in_rows: bool,
    /// The depths of the cluster.
    depths: &'c PairDepths,
    /// The depth of the unsolved state.
    deepest: u32,
    /// What depths count.
    metric: Metric,
}

impl ShadowSearch {
    /// Bytes of memory reserved.
    pub(crate) fn reserved_bytes(&self) -> usize {
        let queued: usize = self.queues.iter().map(VecDeque::capacity).sum();
        let lists = self.put_back.capacity() * size_of::<u32>() + queued * size_of::<QueuedState>();
        self.half.reserved_bytes() + self.fewest_moves.reserved_bytes() + lists
    }

    /// The difference in cost between a skipped move and a move without detour; 2 was the fastest of the values measured.
    const SKIP_BONUS: usize = 2;

    /// Whether the unsolved state of a cluster needs fewer moves, or steps, without one of its items.
    ///
    /// `hardest` is that state, and the depths of the cluster must be known in this metric.
    ///
    /// The answer is yes as soon as the search reaches, in `m` moves, a goal state with `m` less than the depth of the unsolved
    /// state, or a state that is in the cluster once the item is put back, with a depth `d` there such that `m + d` is less than
    /// the depth of the unsolved state: every move that is legal with the item is legal without it, so the state needs at most
    /// `d` more moves.
    ///
    /// The search fails once no state is left to expand. A state is dropped if the moves made and a lower bound of the moves
    /// needed, [`SearchHalves::lower_bound`], show that it cannot lead to a shorter solution; it is expanded again whenever it is
    /// reached in fewer moves than before. So along a shorter solution, if there is one, each state in turn is reached in at most
    /// as many moves as the solution makes up to it, is not dropped, and is expanded.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search expands more states than `limits` allow, or if it and the cluster need more memory.
    pub(crate) fn is_shorter_without(
        &mut self,
        cluster: &mut StatePairs,
        hardest: &State,
        item: usize,
        metric: Metric,
        limits: &SearchLimits,
    ) -> Result<bool, LimitExceeded> {
        let gap = ItemGap::of(hardest, item);
        let (deepest, hardest_pair) = (cluster.deepest(), cluster.hardest());
        let item_in_rows = gap.orientation == Orientation::Horizontal;
        let bytes_of_cluster = cluster.reserved_bytes();
        let ShadowSearch { half, put_back, fewest_moves, queues, successors } = self;
        half.reset(&hardest.without_item(item), gap.orientation);
        let (rows, columns, depths) = cluster.parts();
        let (rows, columns, half_with_item) = if item_in_rows { (half, columns, &*rows) } else { (rows, half, &*columns) };
        let halves = SearchHalves { rows, columns, half_with_item, item_in_rows, depths, deepest, metric };
        let start = if item_in_rows { (0, hardest_pair.1) } else { (hardest_pair.0, 0) };
        if halves.lower_bound(start) >= deepest {
            return Ok(false);
        }
        put_back.clear();
        fewest_moves.reset();
        *fewest_moves.slot(start) = 0;
        queues.iter_mut().for_each(VecDeque::clear);
        queues.resize_with(queues.len().max(Self::SKIP_BONUS + 2 * deepest as usize), VecDeque::new);
        let mut cost = Self::SKIP_BONUS;
        queues[cost].push_back(QueuedState { state: start, moves: 0, shadow: hardest_pair, skipped: 0 });
        let (mut expanded, mut queued) = (0, 1);
        while cost < queues.len() {
            let Some(from) = queues[cost].pop_front() else {
                cost += 1;
                continue;
            };
            queued -= 1;
            if u32::from(*fewest_moves.slot(from.state)) < from.moves {
                continue;
            }
            expanded += 1;
            limits.check_states(expanded)?;
            if expanded.is_multiple_of(ASK_EVERY) {
                let of_queues = 2 * queued * size_of::<QueuedState>();
                limits.check_bytes(
                    bytes_of_cluster + halves.item_half().reserved_bytes() + fewest_moves.reserved_bytes() + of_queues,
                )?;
            }
            successors.clear();
            slides(halves.rows, halves.columns, from.state, |to| {
                successors.push(to);
                metric.slides_far() // a step ends after one cell
            });
            halves.extend_put_back(&gap, put_back);
            let (moves, parent_cost) = (from.moves + 1, cost);
            for &to in successors.iter() {
                let fewest = fewest_moves.slot(to);
                if u32::from(*fewest) <= moves {
                    continue;
                }
                let bound = halves.lower_bound(to);
                if bound == 0 {
                    return Ok(true); // a goal state; `moves` is less than `deepest`, or `from` would have been dropped
                }
                if moves + bound >= deepest {
                    continue;
                }
                *fewest = moves as u16; // fits: it is less than the depth of the unsolved state
                let in_cluster = if item_in_rows { (put_back[to.0 as usize], to.1) } else { (to.0, put_back[to.1 as usize]) };
                if halves.depths.depth(in_cluster).is_some_and(|depth| moves + depth < deepest) {
                    return Ok(true);
                }
                let (detour, to_queue) = halves.evaluate(&from, to, in_cluster);
                let after_skip = parent_cost.saturating_sub(Self::SKIP_BONUS);
                let own_cost = detour.map_or(after_skip, |detour| detour as usize + Self::SKIP_BONUS);
                queues[own_cost].push_back(to_queue);
                queued += 1;
                cost = cost.min(own_cost);
            }
        }
        Ok(false)
    }
}

impl SearchHalves<'_> {
    /// The half of the item, without the item.
    fn item_half(&self) -> &HalfBoard {
        if self.item_in_rows { self.rows } else { self.columns }
    }

    /// A lower bound on the moves, or steps, that a state needs: one for each vertical between the primary and the exit, and for
    /// the primary one move, or its steps to the exit. It is 0 for goal states only.
    fn lower_bound(&self, (row, column): Pair) -> u32 {
        match self.rows.cells_to_exit(row) {
            0 => 0,
            cells => {
                let of_primary = self.metric.units(cells.count_ones());
                of_primary + (self.columns.bitboard(column) & cells).count_ones()
            }
        }
    }

    /// Extends [`ShadowSearch::put_back`] to the half states that the search has met since the last call.
    fn extend_put_back(&self, gap: &ItemGap, put_back: &mut Vec<u32>) {
        let half = self.item_half();
        for number in put_back.len()..half.count() {
            let bitboard = gap.filled(half.bitboard(number as u32));
            put_back.push(bitboard.and_then(|bitboard| self.half_with_item.find(bitboard)).unwrap_or(NOT_MET));
        }
    }

    /// The detour of a state, or `None` if its shadow skipped the last move, and the state as it is queued. `to` is reached by
    /// one move from `from`; `in_cluster` is `to` with the item put back, which need not be a state of the cluster.
    fn evaluate(&self, from: &QueuedState, to: Pair, in_cluster: Pair) -> (Option<u32>, QueuedState) {
        let moves = from.moves + 1;
        let (depth, shadow, skipped) = match self.depths.depth(in_cluster) {
            Some(depth) => (Some(depth), in_cluster, 0),
            None => {
                let shadow = self.shadow_after(from.shadow, from.state, to);
                match self.depths.depth(shadow) {
                    Some(depth) => (Some(depth), shadow, from.skipped),
                    None => (None, from.shadow, from.skipped + 1),
                }
            }
        };
        let detour = depth.map(|depth| (moves - skipped + depth).saturating_sub(self.deepest));
        (detour, QueuedState { state: to, moves, shadow, skipped })
    }

    /// The shadow after the move from one state to another: the same cells change. If the shadow can make that move, the result
    /// is a state of the cluster; otherwise it usually is not, and the shadow skips the move.
    fn shadow_after(&self, shadow: Pair, from: Pair, to: Pair) -> Pair {
        let (rows, columns) =
            if self.item_in_rows { (self.half_with_item, &*self.columns) } else { (&*self.rows, self.half_with_item) };
        let row_cells = self.rows.bitboard(from.0) ^ self.rows.bitboard(to.0);
        let column_cells = self.columns.bitboard(from.1) ^ self.columns.bitboard(to.1);
        (rows.flipped(shadow.0, row_cells), columns.flipped(shadow.1, column_cells))
    }
}

/// The gap that the removed item leaves in its line.
struct ItemGap {
    /// The orientation of the pieces of the item's half; walls belong to the rows.
    orientation: Orientation,
    /// The cells of the item.
    cells: u64,
    /// The cells of its line before the item.
    before: u64,
    /// How many of the cells before it are covered whenever the item is in this position: pieces of a line keep their order.
    covered_before: u32,
}

impl ItemGap {
    fn of(state: &State, item: usize) -> ItemGap {
        let size = state.size();
        let cells = state.items()[item].cells(size).bitboard().0;
        let (orientation, row, column) = match state.items()[item] {
            Item::Piece(Piece { orientation, row, column, .. }) => (orientation, row, column),
            Item::Wall(cell) => (Orientation::Horizontal, cell / size.width(), cell % size.width()),
        };
        let (bitboard, line) = match orientation {
            Orientation::Horizontal => (state.horizontal(), size.row_mask(row)),
            Orientation::Vertical => (state.vertical(), size.column_mask(column)),
        };
        let before = line.bitboard().0 & ((cells & cells.wrapping_neg()) - 1);
        ItemGap { orientation, cells, before, covered_before: (bitboard.bitboard().0 & before).count_ones() }
    }

    /// A half state with the item put back; `None` if the gap is not free or is no longer between the same pieces of the line.
    fn filled(&self, bitboard: u64) -> Option<u64> {
        let fits = bitboard & self.cells == 0 && (bitboard & self.before).count_ones() == self.covered_before;
        fits.then_some(bitboard | self.cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::generate::Generator;
    use crate::reference::solvable_within;

    const LIMITS: SearchLimits = SearchLimits::of_states(100_000);

    /// Compares the answer for every item of the unsolved state, including those that move in a shortest solution, with a plain
    /// search.
    fn assert_agrees(cluster: &mut StatePairs, search: &mut ShadowSearch, start: &State, metric: Metric) -> [usize; 2] {
        let mut answers = [0; 2];
        cluster.explore(start, &LIMITS).expect("a small cluster");
        if cluster.find_depths(metric, &LIMITS).expect("a small cluster") {
            let hardest = cluster.state(start, cluster.hardest());
            for item in 1..hardest.items().len() {
                let shorter = search.is_shorter_without(cluster, &hardest, item, metric, &LIMITS).expect("a small search");
                let plain = cluster.deepest().checked_sub(1).is_some_and(|fewer| {
                    solvable_within(&hardest.without_item(item), fewer, metric, 1_000_000).expect("a small search")
                });
                assert_eq!(shorter, plain, "{hardest} without item {item}, {metric}");
                answers[usize::from(shorter)] += 1;
            }
        }
        answers
    }

    #[test]
    fn all_of_4x4_and_random_5x5_agree_with_the_plain_search() {
        let (mut cluster, mut search) = (StatePairs::default(), ShadowSearch::default());
        let mut answers = [0; 2];
        for (n, walls, sample) in [(4, "0..1", None), (5, "0..2", Some(1000))] {
            let generator =
                Generator::new(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("not too many");
            let mut worker = generator.worker();
            let mut random = fastrand::Rng::with_seed(5);
            for rank in 0..sample.unwrap_or(generator.candidates()) {
                let rank = if sample.is_none() { rank } else { random.u64(..generator.candidates()) };
                for metric in [Metric::Moves, Metric::Steps] {
                    let counts = assert_agrees(&mut cluster, &mut search, &worker.candidate(rank), metric);
                    answers = [answers[0] + counts[0], answers[1] + counts[1]];
                }
            }
        }
        assert!(answers.iter().all(|&count| count > 1000), "both answers occur: {answers:?}");
    }

    #[test]
    fn every_item_of_a_row_matters() {
        let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
        let counts = assert_agrees(&mut StatePairs::default(), &mut ShadowSearch::default(), &start, Metric::Moves);
        assert_eq!(counts, [0, start.items().len() - 1]);
    }
}
