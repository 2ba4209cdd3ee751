//! Building the tables of a generator in such a way that a signal can end it. With many walls it takes from seconds to hours.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::board::{Size, WallRange};
use crate::enumerate::{TooManyCandidates, count_candidates, count_goal_states, count_states};
use crate::generate::{Generator, GeneratorError};

/// How often the stop flag is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// The totals of 7×7 are not counted for a file that names more walls. With up to 40 of them counting takes minutes and more than a
/// gigabyte, and a damaged file can name any number. Smaller boards have no limit: 6×6 with any number of walls takes seconds.
const MOST_WALLS_OF_A_FILE: usize = 4;

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// There is no such generator: more candidates than ranks, or an environment variable that cannot be obeyed.
    #[error(transparent)]
    Generator(#[from] GeneratorError),
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
    /// A file asks for totals that take too long to count.
    #[error("{walls} walls on {size} are more than are counted for a file, which is up to {MOST_WALLS_OF_A_FILE}")]
    TooManyWalls {
        /// Board size.
        size: Size,
        /// The walls that the file names.
        walls: WallRange,
    },
    /// A signal came first.
    #[error("stopped while candidates were being counted, before the search: nothing was done")]
    Stopped,
    /// The thread that builds them can't be started.
    #[error("cannot start a thread to count the candidates: {0}; does a limit on processes allow too few?")]
    Thread(#[source] std::io::Error),
    /// The thread that builds them failed.
    #[error("the candidates can't be counted: an error in gridlock, please report it")]
    Failed,
}

/// Builds the tables on another thread. If `stop` is set first, that thread is left running; it ends with the program.
///
/// # Errors
/// [`TablesError`].
pub(crate) fn tables(size: Size, walls: WallRange, stop: &AtomicBool) -> Result<Generator, TablesError> {
    let generator = on_another_thread(move || Generator::new(size, walls), stop)??;
    if generator.candidates() > 0 { Ok(generator) } else { Err(TablesError::NoCandidates { size, walls }) }
}

/// Totals of a board size and wall range, counted without enumerating: see [`count_candidates`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactTotals {
    /// Candidates.
    pub candidates: u64,
    /// Goal states.
    pub goal_states: u128,
    /// States; `None` where counting them takes long, as on 7×7 with walls.
    pub states: Option<u128>,
}

impl ExactTotals {
    /// Counts the totals that a file of rows must have by its description, on another thread, as [`tables`] does.
    ///
    /// # Errors
    /// [`TablesError`]; [`TablesError::TooManyWalls`] for a range of walls that takes too long.
    pub(crate) fn count(size: Size, walls: WallRange, stop: &AtomicBool) -> Result<ExactTotals, TablesError> {
        if size.n() == 7 && walls.max() > MOST_WALLS_OF_A_FILE {
            return Err(TablesError::TooManyWalls { size, walls });
        }
        let candidates = on_another_thread(move || count_candidates(size, walls), stop)?;
        let candidates = u64::try_from(candidates).map_err(|_| GeneratorError::from(TooManyCandidates(candidates)))?;
        if candidates == 0 {
            return Err(TablesError::NoCandidates { size, walls });
        }
        let goal_states = on_another_thread(move || count_goal_states(size, walls), stop)?;
        let is_quick = walls.max() == 0 || (size.n() <= 6 && walls.max() <= 2);
        let states = is_quick.then(|| on_another_thread(move || count_states(size, walls), stop)).transpose()?;
        Ok(ExactTotals { candidates, goal_states, states })
    }
}

/// Computes something on another thread. If `stop` is set first, that thread is left running; it ends with the program.
fn on_another_thread<T: Send + 'static>(
    compute: impl FnOnce() -> T + Send + 'static,
    stop: &AtomicBool,
) -> Result<T, TablesError> {
    let (sender, receiver) = channel();
    let send = move || sender.send(compute()).unwrap_or_default(); // the receiver is gone if the program is stopping
    thread::Builder::new().name("tables".to_owned()).spawn(send).map_err(TablesError::Thread)?;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(computed) => return Ok(computed),
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Err(TablesError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(TablesError::Failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_ends_the_wait() {
        let (size, walls) = (Size::new(7).expect("a size"), "0..2".parse().expect("a range"));
        let begun = std::time::Instant::now();
        assert!(matches!(tables(size, walls, &AtomicBool::new(true)), Err(TablesError::Stopped)));
        assert!(begun.elapsed() < Duration::from_secs(5));
        let built = tables(Size::new(4).expect("a size"), "0".parse().expect("a range"), &AtomicBool::new(false));
        assert_eq!(built.expect("tables").candidates(), 695);
    }
    #[test]
    fn too_many_walls_leave_no_candidates() {
        let (size, walls) = (Size::new(4).expect("a size"), "20".parse().expect("a range"));
        let error = tables(size, walls, &AtomicBool::new(false)).err().expect("an error");
        assert!(error.to_string().contains("no placement on 4×4 holds 20 walls"), "{error}");
    }
}
