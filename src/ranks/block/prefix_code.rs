//! Canonical Huffman codes: the lengths define the code, so a block states it in a few bytes.
use bitstream_io::BitWrite;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;

/// Bytes as bits, the highest bit of each byte first.
///
/// The reader of `bitstream_io` can't look ahead, which a table of code words needs: with it a row takes 90 ns, with this one 30.
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

/// The length of the longest code word.
const LONGEST: usize = 15;
/// Bits of a length, of the first symbol, and of their number.
const LENGTH_BITS: u32 = 4;
const SYMBOL_BITS: u32 = 14;

/// A prefix code for some neighbouring symbols. Shorter code words come first, and words of equal length in the order of their
/// symbols.
pub(super) struct PrefixCode {
    /// The first symbol.
    first: u32,
    /// Per symbol from the first on: the length of its code word; 0 if it has none.
    lengths: Vec<u8>,
    /// Per symbol: its code word.
    words: Vec<u16>,
    /// The length of the longest code word.
    longest: u32,
    /// For each combination of that many bits: the symbol whose code word they begin with, as a distance from the first symbol,
    /// and the length of the word; 0 if they begin with no code word.
    table: Vec<(u16, u8)>,
}

impl PrefixCode {
    /// The code with the shortest text for these symbols, of which there is at least one and which are below 2^14; no code word
    /// is longer than 15 bits.
    pub(super) fn of(symbols: impl Iterator<Item = u32> + Clone) -> PrefixCode {
        let first = symbols.clone().min().expect("there are symbols");
        let mut counts = vec![0u64; (symbols.clone().max().expect("there are symbols") - first) as usize + 1];
        symbols.for_each(|symbol| counts[(symbol - first) as usize] += 1);
        loop {
            let lengths = huffman_lengths(&counts);
            if lengths.iter().all(|&length| usize::from(length) <= LONGEST) {
                return PrefixCode::with(first, lengths).expect("the lengths of a Huffman code");
            }
            // flatter counts give shorter words
            counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 2 + 1);
        }
    }

    /// The code of these lengths; `None` if they give no code or an incomplete one.
    fn with(first: u32, lengths: Vec<u8>) -> Option<PrefixCode> {
        let mut symbols: Vec<u16> = (0..lengths.len() as u16).filter(|&symbol| lengths[usize::from(symbol)] > 0).collect();
        symbols.sort_unstable_by_key(|&symbol| (lengths[usize::from(symbol)], symbol));
        let longest = lengths[usize::from(*symbols.last()?)];
        let mut words = vec![0; lengths.len()];
        let mut table = Vec::with_capacity(1 << longest);
        for &symbol in &symbols {
            let others = longest - lengths[usize::from(symbol)];
            words[usize::from(symbol)] = (table.len() >> others) as u16; // below 2^15
            table.resize(table.len() + (1 << others), (symbol, lengths[usize::from(symbol)]));
            if table.len() > 1 << longest {
                return None;
            }
        }
        // a single symbol has a word of one bit
        let is_complete = table.len() == 1 << longest || (symbols.len(), longest) == (1, 1);
        table.resize(1 << longest, (0, 0));
        is_complete.then_some(PrefixCode { first, lengths, words, longest: longest.into(), table })
    }

    /// Whether all its symbols are in a range.
    pub(super) fn are_within(&self, least: u32, greatest: u32) -> bool {
        self.first >= least && self.first + self.lengths.len() as u32 - 1 <= greatest
    }

    /// Writes the code itself: the first symbol, the number of symbols, and the length of each word.
    pub(super) fn write_table(&self, bits: &mut impl BitWrite) -> io::Result<()> {
        bits.write_unsigned_var(SYMBOL_BITS, self.first)?;
        bits.write_unsigned_var(SYMBOL_BITS, self.lengths.len() as u32)?;
        self.lengths.iter().try_for_each(|&length| bits.write_unsigned_var(LENGTH_BITS, length))
    }

    /// Reads the code itself; `None` if it is not a code.
    pub(super) fn read_table(bits: &mut BitSource) -> Result<Option<PrefixCode>, EndsTooEarly> {
        let first = bits.take(SYMBOL_BITS)? as u32;
        let count = bits.take(SYMBOL_BITS)?;
        let lengths = (0..count).map(|_| Ok(bits.take(LENGTH_BITS)? as u8)).collect::<Result<Vec<u8>, EndsTooEarly>>()?;
        Ok(PrefixCode::with(first, lengths))
    }

    /// Writes a symbol that the code was made for.
    pub(super) fn write(&self, bits: &mut impl BitWrite, symbol: u32) -> io::Result<()> {
        let symbol = (symbol - self.first) as usize;
        bits.write_unsigned_var(self.lengths[symbol].into(), self.words[symbol])
    }

    /// Reads a symbol; `None` if the bits are not a code word.
    #[inline]
    pub(super) fn read(&self, bits: &mut BitSource) -> Result<Option<u32>, EndsTooEarly> {
        let (symbol, length) = self.table[bits.peek(self.longest) as usize];
        if length == 0 {
            return Ok(None);
        }
        bits.skip(length.into())?;
        Ok(Some(self.first + u32::from(symbol)))
    }
}

/// The lengths of the words of a Huffman code for symbols that occur this often. A single symbol has a word of one bit.
fn huffman_lengths(counts: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0u8; counts.len()];
    // subtrees: how often their symbols occur, a number that makes the order unique, the symbols
    let leaves = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut trees: BinaryHeap<Reverse<(u64, usize, Vec<usize>)>> =
        leaves.map(|(symbol, &count)| Reverse((count, symbol, vec![symbol]))).collect();
    if let (1, Some(Reverse((_, symbol, _)))) = (trees.len(), trees.peek()) {
        lengths[*symbol] = 1;
    }
    let mut number = counts.len();
    while let (Some(Reverse((count, _, mut symbols))), Some(Reverse((other, _, others)))) = (trees.pop(), trees.pop()) {
        symbols.extend(others);
        symbols.iter().for_each(|&symbol| lengths[symbol] += 1); // at most 64: deeper trees need more than 2^44 symbols
        trees.push(Reverse((count + other, number, symbols)));
        number += 1;
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitstream_io::{BigEndian, BitRead, BitReader, BitWriter};

    /// Writes symbols and reads them again; returns the number of bits without the table.
    fn bits_of(symbols: &[u32]) -> usize {
        let code = PrefixCode::of(symbols.iter().copied());
        let mut bits = BitWriter::endian(Vec::new(), BigEndian);
        code.write_table(&mut bits).expect("memory");
        symbols.iter().for_each(|&symbol| code.write(&mut bits, symbol).expect("memory"));
        bits.byte_align().expect("memory");
        let bytes = bits.into_writer();
        let mut bits = BitSource::new(&bytes);
        let read = PrefixCode::read_table(&mut bits).expect("bytes").expect("a code");
        symbols.iter().for_each(|&symbol| assert_eq!(read.read(&mut bits), Ok(Some(symbol))));
        assert!(bits.is_in_last_byte());
        assert!(code.lengths.iter().all(|&length| usize::from(length) <= LONGEST));
        symbols.iter().map(|&symbol| usize::from(code.lengths[(symbol - code.first) as usize])).sum()
    }

    #[test]
    fn symbols_come_back_and_frequent_ones_are_short() {
        assert_eq!(bits_of(&[7]), 1);
        assert_eq!(bits_of(&[9999; 40]), 40);
        // one bit for a, two for b, three for c and d
        assert_eq!(bits_of(&[1, 1, 1, 1, 2, 2, 30, 40]), 4 + 4 + 6);
        assert_eq!(bits_of(&(0..256).collect::<Vec<u32>>()), 8 * 256);
        // counts like the Fibonacci numbers make the longest code words
        let mut counts = vec![1usize, 1];
        (2..22).for_each(|k| counts.push(counts[k - 1] + counts[k - 2]));
        let symbols: Vec<u32> = counts.iter().enumerate().flat_map(|(k, &count)| vec![k as u32; count]).collect();
        assert!(bits_of(&symbols) > 2 * symbols.len());
    }

    #[test]
    fn lengths_that_are_no_code_are_refused() {
        for lengths in [&[][..], &[0], &[2], &[1, 1, 1], &[1, 2], &[15; 7], &[1, 2, 3, 4, 4, 4]] {
            assert!(PrefixCode::with(0, lengths.to_vec()).is_none(), "{lengths:?}");
        }
        for lengths in [&[1][..], &[0, 1, 0], &[1, 1], &[0, 1, 0, 2, 2], &[1, 2, 3, 3]] {
            assert!(PrefixCode::with(0, lengths.to_vec()).is_some(), "{lengths:?}");
        }
    }

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
