//! The stages of the analysis of a cluster. Each borrows the analyzer whose buffers it reads, so the wrong order does not compile.
use super::{ClusterAnalyzer, ClusterRow, ClusterRows, SolvableCluster};
use crate::board::{LimitExceeded, Metric};
use crate::generate::box_graph::{BoxGraph, BoxNode, BoxState};
use crate::generate::irrelevance::IrrelevanceTest;
use crate::generate::minimality::Probe;
use crate::generate::retrograde::RetrogradeAnalysis;
use crate::generate::useful_steps::UsefulSteps;
use crate::lines::{LineTables, Placement, nibbles};

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

    /// The unsolved state of a cluster that is known to have a row, so that no piece or wall is tested. The depths need the useful
    /// steps, which are found before the tests and do not depend on them: so the state is that of [`Explored::rows`].
    ///
    /// # Errors
    /// As [`Explored::rows`].
    pub fn known_row(&mut self) -> Result<ClusterRow<N>, LimitExceeded> {
        let Explored { ref mut analyzer, lines, cluster } = *self;
        let useful = IrrelevanceTest::<N>::new(lines, &analyzer.boxes, &cluster.start).useful_steps_of_all();
        Ok(Relevant { explored: Explored { analyzer, lines, cluster }, useful }.depths()?.row())
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
