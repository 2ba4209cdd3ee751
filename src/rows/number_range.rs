//! Inclusive ranges of numbers, as filters use them.
use std::fmt;
use std::str::FromStr;

/// An inclusive range of numbers, open at either end: `20..30`, `..12`, `5..`, or a single number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberRange {
    min: u64,
    max: u64,
}

/// A text that does not say what a filter needs; this is why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FilterTextError(pub(crate) String);

impl NumberRange {
    /// The range of all numbers.
    pub const ALL: NumberRange = NumberRange { min: 0, max: u64::MAX };

    /// The range of a number and all larger ones.
    pub fn at_least(min: u64) -> NumberRange {
        NumberRange { min, max: u64::MAX }
    }

    /// The range of a single number.
    pub fn exactly(number: u64) -> NumberRange {
        NumberRange { min: number, max: number }
    }

    /// Its smallest number.
    pub fn min(self) -> u64 {
        self.min
    }

    /// Its greatest number; `u64::MAX` if it is open upwards.
    pub fn max(self) -> u64 {
        self.max
    }

    /// The part of the range that is at most `max`; it may be empty.
    pub fn up_to(self, max: u64) -> NumberRange {
        NumberRange { max: self.max.min(max), ..self }
    }

    /// The numbers that are also in another range; there may be none.
    pub fn and(self, other: NumberRange) -> NumberRange {
        NumberRange { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// Whether the range contains a number.
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
    type Err = FilterTextError;

    fn from_str(text: &str) -> Result<NumberRange, FilterTextError> {
        let wrong = || FilterTextError(format!("'{text}' is neither a number nor an inclusive range like 20..30, 20.. or ..30"));
        let number = |t: &str, open: u64| if t.is_empty() { Ok(open) } else { t.parse().map_err(|_| wrong()) };
        // people write 20-30 too
        let dashed = || text.split_once('-').filter(|(min, max)| !min.is_empty() && !max.is_empty());
        let (min, max) = match text.split_once("..").or_else(dashed) {
            Some((min, max)) => (number(min, 0)?, number(max.strip_prefix('=').unwrap_or(max), u64::MAX)?),
            None if text.is_empty() => return Err(wrong()),
            None => (number(text, 0)?, number(text, 0)?),
        };
        if min > max {
            return Err(FilterTextError(format!("{min}..{max} is empty: write the smaller number first")));
        }
        Ok(NumberRange { min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let holds = |text: &str| [0u64, 5, 9].map(|n| text.parse::<NumberRange>().expect("a range").contains(n));
        assert_eq!(holds("5"), [false, true, false]);
        assert_eq!(holds("5.."), [false, true, true]);
        assert_eq!(holds("..5"), [true, true, false]);
        assert_eq!(holds("1..=5"), [false, true, false]);
        assert_eq!(holds("1-5"), [false, true, false]);
        assert_eq!(holds(".."), [true, true, true]);
        let error = |text: &str| text.parse::<NumberRange>().expect_err(text).to_string();
        assert_eq!(error("6..5"), "6..5 is empty: write the smaller number first");
        for text in ["", "x", "1...2", "-1", "1-", "1--2", "1.5"] {
            assert!(error(text).starts_with(&format!("'{text}' is neither a number nor")), "{text}");
        }
        assert_eq!(["5", "5..", "..5"].map(|t| t.parse::<NumberRange>().expect("a range").to_string()), ["5", "5..", "0..5"]);
    }
}
