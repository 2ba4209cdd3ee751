//! The generator: candidates by rank in, puzzles and counts out, for every board size.
mod row_rank;

pub use self::row_rank::{RankError, VehicleCounts};
use super::analyzer::{ClusterAnalyzer, ClusterRows, SolvableCluster};
use super::bits::BitGathering;
use super::counts::Counts;
use super::dismissal::{DismissalTables, DismissedAt, Dismisser};
use super::mirror::compare_with_mirror_image;
use crate::board::{Bitboard, LimitExceeded, Metric, Piece, Puzzle, Size, State, StopToken, WallRange};
use crate::enumerate::{Enumerator, GeneratorError, Odometer, count_goal_states, count_states};
use crate::lines::{LineTables, Placement};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// Some of the candidates of a size and wall range: `count` of them, of ranks `first`, `first + step`, `first + 2 * step`, ...
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// Rank of the first candidate, from 0.
    pub first: u64,
    /// Distance from one to the next, at least 1.
    pub step: u64,
    /// How many.
    pub count: u64,
}

impl From<Range<u64>> for Ranks {
    /// All ranks of the range.
    fn from(ranks: Range<u64>) -> Ranks {
        Ranks { first: ranks.start, step: 1, count: ranks.end.saturating_sub(ranks.start) }
    }
}

/// A cluster is larger than the search can handle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cluster of {state} is too large for this program: {source}; please report it")]
pub struct ClusterTooLarge {
    /// A state of the cluster: the candidate, where ranks are analysed.
    pub state: State,
    /// What exceeds its limit.
    pub source: LimitExceeded,
}

/// All that is fixed for a size and wall range: tables and exact counts. Shared by all workers.
pub struct Generator {
    size: Size,
    walls: WallRange,
    metric: Metric,
    least_depth: u32,
    of_size: Box<dyn AnyGenerator>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Generator { size, walls, metric, least_depth, of_size: _ } = self;
        write!(f, "Generator({size}, walls {walls}, {metric}, depth {least_depth} or more)")
    }
}

impl Generator {
    /// Builds the tables; depths count moves, and bits are gathered in the fastest way.
    ///
    /// # Errors
    /// [`GeneratorError::NotEnumerated`] for other boards than 4×4 to 7×7; [`GeneratorError::TooManyCandidates`] if there are more candidates than 64 bits
    /// can number (7×7 with many walls).
    pub fn new(size: Size, walls: WallRange) -> Result<Generator, GeneratorError> {
        Generator::new_until(size, walls, StopToken::NEVER)
    }

    /// As [`Generator::new`], until it is stopped. The tables of 7×7 with many walls take minutes to hours.
    ///
    /// # Errors
    /// As [`Generator::new`]; [`GeneratorError::Stopped`].
    pub fn new_until(size: Size, walls: WallRange, stop: StopToken<'_>) -> Result<Generator, GeneratorError> {
        let gathering = BitGathering::fastest();
        let side = if size.is_square() { size.width() } else { 0 };
        let of_size = match side {
            4 => any_generator::<4>(walls, gathering, stop)?,
            5 => any_generator::<5>(walls, gathering, stop)?,
            6 => any_generator::<6>(walls, gathering, stop)?,
            7 => any_generator::<7>(walls, gathering, stop)?,
            _ => return Err(GeneratorError::NotEnumerated(size)),
        };
        Ok(Generator { size, walls, metric: Metric::Moves, least_depth: 0, of_size })
    }

    /// The same generator with depths that count moves or steps.
    ///
    /// The metric decides which state of a cluster is the unsolved one, how deep it is, and which pieces matter. Candidates,
    /// their ranks, and all counts except of rows are the same.
    pub fn with_metric(self, metric: Metric) -> Generator {
        Generator { metric, ..self }
    }

    /// The same generator, leaving out rows of less than this depth, in moves or steps. Candidates and all counts except of rows
    /// stay the same.
    pub fn with_least_depth(self, least_depth: u32) -> Generator {
        Generator { least_depth, ..self }
    }

    /// The same generator with bits gathered in another way. The rows do not depend on it.
    pub fn with_bit_gathering(mut self, gathering: BitGathering) -> Generator {
        self.of_size.gather_bits(gathering);
        self
    }

    /// The same generator, where workers dismiss hopeless candidates before any search. The rows are the same. The clusters of
    /// dismissed candidates are not explored, so all counts except of candidates and rows cover only the other clusters.
    pub fn dismissing(mut self) -> Generator {
        self.of_size.prepare_dismissal();
        self
    }

    /// What depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The range of walls.
    pub fn walls(&self) -> WallRange {
        self.walls
    }

    /// The exact number of candidates; ranks run from 0 to one below it.
    pub fn candidates(&self) -> u64 {
        self.of_size.candidates()
    }

    /// The rank of a candidate; `None` for a state that is not one of these candidates.
    pub fn rank(&self, state: &State) -> Option<u64> {
        self.of_size.rank(state)
    }

    /// Whether the candidates of a state's cluster are skipped, because the mirror image of the cluster is analysed for both.
    /// Their rows come right after the mirror image's rows. `None` for a state of another size, or with other lines than the
    /// candidates have.
    pub fn is_left_to_mirror_image(&self, state: &State) -> Option<bool> {
        self.of_size.is_left_to_mirror_image(state)
    }

    /// The exact number of states (placements).
    pub fn states(&self) -> u128 {
        count_states(self.size, self.walls)
    }

    /// The exact number of goal states, which the counts of all solvable clusters must add up to.
    pub fn goal_states(&self) -> u128 {
        count_goal_states(self.size, self.walls)
    }

    /// A worker with buffers of its own, for one thread.
    pub fn worker(&self) -> Worker<'_> {
        Worker { of_size: self.of_size.worker(self.metric, self.least_depth) }
    }
}

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
    /// order.
    ///
    /// On 5×5 and 7×7, of two candidates whose clusters are mirror images of each other, one is counted but not searched: the
    /// other gives the counts and rows of both clusters, first its own row, then the mirror image's.
    ///
    /// # Errors
    /// [`ClusterTooLarge`] for the first candidate whose cluster is larger than the search can handle; `on_row` has been called
    /// with the rows before it, and is not called again.
    ///
    /// # Panics
    /// If a rank is not below [`Generator::candidates`].
    pub fn analyse(&mut self, ranks: impl Into<Ranks>, on_row: &mut dyn FnMut(&Puzzle)) -> Result<Counts, ClusterTooLarge> {
        self.of_size.analyse(ranks.into(), on_row)
    }

    /// Where candidates were dismissed so far.
    pub fn dismissed_at(&self) -> DismissedAt {
        self.of_size.dismissed_at()
    }

    /// The candidate of a rank.
    ///
    /// # Panics
    /// If the rank is not below [`Generator::candidates`].
    pub fn candidate(&mut self, rank: u64) -> State {
        self.of_size.candidate(rank)
    }

    /// Adds the pieces of the candidate of a rank to a list, in any order; returns its walls. Faster than [`Worker::candidate`].
    ///
    /// # Panics
    /// As [`Worker::candidate`].
    pub fn candidate_pieces(&mut self, rank: u64, pieces: &mut Vec<Piece>) -> Bitboard {
        self.of_size.candidate_pieces(rank, pieces)
    }

    /// The row of the cluster whose smallest goal state is the candidate of a rank. Only items that matter in no
    /// state of the cluster are detected; minimality is not tested again. On 5×5 and 7×7 it is the row of this
    /// cluster alone, not of its mirror image.
    ///
    /// # Errors
    /// A [`RankError`] if the candidate can't give a row.
    pub fn row(&mut self, rank: u64) -> Result<Puzzle, RankError> {
        self.of_size.row(rank)
    }

    /// As [`Worker::row`], for a rank that need not belong to a row: whether every piece and wall matters is tested too.
    ///
    /// # Errors
    /// As [`Worker::row`].
    pub fn tested_row(&mut self, rank: u64) -> Result<Puzzle, RankError> {
        self.of_size.tested_row(rank)
    }

    /// The rank of a row, from which [`Worker::row`] gives it back: the rank of the smallest goal state of its cluster.
    ///
    /// # Errors
    /// A [`RankError`] if there is none: the board is not a placement of this size and wall range, or its cluster has another row
    /// or no row.
    pub fn rank_of(&mut self, row: &Puzzle) -> Result<u64, RankError> {
        self.of_size.rank_of(row)
    }

    /// The rank of the smallest goal state of the cluster of a state, whether or not the cluster has a row.
    ///
    /// # Errors
    /// [`RankError::NotEnumerated`], [`RankError::Unsolvable`], or [`RankError::TooLarge`].
    pub fn rank_of_cluster(&mut self, state: &State) -> Result<u64, RankError> {
        self.of_size.rank_of_cluster(state)
    }

    /// How many cars and trucks the candidate of a rank has.
    ///
    /// # Panics
    /// As [`Worker::candidate`].
    pub fn vehicle_counts(&mut self, rank: u64) -> VehicleCounts {
        self.of_size.vehicle_counts(rank)
    }
}

/// A generator for some board size.
trait AnyGenerator: Send + Sync {
    fn candidates(&self) -> u64;
    fn rank(&self, state: &State) -> Option<u64>;
    fn is_left_to_mirror_image(&self, state: &State) -> Option<bool>;
    fn gather_bits(&mut self, gathering: BitGathering);
    fn prepare_dismissal(&mut self);
    fn worker(&self, metric: Metric, least_depth: u32) -> Box<dyn AnyWorker + '_>;
}

/// A worker for some board size.
trait AnyWorker: Send {
    fn analyse(&mut self, ranks: Ranks, on_row: &mut dyn FnMut(&Puzzle)) -> Result<Counts, ClusterTooLarge>;
    fn dismissed_at(&self) -> DismissedAt;
    fn candidate(&mut self, rank: u64) -> State;
    fn candidate_pieces(&mut self, rank: u64, pieces: &mut Vec<Piece>) -> Bitboard;
    fn row(&mut self, rank: u64) -> Result<Puzzle, RankError>;
    fn tested_row(&mut self, rank: u64) -> Result<Puzzle, RankError>;
    fn rank_of(&mut self, row: &Puzzle) -> Result<u64, RankError>;
    fn rank_of_cluster(&mut self, state: &State) -> Result<u64, RankError>;
    fn vehicle_counts(&mut self, rank: u64) -> VehicleCounts;
}

struct GeneratorOfSize<const N: usize> {
    gathering: BitGathering,
    lines: LineTables<N>,
    enumerator: Enumerator<N>,
    /// What workers need to dismiss candidates; `None` if they search all.
    dismissal: Option<DismissalTables<N>>,
}

fn any_generator<const N: usize>(
    walls: WallRange,
    gathering: BitGathering,
    stop: StopToken<'_>,
) -> Result<Box<dyn AnyGenerator>, GeneratorError> {
    Ok(Box::new(GeneratorOfSize::<N>::new(walls, gathering, stop)?))
}

impl<const N: usize> GeneratorOfSize<N> {
    fn new(walls: WallRange, gathering: BitGathering, stop: StopToken<'_>) -> Result<GeneratorOfSize<N>, GeneratorError> {
        // every line keeps a free cell
        let lines = LineTables::new(walls.max().min(N - 1));
        let enumerator = Enumerator::new(&lines, walls, stop)?;
        Ok(GeneratorOfSize { gathering, lines, enumerator, dismissal: None })
    }

    fn worker_of_size(&self, metric: Metric, least_depth: u32) -> WorkerOfSize<'_, N> {
        let odometer = Odometer::new(&self.enumerator);
        let dismisser = self.dismissal.as_ref().map(|tables| Dismisser::new(&self.lines, &self.enumerator, tables));
        let analyzer = ClusterAnalyzer::new(self.gathering).with_metric(metric).with_least_depth(least_depth);
        WorkerOfSize { generator: self, odometer, dismisser, analyzer }
    }
}

impl<const N: usize> AnyGenerator for GeneratorOfSize<N> {
    fn candidates(&self) -> u64 {
        self.enumerator.candidates()
    }

    fn rank(&self, state: &State) -> Option<u64> {
        self.enumerator.rank(&Placement::from_state(&self.lines, state)?)
    }

    fn is_left_to_mirror_image(&self, state: &State) -> Option<bool> {
        let placement = Placement::from_state(&self.lines, state)?;
        Some(compare_with_mirror_image(&self.lines, &placement) == Ordering::Greater)
    }

    fn gather_bits(&mut self, gathering: BitGathering) {
        self.gathering = gathering;
    }

    fn prepare_dismissal(&mut self) {
        self.dismissal = Some(DismissalTables::new(&self.lines, &self.enumerator));
    }

    fn worker(&self, metric: Metric, least_depth: u32) -> Box<dyn AnyWorker + '_> {
        Box::new(self.worker_of_size(metric, least_depth))
    }
}

struct WorkerOfSize<'g, const N: usize> {
    generator: &'g GeneratorOfSize<N>,
    odometer: Odometer<'g, N>,
    dismisser: Option<Dismisser<'g, N>>,
    analyzer: ClusterAnalyzer<N>,
}

impl<const N: usize> AnyWorker for WorkerOfSize<'_, N> {
    fn analyse(&mut self, ranks: Ranks, on_row: &mut dyn FnMut(&Puzzle)) -> Result<Counts, ClusterTooLarge> {
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
                Ok(Some((cluster, rows))) => record(&mut counts, lines, &cluster, &rows, on_row),
                Err(limit) => failed = Some((*candidate, limit)),
            }
        };
        match &mut self.dismisser {
            None => self.odometer.visit(ranks.first, ranks.step, ranks.count, analyse),
            Some(dismisser) => {
                let mut analyse = analyse;
                if ranks.step == 1 {
                    dismisser.visit(ranks.first, ranks.count, &mut analyse);
                } else {
                    (0..ranks.count).for_each(|k| dismisser.visit(ranks.first + k * ranks.step, 1, &mut analyse));
                }
            }
        }
        counts.dismissed = ranks.count - searched;
        match failed {
            None => Ok(counts),
            Some((candidate, source)) => Err(ClusterTooLarge { state: candidate.to_state(lines), source }),
        }
    }

    fn dismissed_at(&self) -> DismissedAt {
        self.dismisser.as_ref().map_or(DismissedAt::default(), Dismisser::dismissed_at)
    }

    fn candidate(&mut self, rank: u64) -> State {
        let mut state = None;
        self.odometer.visit(rank, 1, 1, |candidate| state = Some(candidate.to_state(&self.generator.lines)));
        state.expect("one candidate was asked for")
    }

    fn candidate_pieces(&mut self, rank: u64, pieces: &mut Vec<Piece>) -> Bitboard {
        let mut walls = 0;
        self.odometer.visit(rank, 1, 1, |candidate| walls = candidate.pieces(&self.generator.lines, pieces));
        Bitboard(walls)
    }

    fn row(&mut self, rank: u64) -> Result<Puzzle, RankError> {
        self.row_of_size(rank)
    }

    fn tested_row(&mut self, rank: u64) -> Result<Puzzle, RankError> {
        self.tested_row_of_size(rank)
    }

    fn rank_of(&mut self, row: &Puzzle) -> Result<u64, RankError> {
        self.rank_of_size(row)
    }

    fn rank_of_cluster(&mut self, state: &State) -> Result<u64, RankError> {
        self.rank_of_cluster_of_size(state)
    }

    fn vehicle_counts(&mut self, rank: u64) -> VehicleCounts {
        self.vehicle_counts_of_size(rank)
    }
}

/// Counts a cluster, and its mirror image if it also stands for it, and passes on their rows.
#[inline(always)]
fn record<const N: usize>(
    counts: &mut Counts,
    lines: &LineTables<N>,
    cluster: &SolvableCluster<N>,
    rows: &ClusterRows<N>,
    on_row: &mut dyn FnMut(&Puzzle),
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
        if number == 1 {
            puzzle.board = puzzle.board.mirrored().expect("boards of this size have mirror images");
        }
        on_row(&puzzle);
    }
}

#[cfg(test)]
mod tests;
