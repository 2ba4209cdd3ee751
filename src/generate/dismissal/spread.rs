//! How useful steps spread over a whole board, from answer to answer.
use super::line_answers::EnteredCells;

/// The cells that useful steps enter, once no line adds another: byte `r` of `rows` holds the cells of row `r` that columns
/// enter, byte `x` of `columns` the cells of column `x` that rows enter.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Entered {
    pub rows: u64,
    pub columns: u64,
    /// The answers of the rows and of the columns, one byte per line.
    row_answers: u64,
    column_answers: u64,
}

/// The cells in a byte of answers.
const CELLS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const FLAGS: u64 = !CELLS;

/// The answers of each line, `[entered]`.
pub type Lines<'a, const N: usize> = [&'a [EnteredCells]; N];

impl Entered {
    /// The smallest set of entered cells that contains `self` and that no line's answer extends.
    #[inline(always)]
    pub fn settled<const N: usize>(mut self, rows: &Lines<N>, columns: &Lines<N>) -> Entered {
        loop {
            self.row_answers = answers(rows, self.rows);
            self.columns = transposed(self.row_answers & CELLS);
            self.column_answers = answers(columns, self.columns);
            let entered = transposed(self.column_answers & CELLS);
            if entered == self.rows {
                return self;
            }
            self.rows = entered;
        }
    }

    /// The cells of a row that columns enter, as an index of its answers.
    #[inline(always)]
    pub fn row(&self, row: usize) -> usize {
        (self.rows >> (8 * row)) as usize & 0x7f
    }

    /// The cells of a column that rows enter.
    #[inline(always)]
    pub fn column(&self, x: usize) -> usize {
        (self.columns >> (8 * x)) as usize & 0x7f
    }

    /// The rows among the first `depth` with an item that does not block a useful step, bit `8 * row + 7`.
    #[inline(always)]
    pub fn idle_rows<const N: usize>(&self, depth: usize) -> u64 {
        !self.row_answers & FLAGS >> (64 - 8 * depth)
    }

    /// The same for columns.
    #[inline(always)]
    pub fn idle_columns<const N: usize>(&self) -> u64 {
        !self.column_answers & FLAGS >> (64 - 8 * N)
    }
}

/// The answers of lines whose cells `entered` (a byte each) are entered.
#[inline(always)]
fn answers<const N: usize>(lines: &Lines<N>, entered: u64) -> u64 {
    let mut answers = 0;
    for line in 0..N {
        // with the slice and the mask the compiler drops the bounds check
        let table = &lines[line][..1 << N];
        answers |= u64::from(table[(entered >> (8 * line)) as usize & ((1 << N) - 1)]) << (8 * line);
    }
    answers
}

/// Bit `i` of byte `j` becomes bit `j` of byte `i`. (Warren, *Hacker's Delight*, section 7-3.)
#[inline(always)]
pub fn transposed(mut x: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let swapped = (x ^ x >> shift) & mask;
        x ^= swapped ^ swapped << shift;
    }
    x
}
