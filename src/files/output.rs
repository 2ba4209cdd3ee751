//! Output files: a temporary name while they grow, their own name once they are complete.
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::checksum::{Checksum, Checksummer};
use super::codec::{Codec, Encoder};
use super::destination::{Destination, is_stdout, stdout};
use super::error::OutputError;
use super::temporary::{folder_of, rename, temporary_file};

/// An output of rows or other text.
///
/// A regular file grows under a temporary name. [`OutputFile::finish`] gives it its own name; dropped, it goes and leaves nothing
/// behind. Standard output, devices and pipes are written directly.
pub struct OutputFile {
    encoder: Encoder<Target>,
    name: String,
    checksummer: Checksummer,
}

impl OutputFile {
    /// An output of rows, compressed as its ending says; `-` is plain standard output.
    ///
    /// # Errors
    /// Those of [`Destination::of_rows`], [`OutputError::Exists`] if the file exists and is not to be replaced (`force`), and
    /// [`OutputError::Create`].
    pub fn rows(path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        let destination = Destination::of_rows(path)?;
        let codec = if is_stdout(path) { Codec::Plain } else { Codec::of_path(path).unwrap_or(Codec::Plain) };
        OutputFile::create(&destination, force, codec, None)
    }

    /// An output of rows to a regular file which grows in `scratch`, a folder of the same file system, and replaces what has its
    /// name in the end.
    ///
    /// # Errors
    /// As [`OutputFile::rows`].
    pub fn rows_by_way_of(scratch: &Path, path: &Path) -> Result<OutputFile, OutputError> {
        let codec = Codec::of_path(path)?;
        OutputFile::create(&Destination::File(path.to_owned()), true, codec, Some(scratch))
    }

    /// An output of plain text, whatever its ending; `-` is standard output.
    ///
    /// # Errors
    /// As [`OutputFile::rows`], but any ending is good.
    pub fn text(path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        OutputFile::create(&Destination::of(path)?, force, Codec::Plain, None)
    }

    /// Opens a file of text that takes the place of whatever has its name, be it a pipe or a link.
    ///
    /// # Errors
    /// [`OutputError::Create`], [`OutputError::MissingFolder`].
    pub fn in_place_of(path: &Path) -> Result<OutputFile, OutputError> {
        OutputFile::create(&Destination::File(path.to_owned()), true, Codec::Plain, None)
    }

    fn create(destination: &Destination, force: bool, codec: Codec, scratch: Option<&Path>) -> Result<OutputFile, OutputError> {
        let name = match destination {
            Destination::Stream(path) if is_stdout(path) => "standard output".to_owned(),
            Destination::Stream(path) | Destination::File(path) => path.display().to_string(),
        };
        let target = Target::open(destination, force, scratch)?;
        Ok(OutputFile { encoder: Encoder::new(codec, target), name, checksummer: Checksummer::default() })
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// [`OutputError::Full`], [`OutputError::Closed`] or [`OutputError::Write`].
    pub fn write(&mut self, lines: &[u8]) -> Result<(), OutputError> {
        self.checksummer.update(lines);
        self.encoder.write_all(lines).map_err(|source| OutputError::write(&self.name, source))
    }

    /// Hands buffered lines of a plain stream to its reader; does nothing for files, which are read when they are complete.
    ///
    /// # Errors
    /// As [`OutputFile::write`].
    pub fn hand_on(&mut self) -> Result<(), OutputError> {
        match &mut self.encoder {
            Encoder::Plain(plain) if matches!(plain.get_ref(), Target::Stream(_)) => {
                plain.flush().map_err(|source| OutputError::write(&self.name, source))
            }
            _ => Ok(()),
        }
    }

    /// The temporary file in which the output grows; `None` for streams.
    pub fn temporary_path(&self) -> Option<&Path> {
        match self.encoder.get_ref() {
            Target::Stream(_) => None,
            Target::File { temporary, .. } => Some(temporary.path()),
        }
    }

    /// A folder for temporary files of about the output's size: the output's own, or the system's for streams.
    pub fn scratch_folder(&self) -> PathBuf {
        match self.encoder.get_ref() {
            Target::Stream(_) => std::env::temp_dir(),
            Target::File { path, .. } => folder_of(path).to_owned(),
        }
    }

    /// Ends the stream, syncs it to disk and gives the file its own name: it is complete.
    ///
    /// # Errors
    /// As [`OutputFile::write`]; [`OutputError::Rename`] if only the name could not be given, for instance because another
    /// program has meanwhile made a file of that name.
    pub fn finish(self) -> Result<(), OutputError> {
        self.end()?.publish()
    }

    /// Ends the stream and syncs it to disk; the file still has its temporary name.
    ///
    /// # Errors
    /// As [`OutputFile::write`].
    pub fn end(self) -> Result<EndedOutput, OutputError> {
        let name = self.name;
        let target = self.encoder.finish().map_err(|source| OutputError::write(&name, source))?;
        let mut file_bytes = None;
        if let Target::File { temporary, .. } = &target {
            let file = temporary.as_file();
            file.sync_all().map_err(|source| OutputError::write(&name, source))?;
            file_bytes = Some(file.metadata().map_err(|source| OutputError::write(&name, source))?.len());
        }
        Ok(EndedOutput { target, sum: self.checksummer.finish(), file_bytes })
    }
}

/// A complete output that has not got its name yet; dropped, it goes.
pub struct EndedOutput {
    target: Target,
    sum: Checksum,
    file_bytes: Option<u64>,
}

impl EndedOutput {
    /// The sum of the lines written, uncompressed.
    pub fn checksum(&self) -> &Checksum {
        &self.sum
    }

    /// The name that the file will get and its length in bytes; `None` for streams.
    pub fn file(&self) -> Option<(&Path, u64)> {
        match &self.target {
            Target::File { path, .. } => self.file_bytes.map(|bytes| (path.as_path(), bytes)),
            Target::Stream(_) => None,
        }
    }

    /// Gives the file its own name.
    ///
    /// # Errors
    /// [`OutputError::Rename`].
    pub fn publish(self) -> Result<(), OutputError> {
        match self.target {
            Target::Stream(_) => Ok(()),
            Target::File { temporary, path, replace } => rename(temporary, &path, replace),
        }
    }
}

/// Where the bytes go.
enum Target {
    /// Standard output, a device or a pipe.
    Stream(File),
    /// A regular file, for now under a temporary name.
    File { temporary: NamedTempFile, path: PathBuf, replace: bool },
}

impl Target {
    fn open(destination: &Destination, force: bool, scratch: Option<&Path>) -> Result<Target, OutputError> {
        match destination {
            Destination::Stream(path) => {
                let stream = if is_stdout(path) { stdout() } else { File::options().write(true).open(path) };
                stream.map(Target::Stream).map_err(|source| OutputError::Create { path: path.clone(), source })
            }
            Destination::File(path) => {
                if !force {
                    destination.must_be_new()?;
                }
                let folder = folder_of(path);
                if !folder.is_dir() {
                    return Err(OutputError::MissingFolder(folder.to_owned()));
                }
                let temporary = temporary_file(path, scratch.unwrap_or(folder))
                    .map_err(|source| OutputError::Create { path: path.clone(), source })?;
                Ok(Target::File { temporary, path: path.clone(), replace: force })
            }
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stream(file) => file.write(bytes),
            // Not through `NamedTempFile::write`, which hides the kind of the error behind the file's name.
            Target::File { temporary, .. } => temporary.as_file().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::codec::CodecError;
    use std::fs;

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_only_when_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        let mut output = OutputFile::rows(&path, false).expect("an output");
        output.write(b"one\n").expect("written");
        assert!(!path.exists() && names_in(folder.path()).len() == 1);
        output.finish().expect("finished");
        assert_eq!(names_in(folder.path()), ["rows.txt"]);
        assert_eq!(fs::read(&path).expect("a file"), b"one\n");

        drop(OutputFile::rows(&folder.path().join("other.gz"), false).expect("an output"));
        assert_eq!(names_in(folder.path()), ["rows.txt"], "a failed run leaves nothing");
    }

    #[test]
    fn an_existing_file_is_replaced_only_by_force() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        fs::write(&path, "old").expect("written");
        assert!(matches!(OutputFile::rows(&path, false), Err(OutputError::Exists(_))));
        OutputFile::rows(&path, true).expect("an output").finish().expect("finished");
        assert_eq!(fs::read(&path).expect("a file"), b"");
    }

    #[test]
    fn a_name_taken_meanwhile_loses_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.txt");
        let mut output = OutputFile::rows(&path, false).expect("an output");
        output.write(b"new\n").expect("written");
        fs::write(&path, "other").expect("written");
        let Err(OutputError::Rename { kept, .. }) = output.finish() else { panic!("the other file was replaced") };
        assert_eq!(fs::read(&path).expect("a file"), b"other");
        assert_eq!(fs::read(kept).expect("a file"), b"new\n");
    }

    #[test]
    fn folders_and_endings_are_checked_at_the_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| OutputFile::rows(&folder.path().join(name), false);
        assert!(matches!(at("none/rows.txt"), Err(OutputError::MissingFolder(_))));
        assert!(matches!(at("rows.zip"), Err(OutputError::Codec(CodecError::UnknownEnding(_)))));
        assert!(matches!(at("rows"), Err(OutputError::Codec(CodecError::UnknownEnding(_)))));
        fs::create_dir(folder.path().join("folder.txt")).expect("made");
        assert!(matches!(at("folder.txt"), Err(OutputError::IsFolder(_))));
    }
}
