//! The boxes of the graph, and the links between them.
use crate::generate::key_table::Keyed;
use crate::lines::{ConfigSet, LineTables, Placement, nibbles};

/// A box of the cluster.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(64))]
pub struct BoxNode {
    /// The smallest state: rows in the high half, columns in the low one, 4 bits per line.
    pub key: u64,
    /// Cells of the outer lines, bit `8 * inner line + outer line`.
    pub cells: u64,
    /// Per inner line: its component.
    pub components: [ConfigSet; 8],
    /// The slots known to lead to another box: bit `8 * outer line + slot`.
    pub linked_slots: u64,
    /// The cells that each inner line can leave, as in `cells`.
    pub vacated: u64,
    /// Per direction: the cells that steps cover whose neighbours are known, as long as the steps are possible.
    pub known: [u64; 2],
}

impl Keyed for BoxNode {
    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }
}

/// A state of the cluster: its box, and the configuration of each inner line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxState {
    pub node: u32,
    pub inner: [u8; 8],
}

/// The configurations that each line has in some state of the cluster.
#[derive(Clone, Copy, Default, Debug)]
pub struct LineRanges {
    pub inner: [ConfigSet; 8],
    pub outer: [ConfigSet; 8],
}

/// No neighbour, or the end of a list.
pub(super) const NONE: u32 = u32::MAX;
/// A link with this bit (other than [`NONE`]) stands for several neighbours: a list that starts at that position of
/// `BoxGraph::splits`.
pub(super) const SPLIT: u32 = 1 << 31;

/// The boxes that a step leads to: usually one or none; several where a component splits.
pub struct Neighbours<'b> {
    pub(super) link: u32,
    pub(super) splits: &'b [(u32, u32)],
}

impl Iterator for Neighbours<'_> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.link < SPLIT {
            return Some(std::mem::replace(&mut self.link, NONE));
        }
        if self.link == NONE {
            return None;
        }
        let (to, after) = self.splits[(self.link & !SPLIT) as usize];
        self.link = if after == NONE { NONE } else { SPLIT | after };
        Some(to)
    }
}

/// The box of a placement, with the rows or the columns as inner lines.
#[inline(always)]
pub(super) fn node_of<const N: usize>(lines: &LineTables<N>, candidate: &Placement<N>, rows_inside: bool) -> BoxNode {
    let rows = (&candidate.row_groups, &candidate.row_configs);
    let columns = (&candidate.column_groups, &candidate.column_configs);
    let ((inner, inner_configs), (outer, outer_configs)) = if rows_inside { (rows, columns) } else { (columns, rows) };
    let cells = lines.transposed_cells(outer, |j| outer_configs[j]);
    let mut components = [1; 8];
    let mut lows = 0u64;
    for p in (0..N).rev() {
        let blocked = cells >> (N * p) & LineTables::<N>::FULL as u64;
        components[p] = lines.component(inner[p], inner_configs[p] as u32, blocked);
        lows = lows << 4 | components[p].trailing_zeros() as u64;
    }
    let outer_key = nibbles(outer_configs);
    let key = if rows_inside { lows << 32 | outer_key } else { outer_key << 32 | lows };
    BoxNode { key, cells: by_line::<N>(cells), components, ..BoxNode::default() }
}

/// Cells with bit `N * line + i` as cells with bit `8 * line + i`.
#[inline(always)]
pub(super) fn by_line<const N: usize>(cells: u64) -> u64 {
    (0..N).fold(0, |by_line, p| by_line | (cells >> (N * p) & LineTables::<N>::FULL as u64) << (8 * p))
}
