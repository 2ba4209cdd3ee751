//! Whether a line that is known has an irrelevant item, while other lines may be open.
use super::line_answers::{Component, EnteredCells, all_block};
use super::spread::{Entered, Lines};
use super::tables::{DismissalTables, Settled};
use crate::board::Bitboard;

/// What is known of a column.
#[derive(Clone, Copy)]
pub enum Column {
    /// Its pattern.
    Open(usize),
    /// What stands there, and the cells of the column that rows always cover.
    Known(Settled, u8),
}

/// Rows and columns, some of them open. The first rows from the top are chosen.
pub struct OpenBoard<'b, const N: usize> {
    /// How many rows are chosen.
    pub depth: usize,
    /// `[row]`: the answers of a chosen row, or the union of those of all entries.
    pub rows: &'b Lines<'b, N>,
    /// `[row]`: the components of the chosen rows.
    pub row_components: &'b [Component; N],
    /// `[column]`: the answers of a known column, or the union of those that may stand there.
    pub columns: &'b Lines<'b, N>,
    pub known: &'b [Column; N],
}

impl<const N: usize> OpenBoard<'_, N> {
    /// Whether a known line has an irrelevant item.
    #[inline(always)]
    pub fn has_irrelevant(&self, tables: &DismissalTables<N>) -> bool {
        let at = Entered::default().settled(self.rows, self.columns);
        for bit in Bitboard(at.idle_rows::<N>(self.depth)) {
            let row = bit / 8;
            if self.has_irrelevant_in_row(tables, &at, row) {
                return true;
            }
        }
        for bit in Bitboard(at.idle_columns::<N>()) {
            let x = bit / 8;
            if self.has_irrelevant_in_column(tables, &at, x) {
                return true;
            }
        }
        false
    }

    fn has_irrelevant_in_row(&self, tables: &DismissalTables<N>, at: &Entered, row: usize) -> bool {
        for (item, without) in tables.answers.without(self.row_components[row]) {
            if all_block(without[at.row(row)]) {
                continue;
            }
            let mut entered = item.enterable;
            for x in 0..N {
                entered |= (self.known[x].enterable(tables, self.depth) >> row & 1) << x;
            }
            if item.covered & entered == 0 {
                return true;
            }
            let (mut rows, mut columns) = (*self.rows, *self.columns);
            rows[row] = without;
            for x in (0..N).filter(|x| item.released >> x & 1 == 1) {
                columns[x] = self.known[x].released(tables, self.depth, row);
            }
            if !all_block(without[at.settled(&rows, &columns).row(row)]) {
                return true;
            }
        }
        false
    }

    fn has_irrelevant_in_column(&self, tables: &DismissalTables<N>, at: &Entered, x: usize) -> bool {
        let Column::Known(settled, _) = self.known[x] else { return false };
        for (_, without) in tables.answers.without(settled.component) {
            if all_block(without[at.column(x)]) {
                continue;
            }
            let mut columns = *self.columns;
            columns[x] = without;
            if !all_block(without[at.settled(self.rows, &columns).column(x)]) {
                return true;
            }
        }
        false
    }
}

impl Column {
    /// The cells that it may enter by a step.
    #[inline(always)]
    fn enterable<const N: usize>(&self, tables: &DismissalTables<N>, depth: usize) -> u8 {
        match self {
            Column::Open(pattern) => tables.enterable(depth, *pattern),
            Column::Known(settled, _) => tables.answers.enterable(settled.component),
        }
    }

    /// Its answers if a row no longer always covers its cell.
    #[inline(always)]
    fn released<'t, const N: usize>(&self, tables: &'t DismissalTables<N>, depth: usize, row: usize) -> &'t [EnteredCells] {
        match *self {
            Column::Open(pattern) => tables.union(depth, pattern & !(1 << row)),
            Column::Known(Settled { group, config, .. }, always) => {
                tables.answers.answers(tables.answers.component(group, config, always & !(1 << row)))
            }
        }
    }
}
