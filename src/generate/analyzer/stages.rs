//! The stages of the analysis of a cluster. Each borrows the analyzer whose buffers it reads, so the wrong order does not compile.
use super::hardest::{find_hardest, find_hardest_of_mirror_image};
use super::{ClusterAnalyzer, ClusterRow, ClusterRows, SolvableCluster};
use crate::board::{LimitExceeded, Metric};
use crate::generate::box_graph::BoxState;
use crate::generate::irrelevance::IrrelevanceTest;
use crate::generate::minimality::Probe;
use crate::generate::useful_steps::UsefulSteps;
use crate::lines::{LineTables, Placement};

/// A solvable cluster as boxes without links, explored from a candidate, with the bound along the tree of the exploration.
pub struct Unlinked<'a, const N: usize, P = ()> {
    pub(super) analyzer: &'a mut ClusterAnalyzer<N, P>,
    pub(super) lines: &'a LineTables<N>,
    pub(super) cluster: SolvableCluster<N>,
}

/// A solvable cluster as boxes and the links between them.
pub struct Explored<'a, const N: usize, P = ()> {
    pub(super) analyzer: &'a mut ClusterAnalyzer<N, P>,
    pub(in crate::generate) lines: &'a LineTables<N>,
    /// What its boxes show.
    pub cluster: SolvableCluster<N>,
}

/// An explored cluster in which every piece and wall may matter, and its useful steps of rank 0.
pub struct Relevant<'a, const N: usize, P = ()> {
    explored: Explored<'a, N, P>,
    useful: UsefulSteps,
}

/// A cluster whose states have depths.
pub struct Solved<'a, const N: usize, P = ()> {
    pub(super) analyzer: &'a mut ClusterAnalyzer<N, P>,
    pub(super) lines: &'a LineTables<N>,
    cluster: SolvableCluster<N>,
    /// The greatest depth, in moves or steps.
    pub moves: u32,
    /// The unsolved state.
    pub(super) hardest: BoxState,
}

debug_as_name!([const N: usize, P] Explored<'_, N, P>);
debug_as_name!([const N: usize, P] Relevant<'_, N, P>);
debug_as_name!([const N: usize, P] Solved<'_, N, P>);

impl<'a, const N: usize, P: Probe> Unlinked<'a, N, P> {
    /// Links the boxes; `None` if they show that the cluster is not as deep as `least_depth`.
    #[inline(always)]
    pub(super) fn linked(self, least_depth: u32) -> Result<Option<Explored<'a, N, P>>, LimitExceeded> {
        let Unlinked { analyzer, lines, cluster } = self;
        if analyzer.tree_bound.greatest() < least_depth {
            return Ok(None);
        }
        // all steps are made now, which may bring better paths along the tree
        let (boxes, limits, tree_bound) = (&mut analyzer.boxes, &analyzer.limits, &mut analyzer.tree_bound);
        analyzer.gathering.call(
            #[inline(always)]
            move || boxes.search::<true>(lines, &cluster.start, limits, tree_bound),
        )?;
        if analyzer.tree_bound.greatest() < least_depth {
            return Ok(None);
        }
        let mut explored = Explored { analyzer, lines, cluster };
        Ok((!explored.is_below(least_depth)).then_some(explored))
    }
}

impl<const N: usize, P: Probe> Explored<'_, N, P> {
    /// Whether the boxes show that no state is as deep as this.
    fn is_below(&mut self, depth: u32) -> bool {
        let (lines, metric) = (self.lines, self.analyzer.metric);
        let (boxes, bound) = (&self.analyzer.boxes, &mut self.analyzer.depth_bound);
        self.analyzer.gathering.call(
            #[inline(always)]
            move || {
                bound.is_below(lines, boxes, metric, false, depth)
                    || match metric {
                        Metric::Moves => bound.is_below(lines, boxes, metric, true, depth),
                        Metric::Steps => false,
                    }
            },
        )
    }

    /// `None` if some piece or wall is irrelevant.
    #[inline(always)]
    pub fn relevant(&mut self) -> Option<Relevant<'_, N, P>> {
        let Explored { ref mut analyzer, lines, cluster } = *self;
        let useful = analyzer.gathering.call(
            #[inline(always)]
            || IrrelevanceTest::useful_steps(lines, &analyzer.boxes, &cluster.start, analyzer.metric),
        )?;
        Some(Relevant { explored: Explored { analyzer, lines, cluster }, useful })
    }

    /// All further stages: the rows of at least this depth.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster is larger than the search can handle.
    #[inline(always)]
    pub fn rows(&mut self, least_depth: u32) -> Result<ClusterRows<N>, LimitExceeded> {
        let Some(mut relevant) = self.relevant() else { return Ok([None; 2]) };
        let mut solved = relevant.depths()?;
        if solved.moves < least_depth { Ok([None; 2]) } else { solved.rows() }
    }

    /// The unsolved state, as a row; `None` if some piece or wall matters in none of the states, or if the boxes show that the
    /// cluster is not as deep as `least_depth`. Does not test whether the others matter.
    ///
    /// # Errors
    /// As [`Explored::rows`].
    pub fn hardest(&mut self, least_depth: u32) -> Result<Option<ClusterRow<N>>, LimitExceeded> {
        let Some(mut relevant) = self.relevant() else { return Ok(None) };
        if least_depth > 0 && relevant.explored.is_below(least_depth) {
            return Ok(None);
        }
        Ok(Some(relevant.depths()?.row()))
    }

    /// The smallest goal state.
    pub fn smallest_goal(&self) -> Option<Placement<N>> {
        self.analyzer.boxes.smallest_goal(self.lines, &self.cluster.start)
    }
}

impl<const N: usize, P: Probe> Relevant<'_, N, P> {
    /// Finds all depths and the unsolved state.
    ///
    /// # Errors
    /// As [`Explored::rows`].
    pub fn depths(&mut self) -> Result<Solved<'_, N, P>, LimitExceeded> {
        let Explored { ref mut analyzer, lines, cluster } = self.explored;
        let ClusterAnalyzer { gathering, metric, ref limits, ref boxes, ref mut retrograde, .. } = **analyzer;
        let moves = retrograde.search(gathering, lines, boxes, self.useful.clone(), metric, limits)?;
        let hardest = find_hardest(lines, boxes, retrograde);
        Ok(Solved { analyzer, lines, cluster, moves, hardest })
    }
}

impl<const N: usize, P: Probe> Solved<'_, N, P> {
    /// The unsolved state as a row, whether or not it is minimal.
    pub fn row(&self) -> ClusterRow<N> {
        self.row_of(&self.hardest)
    }

    /// The row of a deepest state.
    pub(super) fn row_of(&self, state: &BoxState) -> ClusterRow<N> {
        ClusterRow { moves: self.moves, hardest: self.analyzer.placement(&self.cluster.start, state) }
    }

    /// Tests whether the unsolved state is minimal, and the mirror image's too if the cluster stands for it.
    ///
    /// # Errors
    /// As [`Explored::rows`].
    pub fn rows(&mut self) -> Result<ClusterRows<N>, LimitExceeded> {
        let first = self.row();
        let fault = self.fault(&self.hardest.clone(), &first.hardest, None)?;
        let mut rows = [fault.is_none().then_some(first), None];
        if self.cluster.stands_for_two {
            let hardest = find_hardest_of_mirror_image(self.lines, &self.analyzer.boxes, &self.analyzer.retrograde);
            let second = self.row_of(&hardest);
            let fault = if hardest == self.hardest { fault } else { self.fault(&hardest, &second.hardest, fault)? };
            rows[1] = fault.is_none().then_some(second);
        }
        Ok(rows)
    }
}
