//! The run folder of commands that solve rows for hours: `select` and `stats`.
use crate::cli::arguments::FolderArguments;
use crate::cli::{Failure, Result, listen};
use crate::engine::grouped;
use crate::errors::ErrorClass;
use crate::files::{Destination, IfExists, RunFolder, display_path, may_be_published};
use crate::jobs::SolvedRun;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The output of a command that may solve rows, and the run folder next to it.
pub(crate) struct SolvedOutput<'a> {
    path: &'a Path,
    /// The file next to which solved rows are kept; `None` if they are not.
    file: Option<PathBuf>,
    /// Set by a signal.
    pub(crate) stop: Arc<AtomicBool>,
    /// The run folder, once it is open.
    pub(crate) folder: Option<RunFolder<SolvedRun>>,
}

impl<'a> SolvedOutput<'a> {
    /// Listens for signals. If the work can be resumed and the output is a file, a signal ends the command when the solved rows
    /// are saved, else at once.
    ///
    /// # Errors
    /// `path` can't be an output, or the signal handler can't be installed.
    pub(crate) fn new(path: &'a Path, is_resumable: bool) -> Result<SolvedOutput<'a>> {
        let file = match Destination::of(path)? {
            Destination::File(file) if is_resumable => Some(file),
            _ => None,
        };
        let stop = listen(if file.is_some() { Duration::MAX } else { Duration::ZERO })?;
        Ok(SolvedOutput { path, file, stop, folder: None })
    }

    /// What to do with an existing file. If an earlier process of the same run may have given it its name, but ended before it
    /// could remove the run folder, compare it in the end instead of refusing it at once.
    pub(crate) fn existing(&self, force: bool) -> IfExists {
        if !force && self.file.as_deref().is_some_and(may_be_published) { IfExists::Compared } else { force.into() }
    }

    /// Opens the run folder of a run that can be resumed, if solved rows are kept.
    ///
    /// # Errors
    /// As [`RunFolder::open`].
    pub(crate) fn open_folder(&mut self, run: Option<&SolvedRun>, arguments: &FolderArguments, quiet: bool) -> io::Result<()> {
        if let (Some(file), Some(run)) = (&self.file, run) {
            self.folder = Some(arguments.open(file, run, &format!("of {} rows", grouped(run.rows)), quiet)?);
        }
        Ok(())
    }

    /// What the work has made, for an output that is finished next. A folder in which nothing is saved is removed if it failed.
    ///
    /// # Errors
    /// The error of the work. If it was stopped, the failure says what is saved.
    pub(crate) fn made<T>(&mut self, worked: Result<T>) -> Result<T> {
        match (worked, self.folder.take()) {
            (Ok(made), folder) => {
                folder.as_ref().map_or(Ok(()), |folder| folder.mark_complete(""))?;
                self.folder = folder;
                Ok(made)
            }
            (Err(failure), folder) if failure.class == ErrorClass::Stopped => {
                let saved = folder.map_or("nothing was saved".to_owned(), |folder| {
                    format!("{} solved rows are saved in {}", grouped(folder.done()), display_path(folder.path()))
                });
                let path = display_path(self.path);
                let message = format_args!("{path} is not complete: {saved}; the same command continues from there");
                Err(Failure::new(ErrorClass::Stopped, message))
            }
            (Err(failure), folder) => {
                folder.filter(|folder| folder.done() == 0).map_or(Ok(()), RunFolder::remove)?;
                Err(failure)
            }
        }
    }

    /// Removes the run folder of a complete output.
    ///
    /// # Errors
    /// As [`RunFolder::remove`].
    pub(crate) fn remove_folder(self) -> io::Result<()> {
        self.folder.map_or(Ok(()), RunFolder::remove)
    }
}
