//! The bits of a block, read one number after the other.
//!
//! The reader of `bitstream_io` can't look ahead, which a table of code words needs: with it a row takes 90 ns, with this one 30.

/// Bytes as bits, the highest bit of each byte first.
pub(super) struct BitSource<'b> {
    bytes: &'b [u8],
    /// The number of bits taken.
    taken: usize,
}

/// Fewer bits are left than were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EndsTooEarly;

impl BitSource<'_> {
    pub(super) fn new(bytes: &[u8]) -> BitSource<'_> {
        BitSource { bytes, taken: 0 }
    }

    /// The next 1 to 56 bits as a number, without taking them. Zeros follow the last bit.
    #[inline]
    pub(super) fn peek(&self, count: u32) -> u64 {
        let rest = self.bytes.get(self.taken / 8..).unwrap_or_default();
        let word = match rest.first_chunk() {
            Some(&bytes) => u64::from_be_bytes(bytes),
            None => rest.iter().rev().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
        };
        word << (self.taken % 8) >> (u64::BITS - count)
    }

    /// Skips bits.
    #[inline]
    pub(super) fn skip(&mut self, count: u32) -> Result<(), EndsTooEarly> {
        self.taken += count as usize;
        if self.taken <= 8 * self.bytes.len() { Ok(()) } else { Err(EndsTooEarly) }
    }

    /// The next 0 to 64 bits as a number.
    #[inline]
    pub(super) fn take(&mut self, count: u32) -> Result<u64, EndsTooEarly> {
        if count == 0 {
            return Ok(0);
        }
        if count > 32 {
            return Ok(self.take(count - 32)? << 32 | self.take(32)?);
        }
        let bits = self.peek(count);
        self.skip(count)?;
        Ok(bits)
    }

    /// Whether fewer than 8 bits are left.
    pub(super) fn is_in_last_byte(&self) -> bool {
        8 * self.bytes.len() - self.taken < 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitstream_io::{BigEndian, BitRead, BitReader};

    #[test]
    fn numbers_are_those_of_the_crate_that_wrote_them() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..200 {
            let bytes: Vec<u8> = (0..random.usize(..40)).map(|_| random.u8(..)).collect();
            let (mut bits, mut twin) = (BitSource::new(&bytes), BitReader::endian(&bytes[..], BigEndian));
            loop {
                let count = random.u32(..=64);
                let ahead = if (1..=56).contains(&count) { Some(bits.peek(count)) } else { None };
                let expected = twin.read_unsigned_var::<u64>(count).map_err(|_| EndsTooEarly);
                let found = bits.take(count);
                assert_eq!(found, expected, "{count}");
                assert!(found.is_err() || ahead.is_none_or(|ahead| found == Ok(ahead)), "{count}");
                if found.is_err() {
                    break;
                }
            }
        }
    }
}
