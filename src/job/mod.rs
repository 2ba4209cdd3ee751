//! Whole jobs, one for each command that works through many candidates or rows: generate, plan, verify, select, statistics, and the
//! inputs of a merge. Also what they share: worker threads, shards, progress, signals, descriptions.
//!
//! Start with `pipeline`, which runs every job's batches on all threads and returns the results in order, then with
//! `generate/mod.rs`, the longest job.
//!
//! May use every room but `cli`. Prints nothing but progress, on stderr.
mod candidate_work;
mod description;
mod generate;
mod merge_inputs;
mod numbers;
mod pipeline;
mod plan;
mod play;
mod progress;
mod row_metric;
mod run_identity;
mod select;
mod shard;
mod signal;
mod statistics;
mod tables;
mod totals_check;
mod verify;

pub use description::{
    Contradiction, Description, DescriptionError, DescriptionTextError, MissingShards, RowOrder, check_description_place,
    description_digest, description_path,
};
pub use generate::{
    BatchError, EarlierSummary, FolderDamage, GenerateError, GenerateOutcome, GenerateSettings, GenerateSummary, MANIFEST,
    RowSink, RunCost, RunFolder, RunFolderError, WrongTotals, generate, has_run_folder, run_folder_of, was_published,
};
pub use merge_inputs::{MergeInputs, MergeInputsError, MergeMode};
pub use numbers::{counted, grouped, number_ranges};
pub use pipeline::{Completion, PipelineError, Work, WorkerPanic, drive};
pub use plan::{Estimate, Plan, PlanError, PlanSettings, plan};
pub use play::{GivenPuzzle, PlayChoice, PlayError, PlaySettings, choose_puzzles, row_metric_of};
pub use progress::{Progress, ProgressMode};
pub use row_metric::RowMetricError;
pub use run_identity::{PROGRAM, ROWS_VERSION, RunIdentity};
pub use select::{SelectError, SelectSettings, SelectSummary, select};
pub use shard::{Shard, ShardError};
pub use signal::{Interrupt, Signal};
pub(crate) use signal::{leave, listen};
pub use statistics::page::{StatisticsPage, statistics_as_html, statistics_as_svg};
pub use statistics::{StatisticsError, statistics, statistics_as_text};
pub use tables::{ExactTotals, TablesError};
pub use totals_check::TotalsCheck;
pub use verify::{Fault, VerifyError, VerifySettings, VerifySummary, verify};
