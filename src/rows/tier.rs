//! Tiers: named ranges of moves, from easy to hard.
use std::str::FromStr;

use super::number_range::{NumberRange, NumberRangeError};

/// The greatest number of tiers.
const MOST_TIERS: usize = 12;

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

/// Why a text is not [`Tiers`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TiersError {
    /// A tier is not written as name and range.
    #[error("'{0}' is not a tier: write a name and a range of moves, like \"easy 4..9, medium 10..17, hard 18..\"")]
    Syntax(String),
    /// The range of a tier can't be read.
    #[error("tier '{0}': {1}")]
    Range(String, NumberRangeError),
    /// Two tiers share numbers of moves, or the harder one comes first.
    #[error("tier '{1}' must begin with more moves than the end of tier '{0}', which comes before it")]
    Order(String, String),
    /// A name occurs twice.
    #[error("two tiers are called '{0}'")]
    Name(String),
    /// There are too many.
    #[error("there are more than {MOST_TIERS} tiers")]
    Count,
}

impl Tiers {
    /// The empty list.
    pub const NONE: Tiers = Tiers(Vec::new());

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tier of a row with so many moves.
    pub fn of(&self, moves: u32) -> Option<&Tier> {
        self.0.iter().find(|tier| tier.moves.contains(moves))
    }

    /// Whether a row with so many moves is wanted: its moves are in a tier, or the list is empty.
    pub fn accepts(&self, moves: u32) -> bool {
        self.is_empty() || self.of(moves).is_some()
    }

    /// The class of a wanted row for a sample that is spread: the number of its tier or, without tiers, its number of moves.
    pub fn class_of(&self, moves: u32) -> u32 {
        if self.is_empty() { moves } else { self.0.iter().filter(|tier| tier.moves.min() <= moves.into()).count() as u32 }
    }
}

impl FromStr for Tiers {
    type Err = TiersError;

    fn from_str(text: &str) -> Result<Tiers, TiersError> {
        let mut tiers: Vec<Tier> = Vec::new();
        for tier in text.split(',').map(str::trim) {
            let (name, range) = tier.rsplit_once(char::is_whitespace).ok_or_else(|| TiersError::Syntax(tier.to_owned()))?;
            let name = name.trim().to_owned();
            let moves: NumberRange = range.parse().map_err(|error| TiersError::Range(name.clone(), error))?;
            if let Some(before) = tiers.last()
                && before.moves.max() >= moves.min()
            {
                return Err(TiersError::Order(before.name.clone(), name));
            }
            if tiers.iter().any(|other| other.name == name) {
                return Err(TiersError::Name(name));
            }
            tiers.push(Tier { name, moves });
        }
        if tiers.len() > MOST_TIERS { Err(TiersError::Count) } else { Ok(Tiers(tiers)) }
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
        assert_eq!([4, 9, 18, 30, 60].map(|moves| tiers.class_of(moves)), [1, 1, 2, 3, 3]);
        assert_eq!(Tiers::NONE.class_of(7), 7);
        assert!(Tiers::NONE.accepts(7) && tiers.accepts(4) && !tiers.accepts(10));
        let error = |text: &str| text.parse::<Tiers>().expect_err(text);
        assert_eq!(error(""), TiersError::Syntax(String::new()));
        assert_eq!(error("easy"), TiersError::Syntax("easy".to_owned()));
        assert_eq!(error("easy 4..9,"), TiersError::Syntax(String::new()));
        assert!(matches!(error("easy few"), TiersError::Range(..)));
        assert!(matches!(error("a 4..9, b 9..12"), TiersError::Order(..)));
        assert!(matches!(error("a 4.., b 9..12"), TiersError::Order(..)));
        assert!(matches!(error("b 10..12, a 4..9"), TiersError::Order(..)));
        assert_eq!(error("a 1, a 2"), TiersError::Name("a".to_owned()));
        let many: Vec<String> = (1..=13).map(|k| format!("t{k} {k}")).collect();
        assert_eq!(error(&many.join(",")), TiersError::Count);
    }
}
