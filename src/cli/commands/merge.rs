//! `gridlock merge`: files of rows into one in the published order.
use crate::cli::arguments::{ForceArgument, ROWS_OUTPUT, ThreadsArgument};
use crate::cli::{Context, ExitCode, InterruptibleOutputs, Result, print_message};
use crate::engine::{GRACE, Progress, ProgressMode, counted};
use crate::files::{Codec, Gauge, display_path};
use crate::inputs;
use crate::inputs::InputError;
use crate::ranks::{RankSettings, is_built_in};
use crate::rows::MergeLimits;
use crate::run::{Description, MergeInputs, MergeMode, check_description_place, metric_of_files};
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments of `gridlock merge`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock merge shard*.txt.gz -o rush6.txt.bz2\n  \
                  gridlock merge rush6.txt.bz2 -o - | sha256sum")]
pub struct MergeArgs {
    /// Files of rows, plain or compressed; - is standard input
    #[arg(value_name = "IN", required = true)]
    pub inputs: Vec<PathBuf>,
    #[arg(short, long, value_name = "FILE", help = ROWS_OUTPUT)]
    pub output: PathBuf,
    /// Merge only some shards of a run; the result names the missing ones
    #[arg(long)]
    pub partial: bool,
    /// Merge any rows and ignore the descriptions next to the inputs
    #[arg(long, conflicts_with = "partial")]
    pub plain: bool,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Merges files of rows.
///
/// # Errors
/// The output can't be completed, for a reason other than a signal.
pub fn run(args: MergeArgs, quiet: bool) -> Result<ExitCode> {
    let (outputs, interrupt) = InterruptibleOutputs::install_with(GRACE)?;
    let mode = match (args.plain, args.partial) {
        (true, _) => MergeMode::Plain,
        (_, true) => MergeMode::Partial,
        _ => MergeMode::Whole,
    };
    for path in args.inputs.iter().filter(|path| path.as_path() != Path::new("-") && !is_built_in(path)) {
        path.metadata().map_err(|source| InputError::Read { path: path.clone(), source })?;
    }
    let inputs = MergeInputs::look_at(&args.inputs, mode, interrupt.stop()).stopped_by(&interrupt)?;
    if let MergeInputs::Plain { undescribed: Some(path), whole: None } = &inputs {
        print_message(&format!("no description beside {}: merging plain rows, which may be incomplete", display_path(path)));
    }
    if let MergeInputs::Shards { .. } = &inputs {
        check_description_place(&args.output, args.force.force)?;
    }
    let mut output = outputs.rows(&args.output, args.force.force)?;
    let gauge = Gauge::of_rows("merging rows");
    let mut progress = Progress::begin(ProgressMode::on_terminal(quiet, args.output == Path::new("-")), &gauge);
    if Codec::of_path(&args.output) == Ok(Codec::Ranks) {
        let (metric, whole) = (metric_of_files(&args.inputs, None)?, inputs.whole());
        let threads = ThreadsArgument { threads: None }.or_all();
        let ranks = RankSettings { metric, whole, threads, stop: interrupt.stop_flag(), gauge: gauge.clone() };
        output.encode_ranks(ranks.encoder());
    }
    let merged = inputs::merge(&args.inputs, &mut output, MergeLimits::default(), interrupt.stop(), &gauge);
    let ended = merged.and_then(|merged| Ok((merged, output.end()?)));
    progress.end();
    let (merged, ended) = ended.stopped_by(&interrupt)?;
    let _publishing = outputs.publishing();
    let description = inputs.publish(ended, &merged.inputs)?;
    if !quiet {
        let (rows, files) = (counted(merged.rows, "row"), counted(args.inputs.len() as u64, "file"));
        print_message(&format!("merged {rows} of {files}{}", description.map_or(String::new(), completeness)));
    }
    Ok(ExitCode::Success)
}

/// The end of the message about a merge, from the description of the result.
fn completeness(description: Description) -> String {
    match description.missing {
        Some(missing) => {
            format!("; NOT COMPLETE: {missing}")
        }
        None => {
            let goal_states = match description.identity.audit {
                true => format!(" and {}", counted(description.counts.goal_states, "goal state")),
                false => String::new(),
            };
            format!(
                ": complete, {}{goal_states} as counted; SHA-256 {}",
                counted(description.counts.candidates, "candidate"),
                description.rows.sha256
            )
        }
    }
}
