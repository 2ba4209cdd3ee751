//! `gridlock generate`: all rows of a board size, or one shard of them.
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::board::{Size, WallRange};
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::message::print_message;
use crate::cli::parsers::{seconds, size, threads_or_all};
use crate::files::{Destination, OutputFile, shown};
use crate::job;
use crate::job::{
    Description, GenerateError, GenerateOutcome, GenerateSettings, GenerateSummary, Interrupt, Progress, ProgressMode, RowSink,
    RunFolder, Shard, description_path, grouped, run_folder_of, was_published,
};
use clap::Args;

/// Arguments of `gridlock generate`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz\n  \
                  gridlock generate --size 6 --shard 7/1000 --json shard7.json -o shard7.txt.bz2\n  \
                  gridlock generate --size 4 -o - | head -3")]
pub struct GenerateArgs {
    /// Board size N, 4 to 7
    #[arg(short = 'n', long, value_name = "N", value_parser = size)]
    pub size: Size,
    /// Walls on the board, in total: a number, or an inclusive range like 0..2
    #[arg(short, long, value_name = "A..B|K", default_value = "0")]
    pub walls: WallRange,
    /// Number of threads; the rows do not depend on it [default: one for each processor]
    #[arg(short, long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
    /// Generate only shard I of M, I from 0 to M-1; each is a fair sample of the whole
    #[arg(short, long, value_name = "I/M", default_value = "0/1")]
    pub shard: Shard,
    /// Write the rows to FILE: plain if it ends in .txt, compressed if in .gz or .bz2; - is plain standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Write the summary to FILE as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Replace files that exist
    #[arg(short, long)]
    pub force: bool,
    /// Discard what earlier runs saved in FILE.run
    #[arg(long)]
    pub restart: bool,
    /// Save the work in FILE.run at this interval: a crash loses no more than that
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub save_every: Duration,
    /// Show neither progress nor summary
    #[arg(short, long)]
    pub quiet: bool,
}

/// The checked arguments.
struct GeneratePlan {
    settings: GenerateSettings,
    output: PathBuf,
    json: Option<PathBuf>,
    force: bool,
    restart: bool,
    save_every: Duration,
    quiet: bool,
}

impl GeneratePlan {
    /// # Errors
    /// [`UsageError`] if rows and summary would share a file.
    fn new(args: GenerateArgs) -> Result<GeneratePlan, UsageError> {
        let GenerateArgs { size, walls, threads, shard, output, json, force, restart, save_every, quiet } = args;
        if json.as_ref() == Some(&output) {
            return Err(UsageError("rows and summary can't share one file: give -o and --json different names"));
        }
        if json.as_ref() == Some(&description_path(&output)) {
            return Err(UsageError("that name is taken by the description of the rows: give --json another"));
        }
        let threads = threads_or_all(threads);
        Ok(GeneratePlan {
            settings: GenerateSettings { size, walls, shard, threads },
            output,
            json,
            force,
            restart,
            save_every,
            quiet,
        })
    }

    /// Opens the output; `None` if it is already complete.
    fn sink(&self) -> Result<Option<RowSink>> {
        let path = match Destination::of_rows(&self.output)? {
            Destination::Stream(path) => return Ok(Some(RowSink::Stream(OutputFile::rows(&path, self.force)?))),
            Destination::File(path) => path,
        };
        let has_folder = run_folder_of(&path).exists();
        if self.is_done(&path)? && !has_folder {
            return Ok(None);
        }
        // A process that ended between giving the rows their name and their description left nothing but the latter to do.
        let is_half_done = !self.restart && was_published(&path, &self.settings.identity());
        if !self.force && !is_half_done && !self.is_done(&path)? {
            Destination::File(path.clone()).must_be_new()?;
        }
        let folder = RunFolder::open(&path, &self.settings.identity(), self.restart, self.save_every)?;
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
            print_message(&format!("continuing from {}: {} candidates are done", shown(folder.path()), grouped(done)));
        }
        Ok(Some(RowSink::Folder(folder, path)))
    }

    /// Whether the output is already complete and is not to be replaced.
    fn is_done(&self, path: &Path) -> Result<bool> {
        let is_done = || {
            anyhow::Ok(
                Description::beside(path)?.is_some_and(|description| description.describes(path, &self.settings.identity())),
            )
        };
        Ok(!self.force && is_done()?)
    }
}

/// Generates rows.
///
/// # Errors
/// The output can't be completed for another reason than a signal.
pub fn run(args: GenerateArgs) -> Result<ExitCode> {
    let plan = GeneratePlan::new(args)?;
    // From here on a signal does not kill the program, which would leave temporary files.
    let interrupt = Interrupt::install().context("cannot listen for Ctrl-C")?;
    let json = plan.json.as_ref().map(|path| OutputFile::text(path, plan.force)).transpose()?;
    let Some(sink) = plan.sink()? else {
        print_message(&format!("{} is already complete: nothing to do", shown(&plan.output)));
        return Ok(ExitCode::Success);
    };
    let mut progress = Progress::new(ProgressMode::for_stderr(plan.quiet, plan.output == Path::new("-")));
    let generated = job::generate(&plan.settings, sink, &mut progress, interrupt.stop());
    drop(progress);
    if let Err(GenerateError::Tables(error)) = &generated {
        print_message(&format!("gridlock: {error}"));
        return Ok(ExitCode::of_tables_error(error, interrupt.signal()));
    }
    let GenerateOutcome { summary, saved } = generated?;
    if let Some(json) = json {
        write_json(json, &summary).context("the rows are written, but the summary is not")?;
    }
    if !plan.quiet {
        print_message(summary.to_string().trim_end());
    }
    summary.verdict()?;
    if let Some(folder) = saved {
        print_message(&format!(
            "gridlock: {} is not complete: {} of {} candidates are saved in {}; the same command continues from there",
            shown(&plan.output),
            grouped(summary.counts.candidates),
            grouped(summary.candidates_expected),
            shown(&folder)
        ));
    }
    let stopped = interrupt.signal().filter(|_| !summary.complete);
    Ok(stopped.map_or(ExitCode::Success, ExitCode::Stopped))
}

fn write_json(mut json: OutputFile, summary: &GenerateSummary) -> Result<()> {
    let text = serde_json::to_string_pretty(summary)? + "\n";
    json.write(text.as_bytes())?;
    json.finish()?;
    Ok(())
}
