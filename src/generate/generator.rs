//! The search behind one door: candidates by rank in, puzzles and counts out, for any board size.
use super::analyzer::{ClusterAnalyzer, Verdict};
use super::counts::Counts;
use crate::board::{Puzzle, Size, State, WallRange};
use crate::enumerate::{Enumerator, LineTables, Odometer, Placement, TooManyCandidates, count_goal_states, count_states};

/// Some of the candidates of a size and wall range: `count` of them, of rank `first`, `first + step`, `first + 2 * step`, ...
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// Rank of the first candidate, from 0.
    pub first: u64,
    /// Distance from one to the next, at least 1.
    pub step: u64,
    /// How many.
    pub count: u64,
}

/// All that is fixed for a size and wall range: tables and exact counts. Shared by all workers.
pub struct Generator {
    size: Size,
    walls: WallRange,
    of_size: Box<dyn AnyGenerator>,
}

impl Generator {
    /// Builds the tables.
    ///
    /// # Errors
    /// [`TooManyCandidates`] if there are more candidates than 64 bits can number (7×7 with many walls).
    pub fn new(size: Size, walls: WallRange) -> Result<Generator, TooManyCandidates> {
        let of_size: Box<dyn AnyGenerator> = match size.n() {
            4 => Box::new(GeneratorOfSize::<4>::new(walls)?),
            5 => Box::new(GeneratorOfSize::<5>::new(walls)?),
            6 => Box::new(GeneratorOfSize::<6>::new(walls)?),
            _ => Box::new(GeneratorOfSize::<7>::new(walls)?),
        };
        Ok(Generator { size, walls, of_size })
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

    /// The rank of a candidate; `None` for a state that is none of these candidates.
    pub fn rank(&self, state: &State) -> Option<u64> {
        self.of_size.rank(state)
    }

    /// The exact number of states (placements).
    pub fn states(&self) -> u128 {
        count_states(self.size, self.walls)
    }

    /// The exact number of goal states, which those of all solvable clusters must add up to.
    pub fn goal_states(&self) -> u128 {
        count_goal_states(self.size, self.walls)
    }

    /// A worker with scratch buffers of its own.
    pub fn worker(&self) -> Worker<'_> {
        Worker { of_size: self.of_size.worker() }
    }
}

/// Analyses candidates, one thread's worth. Its buffers are reused for all its work.
pub struct Worker<'g> {
    of_size: Box<dyn AnyWorker + 'g>,
}

impl Worker<'_> {
    /// Analyses the candidates at `ranks`, in order; each cluster that gives a row is handed to `found`, in candidate order.
    ///
    /// # Panics
    /// If a rank is not below [`Generator::candidates`].
    pub fn analyse(&mut self, ranks: Ranks, found: &mut dyn FnMut(&Puzzle)) -> Counts {
        self.of_size.analyse(ranks, found)
    }

    /// The candidate of a rank.
    ///
    /// # Panics
    /// If the rank is not below [`Generator::candidates`].
    pub fn candidate(&mut self, rank: u64) -> State {
        self.of_size.candidate(rank)
    }
}

trait AnyGenerator: Send + Sync {
    fn candidates(&self) -> u64;
    fn rank(&self, state: &State) -> Option<u64>;
    fn worker(&self) -> Box<dyn AnyWorker + '_>;
}

trait AnyWorker: Send {
    fn analyse(&mut self, ranks: Ranks, found: &mut dyn FnMut(&Puzzle)) -> Counts;
    fn candidate(&mut self, rank: u64) -> State;
}

struct GeneratorOfSize<const N: usize> {
    lines: LineTables<N>,
    enumerator: Enumerator<N>,
}

impl<const N: usize> GeneratorOfSize<N> {
    fn new(walls: WallRange) -> Result<GeneratorOfSize<N>, TooManyCandidates> {
        // a line keeps a free cell
        let lines = LineTables::new(walls.max().min(N - 1));
        let enumerator = Enumerator::new(&lines, walls)?;
        Ok(GeneratorOfSize { lines, enumerator })
    }
}

impl<const N: usize> AnyGenerator for GeneratorOfSize<N> {
    fn candidates(&self) -> u64 {
        self.enumerator.candidates()
    }

    fn rank(&self, state: &State) -> Option<u64> {
        self.enumerator.rank(&Placement::from_state(&self.lines, state)?)
    }

    fn worker(&self) -> Box<dyn AnyWorker + '_> {
        Box::new(WorkerOfSizeN {
            lines: &self.lines,
            cursor: Odometer::new(&self.enumerator),
            analysis: ClusterAnalyzer::default(),
        })
    }
}

struct WorkerOfSizeN<'g, const N: usize> {
    lines: &'g LineTables<N>,
    cursor: Odometer<'g, N>,
    analysis: ClusterAnalyzer<N>,
}

impl<const N: usize> AnyWorker for WorkerOfSizeN<'_, N> {
    fn analyse(&mut self, ranks: Ranks, found: &mut dyn FnMut(&Puzzle)) -> Counts {
        let (lines, analysis) = (self.lines, &mut self.analysis);
        let mut counts = Counts { candidates: ranks.count, ..Counts::default() };
        self.cursor.visit(ranks.first, ranks.step, ranks.count, |candidate| {
            let verdict = analysis.run(lines, candidate);
            if let Verdict::Row { states, moves, unsolved } = &verdict {
                counts.rows += 1;
                counts.states_in_rows += states;
                counts.deepest = counts.deepest.max(*moves);
                found(&Puzzle { moves: *moves, unsolved: unsolved.to_state(lines), cluster_size: *states });
            }
            match verdict {
                Verdict::NotCanonical => {}
                Verdict::NotMinimal { states } | Verdict::Row { states, .. } => {
                    counts.states += states;
                    counts.goal_states += analysis.goal_states();
                    counts.solvable += 1;
                }
            }
        });
        counts
    }

    fn candidate(&mut self, rank: u64) -> State {
        let mut found = None;
        self.cursor.visit(rank, 1, 1, |candidate| found = Some(candidate.to_state(self.lines)));
        found.expect("one candidate was asked for")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Cluster;

    #[test]
    fn a_candidate_comes_back_from_its_rank_and_other_states_have_none() {
        for (n, walls) in [(4, "0..3"), (5, "1..2"), (6, "0..2"), (7, "0")] {
            let generator = Generator::new(Size::new(n).expect("a size"), walls.parse().expect("a range")).expect("not too many");
            let mut worker = generator.worker();
            let mut random = fastrand::Rng::with_seed(n as u64);
            let last = generator.candidates() - 1;
            for rank in [0, last].into_iter().chain(std::iter::repeat_with(|| random.u64(..=last)).take(300)) {
                let state = worker.candidate(rank);
                assert_eq!(generator.rank(&state), Some(rank), "{state}");
                let Ok(cluster) = Cluster::explore(&state, 2_000) else { continue };
                for number in 1..cluster.states() {
                    let other = cluster.state(number);
                    let rank = generator.rank(&other);
                    assert!(rank.is_none_or(|rank| worker.candidate(rank) == other), "{other}");
                }
            }
            let other = Size::new(if n == 4 { 5 } else { 4 }).expect("a size");
            let foreign = Generator::new(other, "0".parse().expect("a range")).expect("not too many").worker().candidate(0);
            assert_eq!(generator.rank(&foreign), None);
        }
    }
}
