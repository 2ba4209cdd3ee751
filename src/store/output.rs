//! Output files: a temporary name while they grow, their own name once they are complete.
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::codec::{Codec, CodecError, Encoder};
use super::sum::{Sum, Summer};

/// An output that can't be made, written or completed.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Its ending names no codec.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// Something has its name already.
    #[error("{} exists already: choose another name, or replace it with --force", .0.display())]
    Exists(PathBuf),
    /// Its name is that of a folder.
    #[error("{} is a folder: give the name of a file in it", .0.display())]
    IsFolder(PathBuf),
    /// The folder it should stand in does not exist.
    #[error("the folder {} does not exist: make it first, or choose another", .0.display())]
    MissingFolder(PathBuf),
    /// It can't be made or opened for writing.
    #[error("cannot write to {}: {source}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No room is left.
    #[error("cannot write to {name}: {source}; make room there, or choose another place, and run the command again")]
    Full {
        /// The output, for people.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// Whoever read from it has gone, as in `gridlock ... -o - | head -1`.
    #[error("{name} was closed by its reader: {source}")]
    Closed {
        /// The output, for people.
        name: String,
        /// What the system says, of kind `BrokenPipe`.
        source: io::Error,
    },
    /// Any other failure to write.
    #[error("cannot write to {name}: {source}")]
    Write {
        /// The output, for people.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// It is complete but could not be given its name; nothing is lost.
    #[error("cannot give the complete output the name {}: {source}; it is kept as {}", path.display(), kept.display())]
    Rename {
        /// The name it should have.
        path: PathBuf,
        /// Where it is.
        kept: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl OutputError {
    /// The failure to write to `name`, by its kind.
    pub(crate) fn write(name: &str, source: io::Error) -> OutputError {
        let name = name.to_owned();
        match source.kind() {
            io::ErrorKind::BrokenPipe => OutputError::Closed { name, source },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                OutputError::Full { name, source }
            }
            _ => OutputError::Write { name, source },
        }
    }
}

/// Where an output is to stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Standard output, a device or a pipe: written as it comes.
    Stream(PathBuf),
    /// A regular file, symbolic links followed.
    File(PathBuf),
}

impl Destination {
    /// Where rows for `path` go; `-` is standard output.
    ///
    /// Does all that can be done early: a run should fail before its work, not behind it. An existing file is no error here, see
    /// [`Destination::must_be_new`].
    ///
    /// # Errors
    /// [`OutputError::Codec`] for an unknown ending, and the variants for folders.
    pub fn of_rows(path: &Path) -> Result<Destination, OutputError> {
        let destination = Destination::of(path)?;
        if let Destination::File(file) = &destination {
            Codec::of_path(path)?;
            let folder = folder_of(file);
            if !folder.is_dir() {
                return Err(OutputError::MissingFolder(folder.to_owned()));
            }
        }
        Ok(destination)
    }

    fn of(path: &Path) -> Result<Destination, OutputError> {
        let create_error = |source| OutputError::Create { path: path.to_owned(), source };
        if is_stdout(path) {
            return Ok(Destination::Stream(path.to_owned()));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(OutputError::IsFolder(path.to_owned())),
            Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream(path.to_owned())),
            // Through a symbolic link the file is replaced, not the link.
            Ok(_) if fs::symlink_metadata(path).is_ok_and(|link| link.is_symlink()) => {
                fs::canonicalize(path).map(Destination::File).map_err(create_error)
            }
            Ok(_) => Ok(Destination::File(path.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Destination::File(path.to_owned())),
            Err(error) => Err(create_error(error)),
        }
    }

    /// Checks that no regular file of this name exists.
    ///
    /// # Errors
    /// [`OutputError::Exists`] if there is one.
    pub fn must_be_new(&self) -> Result<(), OutputError> {
        match self {
            Destination::File(path) if path.exists() => Err(OutputError::Exists(path.clone())),
            _ => Ok(()),
        }
    }
}

/// An output of rows or other text.
///
/// A regular file grows under a temporary name. [`OutputFile::finish`] gives it its own name; dropped, it goes and leaves nothing
/// behind. Standard output, devices and pipes are written directly.
pub struct OutputFile {
    encoder: Encoder<Target>,
    name: String,
    summer: Summer,
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

    fn create(destination: &Destination, force: bool, codec: Codec, scratch: Option<&Path>) -> Result<OutputFile, OutputError> {
        let name = match destination {
            Destination::Stream(path) if is_stdout(path) => "standard output".to_owned(),
            Destination::Stream(path) | Destination::File(path) => path.display().to_string(),
        };
        let target = Target::open(destination, force, scratch)?;
        Ok(OutputFile { encoder: Encoder::new(codec, target), name, summer: Summer::default() })
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// [`OutputError::Full`], [`OutputError::Closed`] or [`OutputError::Write`].
    pub fn write(&mut self, lines: &[u8]) -> Result<(), OutputError> {
        self.summer.update(lines);
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
        Ok(EndedOutput { target, sum: self.summer.finish(), file_bytes })
    }
}

/// A complete output that has not got its name yet; dropped, it goes.
pub struct EndedOutput {
    target: Target,
    sum: Sum,
    file_bytes: Option<u64>,
}

impl EndedOutput {
    /// The sum of the lines written, uncompressed.
    pub fn sum(&self) -> &Sum {
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

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Standard output without the line buffer that the standard library puts before it.
#[cfg(unix)]
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
fn stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

/// The folder that a path stands in, `.` if it names none.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file `NAME.RANDOM.tmp` with the permissions of any other new file.
pub(crate) fn temporary_file(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Gives a temporary file its name and makes the name last. If that fails, the file stays where it is.
fn rename(temporary: NamedTempFile, path: &Path, replace: bool) -> Result<(), OutputError> {
    let renamed = if replace { temporary.persist(path) } else { temporary.persist_noclobber(path) };
    if let Err(tempfile::PersistError { error: source, file }) = renamed {
        let kept = file.path().to_owned();
        return Err(match file.keep() {
            Ok(_) => OutputError::Rename { path: path.to_owned(), kept, source },
            Err(error) => OutputError::Write { name: path.display().to_string(), source: error.error },
        });
    }
    sync_folder(folder_of(path));
    Ok(())
}

/// Makes the names in a folder last. Some file systems can't sync a folder; what was done in it has been done all the same.
pub(crate) fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
