//! Checksums of files of rows: number of lines, number of bytes, SHA-256.
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The checksum of some lines. It is taken before compression, so it does not depend on the codec.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// The SHA-256 of some bytes as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
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
    }
}
