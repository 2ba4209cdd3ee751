//! Files for libraries that open them by name.
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{Input, TableTextError};
use crate::files::shown;

/// The longest copy, in bytes. A file of some megabytes can be the compressed form of any length.
const LONGEST_COPY: u64 = 1 << 30;

/// A file that a library can open by its name: the given one, or a temporary copy of a stream or of what was compressed.
pub(super) enum OnDisk {
    Given(PathBuf),
    Copy(tempfile::NamedTempFile),
}

impl OnDisk {
    /// `magic` is how the file begins if it is not compressed, `format` what it is, with its article.
    ///
    /// # Errors
    /// Those of reading and writing; a [`TableTextError`], wrapped, if a copy would become too long.
    pub(super) fn of(path: &Path, source: Input, magic: &[u8], format: &'static str) -> io::Result<OnDisk> {
        OnDisk::of_at_most(LONGEST_COPY, path, source, magic, format)
    }

    fn of_at_most(most: u64, path: &Path, source: Input, magic: &[u8], format: &'static str) -> io::Result<OnDisk> {
        let mut start = Vec::new();
        if path != Path::new("-") && fs::metadata(path)?.is_file() {
            File::open(path)?.take(magic.len() as u64).read_to_end(&mut start)?;
        }
        if start == magic {
            return Ok(OnDisk::Given(path.to_owned()));
        }
        let mut copy = tempfile::NamedTempFile::new()?;
        if io::copy(&mut source.take(most + 1), &mut copy)? > most {
            let folder = shown(&std::env::temp_dir()).to_string();
            return Err(TableTextError::LongCopy { format, folder, most }.into());
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_fill_the_disk() {
        let of = |most| {
            OnDisk::of_at_most(most, Path::new("-"), Box::new(io::Cursor::new(b"PAR1 and more")), b"PAR1", "a Parquet file")
        };
        assert!(matches!(of(13), Ok(OnDisk::Copy(copy)) if fs::read(copy.path()).expect("a copy") == b"PAR1 and more"));
        let error = of(12).err().expect("too long").to_string();
        assert!(error.contains("longer than 12 bytes") && error.contains("name that file"), "{error}");
    }
}
