//! The folder of a run: the lines found so far, in parts on disk, so that the next run can continue however this one ends.
//!
//! `generate` keeps rows in it, with their ranks if the output is a rank file, position by position in its shard. `select --solve` and `stats --solve` keep solved rows,
//! position by position among the rows to be solved. Each kind of run implements [`FolderRun`].
//!
//! ```text
//! rush6.txt.gz.run/
//!   lock                          locked by the process that works in the folder
//!   manifest                      a journal: the identity of the run, then one line per part
//!   00000000000000000000.txt.gz   the lines of consecutive positions, named by the first one
//!   00000000000001048576.txt.gz
//!   complete                      says that the output is being given its name, and may hold its description
//! ```
//! A part is completely on disk before its line is written, and a file without a line does not count. So a run can end at any
//! moment: the next one reads the manifest, checks each part against its checksum, and generates what is missing.
//!
//! The manifest is a journal that grows by a line per save, not a file that every save rewrites. Rewriting would be a little
//! simpler, but a run of weeks has 100,000 parts or more, and each save would write all their lines again, 20 MB at the end.
//! Besides, in a journal a damaged byte costs one part; in a single document it would cost all.
mod part;

pub use self::part::{FolderRun, FolderState, MANIFEST};
use self::part::{Header, LARGEST_PART, Part, is_part_name, sound_parts};
use super::checksum::sha256;
use super::codec::{Encoder, gunzip};
use super::destination::write_error;
use super::lock::{FolderLock, LOCK};
use super::output::OutputFile;
use super::paths::display_path;
use super::temporary::{is_temporary_name, replace, sync_folder};
use crate::errors::wrong_input;
use serde::Serialize;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

/// The file in the folder that [`RunFolder::mark_complete`] writes.
pub(crate) const COMPLETE: &str = "complete";
/// Name and version of the program, as its files say them.
pub const PROGRAM: &str = concat!("gridlock ", env!("CARGO_PKG_VERSION"));

/// The part to which rows are being added.
struct OpenPart<C> {
    first: u64,
    counts: C,
    rows: Encoder<Vec<u8>>,
    begun: Instant,
}

/// A run folder, locked for this process.
pub struct RunFolder<R: FolderRun> {
    /// The name of the output, without its folder.
    output_name: OsString,
    lock: FolderLock,
    journal: Journal,
    /// The parts on disk, sorted by position, without overlaps.
    parts: Vec<Part<R::Counts>>,
    open_part: Option<OpenPart<R::Counts>>,
    damage: Vec<String>,
    save_every: Duration,
}

debug_as_name!([R: FolderRun] RunFolder<R>);

/// `db.txt.gz` → `db.txt.gz.run`
pub fn run_folder_of(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".run");
    name.into()
}

/// Whether this program may have put a file of this name, other than the lock, into the run folder of an output.
fn is_ours(name: &OsStr, output_name: &OsStr) -> bool {
    let own = [MANIFEST, COMPLETE].map(OsStr::new);
    let is_temporary = || own.into_iter().chain([output_name]).any(|own| is_temporary_name(name, own));
    own.contains(&name) || name.to_str().is_some_and(is_part_name) || is_temporary()
}

/// Whether this program left a run folder of an output with something in it. An empty folder comes from a process that was killed
/// just before removing it.
pub fn has_run_folder(output: &Path) -> bool {
    let output_name = output.file_name().unwrap_or_default();
    let folder = run_folder_of(output);
    let Ok(entries) = fs::read_dir(&folder) else { return folder.exists() };
    let mut names = entries.flatten().map(|entry| entry.file_name()).peekable();
    names.peek().is_none() || names.any(|name| name == LOCK || is_ours(&name, output_name))
}

/// Whether an earlier process may have given the output its name, but ended before it could remove the run folder. Then the run
/// accepts an output of this name.
pub fn may_be_published(output: &Path) -> bool {
    let folder = run_folder_of(output);
    has_run_folder(output) && (folder.join(COMPLETE).exists() || !folder.join(MANIFEST).exists())
}

impl<R: FolderRun> RunFolder<R> {
    /// Opens or makes the run folder of an output and finds the parts that are done; `restart` discards them. A part is saved
    /// when it is `save_every` old, so a crash loses no more work than that.
    ///
    /// # Errors
    /// Another process has locked it; it holds another run, or an unknown one; a part can't be read now.
    pub fn open(output: &Path, run: &R, restart: bool, save_every: Duration) -> io::Result<RunFolder<R>> {
        let path = run_folder_of(output);
        let output_name = output.file_name().unwrap_or_default().to_owned();
        let lock = FolderLock::take(&path, |name| is_ours(name, &output_name))?;
        let (parts, damage) = if restart { Default::default() } else { sound_parts(lock.folder(), run)? };
        let lines = parts.iter().map(|part| serde_json::to_value(part).expect("a part is JSON"));
        let header = Header { program: PROGRAM.to_owned(), run };
        let header = serde_json::to_value(header).expect("a header is JSON");
        let manifest = path.join(MANIFEST);
        let journal = Journal::create(&manifest, std::iter::once(header).chain(lines))
            .map_err(|source| write_error(&display_path(&manifest), source))?;
        let names: HashSet<OsString> = parts.iter().map(|part| part.name().into()).collect();
        // Even a restart must know that this run gave the output its name.
        let keeps = |name: &OsStr| [MANIFEST, COMPLETE].iter().any(|own| name == *own) || names.contains(name);
        lock.clear(|name| is_ours(name, &output_name) && !keeps(name))?;
        Ok(RunFolder { output_name, lock, journal, parts, open_part: None, damage, save_every })
    }

    /// The folder. Outputs grow in it.
    pub fn path(&self) -> &Path {
        self.lock.folder()
    }

    /// The damage found when it was opened, as text. The work that it affects is done again.
    pub fn damage(&self) -> &[String] {
        &self.damage
    }

    /// The sum of the counters of all parts on disk.
    pub fn done(&self) -> R::Counts {
        self.parts.iter().fold(R::Counts::default(), |mut sum, part| {
            sum += part.counts;
            sum
        })
    }

    /// The positions of `0..share` that no part on disk covers, in order.
    pub fn gaps(&self, share: u64) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut next = 0;
        for positions in self.parts.iter().map(Part::positions::<R>).chain([share..share]) {
            let start = positions.start.min(share);
            if next < start {
                gaps.push(next..start);
            }
            next = positions.end;
        }
        gaps
    }

    /// Adds the lines and counters of [`FolderRun::positions`] positions from `position` on.
    ///
    /// # Errors
    /// A part is full and can't be written. The rows of that part are lost; all earlier parts are on disk.
    pub fn add(&mut self, position: u64, counts: R::Counts, rows: &[u8]) -> io::Result<()> {
        if self.open_part.as_ref().is_some_and(|part| part.first + R::positions(&part.counts) != position) {
            self.save()?;
        }
        let part = self.open_part.get_or_insert_with(|| OpenPart {
            first: position,
            counts: R::Counts::default(),
            rows: Encoder::quick(Vec::new()),
            begun: Instant::now(),
        });
        part.counts += counts;
        part.rows.write_all(rows).expect("memory takes every row");
        if part.begun.elapsed() >= self.save_every || part.rows.get_ref().len() >= LARGEST_PART { self.save() } else { Ok(()) }
    }

    /// Saves the part to which rows are being added. It is on disk when this returns.
    ///
    /// # Errors
    /// As [`RunFolder::add`].
    pub fn save(&mut self) -> io::Result<()> {
        let Some(OpenPart { first, counts, rows, .. }) = self.open_part.take() else { return Ok(()) };
        let bytes = rows.finish().expect("memory takes every row");
        let part = Part { first, counts, bytes: bytes.len() as u64, sha256: sha256(&bytes) };
        let path = self.path().join(part.name());
        let listed = self.write_part(&path, &bytes).and_then(|()| self.journal.append(&part));
        listed.map_err(|source| write_error(&display_path(&path), source))?;
        let place = self.parts.partition_point(|other| other.first < part.first);
        self.parts.insert(place, part);
        Ok(())
    }

    /// Writes the file of a part and syncs it. Its name is free, because everything not listed was removed when the folder was
    /// opened.
    fn write_part(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create_new(path)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        sync_folder(self.path());
        Ok(())
    }

    /// The rows of a part that was written or checked by this process, as text.
    fn rows_of(&self, part: &Part<R::Counts>) -> io::Result<String> {
        let mut rows = String::new();
        let read = part.read(self.path())?.is_some_and(|bytes| gunzip(&bytes).read_to_string(&mut rows).is_ok());
        if read && rows.lines().count() as u64 == R::lines(&part.counts) {
            return Ok(rows);
        }
        Err(wrong_input(format!(
            "{} changed on disk after it was written: run the command again, which does this part again",
            display_path(&self.path().join(part.name()))
        )))
    }

    /// Writes the rows of all parts to `output`, in order.
    ///
    /// # Errors
    /// A part is no longer what was written, or can't be read now; errors of the output.
    pub fn assemble(&self, output: &mut OutputFile) -> io::Result<()> {
        self.parts.iter().try_for_each(|part| output.write(self.rows_of(part)?.as_bytes()))
    }

    /// Calls `take` with the lines of all parts, in order, without their line ends.
    ///
    /// # Errors
    /// As [`RunFolder::assemble`] for the parts; the first error of `take`.
    pub fn for_each_line<E: From<io::Error>>(&self, mut take: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        self.parts.iter().try_for_each(|part| self.rows_of(part)?.lines().try_for_each(&mut take))
    }

    /// Records that the output is complete and will be renamed next: see [`may_be_published`]. Keeps the text of its description,
    /// if it gets one.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn mark_complete(&self, description: &str) -> io::Result<()> {
        let path = self.path().join(COMPLETE);
        replace(&path, description.as_bytes()).map(drop).map_err(|source| write_error(&display_path(&path), source))
    }

    /// Removes the folder.
    ///
    /// # Errors
    /// Something in it can't be removed.
    pub fn remove(self) -> io::Result<()> {
        let RunFolder { output_name, lock, journal, .. } = self;
        drop(journal);
        // The mark goes last: until then the next process knows that the output may have its name.
        lock.clear(|name| name != COMPLETE && is_ours(name, &output_name))?;
        lock.remove(|name| is_ours(name, &output_name))
    }
}

/// Hexadecimal digits of the checksum: the first ones of the SHA-256 of the JSON.
const DIGITS: usize = 16;

/// A journal open for writing: lines of JSON, each preceded by its checksum. A line is on disk before the program continues.
///
/// ```text
/// 52f0a1e5c1b0d9aa {"first":0,"bytes":4711}
/// ```
pub(super) struct Journal(File);

impl Journal {
    /// Creates a journal with some first lines. An existing file of that name is replaced atomically.
    ///
    /// # Errors
    /// Errors of the system.
    pub(super) fn create<T: Serialize>(path: &Path, lines: impl IntoIterator<Item = T>) -> io::Result<Journal> {
        let text: String = lines.into_iter().map(|line| line_of(&line)).collect::<io::Result<_>>()?;
        replace(path, text.as_bytes()).map(Journal)
    }

    /// Adds a line. It is on disk when this returns.
    ///
    /// # Errors
    /// Errors of the system. Part of the line may have been written, so no other line may be added.
    pub(super) fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.0.write_all(line_of(line)?.as_bytes())?;
        self.0.sync_data()
    }
}

fn line_of(value: &impl Serialize) -> io::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(format!("{} {json}\n", &sha256(json.as_bytes())[..DIGITS]))
}

/// The lines of a journal: their JSON, or `None` for a damaged one. A last line without its line end is left out: the program
/// ended while writing it.
pub fn lines_of(bytes: &[u8]) -> Vec<Option<String>> {
    let text = String::from_utf8_lossy(bytes);
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(sound).collect()
}

fn sound(line: &str) -> Option<String> {
    let (digits, json) = line.split_once(' ')?;
    (digits.len() == DIGITS && sha256(json.as_bytes()).starts_with(digits)).then(|| json.to_owned())
}

#[cfg(test)]
mod tests;
