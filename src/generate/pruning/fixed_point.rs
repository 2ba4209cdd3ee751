//! The useful steps of a whole board: a fixed point of the transfer functions of its lines.
use super::transfer::Transfer;

/// The cells that useful steps enter, once no line adds another: byte `r` of `rows` holds the cells of row `r` that columns
/// enter, byte `x` of `columns` the cells of column `x` that rows enter.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Entered {
    pub rows: u64,
    pub columns: u64,
    /// What the transfer functions of the rows and of the columns give, one byte per line.
    row_images: u64,
    column_images: u64,
}

/// The cells in each byte of these.
const CELLS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const FLAGS: u64 = !CELLS;

/// The transfer function of each line.
pub type Lines<'a, const N: usize> = [&'a Transfer; N];

impl Entered {
    /// The smallest set of entered cells that contains `self` and that no line's transfer function extends.
    #[inline(always)]
    pub fn closure<const N: usize>(mut self, rows: &Lines<N>, columns: &Lines<N>) -> Entered {
        loop {
            self.row_images = images(rows, self.rows);
            self.columns = transposed(self.row_images & CELLS);
            self.column_images = images(columns, self.columns);
            let entered = transposed(self.column_images & CELLS);
            if entered == self.rows {
                return self;
            }
            self.rows = entered;
        }
    }

    /// The cells of a row that columns enter, as an index of its transfer function.
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
    pub fn non_blocking_rows<const N: usize>(&self, depth: usize) -> u64 {
        !self.row_images & FLAGS >> (64 - 8 * depth)
    }

    /// The same for columns.
    #[inline(always)]
    pub fn non_blocking_columns<const N: usize>(&self) -> u64 {
        !self.column_images & FLAGS >> (64 - 8 * N)
    }
}

/// What the transfer functions of lines give for the cells `entered`, a byte per line.
#[inline(always)]
fn images<const N: usize>(lines: &Lines<N>, entered: u64) -> u64 {
    (0..N)
        .fold(0, |images, line| images | u64::from(lines[line][(entered >> (8 * line)) as usize & ((1 << N) - 1)]) << (8 * line))
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
