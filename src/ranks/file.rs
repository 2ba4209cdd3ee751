//! Reading a rank file: header and index at once, blocks on demand.
use std::borrow::Cow;
use std::io;
use std::ops::Range;

#[cfg(feature = "files")]
use sha2::{Digest, Sha256};

use super::RankEntry;
use super::block::decode;
use super::format::{BlockEntry, HEADER, RankHeader, damaged_block, index_bytes, read_index};
use crate::board::WallRange;

/// A rank file in memory.
pub struct RankFile {
    bytes: Cow<'static, [u8]>,
    header: RankHeader,
    index: Vec<BlockEntry>,
    /// Per block: where its bytes begin, and the number of its first row; then one more entry for the end.
    begins: Vec<(usize, u64)>,
}

debug_as_name!([] RankFile);

impl RankFile {
    /// Reads header and index.
    ///
    /// # Errors
    /// They are damaged.
    pub fn of_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> io::Result<RankFile> {
        let bytes = bytes.into();
        let header = RankHeader::of_bytes(&bytes)?;
        let index = read_index(&header, &bytes)?;
        let mut begins = vec![(HEADER, 0)];
        for entry in &index {
            let (offset, row) = begins[begins.len() - 1];
            begins.push((offset + entry.length as usize, row + u64::from(entry.rows)));
        }
        Ok(RankFile { bytes, header, index, begins })
    }

    /// Its header.
    pub fn header(&self) -> &RankHeader {
        &self.header
    }

    /// Its length in bytes.
    pub fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The SHA-256 of its bytes.
    #[cfg(feature = "files")]
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(&self.bytes).into()
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
    pub(super) fn up_to_walls(&self, most: u8, sha256: [u8; 32]) -> Vec<u8> {
        let blocks = self.index.partition_point(|entry| entry.walls <= most);
        let (end, rows) = self.begins[blocks];
        let walls = WallRange::new(self.header.walls.min() as u8, most).expect("the fewest are not more");
        let mut bytes = RankHeader { walls, rows, sha256, ..self.header.clone() }.to_bytes();
        bytes.extend(&self.bytes[HEADER..end]);
        bytes.extend(index_bytes(&self.index[..blocks]));
        bytes
    }

    /// The block of a row, by its number from 0 in the order of the ranks.
    pub fn block_of(&self, row: u64) -> u64 {
        self.begins.partition_point(|&(_, first)| first <= row) as u64 - 1
    }

    /// The numbers of the rows of a block.
    pub fn rows_of(&self, block: u64) -> Range<u64> {
        self.begins[block as usize].1..self.begins[block as usize + 1].1
    }

    /// The number of walls of the rows of a block.
    pub fn walls_of(&self, block: u64) -> u8 {
        self.index[block as usize].walls
    }

    /// The block in whose range a rank lies, if there is one.
    pub fn block_of_rank(&self, walls: u8, rank: u64) -> Option<u64> {
        let after = self.index.partition_point(|entry| (entry.walls, entry.first_rank) <= (walls, rank));
        after.checked_sub(1).filter(|&block| self.index[block].walls == walls).map(|block| block as u64)
    }

    /// The rows of a block.
    ///
    /// # Errors
    /// It is damaged, or one of its ranks is also in the next block.
    pub fn block(&self, block: u64) -> io::Result<Vec<RankEntry>> {
        let at = block as usize;
        let entry = &self.index[at];
        let bytes = &self.bytes[self.begins[at].0..self.begins[at + 1].0];
        let rows = decode(entry, bytes, self.header.has_classes).map_err(|problem| damaged_block(block, problem))?;
        let next = self.index.get(at + 1).filter(|next| next.walls == entry.walls);
        if next.is_some_and(|next| rows.last().is_some_and(|last| last.rank >= next.first_rank)) {
            return Err(damaged_block(block, "a rank is in this block and in the next one"));
        }
        Ok(rows)
    }
}
