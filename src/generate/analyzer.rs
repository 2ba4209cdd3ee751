//! One candidate, from its cluster to the verdict: depths, unsolved state, minimality.
mod deepest;
mod unsolved;
mod without_item;

use self::deepest::Answer;
use self::unsolved::{find_unsolved, find_unsolved_of_mirror_image};
#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitGathering, Bits, Portable};
use super::box_graph::{BoxGraph, BoxState};
use super::irrelevance::IrrelevanceTest;
use super::limits::{ClusterLimits, LimitExceeded};
use super::minimality::MinimalityTest;
use super::mirror::compare_with_mirror_image;
use super::retrograde::RetrogradeAnalysis;
use super::useful_steps::UsefulSteps;
use crate::board::Metric;
use crate::lines::{LineItem, LineTables, Placement};
use std::cmp::Ordering;

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<const N: usize> {
    /// Its cluster is accounted for by the mirror image, which is analysed from another candidate.
    LeftToMirrorImage,
    /// Its cluster has a smaller goal state, from which it is analysed.
    NotSmallestGoal,
    /// Some piece does not matter.
    NotMinimal {
        /// States of the cluster.
        states: u64,
    },
    /// A row of the database.
    Row {
        /// States of the cluster.
        states: u64,
        /// The depth of the unsolved state, in moves or steps.
        moves: u32,
        /// The unsolved state. That of a mirror image is given upside down, as a state of the cluster analysed.
        unsolved: Placement<N>,
    },
}

/// The stages of an analysis, in order. Each needs those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Explore the cluster; settles candidates that are not the smallest goal state of their cluster.
    Boxes,
    /// Look for a piece that cannot matter.
    Irrelevance,
    /// Find all depths and the unsolved state.
    Depths,
    /// Remove each piece in turn.
    Minimality,
}

/// Analyses candidates one after the other and keeps its buffers, which are given back some time after a huge cluster.
pub struct ClusterAnalyzer<const N: usize> {
    gathering: BitGathering,
    /// What depths count.
    metric: Metric,
    limits: ClusterLimits,
    boxes: BoxGraph<N>,
    /// The number of states of the cluster.
    states: u64,
    goal_states: u64,
    /// The useful steps of rank 0.
    useful: UsefulSteps,
    retrograde: RetrogradeAnalysis<N>,
    /// The depth of the unsolved state.
    moves: u32,
    unsolved: Option<BoxState>,
    /// Whether the cluster stands for its mirror image, too.
    stands_for_two: bool,
    /// If it does and the mirror image gives a row: the unsolved state of that, upside down.
    mirrored_unsolved: Option<Placement<N>>,
    minimality: MinimalityTest<N>,
    /// Pieces and walls of the unsolved state to be removed, in this order: (the first rank of a useful step that it blocks, line, item).
    doubtful: Vec<(u32, usize, LineItem)>,
    /// Reserved memory up to this many bytes is kept for good.
    kept_bytes: usize,
    /// Candidates since the reserved memory was last checked, and whether a large cluster was among them.
    unchecked: u32,
    met_large: bool,
}

/// Reserved memory that an analyzer keeps for good. No cluster of 6×6 needs as much.
const KEPT_BYTES: usize = 64 << 20;
/// The reserved memory is checked once per this many candidates; more is given back if none of them was large.
const CHECK_PERIOD: u32 = 1024;
/// A cluster is large if it has more boxes or states than this.
const LARGE_BOXES: usize = 1 << 17;
const LARGE_STATES: u64 = 1 << 21;

impl<const N: usize> ClusterAnalyzer<N> {
    /// The row of the primary piece.
    const PRIMARY: usize = (N - 1) / 2;
    /// Whether the primary row is the middle one, so that clusters have mirror images.
    const HAS_MIRROR_IMAGES: bool = N % 2 == 1;

    /// An analyzer that gathers bits in this manner. The verdicts do not depend on it. Depths count moves.
    pub fn new(gathering: BitGathering) -> ClusterAnalyzer<N> {
        ClusterAnalyzer {
            gathering,
            metric: Metric::Moves,
            limits: ClusterLimits::default(),
            boxes: BoxGraph::default(),
            states: 0,
            goal_states: 0,
            useful: UsefulSteps::default(),
            retrograde: RetrogradeAnalysis::default(),
            moves: 0,
            unsolved: None,
            stands_for_two: false,
            mirrored_unsolved: None,
            minimality: MinimalityTest::default(),
            doubtful: vec![],
            kept_bytes: KEPT_BYTES,
            unchecked: 0,
            met_large: false,
        }
    }

    /// The same analyzer with depths that count moves or steps.
    pub fn with_metric(self, metric: Metric) -> ClusterAnalyzer<N> {
        ClusterAnalyzer { metric, ..self }
    }

    /// The same analyzer with other limits, to test what happens beyond them.
    #[cfg(test)]
    pub(super) fn with_limits(self, limits: ClusterLimits) -> ClusterAnalyzer<N> {
        ClusterAnalyzer { limits, ..self }
    }

    /// The number of states of the last cluster.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The number of goal states of the last cluster.
    pub fn goal_states(&self) -> u64 {
        self.goal_states
    }

    /// The verdict on the mirror image of the last cluster, whose own verdict was `verdict`; `None` if it is not analysed together with
    /// that. The numbers of states and goal states are those of the cluster itself. Always `None` if N is even.
    #[inline(always)]
    pub fn verdict_on_mirror_image(&self, verdict: &Verdict<N>) -> Option<Verdict<N>> {
        match *verdict {
            Verdict::NotMinimal { states } | Verdict::Row { states, .. } if Self::HAS_MIRROR_IMAGES && self.stands_for_two => {
                let row = self.mirrored_unsolved.map(|unsolved| Verdict::Row { states, moves: self.moves, unsolved });
                Some(row.unwrap_or(Verdict::NotMinimal { states }))
            }
            _ => None,
        }
    }

    /// Analyses the cluster of a candidate.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster is larger than the search can handle. The analyzer is ready for the next candidate.
    pub fn run(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> Result<Verdict<N>, LimitExceeded> {
        let verdict = match (self.gathering, self.metric) {
            (BitGathering::Portable, Metric::Moves) => self.run_with::<_, false>(Portable, lines, candidate),
            (BitGathering::Portable, Metric::Steps) => self.run_with::<_, true>(Portable, lines, candidate),
            // SAFETY, here and below: the token proves that the processor has what the function is compiled for
            #[cfg(target_arch = "x86_64")]
            (BitGathering::Bmi2(token), Metric::Moves) => unsafe { self.run_bmi2::<false>(token, lines, candidate) },
            #[cfg(target_arch = "x86_64")]
            (BitGathering::Bmi2(token), Metric::Steps) => unsafe { self.run_bmi2::<true>(token, lines, candidate) },
        };
        self.met_large |= self.boxes.nodes.len() > LARGE_BOXES || self.states > LARGE_STATES;
        self.unchecked += 1;
        if self.unchecked == CHECK_PERIOD {
            self.give_back();
        }
        verdict
    }

    /// Explores the cluster of a candidate, for its own sake and not for its mirror image; returns whether the candidate is the smallest
    /// goal state. The stages after [`Stage::Boxes`] then go on with it.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster is larger than the search can handle.
    pub fn explore_candidate(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> Result<bool, LimitExceeded> {
        self.explore(lines, candidate, None)
    }

    /// Explores the whole cluster of any state, for its own sake and not for its mirror image; returns whether it is solvable. The stages
    /// after [`Stage::Boxes`] then go on with that state in place of a candidate.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the cluster has more than `max_states` states, or is larger than the search can handle.
    pub fn explore_from(
        &mut self,
        lines: &LineTables<N>,
        state: &Placement<N>,
        max_states: usize,
    ) -> Result<bool, LimitExceeded> {
        self.explore(lines, state, Some(max_states))
    }

    /// Explores the cluster of any state up to a number of states, or of a candidate.
    fn explore(&mut self, lines: &LineTables<N>, state: &Placement<N>, max_states: Option<usize>) -> Result<bool, LimitExceeded> {
        // Boards in any order: the next cluster may be small. What the last one needed is given back here, since its stages are over.
        if self.reserved_bytes() > self.kept_bytes {
            self.free_buffers();
        }
        (self.stands_for_two, self.mirrored_unsolved) = (false, None);
        let found = match self.gathering {
            BitGathering::Portable => self.boxes.search_for(lines, state, max_states, &self.limits),
            // SAFETY: the token proves that the processor has what the function is compiled for
            #[cfg(target_arch = "x86_64")]
            BitGathering::Bmi2(token) => unsafe { self.explore_bmi2(token, lines, state, max_states) },
        }?;
        (self.states, self.goal_states) = self.boxes.states();
        Ok(found)
    }

    /// The depth and the unsolved state of the cluster that was explored last; `None` if some piece or wall matters in none of its states.
    /// Whether the others matter is not looked at.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn unsolved(
        &mut self,
        lines: &LineTables<N>,
        state: &Placement<N>,
    ) -> Result<Option<(u32, Placement<N>)>, LimitExceeded> {
        for stage in [Stage::Irrelevance, Stage::Depths] {
            if self.stage(stage, lines, state)?.is_some() {
                return Ok(None);
            }
        }
        let unsolved = self.unsolved.expect("the depths are known");
        Ok(Some((self.moves, self.placement(state, &unsolved))))
    }

    /// The boxes of the last cluster.
    pub(super) fn boxes(&self) -> &BoxGraph<N> {
        &self.boxes
    }

    /// Does one stage of the analysis of a candidate, after all earlier ones; returns the verdict if the stage settles it.
    ///
    /// # Errors
    /// As [`ClusterAnalyzer::run`].
    pub fn stage(
        &mut self,
        stage: Stage,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<Verdict<N>>, LimitExceeded> {
        match (self.gathering, self.metric) {
            (BitGathering::Portable, Metric::Moves) => self.stage_with::<_, false>(Portable, stage, lines, candidate),
            (BitGathering::Portable, Metric::Steps) => self.stage_with::<_, true>(Portable, stage, lines, candidate),
            // SAFETY, here and below: the token proves that the processor has what the function is compiled for
            #[cfg(target_arch = "x86_64")]
            (BitGathering::Bmi2(token), Metric::Moves) => unsafe { self.stage_bmi2::<false>(token, stage, lines, candidate) },
            #[cfg(target_arch = "x86_64")]
            (BitGathering::Bmi2(token), Metric::Steps) => unsafe { self.stage_bmi2::<true>(token, stage, lines, candidate) },
        }
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        self.boxes.reserved_bytes() + self.retrograde.reserved_bytes() + self.minimality.reserved_bytes()
    }

    /// Frees all buffers if they are far larger than the last candidates needed.
    #[cold]
    fn give_back(&mut self) {
        if !self.met_large && self.reserved_bytes() > self.kept_bytes {
            self.free_buffers();
        }
        (self.unchecked, self.met_large) = (0, false);
    }

    fn free_buffers(&mut self) {
        self.boxes = BoxGraph::default();
        self.retrograde = RetrogradeAnalysis::default();
        self.minimality = MinimalityTest::default();
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn run_bmi2<const BY_STEPS: bool>(
        &mut self,
        token: Bmi2,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Verdict<N>, LimitExceeded> {
        self.run_with::<_, BY_STEPS>(token, lines, candidate)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn explore_bmi2(
        &mut self,
        _token: Bmi2,
        lines: &LineTables<N>,
        state: &Placement<N>,
        max_states: Option<usize>,
    ) -> Result<bool, LimitExceeded> {
        self.boxes.search_for(lines, state, max_states, &self.limits)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn stage_bmi2<const BY_STEPS: bool>(
        &mut self,
        token: Bmi2,
        stage: Stage,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<Verdict<N>>, LimitExceeded> {
        self.stage_with::<_, BY_STEPS>(token, stage, lines, candidate)
    }

    #[inline(always)]
    fn run_with<B: Bits, const BY_STEPS: bool>(
        &mut self,
        gather: B,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Verdict<N>, LimitExceeded> {
        for stage in [Stage::Boxes, Stage::Irrelevance, Stage::Depths] {
            if let Some(verdict) = self.stage_with::<B, BY_STEPS>(gather, stage, lines, candidate)? {
                return Ok(verdict);
            }
        }
        Ok(self.stage_with::<B, BY_STEPS>(gather, Stage::Minimality, lines, candidate)?.expect("the last stage settles it"))
    }

    #[inline(always)]
    fn stage_with<B: Bits, const BY_STEPS: bool>(
        &mut self,
        gather: B,
        stage: Stage,
        lines: &LineTables<N>,
        candidate: &Placement<N>,
    ) -> Result<Option<Verdict<N>>, LimitExceeded> {
        let states = self.states;
        Ok(match stage {
            Stage::Boxes => {
                if Self::HAS_MIRROR_IMAGES {
                    let order = compare_with_mirror_image(lines, candidate);
                    if order == Ordering::Greater {
                        return Ok(Some(Verdict::LeftToMirrorImage));
                    }
                    (self.stands_for_two, self.mirrored_unsolved) = (order == Ordering::Less, None);
                }
                if !self.boxes.search(lines, candidate, &self.limits)? {
                    return Ok(Some(Verdict::NotSmallestGoal));
                }
                (self.states, self.goal_states) = self.boxes.states();
                None
            }
            Stage::Irrelevance => {
                let Some(useful) = IrrelevanceTest::useful_steps(lines, &self.boxes, candidate) else {
                    return Ok(Some(Verdict::NotMinimal { states }));
                };
                self.useful = useful;
                None
            }
            Stage::Depths => {
                let useful = self.useful.clone();
                self.moves = self.retrograde.search::<B, BY_STEPS>(gather, lines, &self.boxes, states, useful, &self.limits)?;
                self.unsolved = Some(find_unsolved(lines, &self.boxes, &self.retrograde));
                None
            }
            Stage::Minimality => {
                let state = self.unsolved.expect("the depths are known");
                let unsolved = self.placement(candidate, &state);
                let minimal = self.is_minimal::<BY_STEPS>(lines, state, &unsolved, Answer::Yes)?;
                if Self::HAS_MIRROR_IMAGES && self.stands_for_two {
                    let mirrored = find_unsolved_of_mirror_image(lines, &self.boxes, &self.retrograde);
                    let placement = self.placement(candidate, &mirrored);
                    let minimal = if mirrored == state {
                        minimal
                    } else {
                        self.is_minimal::<BY_STEPS>(lines, mirrored, &placement, minimal)?
                    };
                    self.mirrored_unsolved = (minimal == Answer::Yes).then_some(placement);
                }
                let row = Verdict::Row { states, moves: self.moves, unsolved };
                Some(if minimal == Answer::Yes { row } else { Verdict::NotMinimal { states } })
            }
        })
    }

    /// A state of the cluster, line by line; the groups are those of `candidate`.
    pub(super) fn placement(&self, candidate: &Placement<N>, state: &BoxState) -> Placement<N> {
        let node = &self.boxes.nodes[state.node as usize];
        let inner = std::array::from_fn(|p| state.inner[p]);
        let outer = std::array::from_fn(|j| self.boxes.outer_config(node, j));
        let mut placement = *candidate;
        (placement.row_configs, placement.column_configs) = if self.boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        placement
    }
}

#[cfg(test)]
mod tests;
