//! `gridlock merge`: files of rows into one in the published order.
use super::generate::compare_with_known;
use crate::cli::arguments::{ForceArgument, ROWS_OUTPUT, ThreadsArgument};
use crate::cli::{Result, listen, print_message};
use crate::engine::{GRACE, Progress, ProgressMode, counted};
use crate::files::{OutputFile, display_path, names_ranks};
use crate::gauge::Gauge;
use crate::inputs::{self, InputError};
use crate::ranks::{RankSettings, is_built_in};
use crate::rows::MergeLimits;
use crate::run::{Description, MergeInputs, MergeMode, check_description_place, metric_of_files};
use clap::Args;
use std::io;
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
    pub threads: ThreadsArgument,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Merges files of rows.
///
/// # Errors
/// The output can't be completed, for a reason other than a signal.
pub fn run(args: MergeArgs, quiet: bool) -> Result<()> {
    let stop = listen(GRACE)?;
    let mode = match (args.plain, args.partial) {
        (true, _) => MergeMode::Plain,
        (_, true) => MergeMode::Partial,
        _ => MergeMode::Whole,
    };
    for path in args.inputs.iter().filter(|path| path.as_path() != Path::new("-") && !is_built_in(path)) {
        path.metadata().map_err(|source| InputError::Read { path: path.clone(), source })?;
    }
    let inputs = MergeInputs::look_at(&args.inputs, mode, &stop)?;
    if let MergeInputs::Plain { undescribed: Some(path), whole: None } = &inputs {
        print_message(&format!("no description beside {}: merging plain rows, which may be incomplete", display_path(path)));
    }
    if let MergeInputs::Shards { .. } = &inputs {
        check_description_place(&args.output, args.force.force)?;
    }
    let gauge = Gauge::of_rows("merging rows");
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, args.output == Path::new("-")), &gauge);
    let ranks = || {
        let (metric, whole) = (metric_of_files(&args.inputs, None)?, inputs.whole());
        let rules = inputs.rules(&args.inputs);
        let ranks =
            RankSettings { metric, rules, whole, threads: args.threads.threads, stop: stop.clone(), gauge: gauge.clone() };
        io::Result::Ok(ranks.encoder(&args.output))
    };
    // rows as text need no metric, so their files may differ in it
    let ranks = names_ranks(&args.output).then(ranks).transpose()?;
    let mut output = OutputFile::rows(&args.output, args.force.force, ranks)?;
    let merged = inputs::merge(&args.inputs, &mut output, MergeLimits::default(), args.threads.threads, &stop, &gauge);
    let (merged, ended) = merged.and_then(|merged| Ok((merged, output.end()?)))?;
    drop(progress);
    let description = inputs.publish(ended, args.force.force, &merged.inputs)?;
    let known = description.as_ref().map_or(Ok(""), compare_with_known);
    if !quiet {
        let name = if args.output == Path::new("-") { "standard output".to_owned() } else { display_path(&args.output) };
        let mut text = format!("{} in {name}, from {}", counted(merged.rows, "row"), counted(args.inputs.len() as u64, "file"));
        if let Some(Description { identity, counts, missing, .. }) = &description {
            let states =
                if identity.exhaustive { format!(" and {}", counted(counts.goal_states, "goal state")) } else { String::new() };
            text += &match missing {
                None => format!(": complete, {}{states} as counted.", counted(counts.candidates, "candidate")),
                Some(missing) => format!("; NOT COMPLETE: {missing}"),
            };
            text += known.as_ref().unwrap_or(&"");
            if missing.is_none() && counts.rows > 0 {
                text += &format!(" The hardest takes {}.", counted(counts.deepest, identity.metric.noun()));
            }
        }
        print_message(&text);
    }
    known.map(drop)
}
