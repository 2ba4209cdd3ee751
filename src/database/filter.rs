//! Choosing rows: by what they are, at random with a seed, the same number for each number of moves, and by train and test.
use super::row::RowLine;
use super::row_facts::RowFacts;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::str::FromStr;

/// An inclusive range of numbers, open at either end: `20..30`, `..12`, `5..`, or a single number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberRange {
    min: u64,
    max: u64,
}

/// A range that can't be read or holds no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberRangeError {
    /// No range at all.
    #[error("'{0}' is neither a number nor an inclusive range like 20..30, 20.. or ..30")]
    Syntax(String),
    /// The smaller number comes last.
    #[error("{0}..{1} is empty: write the smaller number first")]
    Empty(u64, u64),
}

impl NumberRange {
    /// Every number.
    pub const ALL: NumberRange = NumberRange { min: 0, max: u64::MAX };

    /// A number and all above it.
    pub fn at_least(min: u64) -> NumberRange {
        NumberRange { min, max: u64::MAX }
    }

    /// The part of the range that is not above a number; it may hold no number.
    pub fn up_to(self, max: u64) -> NumberRange {
        NumberRange { max: self.max.min(max), ..self }
    }

    /// Whether a number lies inside.
    pub fn contains(self, number: impl Into<u64>) -> bool {
        (self.min..=self.max).contains(&number.into())
    }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NumberRange { min, max: u64::MAX } => write!(f, "{min}.."),
            NumberRange { min, max } if min == max => write!(f, "{min}"),
            NumberRange { min, max } => write!(f, "{min}..{max}"),
        }
    }
}

impl FromStr for NumberRange {
    type Err = NumberRangeError;

    fn from_str(text: &str) -> Result<NumberRange, NumberRangeError> {
        let number = |t: &str, open: u64| {
            if t.is_empty() { Ok(open) } else { t.parse().map_err(|_| NumberRangeError::Syntax(text.to_owned())) }
        };
        let (min, max) = match text.split_once("..") {
            Some((min, max)) => (number(min, 0)?, number(max.strip_prefix('=').unwrap_or(max), u64::MAX)?),
            None if text.is_empty() => return Err(NumberRangeError::Syntax(String::new())),
            None => (number(text, 0)?, number(text, 0)?),
        };
        if min > max { Err(NumberRangeError::Empty(min, max)) } else { Ok(NumberRange { min, max }) }
    }
}

/// What a row must be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Depth of the unsolved state.
    pub moves: NumberRange,
    /// States in the cluster.
    pub size: NumberRange,
    /// Walls.
    pub walls: NumberRange,
    /// Pieces, the primary among them.
    pub pieces: NumberRange,
    /// Cars besides the primary.
    pub cars: NumberRange,
    /// Trucks.
    pub trucks: NumberRange,
    /// Empty cells.
    pub empty: NumberRange,
}

impl Filter {
    /// Lets every row pass.
    pub const ALL: Filter = Filter {
        moves: NumberRange::ALL,
        size: NumberRange::ALL,
        walls: NumberRange::ALL,
        pieces: NumberRange::ALL,
        cars: NumberRange::ALL,
        trucks: NumberRange::ALL,
        empty: NumberRange::ALL,
    };

    /// Whether a row passes.
    pub fn accepts(&self, row: &RowLine, facts: &RowFacts) -> bool {
        self.moves.contains(row.moves)
            && self.size.contains(row.cluster_size)
            && self.walls.contains(facts.walls)
            && self.pieces.contains(facts.pieces)
            && self.cars.contains(facts.cars)
            && self.trucks.contains(facts.trucks)
            && self.empty.contains(facts.empty)
    }
}

/// A number that looks random but follows from seed, purpose and cluster: the first 8 bytes of SHA-256 over the seed as 8 bytes, the purpose,
/// and the row's board, all big-endian. A cluster has one row, so its board names it.
pub fn seeded_hash(seed: u64, purpose: &str, row: &RowLine) -> u64 {
    let digest = Sha256::new().chain_update(seed.to_be_bytes()).chain_update(purpose).chain_update(&row.board).finalize();
    u64::from_be_bytes(digest[..8].try_into().expect("8 of 32 bytes"))
}

/// A side of a split into training and test rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitSide {
    /// The rows to learn from.
    Train,
    /// The rows to be tested with.
    Test,
}

/// Every cluster on one of two sides, the same for the same seed, whatever else is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The side that is wanted.
    pub side: SplitSide,
    /// The share of the test side, 0 to 1.
    pub test_share: f64,
    /// The seed.
    pub seed: u64,
}

impl Split {
    /// Whether a row lies on the wanted side.
    pub fn accepts(&self, row: &RowLine) -> bool {
        let is_test = (seeded_hash(self.seed, "split", row) as f64) < self.test_share * 2f64.powi(64);
        is_test == (self.side == SplitSide::Test)
    }
}

/// How many rows are kept of those that pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleSize {
    /// All.
    All,
    /// So many in total.
    Total(usize),
    /// So many for each number of moves.
    PerMoves(usize),
}

/// Keeps a random choice of rows: those with the smallest seeded hash, so that it does not depend on the order of the rows.
pub struct Sampler {
    sample_size: SampleSize,
    seed: u64,
    met: u64,
    all: Vec<(u64, RowLine)>,
    /// By moves, or in one heap under 0: (hash, place in the input, row), the greatest hash on top.
    heaps: BTreeMap<u32, BinaryHeap<(u64, u64, RowLine)>>,
}

impl Sampler {
    /// A choice that still is empty.
    pub fn new(sample_size: SampleSize, seed: u64) -> Sampler {
        Sampler { sample_size, seed, met: 0, all: Vec::new(), heaps: BTreeMap::new() }
    }

    /// Offers a row.
    pub fn offer(&mut self, row: RowLine) {
        self.met += 1;
        let (class, most) = match self.sample_size {
            SampleSize::All => return self.all.push((self.met, row)),
            SampleSize::Total(most) => (0, most),
            SampleSize::PerMoves(most) => (row.moves, most),
        };
        let hash = seeded_hash(self.seed, "sample", &row);
        let heap = self.heaps.entry(class).or_default();
        if heap.len() < most || heap.peek().is_some_and(|top| hash < top.0) {
            heap.push((hash, self.met, row));
            if heap.len() > most {
                heap.pop();
            }
        }
    }

    /// How many rows were offered.
    pub fn met(&self) -> u64 {
        self.met
    }

    /// The rows chosen, in the order in which they were offered.
    pub fn finish(self) -> Vec<RowLine> {
        let mut chosen = self.all;
        chosen.extend(self.heaps.into_values().flatten().map(|(_, place, row)| (place, row)));
        chosen.sort_unstable_by_key(|&(place, _)| place);
        chosen.into_iter().map(|(_, row)| row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<RowLine> {
        let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
        rows.map(|line| line.parse().expect("a row")).collect()
    }

    fn choose(rows: &[RowLine], sample_size: SampleSize, seed: u64) -> Vec<RowLine> {
        let mut sampler = Sampler::new(sample_size, seed);
        rows.iter().for_each(|row| sampler.offer(row.clone()));
        assert_eq!(sampler.met(), rows.len() as u64);
        sampler.finish()
    }

    #[test]
    fn ranges_are_read() {
        let holds = |text: &str| [0u64, 5, 9].map(|n| text.parse::<NumberRange>().expect("a range").contains(n));
        assert_eq!(holds("5"), [false, true, false]);
        assert_eq!(holds("5.."), [false, true, true]);
        assert_eq!(holds("..5"), [true, true, false]);
        assert_eq!(holds("1..=5"), [false, true, false]);
        assert_eq!(holds(".."), [true, true, true]);
        assert_eq!("6..5".parse::<NumberRange>(), Err(NumberRangeError::Empty(6, 5)));
        for text in ["", "x", "1...2", "-1", "1.5"] {
            assert!(matches!(text.parse::<NumberRange>(), Err(NumberRangeError::Syntax(_))), "{text}");
        }
        assert_eq!(["5", "5..", "..5"].map(|t| t.parse::<NumberRange>().expect("a range").to_string()), ["5", "5..", "0..5"]);
    }

    #[test]
    fn samples_do_not_depend_on_the_order() {
        let mut rows = rows();
        let mut first = choose(&rows, SampleSize::Total(10), 3);
        rows.reverse();
        let mut second = choose(&rows, SampleSize::Total(10), 3);
        first.sort();
        second.sort();
        assert_eq!((first.len(), &first), (10, &second));
        assert_ne!(first, {
            let mut other = choose(&rows, SampleSize::Total(10), 4);
            other.sort();
            other
        });
        assert_eq!(choose(&rows, SampleSize::All, 3), rows);
    }

    #[test]
    fn every_number_of_moves_gets_its_share() {
        let rows = rows();
        let chosen = choose(&rows, SampleSize::PerMoves(1), 0);
        let mut moves: Vec<u32> = rows.iter().map(|row| row.moves).collect();
        moves.dedup();
        moves.sort_unstable();
        moves.dedup();
        let mut found: Vec<u32> = chosen.iter().map(|row| row.moves).collect();
        found.sort_unstable();
        assert_eq!(found, moves);
    }

    #[test]
    fn the_sides_of_a_split_are_disjoint_and_together_all() {
        let rows = rows();
        for (test_share, seed) in [(0.0, 1), (0.3, 1), (0.3, 2), (1.0, 1)] {
            let side = |side| rows.iter().filter(|row| Split { side, test_share, seed }.accepts(row)).count();
            assert_eq!(side(SplitSide::Train) + side(SplitSide::Test), rows.len());
            assert!((side(SplitSide::Test) as f64 - test_share * rows.len() as f64).abs() < 12.0);
        }
    }
}
