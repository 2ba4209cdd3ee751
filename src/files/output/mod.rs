//! Output files: they grow under a temporary name and get their own name when complete.
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::checksum::{Checksum, Checksummer, FileSum, hex};
use super::codec::{Codec, Encoder, names_ranks};
use super::destination::{Destination, is_stdout, write_error};
use super::paths::{display_path, folder_of};
use super::temporary::{IfExists, TemporaryFile, publishing, remove_if_exists};
use crate::errors::wrong_input;

/// An output of rows or other text.
///
/// A regular file grows under a temporary name. [`OutputFile::finish`] gives it its own name; if it is dropped before that, it is
/// removed. Standard output, devices and pipes are written directly.
pub struct OutputFile {
    name: String,
    encoder: Encoder<Target>,
    checksummer: Checksummer,
    /// Makes a rank file of the lines; `None` if they are written as text.
    ranks: Option<Box<dyn LineEncoder>>,
}

debug_as_name!([] OutputFile);

/// Takes the lines of an output, and in the end makes a rank file of them.
pub trait LineEncoder: Send {
    /// Takes whole lines.
    ///
    /// # Errors
    /// A line can't be encoded, or temporary files can't be written.
    fn write_lines(&mut self, lines: &[u8]) -> io::Result<()>;

    /// Writes the rank file. Returns the checksum of the rows that readers will find in it.
    ///
    /// # Errors
    /// As [`LineEncoder::write_lines`], and errors of the output.
    fn finish(self: Box<Self>, out: &mut dyn Write) -> io::Result<Checksum>;
}

impl OutputFile {
    /// An output of rows, in the form that its ending says: text, compressed text, or what the encoder `ranks` makes. `-` is
    /// standard output, uncompressed.
    ///
    /// # Errors
    /// As [`Destination::of_rows`]; the ending is that of a rank file, and there is no encoder; the file exists and is refused;
    /// errors of the system.
    pub fn rows(path: &Path, existing: impl Into<IfExists>, ranks: Option<Box<dyn LineEncoder>>) -> io::Result<OutputFile> {
        let destination = Destination::of_rows(path)?;
        let (Destination::Stream(target) | Destination::File(target)) = &destination;
        let ranks = ranks.filter(|_| names_ranks(target));
        if ranks.is_none() && names_ranks(target) {
            let why = "this command writes rows as text only: name a .txt, .gz or .bz2 file, and let merge write the ranks";
            return Err(wrong_input(format!("{}: {why}", display_path(target))));
        }
        let codec = Codec::of_path(target).unwrap_or(Codec::Plain);
        Ok(OutputFile { ranks, ..OutputFile::create(destination, existing.into(), codec)? })
    }

    /// An output of rows to a regular file that grows in `scratch`, a folder of the same file system. In the end it replaces a
    /// file of its name only with `force`, or if the bytes are the same.
    ///
    /// # Errors
    /// As [`OutputFile::rows`], but an existing file is an error only in the end.
    pub(crate) fn rows_via(
        scratch: &Path,
        path: &Path,
        force: bool,
        ranks: Option<Box<dyn LineEncoder>>,
    ) -> io::Result<OutputFile> {
        let file = TemporaryFile::create(path, IfExists::compared_unless(force), Some(scratch))?;
        Ok(OutputFile { ranks, ..OutputFile::growing(file, Codec::of_path(path).unwrap_or(Codec::Plain)) })
    }

    /// An output to a temporary file to which nothing is written yet.
    fn growing(file: TemporaryFile, codec: Codec) -> OutputFile {
        let name = display_path(file.path());
        OutputFile::to(Target::File(Box::new(file), Sha256::new()), name, codec)
    }

    fn to(target: Target, name: String, codec: Codec) -> OutputFile {
        OutputFile { encoder: Encoder::new(codec, target), name, checksummer: Checksummer::default(), ranks: None }
    }

    /// An uncompressed output with any ending; `-` is standard output.
    ///
    /// # Errors
    /// As [`OutputFile::rows`], except for errors of the ending.
    pub fn text(path: &Path, existing: impl Into<IfExists>) -> io::Result<OutputFile> {
        OutputFile::create(Destination::of(path)?, existing.into(), Codec::Plain)
    }

    /// A table as text with any ending, compressed if it ends in `.gz` or `.bz2`; `-` is standard output, uncompressed.
    ///
    /// # Errors
    /// As [`OutputFile::text`].
    pub fn table(path: &Path, existing: impl Into<IfExists>) -> io::Result<OutputFile> {
        OutputFile::create(Destination::of(path)?, existing.into(), Codec::compressing(path).unwrap_or(Codec::Plain))
    }

    fn create(destination: Destination, existing: IfExists, codec: Codec) -> io::Result<OutputFile> {
        let (name, stream) = match destination {
            Destination::File(path) => return Ok(OutputFile::growing(TemporaryFile::create(&path, existing, None)?, codec)),
            Destination::Stream(path) if is_stdout(&path) => ("standard output".to_owned(), unbuffered_standard_output()),
            Destination::Stream(path) => (display_path(&path), File::options().write(true).open(path)),
        };
        let stream = stream.map_err(|source| write_error(&name, source))?;
        Ok(OutputFile::to(Target::Stream(stream), name, codec))
    }

    /// Whether it becomes a rank file.
    pub fn makes_ranks(&self) -> bool {
        self.ranks.is_some()
    }

    /// Writes whole lines, many at once. The reader of an uncompressed stream gets them now.
    ///
    /// # Errors
    /// Errors of the system; a line that has no rank.
    pub fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        let written = match &mut self.ranks {
            Some(ranks) => ranks.write_lines(lines),
            None => {
                self.checksummer.update(lines);
                self.encoder.write_all(lines)
            }
        };
        written.map_err(|source| write_error(&self.name, source))
    }

    /// A folder for temporary files of about the output's size: the output's own, or the system's for streams.
    pub fn scratch_folder(&self) -> PathBuf {
        match self.encoder.get_ref() {
            Target::Stream(_) => std::env::temp_dir(),
            Target::File(file, _) => folder_of(file.path()).to_owned(),
        }
    }

    /// Writes the last lines, or all, and completes the file.
    ///
    /// # Errors
    /// As [`OutputFile::write`] and [`OutputFile::finish`].
    pub fn finish_with(mut self, lines: impl AsRef<[u8]>) -> io::Result<()> {
        self.write(lines.as_ref())?;
        self.finish()
    }

    /// Completes the file: ends the compressed stream, syncs the file to disk and gives it its own name.
    ///
    /// # Errors
    /// As [`OutputFile::write`]; only the renaming failed, for instance because another program has created a file of that name
    /// in the meantime.
    pub fn finish(self) -> io::Result<()> {
        self.end()?.publish()
    }

    /// Ends the compressed stream and syncs the file to disk. It keeps its temporary name for now.
    ///
    /// # Errors
    /// As [`OutputFile::write`].
    pub fn end(self) -> io::Result<EndedOutput> {
        let OutputFile { name, mut encoder, checksummer, ranks } = self;
        let sum = ranks.map_or_else(|| Ok(checksummer.finish()), |ranks| ranks.finish(&mut encoder));
        let ended = sum.and_then(|sum| Ok((encoder.finish()?, sum)));
        let (target, sum) = ended.map_err(|source| write_error(&name, source))?;
        let file_sum = match &target {
            Target::File(file, sha256) => {
                file.sync()?;
                let bytes = file.file().metadata()?.len();
                Some(FileSum { bytes, sha256: hex(&sha256.clone().finalize()) })
            }
            Target::Stream(_) => None,
        };
        Ok(EndedOutput { target, sum, file_sum })
    }
}

/// A complete output that still has its temporary name. If it is dropped, it is removed.
pub struct EndedOutput {
    target: Target,
    sum: Checksum,
    file_sum: Option<FileSum>,
}

debug_as_name!([] EndedOutput);

impl EndedOutput {
    /// The checksum of the lines written, before compression. For a rank file, of the rows in the published order.
    pub fn checksum(&self) -> &Checksum {
        &self.sum
    }

    /// The name that the file will get, and the sum of its bytes, compressed; `None` for streams.
    pub fn file(&self) -> Option<(&Path, &FileSum)> {
        match &self.target {
            Target::File(file, _) => self.file_sum.as_ref().map(|sum| (file.path(), sum)),
            Target::Stream(_) => None,
        }
    }

    /// Gives the file its own name.
    ///
    /// # Errors
    /// It can't be renamed.
    pub fn publish(self) -> io::Result<()> {
        match self.target {
            Target::Stream(_) => Ok(()),
            Target::File(file, _) => file.rename(),
        }
    }

    /// Gives the file its own name, together with a companion that describes it: `text` in a file `companion`. An older companion
    /// is replaced: with `force` whatever has its name, otherwise only a file for which `is_ours` holds.
    ///
    /// A crash never leaves a file with a companion that describes another one. The steps, each synced to disk before the next:
    ///
    /// 1. write the new companion under a temporary name;
    /// 2. remove the old companion;
    /// 3. rename the file;
    /// 4. rename the companion.
    ///
    /// A crash after step 2 or 3 leaves the file without a companion. A stream gets none. If the file is already there with the
    /// same bytes, an earlier process ended after step 3, and only step 4 remains.
    ///
    /// # Errors
    /// Errors of writing, removing and renaming; the companion is a file of another program.
    pub fn publish_with(self, companion: &Path, text: &str, is_ours: impl Fn(&Path) -> bool) -> io::Result<()> {
        let Target::File(file, _) = &self.target else { return self.publish() };
        if file.is_refused() {
            return self.publish();
        }
        let replace = file.existing() == IfExists::Replaced;
        check_companion(companion, replace, is_ours)?;
        let new = TemporaryFile::create(companion, IfExists::compared_unless(replace), None)?;
        let mut new = OutputFile::growing(new, Codec::Plain);
        new.write(text.as_bytes())?;
        let new = new.end()?;
        let _guard = publishing();
        remove_if_exists(companion)?;
        self.publish()?;
        new.publish()
    }
}

/// Checks that a companion may get its name: with `force` always, else if nothing has the name except a file for which `is_ours`
/// holds.
///
/// # Errors
/// It may not.
pub(crate) fn check_companion(companion: &Path, force: bool, is_ours: impl Fn(&Path) -> bool) -> io::Result<()> {
    if force || fs::symlink_metadata(companion).is_err() || is_ours(companion) {
        return Ok(());
    }
    let name = display_path(companion);
    Err(wrong_input(format!(
        "{name} has the name of the description of the rows but is not one: move it elsewhere, or replace it with --force"
    )))
}

/// Standard output without the line buffer of the standard library.
fn unbuffered_standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// Where the bytes go.
enum Target {
    /// Standard output, a device or a pipe.
    Stream(File),
    /// A regular file, and the SHA-256 of the bytes written so far.
    File(Box<TemporaryFile>, Sha256),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stream(file) => file.write(bytes),
            Target::File(temporary, sha256) => {
                let written = temporary.file().write(bytes)?;
                sha256.update(&bytes[..written]);
                Ok(written)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
