//! Output files: they grow under a temporary name and get their own name when complete.
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::checksum::{Checksum, Checksummer, FileSum, hex};
use super::codec::{Codec, Encoder, LineEncoder};
use super::destination::{Destination, is_stdout};
use super::display_path::display_path;
use super::error::write_error;
use super::error_class::wrong_input;
use super::paths::folder_of;
use super::temporary::{IfExists, TemporaryFile, publishing, remove_if_exists};

/// An output of rows or other text.
///
/// A regular file grows under a temporary name. [`OutputFile::finish`] gives it its own name; if it is dropped before that, it is
/// removed. Standard output, devices and pipes are written directly.
pub struct OutputFile {
    encoder: Encoder<Target>,
    name: String,
    checksummer: Checksummer,
}

debug_as_name!([] OutputFile);

impl OutputFile {
    /// An output of rows, compressed as its ending says; `-` is standard output, uncompressed.
    ///
    /// # Errors
    /// As [`Destination::of_rows`]; the file exists and is refused; errors of the system.
    pub fn rows(path: &Path, existing: impl Into<IfExists>) -> io::Result<OutputFile> {
        let destination = Destination::of_rows(path)?;
        let (Destination::Stream(target) | Destination::File(target)) = &destination;
        let codec = Codec::of_path(target).unwrap_or(Codec::Plain);
        OutputFile::create(destination, existing.into(), codec)
    }

    /// An output of rows to a regular file that grows in `scratch`, a folder of the same file system. In the end it replaces a
    /// file of its name only with `force`, or if the bytes are the same.
    ///
    /// # Errors
    /// As [`OutputFile::rows`], but an existing file is an error only in the end.
    pub(crate) fn rows_via(scratch: &Path, path: &Path, force: bool) -> io::Result<OutputFile> {
        let existing = IfExists::compared_unless(force);
        let codec = Codec::of_path(path).unwrap_or(Codec::Plain);
        Ok(OutputFile::growing(TemporaryFile::create(path, existing, Some(scratch))?, codec))
    }

    /// An output to a temporary file to which nothing is written yet.
    fn growing(file: TemporaryFile, codec: Codec) -> OutputFile {
        let name = display_path(file.path());
        OutputFile::to(Target::File(Box::new(file), Sha256::new()), name, codec)
    }

    fn to(target: Target, name: String, codec: Codec) -> OutputFile {
        OutputFile { encoder: Encoder::new(codec, target), name, checksummer: Checksummer::default() }
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

    /// If the output is a rank file, lets an encoder make it from the lines.
    pub fn encode_ranks(&mut self, encoder: Box<dyn LineEncoder>) {
        if let Encoder::Lines(_, lines) = &mut self.encoder {
            *lines = Some(encoder);
        }
    }

    /// Writes whole lines, many at once. The reader of an uncompressed stream gets them now.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        self.checksummer.update(lines);
        self.encoder.write_all(lines).map_err(|source| write_error(&self.name, source))
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
        let (target, sum) = self.encoder.finish_summed().map_err(|source| write_error(&self.name, source))?;
        let file_sum = match &target {
            Target::File(file, sha256) => {
                file.sync()?;
                let bytes = file.file().metadata()?.len();
                Some(FileSum { bytes, sha256: hex(&sha256.clone().finalize()) })
            }
            Target::Stream(_) => None,
        };
        Ok(EndedOutput { target, sum: sum.unwrap_or_else(|| self.checksummer.finish()), file_sum })
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
        let mut new =
            OutputFile::growing(TemporaryFile::create(companion, IfExists::compared_unless(replace), None)?, Codec::Plain);
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
mod tests {
    use super::*;

    fn refusal<T>(result: io::Result<T>) -> String {
        result.err().expect("refused").to_string()
    }

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
        assert!(refusal(OutputFile::rows(&path, false)).contains("exists already"));
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
        let refusal = refusal(output.finish());
        let (_, kept) = refusal.split_once("it is kept as ").expect("a name");
        assert_eq!(fs::read(&path).expect("a file"), b"other");
        assert_eq!(fs::read(kept).expect("a file"), b"new\n");
    }

    #[test]
    fn a_companion_never_describes_another_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, companion) = (folder.path().join("rows.txt"), folder.path().join("rows.txt.json"));
        let ended = |force| {
            let mut output = OutputFile::rows(&path, force).expect("an output");
            output.write(b"new\n").expect("written");
            output.end().expect("ended")
        };
        let is_ours = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.starts_with("old"));
        fs::write(&companion, "old").expect("written");
        ended(false).publish_with(&companion, "new", is_ours).expect("published");
        assert_eq!(
            (fs::read(&path).expect("a file"), fs::read(&companion).expect("a file")),
            (b"new\n".to_vec(), b"new".to_vec())
        );

        // The rows cannot be renamed: the old companion is removed, the new one is not there yet.
        let forced = ended(true);
        fs::remove_file(&path).expect("removed");
        fs::create_dir(&path).expect("made");
        assert!(refusal(forced.publish_with(&companion, "newer", is_ours)).starts_with("cannot give"));
        assert!(!companion.exists(), "rows that are not there are described");

        // The name was taken by another program, which described its file: both stay as they are.
        fs::remove_dir(&path).expect("removed");
        let unforced = ended(false);
        fs::write(&path, "other").expect("written");
        fs::write(&companion, "of the other").expect("written");
        assert!(refusal(unforced.publish_with(&companion, "new", is_ours)).starts_with("cannot give"));
        assert_eq!(fs::read(&companion).expect("a file"), b"of the other");

        // A companion that is not ours stays, unless `force` is set; so do the rows.
        fs::remove_file(&path).expect("removed");
        let refused = ended(false).publish_with(&companion, "new", is_ours);
        assert!(refusal(refused).contains("move it elsewhere") && !path.exists());
        assert_eq!(fs::read(&companion).expect("a file"), b"of the other");

        // The rows are there already: only the companion is missing.
        let again = ended(false);
        fs::write(&path, "new\n").expect("written");
        fs::remove_file(&companion).expect("removed");
        again.publish_with(&companion, "new", is_ours).expect("published");
        assert_eq!(fs::read(&companion).expect("a file"), b"new");
        fs::write(&path, "other").expect("written");

        // What cannot be removed keeps the rows from being replaced.
        fs::remove_file(&companion).expect("removed");
        fs::create_dir(&companion).expect("made");
        assert!(refusal(ended(true).publish_with(&companion, "new", is_ours)).starts_with("cannot remove"));
        assert_eq!(fs::read(&path).expect("a file"), b"other");
    }

    #[test]
    fn folders_and_endings_are_checked_at_the_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| OutputFile::rows(&folder.path().join(name), false);
        assert!(refusal(at("none/rows.txt")).ends_with("make it first, or choose another"));
        assert!(refusal(at("rows.zip")).contains("ending"));
        assert!(refusal(at("rows")).contains("ending"));
        fs::create_dir(folder.path().join("folder.txt")).expect("made");
        assert!(refusal(at("folder.txt")).contains("is a folder"));
    }
}
