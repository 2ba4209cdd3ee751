//! The depth from which on a run keeps rows.
use std::fmt;
use std::str::FromStr;

use super::number_range::FilterTextError;
use crate::board::as_text;

/// Rows of fewer moves, or steps, are left out. As text `60..`; 0, for all rows, is `0..`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LeastDepth(pub u32);

impl LeastDepth {
    /// Whether no row is left out.
    pub fn is_none(&self) -> bool {
        self.0 == 0
    }
}

impl FromStr for LeastDepth {
    type Err = FilterTextError;

    fn from_str(text: &str) -> Result<LeastDepth, FilterTextError> {
        let least = text.strip_suffix("..").and_then(|least| least.parse().ok());
        least.map(LeastDepth).ok_or_else(|| {
            FilterTextError(format!(
                "'{text}' is not an open range like 60..: only the easier rows can be left out before their search; for other ranges \
                 use select"
            ))
        })
    }
}

impl fmt::Display for LeastDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.0)
    }
}

as_text!(LeastDepth);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_open_ranges_upward_are_read() {
        assert_eq!("60..".parse(), Ok(LeastDepth(60)));
        assert_eq!(LeastDepth(7).to_string().parse(), Ok(LeastDepth(7)));
        for text in ["60", "..60", "20..60", "60..=", "", "..", "-1..", "a..", "5000000000.."] {
            assert!(text.parse::<LeastDepth>().is_err(), "{text}");
        }
    }
}
