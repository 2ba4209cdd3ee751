//! Files for libraries that open them by name.
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Source;

/// A file that a library can open by its name: the given one, or a temporary copy of a stream or of what was compressed.
pub(super) enum OnDisk {
    Given(PathBuf),
    /// A copy without a name: it is gone when the program ends, however it ends.
    Copy(File),
    /// A copy with a name, where the system can't give a name to a file that has none.
    Named(tempfile::NamedTempFile),
}

impl OnDisk {
    /// `magic` is how the file begins if it is not compressed.
    pub(super) fn of(path: &Path, mut source: Source, magic: &[u8]) -> io::Result<OnDisk> {
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
            io::copy(&mut source, &mut &copy)?;
            return Ok(OnDisk::Copy(copy));
        }
        let mut copy = tempfile::NamedTempFile::new()?;
        io::copy(&mut source, &mut copy)?;
        Ok(OnDisk::Named(copy))
    }

    /// Calls `open` with the name of the file, at most once. A copy has a name only during this call; what `open` opened stays open.
    ///
    /// # Errors
    /// Those of naming the copy.
    pub(super) fn open<T>(&self, open: impl FnOnce(&Path) -> T) -> io::Result<T> {
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
