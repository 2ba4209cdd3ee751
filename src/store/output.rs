//! Output files: a temporary name while they grow, their own name once they are complete.
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::codec::{Codec, CodecError, Encoder};

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
    fn write(name: &str, source: io::Error) -> OutputError {
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

/// An output of rows or other text.
///
/// A regular file grows under a temporary name in its folder. [`OutputFile::finish`] gives it its own name;
/// [`OutputFile::keep_partial`] one that says that it is not complete; dropped, it goes and leaves nothing behind.
/// Standard output, devices and pipes are written directly.
pub struct OutputFile {
    encoder: Encoder<Target>,
    name: String,
}

impl OutputFile {
    /// An output of rows, compressed as its ending says; `-` is plain standard output.
    ///
    /// Does all that can be done early: a run should fail before its work, not behind it.
    ///
    /// # Errors
    /// [`OutputError::Codec`] for an unknown ending, [`OutputError::Exists`] if the file exists and is not to be replaced
    /// (`force`), and the variants for folders and for files that can't be made.
    pub fn rows(path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        let codec = if is_stdout(path) { Ok(Codec::Plain) } else { Codec::of_path(path) };
        let codec = if is_special(path) { codec.unwrap_or(Codec::Plain) } else { codec? };
        OutputFile::create(path, force, codec)
    }

    /// An output of plain text, whatever its ending; `-` is standard output.
    ///
    /// # Errors
    /// As [`OutputFile::rows`], but any ending is good.
    pub fn text(path: &Path, force: bool) -> Result<OutputFile, OutputError> {
        OutputFile::create(path, force, Codec::Plain)
    }

    fn create(path: &Path, force: bool, codec: Codec) -> Result<OutputFile, OutputError> {
        let name = if is_stdout(path) { "standard output".to_owned() } else { path.display().to_string() };
        Ok(OutputFile { encoder: Encoder::new(codec, Target::open(path, force)?), name })
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// [`OutputError::Full`], [`OutputError::Closed`] or [`OutputError::Write`].
    pub fn write(&mut self, lines: &[u8]) -> Result<(), OutputError> {
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
        match self.end()? {
            Target::Stream(_) => Ok(()),
            Target::File { temporary, path, replace } => rename(temporary, &path, replace),
        }
    }

    /// Ends the stream, so that it can be read, syncs it and gives it a name that says that it is not complete: `db.txt.gz`
    /// becomes `db.partial.txt.gz`, replacing an older partial file. Returns that name, or `None` for streams.
    ///
    /// # Errors
    /// As [`OutputFile::finish`].
    pub fn keep_partial(self) -> Result<Option<PathBuf>, OutputError> {
        match self.end()? {
            Target::Stream(_) => Ok(None),
            Target::File { temporary, path, .. } => {
                let partial = partial_name(&path);
                rename(temporary, &partial, true)?;
                Ok(Some(partial))
            }
        }
    }

    fn end(self) -> Result<Target, OutputError> {
        let name = self.name;
        let target = self.encoder.finish().map_err(|source| OutputError::write(&name, source))?;
        if let Target::File { temporary, .. } = &target {
            temporary.as_file().sync_all().map_err(|source| OutputError::write(&name, source))?;
        }
        Ok(target)
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
    fn open(path: &Path, force: bool) -> Result<Target, OutputError> {
        let create_error = |source| OutputError::Create { path: path.to_owned(), source };
        if is_stdout(path) {
            return stdout().map(Target::Stream).map_err(create_error);
        }
        let mut path = path.to_owned();
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => return Err(OutputError::IsFolder(path)),
            Ok(metadata) if !metadata.is_file() => {
                return File::options().write(true).open(&path).map(Target::Stream).map_err(create_error);
            }
            Ok(_) if !force => return Err(OutputError::Exists(path)),
            // Through a symbolic link the file is replaced, not the link.
            Ok(_) => path = fs::canonicalize(&path).map_err(create_error)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(create_error(error)),
        }
        let folder = folder_of(&path);
        if !folder.is_dir() {
            return Err(OutputError::MissingFolder(folder.to_owned()));
        }
        let temporary = temporary_file(&path, folder).map_err(create_error)?;
        Ok(Target::File { temporary, path, replace: force })
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

/// Whether there is something of this name that is neither a file nor a folder: a device or a named pipe.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
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
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file `NAME.RANDOM.tmp` with the permissions of any other new file.
fn temporary_file(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
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
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(path)) {
        // Some file systems can't sync a folder; the rename itself has been done.
        let _ = folder.sync_all();
    }
    Ok(())
}

/// `db.txt.gz` → `db.partial.txt.gz`: the ending stays, so that every tool still knows how to read the file.
fn partial_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = [".txt.gz", ".txt.bz2", ".txt", ".gz", ".bz2"].iter().find_map(|ending| name.strip_suffix(ending));
    let stem = stem.unwrap_or(&name);
    path.with_file_name(format!("{stem}.partial{}", &name[stem.len()..]))
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

    #[test]
    fn partial_names_keep_their_ending() {
        for (name, partial) in [
            ("a/db.txt.gz", "a/db.partial.txt.gz"),
            ("db.v2.bz2", "db.v2.partial.bz2"),
            ("db.txt", "db.partial.txt"),
            ("db", "db.partial"),
        ] {
            assert_eq!(partial_name(Path::new(name)), Path::new(partial));
        }
    }
}
