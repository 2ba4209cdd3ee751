//! Runs of the generator: what a run is, what it leaves on disk, what it will cost, and how its shards are merged.
//!
//! Start with `shard_run/mod.rs`, which runs one shard. A run is identified by a `RunIdentity`: rules, walls, metric and [`Shard`].
//! While it runs, its rows are in a [`RunFolder`](crate::files::RunFolder); in the end a [`Description`] is next to them.
//! [`MergeInputs`] checks that files belong together.
mod description;
mod merge_inputs;
mod plan;
mod run_identity;
mod shard_run;
mod tables;
mod totals_check;

pub use description::{
    Description, MissingShards, RowOrder, check_description_place, description_digest, description_path, is_description,
    remove_old_description, was_published,
};
pub(crate) use description::{common_rules, described_metric, metric_of_files, rules_of_files};
pub use merge_inputs::{MergeInputs, MergeMode};
pub use plan::{Estimate, Plan, PlanSettings, plan};
pub use run_identity::{KeptRun, ROWS_VERSION, RunIdentity, Shard};
pub(crate) use run_identity::{as_size, depths_note};
pub use shard_run::{BATCHES_AHEAD, EarlierSummary, RowSink, RunOutcome, RunSummary, run_shard, usual_batch_size};
pub use tables::ExactTotals;
pub(crate) use tables::tables;
pub use totals_check::{TotalsCheck, known_rows};
