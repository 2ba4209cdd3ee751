//! Tiers: named ranges of moves, from easy to hard.
use std::str::FromStr;

use super::number_range::{FilterTextError, NumberRange};

/// The greatest number of tiers.
const MOST_TIERS: usize = 12;
/// What tiers look like, for messages.
const EXAMPLE: &str = "\"easy 4..9, medium 10..17, hard 18..\"";

/// A name for the rows with some numbers of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tier {
    /// Its name.
    pub name: String,
    /// The numbers of moves.
    pub moves: NumberRange,
}

/// Tiers, fewer moves first. Without any, every row is wanted.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tiers(Vec<Tier>);

impl Tiers {
    /// The empty list.
    pub const NONE: Tiers = Tiers(Vec::new());

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tier that holds a number of moves.
    pub fn of(&self, moves: u32) -> Option<&Tier> {
        self.0.iter().find(|tier| tier.moves.contains(moves))
    }

    /// Whether rows with a number of moves are wanted: it is in a tier, or the list is empty.
    pub fn accepts(&self, moves: u32) -> bool {
        self.is_empty() || self.of(moves).is_some()
    }

    /// Whether a tier has numbers of a range.
    pub fn meet(&self, moves: NumberRange) -> bool {
        self.0.iter().map(|tier| tier.moves.and(moves)).any(|both| both.min() <= both.max())
    }

    /// The stratum of a wanted row: the number of its tier or, without tiers, its number of moves.
    pub fn stratum_of(&self, moves: u32) -> u32 {
        if self.is_empty() { moves } else { self.0.iter().filter(|tier| tier.moves.min() <= moves.into()).count() as u32 }
    }
}

impl FromStr for Tiers {
    type Err = FilterTextError;

    fn from_str(text: &str) -> Result<Tiers, FilterTextError> {
        let mut tiers: Vec<Tier> = Vec::new();
        for tier in text.split(',').map(str::trim) {
            let (name, range) = tier.rsplit_once(char::is_whitespace).ok_or_else(|| {
                FilterTextError(format!("'{tier}' is not a tier: write a name and a range of moves, like {EXAMPLE}"))
            })?;
            let name = name.trim().to_owned();
            if name.contains([';', ':']) || name.contains("..") {
                return Err(FilterTextError(format!(
                    "'{name}' is no name of a tier: write commas between tiers, like {EXAMPLE}"
                )));
            }
            let moves: NumberRange = range.parse().map_err(|error| FilterTextError(format!("tier '{name}': {error}")))?;
            if let Some(Tier { name: before, .. }) = tiers.last().filter(|before| before.moves.max() >= moves.min()) {
                return Err(FilterTextError(format!(
                    "tier '{name}' must begin with more moves than the end of tier '{before}', which comes before it"
                )));
            }
            if tiers.iter().any(|other| other.name == name) {
                return Err(FilterTextError(format!("two tiers are called '{name}'")));
            }
            tiers.push(Tier { name, moves });
        }
        if tiers.len() > MOST_TIERS {
            return Err(FilterTextError(format!("there are more than {MOST_TIERS} tiers")));
        }
        Ok(Tiers(tiers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_are_read_or_refused() {
        let tiers: Tiers = "easy 4..9, quite hard 18..29, expert 30..".parse().expect("tiers");
        assert_eq!(
            [3, 4, 9, 10, 18, 29, 30, 60].map(|moves| tiers.of(moves).map(|tier| tier.name.as_str())),
            [None, Some("easy"), Some("easy"), None, Some("quite hard"), Some("quite hard"), Some("expert"), Some("expert")]
        );
        assert_eq!([4, 9, 18, 30, 60].map(|moves| tiers.stratum_of(moves)), [1, 1, 2, 3, 3]);
        assert_eq!(Tiers::NONE.stratum_of(7), 7);
        assert!(Tiers::NONE.accepts(7) && tiers.accepts(4) && !tiers.accepts(10));
        let error = |text: &str| text.parse::<Tiers>().expect_err(text).to_string();
        assert!(error("").starts_with("'' is not a tier") && error("easy 4..9,").starts_with("'' is not a tier"));
        assert!(error("easy").starts_with("'easy' is not a tier"));
        for text in ["easy 4..9 hard 18..", "easy 4..9; hard 18..", "easy: 4..9, hard: 18.."] {
            assert!(error(text).contains("is no name of a tier: write commas between tiers"), "{text}");
        }
        assert!(error("easy few").starts_with("tier 'easy': 'few' is neither a number"));
        for text in ["a 4..9, b 9..12", "a 4.., b 9..12"] {
            assert!(error(text).starts_with("tier 'b' must begin with more moves than the end of tier 'a'"));
        }
        assert!(error("b 10..12, a 4..9").starts_with("tier 'a' must begin"));
        assert_eq!(error("a 1, a 2"), "two tiers are called 'a'");
        let many: Vec<String> = (1..=13).map(|k| format!("t{k} {k}")).collect();
        assert_eq!(error(&many.join(",")), "there are more than 12 tiers");
    }
}
