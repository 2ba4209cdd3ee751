//! Builds the tables of a generator so that a signal can stop it. With many walls this takes seconds to hours.
use crate::files::classes;
use std::sync::atomic::AtomicBool;

use crate::board::{Size, Stopped, WallRange};
use crate::enumerate::{GeneratorError, PlacementKind, count};
use crate::generate::{BitGathering, BitGatheringError, Generator};

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// There is no such generator: more candidates than ranks.
    #[error(transparent)]
    Generator(GeneratorError),
    /// The environment variable for gathering bits cannot be obeyed.
    #[error(transparent)]
    BitGathering(#[from] BitGatheringError),
    /// There is not a single candidate.
    #[error(
        "there is nothing to generate: no placement on {size} holds {walls} walls, because no row may be completely filled and walls \
         stand only to the left of the primary in its row"
    )]
    NoCandidates {
        /// Board size.
        size: Size,
        /// Walls asked for.
        walls: WallRange,
    },
    /// A signal came first.
    #[error("stopped while candidates were being counted, before the search: nothing was done")]
    Stopped,
}

impl TablesError {
    fn of(error: GeneratorError) -> TablesError {
        match error {
            GeneratorError::Stopped(Stopped) => TablesError::Stopped,
            GeneratorError::NotEnumerated(_) | GeneratorError::TooManyCandidates(_) => TablesError::Generator(error),
        }
    }
}

/// Builds the tables. Setting `stop` ends that within milliseconds.
///
/// # Errors
/// [`TablesError`].
pub(crate) fn tables(size: Size, walls: WallRange, stop: &AtomicBool) -> Result<Generator, TablesError> {
    let gathering = BitGathering::of_environment()?;
    let generator = Generator::new_until(size, walls, stop.into()).map_err(TablesError::of)?;
    let generator = generator.with_bit_gathering(gathering);
    if generator.candidates() > 0 { Ok(generator) } else { Err(TablesError::NoCandidates { size, walls }) }
}

/// Totals of a board size and wall range, counted without enumerating: see [`count`].
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
    /// [`TablesError`].
    pub(crate) fn count(size: Size, walls: WallRange, stop: &AtomicBool) -> Result<ExactTotals, TablesError> {
        let count = |kind| count(size, walls, kind, stop.into()).map_err(|Stopped| TablesError::Stopped);
        let candidates = count(PlacementKind::Candidates)?;
        let candidates =
            u64::try_from(candidates).map_err(|_| TablesError::Generator(GeneratorError::TooManyCandidates(candidates)))?;
        if candidates == 0 {
            return Err(TablesError::NoCandidates { size, walls });
        }
        let goal_states = count(PlacementKind::GoalStates)?;
        Ok(ExactTotals { candidates, goal_states })
    }
}

classes!(TablesError [] Stopped: Stopped; WrongInput: Generator, BitGathering, NoCandidates);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_ends_the_count() {
        let (size, walls) = (Size::new(7).expect("a size"), "0..2".parse().expect("a range"));
        let begun = std::time::Instant::now();
        assert!(matches!(tables(size, walls, &AtomicBool::new(true)), Err(TablesError::Stopped)));
        assert!(matches!(ExactTotals::count(size, walls, &AtomicBool::new(true)), Err(TablesError::Stopped)));
        assert!(begun.elapsed() < std::time::Duration::from_secs(5));
        let built = tables(Size::new(4).expect("a size"), "0".parse().expect("a range"), &AtomicBool::new(false));
        assert_eq!(built.expect("tables").candidates(), 695);
    }
    #[test]
    fn too_many_walls_leave_no_candidates() {
        let (size, walls) = (Size::new(4).expect("a size"), "20".parse().expect("a range"));
        let error = tables(size, walls, &AtomicBool::new(false)).expect_err("an error");
        assert!(error.to_string().contains("no placement on 4×4 holds 20 walls"), "{error}");
    }
}
