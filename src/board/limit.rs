//! The limits of a search: on its states and its memory, and on its time.
use super::metric::Metric;
use std::error::Error;
use std::fmt;
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
        if visited % STRETCH as u64 == STRETCH as u64 - 1 { self.check() } else { Ok(()) }
    }
}

impl<'a> From<&'a AtomicBool> for StopToken<'a> {
    fn from(flag: &'a AtomicBool) -> StopToken<'a> {
        StopToken(Source::Flag(flag))
    }
}

impl fmt::Debug for StopToken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// What a search counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Counted {
    /// States.
    States,
    /// States met without one of the pieces.
    StatesWithoutAPiece,
    /// Bytes of memory.
    Bytes,
    /// Boxes of the graph of a cluster.
    Boxes,
    /// Additional neighbours of boxes, where a component splits.
    SplitLinks,
    /// Words of 64 states.
    Words,
    /// Words with states on a level, over all levels.
    LevelEntries,
}

impl Counted {
    /// An error if a count is above its limit.
    #[inline(always)]
    pub(crate) fn check(self, count: usize, limit: usize) -> Result<(), LimitExceeded> {
        if count > limit { Err(exceeded(self, limit)) } else { Ok(()) }
    }
}

#[cold]
fn exceeded(counted: Counted, limit: usize) -> LimitExceeded {
    LimitExceeded { counted, limit }
}

/// A search was given up, because it met more of something than its caller allows or than it can number. This says nothing about
/// the cluster except that it is large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitExceeded {
    /// What exceeds its limit.
    pub counted: Counted,
    /// The largest count allowed.
    pub limit: usize,
}

impl LimitExceeded {
    /// More than this many states.
    pub const fn states(limit: usize) -> LimitExceeded {
        LimitExceeded { counted: Counted::States, limit }
    }
}

impl Error for LimitExceeded {}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LimitExceeded { counted, limit } = *self;
        let counted = match counted {
            Counted::Bytes if limit < 1 << 20 => return write!(f, "the search needs more than {} KiB of memory", limit >> 10),
            Counted::Bytes => return write!(f, "the search needs more than {} MiB of memory", limit >> 20),
            Counted::States => "states",
            Counted::StatesWithoutAPiece => "states without one of the pieces",
            Counted::Boxes => "boxes of states",
            Counted::SplitLinks => "split links between boxes of states",
            Counted::Words => "words of 64 states",
            Counted::LevelEntries => "words of 64 states, counted once for each depth",
        };
        write!(f, "the search met more than {limit} {counted}")
    }
}

/// Why a search of one board has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// It met more states than its caller allows.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
    /// The same in a search for a shortest solution, with what it has proven.
    #[error("{reached}; at least {at_least} {metric} are needed, if there is a solution")]
    AtLeast {
        /// What it met too many of.
        reached: LimitExceeded,
        /// No solution is shorter.
        at_least: u32,
        /// What that counts.
        metric: Metric,
    },
    /// Its caller stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// States that a search visits between two checks of its token: some milliseconds of work.
pub(crate) const STRETCH: usize = 4096;
