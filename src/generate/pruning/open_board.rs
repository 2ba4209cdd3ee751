//! Whether a known line has an irrelevant item, while other lines may be open.
use super::fixed_point::{Entered, Lines};
use super::tables::{HoldingEntry, PruningTables, unite};
use super::transfer::{Component, Transfer, all_block};
use crate::board::Bitboard;
use crate::lines::of_each;

/// What is known of a column.
#[derive(Clone, Copy)]
pub enum Column {
    /// Its pattern.
    Open(usize),
    /// What stands there, and the cells of the column that rows always cover.
    Known(HoldingEntry, u8),
}

/// Rows and columns, some of them open. The first rows from the top are chosen.
#[derive(Clone, Copy)]
pub struct OpenBoard<'b, const N: usize> {
    tables: &'b PruningTables<N>,
    /// How many rows are chosen.
    depth: usize,
    /// `[row]`: the transfer functions of a chosen row, or the union of the transfer functions of all its entries.
    rows: &'b Lines<'b, N>,
    /// `[row]`: the components of the chosen rows.
    row_components: &'b [Component; N],
    /// `[column]`: the transfer functions of a known column, or the union of the transfer functions of all that may stand there.
    columns: Lines<'b, N>,
    known: [Column; N],
}

impl<'b, const N: usize> OpenBoard<'b, N> {
    /// The board with all columns open; they have these patterns.
    #[inline(always)]
    pub fn new(
        tables: &'b PruningTables<N>,
        depth: usize,
        rows: &'b Lines<'b, N>,
        row_components: &'b [Component; N],
        patterns: &[usize; N],
    ) -> OpenBoard<'b, N> {
        let columns = of_each(|x| tables.union(depth, patterns[x]));
        OpenBoard { tables, depth, rows, row_components, columns, known: of_each(|x| Column::Open(patterns[x])) }
    }

    /// Puts an entry into a column, of which rows always cover the cells `always`.
    #[inline(always)]
    pub fn fill(&mut self, x: usize, entry: &HoldingEntry, always: u8) {
        self.columns[x] = self.tables.transfers.transfer(entry.component);
        self.known[x] = Column::Known(*entry, always);
    }

    /// Drops column entries that are pruned whatever stands in the other columns: sets `kept` to the others, and `unions` to
    /// the unions of their transfer functions. Returns false if a column has none left.
    pub fn drop_entries(&mut self, always: &[u8; N], kept: &mut [Vec<HoldingEntry>; N], unions: &'b mut [Transfer; N]) -> bool {
        for (x, union) in unions.iter_mut().enumerate() {
            let kept = &mut kept[x];
            let open @ (_, Column::Open(pattern)) = (self.columns[x], self.known[x]) else { continue };
            let list = self.tables.holding(pattern);
            kept.clear();
            for entry in list {
                self.fill(x, entry, always[x]);
                if !self.has_irrelevant() {
                    kept.push(*entry);
                }
            }
            (self.columns[x], self.known[x]) = open;
            if kept.is_empty() {
                return false;
            }
            if kept.len() < list.len() {
                union.fill(0);
                kept.iter().for_each(|entry| unite(&mut union[..1 << N], self.tables.transfers.transfer(entry.component)));
                self.columns[x] = union;
            }
        }
        true
    }

    /// Whether a known line has an irrelevant item.
    #[inline(always)]
    pub fn has_irrelevant(&self) -> bool {
        let at = Entered::default().closure(self.rows, &self.columns);
        for row in Bitboard(at.non_blocking_rows::<N>(self.depth)) {
            if self.has_irrelevant_in_row(&at, row) {
                return true;
            }
        }
        for x in Bitboard(at.non_blocking_columns::<N>()) {
            if self.has_irrelevant_in_column(&at, x) {
                return true;
            }
        }
        false
    }

    fn has_irrelevant_in_row(&self, at: &Entered, row: usize) -> bool {
        for (item, without) in self.tables.transfers.without(self.row_components[row]) {
            if all_block(without[at.row(row)]) {
                continue;
            }
            let mut entered = item.enterable;
            for x in 0..N {
                entered |= (self.known[x].enterable(self.tables, self.depth) >> row & 1) << x;
            }
            if item.covered & entered == 0 {
                return true;
            }
            let (mut rows, mut columns) = (*self.rows, self.columns);
            rows[row] = without;
            for x in (0..N).filter(|x| item.released >> x & 1 == 1) {
                columns[x] = self.known[x].released(self.tables, self.depth, row);
            }
            if !all_block(without[at.closure(&rows, &columns).row(row)]) {
                return true;
            }
        }
        false
    }

    fn has_irrelevant_in_column(&self, at: &Entered, x: usize) -> bool {
        let Column::Known(entry, _) = self.known[x] else { return false };
        for (_, without) in self.tables.transfers.without(entry.component) {
            if all_block(without[at.column(x)]) {
                continue;
            }
            let mut columns = self.columns;
            columns[x] = without;
            if !all_block(without[at.closure(self.rows, &columns).column(x)]) {
                return true;
            }
        }
        false
    }
}

impl Column {
    /// The cells that it may enter by a step.
    #[inline(always)]
    fn enterable<const N: usize>(&self, tables: &PruningTables<N>, depth: usize) -> u8 {
        match self {
            Column::Open(pattern) => tables.enterable(depth, *pattern),
            Column::Known(entry, _) => tables.transfers.enterable(entry.component),
        }
    }

    /// Its transfer functions if a row no longer always covers its cell.
    #[inline(always)]
    fn released<'t, const N: usize>(&self, tables: &'t PruningTables<N>, depth: usize, row: usize) -> &'t Transfer {
        match *self {
            Column::Open(pattern) => tables.union(depth, pattern & !(1 << row)),
            Column::Known(HoldingEntry { group, config, .. }, always) => {
                tables.transfers.transfer(tables.transfers.component(group, config, always & !(1 << row)))
            }
        }
    }
}
