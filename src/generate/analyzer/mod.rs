//! One candidate, from its cluster to the rows: depths, unsolved state, minimality.
mod deepest;
mod stages;

pub use self::stages::Explored;
use self::stages::{Unlinked, find_smallest_goal_of_mirror_image};
use super::ClusterLimits;
use super::bits::BitGathering;
use super::box_graph::{BoxGraph, BoxState};
use super::depth_bound::{DepthBound, TreeBound};
use super::minimality::{MinimalityTest, Probe};
use super::mirror::compare_with_mirror_image;
use super::retrograde::RetrogradeAnalysis;
use crate::board::{LimitExceeded, Metric, Puzzle};
use crate::lines::{LineTables, Placement};
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
    /// Whether it also stands for its mirror image. Never if the rules have no mirror images.
    pub stands_for_two: bool,
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

/// Analyses one candidate after another and keeps its buffers; those of a huge cluster are freed some time later.
///
/// The analysis of a candidate has four stages. Each reads the buffers that the one before it filled, so each is a type that
/// borrows the analyzer and leads to the next one:
/// 1. [`explore`](Self::explore) drops candidates that are not the smallest goal state of their cluster: [`Explored`].
/// 2. [`Explored::relevant`] drops most clusters that give no row: [`stages::Relevant`].
/// 3. [`stages::Relevant::depths`] finds the depth of every state, and the unsolved state: [`stages::Solved`].
/// 4. [`stages::Solved::rows`] removes each piece and wall of the unsolved state in turn.
pub struct ClusterAnalyzer<const N: usize, P = ()> {
    gathering: BitGathering,
    /// What depths count.
    metric: Metric,
    /// Rows of less depth are left out.
    least_depth: u32,
    limits: ClusterLimits,
    boxes: BoxGraph<N>,
    /// The cluster explored last, if that was done by [`explore_alone`](Self::explore_alone).
    last: Option<SolvableCluster<N>>,
    /// Shows that a cluster is not as deep as the least depth, if there is one.
    tree_bound: TreeBound,
    depth_bound: DepthBound,
    retrograde: RetrogradeAnalysis<N>,
    minimality: MinimalityTest<N, P>,
    /// Buffers up to this total size are kept between candidates.
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
    /// As [`ClusterAnalyzer::new`], with a probe in the minimality test.
    pub(super) fn with_probe(gathering: BitGathering) -> ClusterAnalyzer<N, P> {
        ClusterAnalyzer {
            gathering,
            metric: Metric::Moves,
            least_depth: 0,
            limits: ClusterLimits::default(),
            boxes: BoxGraph::default(),
            last: None,
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
        let least_depth = self.least_depth;
        if least_depth == 0 {
            let Some(mut explored) = self.explore(lines, candidate)? else { return Ok(None) };
            return Ok(Some((explored.cluster, explored.rows(0)?)));
        }
        let Some(unlinked) = self.explore_unlinked(lines, candidate)? else { return Ok(None) };
        let cluster = unlinked.cluster;
        let rows = unlinked.linked(least_depth)?.map_or(Ok([None; 2]), |mut explored| explored.rows(least_depth));
        Ok(Some((cluster, rows?)))
    }

    /// Explores the cluster of a candidate. `None` if the cluster has a smaller goal state, from which it is analysed, or if it
    /// is analysed together with its mirror image.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    #[inline(always)]
    pub fn explore<'a>(
        &'a mut self,
        lines: &'a LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<Explored<'a, N, P>>, LimitExceeded> {
        let order = compare_with_mirror_image(lines, candidate);
        if order == Ordering::Greater {
            return Ok(None);
        }
        let (boxes, limits) = (&mut self.boxes, &self.limits);
        let explored = self.gathering.call(
            #[inline(always)]
            move || boxes.search::<true>(lines, candidate, limits, &mut ()),
        );
        let cluster = self.met(candidate, order, explored)?;
        Ok(cluster.map(|cluster| Explored { analyzer: self, lines, cluster }))
    }

    /// As [`ClusterAnalyzer::explore`], but keeps no links between the boxes, and finds a first bound on the depth on the way.
    #[inline(always)]
    fn explore_unlinked<'a>(
        &'a mut self,
        lines: &'a LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<Unlinked<'a, N, P>>, LimitExceeded> {
        let order = compare_with_mirror_image(lines, candidate);
        if order == Ordering::Greater {
            return Ok(None);
        }
        let (boxes, limits, tree_bound) = (&mut self.boxes, &self.limits, &mut self.tree_bound);
        let explored = self.gathering.call(
            #[inline(always)]
            move || boxes.search::<false>(lines, candidate, limits, tree_bound),
        );
        let cluster = self.met(candidate, order, explored)?;
        Ok(cluster.map(|cluster| Unlinked { analyzer: self, lines, cluster }))
    }

    /// The cluster explored from a state, if that exploration ended with a solvable cluster.
    #[inline(always)]
    fn met(
        &mut self,
        start: &Placement<N>,
        order: Ordering,
        explored: Result<bool, LimitExceeded>,
    ) -> Result<Option<SolvableCluster<N>>, LimitExceeded> {
        self.last = None;
        self.met_large |= self.boxes.nodes.len() > LARGE_BOXES;
        if !explored? {
            return Ok(None);
        }
        let (states, goal_states) = self.gathering.call(
            #[inline(always)]
            || self.boxes.states(),
        );
        self.met_large |= states > LARGE_STATES;
        Ok(Some(SolvableCluster { start: *start, states, goal_states, stands_for_two: order == Ordering::Less }))
    }

    /// Explores the cluster of a state without merging it with its mirror image; `None` if it is not solvable. Without
    /// `max_states` the state is a candidate, and the exploration ends with `None` at the first smaller goal state.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster has more than `max_states` states, or is larger than the search can handle.
    pub fn explore_alone<'a>(
        &'a mut self,
        lines: &'a LineTables<N>,
        state: &Placement<N>,
        max_states: Option<usize>,
    ) -> Result<Option<Explored<'a, N, P>>, LimitExceeded> {
        // Boards come in any order, so the next cluster may be small: free here what the last one needed, since its stages are
        // over.
        if self.reserved_bytes() > self.kept_bytes {
            self.free_buffers();
        }
        let (boxes, limits) = (&mut self.boxes, &self.limits);
        let explored = self.gathering.call(
            #[inline(always)]
            move || match max_states {
                None => boxes.search::<true>(lines, state, limits, &mut ()),
                Some(max_states) => boxes.search_from(lines, state, max_states, limits),
            },
        );
        self.last = self.met(state, Ordering::Equal, explored)?;
        Ok(self.last_explored(lines))
    }

    /// The cluster that [`explore_alone`](Self::explore_alone) explored last, if it was solvable.
    pub fn last(&self) -> Option<&SolvableCluster<N>> {
        self.last.as_ref()
    }

    /// As [`last`](Self::last), for the stages that follow.
    pub fn last_explored<'a>(&'a mut self, lines: &'a LineTables<N>) -> Option<Explored<'a, N, P>> {
        let cluster = self.last?;
        Some(Explored { analyzer: self, lines, cluster })
    }

    /// The boxes of the last cluster.
    pub(super) fn boxes(&self) -> &BoxGraph<N> {
        &self.boxes
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
        self.last = None;
        self.tree_bound = TreeBound::new(self.metric);
        self.depth_bound = DepthBound::default();
        self.retrograde = RetrogradeAnalysis::default();
        self.minimality = MinimalityTest::default();
    }
}

#[cfg(test)]
mod tests;
