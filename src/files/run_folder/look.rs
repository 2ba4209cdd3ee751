//! A look at a run folder, without working in it.
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::part::{FolderRun, Header, MANIFEST, sound_parts};
use crate::files::display_path::display_path;
use crate::files::error_class::wrong_input;
use crate::files::journal::lines_of;
use crate::files::lock::LOCK;

/// What a run folder holds.
#[derive(Debug)]
pub struct FolderState<R: FolderRun> {
    /// The run.
    pub run: R,
    /// The sum of the counters of all sound parts.
    pub done: R::Counts,
    /// When each sound part was saved, and how many positions it covers.
    pub saved: Vec<(SystemTime, u64)>,
    /// Whether a process of this machine, or of another one that shares the folder and its locks, is working in it.
    pub is_locked: bool,
}

impl<R: FolderRun> FolderState<R> {
    /// Looks at a run folder: reads its manifest and compares all parts with it.
    ///
    /// # Errors
    /// It holds no run of this kind, or can't be read.
    pub fn of(folder: &Path) -> io::Result<FolderState<R>> {
        let lines = lines_of(&fs::read(folder.join(MANIFEST))?);
        let header = lines.first().and_then(|line| serde_json::from_str::<Header<R>>(line.as_deref()?).ok());
        let run = header.ok_or_else(|| wrong_input(format!("{} holds no run", display_path(folder))))?.run;
        let (parts, _) = sound_parts(folder, &run)?;
        let mut state = FolderState { run, done: R::Counts::default(), saved: Vec::new(), is_locked: is_locked(folder) };
        for part in parts {
            let saved = fs::metadata(folder.join(part.name())).and_then(|file| file.modified());
            state.saved.extend(saved.map(|time| (time, R::positions(&part.counts))));
            state.done += part.counts;
        }
        Ok(state)
    }
}

/// Whether a process works in a folder. The lock is taken for a moment; [`FolderLock::take`](super::FolderLock) waits for that.
fn is_locked(folder: &Path) -> bool {
    File::open(folder.join(LOCK)).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
