//! How the search is driven: threads, batches in order, progress, figures at the end, signals.
mod generate;
mod pipeline;
mod progress;
mod report;
mod select;
mod signal;
mod tally;

pub use generate::{GenerateError, Generated, Settings, generate};
pub use pipeline::{Ending, PipelineError, Work, drive};
pub use progress::{Progress, ProgressMode};
pub use report::{StatsError, stats, stats_as_html, stats_as_svg, stats_as_text};
pub use select::{SelectError, Selected, Selection, select};
pub use signal::{Interrupt, Signal};
pub use tally::{Check, Cost, Tally, WrongTotals, grouped};
