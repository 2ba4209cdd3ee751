//! The unit in which depths and the lengths of solutions are counted.
use std::fmt;

/// What counts as one unit of a solution's length.
///
/// ```
/// use gridlock::Metric;
///
/// assert_eq!(Metric::default(), Metric::Moves);
/// assert_eq!((Metric::Steps.to_string(), Metric::Steps.noun()), ("steps".to_owned(), "step"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Metric {
    /// A move is one piece by any number of cells.
    #[default]
    Moves,
    /// A step is one piece by one cell.
    Steps,
}

impl Metric {
    /// One unit in English: `move` or `step`.
    pub fn noun(self) -> &'static str {
        match self {
            Metric::Moves => "move",
            Metric::Steps => "step",
        }
    }

    /// Whether one unit may move a piece by more than one cell.
    pub(crate) fn slides_far(self) -> bool {
        match self {
            Metric::Moves => true,
            Metric::Steps => false,
        }
    }

    /// The fewest units that move one piece by `cells` free cells, at least one.
    pub(crate) fn units(self, cells: u32) -> u32 {
        match self {
            Metric::Moves => 1,
            Metric::Steps => cells,
        }
    }
}

impl fmt::Display for Metric {
    /// `moves` or `steps`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.noun())
    }
}
