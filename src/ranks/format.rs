//! The header, the index of blocks and the trailer of a rank file, as bytes. `docs/FORMATS.md` describes them.
use crate::board::{Metric, Rules, Size, WallRange};
use crate::errors::{Words, wrong_input};
#[cfg(feature = "files")]
use crate::rows::NumberRange;
use bitstream_io::{ByteRead, ByteReader, LittleEndian};
use std::{fmt, io};

/// The first bytes of a rank file. The first is not text, and the last ends the line for a reader of text.
pub(crate) const MAGIC: &[u8; 16] = b"\x89gridlock ranks\n";
/// The last bytes.
const END: &[u8; 8] = b"ranksend";
/// The versions of the format: the second has size classes.
const WITHOUT_CLASSES: u16 = 1;
const WITH_CLASSES: u16 = 2;
/// The version of the rows: which rows a database has, and the order of the candidates. Raise it with every change of the program
/// that can change a row or the order of the candidates.
pub const ROWS_VERSION: u16 = 2;
/// Bytes of the header.
pub(super) const HEADER: usize = 72;
/// Bytes of an entry of the index.
const ENTRY: usize = 21;
/// Bytes of the trailer.
const TRAILER: usize = 20;
/// Rows of a block, except for the last one of each number of walls.
pub(super) const BLOCK_ROWS: usize = 8192;
/// The greatest number of rows of a block in a file of this version.
const MOST_BLOCK_ROWS: u32 = 1 << 16;
/// The header of a rank file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankHeader {
    /// The rules of the boards.
    pub rules: Rules,
    /// What depths count.
    pub metric: Metric,
    /// The range of walls: of the database if it is whole, otherwise of the rows.
    pub walls: WallRange,
    /// Whether the rows are all rows of a database, of these rules and range of walls.
    pub is_whole: bool,
    /// Whether the file has the size class of each row.
    pub has_classes: bool,
    /// The number of rows.
    pub rows: u64,
    /// The SHA-256 of the rows as text in the published order.
    pub sha256: [u8; 32],
}

/// An entry of the index: where a block is, and what it begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockEntry {
    /// The number of walls of its rows.
    pub walls: u8,
    /// How many rows it has.
    pub rows: u32,
    /// The rank of the first one, among the candidates with this number of walls.
    pub first_rank: u64,
    /// The number of its bytes.
    pub length: u32,
    /// The CRC-32 of its bytes.
    pub crc: u32,
}

/// The CRC-32 of some bytes, as in gzip.
#[cfg(feature = "files")]
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The CRC-32 of some bytes by a table of 64 bytes: the tables of flate2 would be 16 KB of the module for browsers.
#[cfg(any(test, not(feature = "files")))]
pub(super) fn crc32_by_half_bytes(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 16] = {
        let (mut table, mut half) = ([0; 16], 0);
        while half < 16 {
            (table[half], half) = (half as u32, half + 1);
            let mut bit = 0;
            while bit < 4 {
                table[half - 1] = (table[half - 1] >> 1) ^ (0xedb8_8320 * (table[half - 1] & 1));
                bit += 1;
            }
        }
        table
    };
    let half = |crc: u32| TABLE[crc as usize & 15] ^ crc >> 4;
    !bytes.iter().fold(!0, |crc, &byte| half(half(crc ^ u32::from(byte))))
}
#[cfg(not(feature = "files"))]
pub(super) use crc32_by_half_bytes as crc32;

impl RankHeader {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(if self.has_classes { WITH_CLASSES } else { WITHOUT_CLASSES }.to_le_bytes());
        let (rules, size) = (self.rules, self.rules.size());
        let is_classic = rules.is_classic();
        bytes.extend(ROWS_VERSION.to_le_bytes());
        // sizes and numbers of walls are below 64
        bytes.extend([size.width() as u8, u8::from(self.metric == Metric::Steps), u8::from(self.is_whole)]);
        bytes.extend([self.walls.min() as u8, self.walls.max() as u8]);
        let two = |high: usize, low: usize| (high << 4 | low) as u8; // both are below 16
        let (shortest, longest) = rules.lengths().into_inner();
        let others = [size.height() as u8, two(rules.primary_row(), rules.primary_length()), two(shortest, longest)];
        bytes.extend(if is_classic { [0; 3] } else { others });
        bytes.extend(self.rows.to_le_bytes());
        bytes.extend(self.sha256);
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// The walls of the database whose rows are those of the file with some numbers of walls, if the file lacks none of
    /// them.
    #[cfg(feature = "files")]
    pub(crate) fn whole_part(&self, walls: NumberRange) -> Option<WallRange> {
        let mut wanted = (self.walls.min()..=self.walls.max()).filter(|&count| walls.contains(count as u64));
        let first = wanted.next().filter(|_| self.is_whole)?;
        WallRange::new(first as u8, wanted.next_back().unwrap_or(first) as u8).ok() // below 64
    }

    /// Reads the header of a file that begins with these bytes.
    ///
    /// # Errors
    /// It is damaged, of another version, or, with the kind `InvalidData`, not that of a rank file.
    pub(super) fn of_bytes(bytes: &[u8]) -> io::Result<RankHeader> {
        if !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, Words("it is not a rank file".to_owned())));
        }
        let header = bytes.get(..HEADER).ok_or_else(truncated)?;
        let damaged = || wrong_input("its header is damaged: copy the file again");
        let mut fields = ByteReader::endian(&header[MAGIC.len()..], LittleEndian);
        let [version, rows_version] = [fields.read::<u16>()?, fields.read()?];
        if ![WITHOUT_CLASSES, WITH_CLASSES].contains(&version) {
            return Err(wrong_input(format!(
                "it is a rank file of format {version}, but this program reads formats up to {WITH_CLASSES}: use a newer gridlock"
            )));
        }
        let [width, metric, whole, min, max, others @ ..]: [u8; 8] = fields.read()?;
        let (rows, sha256) = (fields.read()?, fields.read()?);
        if fields.read::<u32>()? != crc32(&header[..HEADER - 4]) {
            return Err(damaged());
        }
        if rows_version != ROWS_VERSION {
            return Err(wrong_input(format!(
                "its ranks belong to rows version {rows_version}, but this program knows version {ROWS_VERSION}: write the rows as \
                 text with the gridlock that wrote the file: merge FILE -o rows.txt.gz"
            )));
        }
        let rules = match others {
            [0, 0, 0] => Rules::classic(width.into()).ok(),
            _ => rules_of_bytes(width, others).filter(|rules| !rules.is_classic()),
        };
        let rules = rules.filter(|rules| rules.size().longer_side() <= Size::MAX_ENUMERATED).ok_or_else(damaged)?;
        let walls = WallRange::new(min, max).map_err(|_| damaged())?;
        if metric > 1 || whole > 1 || walls.max() >= rules.size().cells() {
            return Err(damaged());
        }
        let metric = if metric == 1 { Metric::Steps } else { Metric::Moves };
        Ok(RankHeader { rules, metric, walls, is_whole: whole == 1, has_classes: version == WITH_CLASSES, rows, sha256 })
    }
}

/// The rules of a header of other rules, from the number of columns and the three bytes that are 0 in a classic one.
fn rules_of_bytes(width: u8, [height, primary, lengths]: [u8; 3]) -> Option<Rules> {
    let rules = Rules::of_size(Size::new(width.into(), height.into()).ok()?);
    let rules = rules.with_primary_row((primary >> 4).into()).ok()?.with_primary_length((primary & 15).into()).ok()?;
    rules.with_lengths((lengths >> 4).into()..=(lengths & 15).into()).ok()
}

fn truncated() -> io::Error {
    wrong_input("it is truncated: its end is missing; copy the file again")
}

/// The error of a damaged block, numbered from 0.
pub(super) fn damaged_block(block: u64, problem: &str) -> io::Error {
    wrong_input(format!("block {block} is damaged: {problem}; copy the file again"))
}

/// The index and the trailer, which end a file.
pub(super) fn index_bytes(entries: &[BlockEntry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.len() * ENTRY + TRAILER);
    for entry in entries {
        bytes.push(entry.walls);
        bytes.extend(entry.rows.to_le_bytes());
        bytes.extend(entry.first_rank.to_le_bytes());
        bytes.extend(entry.length.to_le_bytes());
        bytes.extend(entry.crc.to_le_bytes());
    }
    bytes.extend((entries.len() as u64).to_le_bytes());
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes.extend(END);
    bytes
}

/// Reads the index of a file. Checks that header, blocks and index fill the file, and that the blocks are in order.
///
/// # Errors
/// It is damaged.
pub(super) fn read_index(header: &RankHeader, file: &[u8]) -> io::Result<Vec<BlockEntry>> {
    let damaged = || wrong_input("its index is damaged, or its length was changed: copy the file again");
    let (rest, trailer) = file.split_last_chunk::<TRAILER>().filter(|(rest, _)| rest.len() >= HEADER).ok_or_else(truncated)?;
    if !trailer.ends_with(END) {
        return Err(truncated());
    }
    let mut fields = ByteReader::endian(&trailer[..], LittleEndian);
    let (count, sum) = (fields.read::<u64>()?, fields.read::<u32>()?);
    let bytes = usize::try_from(count).ok().and_then(|count| count.checked_mul(ENTRY)).ok_or_else(damaged)?;
    let begin = rest.len().checked_sub(bytes).filter(|&begin| begin >= HEADER).ok_or_else(damaged)?;
    if crc32(&file[begin..rest.len() + 8]) != sum {
        return Err(damaged());
    }
    let mut entries: Vec<BlockEntry> = Vec::with_capacity(bytes / ENTRY);
    let mut fields = ByteReader::endian(&rest[begin..], LittleEndian);
    let (mut end, mut rows) = (HEADER as u64, 0u64);
    for block in 0..count {
        let entry = BlockEntry {
            walls: fields.read()?,
            rows: fields.read()?,
            first_rank: fields.read()?,
            length: fields.read()?,
            crc: fields.read()?,
        };
        let is_in_order = entries.last().is_none_or(|last| (last.walls, last.first_rank) < (entry.walls, entry.first_rank));
        let is_in_range = (header.walls.min()..=header.walls.max()).contains(&entry.walls.into());
        if !is_in_order || !is_in_range || !(1..=MOST_BLOCK_ROWS).contains(&entry.rows) {
            return Err(damaged_block(block, "its entry of the index can't be right"));
        }
        end += u64::from(entry.length);
        rows += u64::from(entry.rows);
        entries.push(entry);
    }
    if end != begin as u64 || rows != header.rows {
        return Err(damaged());
    }
    Ok(entries)
}

/// What a rank file stores about a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankEntry {
    /// The number of walls.
    pub walls: u8,
    /// The rank of the smallest goal state of its cluster, among the candidates with this number of walls.
    pub rank: u64,
    /// Its moves.
    pub moves: u32,
    /// How many binary digits the size of its cluster has; 0 if the file does not say it.
    pub size_class: u8,
}

/// How many binary digits the size of a cluster has: `c` for sizes from 2^(c-1) to 2^c - 1.
pub(crate) fn size_class(cluster_size: u64) -> u8 {
    (u64::BITS - cluster_size.leading_zeros()) as u8 // at most 64
}

impl fmt::Display for RankEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of the candidates with {} walls", self.rank, self.walls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_a_checksum_agree() {
        assert_eq!(crc32_by_half_bytes(b"123456789"), 0xcbf4_3926); // the check value of CRC-32
        let bytes: Vec<u8> = (0..5_000u32).map(|n| ((n * n) >> 3) as u8).collect();
        for end in 0..bytes.len() {
            assert_eq!(crc32_by_half_bytes(&bytes[end / 2..end]), crc32(&bytes[end / 2..end]));
        }
    }
}
