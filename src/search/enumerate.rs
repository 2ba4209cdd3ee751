//! The odometer: candidates by rank, one after the other or with any stride.
//!
//! Rows are chosen first, each from its list; the columns that fit the rows are then six independent lists, found by look-up.
//! Candidates are numbered as an odometer counts: first row of [`Entries::row_order`] slowest, last column fastest. Nothing is
//! tried and rejected but row combinations that leave some column no entry.
use super::count::{Completions, Prefix};
use super::entries::{Entries, Kind};
use super::lines::{GroupId, Lines};
use crate::board::WallRange;

/// Numbers all candidates of a size and wall range.
pub struct Enumerator<const N: usize> {
    entries: Entries<N>,
    completions: Completions<N>,
    walls: WallRange,
    /// Candidates behind the first rows, up to [`INDEX_PREFIXES`] of them: entries, prefix, rank of the first candidate.
    index: Vec<Node<N>>,
    total: u64,
}

/// Choices of the first rows to keep in the index, at most (but for the first row's own).
const INDEX_PREFIXES: usize = 1 << 18;

/// Some rows chosen.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    /// Rank of the first candidate behind it.
    first: u64,
    prefix: Prefix,
    /// Entry of each chosen row.
    rows: [u16; N],
}

/// More candidates than a 64-bit rank can number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} candidates are too many to be numbered: ask for fewer walls")]
pub struct TooMany(pub u128);

impl<const N: usize> Enumerator<N> {
    /// Builds the lists and the index.
    ///
    /// # Errors
    /// [`TooMany`] if the candidates do not fit 64 bits.
    pub fn new(lines: &Lines<N>, walls: WallRange) -> Result<Enumerator<N>, TooMany> {
        let entries = Entries::new(lines, walls, Kind::Candidates);
        let completions = Completions::new(lines, &entries, walls.min(), walls.max());
        let total = completions.below(Prefix::ROOT);
        let total = u64::try_from(total).map_err(|_| TooMany(total))?;
        let mut found = Enumerator { entries, completions, walls, index: vec![], total };
        found.index = found.indexed();
        Ok(found)
    }

    /// How many candidates there are.
    pub fn candidates(&self) -> u64 {
        self.total
    }

    /// A cursor over the candidates.
    pub fn cursor(&self) -> Cursor<'_, N> {
        Cursor::new(self)
    }

    fn indexed(&self) -> Vec<Node<N>> {
        let mut level = vec![Node { first: 0, prefix: Prefix::ROOT, rows: [0; N] }];
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
    fn next_child(&self, children: &mut Children<N>) -> Option<Node<N>> {
        let place = children.parent.prefix.depth as usize;
        while children.entry < self.entries.rows[place].len() {
            let entry = children.entry;
            children.entry += 1;
            if let Some(prefix) = self.completions.after(children.parent.prefix, entry) {
                let below = self.completions.below(prefix) as u64;
                if below > 0 {
                    let mut child = Node { first: children.first, prefix, rows: children.parent.rows };
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
struct Children<const N: usize> {
    parent: Node<N>,
    /// The next entry to try.
    entry: usize,
    /// Rank of the first candidate behind it.
    first: u64,
}

impl<const N: usize> Children<N> {
    fn of(parent: Node<N>) -> Children<N> {
        Children { parent, entry: 0, first: parent.first }
    }
}

/// A candidate: group and configuration of every line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<const N: usize> {
    pub row_groups: [GroupId; N],
    pub row_configs: [u8; N],
    pub column_groups: [GroupId; N],
    pub column_configs: [u8; N],
}

/// A place in the sequence of candidates. Moves forward cheaply.
pub struct Cursor<'e, const N: usize> {
    enumerator: &'e Enumerator<N>,
    /// Way down from the index to the rows: at each depth the current node, and its siblings behind it.
    path: Vec<(Node<N>, Children<N>)>,
    candidate: Candidate<N>,
    /// Entries of the current rows, and the walls up to each of them.
    rows: [u16; N],
    /// Cells of the rows up to each of them: taken, required.
    cells: [(u64, u64, u8); N],
    /// The lists of the columns, and where in each.
    lists: [&'e [(GroupId, u8)]; N],
    at: [u32; N],
    /// Rank of the current rows' first candidate, and how many they have.
    first: u64,
    count: u64,
}

impl<'e, const N: usize> Cursor<'e, N> {
    fn new(enumerator: &'e Enumerator<N>) -> Cursor<'e, N> {
        Cursor {
            enumerator,
            path: vec![],
            candidate: Candidate { row_groups: [0; N], row_configs: [0; N], column_groups: [0; N], column_configs: [0; N] },
            rows: [0; N],
            cells: [(0, 0, 0); N],
            lists: [&[]; N],
            at: [0; N],
            first: 0,
            count: 0,
        }
    }

    /// Calls `visit` with the `count` candidates of rank `first`, `first + step`, ...
    ///
    /// # Panics
    /// If `step` is 0 or a rank is not below [`Enumerator::candidates`].
    pub fn visit(&mut self, first: u64, step: u64, count: u64, mut visit: impl FnMut(&Candidate<N>)) {
        if count == 0 {
            return;
        }
        let last = (count - 1).checked_mul(step).and_then(|d| d.checked_add(first));
        assert!(step > 0 && last.is_some_and(|l| l < self.enumerator.total), "no such ranks: {first} + {step} * 0..{count}");
        if step == 1 {
            self.visit_all(first, count, visit);
            return;
        }
        for rank in (0..count).map(|k| first + k * step) {
            self.seek(rank);
            visit(&self.candidate);
        }
    }

    /// Neighbouring candidates: columns and rows tick like an odometer.
    fn visit_all(&mut self, first: u64, mut count: u64, mut visit: impl FnMut(&Candidate<N>)) {
        self.seek(first);
        loop {
            let mut candidate = self.candidate;
            loop {
                // the last column ticks alone
                let last = self.lists[N - 1];
                let from = self.at[N - 1] as usize;
                let here = &last[from..last.len().min(from + count as usize)];
                for &(group, config) in here {
                    candidate.column_groups[N - 1] = group;
                    candidate.column_configs[N - 1] = config;
                    visit(&candidate);
                }
                count -= here.len() as u64;
                if count == 0 {
                    return;
                }
                self.at[N - 1] = 0;
                let Some(x) = (0..N - 1).rev().find(|&x| self.at[x] + 1 < self.lists[x].len() as u32) else { break };
                self.at[x] += 1;
                self.at[x + 1..N - 1].fill(0);
                for x in x..N - 1 {
                    let (group, config) = self.lists[x][self.at[x] as usize];
                    candidate.column_groups[x] = group;
                    candidate.column_configs[x] = config;
                }
            }
            self.first += self.count;
            self.next_rows();
        }
    }

    /// Makes the candidate of this rank the current one.
    fn seek(&mut self, rank: u64) {
        if rank < self.first || rank >= self.first + self.count {
            self.seek_rows(rank);
        }
        let mut rest = rank - self.first;
        for x in (0..N).rev() {
            let len = self.lists[x].len() as u64;
            // a list is short: spare the division where it has one entry
            let digit = if len == 1 { 0 } else { rest % len };
            rest = if len == 1 { rest } else { rest / len };
            self.at[x] = digit as u32;
            let (group, config) = self.lists[x][digit as usize];
            self.candidate.column_groups[x] = group;
            self.candidate.column_configs[x] = config;
        }
    }

    /// Makes the rows of this rank the current ones: down from the index, through as few nodes as possible.
    fn seek_rows(&mut self, rank: u64) {
        let e = self.enumerator;
        let mut node = e.index[e.index.partition_point(|n| n.first <= rank) - 1];
        let mut level = 0;
        while node.prefix.depth < N as u8 {
            if level == self.path.len() {
                let children = Children::of(node);
                self.path.push((node, children));
            }
            let (child, siblings) = &mut self.path[level];
            let known = siblings.parent.rows == node.rows && siblings.parent.prefix == node.prefix;
            if !known || rank < child.first {
                *siblings = Children::of(node);
            }
            // as long as it lies behind the child, so do no siblings
            while rank >= siblings.first {
                *child = e.next_child(siblings).expect("the rank lies behind the node");
            }
            node = *child;
            level += 1;
        }
        self.first = node.first;
        self.set_rows(0, &node.rows);
        let filled = self.fill_columns();
        debug_assert!(filled && rank < self.first + self.count);
    }

    /// Takes these entries for the rows from place `from` on.
    fn set_rows(&mut self, from: usize, rows: &[u16; N]) {
        let entries = &self.enumerator.entries;
        for place in from..N {
            let entry = &entries.rows[place][rows[place] as usize];
            let above = if place == 0 { (0, 0, 0) } else { self.cells[place - 1] };
            self.cells[place] = (above.0 | entry.taken, above.1 | entry.require, above.2 + entry.walls);
            let row = entries.row_order[place];
            self.candidate.row_groups[row] = entry.group;
            self.candidate.row_configs[row] = entry.config;
        }
        self.rows = *rows;
    }

    /// Looks up the columns of the current rows and takes the first of each; false if there are none.
    fn fill_columns(&mut self) -> bool {
        let entries = &self.enumerator.entries;
        let (taken, require, walls) = self.cells[N - 1];
        if (walls as usize) < self.enumerator.walls.min() {
            return false;
        }
        self.count = 1;
        for x in 0..N {
            let list = entries.fitting(Entries::<N>::pattern(x, taken, require));
            if list.is_empty() {
                return false;
            }
            self.count *= list.len() as u64;
            self.lists[x] = list;
            (self.candidate.column_groups[x], self.candidate.column_configs[x]) = list[0];
        }
        self.at = [0; N];
        true
    }

    /// Goes on to the next rows that have candidates.
    fn next_rows(&mut self) {
        let e = self.enumerator;
        let most = e.walls.max();
        loop {
            let mut place = N - 1;
            let mut rows = self.rows;
            loop {
                rows[place] += 1;
                let walls = if place == 0 { 0 } else { self.cells[place - 1].2 };
                match e.entries.rows[place].get(rows[place] as usize) {
                    Some(entry) if (walls + entry.walls) as usize <= most => break,
                    Some(_) => {}
                    None => {
                        rows[place] = 0;
                        place -= 1;
                    }
                }
            }
            self.set_rows(place, &rows);
            if self.fill_columns() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total<const N: usize>(walls: &str, kind: Kind) -> u128 {
        let walls: WallRange = walls.parse().unwrap();
        let lines = Lines::<N>::new(walls.max());
        let entries = Entries::new(&lines, walls, kind);
        Completions::new(&lines, &entries, walls.min(), walls.max()).below(Prefix::ROOT)
    }

    #[test]
    fn every_rank_finds_the_candidate_that_counting_on_reaches() {
        fn check<const N: usize>(walls: &str) {
            let walls: WallRange = walls.parse().unwrap();
            let lines = Lines::<N>::new(walls.max());
            let enumerator = Enumerator::new(&lines, walls).unwrap();
            let mut all = vec![];
            enumerator.cursor().visit(0, 1, enumerator.candidates(), |candidate| all.push(*candidate));
            assert_eq!(all.len() as u64, enumerator.candidates());
            for step in [2, 7, 1000, 4999] {
                let first = step / 2;
                let mut rank = first;
                enumerator.cursor().visit(first, step, (enumerator.candidates() - first).div_ceil(step), |candidate| {
                    assert_eq!(*candidate, all[rank as usize]);
                    rank += step;
                });
            }
            // one cursor, forward, back, and by runs
            let mut cursor = enumerator.cursor();
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

    #[test]
    fn totals_of_the_rules() {
        use Kind::*;
        assert_eq!(total::<4>("0", States), 9_304);
        assert_eq!(total::<4>("0", Candidates), 1_349);
        assert_eq!(total::<4>("1", States), 43_928);
        assert_eq!(total::<4>("2", Candidates), 24_149);
        assert_eq!(total::<4>("0..3", Candidates), 76_838);
        assert_eq!(total::<5>("2", States), 192_006_081);
        assert_eq!(total::<5>("0..2", Candidates), 16_330_430);
        assert_eq!(total::<6>("0", Candidates), 243_502_786);
        assert_eq!(total::<6>("0", States), 27_103_652_326);
        assert_eq!(total::<6>("2", States), 1_518_412_116_017);
        assert_eq!(total::<6>("0..2", Candidates), 27_403_231_255);
        assert_eq!(total::<7>("0", States), 422_328_287_763_154);
        assert_eq!(total::<7>("0", Candidates), 561_276_504_437);
    }
}
