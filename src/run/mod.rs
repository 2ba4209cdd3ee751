//! How the search is driven: threads, batches in order, progress, figures at the end, signals.
mod draw;
mod folder;
mod generate;
mod identity;
mod pipeline;
mod plan;
mod progress;
mod proof;
mod report;
mod select;
mod shards;
mod signal;
mod tally;
mod verify;

pub use folder::{Damage, FolderError, MANIFEST, RunFolder, run_folder_of};
pub use generate::{GenerateError, Generated, Settings, Sink, generate};
pub use identity::{Identity, PROGRAM, ROWS_VERSION};
pub use pipeline::{Ending, PipelineError, Work, drive};
pub use plan::{Estimate, Plan, PlanError, Question, plan};
pub use progress::{Progress, ProgressMode};
pub use proof::{MissingShards, Order, Proof, ProofError, proof_of};
pub use report::{StatsError, stats, stats_as_html, stats_as_svg, stats_as_text};
pub use select::{SelectError, Selected, Selection, select};
pub use shards::{Claim, Inputs, ShardsError, ranges};
pub use signal::{Interrupt, Signal};
pub use tally::{Check, Cost, Tally, WrongTotals, grouped};
pub use verify::{Fault, Verification, Verified, VerifyError, verify};
