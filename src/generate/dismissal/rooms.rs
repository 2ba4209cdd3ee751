//! The test of one candidate by the rooms of its lines.
use super::line_answers::{Kind, LineAnswers, Pieces};
use super::spread::{Entered, Lines, transposed};
use super::tables::RowLine;
use crate::enumerate::{LineTables, Placement};

/// Tests candidates with the same rows.
pub struct RoomsTest<'s, const N: usize> {
    lines: &'s LineTables<N>,
    answers: &'s LineAnswers<N>,
    chosen: &'s [RowLine; N],
    /// The cells that each row always covers, a byte each.
    rows_cover: u64,
}

/// The kinds of the rooms of all lines, by row and by column.
struct RoomKinds<const N: usize> {
    rows: [Kind; N],
    columns: [Kind; N],
    row_blocked: u64,
    column_blocked: u64,
}

impl<'s, const N: usize> RoomsTest<'s, N> {
    pub fn new(lines: &'s LineTables<N>, answers: &'s LineAnswers<N>, chosen: &'s [RowLine; N]) -> RoomsTest<'s, N> {
        let mut rows_cover = 0;
        for row in 0..N {
            rows_cover |= u64::from(answers.always_covered(chosen[row].kind)) << (8 * row);
        }
        RoomsTest { lines, answers, chosen, rows_cover }
    }

    /// Whether the candidate has an irrelevant item.
    #[inline(always)]
    pub fn has_irrelevant(&self, candidate: &Placement<N>) -> bool {
        let row_lines: [(u16, u8); N] = std::array::from_fn(|row| (self.chosen[row].line, self.chosen[row].config));
        let column_lines: [(u16, u8); N] = std::array::from_fn(|x| (candidate.column_groups[x], candidate.column_configs[x]));
        let rooms = self.rooms(&row_lines, &column_lines, self.rows_cover);
        let rows: Lines<N> = std::array::from_fn(|row| self.answers.answers(rooms.rows[row]));
        let columns: Lines<N> = std::array::from_fn(|x| self.answers.answers(rooms.columns[x]));
        let at = Entered::default().settled(&rows, &columns);
        let idle = (at.idle_rows::<N>(), at.idle_columns::<N>());
        if idle == (0, 0) {
            return false;
        }
        self.has_irrelevant_of(candidate, &row_lines, &column_lines, &rooms, &at, idle)
    }

    /// The rooms; the rows always cover at least `rows_cover`.
    #[inline(always)]
    fn rooms(&self, rows: &[(u16, u8); N], columns: &[(u16, u8); N], rows_cover: u64) -> RoomKinds<N> {
        let mut rooms = RoomKinds { rows: [0; N], columns: [0; N], row_blocked: u64::MAX, column_blocked: transposed(rows_cover) };
        loop {
            let (kinds, covered) = self.kinds(columns, rooms.column_blocked);
            rooms.columns = kinds;
            let blocked = transposed(covered);
            if blocked == rooms.row_blocked {
                return rooms;
            }
            rooms.row_blocked = blocked;
            let (kinds, covered) = self.kinds(rows, blocked);
            rooms.rows = kinds;
            let blocked = transposed(covered);
            if blocked == rooms.column_blocked {
                return rooms;
            }
            rooms.column_blocked = blocked;
        }
    }

    /// The kinds of lines with these cells blocked, and the cells that they always cover.
    #[inline(always)]
    fn kinds(&self, lines: &[(u16, u8); N], blocked: u64) -> ([Kind; N], u64) {
        let mut kinds = [0; N];
        let mut covered = 0;
        for line in 0..N {
            let (group, config) = lines[line];
            kinds[line] = self.answers.kind(group, config, (blocked >> (8 * line)) as u8 & LineTables::<N>::FULL);
            covered |= u64::from(self.answers.always_covered(kinds[line])) << (8 * line);
        }
        (kinds, covered)
    }

    /// Whether one of the items of the idle lines is irrelevant.
    fn has_irrelevant_of(
        &self,
        candidate: &Placement<N>,
        row_lines: &[(u16, u8); N],
        column_lines: &[(u16, u8); N],
        rooms: &RoomKinds<N>,
        at: &Entered,
        idle: (u64, u64),
    ) -> bool {
        for line in (0..N).filter(|row| idle.0 >> (8 * row) & 0x80 != 0) {
            let (group, config) = (candidate.row_groups[line], candidate.row_configs[line]);
            let primary = line == (N - 1) / 2;
            let entered = (at.rows >> (8 * line)) as u8;
            let blocked = (rooms.row_blocked >> (8 * line)) as u8;
            let places = self.lines.component(group, config.into(), blocked.into());
            let places = self.lines.piece_starts(group, places);
            let lengths = &self.lines.groups()[group as usize].lengths;
            let pieces = Pieces { lengths, places, reachable: places };
            for item in self.lines.items(group, config).filter(|item| item.wall || !primary) {
                if pieces.answer_without::<N>(&item, entered, primary) & 0x80 != 0 {
                    continue;
                }
                let (rest_group, rest_config) = self.lines.remove_item(group, config, &item);
                let mut rest_lines = *row_lines;
                rest_lines[line] = (self.answers.line_kind(rest_group, primary), rest_config);
                let rows_cover = self.kinds(&rest_lines, 0).1;
                let rest = self.rooms(&rest_lines, column_lines, rows_cover);
                let reachable =
                    self.lines.component(rest_group, rest_config.into(), (rest.row_blocked >> (8 * line)) as u64 & 0x7f);
                let reachable = super::line_answers::reachable_without(self.lines, &item, rest_group, reachable);
                let pieces = Pieces { lengths, places, reachable };
                let rows: Lines<N> = std::array::from_fn(|row| self.answers.answers(rest.rows[row]));
                let columns: Lines<N> = std::array::from_fn(|x| self.answers.answers(rest.columns[x]));
                let answer = |entered: u8| pieces.answer_without::<N>(&item, entered, primary);
                if at.settled_with(&rows, &columns, 0, line, &answer) & 0x80 == 0 {
                    return true;
                }
            }
        }
        for line in (0..N).filter(|x| idle.1 >> (8 * x) & 0x80 != 0) {
            let (group, config) = (candidate.column_groups[line], candidate.column_configs[line]);
            let entered = (at.columns >> (8 * line)) as u8;
            let blocked = (rooms.column_blocked >> (8 * line)) as u8;
            let places = self.lines.component(group, config.into(), blocked.into());
            let places = self.lines.piece_starts(group, places);
            let lengths = &self.lines.groups()[group as usize].lengths;
            let pieces = Pieces { lengths, places, reachable: places };
            for item in self.lines.items(group, config) {
                if pieces.answer_without::<N>(&item, entered, false) & 0x80 != 0 {
                    continue;
                }
                let (rest_group, rest_config) = self.lines.remove_item(group, config, &item);
                let mut rest_lines = *column_lines;
                rest_lines[line] = (rest_group, rest_config);
                let rest = self.rooms(row_lines, &rest_lines, self.rows_cover);
                let reachable = self.lines.component(
                    rest_group,
                    rest_config.into(),
                    (rest.column_blocked >> (8 * line)) as u64 & 0x7f,
                );
                let reachable = super::line_answers::reachable_without(self.lines, &item, rest_group, reachable);
                let pieces = Pieces { lengths, places, reachable };
                let rows: Lines<N> = std::array::from_fn(|row| self.answers.answers(rest.rows[row]));
                let columns: Lines<N> = std::array::from_fn(|x| self.answers.answers(rest.columns[x]));
                let answer = |entered: u8| pieces.answer_without::<N>(&item, entered, false);
                if at.settled_with(&rows, &columns, 1, line, &answer) & 0x80 == 0 {
                    return true;
                }
            }
        }
        false
    }
}
