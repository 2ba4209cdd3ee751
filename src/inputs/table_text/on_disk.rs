//! Files for libraries that open them by name.
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{Input, TableTextError};
use crate::files::display_path;

/// The longest copy, in bytes. A file of some megabytes can be the compressed form of any length.
const LONGEST_COPY: u64 = 1 << 30;

/// A file that a library can open by its name: the given one, or a temporary copy of a stream or of what was compressed.
pub(crate) enum OnDisk {
    Given(PathBuf),
    /// A copy without a name: it is gone when the program ends, however it ends.
    Copy(File),
    /// A copy with a name, where the system can't give a name to a file that has none.
    Named(tempfile::NamedTempFile),
}

impl OnDisk {
    /// `magic` is how the file begins if it is not compressed, `format` what it is, with its article.
    ///
    /// # Errors
    /// Those of reading and writing; a [`TableTextError`], wrapped, if a copy would become too long.
    pub(crate) fn of(path: &Path, source: Input, magic: &[u8], format: &'static str) -> io::Result<OnDisk> {
        OnDisk::of_at_most(LONGEST_COPY, path, source, magic, format)
    }

    fn of_at_most(most: u64, path: &Path, source: Input, magic: &[u8], format: &'static str) -> io::Result<OnDisk> {
        let bounded_copy = |source: Input, copy: &mut dyn Write, most| match io::copy(&mut source.take(most + 1), copy)? {
            copied if copied <= most => Ok(()),
            _ => Err(io::Error::from(TableTextError::LongCopy {
                format,
                folder: display_path(&std::env::temp_dir()).to_string(),
                most,
            })),
        };
        let mut start = Vec::new();
        if path != Path::new("-") && fs::metadata(path)?.is_file() {
            File::open(path)?.take(magic.len() as u64).read_to_end(&mut start)?;
        }
        if start == magic {
            return Ok(OnDisk::Given(path.to_owned()));
        }
        // Tried with another file, because a name can be given only once.
        if named(&tempfile::tempfile()?).is_ok() {
            let copy = tempfile::tempfile()?;
            bounded_copy(source, &mut &copy, most)?;
            return Ok(OnDisk::Copy(copy));
        }
        let mut copy = tempfile::NamedTempFile::new()?;
        bounded_copy(source, &mut copy, most)?;
        Ok(OnDisk::Named(copy))
    }

    /// Calls `open` with the name of the file, at most once. A copy has a name only during this call; what `open` opened stays open.
    ///
    /// # Errors
    /// Those of naming the copy.
    pub(crate) fn open<T>(&self, open: impl FnOnce(&Path) -> T) -> io::Result<T> {
        Ok(match self {
            OnDisk::Given(path) => open(path),
            OnDisk::Copy(copy) => open(named(copy)?.path()),
            OnDisk::Named(copy) => open(copy.path()),
        })
    }
}

/// Gives a name in the folder for temporary files to a file without one. The name is gone when the value is dropped.
#[cfg(target_os = "linux")]
fn named(file: &File) -> io::Result<tempfile::NamedTempFile<()>> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let open_file = format!("/proc/self/fd/{}", file.as_raw_fd());
    tempfile::Builder::new().make(|path| Ok(linkat(CWD, &open_file, CWD, path, AtFlags::SYMLINK_FOLLOW)?))
}

#[cfg(not(target_os = "linux"))]
fn named(_: &File) -> io::Result<tempfile::NamedTempFile<()>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_fill_the_disk() {
        let of = |most| {
            OnDisk::of_at_most(most, Path::new("-"), Box::new(io::Cursor::new(b"PAR1 and more")), b"PAR1", "a Parquet file")
        };
        let copy = of(13).expect("short enough").open(|path| fs::read(path)).expect("a name");
        assert_eq!(copy.expect("a copy"), b"PAR1 and more");
        let error = of(12).err().expect("too long").to_string();
        assert!(error.contains("longer than 12 bytes") && error.contains("name that file"), "{error}");
    }
}
