//! Which cells a move touches, for the moves that commute.
use crate::board::Size;

/// Cell `k` of a line at bits `2 * k` and `2 * k + 1`: the lines, of either kind, that cross there.
#[inline(always)]
pub(super) fn doubled(cells: u64) -> u16 {
    DOUBLED[cells as usize % DOUBLED.len()]
}

/// [`doubled`] of every set of cells of a line, also of the longest one.
static DOUBLED: [u16; 1 << Size::MAX_FAST] = {
    let mut table = [0; 1 << Size::MAX_FAST];
    let mut cells = 0;
    while cells < table.len() {
        let mut k = 0;
        while k < Size::MAX_FAST {
            table[cells] |= (((cells >> k & 1) * 3) << (2 * k)) as u16;
            k += 1;
        }
        cells += 1;
    }
    table
};

/// All cells from the first to the last one of a set.
#[inline(always)]
pub(super) fn span(cells: u8) -> u64 {
    let end = 8 - cells.leading_zeros();
    ((1u64 << end) - 1) & !((1 << cells.trailing_zeros()) - 1)
}
