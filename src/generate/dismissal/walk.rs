//! A walk over consecutive candidates that visits those that can't be dismissed.
use super::line_answers::{Answer, Kind};
use super::rooms::RoomsTest;
use super::spread::{Entered, Lines, all_block};
use super::tables::{DismissalTables, RowLine, Settled, unite};
use crate::enumerate::{Enumerator, LineTables, Placement, RowVisitor, RowWalk};
use std::ops::Range;

/// How many candidates were dismissed where.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct DismissedAt {
    /// Whole prefixes of rows.
    pub prefixes: u64,
    /// Whole combinations of rows, with the columns open.
    pub rows: u64,
    /// Column entries.
    pub entries: u64,
    /// Columns from the left, or the candidate by its groups.
    pub columns: u64,
    /// The candidate by the rooms of its lines.
    pub rooms: u64,
}

/// Visits candidates that can't be dismissed; one for each thread.
pub struct Dismisser<'d, const N: usize> {
    lines: &'d LineTables<N>,
    enumerator: &'d Enumerator<N>,
    walk: RowWalk<'d, N>,
    tables: &'d DismissalTables<N>,
    /// `[place]`: the cells covered and marked by the rows before it.
    before: [(u64, u64); N],
    /// `[row]`: the rows that are chosen, and their answers or those of all entries.
    chosen: [RowLine; N],
    rows: Lines<'d, N>,
    /// `[column]`: the entries left.
    kept: [Vec<Settled>; N],
    pub dismissed_at: DismissedAt,
}

impl<'d, const N: usize> Dismisser<'d, N> {
    pub fn new(
        lines: &'d LineTables<N>,
        enumerator: &'d Enumerator<N>,
        tables: &'d DismissalTables<N>,
    ) -> Dismisser<'d, N> {
        Dismisser {
            lines,
            enumerator,
            walk: RowWalk::new(enumerator),
            tables,
            before: [(0, 0); N],
            chosen: [RowLine::default(); N],
            rows: [&[]; N],
            kept: std::array::from_fn(|_| vec![]),
            dismissed_at: DismissedAt::default(),
        }
    }

    /// Calls `visit` with each candidate of the ranks `first..first + count` that is not dismissed.
    pub fn visit(&mut self, first: u64, count: u64, visit: &mut impl FnMut(&Placement<N>)) {
        // the rows not chosen yet
        for place in 0..N {
            self.rows[self.enumerator.entries.row_order[place]] = &self.tables.open_rows[place];
        }
        let mut walk = std::mem::replace(&mut self.walk, RowWalk::new(self.enumerator));
        let mut visitor = Visitor { dismisser: self, visit };
        walk.walk(first, count, &mut visitor);
        self.walk = walk;
    }

    /// Whether candidates can be dismissed whose rows and columns have these answers: whether one of the rows of `rows_known`, or one of the
    /// columns of `columns_known`, has an irrelevant item. The kinds are those of these lines.
    #[inline(always)]
    fn has_irrelevant(
        tables: &DismissalTables<N>,
        rows: &Lines<N>,
        row_kinds: impl Fn(usize) -> Option<Kind>,
        columns: &Lines<N>,
        known: &[Column; N],
        depth: usize,
    ) -> bool {
        let at = Entered::default().settled(rows, columns);
        let mut idle = at.idle_rows::<N>();
        while idle != 0 {
            let row = idle.trailing_zeros() as usize / 8;
            idle &= idle - 1;
            let Some(kind) = row_kinds(row) else { continue };
            for (item, without) in tables.answers.without(kind) {
                if all_block(without[(at.rows >> (8 * row)) as usize & 0x7f]) {
                    continue;
                }
                let crossed = |x: usize| u8::from(known[x].enterable(tables, depth) >> row & 1 == 1) << x;
                let entered = item.enterable | (0..N).fold(0, |cells, x| cells | crossed(x));
                if item.covered & entered == 0 {
                    return true;
                }
                let mut changed = *rows;
                changed[row] = without;
                let mut changed_columns = *columns;
                for x in (0..N).filter(|x| item.released >> x & 1 == 1) {
                    changed_columns[x] = known[x].released(tables, depth, row);
                }
                let at = at.settled(&changed, &changed_columns);
                if !all_block(without[(at.rows >> (8 * row)) as usize & 0x7f]) {
                    return true;
                }
            }
        }
        let mut idle = at.idle_columns::<N>();
        while idle != 0 {
            let column = idle.trailing_zeros() as usize / 8;
            idle &= idle - 1;
            let Column::Fixed(settled, _) = known[column] else { continue };
            for (_, without) in tables.answers.without(settled.kind) {
                if all_block(without[(at.columns >> (8 * column)) as usize & 0x7f]) {
                    continue;
                }
                let mut changed = *columns;
                changed[column] = without;
                let at = at.settled(rows, &changed);
                if !all_block(without[(at.columns >> (8 * column)) as usize & 0x7f]) {
                    return true;
                }
            }
        }
        false
    }

    fn choose_row(&mut self, place: usize, entry: usize) {
        let line = self.tables.rows[place][entry];
        let row = self.enumerator.entries.row_order[place];
        self.chosen[row] = line;
        self.rows[row] = self.tables.answers.answers(line.kind);
        let (covered, marked) = self.before[place];
        if place + 1 < N {
            self.before[place + 1] = (covered | line.covered, marked | line.marked);
        }
    }
}

/// What is known of a column.
#[derive(Clone, Copy)]
enum Column {
    /// Its pattern.
    Open(usize),
    /// What stands there, and the cells of the column that rows always cover.
    Fixed(Settled, u8),
}

impl Column {
    /// The cells that it may enter by a step.
    #[inline(always)]
    fn enterable<const N: usize>(self, tables: &DismissalTables<N>, depth: usize) -> u8 {
        match self {
            Column::Open(pattern) => tables.enterable(depth, pattern),
            Column::Fixed(settled, _) => tables.answers.enterable(settled.kind),
        }
    }

    /// Its answers if a row no longer always covers its cell.
    #[inline(always)]
    fn released<const N: usize>(self, tables: &DismissalTables<N>, depth: usize, row: usize) -> &[Answer] {
        match self {
            Column::Open(pattern) => tables.union(depth, pattern & !(1 << row)),
            Column::Fixed(Settled { group, config, .. }, always) => {
                tables.answers.answers(tables.answers.kind(tables.answers.line_kind(group, false), config, always & !(1 << row)))
            }
        }
    }
}

struct Visitor<'v, 'd, const N: usize, F> {
    dismisser: &'v mut Dismisser<'d, N>,
    visit: &'v mut F,
}

impl<const N: usize, F: FnMut(&Placement<N>)> RowVisitor<N> for Visitor<'_, '_, N, F> {
    fn choose(&mut self, place: usize, entry: usize) -> bool {
        let this = &mut *self.dismisser;
        this.choose_row(place, entry);
        let depth = place + 1;
        if depth < DismissalTables::<N>::FIRST_DEPTH {
            return true;
        }
        for open in depth..N {
            this.rows[this.enumerator.entries.row_order[open]] = &this.tables.open_rows[open];
        }
        let (covered, marked) = this.before[depth];
        let patterns: [usize; N] = std::array::from_fn(|x| DismissalTables::<N>::pattern(depth, x, covered, marked));
        let columns = patterns.map(|pattern| this.tables.union(depth, pattern));
        // from this depth on the rows chosen are those from the top
        let row_kind = |row: usize| (row < depth).then(|| this.chosen[row].kind);
        !Dismisser::has_irrelevant(this.tables, &this.rows, row_kind, &columns, &patterns.map(Column::Open), depth)
    }

    fn visit_rows(&mut self, entry: usize, lengths: &[u32; N], numbers: Range<u64>) {
        let this = &mut *self.dismisser;
        let tables = this.tables;
        this.choose_row(N - 1, entry);
        let last = this.chosen[N - 1];
        let (covered, marked) = this.before[N - 1];
        let (covered, marked) = (covered | last.covered, marked | last.marked);
        let patterns: [usize; N] = std::array::from_fn(|x| DismissalTables::<N>::pattern(N, x, covered, marked));
        let asked = numbers.end - numbers.start;
        if patterns.iter().any(|&pattern| tables.settled(pattern).is_empty()) {
            this.dismissed_at.entries += asked;
            return;
        }
        let mut columns: Lines<N> = std::array::from_fn(|x| tables.union(N, patterns[x]));
        let rows = this.rows;
        let chosen = this.chosen;
        let row_kind = |row: usize| Some(chosen[row].kind);
        let mut known = patterns.map(Column::Open);
        let always = patterns.map(|pattern| (pattern >> N & pattern) as u8 & LineTables::<N>::FULL);
        if Dismisser::has_irrelevant(tables, &rows, row_kind, &columns, &known, N) {
            this.dismissed_at.rows += asked;
            return;
        }
        // drop entries
        let mut unions = [[0; 128]; N];
        let mut kept = std::mem::replace(&mut this.kept, std::array::from_fn(|_| vec![]));
        let mut is_empty = false;
        for (x, own) in unions.iter_mut().enumerate() {
            let list = tables.settled(patterns[x]);
            kept[x].clear();
            let before = columns[x];
            for settled in list {
                columns[x] = tables.answers.answers(settled.kind);
                known[x] = Column::Fixed(*settled, always[x]);
                if !Dismisser::has_irrelevant(tables, &rows, row_kind, &columns, &known, N) {
                    kept[x].push(*settled);
                }
            }
            columns[x] = before;
            known[x] = Column::Open(patterns[x]);
            if kept[x].is_empty() {
                is_empty = true;
                break;
            }
            if kept[x].len() < list.len() {
                kept[x].iter().for_each(|settled| unite(&mut own[..1 << N], tables.answers.answers(settled.kind)));
                columns[x] = &own[..1 << N];
            }
        }
        if is_empty {
            this.dismissed_at.entries += asked;
            this.kept = kept;
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
        let rooms = RoomsTest::new(this.lines, &tables.answers, &chosen);
        let mut at = this.dismissed_at;
        let visited = {
            let mut search = ColumnSearch {
                tables,
                rows: &rows,
                chosen: &chosen,
                kept: &kept,
                always: &always,
                strides: &strides,
                numbers,
                placement,
                rooms,
                at: &mut at,
                visited: 0,
                visit: &mut *self.visit,
            };
            search.descend(0, 0, columns, known);
            search.visited
        };
        let before = this.dismissed_at;
        at.entries += asked - visited - (at.columns - before.columns) - (at.rooms - before.rooms);
        this.dismissed_at = at;
        this.kept = kept;
    }
}

/// The search through the columns of one combination of rows.
struct ColumnSearch<'s, 'd, const N: usize, F> {
    tables: &'d DismissalTables<N>,
    rows: &'s Lines<'d, N>,
    chosen: &'s [RowLine; N],
    kept: &'s [Vec<Settled>; N],
    always: &'s [u8; N],
    strides: &'s [u64; N],
    numbers: Range<u64>,
    placement: Placement<N>,
    rooms: RoomsTest<'s, N>,
    at: &'s mut DismissedAt,
    visited: u64,
    visit: &'s mut F,
}

impl<'s, 'd, const N: usize, F: FnMut(&Placement<N>)> ColumnSearch<'s, 'd, N, F> {
    /// Chooses column `x` and those after it; `first` is the number of the first candidate with the columns before it.
    fn descend(&mut self, x: usize, first: u64, mut columns: Lines<'s, N>, mut known: [Column; N]) {
        let kept = &self.kept[x];
        for settled in kept {
            let begin = first + u64::from(settled.digit) * self.strides[x];
            let end = begin + self.strides[x];
            if end <= self.numbers.start {
                continue;
            }
            if begin >= self.numbers.end {
                return;
            }
            columns[x] = self.tables.answers.answers(settled.kind);
            known[x] = Column::Fixed(*settled, self.always[x]);
            if kept.len() > 1 && x > 0 {
                let row_kind = |row: usize| Some(self.chosen[row].kind);
                if Dismisser::has_irrelevant(self.tables, self.rows, row_kind, &columns, &known, N) {
                    self.at.columns += end.min(self.numbers.end) - begin.max(self.numbers.start);
                    continue;
                }
            }
            (self.placement.column_groups[x], self.placement.column_configs[x]) = (settled.group, settled.config);
            if x + 1 < N {
                self.descend(x + 1, begin, columns, known);
            } else if self.rooms.has_irrelevant(&self.placement) {
                self.at.rooms += 1;
            } else {
                self.visited += 1;
                (self.visit)(&self.placement);
            }
        }
    }
}
