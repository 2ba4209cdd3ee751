//! Whole jobs, one for each command that works through many candidates or rows: generate, hunt, plan, verify, select, statistics, and
//! the inputs of a merge. Also what they share: worker threads, shards, progress, signals, descriptions.
//!
//! Start with `pipeline`, which runs every job's batches on all threads and returns the results in order, then with
//! `generate/mod.rs`, the longest job.
//!
//! May use every room but `cli`. Prints nothing but progress, on stderr.
mod activity;
mod candidate_work;
mod description;
mod generate;
mod hunt;
mod merge_inputs;
mod numbers;
mod pipeline;
mod plan;
mod play;
mod progress;
mod row_metric;
mod run_folder;
mod run_identity;
mod select;
mod shard;
mod signal;
mod solved_rows;
mod statistics;
mod tables;
mod totals_check;
mod verify;

pub use activity::Activity;
pub use description::{
    Contradiction, Description, DescriptionError, DescriptionTextError, MissingShards, RowOrder, check_description_place,
    description_digest, description_path,
};
pub use generate::{
    BatchError, EarlierSummary, GenerateError, GenerateOutcome, GenerateSettings, GenerateSummary, RowSink, RunCost, WrongTotals,
    generate,
};
pub use hunt::{BestFound, ChangeWeights, ChangeWeightsError, HuntBudget, HuntError, HuntEvent, HuntOutcome, HuntSettings, hunt};
pub use merge_inputs::{MergeInputs, MergeInputsError, MergeMode};
pub use numbers::{counted, grouped, number_ranges};
pub use pipeline::{Completion, PipelineError, Work, WorkerPanic, drive};
pub use plan::{Estimate, Plan, PlanError, PlanSettings, plan};
pub use play::{GivenPuzzle, PlayChoice, PlayError, PlaySettings, choose_puzzles, row_metric_of};
pub use progress::{Progress, ProgressMode};
pub use row_metric::RowMetricError;
pub use run_folder::{
    FolderDamage, FolderRun, MANIFEST, RunFolder, RunFolderError, has_run_folder, run_folder_of, was_published,
};
pub use run_identity::{PROGRAM, ROWS_VERSION, RunIdentity};
pub use select::{SelectError, SelectSettings, SelectSummary, Selection};
pub use shard::{Shard, ShardError};
pub use signal::{Interrupt, Signal};
pub(crate) use signal::{leave, listen};
pub use solved_rows::{RowJob, RowSource, RowsError, SolvedCounts, SolvedRun};
pub use statistics::page::{StatisticsPage, statistics_as_html, statistics_as_svg};
pub use statistics::{SolvedStatistics, statistics, statistics_as_text};
pub use tables::{ExactTotals, TablesError};
pub use totals_check::TotalsCheck;
pub use verify::{Fault, Finding, VerifyError, VerifySettings, VerifySummary, verify};
