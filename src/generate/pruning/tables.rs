//! The tables for the pruning of candidates: made once for a size and wall range, shared by all workers.
use super::transfer::{ALL_BLOCK, Component, EnteredCells, LIST_END, PlacedGroup, Transfer, TransferTables, transfer_at};
use crate::enumerate::{Enumerator, LineEntries};
use crate::lines::{GroupId, LineTables};

/// A row entry as the pruning sees it.
#[derive(Clone, Copy, Default, Debug)]
pub struct RowLine {
    /// The component of its whole group.
    pub component: Component,
    pub line: PlacedGroup,
    pub config: u8,
    /// The cells that it covers; bit `column * N + row`.
    pub covered: u64,
    /// The cells that it requires, and those that it covers in all its configurations.
    pub marked: u64,
}

/// A column entry that fits a pattern and can't uncover a required cell.
#[derive(Clone, Copy, Debug)]
pub struct HoldingEntry {
    pub group: GroupId,
    pub config: u8,
    /// Its position in the list of all entries that fit.
    pub digit: u8,
    /// The configurations that it can reach, given the cells that rows always cover.
    pub component: Component,
}

/// The tables.
pub struct PruningTables<const N: usize> {
    /// The fewest rows with which prefixes are tested: the primary row and those above it.
    pub first_depth: usize,
    pub transfers: TransferTables<N>,
    /// `[place][entry]`
    pub rows: [Vec<RowLine>; N],
    /// `[place][entered]`: the union of the transfer functions of all entries of the row.
    pub open_rows: [Transfer; N],
    /// `[first[depth] + pattern << N | entered]`: the union of the transfer functions of all columns that may stand in a column of this
    /// pattern.
    unions: Vec<EnteredCells>,
    first: [usize; 8],
    /// `[first[depth] >> N + pattern]`: the cells that a column of this pattern may enter by a step.
    enterable: Vec<u8>,
    /// `[pattern]`: start in `holding`, and how many.
    lists: Vec<(u32, u8)>,
    holding: Vec<HoldingEntry>,
}

impl<const N: usize> PruningTables<N> {
    pub fn new(lines: &LineTables<N>, enumerator: &Enumerator<N>) -> PruningTables<N> {
        let transfers = TransferTables::new(lines);
        let entries = &enumerator.entries;
        let rows = std::array::from_fn(|place| {
            let row = entries.row_order[place];
            let line_of = |entry: &crate::enumerate::RowEntry| {
                let line = transfers.line_group(entry.group, place == 0);
                let component = transfers.component(line, entry.config, 0);
                let always = transfers.always_covered(component);
                let fixed: u64 = (0..N).filter(|x| always >> x & 1 == 1).map(|x| 1 << (x * N + row)).sum();
                RowLine { component, line, config: entry.config, covered: entry.covered, marked: entry.required | fixed }
            };
            entries.rows[place].iter().map(line_of).collect::<Vec<_>>()
        });
        let open_rows = std::array::from_fn(|place| {
            let mut union = [ALL_BLOCK; _];
            rows[place].iter().for_each(|row| unite(&mut union[..1 << N], transfers.transfer(row.component)));
            union
        });
        let mut tables = PruningTables {
            first_depth: lines.primary_row() + 1,
            transfers,
            rows,
            open_rows,
            unions: vec![],
            first: [0; 8],
            enterable: vec![],
            lists: vec![],
            holding: vec![],
        };
        tables.fill_lists(lines, entries);
        tables.fill_unions();
        tables
    }

    /// The pattern of column `x` after rows 0 to `depth - 1`: `covered << depth | marked`.
    #[inline(always)]
    pub fn pattern(depth: usize, x: usize, covered: u64, marked: u64) -> usize {
        let cells = |cells: u64| (cells >> (N * x)) as usize & ((1 << depth) - 1);
        cells(covered) << depth | cells(marked)
    }

    /// The union of the transfer functions of all columns that may stand where the first `depth` rows, counted from the top, have this
    /// pattern.
    #[inline(always)]
    pub fn union(&self, depth: usize, pattern: usize) -> &Transfer {
        transfer_at(&self.unions, self.first[depth] + (pattern << N))
    }

    /// The cells that such a column may enter by a step.
    #[inline(always)]
    pub fn enterable(&self, depth: usize, pattern: usize) -> u8 {
        self.enterable[(self.first[depth] >> N) + pattern]
    }

    /// The entries that fit a whole pattern and can't uncover a required cell.
    #[inline(always)]
    pub fn holding(&self, pattern: usize) -> &[HoldingEntry] {
        let (start, count) = self.lists[pattern];
        &self.holding[start as usize..][..count as usize]
    }

    fn fill_lists(&mut self, lines: &LineTables<N>, entries: &LineEntries<N>) {
        for pattern in 0..1usize << (2 * N) {
            let (covered, marked) = ((pattern >> N) as u8, pattern as u8 & LineTables::<N>::FULL);
            let (fixed, required) = (covered & marked, marked & !covered);
            let start = self.holding.len();
            let fitting = entries.column_entries(usize::from(covered) << N | usize::from(required));
            for (digit, &(group, config)) in fitting.iter().enumerate() {
                let component = lines.component(group, config.into(), covered.into());
                if required & !lines.common_cells(group, component) == 0 {
                    let component = self.transfers.component(self.transfers.line_group(group, false), config, fixed);
                    self.holding.push(HoldingEntry { group, config, digit: digit as u8, component });
                }
            }
            self.lists.push((start as u32, (self.holding.len() - start) as u8));
        }
    }

    fn fill_unions(&mut self) {
        for depth in self.first_depth..=N {
            self.first[depth] = self.unions.len();
            self.unions.resize(self.unions.len() + (1 << (2 * depth + N)), 0);
        }
        self.enterable = vec![0; self.unions.len() >> N];
        let whole = self.first[N] >> N;
        for pattern in 0..1usize << (2 * N) {
            let (start, count) = self.lists[pattern];
            let union = &mut self.unions[self.first[N] + (pattern << N)..][..1 << N];
            for entry in &self.holding[start as usize..][..count as usize] {
                unite(union, self.transfers.transfer(entry.component));
                self.enterable[whole + pattern] |= self.transfers.enterable(entry.component);
            }
        }
        for depth in (self.first_depth..N).rev() {
            let (shorter, longer) = self.unions.split_at_mut(self.first[depth + 1]);
            for pattern in 0..1usize << (2 * depth) {
                let (covered, marked) = (pattern >> depth, pattern & ((1 << depth) - 1));
                let union = &mut shorter[self.first[depth] + (pattern << N)..][..1 << N];
                for cell in 0..4 {
                    let extended = (covered | (cell >> 1) << depth) << (depth + 1) | marked | (cell & 1) << depth;
                    unite(union, &longer[extended << N..][..1 << N]);
                    let enterable = self.enterable[(self.first[depth + 1] >> N) + extended];
                    self.enterable[(self.first[depth] >> N) + pattern] |= enterable;
                }
            }
        }
        self.unions.extend(LIST_END);
    }
}

/// Adds a transfer function to a union: as many of its values as the union has.
#[inline(always)]
pub fn unite(union: &mut [EnteredCells], transfer: &[EnteredCells]) {
    union.iter_mut().zip(transfer).for_each(|(union, cells)| *union |= cells);
}
