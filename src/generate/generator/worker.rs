//! Analyses candidates on one thread.
use super::{ClusterTooLarge, Counts, GeneratorOfSize, RankError, Ranks, VehicleCounts};
use crate::board::{Bitboard, LimitExceeded, Metric, Piece, Puzzle, State};
use crate::enumerate::Odometer;
use crate::generate::analyzer::{ClusterAnalyzer, ClusterRows, SolvableCluster};
use crate::generate::pruning::{PrunedAt, Pruner};
use crate::lines::{LineTables, Placement};
use std::fmt;

/// Analyses candidates on one thread. Its buffers are reused for all its work; those of a huge cluster are freed some time later.
pub struct Worker<'g> {
    of_size: Box<dyn AnyWorker + 'g>,
}

impl fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker<'_> {
    /// Analyses the candidates at `ranks`, which may be a `Range<u64>`, in order, and calls `on_row` with each row, in candidate
    /// order, and with the smallest goal state of its cluster: the candidate whose rank is the rank of the row.
    ///
    /// Where there are mirror images, as on 5×5 and 7×7, of two candidates whose clusters are mirror images of each other, one is counted but not searched: the
    /// other gives the counts and rows of both clusters, first its own row, then the mirror image's.
    ///
    /// # Errors
    /// [`ClusterTooLarge`] for the first candidate whose cluster is larger than the search can handle; `on_row` has been called
    /// with the rows before it, and is not called again.
    ///
    /// # Panics
    /// If a rank is not below [`Generator::candidates`](super::Generator::candidates).
    pub fn analyse(
        &mut self,
        ranks: impl Into<Ranks>,
        on_row: &mut dyn FnMut(&Puzzle, &State),
    ) -> Result<Counts, ClusterTooLarge> {
        self.analyse_ranks(ranks.into(), on_row)
    }
}

for_any_size! {
    impl Worker<'_> { self.of_size: dyn AnyWorker, for WorkerOfSize<'_, N>: Send }

    fn analyse_ranks[&mut self](ranks: Ranks, on_row: &mut dyn FnMut(&Puzzle, &State)) -> Result<Counts, ClusterTooLarge>;

    /// Where candidates were pruned so far.
    pub fn pruned_at[&self]() -> PrunedAt;

    /// The candidate of a rank.
    ///
    /// # Panics
    /// If the rank is not below [`Generator::candidates`](super::Generator::candidates).
    pub fn candidate[&mut self](rank: u64) -> State;

    /// Adds the pieces of the candidate of a rank to a list, in any order; returns its walls. Faster than [`Worker::candidate`].
    ///
    /// # Panics
    /// As [`Worker::candidate`].
    pub fn candidate_pieces[&mut self](rank: u64, pieces: &mut Vec<Piece>) -> Bitboard;

    /// The row of the cluster whose smallest goal state is the candidate of a rank, whatever the least depth. That every piece and
    /// wall matters is not tested. Where there are mirror images it is the row of this cluster alone, not of its mirror image.
    ///
    /// # Errors
    /// A [`RankError`] if the candidate is not the smallest goal state of its cluster.
    pub fn row[&mut self](rank: u64) -> Result<Puzzle, RankError>;

    /// As [`Worker::row`], for a rank that need not belong to a row: whether every piece and wall matters is tested too.
    ///
    /// # Errors
    /// As [`Worker::row`].
    pub fn tested_row[&mut self](rank: u64) -> Result<Puzzle, RankError>;

    /// The rank of a row, from which [`Worker::row`] gives it back: the rank of the smallest goal state of its cluster.
    ///
    /// # Errors
    /// A [`RankError`] if there is none: the board is not a placement of this size and wall range, or its cluster has another row
    /// or no row.
    pub fn rank_of[&mut self](row: &Puzzle) -> Result<u64, RankError>;

    /// The rank of the smallest goal state of the cluster of a state, whether or not the cluster has a row.
    ///
    /// # Errors
    /// [`RankError::NotEnumerated`], [`RankError::Unsolvable`], or [`RankError::TooLarge`].
    pub fn rank_of_cluster[&mut self](state: &State) -> Result<u64, RankError>;

    /// How many cars and trucks the candidate of a rank has.
    ///
    /// # Panics
    /// As [`Worker::candidate`].
    pub fn vehicle_counts[&mut self](rank: u64) -> VehicleCounts;
}

/// A [`Worker`] for some board size.
pub(super) struct WorkerOfSize<'g, const N: usize> {
    pub(super) generator: &'g GeneratorOfSize<N>,
    odometer: Odometer<'g, N>,
    pruner: Option<Pruner<'g, N>>,
    pub(super) analyzer: ClusterAnalyzer<N>,
}

impl<'g, const N: usize> From<WorkerOfSize<'g, N>> for Worker<'g> {
    fn from(worker: WorkerOfSize<'g, N>) -> Worker<'g> {
        Worker { of_size: Box::new(worker) }
    }
}

impl<'g, const N: usize> WorkerOfSize<'g, N> {
    pub(super) fn new(generator: &'g GeneratorOfSize<N>, metric: Metric, least_depth: u32) -> WorkerOfSize<'g, N> {
        let GeneratorOfSize { gathering, lines, enumerator, pruning } = generator;
        let pruner = pruning.as_ref().map(|tables| Pruner::new(lines, enumerator, tables));
        let analyzer = ClusterAnalyzer::new(*gathering).with_metric(metric).with_least_depth(least_depth);
        WorkerOfSize { generator, odometer: Odometer::new(enumerator), pruner, analyzer }
    }

    pub(super) fn analyse_ranks(
        &mut self,
        ranks: Ranks,
        on_row: &mut dyn FnMut(&Puzzle, &State),
    ) -> Result<Counts, ClusterTooLarge> {
        let (lines, analyzer) = (&self.generator.lines, &mut self.analyzer);
        let mut counts = Counts { candidates: ranks.count, ..Counts::default() };
        let mut failed: Option<(Placement<N>, LimitExceeded)> = None;
        let mut searched = 0;
        let analyse = |candidate: &Placement<N>| {
            searched += 1;
            if failed.is_some() {
                return;
            }
            match analyzer.run(lines, candidate) {
                Ok(None) => {}
                Ok(Some((cluster, rows))) => record(&mut counts, lines, analyzer, &cluster, &rows, on_row),
                Err(limit) => failed = Some((*candidate, limit)),
            }
        };
        match &mut self.pruner {
            None => self.odometer.visit(ranks.first, ranks.step, ranks.count, analyse),
            Some(pruner) => {
                let mut analyse = analyse;
                if ranks.step == 1 {
                    pruner.visit(ranks.first, ranks.count, &mut analyse);
                } else {
                    (0..ranks.count).for_each(|k| pruner.visit(ranks.first + k * ranks.step, 1, &mut analyse));
                }
            }
        }
        counts.pruned = ranks.count - searched;
        match failed {
            None => Ok(counts),
            Some((candidate, source)) => Err(ClusterTooLarge { state: candidate.to_state(lines), source }),
        }
    }

    pub(super) fn pruned_at(&self) -> PrunedAt {
        self.pruner.as_ref().map_or(PrunedAt::default(), Pruner::pruned_at)
    }

    pub(super) fn candidate(&mut self, rank: u64) -> State {
        self.placement(rank).to_state(&self.generator.lines)
    }

    pub(super) fn candidate_pieces(&mut self, rank: u64, pieces: &mut Vec<Piece>) -> Bitboard {
        Bitboard(self.placement(rank).pieces(&self.generator.lines, pieces))
    }

    /// The candidate of a rank, line by line.
    pub(super) fn placement(&mut self, rank: u64) -> Placement<N> {
        let mut found = Placement::EMPTY;
        self.odometer.visit(rank, 1, 1, |candidate| found = *candidate);
        found
    }
}

/// Counts a cluster, and its mirror image if it also stands for it, and passes on their rows.
#[inline(always)]
fn record<const N: usize>(
    counts: &mut Counts,
    lines: &LineTables<N>,
    analyzer: &ClusterAnalyzer<N>,
    cluster: &SolvableCluster<N>,
    rows: &ClusterRows<N>,
    on_row: &mut dyn FnMut(&Puzzle, &State),
) {
    let clusters = 1 + u64::from(cluster.stands_for_two);
    counts.solvable += clusters;
    counts.states += clusters * cluster.states;
    counts.goal_states += clusters * cluster.goal_states;
    for (number, row) in rows.iter().enumerate() {
        let Some(row) = row else { continue };
        counts.rows += 1;
        counts.states_in_rows += cluster.states;
        counts.deepest = counts.deepest.max(row.moves);
        let mut puzzle = row.to_puzzle(lines, cluster.states);
        let mut goal = cluster.start.to_state(lines); // a candidate
        if number == 1 {
            let mirrored = |state: State| state.mirrored().expect("the rules have mirror images");
            puzzle.board = mirrored(puzzle.board);
            let smallest = analyzer.smallest_goal_of_mirror_image(lines, cluster).expect("a solvable cluster has goal states");
            goal = mirrored(smallest.to_state(lines));
        }
        on_row(&puzzle, &goal);
    }
}
