//! How many steps a vertical needs to clear the primary row, up and down.
use super::line_group::LineGroup;

/// Stands for "impossible": more steps than any solution has.
pub const NEVER: u8 = u8::MAX;

/// What it takes, in steps, for the vertical on the primary row to clear that row.
///
/// ```text
/// column [2,2] on 6 cells, the primary row is row 2:
///
///   . B B . C C    config of the column, top to bottom; B covers row 2
///   up    B moves by 1 into row 0: 1 step that sweeps row 0
///   down  B moves by 2, but C is at the bottom already: NEVER
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepClearance {
    /// To wholly above the row.
    pub up: Way,
    /// To wholly below it.
    pub down: Way,
}

/// The shortest way to one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// The steps of all pieces of the column together, pushed ones included; [`NEVER`] if the column has no room.
    pub steps: u8,
    /// Mask of the cells that they enter.
    pub swept: u8,
}

impl Way {
    const NONE: Way = Way { steps: NEVER, swept: 0 };
}

impl Default for StepClearance {
    fn default() -> StepClearance {
        StepClearance { up: Way::NONE, down: Way::NONE }
    }
}

impl StepClearance {
    /// The clearance of the piece that covers cell `row` in a configuration; [`NEVER`] both ways if no piece does.
    ///
    /// Of all configurations with the piece on one side, one has the fewest steps, and every other one enters its cells too: the
    /// piece stops as soon as it is clear, pieces ahead of it move only as far as they are pushed, and those on its other side
    /// stay.
    pub(super) fn of(group: &LineGroup, config: usize, row: usize) -> StepClearance {
        let row = row as u8; // a line has at most 8 cells
        let Some(piece) = group.placed(config).position(|(start, length)| (start..start + length).contains(&row)) else {
            return StepClearance::default();
        };
        let (from, length) = (&group.starts[config], group.lengths[piece]);
        let way = |is_clear: &dyn Fn(u8) -> bool| {
            let clear = group.starts.iter().filter(|starts| is_clear(starts[piece]));
            let Some(to) = clear.min_by_key(|starts| distance(starts, from)) else { return Way::NONE };
            let entered = from.iter().zip(to).zip(&group.lengths).fold(0, |cells, ((&a, &b), &length)| {
                cells | if b < a { cells_of(b, a) } else { cells_of(a + length, b + length) }
            });
            Way { steps: distance(to, from), swept: entered }
        };
        StepClearance { up: way(&|start| start + length <= row), down: way(&|start| start > row) }
    }
}

/// The steps from one configuration to another, each given by the first cells of its pieces, if nothing crosses the line.
pub(super) fn distance(a: &[u8], b: &[u8]) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum()
}

/// The cells `from..end`.
fn cells_of(from: u8, end: u8) -> u8 {
    (from..end).fold(0, |cells, cell| cells | 1 << cell)
}
