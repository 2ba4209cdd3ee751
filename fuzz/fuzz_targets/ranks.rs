//! Rank files: any bytes are read to their end or refused, even with right checksums.
#![no_main]
use gridlock::Database;
use libfuzzer_sys::fuzz_target;

/// Corrects the checksums of the header, and of the index and trailer.
fn with_right_sums(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let sum = |bytes: &[u8]| gridlock::internals::ranks::crc32(bytes).to_le_bytes();
    let header = sum(bytes.get(..68)?);
    bytes.get_mut(68..72)?.copy_from_slice(&header);
    let end = bytes.len().checked_sub(20).filter(|&end| end >= 72)?;
    let blocks = u64::from_le_bytes(bytes[end..end + 8].try_into().ok()?);
    let begin = end.checked_sub(usize::try_from(blocks).ok()?.checked_mul(21)?).filter(|&begin| begin >= 72)?;
    // one block that fills the file
    if blocks == 1 {
        let block = sum(&bytes[72..begin]);
        bytes[begin + 17..begin + 21].copy_from_slice(&block);
    }
    let index = sum(&bytes[begin..end + 8]);
    bytes[end + 8..end + 12].copy_from_slice(&index);
    Some(bytes)
}

fuzz_target!(|bytes: &[u8]| {
    for bytes in [Some(bytes.to_vec()), with_right_sums(bytes)].into_iter().flatten() {
        let Ok(database) = Database::of_bytes(bytes) else { continue };
        let entries = database.entries().take_while(Result::is_ok).count() as u64;
        assert!(entries <= database.len());
    }
});
