//! The rows of a block as bits: the gaps between their ranks, their moves, and the size classes of their clusters.
mod prefix_code;

use std::io;

use bitstream_io::{BigEndian, BitWrite, BitWriter};

use self::prefix_code::{BitSource, EndsTooEarly, PrefixCode};
use super::RankEntry;
use super::format::{BlockEntry, crc32};

/// The greatest number of moves of a row.
const MOST_MOVES: u32 = 9999;

/// The number of binary digits of a gap; all except the first are stored as they are.
fn digits(gap: u64) -> u32 {
    u64::BITS - gap.leading_zeros()
}

/// The entry of the index, and the bytes of a block. The rows, one or more, have one number of walls and are sorted by rank.
/// `with_classes` says that the file has size classes.
pub(super) fn encode(rows: &[RankEntry], with_classes: bool) -> (BlockEntry, Vec<u8>) {
    let gaps = || rows.windows(2).map(|pair| pair[1].rank - pair[0].rank);
    let first = rows[0];
    let moves = PrefixCode::of(rows.iter().map(|row| row.moves));
    let classes = with_classes.then(|| PrefixCode::of(rows.iter().map(|row| row.size_class.into())));
    let mut bits = BitWriter::endian(Vec::new(), BigEndian);
    let mut write = || -> io::Result<()> {
        moves.write_table(&mut bits)?;
        moves.write(&mut bits, first.moves)?;
        if let Some(classes) = &classes {
            classes.write_table(&mut bits)?;
            classes.write(&mut bits, first.size_class.into())?;
        }
        if rows.len() > 1 {
            let lengths = PrefixCode::of(gaps().map(digits));
            lengths.write_table(&mut bits)?;
            for (gap, row) in gaps().zip(&rows[1..]) {
                let digits = digits(gap);
                lengths.write(&mut bits, digits)?;
                bits.write_unsigned_var(digits - 1, gap & !(1 << (digits - 1)))?;
                moves.write(&mut bits, row.moves)?;
                if let Some(classes) = &classes {
                    classes.write(&mut bits, row.size_class.into())?;
                }
            }
        }
        bits.byte_align()
    };
    write().expect("memory takes every bit");
    let bytes = bits.into_writer();
    // a block has at most 2^16 rows of a few bytes
    let (count, length) = (rows.len() as u32, bytes.len() as u32);
    (BlockEntry { walls: first.walls, rows: count, first_rank: first.rank, length, crc: crc32(&bytes) }, bytes)
}

/// The rows of a block, or what is wrong with it.
pub(super) fn decode(entry: &BlockEntry, bytes: &[u8], with_classes: bool) -> Result<Vec<RankEntry>, &'static str> {
    if crc32(bytes) != entry.crc {
        return Err("its checksum is wrong");
    }
    // A block with the right checksum may still be forged.
    decode_bits(entry, bytes, with_classes).unwrap_or(Err("it ends too early"))
}

fn decode_bits(
    entry: &BlockEntry,
    bytes: &[u8],
    with_classes: bool,
) -> Result<Result<Vec<RankEntry>, &'static str>, EndsTooEarly> {
    let mut bits = BitSource::new(bytes);
    let mut rows = Vec::with_capacity(entry.rows as usize); // bounded where the index is read
    let Some(moves) = PrefixCode::read_table(&mut bits)? else { return Ok(Err("its code for moves is invalid")) };
    let (mut lengths, mut classes) = (None, None);
    let mut rank = entry.first_rank;
    while rows.len() < entry.rows as usize {
        if !rows.is_empty() {
            if lengths.is_none() {
                lengths = PrefixCode::read_table(&mut bits)?.filter(|lengths| lengths.are_within(1, u64::BITS));
            }
            let Some(code) = &lengths else { return Ok(Err("its code for gaps is invalid")) };
            let Some(digits) = code.read(&mut bits)? else { return Ok(Err("a gap is not in its code")) };
            let gap = 1 << (digits - 1) | bits.take(digits - 1)?;
            let Some(next) = rank.checked_add(gap) else { return Ok(Err("a rank is too large")) };
            rank = next;
        }
        let Some(moves) = moves.read(&mut bits)?.filter(|&moves| moves <= MOST_MOVES) else {
            return Ok(Err("a number of moves is not in its code"));
        };
        let mut size_class = 0;
        if with_classes {
            if classes.is_none() {
                classes = PrefixCode::read_table(&mut bits)?.filter(|classes| classes.are_within(1, u64::BITS));
            }
            let Some(code) = &classes else { return Ok(Err("its code for size classes is invalid")) };
            let Some(class) = code.read(&mut bits)? else { return Ok(Err("a size class is not in its code")) };
            size_class = class as u8; // at most 64
        }
        rows.push(RankEntry { walls: entry.walls, rank, moves, size_class });
    }
    Ok(if bits.is_in_last_byte() { Ok(rows) } else { Err("it has more bytes than rows") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(ranks: impl IntoIterator<Item = u64>) -> Vec<RankEntry> {
        ranks
            .into_iter()
            .map(|rank| RankEntry { walls: 2, rank, moves: (rank % 61) as u32, size_class: 1 + (rank % 23) as u8 })
            .collect()
    }

    #[test]
    fn blocks_come_back() {
        for ranks in [vec![0], vec![u64::MAX], vec![0, 1], vec![0, u64::MAX], (0..5000).map(|k| k * k * 17).collect()] {
            let rows = rows(ranks);
            let (entry, bytes) = encode(&rows, true);
            assert_eq!((entry.walls, entry.rows as usize, entry.first_rank), (2, rows.len(), rows[0].rank));
            assert_eq!(decode(&entry, &bytes, true).as_ref(), Ok(&rows));
            let (entry, bytes) = encode(&rows, false);
            let without: Vec<_> = rows.into_iter().map(|row| RankEntry { size_class: 0, ..row }).collect();
            assert_eq!(decode(&entry, &bytes, false), Ok(without));
        }
        let even = rows((0..8192).map(|k| k * 1000));
        assert!(encode(&even, false).1.len() < 8192 * (10 + 7) / 8 + 200);
    }

    #[test]
    fn what_is_damaged_or_made_up_is_refused() {
        let (entry, bytes) = encode(&rows((0..300).map(|k| k * 999)), true);
        let mut accepted = 0;
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&entry, &damaged, true), Err("its checksum is wrong"));
            // with the right checksum it is another block, or an error, but never a panic
            let crc = crc32(&damaged);
            let decoded = decode(&BlockEntry { crc, ..entry }, &damaged, true);
            accepted += usize::from(decoded.is_ok_and(|rows| rows.len() == 300));
        }
        assert!(accepted < bytes.len() * 8);
        for (length, rows) in [(bytes.len() - 1, 300), (bytes.len(), 299), (bytes.len(), 301), (0, 1), (bytes.len(), 1 << 16)] {
            let crc = crc32(&bytes[..length]);
            assert!(decode(&BlockEntry { crc, rows, ..entry }, &bytes[..length], true).is_err(), "{length} {rows}");
        }
        let last = BlockEntry { first_rank: u64::MAX - 5, ..entry };
        assert_eq!(decode(&last, &bytes, true), Err("a rank is too large"));
    }
}
