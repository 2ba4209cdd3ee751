//! Checksums of rows (number of lines, number of bytes, SHA-256) and of the bytes of whole files.
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::paths::open_regular;

/// The checksum of some lines. It is taken before compression, so it does not depend on the codec.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checksum {
    /// Number of lines.
    pub lines: u64,
    /// Number of bytes, including line ends.
    pub bytes: u64,
    /// SHA-256 as 64 hexadecimal digits.
    pub sha256: String,
}

/// Computes the [`Checksum`] of a stream of lines.
#[derive(Clone, Default)]
pub struct Checksummer {
    lines: u64,
    bytes: u64,
    sha256: Sha256,
}

impl Checksummer {
    /// Adds the next bytes of the stream; they may begin and end inside a line.
    pub fn update(&mut self, bytes: &[u8]) {
        self.lines += bytes.iter().filter(|&&b| b == b'\n').count() as u64;
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
    }

    /// The checksum of all bytes so far.
    pub fn finish(self) -> Checksum {
        Checksum { lines: self.lines, bytes: self.bytes, sha256: hex(&self.sha256.finalize()) }
    }
}

/// The length and the SHA-256 of a file as it is on disk, compressed or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileSum {
    /// Number of bytes.
    #[serde(rename = "file_bytes")]
    pub bytes: u64,
    /// SHA-256 as 64 hexadecimal digits.
    #[serde(rename = "file_sha256")]
    pub sha256: String,
}

impl FileSum {
    /// Reads a regular file to its end; `None` if the stop flag was set first.
    ///
    /// # Errors
    /// Errors of reading; [`io::ErrorKind::InvalidInput`] for anything except a regular file.
    pub fn of(path: &Path, stop: &AtomicBool) -> io::Result<Option<FileSum>> {
        let mut file = open_regular(path)?;
        let mut buffer = vec![0; 1 << 16];
        let (mut bytes, mut sha256) = (0, Sha256::new());
        while !stop.load(Ordering::Relaxed) {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(Some(FileSum { bytes, sha256: hex(&sha256.finalize()) })),
                Ok(read) => {
                    bytes += read as u64;
                    sha256.update(&buffer[..read]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

/// The SHA-256 of some bytes as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The 32 bytes that 64 hexadecimal digits stand for.
pub(crate) fn bytes_of_hex(text: &str) -> Option<[u8; 32]> {
    let bytes: Vec<u8> = (0..32).map(|k| u8::from_str_radix(text.get(2 * k..2 * k + 2)?, 16).ok()).collect::<Option<_>>()?;
    bytes.try_into().ok()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let mut checksummer = Checksummer::default();
        checksummer.update(b"ab");
        checksummer.update(b"c\n\n");
        let checksum = checksummer.finish();
        assert_eq!((checksum.lines, checksum.bytes), (2, 5));
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(checksum.sha256, sha256(b"abc\n\n"));

        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("file"), b"abc").expect("written");
        let sum = |stop| FileSum::of(&folder.path().join("file"), &AtomicBool::new(stop)).expect("read");
        assert_eq!((sum(false), sum(true)), (Some(FileSum { bytes: 3, sha256: sha256(b"abc") }), None));
    }
}
