//! The header, the index of blocks and the trailer of a rank file, as bytes. `docs/FORMATS.md` describes them.
use bitstream_io::{ByteRead, ByteReader, LittleEndian};
use flate2::Crc;

use super::error::RankFileProblem;
use crate::board::{Metric, Size, WallRange};
use crate::rows::NumberRange;

/// The first bytes of a rank file. The first is not text, and the last ends the line for a reader of text.
pub(crate) const MAGIC: &[u8; 16] = b"\x89gridlock ranks\n";
/// The last bytes.
const END: &[u8; 8] = b"ranksend";
/// The version of the format.
const VERSION: u16 = 1;
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
/// The greatest number of blocks: enough for 10^12 rows.
const MOST_BLOCKS: u64 = 1 << 27;
/// More bytes than any row takes.
const MOST_ROW_BYTES: u32 = 32;

/// The header of a rank file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankHeader {
    /// Board size.
    pub size: Size,
    /// What depths count.
    pub metric: Metric,
    /// The range of walls: of the database if it is whole, otherwise of the rows.
    pub walls: WallRange,
    /// Whether the rows are all rows of a database, of this size and range of walls.
    pub is_whole: bool,
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
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

impl RankHeader {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(ROWS_VERSION.to_le_bytes());
        // sizes and numbers of walls are below 64
        bytes.extend([self.size.n() as u8, u8::from(self.metric == Metric::Steps), u8::from(self.is_whole)]);
        bytes.extend([self.walls.min() as u8, self.walls.max() as u8, 0, 0, 0]);
        bytes.extend(self.rows.to_le_bytes());
        bytes.extend(self.sha256);
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Size and walls of the database whose rows are those of the file with some numbers of walls, if the file lacks none of them.
    pub(crate) fn whole_part(&self, walls: NumberRange) -> Option<(Size, WallRange)> {
        let mut wanted = (self.walls.min()..=self.walls.max()).filter(|&count| walls.contains(count as u64));
        let first = wanted.next().filter(|_| self.is_whole)?;
        let walls = WallRange::new(first as u8, wanted.next_back().unwrap_or(first) as u8).ok()?; // below 64
        Some((self.size, walls))
    }

    /// Reads the first [`HEADER`] bytes of a file.
    pub(super) fn of_bytes(bytes: &[u8]) -> Result<RankHeader, RankFileProblem> {
        if !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) {
            return Err(RankFileProblem::NotRanks);
        }
        if bytes.len() < HEADER {
            return Err(RankFileProblem::Truncated);
        }
        let mut fields = ByteReader::endian(&bytes[MAGIC.len()..], LittleEndian);
        let [version, rows_version] = [fields.read::<u16>()?, fields.read()?];
        if version != VERSION {
            return Err(RankFileProblem::OtherVersion { version, known: VERSION });
        }
        let [n, metric, whole, min, max, ..]: [u8; 8] = fields.read()?;
        let (rows, sha256) = (fields.read()?, fields.read()?);
        if fields.read::<u32>()? != crc32(&bytes[..HEADER - 4]) {
            return Err(RankFileProblem::Header);
        }
        if rows_version != ROWS_VERSION {
            return Err(RankFileProblem::OtherRowsVersion { version: rows_version, known: ROWS_VERSION });
        }
        let size = Size::new(n.into()).ok().filter(|size| size.n() <= Size::MAX_ENUMERATED).ok_or(RankFileProblem::Header)?;
        let walls = WallRange::new(min, max).map_err(|_| RankFileProblem::Header)?;
        if metric > 1 || whole > 1 || walls.max() >= size.n() * size.n() {
            return Err(RankFileProblem::Header);
        }
        let metric = if metric == 1 { Metric::Steps } else { Metric::Moves };
        Ok(RankHeader { size, metric, walls, is_whole: whole == 1, rows, sha256 })
    }
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

/// Reads the index of a file of `length` bytes; `read` gives some of its bytes. Checks that header, blocks and index fill the
/// file, and that the blocks are in order.
pub(super) fn read_index(
    header: &RankHeader,
    length: u64,
    read: &dyn Fn(u64, usize) -> Result<Vec<u8>, RankFileProblem>,
) -> Result<Vec<BlockEntry>, RankFileProblem> {
    let begin = length.checked_sub(TRAILER as u64).filter(|&begin| begin >= HEADER as u64).ok_or(RankFileProblem::Truncated)?;
    let trailer = read(begin, TRAILER)?;
    if !trailer.ends_with(END) {
        return Err(RankFileProblem::Truncated);
    }
    let mut fields = ByteReader::endian(&trailer[..], LittleEndian);
    let (count, sum) = (fields.read::<u64>()?, fields.read::<u32>()?);
    // no more than the file has room for, so memory is bounded by the length of the file
    let bytes = count.checked_mul(ENTRY as u64).filter(|_| count <= MOST_BLOCKS).ok_or(RankFileProblem::Index)?;
    let begin = begin.checked_sub(bytes).filter(|&begin| begin >= HEADER as u64).ok_or(RankFileProblem::Index)?;
    let index = read(begin, bytes as usize)?;
    if crc32(&[&index[..], &trailer[..8]].concat()) != sum {
        return Err(RankFileProblem::Index);
    }
    let mut entries: Vec<BlockEntry> = Vec::with_capacity(count as usize);
    let mut fields = ByteReader::endian(&index[..], LittleEndian);
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
        let is_bounded =
            (1..=MOST_BLOCK_ROWS).contains(&entry.rows) && entry.length <= entry.rows.saturating_mul(MOST_ROW_BYTES) + 1024;
        if !(is_in_order && is_in_range && is_bounded) {
            return Err(RankFileProblem::Block { block, problem: "its entry of the index can't be right" });
        }
        end += u64::from(entry.length);
        rows += u64::from(entry.rows);
        entries.push(entry);
    }
    if end != begin || rows != header.rows {
        return Err(RankFileProblem::Index);
    }
    Ok(entries)
}
