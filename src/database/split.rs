//! The split of a database into training and test rows.
use super::row::RowLine;
use super::seeded_hash::seeded_hash;

/// One side of a split into training and test rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitSide {
    /// The training rows.
    Train,
    /// The test rows.
    Test,
}

/// A split of all clusters into two sides. The side of a cluster depends on its board, the seed and the share alone, not on other filters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The side to keep.
    pub side: SplitSide,
    /// The share of clusters on the test side, from 0 to 1.
    pub test_share: f64,
    /// The seed.
    pub seed: u64,
}

impl Split {
    /// Whether a row is on the side to keep.
    pub fn accepts(&self, row: &RowLine) -> bool {
        let is_test = (seeded_hash(self.seed, "split", row) as f64) < self.test_share * 2f64.powi(64);
        is_test == (self.side == SplitSide::Test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<RowLine> {
        let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
        rows.map(|line| line.parse().expect("a row")).collect()
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
