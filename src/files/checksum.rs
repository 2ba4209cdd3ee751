//! Sums of rows: their number, bytes and SHA-256, uncompressed.
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What tells some lines from all others, however they are compressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checksum {
    /// Lines.
    pub lines: u64,
    /// Bytes, line ends included.
    pub bytes: u64,
    /// SHA-256, 64 hexadecimal digits.
    pub sha256: String,
}

/// Sums up lines as they come.
#[derive(Clone, Default)]
pub struct Checksummer {
    lines: u64,
    bytes: u64,
    sha256: Sha256,
}

impl Checksummer {
    /// Adds bytes; lines may be cut anywhere.
    pub fn update(&mut self, bytes: &[u8]) {
        self.lines += bytes.iter().filter(|&&b| b == b'\n').count() as u64;
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
    }

    /// The sum of all bytes so far.
    pub fn finish(self) -> Checksum {
        Checksum { lines: self.lines, bytes: self.bytes, sha256: hex(&self.sha256.finalize()) }
    }
}

/// SHA-256 of some bytes, 64 hexadecimal digits.
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
    fn sums_are_those_of_sha256sum() {
        let mut checksummer = Checksummer::default();
        checksummer.update(b"ab");
        checksummer.update(b"c\n\n");
        let sum = checksummer.finish();
        assert_eq!((sum.lines, sum.bytes), (2, 5));
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(sum.sha256, sha256(b"abc\n\n"));
    }
}
