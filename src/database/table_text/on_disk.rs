//! Files for libraries that open them by name.
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Source;

/// A file that a library can open by its name: the given one, or a temporary copy of a stream or of what was compressed.
pub(super) enum OnDisk {
    Given(PathBuf),
    Copy(tempfile::NamedTempFile),
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
        let mut copy = tempfile::NamedTempFile::new()?;
        io::copy(&mut source, &mut copy)?;
        copy.flush()?;
        Ok(OnDisk::Copy(copy))
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            OnDisk::Given(path) => path,
            OnDisk::Copy(copy) => copy.path(),
        }
    }
}
