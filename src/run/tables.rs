//! Builds the tables of a generator so that a signal can stop it. With many walls this takes seconds to hours.
use std::io;
use std::sync::atomic::AtomicBool;

use crate::board::{Rules, WallRange};
use crate::enumerate::{GeneratorError, PlacementKind, count};
use crate::errors::{stopped, wrong_input};
use crate::generate::{BitGathering, Generator};
use crate::ranks::generator_error;

/// Builds the tables. Setting `stop` ends that within milliseconds.
///
/// # Errors
/// There is no candidate, or there are more than ranks; a signal came first.
pub(crate) fn tables(rules: Rules, walls: WallRange, stop: &AtomicBool) -> io::Result<Generator> {
    let generator = Generator::new_until(rules, walls, stop.into()).map_err(generator_error)?;
    check_candidates(rules, walls, generator.candidates())?;
    Ok(generator.with_bit_gathering(BitGathering::of_environment()))
}

/// # Errors
/// There is not a single candidate.
fn check_candidates(rules: Rules, walls: WallRange, candidates: u64) -> io::Result<()> {
    if candidates > 0 {
        return Ok(());
    }
    Err(wrong_input(format!(
        "there is nothing to generate: no placement on {} with these rules holds {walls} walls, because no row may be completely filled \
         and walls stand only to the left of the primary in its row",
        rules.size()
    )))
}

/// Totals of rules and a wall range, counted without enumerating: see [`count`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactTotals {
    /// Candidates.
    pub candidates: u64,
    /// Goal states.
    pub goal_states: u128,
}

impl ExactTotals {
    /// Counts the totals that a file of rows must have by its description. Setting `stop` ends that within milliseconds.
    ///
    /// # Errors
    /// As [`tables`].
    pub(crate) fn count(rules: Rules, walls: WallRange, stop: &AtomicBool) -> io::Result<ExactTotals> {
        let count = |kind| count(rules, walls, kind, stop.into()).map_err(|_| stopped());
        let candidates = count(PlacementKind::Candidates)?;
        let too_many = |_| generator_error(GeneratorError::TooManyCandidates(candidates));
        let candidates = u64::try_from(candidates).map_err(too_many)?;
        check_candidates(rules, walls, candidates)?;
        Ok(ExactTotals { candidates, goal_states: count(PlacementKind::GoalStates)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::{Classified, ErrorClass};

    #[test]
    fn a_signal_ends_the_count() {
        let (size, walls) = (Rules::classic(7).expect("a size"), "0..2".parse().expect("a range"));
        let begun = std::time::Instant::now();
        let stop = AtomicBool::new(true);
        assert_eq!(tables(size, walls, &stop).expect_err("stopped").class(), ErrorClass::Stopped);
        assert_eq!(ExactTotals::count(size, walls, &stop).expect_err("stopped").class(), ErrorClass::Stopped);
        assert!(begun.elapsed() < std::time::Duration::from_secs(5));
        let built = tables(Rules::classic(4).expect("a size"), "0".parse().expect("a range"), &AtomicBool::new(false));
        assert_eq!(built.expect("tables").candidates(), 695);
    }
    #[test]
    fn too_many_walls_leave_no_candidates() {
        let (size, walls) = (Rules::classic(4).expect("a size"), "20".parse().expect("a range"));
        let error = tables(size, walls, &AtomicBool::new(false)).expect_err("an error");
        assert!(error.to_string().contains("no placement on 4×4 with these rules holds 20 walls"), "{error}");
    }
}
