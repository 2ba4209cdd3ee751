//! The parts of a run folder, its manifest, the damage that both can have, and a look at them.
use super::lines_of;
use crate::errors::reworded;
use crate::errors::wrong_input;
use crate::files::lock::LOCK;
use crate::files::paths::display_path;
use crate::files::{remedy, sha256};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::ops::{AddAssign, Range};
use std::path::Path;
use std::time::SystemTime;
use std::{fs, io};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest";
/// A part is saved when its compressed rows have this many bytes, even if it is not yet due.
pub(crate) const LARGEST_PART: usize = 64 << 20;

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

    /// The name of its file, with leading zeros so that names sort like positions.
    pub(crate) fn name(&self) -> String {
        format!("{:020}.txt.gz", self.first)
    }

    /// The bytes of its file; `None` if the file is missing, or was read to its end and differs from what was written.
    ///
    /// # Errors
    /// The file can't be read now; it may be sound.
    pub(crate) fn read(&self, folder: &Path) -> io::Result<Option<Vec<u8>>> {
        let path = folder.join(self.name());
        match fs::read(&path) {
            Ok(bytes) => Ok((bytes.len() as u64 == self.bytes && sha256(&bytes) == self.sha256).then_some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(unreadable(&path, source)),
        }
    }
}

/// The error of a manifest or part that can't be read now: it may be sound, and stays where it is.
fn unreadable(path: &Path, source: io::Error) -> io::Error {
    let name = display_path(path);
    reworded(source, |source| {
        format!("cannot read {name}: {source}{}; nothing was removed: run the command again when it can be read", remedy(source))
    })
}

/// Whether [`Part::name`] gives this name.
pub(crate) fn is_part_name(name: &str) -> bool {
    name.strip_suffix(".txt.gz").is_some_and(|digits| digits.len() == 20 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// What [`sound_parts`] finds in a run folder.
pub(crate) type PartsAndDamage<R> = (Vec<Part<<R as FolderRun>::Counts>>, Vec<String>);

/// The undamaged parts of the manifest, sorted by position, and the damage found, as text: the work that it affects is done
/// again. Both are empty if there is no manifest.
///
/// # Errors
/// It is the manifest of another or of an unknown run; the manifest or a part can't be read now.
pub(crate) fn sound_parts<R: FolderRun>(folder: &Path, run: &R) -> io::Result<PartsAndDamage<R>> {
    let manifest = folder.join(MANIFEST);
    let lines = match fs::read(&manifest) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Default::default()),
        bytes => lines_of(&bytes.map_err(|source| unreadable(&manifest, source))?),
    };
    let header = lines.first().and_then(|line| serde_json::from_str::<Header<R>>(line.as_deref()?).ok());
    let Some(header) = header else {
        return Err(wrong_input(format!(
            "the first line of {} is damaged, so it is unknown which run its parts belong to: discard them with --restart",
            display_path(&manifest)
        )));
    };
    let differences = run.differences(&header.run);
    if !differences.is_empty() {
        return Err(wrong_input(format!(
            "{} holds a run with other settings: {differences}; repeat its command to go on with it, or discard it with --restart",
            display_path(folder)
        )));
    }
    let listed = lines[1..].iter().map(|line| serde_json::from_str(line.as_deref()?).ok());
    let (listed, damaged): (Vec<_>, Vec<_>) = listed.partition(Option::is_some);
    let mut damage = match damaged.len() {
        0 => vec![],
        1 => vec!["a line of the manifest is damaged: its part of the work is done again".to_owned()],
        n => vec![format!("{n} lines of the manifest are damaged: their parts of the work are done again")],
    };
    let mut listed: Vec<Part<R::Counts>> = listed.into_iter().flatten().collect();
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
