//! The split of a database into training, validation and test rows.
use super::seeded_hash;
use crate::rows::{FilterTextError, Row};
use std::str::FromStr;

/// One side of a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SplitSide {
    /// The largest side, to learn from.
    Train,
    /// The side to choose settings with; needs --shares.
    Validation,
    /// The side to test with at the end.
    Test,
}

/// The shares of the sides: where the sides end on the scale of hashes from 0 to 1. From the smallest hashes up come test, then
/// validation, then train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shares {
    test_end: f64,
    validation_end: f64,
}

impl Shares {
    /// Two sides: test, and train with the rest.
    ///
    /// # Errors
    /// A [`FilterTextError`] if `test` is not from 0 to 1.
    pub fn of_test(test: f64) -> Result<Shares, FilterTextError> {
        let shares = Shares { test_end: test, validation_end: test };
        let is_share = (0.0..=1.0).contains(&test);
        is_share
            .then_some(shares)
            .ok_or_else(|| FilterTextError("the share of the test side must be a number from 0 to 1".to_owned()))
    }

    /// Whether the validation side has a share.
    pub fn has_validation(self) -> bool {
        self.validation_end > self.test_end
    }

    /// The side to which a hash belongs.
    fn side(self, hash: u64) -> SplitSide {
        let is_below = |end: f64| u128::from(hash) < (end * 2f64.powi(64)) as u128;
        if is_below(self.test_end) {
            SplitSide::Test
        } else if is_below(self.validation_end) {
            SplitSide::Validation
        } else {
            SplitSide::Train
        }
    }
}

impl FromStr for Shares {
    type Err = FilterTextError;

    /// Reads percentages: `80,10,10` for train, validation and test, or `80,20` for train and test.
    fn from_str(text: &str) -> Result<Shares, FilterTextError> {
        let syntax = || {
            FilterTextError(format!(
                "'{text}' is neither three percentages for train, validation and test, like 80,10,10, nor two for train and test, like 80,20"
            ))
        };
        let percentages: Vec<f64> =
            text.split(',').map(|share| share.trim().parse()).collect::<Result<_, _>>().map_err(|_| syntax())?;
        let (train, validation, test) = match percentages[..] {
            [train, test] => (train, 0.0, test),
            [train, validation, test] => (train, validation, test),
            _ => return Err(syntax()),
        };
        if percentages.iter().any(|share| !(0.0..=100.0).contains(share)) {
            return Err(syntax());
        }
        let sum: f64 = percentages.iter().sum();
        if (sum - 100.0).abs() > 1e-9 {
            return Err(FilterTextError(format!("'{text}' adds up to {sum} %: the percentages of all sides must add up to 100")));
        }
        let test_end = test / 100.0;
        Ok(Shares { test_end, validation_end: if validation > 0.0 { 1.0 - train / 100.0 } else { test_end } })
    }
}

/// A split of all clusters into sides. The side of a cluster depends on the seed, the shares, and its board or, if the number of
/// rows of the board is odd, its lines; not on other filters.
///
/// A cluster and its mirror image (the board upside down) are equally hard in every respect, and a model trained with one knows
/// the other. So where the primary row can be the middle row, as on 5×5 and 7×7, both are on the same side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The side to keep.
    pub side: SplitSide,
    /// The shares of the sides.
    pub shares: Shares,
    /// The seed.
    pub seed: u64,
}

impl Split {
    /// Whether a row is on the side to keep. A board that is not in the database, for instance with another exit, counts as a
    /// cluster of its own.
    pub fn accepts(&self, row: &Row) -> bool {
        self.keeps(split_hash(self.seed, row))
    }

    /// Whether rows with a [`split_hash`] are on the side to keep.
    pub fn keeps(&self, hash: u64) -> bool {
        self.shares.side(hash) == self.side
    }
}

/// What decides the side of a row. A cluster and its mirror image have the same.
pub fn split_hash(seed: u64, row: &Row) -> u64 {
    let has_mirror_images = row.size().is_some_and(|size| size.height() % 2 == 1);
    match has_mirror_images.then(|| row.lines().ok()).flatten() {
        // The smaller of the two boards would not do: a row has the smallest deepest state of its cluster, and if there are
        // several, the mirror image of the smallest need not be the smallest in the mirror image. Moves never change the lines.
        Some(lines) => seeded_hash(seed, "split", &lines.to_string().min(lines.mirrored().to_string())),
        None => seeded_hash(seed, "split", &row.board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [SplitSide; 3] = [SplitSide::Train, SplitSide::Validation, SplitSide::Test];

    fn rows() -> Vec<Row> {
        let rows = include_str!("../../../data/rows45.txt").lines().chain(include_str!("../../../data/top23.txt").lines());
        rows.map(|line| Row::of(line.parse().expect("a row")).expect("pieces")).collect()
    }

    fn side_of(row: &Row, shares: Shares, seed: u64) -> SplitSide {
        let mut sides = SIDES.into_iter().filter(|&side| Split { side, shares, seed }.accepts(row));
        let side = sides.next().expect("every row is on a side");
        assert_eq!(sides.next(), None, "{} is on two sides", row.text());
        side
    }

    #[test]
    fn the_sides_of_a_split_are_disjoint_and_together_all() {
        let rows = rows();
        for (shares, expected) in [
            ("100,0", [1.0, 0.0, 0.0]),
            ("70,30", [0.7, 0.0, 0.3]),
            ("80,10,10", [0.8, 0.1, 0.1]),
            ("33.3,33.3,33.4", [0.333, 0.333, 0.334]),
            ("0,0,100", [0.0, 0.0, 1.0]),
            ("0, 100, 0", [0.0, 1.0, 0.0]),
        ] {
            let shares: Shares = shares.parse().expect("shares");
            for seed in [1, 2] {
                let found: Vec<SplitSide> = rows.iter().map(|row| side_of(row, shares, seed)).collect();
                for (side, expected) in SIDES.into_iter().zip(expected) {
                    let count = found.iter().filter(|&&found| found == side).count() as f64;
                    let all = rows.len() as f64;
                    assert!((count - expected * all).abs() < 12.0, "{shares:?} {side:?}: {count} of {all}");
                    assert!(count == 0.0 || expected > 0.0);
                }
            }
        }
    }

    #[test]
    fn validation_rows_are_taken_from_the_training_rows() {
        let (two, three) = (Shares::of_test(0.2).expect("a share"), "60,20,20".parse().expect("shares"));
        for row in rows() {
            let (two, three) = (side_of(&row, two, 3), side_of(&row, three, 3));
            assert_eq!(two == SplitSide::Test, three == SplitSide::Test, "{}", row.text());
        }
    }

    #[test]
    fn mirror_images_on_boards_that_are_not_square_are_on_one_side() {
        // B B . .    upside down D D D .
        // . . . C                . . . .
        // A A . C                A A . C
        // . . . .                . . . C
        // D D D .                B B . .
        let row = |board: &str, size: &str| {
            let row = Row::of(format!("05 {board} 9").parse().expect("a row")).expect("pieces");
            row.of_rules(size.parse().expect("rules"))
        };
        let of_seed = |seed| ["BBoooooCAAoCooooDDDo", "DDDoooooAAoCoooCBBoo"].map(|board| split_hash(seed, &row(board, "4x5")));
        assert!((0..20).map(of_seed).all(|[one, other]| one == other));
        // four rows have no middle row: a board decides by itself
        let of_seed = |seed| ["BBoooAAooCooooCDDDoo", "DDDooooooCAAooCBBooo"].map(|board| split_hash(seed, &row(board, "5x4")));
        assert!((0..20).map(of_seed).all(|[one, other]| one != other));
    }

    #[test]
    fn wrong_shares_are_refused() {
        for text in ["", "80", "a,b", "40,30,20,10", "-10,110", "50,NaN", "inf,0", "80,,20"] {
            let error = text.parse::<Shares>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("'{text}' is neither three percentages")), "{error}");
        }
        let error = "80,10,20".parse::<Shares>().expect_err("a wrong sum").to_string();
        assert!(error.starts_with("'80,10,20' adds up to 110 %"), "{error}");
        assert!(Shares::of_test(1.5).is_err() && Shares::of_test(f64::NAN).is_err());
    }
}
