//! `gridlock generate`: all rows of a board size, or one shard of them.
use crate::cli::arguments::{ForceArgument, ROWS_OUTPUT, RunArguments, ThreadsArgument, seconds};
use crate::cli::{Context, ExitCode, Failure, InterruptibleOutputs, Result, print_message};
use crate::engine::{GRACE, Interrupt, Progress, ProgressMode, counted, grouped};
use crate::files::{
    Destination, FileSum, Gauge, OutputFile, RunFolder, display_path, has_run_folder, is_same_file, must_be_new,
    remove_left_over_of, run_folder_of,
};
use crate::ranks::RankSettings;
use crate::run::{
    Description, EarlierSummary, GenerateOutcome, GenerateSummary, RowSink, RunIdentity, Shard, description_path, generate,
    was_published,
};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of `gridlock generate`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz\n  \
                  gridlock generate --size 5 --metric steps -o steps5.txt.gz\n  \
                  gridlock generate --size 6 --moves 40.. -o hard6.txt.gz\n  \
                  gridlock generate --size 6 --shard 7/1000 --json shard7.json -o shard7.txt.bz2\n  \
                  gridlock generate --size 4 -o - | head -3")]
pub struct GenerateArgs {
    #[command(flatten)]
    pub run: RunArguments,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Generate only shard I of M, I from 0 to M-1; each is a fair sample of the whole
    #[arg(short, long, value_name = "I/M", default_value = "0/1")]
    pub shard: Shard,
    #[arg(short, long, value_name = "FILE", help = ROWS_OUTPUT)]
    pub output: PathBuf,
    /// Write the summary to FILE as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgument,
    /// If the output is complete already, read it and compare it with its description
    #[arg(long, conflicts_with = "force")]
    pub check: bool,
    /// Discard what earlier runs saved in FILE.run
    #[arg(long)]
    pub restart: bool,
    /// Save the work in FILE.run at this interval; a crash loses at most this much
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub save_every: Duration,
}

/// The checked arguments.
struct GeneratePlan {
    args: GenerateArgs,
    run: RunIdentity,
    quiet: bool,
}

impl GeneratePlan {
    /// # Errors
    /// An error if rows and summary would share a file.
    fn new(args: GenerateArgs, quiet: bool) -> Result<GeneratePlan> {
        if let Some(json) = &args.json {
            if is_same_file(json, &args.output) {
                return Err(Failure::of_input("rows and summary can't share one file: give -o and --json different names"));
            }
            if is_same_file(json, &description_path(&args.output)) {
                return Err(Failure::of_input("that name is taken by the description of the rows: give --json another"));
            }
        }
        let run = args.run.shard(args.shard);
        Ok(GeneratePlan { args, run, quiet })
    }

    /// Opens the output; `None` if it is already complete.
    fn sink(&self, interrupt: &Interrupt) -> Result<Option<RowSink>> {
        let path = match Destination::of_rows(&self.args.output)? {
            Destination::Stream(path) => {
                return Ok(Some(RowSink::Stream(OutputFile::rows(&path, self.args.force.force)?)));
            }
            Destination::File(path) => path,
        };
        remove_left_over_of(&description_path(&path));
        let has_folder = has_run_folder(&path);
        if self.is_done(&path)? && !has_folder {
            return Ok(None);
        }
        // If a process ended after giving the rows their name, only their description is left to do.
        let is_half_done = was_published(&path, &self.run);
        if !self.args.force.force && !is_half_done && !self.is_done(&path)? {
            must_be_new(&path)?;
        }
        let folder = RunFolder::open(&path, &self.run, self.args.restart, self.args.save_every)?;
        // Another process may have completed the output meanwhile, or ended before it could remove the folder.
        if self.is_done(&path)? {
            folder.remove()?;
            return Ok(None);
        }
        for damage in folder.damage() {
            print_message(&format!("gridlock: {damage}"));
        }
        let done = folder.done().candidates;
        if done > 0 && !self.quiet {
            print_message(&format!("continuing from {}: {} done", display_path(folder.path()), counted(done, "candidate")));
        }
        let RunIdentity { size, walls, metric, moves, shard, .. } = self.run;
        let whole = (shard.is_whole() && moves.is_none()).then_some((size, walls));
        let threads = self.args.threads.or_all();
        let ranks = RankSettings { metric, whole, threads, stop: interrupt.stop_flag(), gauge: Gauge::default() };
        Ok(Some(RowSink::Folder { folder, path, force: self.args.force.force, ranks }))
    }

    /// Opens the file of the summary. A summary of an earlier run of the same command will be replaced.
    fn summary_output(&self, outputs: &InterruptibleOutputs) -> Result<Option<OutputFile>> {
        let Some(path) = &self.args.json else { return Ok(None) };
        let replace = self.args.force.force || self.is_own_summary(path);
        Ok(Some(outputs.text(path, replace)?))
    }

    /// Writes the summary.
    fn write_summary(&self, mut json: OutputFile, summary: &GenerateSummary) -> Result<()> {
        json.write((serde_json::to_string_pretty(summary)? + "\n").as_bytes())?;
        Ok(json.finish()?)
    }

    /// Whether the file at `path` is the summary of an earlier run of the same command.
    fn is_own_summary(&self, path: &Path) -> bool {
        EarlierSummary::load(path).is_some_and(|earlier| earlier.identity == self.run)
    }

    /// Writes the summary of an output that is already complete, unless a complete run has written one.
    fn summarise_complete(&self, json: OutputFile, stop: &AtomicBool) -> Result<()> {
        let is_complete = |path: &PathBuf| EarlierSummary::load(path).is_some_and(|earlier| earlier.complete);
        if self.args.json.as_ref().is_some_and(is_complete) {
            return Ok(());
        }
        let Destination::File(path) = Destination::of_rows(&self.args.output)? else { return Ok(()) };
        let Some(description) = Description::beside(&path)? else { return Ok(()) };
        let summary = GenerateSummary::of_complete(self.run, self.args.threads.or_all(), &description, stop)?;
        self.write_summary(json, &summary)
    }

    /// Whether the output is already complete and is not to be replaced.
    fn is_done(&self, path: &Path) -> Result<bool> {
        Ok(!self.args.force.force && self.description_of_complete(path)?.is_some())
    }

    /// The description of the output, if that is complete.
    fn description_of_complete(&self, path: &Path) -> Result<Option<Description>> {
        let says_so = |description: &Description| match self.args.check {
            // The file itself is checked later.
            true => description.is_of_complete(&self.run) && path.exists(),
            false => description.describes(path, &self.run),
        };
        Ok(Description::beside(path)?.filter(says_so))
    }

    /// Reports that the output is already complete; with `--check`, only if its bytes match the description.
    fn report_complete(&self, interrupt: &Interrupt) -> Result<ExitCode> {
        let name = display_path(&self.args.output);
        let Some(description) = self.description_of_complete(&self.args.output)? else {
            return Err(Failure::of_input(format!("another program has just changed {name}: run the command again")));
        };
        let rows = format!("{name} is complete already: {}", counted(description.rows.lines, "row"));
        if !self.args.check {
            print_message(&format!("{rows}; its size is as described, --check reads it"));
            return Ok(ExitCode::Success);
        }
        let Some(sum) = FileSum::of(&self.args.output, interrupt.stop()).with_context(|| format!("cannot read {name}"))? else {
            print_message("gridlock: stopped before the output was read to its end");
            return Ok(ExitCode::of_stop(interrupt.signal()));
        };
        if sum != description.file {
            return Err(Failure::negative(format_args!(
                "{name} is damaged: its {} bytes have the SHA-256 {}, but its description says {}; generate it again with --force",
                sum.bytes, sum.sha256, description.file.sha256
            )));
        }
        print_message(&format!("{rows}; its SHA-256 is as described"));
        Ok(ExitCode::Success)
    }
}

/// Generates rows.
///
/// # Errors
/// The output can't be completed, for a reason other than a signal.
pub fn run(args: GenerateArgs, quiet: bool) -> Result<ExitCode> {
    let plan = GeneratePlan::new(args, quiet)?;
    // The work for a file is saved, however long that takes. For a stream nothing is, and its reader may keep the program waiting.
    let patience = match Destination::of(&plan.args.output)? {
        Destination::File(_) => Duration::MAX,
        Destination::Stream(_) => GRACE,
    };
    // From here on a signal does not kill the program, which would leave temporary files.
    let (outputs, interrupt) = InterruptibleOutputs::install_with(patience)?;
    let json = plan.summary_output(&outputs)?;
    let Some(sink) = plan.sink(&interrupt)? else {
        let written = json.map_or(Ok(()), |json| plan.summarise_complete(json, interrupt.stop()));
        written.context("the rows are complete, but the summary is not written").stopped_by(&interrupt)?;
        return plan.report_complete(&interrupt);
    };
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(plan.quiet, plan.args.output == Path::new("-")), &gauge);
    let generated = generate(&plan.run, plan.args.threads.or_all(), sink, &gauge, interrupt.stop());
    drop(progress);
    let folder = run_folder_of(&plan.args.output);
    let generated = match generated.stopped_by(&interrupt) {
        Err(failure) if failure.is_stop() && folder.exists() => Err(failure).with_context(|| {
            format!("all that was found is saved in {}, and the same command continues from there", display_path(&folder))
        }),
        generated => generated,
    };
    let GenerateOutcome { summary, saved } = generated?;
    if let Some(json) = json {
        plan.write_summary(json, &summary).context("the rows are written, but the summary is not")?;
    }
    if !plan.quiet {
        print_message(summary.to_string().trim_end());
    }
    summary.verdict()?;
    if let Some(folder) = saved {
        print_message(&format!(
            "gridlock: {} is not complete: {} of {} saved in {}; the same command continues from there",
            display_path(&plan.args.output),
            grouped(summary.counts.candidates),
            counted(summary.candidates_expected, "candidate"),
            display_path(&folder)
        ));
    }
    let stopped = interrupt.signal().filter(|_| !summary.complete);
    Ok(stopped.map_or(ExitCode::Success, ExitCode::Stopped))
}
