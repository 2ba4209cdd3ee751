//! One candidate, from its cluster to the rows: depths, unsolved state, minimality.
mod deepest;
mod hardest;
mod without_item;

use self::deepest::{Verdict, WhichDeepest};
use self::hardest::{find_hardest, find_hardest_of_mirror_image, find_smallest_goal_of_mirror_image};
use super::bits::BitGathering;
use super::box_graph::{BoxGraph, BoxState};
use super::depth_bound::{DepthBound, TreeBound};
use super::irrelevance::IrrelevanceTest;
use super::limits::ClusterLimits;
use super::minimality::{MinimalityTest, Probe};
use super::mirror::compare_with_mirror_image;
use super::retrograde::RetrogradeAnalysis;
use super::useful_steps::UsefulSteps;
use crate::board::{LimitExceeded, Metric, Puzzle};
use crate::lines::{LineItem, LineTables, Placement};
use std::cmp::Ordering;

/// What the boxes of a solvable cluster show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvableCluster<const N: usize> {
    /// The state from which it was explored.
    pub start: Placement<N>,
    /// The number of its states.
    pub states: u64,
    /// The number of its goal states.
    pub goal_states: u64,
    /// Whether it also stands for its mirror image. Never if N is even.
    pub stands_for_two: bool,
}

/// The greatest depth of a cluster, and the unsolved state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deepest {
    moves: u32,
    hardest: BoxState,
}

/// The rows of a cluster: its own, and its mirror image's if it also stands for it. The unsolved state of the mirror image is
/// given upside down, as a state of the analysed cluster.
pub type ClusterRows<const N: usize> = [Option<ClusterRow<N>>; 2];

/// A row: an unsolved state that is minimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterRow<const N: usize> {
    /// The depth, in moves or steps.
    pub moves: u32,
    /// The unsolved state.
    pub hardest: Placement<N>,
}

impl<const N: usize> ClusterRow<N> {
    /// The row of a cluster of this many states.
    pub fn to_puzzle(self, lines: &LineTables<N>, states: u64) -> Puzzle {
        Puzzle { moves: self.moves, board: self.hardest.to_state(lines), cluster_size: states }
    }
}

/// Analyses candidates one after the other and keeps its buffers; those of a huge cluster are freed some time later.
///
/// The analysis of a candidate has four stages. Each needs the result of the one before it, and its buffers unchanged:
/// 1. [`explore`](Self::explore) settles candidates that are not the smallest goal state of their cluster;
/// 2. [`useful_steps`](Self::useful_steps) settles most clusters that give no row;
/// 3. [`find_depths`](Self::find_depths) finds the unsolved state;
/// 4. [`find_rows`](Self::find_rows) removes each of its pieces in turn.
pub struct ClusterAnalyzer<const N: usize, P = ()> {
    gathering: BitGathering,
    /// What depths count.
    metric: Metric,
    /// Rows of less depth are left out.
    least_depth: u32,
    limits: ClusterLimits,
    boxes: BoxGraph<N>,
    /// Shows that a cluster is not as deep as the least depth, if there is one.
    tree_bound: TreeBound,
    depth_bound: DepthBound,
    retrograde: RetrogradeAnalysis<N>,
    minimality: MinimalityTest<N, P>,
    /// Reserved memory up to this many bytes is always kept.
    kept_bytes: usize,
    /// Candidates since the reserved memory was last checked, and whether a large cluster was among them.
    unchecked: u32,
    met_large: bool,
}

debug_as_name!([const N: usize, P] ClusterAnalyzer<N, P>);

/// Reserved memory that an analyzer always keeps. No cluster of 6×6 needs as much.
const KEPT_BYTES: usize = 64 << 20;
/// The reserved memory is checked once per this many candidates; memory above the bound is freed if none of them was large.
const CHECK_PERIOD: u32 = 1024;
/// A cluster is large if it has more boxes or states than this.
const LARGE_BOXES: usize = 1 << 17;
const LARGE_STATES: u64 = 1 << 21;

impl<const N: usize> ClusterAnalyzer<N> {
    /// An analyzer that gathers bits with `gathering`; the rows do not depend on it. Depths count moves.
    pub fn new(gathering: BitGathering) -> ClusterAnalyzer<N> {
        ClusterAnalyzer::with_probe(gathering)
    }
}

impl<const N: usize, P: Probe> ClusterAnalyzer<N, P> {
    /// The line of the primary piece, and the piece.
    const PRIMARY_ITEM: (usize, LineItem) = ((N - 1) / 2, LineItem::Piece(0));

    /// As [`ClusterAnalyzer::new`], with a probe in the minimality test.
    pub(super) fn with_probe(gathering: BitGathering) -> ClusterAnalyzer<N, P> {
        ClusterAnalyzer {
            gathering,
            metric: Metric::Moves,
            least_depth: 0,
            limits: ClusterLimits::default(),
            boxes: BoxGraph::default(),
            tree_bound: TreeBound::new(Metric::Moves),
            depth_bound: DepthBound::default(),
            retrograde: RetrogradeAnalysis::default(),
            minimality: MinimalityTest::default(),
            kept_bytes: KEPT_BYTES,
            unchecked: 0,
            met_large: false,
        }
    }

    /// The same analyzer with depths that count moves or steps.
    pub fn with_metric(self, metric: Metric) -> ClusterAnalyzer<N, P> {
        ClusterAnalyzer { metric, tree_bound: TreeBound::new(metric), ..self }
    }

    /// The same analyzer, leaving out rows of less than this depth. Most clusters that are not as deep are rejected before the
    /// depths of their states are known.
    pub fn with_least_depth(self, least_depth: u32) -> ClusterAnalyzer<N, P> {
        ClusterAnalyzer { least_depth, ..self }
    }

    /// The test of minimality gives up when it has met more states than this without one of the pieces.
    pub fn set_most_states_without_a_piece(&mut self, most_states: usize) {
        self.limits.states_without_a_piece = most_states;
    }

    /// The same analyzer with other limits, to test what happens beyond them.
    #[cfg(test)]
    pub(super) fn with_limits(self, limits: ClusterLimits) -> ClusterAnalyzer<N, P> {
        ClusterAnalyzer { limits, ..self }
    }

    /// Analyses the cluster of a candidate; `None` if it is analysed from another one: see [`ClusterAnalyzer::explore`].
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster is larger than the search can handle. The analyzer is ready for the next candidate.
    pub fn run(
        &mut self,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<(SolvableCluster<N>, ClusterRows<N>)>, LimitExceeded> {
        self.unchecked += 1;
        if self.unchecked > CHECK_PERIOD {
            self.give_back();
        }
        let explored = self.explore(lines, candidate);
        self.met_large |= self.boxes.nodes.len() > LARGE_BOXES;
        let Some(cluster) = explored? else { return Ok(None) };
        self.met_large |= cluster.states > LARGE_STATES;
        Ok(Some((cluster, self.rows(lines, &cluster)?)))
    }

    /// The rows of the cluster that was explored last: all stages except the first.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn rows(&mut self, lines: &LineTables<N>, cluster: &SolvableCluster<N>) -> Result<ClusterRows<N>, LimitExceeded> {
        if self.least_depth > 0 && self.is_below_least_depth(lines, cluster)? {
            return Ok([None; 2]);
        }
        let Some(useful) = self.useful_steps(lines, cluster) else { return Ok([None; 2]) };
        let deepest = self.find_depths(lines, useful)?;
        if deepest.moves < self.least_depth {
            return Ok([None; 2]);
        }
        self.find_rows(lines, cluster, &deepest)
    }

    /// Whether the boxes of the cluster explored last show that it is not as deep as the least depth. If not, they are linked
    /// now.
    fn is_below_least_depth(&mut self, lines: &LineTables<N>, cluster: &SolvableCluster<N>) -> Result<bool, LimitExceeded> {
        if self.tree_bound.greatest() < self.least_depth {
            return Ok(true);
        }
        // all steps are made now, which may bring better paths along the tree
        let (boxes, limits, tree) = (&mut self.boxes, &self.limits, &mut self.tree_bound);
        self.gathering.call(
            #[inline(always)]
            move || boxes.search::<true>(lines, &cluster.start, limits, tree),
        )?;
        Ok(self.tree_bound.greatest() < self.least_depth || self.is_below(lines, self.least_depth))
    }

    /// Whether the boxes of the cluster explored last, with their links, show that no state is as deep as this.
    fn is_below(&mut self, lines: &LineTables<N>, depth: u32) -> bool {
        let (boxes, bound, metric) = (&self.boxes, &mut self.depth_bound, self.metric);
        self.gathering.call(
            #[inline(always)]
            move || {
                let without_slides = bound.is_below(lines, boxes, metric, false, depth);
                without_slides || metric == Metric::Moves && bound.is_below(lines, boxes, metric, true, depth)
            },
        )
    }

    /// Explores the cluster of a candidate. `None` if the cluster has a smaller goal state, from which it is analysed, or if it
    /// is analysed together with its mirror image. With a least depth, [`rows`](Self::rows) is the only stage that may follow.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn explore(
        &mut self,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<SolvableCluster<N>>, LimitExceeded> {
        let order = compare_with_mirror_image(lines, candidate);
        if order == Ordering::Greater {
            return Ok(None);
        }
        let (boxes, limits, tree) = (&mut self.boxes, &self.limits, &mut self.tree_bound);
        let explored = if self.least_depth == 0 {
            self.gathering.call(
                #[inline(always)]
                move || boxes.search::<true>(lines, candidate, limits, &mut ()),
            )?
        } else {
            self.gathering.call(
                #[inline(always)]
                move || boxes.search::<false>(lines, candidate, limits, tree),
            )?
        };
        Ok(explored.then(|| self.cluster(candidate, order == Ordering::Less)))
    }

    /// As [`ClusterAnalyzer::explore`], but for this cluster alone, not for its mirror image.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn explore_candidate(
        &mut self,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<SolvableCluster<N>>, LimitExceeded> {
        if self.reserved_bytes() > self.kept_bytes {
            self.free_buffers(); // as in `explore_from`
        }
        let (boxes, limits) = (&mut self.boxes, &self.limits);
        let explored = self.gathering.call(
            #[inline(always)]
            move || boxes.search::<true>(lines, candidate, limits, &mut ()),
        )?;
        Ok(explored.then(|| self.cluster(candidate, false)))
    }

    /// Explores the whole cluster of any state, for itself alone and not for its mirror image; `None` if it is not solvable.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster has more than `max_states` states, or is larger than the search can handle.
    pub fn explore_from(
        &mut self,
        lines: &LineTables<N>,
        state: &Placement<N>,
        max_states: usize,
    ) -> Result<Option<SolvableCluster<N>>, LimitExceeded> {
        // Boards come in any order, so the next cluster may be small: free here what the last one needed, since its stages are
        // over.
        if self.reserved_bytes() > self.kept_bytes {
            self.free_buffers();
        }
        let (boxes, limits) = (&mut self.boxes, &self.limits);
        let is_solvable = self.gathering.call(
            #[inline(always)]
            move || boxes.search_from(lines, state, max_states, limits),
        )?;
        Ok(is_solvable.then(|| self.cluster(state, false)))
    }

    fn cluster(&self, start: &Placement<N>, stands_for_two: bool) -> SolvableCluster<N> {
        let (states, goal_states) = self.gathering.call(
            #[inline(always)]
            || self.boxes.states(),
        );
        SolvableCluster { start: *start, states, goal_states, stands_for_two }
    }

    /// The useful steps of rank 0; `None` if some piece or wall cannot matter.
    pub fn useful_steps(&self, lines: &LineTables<N>, cluster: &SolvableCluster<N>) -> Option<UsefulSteps> {
        self.gathering.call(
            #[inline(always)]
            || IrrelevanceTest::useful_steps(lines, &self.boxes, &cluster.start, self.metric),
        )
    }

    /// Finds all depths and the unsolved state.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn find_depths(&mut self, lines: &LineTables<N>, useful: UsefulSteps) -> Result<Deepest, LimitExceeded> {
        let moves = self.retrograde.search(self.gathering, lines, &self.boxes, useful, self.metric, &self.limits)?;
        Ok(Deepest { moves, hardest: find_hardest(lines, &self.boxes, &self.retrograde) })
    }

    /// Tests whether the unsolved state is minimal, and the mirror image's too if the cluster stands for it.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn find_rows(
        &mut self,
        lines: &LineTables<N>,
        cluster: &SolvableCluster<N>,
        deepest: &Deepest,
    ) -> Result<ClusterRows<N>, LimitExceeded> {
        let mut rows = [None; 2];
        let Deepest { moves, hardest: first } = *deepest;
        let hardest = self.placement(&cluster.start, &first);
        let turn = if cluster.stands_for_two { WhichDeepest::First } else { WhichDeepest::Only };
        let minimal = self.is_minimal(lines, deepest, &hardest, turn)?;
        rows[0] = (minimal == Verdict::Yes).then_some(ClusterRow { moves, hardest });
        if cluster.stands_for_two {
            let second = find_hardest_of_mirror_image(lines, &self.boxes, &self.retrograde);
            let hardest = self.placement(&cluster.start, &second);
            let deepest = Deepest { moves, hardest: second };
            let minimal = if second == first {
                minimal
            } else {
                self.is_minimal(lines, &deepest, &hardest, WhichDeepest::Second(minimal))?
            };
            rows[1] = (minimal == Verdict::Yes).then_some(ClusterRow { moves, hardest });
        }
        Ok(rows)
    }

    /// The boxes of the last cluster.
    pub(super) fn boxes(&self) -> &BoxGraph<N> {
        &self.boxes
    }

    /// The unsolved state of the cluster that was explored last, as a row; `None` if some piece or wall matters in none of its
    /// states, or if its boxes show that it is not as deep as `least_depth`. Does not test whether the others matter.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn hardest(
        &mut self,
        lines: &LineTables<N>,
        cluster: &SolvableCluster<N>,
        least_depth: u32,
    ) -> Result<Option<ClusterRow<N>>, LimitExceeded> {
        let Some(useful) = self.useful_steps(lines, cluster) else { return Ok(None) };
        if least_depth > 0 && self.is_below(lines, least_depth) {
            return Ok(None);
        }
        let Deepest { moves, hardest } = self.find_depths(lines, useful)?;
        Ok(Some(ClusterRow { moves, hardest: self.placement(&cluster.start, &hardest) }))
    }

    /// The smallest goal state of the cluster that was explored last.
    pub fn smallest_goal(&self, lines: &LineTables<N>, cluster: &SolvableCluster<N>) -> Option<Placement<N>> {
        self.boxes.smallest_goal(lines, &cluster.start)
    }

    /// The state of the cluster that was explored last whose mirror image is the smallest goal state of the mirrored cluster.
    pub fn smallest_goal_of_mirror_image(&self, lines: &LineTables<N>, cluster: &SolvableCluster<N>) -> Option<Placement<N>> {
        let state = find_smallest_goal_of_mirror_image(lines, &self.boxes)?;
        Some(self.placement(&cluster.start, &state))
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let bounds = self.tree_bound.reserved_bytes() + self.depth_bound.reserved_bytes();
        bounds + self.boxes.reserved_bytes() + self.retrograde.reserved_bytes() + self.minimality.reserved_bytes()
    }

    /// Frees all buffers if they are far larger than the last candidates needed.
    #[cold]
    fn give_back(&mut self) {
        if !self.met_large && self.reserved_bytes() > self.kept_bytes {
            self.free_buffers();
        }
        (self.unchecked, self.met_large) = (1, false);
    }

    fn free_buffers(&mut self) {
        self.boxes = BoxGraph::default();
        self.tree_bound = TreeBound::new(self.metric);
        self.depth_bound = DepthBound::default();
        self.retrograde = RetrogradeAnalysis::default();
        self.minimality = MinimalityTest::default();
    }

    /// A state of the cluster, line by line, with the groups of `start`, another of its states.
    pub(super) fn placement(&self, start: &Placement<N>, state: &BoxState) -> Placement<N> {
        let node = &self.boxes.nodes[state.node as usize];
        let inner = std::array::from_fn(|p| state.inner[p]);
        let outer = std::array::from_fn(|j| self.boxes.outer_config(node, j));
        let mut placement = *start;
        (placement.row_configs, placement.column_configs) = if self.boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        placement
    }
}

#[cfg(test)]
mod tests;
