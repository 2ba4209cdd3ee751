//! A cursor over the candidates: one after the other or with any stride.
use super::entries::LineEntries;
use super::enumerator::{Children, Enumerator, RankedPrefix};
use super::line_tables::GroupId;
use super::placement::Placement;

/// A place in the sequence of candidates. Moves forward cheaply.
pub struct Odometer<'e, const N: usize> {
    enumerator: &'e Enumerator<N>,
    /// Way down from the index to the rows: at each depth the current node, and its siblings behind it.
    path: Vec<(RankedPrefix<N>, Children<N>)>,
    candidate: Placement<N>,
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

impl<'e, const N: usize> Odometer<'e, N> {
    /// A cursor that stands nowhere yet.
    pub fn new(enumerator: &'e Enumerator<N>) -> Odometer<'e, N> {
        Odometer {
            enumerator,
            path: vec![],
            candidate: Placement { row_groups: [0; N], row_configs: [0; N], column_groups: [0; N], column_configs: [0; N] },
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
    pub fn visit(&mut self, first: u64, step: u64, count: u64, mut visit: impl FnMut(&Placement<N>)) {
        if count == 0 {
            return;
        }
        let last = (count - 1).checked_mul(step).and_then(|d| d.checked_add(first));
        assert!(
            step > 0 && last.is_some_and(|l| l < self.enumerator.candidates()),
            "no such ranks: {first} + {step} * 0..{count}"
        );
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
    fn visit_all(&mut self, first: u64, mut count: u64, mut visit: impl FnMut(&Placement<N>)) {
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
            let list = entries.fitting(LineEntries::<N>::pattern(x, taken, require));
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
