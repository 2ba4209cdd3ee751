//! `gridlock generate`
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::{Context, Result};

use super::exit::UsageError;
use super::{ExitCode, tell};
use crate::cli::GenerateArgs;
use crate::run::{self, Generated, Interrupt, Progress, ProgressMode, Settings, Tally};
use crate::store::OutputFile;

/// The flags, checked and complete.
struct Plan {
    settings: Settings,
    output: PathBuf,
    json: Option<PathBuf>,
    force: bool,
    quiet: bool,
}

impl Plan {
    /// # Errors
    /// [`UsageError`] if rows and summary are to go to the same place.
    fn new(args: GenerateArgs) -> Result<Plan, UsageError> {
        let GenerateArgs { size, walls, threads, shard, output, json, force, quiet } = args;
        if json.as_ref() == Some(&output) {
            return Err(UsageError("rows and summary can't share one file: give -o and --json different names"));
        }
        let threads = threads.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
        Ok(Plan { settings: Settings { size, walls, shard, threads }, output, json, force, quiet })
    }
}

/// Generates the rows that the flags ask for.
///
/// # Errors
/// Whatever keeps the output from being complete, other than a signal.
pub fn run(args: GenerateArgs) -> Result<ExitCode> {
    let plan = Plan::new(args)?;
    // Before there is a temporary file which a signal could leave behind.
    let interrupt = Interrupt::install().context("cannot listen for Ctrl-C")?;
    let output = OutputFile::rows(&plan.output, plan.force)?;
    let json = plan.json.as_ref().map(|path| OutputFile::text(path, plan.force)).transpose()?;
    let mut progress = Progress::new(ProgressMode::for_stderr(plan.quiet, plan.output == Path::new("-")));
    let Generated { tally, partial } = run::generate(&plan.settings, output, &mut progress, interrupt.stop())?;
    drop(progress);
    if let Some(json) = json {
        write_json(json, &tally).context("the rows are written, but the summary is not")?;
    }
    if !plan.quiet {
        tell(tally.to_string().trim_end());
    }
    if let Some(partial) = partial {
        tell(&format!("gridlock: {} is not complete; the rows so far are in {}", plan.output.display(), partial.display()));
    }
    tally.verdict()?;
    let stopped = interrupt.signal().filter(|_| !tally.complete);
    Ok(stopped.map_or(ExitCode::Success, ExitCode::Stopped))
}

fn write_json(mut json: OutputFile, tally: &Tally) -> Result<()> {
    let text = serde_json::to_string_pretty(tally)? + "\n";
    json.write(text.as_bytes())?;
    json.finish()?;
    Ok(())
}
