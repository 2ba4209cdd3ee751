//! The run folder of commands that solve rows for hours: `select` and `stats`.
use crate::cli::arguments::seconds;
use crate::cli::{ExitCode, InterruptibleOutputs, Result, print_message};
use crate::engine::{Interrupt, Patience, Progress, ProgressMode, grouped};
use crate::files::{Destination, Gauge, IfExists, OutputError, RunFolder, RunFolderError, display_path, may_be_published};
use crate::jobs::SolvedRun;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of the run folder.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct SolvedFolderArguments {
    /// Discard the solved rows that earlier runs saved in FILE.run
    #[arg(long)]
    pub restart: bool,
    /// Save solved rows in FILE.run at this interval; a crash loses at most this much
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub save_every: Duration,
}

/// The file next to which to keep solved rows; `None` if the output is a stream.
///
/// # Errors
/// [`OutputError`] if it can't be an output.
pub(crate) fn file_of(output: &Path) -> Result<Option<PathBuf>, OutputError> {
    Ok(match Destination::of(output)? {
        Destination::File(path) => Some(path),
        Destination::Stream(_) => None,
    })
}

/// What to do with an existing file at `output`. If an earlier process of the same run may have given it its name, but ended
/// before it could remove the run folder, compare it in the end instead of refusing it at once.
pub(crate) fn existing_beside_folder(force: bool, output: &Path) -> IfExists {
    if !force && may_be_published(output) { IfExists::Compared } else { force.into() }
}

/// Opens the run folder of an output and reports what is in it.
///
/// # Errors
/// As [`RunFolder::open`].
pub(crate) fn open_solved_folder(
    output: &Path,
    run: &SolvedRun,
    arguments: &SolvedFolderArguments,
    quiet: bool,
) -> Result<RunFolder<SolvedRun>, RunFolderError> {
    let folder = RunFolder::open(output, run, arguments.restart, arguments.save_every)?;
    for damage in folder.damage() {
        print_message(&format!("gridlock: {damage}"));
    }
    let done = folder.done().rows;
    if done > 0 && !quiet {
        let (folder, done, rows) = (display_path(folder.path()), grouped(done), grouped(run.rows));
        print_message(&format!("continuing from {folder}: {done} of {rows} rows are solved"));
    }
    Ok(folder)
}

/// Does work that keeps solved rows in a run folder next to its output, `path`, and then finishes the output. A signal ends the command
/// when the rows are saved. `work` opens the folder.
///
/// # Errors
/// Those of `work` and `finish`. A folder in which nothing is saved is removed.
pub(crate) fn with_solved_folder<T>(
    path: &Path,
    quiet: bool,
    gauge: &Gauge,
    work: impl FnOnce(&Interrupt, &mut Option<RunFolder<SolvedRun>>) -> Result<T>,
    finish: impl FnOnce(T) -> Result<()>,
) -> Result<ExitCode> {
    let (_, interrupt) = InterruptibleOutputs::install_with(Patience::Unlimited)?;
    let mut progress = Progress::begin(ProgressMode::on_terminal(quiet, false), gauge);
    let mut folder = None;
    let done = work(&interrupt, &mut folder);
    progress.end();
    match (done, folder) {
        (Err(error), folder) if error.is_stop() => {
            let saved = folder.map_or("nothing was saved".to_owned(), |folder| {
                format!("{} solved rows are saved in {}", grouped(folder.done().rows), display_path(folder.path()))
            });
            let path = display_path(path);
            print_message(&format!("gridlock: {path} is not complete: {saved}; the same command continues from there"));
            Ok(ExitCode::of_stop(interrupt.signal()))
        }
        (Err(error), folder) => {
            folder.filter(|folder| folder.done().rows == 0).map_or(Ok(()), RunFolder::remove)?;
            Err(error)
        }
        (Ok(done), folder) => {
            folder.as_ref().map_or(Ok(()), RunFolder::mark_complete)?;
            finish(done)?;
            folder.map_or(Ok(()), RunFolder::remove)?;
            Ok(ExitCode::Success)
        }
    }
}
