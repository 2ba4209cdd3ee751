//! The test of one candidate by the reach of its lines.
use super::fixed_point::{Entered, Lines, across};
use super::tables::RowLine;
use super::transfer::{Component, ComponentItem, PlacedGroup, Transfer, TransferTables, all_block};
use crate::board::Bitboard;
use crate::lines::{LineTables, Placement, of_each};

/// Tests candidates with the same rows.
pub struct ReachTest<'s, const N: usize> {
    lines: &'s LineTables<N>,
    transfers: &'s TransferTables<N>,
    rows: [(PlacedGroup, u8); N],
    /// The cells that rows always cover, one byte per column.
    rows_cover: u64,
}

/// The components that all lines reach, and the cells of each line that crossing lines always cover, one byte per line.
struct LineReaches<const N: usize> {
    rows: [Component; N],
    columns: [Component; N],
    row_blocked: u64,
    column_blocked: u64,
}

impl<'s, const N: usize> ReachTest<'s, N> {
    /// The test of candidates with these rows.
    pub fn new(lines: &'s LineTables<N>, transfers: &'s TransferTables<N>, chosen: &[RowLine; N]) -> ReachTest<'s, N> {
        let rows = of_each(|row| (chosen[row].line, chosen[row].config));
        let mut test = ReachTest { lines, transfers, rows, rows_cover: 0 };
        test.rows_cover = test.components(&rows, 0).1;
        test
    }

    /// Whether the candidate has an irrelevant item.
    #[inline(always)]
    pub fn has_irrelevant(&self, candidate: &Placement<N>) -> bool {
        let columns = of_each(|x| (candidate.column_groups[x], candidate.column_configs[x]));
        let reach = self.reach(&self.rows, &columns, self.rows_cover);
        let (row_transfers, column_transfers) = self.lines_of(&reach);
        let at = Entered::default().closure(&row_transfers, &column_transfers);
        for row in Bitboard(at.non_blocking_rows::<N>(N)) {
            let irrelevant = |(item, without): (&ComponentItem, &Transfer)| {
                !all_block(without[at.row(row)]) && self.is_irrelevant_in_row(&columns, &at, row, item)
            };
            if self.transfers.without(reach.rows[row]).any(irrelevant) {
                return true;
            }
        }
        for x in Bitboard(at.non_blocking_columns::<N>()) {
            let irrelevant = |(item, without): (&ComponentItem, &Transfer)| {
                !all_block(without[at.column(x)]) && self.is_irrelevant_in_column(&columns, &at, x, item)
            };
            if self.transfers.without(reach.columns[x]).any(irrelevant) {
                return true;
            }
        }
        false
    }

    /// Whether an item of a row that blocks none of the useful steps `at` is irrelevant.
    #[inline(never)]
    fn is_irrelevant_in_row(&self, columns: &[(PlacedGroup, u8); N], at: &Entered, row: usize, item: &ComponentItem) -> bool {
        let mut rest = self.rows;
        rest[row] = self.rest(rest[row], item);
        let reach = self.reach(&rest, columns, self.components(&rest, 0).1);
        let (mut row_transfers, column_transfers) = self.lines_of(&reach);
        let (line, config) = self.rows[row];
        let component = self.transfers.component(line, config, (reach.row_blocked >> (8 * row)) as u8 & LineTables::<N>::FULL);
        row_transfers[row] = self.transfers.without_item(component, item.number);
        !all_block(row_transfers[row][at.closure(&row_transfers, &column_transfers).row(row)])
    }

    /// The same for an item of a column.
    #[inline(never)]
    fn is_irrelevant_in_column(&self, columns: &[(PlacedGroup, u8); N], at: &Entered, x: usize, item: &ComponentItem) -> bool {
        let mut rest = *columns;
        rest[x] = self.rest(rest[x], item);
        let reach = self.reach(&self.rows, &rest, self.rows_cover);
        let (row_transfers, mut column_transfers) = self.lines_of(&reach);
        let (line, config) = columns[x];
        let component = self.transfers.component(line, config, (reach.column_blocked >> (8 * x)) as u8 & LineTables::<N>::FULL);
        column_transfers[x] = self.transfers.without_item(component, item.number);
        !all_block(column_transfers[x][at.closure(&row_transfers, &column_transfers).column(x)])
    }

    /// A line without an item.
    fn rest(&self, (line, config): (PlacedGroup, u8), item: &ComponentItem) -> (PlacedGroup, u8) {
        (item.rest, self.lines.remove_item(self.transfers.group(line), config, item.item).1)
    }

    /// The transfer functions of all components.
    #[inline(always)]
    fn lines_of(&self, reach: &LineReaches<N>) -> (Lines<'s, N>, Lines<'s, N>) {
        (of_each(|row| self.transfers.transfer(reach.rows[row])), of_each(|x| self.transfers.transfer(reach.columns[x])))
    }

    /// The reach of lines, given by group and configuration; by their groups the rows always cover `rows_cover`.
    #[inline(always)]
    fn reach(&self, rows: &[(PlacedGroup, u8); N], columns: &[(PlacedGroup, u8); N], rows_cover: u64) -> LineReaches<N> {
        let mut reach = LineReaches { rows: [0; N], columns: [0; N], row_blocked: u64::MAX, column_blocked: rows_cover };
        loop {
            let (components, blocked) = self.components(columns, reach.column_blocked);
            reach.columns = components;
            if blocked == reach.row_blocked {
                return reach;
            }
            reach.row_blocked = blocked;
            let (components, blocked) = self.components(rows, blocked);
            reach.rows = components;
            if blocked == reach.column_blocked {
                return reach;
            }
            reach.column_blocked = blocked;
        }
    }

    /// The components of lines with these cells blocked, and the cells that they always cover, one byte per crossing line.
    #[inline(always)]
    fn components(&self, lines: &[(PlacedGroup, u8); N], blocked: u64) -> ([Component; N], u64) {
        let components = of_each(|line| {
            let (group, config) = lines[line];
            self.transfers.component(group, config, (blocked >> (8 * line)) as u8 & LineTables::<N>::FULL)
        });
        (components, across::<N>(|line| self.transfers.always_covered(components[line])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::PruningTables;
    use super::*;
    use crate::board::{StopToken, WallRange};
    use crate::enumerate::{Enumerator, Odometer};
    use crate::generate::parking::Parking;
    use crate::generate::reach::Reach;
    use crate::generate::useful_steps::UsefulSteps;

    /// Compares the lines with an item that blocks no useful step with those that [`UsefulSteps`] finds step by step, in the same
    /// reach. Returns the number of such lines.
    fn compare<const N: usize>(walls: &str, count: u64) -> u64 {
        let walls: WallRange = walls.parse().expect("a range");
        let lines = LineTables::<N>::new(walls.max().min(N - 1));
        let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).expect("few enough candidates");
        let tables = PruningTables::new(&lines, &enumerator);
        let step = enumerator.candidates() / count;
        let mut non_blocking_lines = 0;
        Odometer::new(&enumerator).visit(step / 2, step, count, |candidate| {
            let chosen = std::array::from_fn(|row| {
                let line = tables.transfers.line_group(candidate.row_groups[row], row == lines.primary_row());
                RowLine { line, config: candidate.row_configs[row], ..RowLine::default() }
            });
            let test = ReachTest::new(&lines, &tables.transfers, &chosen);
            let columns = std::array::from_fn(|x| (candidate.column_groups[x], candidate.column_configs[x]));
            let reach = test.reach(&test.rows, &columns, test.rows_cover);
            let (row_transfers, column_transfers) = test.lines_of(&reach);
            let at = Entered::default().closure(&row_transfers, &column_transfers);
            let (mut groups, mut configs) = ([0; 16], [0; 16]);
            for line in 0..N {
                (groups[line], configs[line]) = (candidate.row_groups[line], candidate.row_configs[line]);
                (groups[N + line], configs[N + line]) = (candidate.column_groups[line], candidate.column_configs[line]);
            }
            let places = Reach::new(&lines, &groups, &configs).places(&lines, &groups);
            // pruning knows nothing of parking
            let never_block = UsefulSteps::new(&lines, &groups, &places, &places).find_all(&lines, &Parking::default());
            for line in 0..N {
                let non_blocking =
                    [at.non_blocking_rows::<N>(N), at.non_blocking_columns::<N>()].map(|lines| lines >> line & 1 != 0);
                assert_eq!(non_blocking, [never_block[line] != 0, never_block[N + line] != 0], "{}", candidate.to_state(&lines));
                non_blocking_lines += non_blocking.map(u64::from).iter().sum::<u64>();
            }
        });
        non_blocking_lines
    }

    #[test]
    fn transfer_functions_pass_useful_steps_on_as_rule_2_does() {
        assert!(compare::<4>("0..4", 20_000) > 10_000);
        assert!(compare::<5>("0..3", 20_000) > 10_000);
        assert!(compare::<6>("0", 20_000) > 10_000);
        assert!(compare::<6>("1..3", 20_000) > 10_000);
        assert!(compare::<7>("0..2", 10_000) > 10_000);
    }
}
