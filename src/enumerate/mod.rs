//! Which placements there are: all candidates of a size and wall range by rank, and exact counts without enumeration.
//!
//! The levels, each made from those above it; read them in this order:
//!
//! - `LineEntries`: which rows may be chosen, and which columns fit chosen rows.
//! - `Completions`: how many placements begin with given rows; its method is explained there. [`count_candidates`],
//!   [`count_states`], [`count_goal_states`] and [`count_packed_states`] are these counts for the whole board.
//! - [`Enumerator`]: the order of the candidates, and the rank of each. `RowWalk` visits the rows of consecutive
//!   candidates, and can skip subtrees; [`Odometer`] visits the candidates over them.
//!
//! The room imports `lines` and `board` only.
mod column_classes;
mod completions;
mod cut_side;
mod entries;
mod enumerator;
mod odometer;
mod row_walk;

pub use entries::PlacementKind;
pub(crate) use entries::{LineEntries, RowEntry};
pub use enumerator::{Enumerator, GeneratorError};
pub use odometer::Odometer;
pub(crate) use row_walk::{RowCells, RowVisitor, RowWalk};

use self::completions::{Completions, PrefixClass};
use crate::board::{Rules, StopToken, Stopped, WallRange};
use crate::lines::LineGroups;

/// The exact number of candidates: goal states in which no piece except the primary can move left or up.
///
/// The candidates are not enumerated: 7×7 without walls has 177,298,610,439 and is counted in less than a second.
pub fn count_candidates(rules: impl Into<Rules>, walls: WallRange) -> u128 {
    never_stopped(rules.into(), walls, PlacementKind::Candidates)
}

/// The exact number of packed states: placements in which no piece can move left or up. The smallest state of every cluster is
/// packed, so a generator can also start from these, as the generator of 2018 does.
pub fn count_packed_states(rules: impl Into<Rules>, walls: WallRange) -> u128 {
    never_stopped(rules.into(), walls, PlacementKind::PackedStates)
}

/// The exact number of goal states: placements with the primary at the exit.
pub fn count_goal_states(rules: impl Into<Rules>, walls: WallRange) -> u128 {
    never_stopped(rules.into(), walls, PlacementKind::GoalStates)
}

/// The exact number of states: all placements that obey the rules of enumeration. They are not enumerated either.
pub fn count_states(rules: impl Into<Rules>, walls: WallRange) -> u128 {
    never_stopped(rules.into(), walls, PlacementKind::States)
}

fn never_stopped(rules: Rules, walls: WallRange, kind: PlacementKind) -> u128 {
    count(rules, walls, kind, StopToken::NEVER).expect("nothing stops it")
}

/// The exact number of placements of a kind.
///
/// # Errors
/// [`Stopped`].
///
/// # Panics
/// If a side of the board is longer than 8.
pub fn count(rules: Rules, walls: WallRange, kind: PlacementKind, stop: StopToken<'_>) -> Result<u128, Stopped> {
    match rules.size().longer_side() {
        3 => count_of_size::<3>(rules, walls, kind, stop),
        4 => count_of_size::<4>(rules, walls, kind, stop),
        5 => count_of_size::<5>(rules, walls, kind, stop),
        6 => count_of_size::<6>(rules, walls, kind, stop),
        7 => count_of_size::<7>(rules, walls, kind, stop),
        _ => count_of_size::<8>(rules, walls, kind, stop),
    }
}

fn count_of_size<const N: usize>(
    rules: Rules,
    walls: WallRange,
    kind: PlacementKind,
    stop: StopToken<'_>,
) -> Result<u128, Stopped> {
    // a line has a free cell, so it has at most N - 1 walls
    let lines = LineGroups::<N>::new(rules, walls.max().min(N - 1));
    let entries = LineEntries::new(&lines, walls, kind);
    Ok(Completions::new(&lines, &entries, walls.min(), walls.max(), stop)?.count(PrefixClass::ROOT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn totals_are_those_of_the_specification() {
        let packed = [
            (4, "0", 1_349),
            (4, "2", 24_149),
            (4, "0..3", 76_838),
            (5, "0..2", 16_330_430),
            (6, "0", 243_502_786),
            (6, "0..2", 27_403_231_255),
            (7, "0", 561_276_504_437),
        ];
        for (n, walls, expected) in packed {
            assert_eq!(count_packed_states(Size::square(n).unwrap(), walls.parse().unwrap()), expected, "{n} {walls}");
        }
        let candidates = [
            (4, "0", 695),
            (5, "0", 124_886),
            (5, "0..2", 8_153_808),
            (6, "0", 88_914_655),
            (6, "1", 1_321_421_469),
            (6, "2", 9_649_653_924),
            (6, "0..2", 11_059_990_048),
            (7, "0", 177_298_610_439),
        ];
        for (n, walls, expected) in candidates {
            assert_eq!(count_candidates(Size::square(n).unwrap(), walls.parse().unwrap()), expected, "{n} {walls}");
        }
        let states = [
            (4, "0", 9_304),
            (4, "1", 43_928),
            (5, "2", 192_006_081),
            (6, "0", 27_103_652_326),
            (6, "2", 1_518_412_116_017),
            (7, "0", 422_328_287_763_154),
        ];
        for (n, walls, expected) in states {
            assert_eq!(count_states(Size::square(n).unwrap(), walls.parse().unwrap()), expected, "{n} {walls}");
        }
    }
}
