//! The test of one candidate by the reach of its lines.
use super::line_answers::{Component, ComponentItem, LineAnswers, LineGroup, all_block};
use super::spread::{Entered, Lines, transposed};
use super::tables::RowLine;
use crate::board::Bitboard;
use crate::lines::{LineTables, Placement, of_each};

/// Tests candidates with the same rows.
pub struct ReachTest<'s, const N: usize> {
    lines: &'s LineTables<N>,
    answers: &'s LineAnswers<N>,
    rows: [(LineGroup, u8); N],
    /// The cells that each row always covers, one byte per row.
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
    pub fn new(lines: &'s LineTables<N>, answers: &'s LineAnswers<N>, chosen: &[RowLine; N]) -> ReachTest<'s, N> {
        let rows = of_each(|row| (chosen[row].line, chosen[row].config));
        let mut test = ReachTest { lines, answers, rows, rows_cover: 0 };
        test.rows_cover = test.components(&rows, 0).1;
        test
    }

    /// Whether the candidate has an irrelevant item.
    #[inline(always)]
    pub fn has_irrelevant(&self, candidate: &Placement<N>) -> bool {
        let columns = of_each(|x| (candidate.column_groups[x], candidate.column_configs[x]));
        let reach = self.reach(&self.rows, &columns, self.rows_cover);
        let (row_answers, column_answers) = self.lines_of(&reach);
        let at = Entered::default().settled(&row_answers, &column_answers);
        for bit in Bitboard(at.idle_rows::<N>(N)) {
            let row = bit / 8;
            let irrelevant = |(item, without): (&ComponentItem, &[u8])| {
                !all_block(without[at.row(row)]) && self.is_irrelevant_in_row(&columns, &at, row, item)
            };
            if self.answers.without(reach.rows[row]).any(irrelevant) {
                return true;
            }
        }
        for bit in Bitboard(at.idle_columns::<N>()) {
            let x = bit / 8;
            let irrelevant = |(item, without): (&ComponentItem, &[u8])| {
                !all_block(without[at.column(x)]) && self.is_irrelevant_in_column(&columns, &at, x, item)
            };
            if self.answers.without(reach.columns[x]).any(irrelevant) {
                return true;
            }
        }
        false
    }

    /// Whether an item of a row that blocks none of the useful steps `at` is irrelevant.
    #[inline(never)]
    fn is_irrelevant_in_row(&self, columns: &[(LineGroup, u8); N], at: &Entered, row: usize, item: &ComponentItem) -> bool {
        let mut rest = self.rows;
        rest[row] = self.rest(rest[row], item);
        let reach = self.reach(&rest, columns, self.components(&rest, 0).1);
        let (mut row_answers, column_answers) = self.lines_of(&reach);
        let (line, config) = self.rows[row];
        let component = self.answers.component(line, config, (reach.row_blocked >> (8 * row)) as u8 & LineTables::<N>::FULL);
        row_answers[row] = self.answers.without_item(component, item.number);
        !all_block(row_answers[row][at.settled(&row_answers, &column_answers).row(row)])
    }

    /// The same for an item of a column.
    #[inline(never)]
    fn is_irrelevant_in_column(&self, columns: &[(LineGroup, u8); N], at: &Entered, x: usize, item: &ComponentItem) -> bool {
        let mut rest = *columns;
        rest[x] = self.rest(rest[x], item);
        let reach = self.reach(&self.rows, &rest, self.rows_cover);
        let (row_answers, mut column_answers) = self.lines_of(&reach);
        let (line, config) = columns[x];
        let component = self.answers.component(line, config, (reach.column_blocked >> (8 * x)) as u8 & LineTables::<N>::FULL);
        column_answers[x] = self.answers.without_item(component, item.number);
        !all_block(column_answers[x][at.settled(&row_answers, &column_answers).column(x)])
    }

    /// A line without an item.
    fn rest(&self, (line, config): (LineGroup, u8), item: &ComponentItem) -> (LineGroup, u8) {
        (item.rest, self.lines.remove_item(self.answers.group(line), config, item.item).1)
    }

    /// The answers of all components.
    #[inline(always)]
    fn lines_of(&self, reach: &LineReaches<N>) -> (Lines<'s, N>, Lines<'s, N>) {
        (of_each(|row| self.answers.answers(reach.rows[row])), of_each(|x| self.answers.answers(reach.columns[x])))
    }

    /// The reach of lines, given by group and configuration; by their groups the rows always cover `rows_cover`.
    #[inline(always)]
    fn reach(&self, rows: &[(LineGroup, u8); N], columns: &[(LineGroup, u8); N], rows_cover: u64) -> LineReaches<N> {
        let column_blocked = transposed(rows_cover);
        let mut reach = LineReaches { rows: [0; N], columns: [0; N], row_blocked: u64::MAX, column_blocked };
        loop {
            let (components, covered) = self.components(columns, reach.column_blocked);
            reach.columns = components;
            let blocked = transposed(covered);
            if blocked == reach.row_blocked {
                return reach;
            }
            reach.row_blocked = blocked;
            let (components, covered) = self.components(rows, blocked);
            reach.rows = components;
            let blocked = transposed(covered);
            if blocked == reach.column_blocked {
                return reach;
            }
            reach.column_blocked = blocked;
        }
    }

    /// The components of lines with these cells blocked, and the cells that they always cover.
    #[inline(always)]
    fn components(&self, lines: &[(LineGroup, u8); N], blocked: u64) -> ([Component; N], u64) {
        let mut components = [0; N];
        let mut covered = 0;
        for line in 0..N {
            let (group, config) = lines[line];
            components[line] = self.answers.component(group, config, (blocked >> (8 * line)) as u8 & LineTables::<N>::FULL);
            covered |= u64::from(self.answers.always_covered(components[line])) << (8 * line);
        }
        (components, covered)
    }
}

#[cfg(test)]
mod tests {
    use super::super::DismissalTables;
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
        let tables = DismissalTables::new(&lines, &enumerator);
        let step = enumerator.candidates() / count;
        let mut idle_lines = 0;
        Odometer::new(&enumerator).visit(step / 2, step, count, |candidate| {
            let chosen = std::array::from_fn(|row| {
                let line = tables.answers.line_group(candidate.row_groups[row], row == (N - 1) / 2);
                RowLine { line, config: candidate.row_configs[row], ..RowLine::default() }
            });
            let test = ReachTest::new(&lines, &tables.answers, &chosen);
            let columns = std::array::from_fn(|x| (candidate.column_groups[x], candidate.column_configs[x]));
            let reach = test.reach(&test.rows, &columns, test.rows_cover);
            let (row_answers, column_answers) = test.lines_of(&reach);
            let at = Entered::default().settled(&row_answers, &column_answers);
            let (mut groups, mut configs) = ([0; 16], [0; 16]);
            for line in 0..N {
                (groups[line], configs[line]) = (candidate.row_groups[line], candidate.row_configs[line]);
                (groups[N + line], configs[N + line]) = (candidate.column_groups[line], candidate.column_configs[line]);
            }
            let places = Reach::new(&lines, &groups, &configs).places(&lines, &groups);
            // dismissal knows nothing of parking
            let never_block = UsefulSteps::new(&lines, &groups, &places, &places).find_all(&lines, &Parking::default());
            for line in 0..N {
                let idle = [at.idle_rows::<N>(N), at.idle_columns::<N>()].map(|idle| idle >> (8 * line) & 0x80 != 0);
                assert_eq!(idle, [never_block[line] != 0, never_block[N + line] != 0], "{}", candidate.to_state(&lines));
                idle_lines += idle.map(u64::from).iter().sum::<u64>();
            }
        });
        idle_lines
    }

    #[test]
    fn answers_of_lines_spread_useful_steps_as_rule_2_does() {
        assert!(compare::<4>("0..4", 20_000) > 10_000);
        assert!(compare::<5>("0..3", 20_000) > 10_000);
        assert!(compare::<6>("0", 20_000) > 10_000);
        assert!(compare::<6>("1..3", 20_000) > 10_000);
        assert!(compare::<7>("0..2", 10_000) > 10_000);
    }
}
