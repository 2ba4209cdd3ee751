//! A walk over consecutive candidates that visits those that are not dismissed.
use super::DismissedAt;
use super::column_search::{ColumnSearch, count_with};
use super::line_answers::{Component, EnteredCells};
use super::open_board::{Column, OpenBoard};
use super::reach::ReachTest;
use super::spread::Lines;
use super::tables::{DismissalTables, RowLine, Settled, unite};
use crate::enumerate::{Enumerator, RowVisitor, RowWalk};
use crate::lines::{LineTables, Placement};
use std::ops::Range;

/// Visits candidates that are not dismissed; one for each thread.
pub struct Dismisser<'d, const N: usize> {
    walk: RowWalk<'d, N>,
    rows: ChosenRows<'d, N>,
}

/// The rows of the walk, and what is dismissed over them.
struct ChosenRows<'d, const N: usize> {
    lines: &'d LineTables<N>,
    tables: &'d DismissalTables<N>,
    row_order: [usize; N],
    /// `[place]`: the cells covered and marked by the rows before it.
    before: [(u64, u64); N],
    /// `[row]`: the rows that are chosen.
    chosen: [RowLine; N],
    components: [Component; N],
    /// `[row]`: their answers, or the union of those of all entries.
    answers: Lines<'d, N>,
    /// `[column]`: the entries left, and the union of their answers.
    kept: [Vec<Settled>; N],
    unions: [[EnteredCells; 128]; N],
    dismissed_at: DismissedAt,
}

impl<'d, const N: usize> Dismisser<'d, N> {
    /// A walk over the candidates of an enumerator.
    pub fn new(lines: &'d LineTables<N>, enumerator: &'d Enumerator<N>, tables: &'d DismissalTables<N>) -> Dismisser<'d, N> {
        let rows = ChosenRows {
            lines,
            tables,
            row_order: enumerator.entries.row_order,
            before: [(0, 0); N],
            chosen: [RowLine::default(); N],
            components: [0; N],
            answers: [&[]; N],
            kept: std::array::from_fn(|_| vec![]),
            unions: [[0; 128]; N],
            dismissed_at: DismissedAt::default(),
        };
        Dismisser { walk: RowWalk::new(enumerator), rows }
    }

    /// Calls `visit` with each candidate of the ranks `first..first + count` that is not dismissed. What is dismissed does not depend on
    /// the range.
    ///
    /// # Panics
    /// If a rank is not that of a candidate.
    pub fn visit(&mut self, first: u64, count: u64, visit: &mut impl FnMut(&Placement<N>)) {
        self.walk.walk(first, count, &mut Visitor { rows: &mut self.rows, visit });
    }

    /// Where candidates were dismissed so far.
    pub fn dismissed_at(&self) -> DismissedAt {
        self.rows.dismissed_at
    }
}

impl<const N: usize> ChosenRows<'_, N> {
    fn choose(&mut self, place: usize, entry: usize) {
        let line = self.tables.rows[place][entry];
        let row = self.row_order[place];
        self.chosen[row] = line;
        self.components[row] = line.component;
        self.answers[row] = self.tables.answers.answers(line.component);
    }

    /// The patterns of the columns after the row at `place`, and those before it.
    fn patterns(&mut self, place: usize) -> [usize; N] {
        let (covered, marked) = self.before[place];
        let line = &self.chosen[self.row_order[place]];
        let (covered, marked) = (covered | line.covered, marked | line.marked);
        if place + 1 < N {
            self.before[place + 1] = (covered, marked);
        }
        std::array::from_fn(|x| DismissalTables::<N>::pattern(place + 1, x, covered, marked))
    }
}

/// Drops column entries that are dismissed whatever stands in the other columns: sets `kept` to the others, `unions` to the unions of their
/// answers, and `columns` to these. Returns false if a column has none left.
fn drop_entries<'s, const N: usize>(
    tables: &'s DismissalTables<N>,
    (rows, row_components): (&Lines<'s, N>, &[Component; N]),
    (kept, unions): (&mut [Vec<Settled>; N], &'s mut [[EnteredCells; 128]; N]),
    (patterns, always): (&[usize; N], &[u8; N]),
    columns: &mut Lines<'s, N>,
    known: &mut [Column; N],
) -> bool {
    for ((x, kept), union) in kept.iter_mut().enumerate().zip(unions) {
        let list = tables.settled(patterns[x]);
        let open = columns[x];
        kept.clear();
        for settled in list {
            columns[x] = tables.answers.answers(settled.component);
            known[x] = Column::Known(*settled, always[x]);
            if !(OpenBoard { depth: N, rows, row_components, columns, known }).has_irrelevant(tables) {
                kept.push(*settled);
            }
        }
        known[x] = Column::Open(patterns[x]);
        columns[x] = open;
        if kept.is_empty() {
            return false;
        }
        if kept.len() < list.len() {
            let union = &mut union[..1 << N];
            union.fill(0);
            kept.iter().for_each(|settled| unite(union, tables.answers.answers(settled.component)));
            columns[x] = union;
        }
    }
    true
}

/// A walk with what is to be done with the candidates that are not dismissed.
struct Visitor<'v, 'd, const N: usize, F> {
    rows: &'v mut ChosenRows<'d, N>,
    visit: &'v mut F,
}

impl<const N: usize, F: FnMut(&Placement<N>)> RowVisitor<N> for Visitor<'_, '_, N, F> {
    fn choose(&mut self, place: usize, entry: usize) -> bool {
        let rows = &mut *self.rows;
        rows.choose(place, entry);
        let patterns = rows.patterns(place);
        let depth = place + 1;
        if depth < DismissalTables::<N>::FIRST_DEPTH {
            return true;
        }
        for open in depth..N {
            rows.answers[rows.row_order[open]] = &rows.tables.open_rows[open];
        }
        let columns = patterns.map(|pattern| rows.tables.union(depth, pattern));
        let known = patterns.map(Column::Open);
        let board = OpenBoard { depth, rows: &rows.answers, row_components: &rows.components, columns: &columns, known: &known };
        !board.has_irrelevant(rows.tables)
    }

    fn left_out(&mut self, candidates: u64) {
        self.rows.dismissed_at.prefixes += candidates;
    }

    fn visit_rows(&mut self, entry: usize, lengths: &[u32; N], numbers: Range<u64>) {
        let rows = &mut *self.rows;
        let tables = rows.tables;
        rows.choose(N - 1, entry);
        let patterns = rows.patterns(N - 1);
        let settled = count_with(lengths, &numbers, |x| tables.settled(patterns[x]));
        rows.dismissed_at.restless += numbers.end - numbers.start - settled;
        if settled == 0 {
            return;
        }
        let mut columns: Lines<N> = patterns.map(|pattern| tables.union(N, pattern));
        let mut known = patterns.map(Column::Open);
        let board =
            OpenBoard { depth: N, rows: &rows.answers, row_components: &rows.components, columns: &columns, known: &known };
        if board.has_irrelevant(tables) {
            rows.dismissed_at.rows += settled;
            return;
        }
        let always = patterns.map(|pattern| (pattern >> N & pattern) as u8 & LineTables::<N>::FULL);
        let ChosenRows { lines, answers, components, chosen, kept, unions, dismissed_at, .. } = rows;
        let of_rows = (&*answers, &*components);
        let any = drop_entries(tables, of_rows, (kept, unions), (&patterns, &always), &mut columns, &mut known);
        let left = if any { count_with(lengths, &numbers, |x| &kept[x]) } else { 0 };
        dismissed_at.entries += settled - left;
        if left == 0 {
            return;
        }
        let mut placement = Placement::EMPTY;
        for row in 0..N {
            placement.row_configs[row] = chosen[row].config;
            placement.row_groups[row] = tables.answers.group(chosen[row].line);
        }
        let mut strides = [1; N];
        for x in (0..N - 1).rev() {
            strides[x] = strides[x + 1] * u64::from(lengths[x + 1]);
        }
        let reach = ReachTest::new(lines, &tables.answers, chosen);
        let search =
            ColumnSearch { tables, rows: answers, row_components: components, kept, always: &always, strides, numbers, reach };
        search.visit(columns, known, &placement, dismissed_at, self.visit);
    }
}
