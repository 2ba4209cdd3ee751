//! Reading a rank file: header and index at once, blocks on demand.
use std::borrow::Cow;
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;

use sha2::{Digest, Sha256};

use super::RankEntry;
use super::block::decode;
use super::error::RankFileProblem;
use super::format::{BlockEntry, HEADER, RankHeader, index_bytes, read_index};
use crate::board::WallRange;

/// Bytes that are read at once for the checksum of the file.
const CHUNK: usize = 1 << 20;

/// An open rank file. In memory are only its header and its index, or all of it if it was given as bytes.
pub struct RankFile {
    source: RankSource,
    length: u64,
    header: RankHeader,
    index: Vec<BlockEntry>,
    /// Per block: where its bytes begin, and the number of its first row; then one more entry for the end.
    begins: Vec<(u64, u64)>,
}

debug_as_name!([] RankFile);

/// Where the bytes of a rank file are.
enum RankSource {
    Bytes(Cow<'static, [u8]>),
    File(File),
}

impl RankSource {
    fn read(&self, offset: u64, count: usize) -> Result<Vec<u8>, RankFileProblem> {
        match self {
            RankSource::Bytes(bytes) => {
                let wanted = usize::try_from(offset).ok().and_then(|from| bytes.get(from..from.checked_add(count)?));
                wanted.map(<[u8]>::to_vec).ok_or(RankFileProblem::Truncated)
            }
            RankSource::File(file) => {
                let mut bytes = vec![0; count]; // bounded by the length of the file
                file.read_exact_at(&mut bytes, offset).map_err(|error| match error.kind() {
                    std::io::ErrorKind::UnexpectedEof => RankFileProblem::Truncated,
                    _ => error.into(),
                })?;
                Ok(bytes)
            }
        }
    }
}

impl RankFile {
    /// Reads header and index of an open file.
    ///
    /// # Errors
    /// A [`RankFileProblem`].
    pub fn of_file(file: File) -> Result<RankFile, RankFileProblem> {
        let length = file.metadata()?.len();
        RankFile::of(RankSource::File(file), length)
    }

    /// Reads header and index of a file in memory.
    ///
    /// # Errors
    /// A [`RankFileProblem`].
    pub fn of_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<RankFile, RankFileProblem> {
        let bytes = bytes.into();
        let length = bytes.len() as u64;
        RankFile::of(RankSource::Bytes(bytes), length)
    }

    fn of(source: RankSource, length: u64) -> Result<RankFile, RankFileProblem> {
        let read = |offset, count| source.read(offset, count);
        let header = RankHeader::of_bytes(&read(0, HEADER.min(length as usize))?)?;
        let index = read_index(&header, length, &read)?;
        let mut begins = Vec::with_capacity(index.len() + 1);
        let (mut offset, mut row) = (HEADER as u64, 0);
        for entry in &index {
            begins.push((offset, row));
            offset += u64::from(entry.length);
            row += u64::from(entry.rows);
        }
        begins.push((offset, row));
        Ok(RankFile { source, length, header, index, begins })
    }

    /// Its header.
    pub fn header(&self) -> &RankHeader {
        &self.header
    }

    /// Its length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The SHA-256 of its bytes.
    ///
    /// # Errors
    /// A [`RankFileProblem`] if it can't be read.
    pub fn sha256(&self) -> Result<[u8; 32], RankFileProblem> {
        let mut sum = Sha256::new();
        for offset in (0..self.length).step_by(CHUNK) {
            sum.update(self.source.read(offset, CHUNK.min((self.length - offset) as usize))?);
        }
        Ok(sum.finalize().into())
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.index.len() as u64
    }

    /// The numbers of walls of its rows, in order.
    pub fn wall_counts(&self) -> Vec<u8> {
        let mut walls: Vec<u8> = self.index.iter().map(|entry| entry.walls).collect();
        walls.dedup();
        walls
    }

    /// The rank file of the rows with at most `most` walls; `sha256` is that of these rows as text in the published order. Each
    /// block has rows of one number of walls, and the fewest come first: so it is a header, the first blocks as they are, and
    /// their index.
    pub(super) fn up_to_walls(&self, most: u8, sha256: [u8; 32]) -> Result<Vec<u8>, RankFileProblem> {
        let blocks = self.index.partition_point(|entry| entry.walls <= most);
        let (end, rows) = self.begins[blocks];
        let walls = WallRange::new(self.header.walls.min() as u8, most).map_err(|_| RankFileProblem::Header)?;
        let mut bytes = RankHeader { walls, rows, sha256, ..self.header.clone() }.to_bytes();
        bytes.extend(self.source.read(HEADER as u64, end as usize - HEADER)?);
        bytes.extend(index_bytes(&self.index[..blocks]));
        Ok(bytes)
    }

    /// The block of a row, by its number from 0 in the order of the ranks.
    pub(super) fn block_of(&self, row: u64) -> u64 {
        self.begins.partition_point(|&(_, first)| first <= row) as u64 - 1
    }

    /// The numbers of the rows of a block.
    pub(super) fn rows_of(&self, block: u64) -> Range<u64> {
        self.begins[block as usize].1..self.begins[block as usize + 1].1
    }

    /// The number of walls of the rows of a block.
    pub(super) fn walls_of(&self, block: u64) -> u8 {
        self.index[block as usize].walls
    }

    /// The block in whose range a rank lies, if there is one.
    pub(super) fn block_of_rank(&self, walls: u8, rank: u64) -> Option<u64> {
        let after = self.index.partition_point(|entry| (entry.walls, entry.first_rank) <= (walls, rank));
        after.checked_sub(1).filter(|&block| self.index[block].walls == walls).map(|block| block as u64)
    }

    /// The rows of a block.
    ///
    /// # Errors
    /// [`RankFileProblem::Block`] if it is damaged, or if one of its ranks is also in the next block;
    /// [`RankFileProblem::System`].
    pub fn block(&self, block: u64) -> Result<Vec<RankEntry>, RankFileProblem> {
        let entry = &self.index[block as usize];
        let bytes = self.source.read(self.begins[block as usize].0, entry.length as usize)?;
        let rows = decode(entry, &bytes).map_err(|problem| RankFileProblem::Block { block, problem })?;
        let next = self.index.get(block as usize + 1).filter(|next| next.walls == entry.walls);
        if next.is_some_and(|next| rows.last().is_some_and(|last| last.rank >= next.first_rank)) {
            return Err(RankFileProblem::Block { block, problem: "a rank is in this block and in the next one" });
        }
        Ok(rows)
    }
}
