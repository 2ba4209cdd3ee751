//! What runs long work and shows it: worker threads, progress, signals. It knows no rule of the puzzle.
//!
//! Start with `pipeline`, which runs the batches of all long work on all threads and returns the results in order. `progress` shows how far
//! work in batches has come, `activity` the same for work that a [`Gauge`](crate::files::Gauge) measures. `signal` turns Ctrl-C into a
//! stop flag.
//!
//! Prints nothing but progress, on stderr.
#[cfg(feature = "cli")]
mod activity;
mod numbers;
mod pipeline;
#[cfg(feature = "cli")]
mod progress;
#[cfg(feature = "cli")]
mod signal;

#[cfg(feature = "cli")]
pub use activity::Activity;
pub use numbers::{counted, grouped, number_ranges};
pub use pipeline::{Completion, PipelineError, WorkerPanic, drive};
#[cfg(feature = "cli")]
pub use progress::{Progress, ProgressMode};
#[cfg(feature = "cli")]
pub use signal::{Interrupt, Signal, StreamWait};
#[cfg(feature = "cli")]
pub(crate) use signal::{leave, listen, report_large_files};
