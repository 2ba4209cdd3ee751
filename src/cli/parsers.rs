//! Parsers of argument values that several subcommands share.
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use crate::board::Size;

/// A time of at most a day.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.0..=86_400.0).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err("not from 0 to 86400".to_owned()) }
}

/// A board size.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let n = text.parse().map_err(|_| "not a number".to_owned())?;
    Size::new(n).map_err(|error| error.to_string())
}

/// The value of `--threads`, by default the number of processors.
pub(crate) fn threads_or_all(threads: Option<NonZeroUsize>) -> NonZeroUsize {
    threads.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}
