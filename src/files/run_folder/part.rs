//! The parts of a run folder, its manifest, and the damage that both can have.
use std::ops::{AddAssign, Range};
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::files::journal::{Journal, JournalLine};
use crate::files::lock::LockError;
use crate::files::{OutputError, classes, display_path, remedy, sha256};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest";
/// A part is saved when its compressed rows have this many bytes, even if it is not yet due.
pub(crate) const LARGEST_PART: usize = 64 << 20;

/// Why a run folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// It can't be made or locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// It holds another run.
    #[error(
        "{} holds a run with other settings: {differences}; repeat its command to go on with it, or discard it with --restart",
        display_path(path)
    )]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// What is different.
        differences: String,
    },
    /// The first line of its manifest, which names the run, is damaged.
    #[error("the first line of {} is damaged, so it is unknown which run its parts belong to: discard them with --restart", display_path(.0))]
    NoHeader(PathBuf),
    /// The manifest or a part can't be read now: it may be sound, and stays where it is.
    #[error(
        "cannot read {}: {source}{}; nothing was removed: run the command again when it can be read",
        display_path(path),
        remedy(source)
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A part was changed during the run.
    #[error("{} changed on disk after it was written: run the command again, which does this part again", display_path(.0))]
    Changed(PathBuf),
    /// Something can't be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// A kind of run whose lines a folder keeps. The value identifies one run: everything that decides its lines.
pub trait FolderRun: Serialize + DeserializeOwned {
    /// The counters of a part, and of the whole run.
    type Counts: Copy + Default + AddAssign + Serialize + DeserializeOwned;

    /// What differs in another run, as text; empty if nothing differs.
    fn differences(&self, other: &Self) -> String;

    /// How many positions a part with these counters covers.
    fn positions(counts: &Self::Counts) -> u64;

    /// How many lines a part with these counters has.
    fn lines(counts: &Self::Counts) -> u64;
}

/// The first line of a manifest.
#[derive(Serialize, Deserialize)]
pub(crate) struct Header<R> {
    pub program: String,
    pub run: R,
}

/// The line of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part<C> {
    /// Its first position, from 0.
    pub first: u64,
    /// Its counters.
    pub counts: C,
    /// Bytes of the file.
    pub bytes: u64,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl<C> Part<C> {
    pub(crate) fn positions<R: FolderRun<Counts = C>>(&self) -> Range<u64> {
        self.first..self.first.saturating_add(R::positions(&self.counts))
    }

    pub(crate) fn name(&self) -> String {
        part_name(self.first)
    }

    /// The bytes of its file; `None` if the file is missing, or was read to its end and differs from what was written.
    ///
    /// # Errors
    /// [`RunFolderError::Unreadable`] if the file can't be read now; it may be sound.
    pub(crate) fn read(&self, folder: &Path) -> Result<Option<Vec<u8>>, RunFolderError> {
        let path = folder.join(self.name());
        match fs::read(&path) {
            Ok(bytes) => Ok((bytes.len() as u64 == self.bytes && sha256(&bytes) == self.sha256).then_some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(RunFolderError::Unreadable { path, source }),
        }
    }
}

/// The file name of a part, with leading zeros so that names sort like positions.
pub(crate) fn part_name(first: u64) -> String {
    format!("{first:020}.txt.gz")
}

/// Whether [`part_name`] gives this name.
pub(crate) fn is_part_name(name: &str) -> bool {
    name.strip_suffix(".txt.gz").is_some_and(|digits| digits.len() == 20 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// What [`sound_parts`] finds in a run folder.
pub(crate) type PartsAndDamage<R> = (Vec<Part<<R as FolderRun>::Counts>>, Vec<String>);

/// The undamaged parts of the manifest, sorted by position, and the damage found, as text: the work that it affects is done again. Both are empty if there is no manifest.
///
/// # Errors
/// [`RunFolderError::NoHeader`], [`RunFolderError::OtherRun`]; [`RunFolderError::Unreadable`] if the manifest or a part can't be
/// read now.
pub(crate) fn sound_parts<R: FolderRun>(folder: &Path, run: &R) -> Result<PartsAndDamage<R>, RunFolderError> {
    let manifest = folder.join(MANIFEST);
    let no_header = || RunFolderError::NoHeader(manifest.clone());
    let failed = |source| RunFolderError::Unreadable { path: manifest.clone(), source };
    let mut lines = match Journal::read(&manifest) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Default::default()),
        lines => lines.map_err(failed)?,
    };
    let Some(JournalLine::Sound(header)) = lines.next().transpose().map_err(failed)? else { return Err(no_header()) };
    let header: Header<R> = serde_json::from_str(&header).map_err(|_| no_header())?;
    let differences = run.differences(&header.run);
    if !differences.is_empty() {
        return Err(RunFolderError::OtherRun { path: folder.to_owned(), differences });
    }
    let mut listed: Vec<Part<R::Counts>> = Vec::new();
    let mut damaged_lines = 0;
    for line in lines {
        match line.map_err(failed)? {
            JournalLine::Sound(json) => match serde_json::from_str(&json) {
                Ok(part) => listed.push(part),
                Err(_) => damaged_lines += 1,
            },
            JournalLine::Damaged => damaged_lines += 1,
            JournalLine::Torn => {}
        }
    }
    let mut damage = match damaged_lines {
        0 => vec![],
        1 => vec!["a line of the manifest is damaged: its part of the work is done again".to_owned()],
        n => vec![format!("{n} lines of the manifest are damaged: their parts of the work are done again")],
    };
    listed.sort_by_key(|part| part.first);
    let mut parts: Vec<Part<R::Counts>> = Vec::new();
    for part in listed {
        let after_the_last = parts.last().is_none_or(|last| last.positions::<R>().end <= part.first);
        if after_the_last && part.read(folder)?.is_some() {
            parts.push(part);
        } else {
            let path = folder.join(part.name());
            damage.push(format!("{} is missing or damaged: its part of the work is done again", display_path(&path)));
        }
    }
    Ok((parts, damage))
}

classes!(RunFolderError [Lock.0, Output.0, Unreadable.source] WrongInput: OtherRun, NoHeader, Changed);
