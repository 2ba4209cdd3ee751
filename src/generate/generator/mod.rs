//! The generator: candidates by rank in, puzzles and counts out, for all rules.
mod row_rank;
mod worker;

pub use self::worker::Worker;
use self::worker::WorkerOfSize;
use super::bits::BitGathering;
use super::mirror::compare_with_mirror_image;
use super::pruning::PruningTables;
use crate::board::{LimitExceeded, Metric, Puzzle, Rules, Size, State, StopToken, WallRange};
use crate::enumerate::{Enumerator, GeneratorError, count_goal_states, count_states};
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

/// All that is fixed for rules and a wall range: tables and exact counts. Shared by all workers.
pub struct Generator {
    rules: Rules,
    walls: WallRange,
    metric: Metric,
    least_depth: u32,
    of_size: Box<dyn AnyGenerator>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Generator { rules, walls, metric, least_depth, of_size: _ } = self;
        write!(f, "Generator({rules}, walls {walls}, {metric}, depth {least_depth} or more)")
    }
}

impl Generator {
    /// Builds the tables; depths count moves, and bits are gathered in the fastest way. A [`Size`] stands for the classic game on
    /// boards of that size.
    ///
    /// # Errors
    /// [`GeneratorError::NotEnumerated`] for boards with a side above 7; [`GeneratorError::TooManyCandidates`] if there are more candidates than 64 bits
    /// can number (7×7 with many walls).
    pub fn new(rules: impl Into<Rules>, walls: WallRange) -> Result<Generator, GeneratorError> {
        Generator::new_until(rules, walls, StopToken::NEVER)
    }

    /// As [`Generator::new`], until it is stopped. The tables of 7×7 with many walls take minutes to hours.
    ///
    /// # Errors
    /// As [`Generator::new`]; [`GeneratorError::Stopped`].
    pub fn new_until(rules: impl Into<Rules>, walls: WallRange, stop: StopToken<'_>) -> Result<Generator, GeneratorError> {
        let (rules, gathering) = (rules.into(), BitGathering::fastest());
        let of_size = match rules.size().longer_side() {
            3 => GeneratorOfSize::<3>::boxed(rules, walls, gathering, stop)?,
            4 => GeneratorOfSize::<4>::boxed(rules, walls, gathering, stop)?,
            5 => GeneratorOfSize::<5>::boxed(rules, walls, gathering, stop)?,
            6 => GeneratorOfSize::<6>::boxed(rules, walls, gathering, stop)?,
            7 => GeneratorOfSize::<7>::boxed(rules, walls, gathering, stop)?,
            _ => return Err(GeneratorError::NotEnumerated(rules.size())),
        };
        Ok(Generator { rules, walls, metric: Metric::Moves, least_depth: 0, of_size })
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
        self.gather_bits(gathering);
        self
    }

    /// The same generator, where workers prune hopeless candidates before any search. The rows are the same. The clusters of
    /// pruned candidates are not explored, so all counts except of candidates and rows cover only the other clusters.
    pub fn pruning(mut self) -> Generator {
        self.prepare_pruning();
        self
    }

    /// What depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The rules of the boards.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.rules.size()
    }

    /// The range of walls.
    pub fn walls(&self) -> WallRange {
        self.walls
    }

    /// The exact number of states (placements).
    pub fn states(&self) -> u128 {
        count_states(self.rules, self.walls)
    }

    /// The exact number of goal states, which the counts of all solvable clusters must add up to.
    pub fn goal_states(&self) -> u128 {
        count_goal_states(self.rules, self.walls)
    }

    /// A worker with buffers of its own, for one thread.
    pub fn worker(&self) -> Worker<'_> {
        self.worker_of(self.metric, self.least_depth)
    }
}

for_any_size! {
    impl Generator { self.of_size: dyn AnyGenerator, for GeneratorOfSize<N>: Send + Sync }

    /// The exact number of candidates; ranks run from 0 to one below it.
    pub fn candidates[&self]() -> u64;

    /// The rank of a candidate; `None` for a state that is not one of these candidates.
    pub fn rank[&self](state: &State) -> Option<u64>;

    /// Whether the candidates of a state's cluster are skipped, because the mirror image of the cluster is analysed for both.
    /// Their rows come right after the mirror image's rows. `None` for a state of other rules, or with other lines than the
    /// candidates have.
    pub fn is_left_to_mirror_image[&self](state: &State) -> Option<bool>;

    fn gather_bits[&mut self](gathering: BitGathering);
    fn prepare_pruning[&mut self]();
    fn worker_of[&self](metric: Metric, least_depth: u32) -> Worker<'_>;
}

struct GeneratorOfSize<const N: usize> {
    gathering: BitGathering,
    lines: LineTables<N>,
    enumerator: Enumerator<N>,
    /// What workers need to prune candidates; `None` if they search all.
    pruning: Option<PruningTables<N>>,
}

impl<const N: usize> GeneratorOfSize<N> {
    fn boxed(
        rules: Rules,
        walls: WallRange,
        gathering: BitGathering,
        stop: StopToken<'_>,
    ) -> Result<Box<dyn AnyGenerator>, GeneratorError> {
        Ok(Box::new(GeneratorOfSize::<N>::new(rules, walls, gathering, stop)?))
    }

    fn new(
        rules: Rules,
        walls: WallRange,
        gathering: BitGathering,
        stop: StopToken<'_>,
    ) -> Result<GeneratorOfSize<N>, GeneratorError> {
        // every line keeps a free cell
        let lines = LineTables::of_rules(rules, walls.max().min(N - 1));
        let enumerator = Enumerator::new(&lines, walls, stop)?;
        Ok(GeneratorOfSize { gathering, lines, enumerator, pruning: None })
    }

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

    fn prepare_pruning(&mut self) {
        self.pruning = Some(PruningTables::new(&self.lines, &self.enumerator));
    }

    fn worker_of(&self, metric: Metric, least_depth: u32) -> Worker<'_> {
        WorkerOfSize::new(self, metric, least_depth).into()
    }
}

/// Why a rank gives no row, or a row has no rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankError {
    /// The rank is too large.
    #[error("there are {candidates} candidates, so there is no rank {rank}")]
    OutOfRange {
        /// The rank.
        rank: u64,
        /// How many candidates there are.
        candidates: u64,
    },
    /// The cluster of the candidate has a smaller goal state.
    #[error("the candidate {0} is not the smallest goal state of its cluster")]
    NotSmallestGoal(State),
    /// Some piece or wall does not matter.
    #[error("the cluster of {0} has no row: some piece or wall does not matter")]
    NotMinimal(State),
    /// The board is not enumerated.
    #[error("the board {0} is not a placement of the database")]
    NotEnumerated(State),
    /// The cluster has no goal state.
    #[error("the board {0} has no solution")]
    Unsolvable(State),
    /// The cluster has another row.
    #[error("the row of the cluster is '{0}'")]
    OtherRow(Puzzle),
    /// The cluster is larger than the search can handle.
    #[error(transparent)]
    TooLarge(#[from] ClusterTooLarge),
}

/// How many vehicles stand on a board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct VehicleCounts {
    /// All, with the primary.
    pub pieces: u32,
    /// The cells that they cover.
    pub covered: u32,
    /// Cars (length 2), not counting the primary.
    pub cars: u32,
    /// Trucks (length 3), not counting the primary.
    pub trucks: u32,
}

/// What the analysis of some candidates found. Add up with `+=`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Counts {
    /// Candidates, including those whose clusters are left to their mirror images.
    pub candidates: u64,
    /// Candidates that were pruned without a search. The counts below, except of rows, cover only the other candidates.
    #[cfg_attr(feature = "cli", serde(default, alias = "dismissed", skip_serializing_if = "is_zero"))]
    pub pruned: u64,
    /// Solvable clusters. Each is counted at the candidate that is its smallest goal state or, where there are mirror images, its
    /// mirror image's.
    pub solvable: u64,
    /// Goal states in all solvable clusters.
    pub goal_states: u64,
    /// Clusters that give a row.
    pub rows: u64,
    /// States in all solvable clusters.
    pub states: u64,
    /// States in the clusters that give a row.
    pub states_in_rows: u64,
    /// Greatest number of moves, or steps, of any row; 0 without rows.
    pub deepest: u32,
}

/// Sums saturate: counters read from a file may have any value, and no correct total comes near the largest number.
impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.candidates = self.candidates.saturating_add(other.candidates);
        self.pruned = self.pruned.saturating_add(other.pruned);
        self.solvable = self.solvable.saturating_add(other.solvable);
        self.goal_states = self.goal_states.saturating_add(other.goal_states);
        self.rows = self.rows.saturating_add(other.rows);
        self.states = self.states.saturating_add(other.states);
        self.states_in_rows = self.states_in_rows.saturating_add(other.states_in_rows);
        self.deepest = self.deepest.max(other.deepest);
    }
}

/// Whether a file leaves out a counter: versions that searched all candidates did not have it.
#[cfg(feature = "cli")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests;
