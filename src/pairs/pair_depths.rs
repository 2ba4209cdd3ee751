//! A number for each state of a cluster, found by the numbers of its rows and of its columns.
//!
//! Small tables are *dense*: a line for each half state of the columns, an entry for each half state of the rows. That is the
//! fastest, but most pairs of half states are not states of the cluster, the more so the larger the cluster. So a table that
//! would need more than [`PairDepths::DENSE_ENTRIES`] becomes *sparse*: each line is a hash table of its own, with 6 bytes per
//! entry. A sparse table needs about 9 bytes per state, and no more while it grows, since one line grows at a time.

/// A state: the number of its rows and the number of its columns.
pub(crate) type Pair = (u32, u32);

/// Entry of a pair that is not a state met so far.
pub(crate) const NO_STATE: u16 = u16::MAX;
/// Entry of a state that was met but whose depth is not known.
pub(crate) const DEPTH_UNKNOWN: u16 = u16::MAX - 1;

/// A number for each pair: the depth of the state, or the number of moves in which a search reached it.
pub(crate) struct PairDepths {
    /// The dense table: one line for each half state of the columns; entries are [`NO_STATE`], [`DEPTH_UNKNOWN`] or a depth.
    table: Vec<u16>,
    /// The length of a line, more than the greatest number of a half state of the rows; 0 if the table is sparse.
    width: usize,
    /// The sparse table, by half state of the columns.
    lines: Vec<SparseLine>,
    /// Bytes of the entries of all sparse lines.
    sparse_bytes: usize,
    /// A table with more entries becomes sparse.
    dense_entries: usize,
}

/// A place in the table: the line, and the place in that line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cursor {
    line: usize,
    place: usize,
}

impl Default for PairDepths {
    fn default() -> PairDepths {
        PairDepths::with_dense_entries(PairDepths::DENSE_ENTRIES)
    }
}

impl PairDepths {
    /// The initial length of a dense line.
    const INITIAL_WIDTH: usize = 64;
    /// Entries whose memory is kept for the next cluster; few clusters need more.
    const KEPT_ENTRIES: usize = 1 << 22;
    /// The most entries of a dense table: 32 MiB.
    const DENSE_ENTRIES: usize = 1 << 24;

    /// An empty table that becomes sparse beyond this many entries.
    pub(crate) fn with_dense_entries(dense_entries: usize) -> PairDepths {
        PairDepths { table: Vec::new(), width: PairDepths::INITIAL_WIDTH, lines: Vec::new(), sparse_bytes: 0, dense_entries }
    }

    /// Removes all entries.
    pub(crate) fn reset(&mut self) {
        self.table.clear();
        self.table.shrink_to(Self::KEPT_ENTRIES);
        self.width = Self::INITIAL_WIDTH;
        self.lines = Vec::new();
        self.sparse_bytes = 0;
    }

    /// The entry of any pair; the table grows if it has none.
    #[inline]
    pub(crate) fn slot(&mut self, (row, column): Pair) -> &mut u16 {
        let index = column as usize * self.width + row as usize;
        if row as usize >= self.width || index >= self.table.len() {
            return self.slot_beyond((row, column));
        }
        &mut self.table[index]
    }

    /// [`PairDepths::slot`] of a pair for which the dense table has no room.
    #[cold]
    #[inline(never)]
    fn slot_beyond(&mut self, (row, column): Pair) -> &mut u16 {
        if !self.is_sparse() {
            self.grow((row, column));
        }
        if self.is_sparse() {
            self.sparse_slot((row, column))
        } else {
            &mut self.table[column as usize * self.width + row as usize]
        }
    }

    /// The entry of a pair that is already in the table.
    #[inline]
    pub(crate) fn known_slot(&mut self, (row, column): Pair) -> &mut u16 {
        if self.is_sparse() {
            let line = &mut self.lines[column as usize];
            let place = line.place(row);
            return &mut line.entries[place].value;
        }
        &mut self.table[column as usize * self.width + row as usize]
    }

    /// The depth of a pair; `None` if it is not a state of the cluster, or its depth is not known.
    #[inline]
    pub(crate) fn depth(&self, (row, column): Pair) -> Option<u32> {
        let depth = if self.is_sparse() {
            self.lines.get(column as usize).and_then(|line| line.get(row))
        } else if (row as usize) < self.width {
            self.table.get(column as usize * self.width + row as usize).copied()
        } else {
            None
        };
        depth.filter(|&depth| depth < DEPTH_UNKNOWN).map(u32::from)
    }

    /// The next pair with this entry from the cursor on, which moves past it; `None` at the end of the table.
    pub(crate) fn next_with(&self, cursor: &mut Cursor, wanted: u16) -> Option<Pair> {
        self.next_where(cursor, |value| value == wanted).map(|(pair, _)| pair)
    }

    /// Calls `visit` with every pair that has an entry, and the entry.
    pub(crate) fn for_each(&mut self, mut visit: impl FnMut(Pair, &mut u16)) {
        let mut cursor = Cursor::default();
        while let Some((pair, place)) = self.next_where(&mut cursor, |value| value != NO_STATE) {
            let value = match self.is_sparse() {
                true => &mut self.lines[pair.1 as usize].entries[place].value,
                false => &mut self.table[place],
            };
            visit(pair, value);
        }
    }

    /// The next pair whose entry meets a condition, and its place: in the dense table, or in its sparse line.
    fn next_where(&self, cursor: &mut Cursor, holds: impl Fn(u16) -> bool) -> Option<(Pair, usize)> {
        let lines = if self.is_sparse() { self.lines.len() } else { self.table.len() / self.width };
        while cursor.line < lines {
            let (line, from) = (cursor.line, cursor.place);
            let found = if self.is_sparse() {
                let entries = self.lines[line].entries.get(from..).unwrap_or(&[]);
                let is_wanted = |entry: &Entry| entry.row() != Entry::FREE && holds(entry.value);
                entries.iter().position(is_wanted).map(|at| (entries[at].row(), from + at, from + at))
            } else {
                let entries = &self.table[line * self.width + from..(line + 1) * self.width];
                let at = entries.iter().position(|&value| holds(value));
                at.map(|at| ((from + at) as u32, from + at, line * self.width + from + at))
            };
            if let Some((row, at, place)) = found {
                cursor.place = at + 1;
                return Some(((row, line as u32), place));
            }
            *cursor = Cursor { line: line + 1, place: 0 };
        }
        None
    }

    /// Bytes of memory reserved.
    pub(crate) fn reserved_bytes(&self) -> usize {
        self.table.capacity() * size_of::<u16>() + self.lines.capacity() * size_of::<SparseLine>() + self.sparse_bytes
    }

    /// Whether the table has become sparse.
    #[inline]
    pub(crate) fn is_sparse(&self) -> bool {
        self.width == 0
    }

    /// Makes room in the dense table for a pair, or makes the table sparse.
    fn grow(&mut self, (row, column): Pair) {
        let (old, mut new) = (self.width, self.width);
        while row as usize >= new {
            new *= 2;
        }
        let lines = (self.table.len() / old).max(column as usize + 1);
        if lines * new > self.dense_entries {
            return self.become_sparse();
        }
        let filled = self.table.len() / old;
        self.table.resize(lines * new, NO_STATE);
        if new > old {
            // the last line first, so that no line is overwritten before it has moved
            for line in (1..filled).rev() {
                self.table.copy_within(line * old..(line + 1) * old, line * new);
            }
            for line in 0..filled {
                self.table[line * new + old..(line + 1) * new].fill(NO_STATE);
            }
        }
        self.width = new;
    }

    fn become_sparse(&mut self) {
        let (table, width) = (std::mem::take(&mut self.table), std::mem::take(&mut self.width));
        for (column, line) in table.chunks_exact(width).enumerate() {
            for (row, &value) in line.iter().enumerate().filter(|(_, value)| **value != NO_STATE) {
                *self.sparse_slot((row as u32, column as u32)) = value;
            }
        }
    }

    fn sparse_slot(&mut self, (row, column): Pair) -> &mut u16 {
        let column = column as usize;
        if column >= self.lines.len() {
            self.lines.resize_with(column + 1, SparseLine::default);
        }
        let line = &mut self.lines[column];
        if line.is_full() {
            let before = line.bytes();
            line.grow();
            self.sparse_bytes += line.bytes() - before;
        }
        line.slot(row)
    }
}

/// One line of a sparse table: a hash table with linear probing.
#[derive(Default)]
struct SparseLine {
    entries: Box<[Entry]>,
    /// How many entries are not free.
    used: u32,
}

/// An entry of a sparse line. It has no padding: the number of the rows in two halves, and the value.
#[derive(Clone, Copy)]
struct Entry {
    row: [u16; 2],
    value: u16,
}

impl Entry {
    /// The row of a free entry. No half state has this number.
    const FREE: u32 = u32::MAX;

    fn new(row: u32) -> Entry {
        Entry { row: [row as u16, (row >> 16) as u16], value: NO_STATE }
    }

    #[inline]
    fn row(self) -> u32 {
        u32::from(self.row[0]) | u32::from(self.row[1]) << 16
    }
}

impl SparseLine {
    /// Whether one more entry would fill more than four fifths.
    #[inline]
    fn is_full(&self) -> bool {
        5 * (self.used as usize + 1) > 4 * self.entries.len()
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Grows by half.
    #[cold]
    fn grow(&mut self) {
        let len = (self.entries.len() * 3 / 2).max(4);
        let old = std::mem::replace(&mut self.entries, vec![Entry::new(Entry::FREE); len].into_boxed_slice());
        for entry in old.iter().filter(|entry| entry.row() != Entry::FREE) {
            let place = self.place(entry.row());
            self.entries[place] = *entry;
        }
    }

    /// The place of a row, or the free place where it belongs. The line must have a free place.
    #[inline]
    fn place(&self, row: u32) -> usize {
        // the upper bits of a multiplicative hash, scaled to the number of places (Knuth, TAOCP 3, 6.4)
        let hash = row.wrapping_mul(0x9E37_79B9);
        let mut place = ((u64::from(hash) * self.entries.len() as u64) >> 32) as usize;
        loop {
            let at = self.entries[place].row();
            if at == row || at == Entry::FREE {
                return place;
            }
            place = if place + 1 == self.entries.len() { 0 } else { place + 1 };
        }
    }

    /// The entry of a row, which is added if it is new. The line must not be full.
    #[inline]
    fn slot(&mut self, row: u32) -> &mut u16 {
        let place = self.place(row);
        let entry = &mut self.entries[place];
        if entry.row() == Entry::FREE {
            *entry = Entry::new(row);
            self.used += 1;
        }
        &mut entry.value
    }

    fn get(&self, row: u32) -> Option<u16> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = self.entries[self.place(row)];
        (entry.row() == row).then_some(entry.value)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn dense_and_sparse_tables_keep_what_they_are_given() {
        for dense_entries in [0, 1 << 10, 1 << 14, 1 << 24] {
            let mut random = fastrand::Rng::with_seed(3);
            let mut table = PairDepths::with_dense_entries(dense_entries);
            for round in 0..2 {
                table.reset();
                let mut twin: BTreeMap<Pair, u16> = BTreeMap::new();
                for number in 0..20_000u32 {
                    // numbers grow like the numbers of half states
                    let pair = (random.u32(..1 + number / 40), random.u32(..1 + number / 20));
                    let slot = table.slot(pair);
                    assert_eq!(*slot, twin.get(&pair).copied().unwrap_or(NO_STATE));
                    *slot = random.u16(..100);
                    twin.insert(pair, *slot);
                    assert_eq!(table.known_slot(pair), &twin[&pair]);
                }
                assert_eq!(table.is_sparse(), dense_entries < 1 << 17, "{round}");
                for (row, column) in (0..600).flat_map(|row| (0..1_100).step_by(7).map(move |column| (row, column))) {
                    assert_eq!(table.depth((row, column)), twin.get(&(row, column)).map(|&depth| depth.into()));
                }
                let mut all = BTreeMap::new();
                table.for_each(|pair, value| assert_eq!(all.insert(pair, *value), None));
                assert_eq!(all, twin);
                let (mut cursor, mut sevens) = (Cursor::default(), 0);
                while let Some(pair) = table.next_with(&mut cursor, 7) {
                    assert_eq!(twin[&pair], 7);
                    sevens += 1;
                }
                assert_eq!(sevens, twin.values().filter(|&&depth| depth == 7).count());
                assert!(!table.is_sparse() || table.reserved_bytes() < 20 * twin.len(), "{}", table.reserved_bytes());
            }
        }
    }
}
