//! The odometer: candidates by rank, one after the other or with any stride.
//!
//! Rows are chosen first, each from its list; the columns that fit the rows are then six independent lists, found by look-up.
//! Candidates are numbered as an odometer counts: first row of [`LineEntries::row_order`] slowest, last column fastest. Nothing is
//! tried and rejected but row combinations that leave some column no entry.
use super::count::{Completions, Prefix};
use super::entries::{LineEntries, PlacementKind};
use super::line_tables::LineTables;
use super::placement::Placement;
use crate::board::WallRange;

/// Numbers all candidates of a size and wall range.
pub struct Enumerator<const N: usize> {
    pub(crate) entries: LineEntries<N>,
    completions: Completions<N>,
    pub(crate) walls: WallRange,
    /// Candidates behind the first rows, up to [`INDEX_PREFIXES`] of them: entries, prefix, rank of the first candidate.
    pub(crate) index: Vec<RankedPrefix<N>>,
    total: u64,
}

/// Choices of the first rows to keep in the index, at most (but for the first row's own).
const INDEX_PREFIXES: usize = 1 << 18;

/// Some rows chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedPrefix<const N: usize> {
    /// Rank of the first candidate behind it.
    pub first: u64,
    pub prefix: Prefix,
    /// Entry of each chosen row.
    pub rows: [u16; N],
}

/// More candidates than a 64-bit rank can number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} candidates are too many to be numbered: ask for fewer walls")]
pub struct TooManyCandidates(pub u128);

impl<const N: usize> Enumerator<N> {
    /// Builds the lists and the index.
    ///
    /// # Errors
    /// [`TooManyCandidates`] if the candidates do not fit 64 bits.
    pub fn new(lines: &LineTables<N>, walls: WallRange) -> Result<Enumerator<N>, TooManyCandidates> {
        let entries = LineEntries::new(lines, walls, PlacementKind::GoalCandidates);
        let completions = Completions::new(lines, &entries, walls.min(), walls.max());
        let total = completions.below(Prefix::ROOT);
        let total = u64::try_from(total).map_err(|_| TooManyCandidates(total))?;
        let mut found = Enumerator { entries, completions, walls, index: vec![], total };
        found.index = found.indexed();
        Ok(found)
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> u64 {
        self.total
    }

    /// The rank of a candidate; `None` if it is none of these.
    pub fn rank(&self, candidate: &Placement<N>) -> Option<u64> {
        let entries = &self.entries;
        let mut rows = [0; N];
        let (mut taken, mut require) = (0, 0);
        for (place, row) in entries.row_order.into_iter().enumerate() {
            let own = (candidate.row_groups[row], candidate.row_configs[row]);
            let at = entries.rows[place].iter().position(|entry| (entry.group, entry.config) == own)?;
            (taken, require) = (taken | entries.rows[place][at].taken, require | entries.rows[place][at].require);
            rows[place] = at as u16;
        }
        // its rows in the index, and from there past all rows before them
        let depth = self.index[0].prefix.depth as usize;
        let mut node = self.index[self.index.binary_search_by(|node| node.rows[..depth].cmp(&rows[..depth])).ok()?];
        for place in depth..N {
            let mut children = Children::of(node);
            while children.entry <= rows[place].into() {
                node = self.next_child(&mut children)?;
            }
            if node.rows[place] != rows[place] {
                return None;
            }
        }
        let mut rank = 0;
        for x in 0..N {
            let list = entries.fitting(LineEntries::<N>::pattern(x, taken, require));
            let own = (candidate.column_groups[x], candidate.column_configs[x]);
            rank = rank * list.len() as u64 + list.iter().position(|entry| *entry == own)? as u64;
        }
        Some(node.first + rank)
    }

    fn indexed(&self) -> Vec<RankedPrefix<N>> {
        let mut level = vec![RankedPrefix { first: 0, prefix: Prefix::ROOT, rows: [0; N] }];
        while level[0].prefix.depth < N as u8 {
            let mut next = vec![];
            for node in &level {
                let mut children = Children::of(*node);
                while let Some(child) = self.next_child(&mut children) {
                    next.push(child);
                }
            }
            if next.len() > INDEX_PREFIXES && level[0].prefix.depth > 0 || next.is_empty() {
                break;
            }
            level = next;
        }
        level
    }

    /// The next child of a node that has candidates, with what is left of the children.
    #[inline]
    pub(crate) fn next_child(&self, children: &mut Children<N>) -> Option<RankedPrefix<N>> {
        let place = children.parent.prefix.depth as usize;
        while children.entry < self.entries.rows[place].len() {
            let entry = children.entry;
            children.entry += 1;
            if let Some(prefix) = self.completions.after(children.parent.prefix, entry) {
                let below = self.completions.below(prefix) as u64;
                if below > 0 {
                    let mut child = RankedPrefix { first: children.first, prefix, rows: children.parent.rows };
                    child.rows[place] = entry as u16;
                    children.first += below;
                    return Some(child);
                }
            }
        }
        None
    }
}

/// The children of a node, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Children<const N: usize> {
    pub parent: RankedPrefix<N>,
    /// The next entry to try.
    entry: usize,
    /// Rank of the first candidate behind it.
    pub first: u64,
}

impl<const N: usize> Children<N> {
    pub fn of(parent: RankedPrefix<N>) -> Children<N> {
        Children { parent, entry: 0, first: parent.first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::odometer::Odometer;

    #[test]
    fn every_rank_finds_the_candidate_that_counting_on_reaches() {
        fn check<const N: usize>(walls: &str) {
            let walls: WallRange = walls.parse().unwrap();
            let lines = LineTables::<N>::new(walls.max());
            let enumerator = Enumerator::new(&lines, walls).unwrap();
            let mut all = vec![];
            Odometer::new(&enumerator).visit(0, 1, enumerator.candidates(), |candidate| all.push(*candidate));
            assert_eq!(all.len() as u64, enumerator.candidates());
            for step in [2, 7, 1000, 4999] {
                let first = step / 2;
                let mut rank = first;
                Odometer::new(&enumerator).visit(first, step, (enumerator.candidates() - first).div_ceil(step), |candidate| {
                    assert_eq!(*candidate, all[rank as usize]);
                    assert_eq!(enumerator.rank(candidate), Some(rank));
                    rank += step;
                });
            }
            // one cursor, forward, back, and by runs
            let mut cursor = Odometer::new(&enumerator);
            for first in [0, 12_345, 3, 7_000, 7_001, 40, all.len() as u64 - 9] {
                let mut rank = first % (all.len() as u64 - 8);
                cursor.visit(rank, 1, 8, |candidate| {
                    assert_eq!(*candidate, all[rank as usize]);
                    rank += 1;
                });
            }
        }
        check::<4>("0..3");
        check::<5>("0");
        check::<5>("1");
        check::<4>("2");
    }
}
