//! The order of the candidates, and the rank of each.
//!
//! A candidate is a choice of one entry for each row, in [`LineEntries::row_order`], and then of one fitting entry for each
//! column, left to right. The candidates are in lexicographic order of these choices: the first row changes slowest, the last
//! column fastest. The *rank* of a candidate is its position in this order, from 0.
//!
//! The rows form a tree: a node is a [prefix](RankedPrefix), its children are the same rows with one more. [`Completions`] counts
//! the candidates of any subtree, so the rank of a subtree's first candidate is the sum of the counts before it. Once all rows
//! are chosen, every combination of fitting columns is a candidate, and their positions are the digits of a mixed radix number.
use super::completions::{Completions, PrefixClass};
use super::entries::{LineEntries, PlacementKind};
use crate::board::{Size, StopToken, Stopped, WallRange};
use crate::lines::{LineGroups, Placement};

/// Numbers all candidates of a size and wall range. An [`Odometer`](super::Odometer) visits them.
pub struct Enumerator<const N: usize> {
    pub(crate) entries: LineEntries<N>,
    pub(super) completions: Completions<N>,
    pub(super) walls: WallRange,
    /// All prefixes of some depth that have completions, in order: the deepest level with at most [`INDEX_PREFIXES`] of them.
    pub(super) index: Vec<RankedPrefix<N>>,
    total: u64,
}

debug_as_name!([const N: usize] Enumerator<N>);

/// The most prefixes of the index; the prefixes of one row may be more. A page has no 10 MB for some microseconds.
const INDEX_PREFIXES: usize = if cfg!(target_family = "wasm") { 1 << 12 } else { 1 << 18 };

/// A choice of the first rows, and where its candidates are.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedPrefix<const N: usize> {
    /// Rank of the first candidate that begins with these rows.
    pub first_rank: u64,
    /// The class that the completions are counted by.
    pub class: PrefixClass,
    /// `[place in row_order]`: the number of the row's entry; 0 for a row not chosen yet. Numbers fit 16 bits: a row of 8 cells
    /// has at most 1,597 entries.
    pub rows: [u16; N],
}

/// Why the candidates of a size and wall range are not numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorError {
    /// The board is too large.
    #[error("boards of {0} are not enumerated: columns and rows are from {least} to {most}", least = Size::MIN, most = Size::MAX_ENUMERATED)]
    NotEnumerated(Size),
    /// There are more candidates than a 64-bit rank can number.
    #[error("{0} candidates are too many to be numbered: ask for fewer walls")]
    TooManyCandidates(u128),
    /// The caller stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<const N: usize> Enumerator<N> {
    /// Builds the entries, their counts and the index.
    ///
    /// # Errors
    /// [`GeneratorError::TooManyCandidates`] if the number of candidates does not fit 64 bits; [`GeneratorError::Stopped`].
    pub fn new(lines: &LineGroups<N>, walls: WallRange, stop: StopToken<'_>) -> Result<Enumerator<N>, GeneratorError> {
        let entries = LineEntries::new(lines, walls, PlacementKind::Candidates);
        let completions = Completions::new(lines, &entries, walls.min(), walls.max(), stop)?;
        let total = completions.count(PrefixClass::ROOT);
        let total = u64::try_from(total).map_err(|_| GeneratorError::TooManyCandidates(total))?;
        let mut enumerator = Enumerator { entries, completions, walls, index: vec![], total };
        enumerator.index = enumerator.build_index(stop)?;
        Ok(enumerator)
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> u64 {
        self.total
    }

    /// The rank of a placement; `None` if it is not one of the candidates.
    pub fn rank(&self, placement: &Placement<N>) -> Option<u64> {
        let entries = &self.entries;
        let mut rows = [0; N];
        let (mut covered, mut required) = (0, 0);
        for (place, row) in entries.row_order.into_iter().enumerate() {
            let own = (placement.row_groups[row], placement.row_configs[row]);
            let number = entries.rows[place].iter().position(|entry| (entry.group, entry.config) == own)?;
            let entry = &entries.rows[place][number];
            (covered, required) = (covered | entry.covered, required | entry.required);
            rows[place] = number as u16;
        }
        // find the first rows in the index, then descend, skipping the siblings before each further row
        let depth = self.index[0].class.depth as usize;
        let mut prefix = self.index[self.index.binary_search_by(|prefix| prefix.rows[..depth].cmp(&rows[..depth])).ok()?];
        for place in depth..N {
            let mut children = Children::of(prefix);
            while children.next_entry <= rows[place].into() {
                prefix = self.next_child(&mut children)?;
            }
            if prefix.rows[place] != rows[place] {
                return None;
            }
        }
        let mut rank_of_columns = 0;
        for x in 0..N {
            let list = entries.column_entries(LineEntries::<N>::pattern(x, covered, required));
            let own = (placement.column_groups[x], placement.column_configs[x]);
            let digit = list.iter().position(|entry| *entry == own)?;
            rank_of_columns = rank_of_columns * list.len() as u64 + digit as u64;
        }
        Some(prefix.first_rank + rank_of_columns)
    }

    fn build_index(&self, stop: StopToken<'_>) -> Result<Vec<RankedPrefix<N>>, Stopped> {
        let mut level = vec![RankedPrefix { first_rank: 0, class: PrefixClass::ROOT, rows: [0; N] }];
        while level[0].class.depth < N as u8 {
            // a list that grows by doubling would need four times the room for a moment
            let entries = self.entries.rows[level[0].class.depth as usize].len();
            let mut next = Vec::with_capacity((level.len() * entries).min(INDEX_PREFIXES + entries));
            for prefix in &level {
                stop.check()?;
                let mut children = Children::of(*prefix);
                while let Some(child) = self.next_child(&mut children) {
                    next.push(child);
                }
                // Give up a level as soon as it is too long: it may have many times as many prefixes.
                if next.len() > INDEX_PREFIXES && prefix.class.depth > 0 {
                    level.shrink_to_fit();
                    return Ok(level);
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Ok(level)
    }

    /// The next child that has completions; advances `children` past it.
    #[inline]
    pub(super) fn next_child(&self, children: &mut Children<N>) -> Option<RankedPrefix<N>> {
        let place = children.parent.class.depth as usize;
        while children.next_entry < self.entries.rows[place].len() {
            let entry = children.next_entry;
            children.next_entry += 1;
            if let Some(class) = self.completions.extend(children.parent.class, entry) {
                // at most `total`, which fits 64 bits
                let count = self.completions.count(class) as u64;
                if count > 0 {
                    let mut child = RankedPrefix { first_rank: children.next_rank, class, rows: children.parent.rows };
                    child.rows[place] = entry as u16;
                    children.next_rank += count;
                    return Some(child);
                }
            }
        }
        None
    }
}

/// The children of a prefix from some row entry on, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Children<const N: usize> {
    pub parent: RankedPrefix<N>,
    /// The next entry to try.
    next_entry: usize,
    /// Rank of the first candidate of the next child.
    pub next_rank: u64,
}

impl<const N: usize> Children<N> {
    pub fn of(parent: RankedPrefix<N>) -> Children<N> {
        Children { parent, next_entry: 0, next_rank: parent.first_rank }
    }
}
