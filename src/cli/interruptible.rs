//! Outputs of the commands that save no intermediate work: a signal removes their temporary files and ends the program.
//!
//! Most of these commands end at once. `merge` and `verify` first get a moment to stop cleanly. `generate` saves its work and
//! takes the time that it needs: see [`Interrupt`].
use crate::cli::{Context, Result, print_message};
use crate::engine::{Interrupt, Signal, leave};
use crate::files::{Destination, IfExists, OutputError, OutputFile};
use crate::tables::{Format, TableError, TableWriter, TypedColumn};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Creates outputs, and keeps the names of their temporary files for the thread that listens for signals.
#[derive(Clone, Default)]
pub(crate) struct InterruptibleOutputs {
    /// Locked while an output is being created, so that a signal never comes between a file and its entry here.
    temporary: Arc<Mutex<Vec<PathBuf>>>,
}

impl InterruptibleOutputs {
    /// Listens for Ctrl-C, SIGTERM and SIGHUP from now on. Even if the command is blocked in a read, the first signal removes the
    /// temporary files and ends the program with the signal's exit code.
    ///
    /// # Errors
    /// The signal handler can't be installed.
    pub(crate) fn install() -> Result<InterruptibleOutputs> {
        InterruptibleOutputs::install_with(Duration::ZERO).map(|(outputs, _)| outputs)
    }

    /// As [`InterruptibleOutputs::install`], but the first signal sets the stop flag of the [`Interrupt`], and the program ends
    /// when `patience` is over.
    ///
    /// # Errors
    /// The signal handler can't be installed.
    pub(crate) fn install_with(patience: Duration) -> Result<(InterruptibleOutputs, Interrupt)> {
        let outputs = InterruptibleOutputs::default();
        let heard = outputs.clone();
        let interrupt = Interrupt::install(patience, move |signal| heard.leave(signal)).context("cannot listen for Ctrl-C")?;
        Ok((outputs, interrupt))
    }

    /// Removes the temporary files and ends the program with the exit code of a signal.
    fn leave(&self, signal: Signal) {
        let paths = self.lock(); // held to the end, so that no more files are created
        for path in paths.iter() {
            let _ = fs::remove_file(path); // gone if the output has its own name by now
        }
        print_message("gridlock: stopped by a signal before the work was complete");
        leave(signal);
    }

    /// Keeps signals from ending the program while the guard lives: complete files are being given their names.
    pub(crate) fn publishing(&self) -> impl Drop {
        self.lock()
    }

    /// [`OutputFile::rows`], with its temporary file removed by a signal.
    ///
    /// # Errors
    /// As [`OutputFile::rows`].
    pub(crate) fn rows(&self, path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        self.register(path, || OutputFile::rows(path, force), OutputFile::temporary_path)
    }

    /// [`OutputFile::text`], with its temporary file removed by a signal.
    ///
    /// # Errors
    /// As [`OutputFile::text`].
    pub(crate) fn text(&self, path: &Path, existing: impl Into<IfExists>) -> Result<OutputFile, OutputError> {
        self.register(path, || OutputFile::text(path, existing), OutputFile::temporary_path)
    }

    /// A table of these columns, or of any, with its temporary file removed by a signal.
    ///
    /// # Errors
    /// As [`Format::create`].
    pub(crate) fn table(
        &self,
        path: &Path,
        format: &Format,
        existing: impl Into<IfExists>,
        columns: &[TypedColumn],
    ) -> Result<Box<dyn TableWriter>, TableError> {
        self.register(path, || (format.create)(path, existing.into(), columns), |table| table.temporary_path())
    }

    /// Creates an output, and keeps the name of its temporary file. Streams have none, and to open a pipe can take for ever: a signal must
    /// not wait for that.
    fn register<T, E: From<OutputError>>(
        &self,
        path: &Path,
        create: impl FnOnce() -> Result<T, E>,
        temporary_path: fn(&T) -> Option<&Path>,
    ) -> Result<T, E> {
        let Destination::File(_) = Destination::of(path)? else { return create() };
        let mut temporary = self.lock();
        let output = create()?;
        temporary.extend(temporary_path(&output).map(Path::to_owned));
        Ok(output)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.temporary.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
