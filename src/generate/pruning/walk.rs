//! A walk over consecutive candidates that visits those that are not pruned.
use super::PrunedAt;
use super::fixed_point::Lines;
use super::open_board::OpenBoard;
use super::reach_test::ReachTest;
use super::tables::{HoldingEntry, PruningTables, RowLine};
use super::transfer::{Component, Transfer};
use crate::enumerate::{Enumerator, RowCells, RowVisitor, RowWalk};
use crate::lines::{LineTables, Placement, of_each};
use std::ops::Range;

/// Visits candidates that are not pruned; one for each thread.
pub struct Pruner<'d, const N: usize> {
    walk: RowWalk<'d, N>,
    rows: ChosenRows<'d, N>,
}

/// The rows of the walk, and what is pruned over them.
struct ChosenRows<'d, const N: usize> {
    lines: &'d LineTables<N>,
    tables: &'d PruningTables<N>,
    row_order: [usize; N],
    /// `[place]`: the cells covered and marked by the rows before it.
    before: [(u64, u64); N],
    /// `[row]`: the rows that are chosen.
    chosen: [RowLine; N],
    components: [Component; N],
    /// `[row]`: their transfer functions, or for open rows the union over all entries.
    transfers: Lines<'d, N>,
    /// `[column]`: the entries left, and the union of their transfer functions.
    kept: [Vec<HoldingEntry>; N],
    unions: [Transfer; N],
    pruned_at: PrunedAt,
}

impl<'d, const N: usize> Pruner<'d, N> {
    /// A walk over the candidates of an enumerator.
    pub fn new(lines: &'d LineTables<N>, enumerator: &'d Enumerator<N>, tables: &'d PruningTables<N>) -> Pruner<'d, N> {
        let rows = ChosenRows {
            lines,
            tables,
            row_order: enumerator.entries.row_order,
            before: [(0, 0); N],
            chosen: [RowLine::default(); N],
            components: [0; N],
            transfers: [&[0; _]; N],
            kept: std::array::from_fn(|_| vec![]),
            unions: [[0; _]; N],
            pruned_at: PrunedAt::default(),
        };
        Pruner { walk: RowWalk::new(enumerator), rows }
    }

    /// Calls `visit` with each candidate of the ranks `first..first + count` that is not pruned. What is pruned does not
    /// depend on the range.
    ///
    /// # Panics
    /// If a rank is too large.
    pub fn visit(&mut self, first: u64, count: u64, visit: &mut impl FnMut(&Placement<N>)) {
        self.walk.walk(first, count, &mut Visitor { rows: &mut self.rows, visit });
    }

    /// Where candidates were pruned so far.
    pub fn pruned_at(&self) -> PrunedAt {
        self.rows.pruned_at
    }
}

impl<const N: usize> ChosenRows<'_, N> {
    fn choose(&mut self, place: usize, entry: usize) {
        let line = self.tables.rows[place][entry];
        let row = self.row_order[place];
        self.chosen[row] = line;
        self.components[row] = line.component;
        self.transfers[row] = self.tables.transfers.transfer(line.component);
    }

    /// The patterns of the columns after the row at `place`, and those before it.
    fn patterns(&mut self, place: usize) -> [usize; N] {
        let (covered, marked) = self.before[place];
        let line = &self.chosen[self.row_order[place]];
        let (covered, marked) = (covered | line.covered, marked | line.marked);
        if place + 1 < N {
            self.before[place + 1] = (covered, marked);
        }
        of_each(|x| PruningTables::<N>::pattern(place + 1, x, covered, marked))
    }
}

/// A walk with the function that is called with each candidate that is not pruned.
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
        if depth < rows.tables.first_depth {
            return true;
        }
        for open in depth..N {
            rows.transfers[rows.row_order[open]] = &rows.tables.open_rows[open];
        }
        !OpenBoard::new(rows.tables, depth, &rows.transfers, &rows.components, &patterns).has_irrelevant()
    }

    fn left_out(&mut self, candidates: u64) {
        self.rows.pruned_at.prefixes += candidates;
    }

    fn visit_rows(&mut self, entry: usize, _: &RowCells, lengths: &[u32; N], numbers: Range<u64>) {
        let rows = &mut *self.rows;
        let tables = rows.tables;
        rows.choose(N - 1, entry);
        let patterns = rows.patterns(N - 1);
        let holding = count_with(lengths, &numbers, |x| tables.holding(patterns[x]));
        rows.pruned_at.uncovering += numbers.end - numbers.start - holding;
        if holding == 0 {
            return;
        }
        let ChosenRows { lines, transfers, components, chosen, kept, unions, pruned_at, .. } = rows;
        let mut board = OpenBoard::new(tables, N, transfers, components, &patterns);
        if board.has_irrelevant() {
            pruned_at.rows += holding;
            return;
        }
        let always = of_each(|x| (patterns[x] >> N & patterns[x]) as u8 & LineTables::<N>::FULL);
        let any = board.drop_entries(&always, kept, unions);
        let left = if any { count_with(lengths, &numbers, |x| &kept[x]) } else { 0 };
        pruned_at.entries += holding - left;
        if left == 0 {
            return;
        }
        let mut placement = Placement::EMPTY;
        for row in 0..N {
            placement.row_configs[row] = chosen[row].config;
            placement.row_groups[row] = tables.transfers.group(chosen[row].line);
        }
        let mut strides = [1; N];
        for x in (0..N - 1).rev() {
            strides[x] = strides[x + 1] * u64::from(lengths[x + 1]);
        }
        let reach = ReachTest::new(lines, &tables.transfers, chosen);
        let search = ColumnSearch { kept, always: &always, strides, numbers, reach };
        search.visit(board, &placement, pruned_at, self.visit);
    }
}

/// The columns over one combination of rows. Candidates are numbered as the product of the lists of column entries.
pub struct ColumnSearch<'s, const N: usize> {
    /// The column entries that are left.
    pub kept: &'s [Vec<HoldingEntry>; N],
    /// The cells of each column that rows always cover.
    pub always: &'s [u8; N],
    /// How many candidates have the same columns up to this one.
    pub strides: [u64; N],
    /// The candidates asked for.
    pub numbers: Range<u64>,
    pub reach: ReachTest<'s, N>,
}

impl<'s, const N: usize> ColumnSearch<'s, N> {
    /// Calls `visit` with each candidate that is not pruned. The columns of `board` are open.
    pub fn visit(&self, board: OpenBoard<'s, N>, rows: &Placement<N>, at: &mut PrunedAt, visit: &mut impl FnMut(&Placement<N>)) {
        let mut candidate = *rows;
        self.descend(0, 0, board, &mut candidate, at, visit);
    }

    /// Chooses column `x` and those after it; `first` is the number of the first candidate with the columns before it.
    fn descend(
        &self,
        x: usize,
        first: u64,
        mut board: OpenBoard<'s, N>,
        candidate: &mut Placement<N>,
        at: &mut PrunedAt,
        visit: &mut impl FnMut(&Placement<N>),
    ) {
        for entry in &self.kept[x] {
            let begin = first + u64::from(entry.digit) * self.strides[x];
            if begin >= self.numbers.end {
                return;
            }
            if begin + self.strides[x] <= self.numbers.start {
                continue;
            }
            board.fill(x, entry, self.always[x]);
            // a single entry is the union of its list, and the entries of column 0 have been tested
            if x > 0 && self.kept[x].len() > 1 && board.has_irrelevant() {
                at.columns += self.left_in(x + 1, begin);
                continue;
            }
            (candidate.column_groups[x], candidate.column_configs[x]) = (entry.group, entry.config);
            if x + 1 < N {
                self.descend(x + 1, begin, board, candidate, at, visit);
            } else if self.reach.has_irrelevant(candidate) {
                at.reach += 1;
            } else {
                visit(candidate);
            }
        }
    }

    /// How many of the candidates asked for have the columns before `x` of candidate `first`, and kept entries in the others.
    fn left_in(&self, x: usize, first: u64) -> u64 {
        let end = first + self.strides[x - 1];
        if end <= self.numbers.start || self.numbers.end <= first {
            return 0;
        }
        if self.numbers.start <= first && end <= self.numbers.end {
            return self.kept[x..].iter().map(|kept| kept.len() as u64).product();
        }
        self.kept[x].iter().map(|entry| self.left_in(x + 1, first + u64::from(entry.digit) * self.strides[x])).sum()
    }
}

/// How many candidates of `numbers` have only column entries of `lists`; all lists of the product have the lengths `lengths`.
#[inline(always)]
pub fn count_with<'s, const N: usize>(
    lengths: &[u32; N],
    numbers: &Range<u64>,
    lists: impl Fn(usize) -> &'s [HoldingEntry],
) -> u64 {
    let all: u64 = lengths.iter().map(|&length| u64::from(length)).product();
    let product = |from: usize| (from..N).map(|x| lists(x).len() as u64).product::<u64>();
    // the candidates below a number: the same entries up to a column, then an earlier one
    let below = |number: u64| {
        let (mut count, mut stride, mut rest) = (0, all, number);
        for x in 0..N {
            stride /= u64::from(lengths[x]);
            let digit = rest / stride;
            rest %= stride;
            let lower = lists(x).iter().filter(|entry| u64::from(entry.digit) < digit).count() as u64;
            count += lower * product(x + 1);
            if lists(x).iter().all(|entry| u64::from(entry.digit) != digit) {
                break;
            }
        }
        count
    };
    let up_to = |number: u64| match number {
        0 => 0,
        number if number == all => product(0),
        number => below(number),
    };
    up_to(numbers.end) - up_to(numbers.start)
}
