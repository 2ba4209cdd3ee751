//! The unit in which depths and the lengths of solutions are counted.

/// What counts as one unit of a solution's length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// One piece slides by one or more cells.
    Moves,
    /// One piece slides by one cell.
    Steps,
}
