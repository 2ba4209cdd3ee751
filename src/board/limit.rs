//! The limits that the caller of a search sets: on its states, and on its time.
use std::sync::atomic::{AtomicBool, Ordering};

/// Asks a search to stop. Long work checks it every few milliseconds, and ends with [`Stopped`] once it is set.
#[derive(Clone, Copy)]
pub struct StopToken<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Never,
    Flag(&'a AtomicBool),
    Question(&'a dyn Fn() -> bool),
}

impl<'a> StopToken<'a> {
    /// Nothing stops the search.
    pub const NEVER: StopToken<'static> = StopToken(Source::Never);

    /// The search stops when `question` answers `true`.
    pub fn when(question: &'a dyn Fn() -> bool) -> StopToken<'a> {
        StopToken(Source::Question(question))
    }

    /// Checks that the search may go on.
    ///
    /// # Errors
    /// [`Stopped`] if it has to stop.
    pub fn check(self) -> Result<(), Stopped> {
        let is_set = match self.0 {
            Source::Never => false,
            Source::Flag(flag) => flag.load(Ordering::Relaxed),
            Source::Question(question) => question(),
        };
        if is_set { Err(Stopped) } else { Ok(()) }
    }

    /// The same for a search that has visited `visited` states: checks the token once in [`STRETCH`] states.
    pub(crate) fn check_after(self, visited: u64) -> Result<(), Stopped> {
        if visited % STRETCH == STRETCH - 1 { self.check() } else { Ok(()) }
    }
}

impl<'a> From<&'a AtomicBool> for StopToken<'a> {
    fn from(flag: &'a AtomicBool) -> StopToken<'a> {
        StopToken(Source::Flag(flag))
    }
}

impl std::fmt::Debug for StopToken<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "StopToken({:?})", self.check())
    }
}

/// The caller's [`StopToken`] ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// How far a search of one board may go. A number converts to a limit of states without a stop token.
#[derive(Clone, Copy, Debug)]
pub struct SearchBounds<'a> {
    /// The most states that the search may keep.
    pub max_states: usize,
    /// What stops it earlier.
    pub stop: StopToken<'a>,
}

impl From<usize> for SearchBounds<'static> {
    fn from(max_states: usize) -> SearchBounds<'static> {
        SearchBounds { max_states, stop: StopToken::NEVER }
    }
}

/// Why a search of one board has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// It met more states than its caller allows.
    #[error("the search met more than {0} states")]
    TooManyStates(usize),
    /// Its caller stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// States that a search visits between two checks of its token: some milliseconds of work.
const STRETCH: u64 = 4096;
