//! The columns over one combination of rows, from the left, leaving out what is pruned.
use super::PrunedAt;
use super::open_board::OpenBoard;
use super::reach_test::ReachTest;
use super::tables::HoldingEntry;
use crate::lines::Placement;
use std::ops::Range;

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
