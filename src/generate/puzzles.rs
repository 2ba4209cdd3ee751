//! The puzzles of some rules, generated on one thread. Which they are is decided before the first is generated: [`Puzzles`] has the
//! options, and [`PuzzleIter`], which it becomes, has none.
use super::generator::{ClusterTooLarge, Generator};
use crate::board::{Metric, Puzzle, Rules, WallRange};
use crate::enumerate::GeneratorError;
use std::collections::VecDeque;
use std::iter::FusedIterator;
use std::ops::{Bound, RangeBounds};

/// Candidates that are analysed at once. Each batch makes a new worker; this many candidates outweigh the cost of its buffers.
const BATCH: u64 = 4096;

/// The puzzles of some rules and a wall range, in order of the rank of their candidates. Options are set before it is iterated over.
///
/// A *candidate* is a placement with the primary at the exit in which no other piece can move left or up. The smallest goal state
/// of each solvable cluster is a candidate, and the cluster is analysed from it. Where the primary row is the middle row, as on 5×5
/// and 7×7, a cluster and its mirror image (the board upside down) are analysed together, from a candidate of one of them: its own puzzle comes first, then the mirror
/// image's.
///
/// Candidates are numbered from 0, so consecutive ranges of ranks give all puzzles without repetition, and can be worked on
/// anywhere. Most ranks give no puzzle, a few give two. The work is done on the calling thread, a few thousand ranks ahead.
///
/// ```
/// use gridlock::{Puzzle, Puzzles, Size, WallRange};
///
/// let puzzles = Puzzles::of(Size::square(4)?, WallRange::new(0, 0)?)?;
/// assert_eq!(puzzles.candidates(), 695);
/// let mut all = puzzles.into_iter().collect::<Result<Vec<Puzzle>, _>>()?;
/// assert_eq!(all.len(), 32);
/// all.sort(); // the order of the published database: hardest first
/// assert_eq!(all[0].moves, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Puzzles {
    generator: Generator,
    /// Ranks that are still to be analysed.
    next: u64,
    end: u64,
}

/// The iterator over [`Puzzles`].
#[derive(Debug)]
pub struct PuzzleIter {
    puzzles: Puzzles,
    /// What the last batch found: its puzzles, and the error that ended it.
    ready: VecDeque<Result<Puzzle, ClusterTooLarge>>,
}

impl From<Generator> for Puzzles {
    /// All puzzles of a generator, with its metric.
    fn from(generator: Generator) -> Puzzles {
        let generator = generator.pruning();
        let end = generator.candidates();
        Puzzles { generator, next: 0, end }
    }
}

impl Puzzles {
    /// All puzzles of rules and a wall range; depths count moves. A [`Size`](crate::Size) stands for the classic game. Builds the tables of the search, which takes well under a second
    /// up to 6×6.
    ///
    /// # Errors
    /// [`GeneratorError::NotEnumerated`] for boards with a side above 7; [`GeneratorError::TooManyCandidates`] if there are more candidates than 64 bits can number (7×7 with many walls).
    pub fn of(rules: impl Into<Rules>, walls: WallRange) -> Result<Puzzles, GeneratorError> {
        Ok(Generator::new(rules, walls)?.into())
    }

    /// The puzzles of at least this depth. Most others are rejected before the depths of their states are known.
    pub fn with_least_depth(self, least_depth: u32) -> Puzzles {
        Puzzles { generator: self.generator.with_least_depth(least_depth), ..self }
    }

    /// The puzzles whose depths count moves or steps.
    ///
    /// In steps, the unsolved state is the one that needs the most steps, and a piece matters if fewer steps are needed without
    /// it. So the puzzles themselves differ, not only their numbers.
    ///
    /// ```
    /// use gridlock::{Metric, Puzzles, Size, WallRange};
    ///
    /// let puzzles = Puzzles::of(Size::square(4)?, WallRange::new(0, 0)?)?.with_metric(Metric::Steps);
    /// let all = puzzles.into_iter().collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!((all.len(), all.iter().map(|puzzle| puzzle.moves).max()), (32, Some(10)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_metric(self, metric: Metric) -> Puzzles {
        Puzzles { generator: self.generator.with_metric(metric), ..self }
    }

    /// The number of candidates of the size and wall range; ranks run from 0 to one below it.
    pub fn candidates(&self) -> u64 {
        self.generator.candidates()
    }

    /// Only the puzzles of these ranks. Ranks beyond the last candidate give nothing.
    ///
    /// ```
    /// use gridlock::{Puzzles, Size, WallRange};
    ///
    /// let puzzles = || Puzzles::of(Size::square(4).unwrap(), WallRange::new(0, 0).unwrap()).unwrap();
    /// let count = |ranks| puzzles().ranks(ranks).into_iter().count();
    /// assert_eq!(count(0..350) + count(350..695), 32);
    /// ```
    pub fn ranks(self, ranks: impl RangeBounds<u64>) -> Puzzles {
        let next = match ranks.start_bound() {
            Bound::Included(&first) => first,
            Bound::Excluded(&before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match ranks.end_bound() {
            Bound::Included(&last) => last.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => u64::MAX,
        };
        let end = end.min(self.candidates());
        Puzzles { next, end, ..self }
    }
}

impl IntoIterator for Puzzles {
    type Item = Result<Puzzle, ClusterTooLarge>;
    type IntoIter = PuzzleIter;

    fn into_iter(self) -> PuzzleIter {
        PuzzleIter { puzzles: self, ready: VecDeque::new() }
    }
}

impl PuzzleIter {
    /// The puzzles again, for other ranks or another metric. What was found and not yet taken is lost.
    pub fn into_puzzles(self) -> Puzzles {
        self.puzzles
    }

    /// Analyses the next candidates.
    fn analyse_batch(&mut self) {
        let Puzzles { generator, next, end } = &mut self.puzzles;
        let last = (*end).min(next.saturating_add(BATCH));
        let ready = &mut self.ready;
        let analysed = generator.worker().analyse(*next..last, &mut |puzzle, _| ready.push_back(Ok(puzzle.clone())));
        *next = last;
        if let Err(error) = analysed {
            *next = generator.rank(&error.state).map_or(last, |rank| rank + 1);
            self.ready.push_back(Err(error));
        }
    }
}

impl Iterator for PuzzleIter {
    /// An error is about one cluster; the iterator continues with the candidate after it.
    type Item = Result<Puzzle, ClusterTooLarge>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && self.puzzles.next < self.puzzles.end {
            self.analyse_batch();
        }
        self.ready.pop_front()
    }
}

impl FusedIterator for PuzzleIter {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    fn puzzles_of(n: usize, walls: &str) -> Puzzles {
        Puzzles::of(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("a generator")
    }

    fn puzzles() -> Puzzles {
        puzzles_of(4, "0..2")
    }

    #[test]
    fn batches_give_the_rows_of_one_worker_in_order() {
        for (n, walls, rows) in [(4, "0..2", 32), (5, "0", 1_730)] {
            let generator =
                Generator::new(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("a generator");
            let count = generator.candidates();
            assert!(count > 2 * BATCH, "several batches");
            let mut expected = Vec::new();
            generator.worker().analyse(0..count, &mut |puzzle, _| expected.push(puzzle.clone())).expect("small");
            assert_eq!(expected.len(), rows);
            assert_eq!(puzzles_of(n, walls).into_iter().collect::<Result<Vec<_>, _>>().expect("small clusters"), expected);
            let cut = count / 3;
            let of = |ranks: (Bound<u64>, Bound<u64>)| puzzles_of(n, walls).ranks(ranks).into_iter();
            let parts = of((Bound::Unbounded, Bound::Excluded(cut)))
                .chain(of((Bound::Included(cut), Bound::Included(cut))))
                .chain(of((Bound::Excluded(cut), Bound::Unbounded)));
            assert_eq!(parts.collect::<Result<Vec<_>, _>>().expect("small clusters"), expected);
        }
    }

    #[test]
    fn ranks_may_be_empty_or_beyond_the_last() {
        let count = puzzles().candidates();
        for ranks in [0..0, count..u64::MAX, u64::MAX..u64::MAX] {
            assert_eq!(puzzles().ranks(ranks).into_iter().count(), 0);
        }
        assert_eq!(puzzles().ranks(count..).into_iter().next(), None);
        assert_eq!(puzzles().ranks(..=u64::MAX).into_iter().count(), puzzles().into_iter().count());
    }
}
