//! The useful steps of a whole board: a fixed point of the transfer functions of its lines.
use super::transfer::Transfer;

/// The cells that useful steps enter, once no line adds another: byte `r` of `rows` holds the cells of row `r` that columns
/// enter, byte `x` of `columns` the cells of column `x` that rows enter. Byte 7 has a bit for each crossing line: whether all its
/// items block a useful step.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Entered {
    rows: u64,
    columns: u64,
}

/// The transfer function of each line.
pub type Lines<'a, const N: usize> = [&'a Transfer; N];

impl Entered {
    /// The smallest set of entered cells that contains `self` and that no line's transfer function extends.
    #[inline(always)]
    pub fn closure<const N: usize>(mut self, rows: &Lines<N>, columns: &Lines<N>) -> Entered {
        loop {
            let before = self.rows;
            self.columns = transferred(rows, self.rows);
            self.rows = transferred(columns, self.columns);
            // byte 7 holds no cells
            if (self.rows ^ before) << 8 == 0 {
                return self;
            }
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

    /// The rows among the first `depth` with an item that does not block a useful step, a bit each.
    #[inline(always)]
    pub fn non_blocking_rows<const N: usize>(&self, depth: usize) -> u64 {
        !(self.columns >> 56) & ((1 << depth) - 1)
    }

    /// The same for columns.
    #[inline(always)]
    pub fn non_blocking_columns<const N: usize>(&self) -> u64 {
        !(self.rows >> 56) & ((1 << N) - 1)
    }
}

/// What the transfer functions of lines give for the cells `entered`, one byte per line. The result has one byte per crossing line.
#[inline(always)]
fn transferred<const N: usize>(lines: &Lines<N>, entered: u64) -> u64 {
    across::<N>(|line| lines[line][(entered >> (8 * line)) as usize & ((1 << N) - 1)])
}

/// The cells of each line, as one byte per crossing line: bit `i` of line `j` becomes bit `j` of byte `i`.
#[inline(always)]
pub fn across<const N: usize>(cells: impl Fn(usize) -> u8) -> u64 {
    (0..N).fold(0, |bytes, line| bytes | SPREAD[usize::from(cells(line))] << line)
}

/// `[byte]`: its bit `i` as bit 0 of byte `i`. Each round of [`Entered::closure`] waits for the round before, and a table gives the result
/// sooner than shifts and masks.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};
