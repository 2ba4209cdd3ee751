//! Runs long work and shows it: worker threads, progress, signals. It knows no rule of the puzzle.
//!
//! Start with `pipeline`, which runs the batches of all long work on all threads and returns the results in order; its
//! [`in_shares`] divides short work into one part for each thread. `progress` shows what a [`Gauge`](crate::gauge::Gauge) measures. `signal`
//! turns Ctrl-C into a stop flag.
//!
//! Prints only progress, on stderr.
#[cfg(feature = "cli")]
mod numbers;
mod pipeline;
#[cfg(feature = "cli")]
mod progress;
#[cfg(feature = "cli")]
mod signal;

#[cfg(feature = "cli")]
pub use numbers::{counted, grouped, number_ranges};
#[cfg(feature = "cli")]
pub use pipeline::drive_ahead;
pub use pipeline::{Completion, PipelineError, drive, in_shares};
#[cfg(feature = "cli")]
pub use progress::{Progress, ProgressMode, duration};
#[cfg(feature = "cli")]
pub(crate) use signal::{GRACE, listen, report_large_files, signal_code};
