//! What may stand in one row or one column of a candidate, and the look-up of the columns that fit some rows.
//!
//! A placement is a candidate if `(((H>>1) & ~RC) | (V>>N)) & ~All == 0`. Line by line: the cell left of each horizontal that
//! the row itself leaves free must be covered by a vertical (the row *requires* it), and the cell above each vertical must be
//! taken by a row. Both are known from the line alone, so columns are looked up rather than tried.
use super::line_tables::{GroupId, LineTables};
use crate::board::{Size, WallRange};

/// What is enumerated and counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementKind {
    /// Every placement.
    States,
    /// Placements in which the primary is at the exit.
    GoalStates,
    /// Goal states in which no piece but the primary can move left or up: what the generator analyses.
    GoalCandidates,
    /// Placements in which no piece can move left or up.
    Candidates,
}

impl PlacementKind {
    /// Whether the primary is at the exit.
    fn is_goal(self) -> bool {
        matches!(self, PlacementKind::GoalStates | PlacementKind::GoalCandidates)
    }

    /// Whether no piece, or none but the primary at the exit, can move left or up.
    fn is_packed(self) -> bool {
        matches!(self, PlacementKind::Candidates | PlacementKind::GoalCandidates)
    }
}

/// One way to fill a row.
#[derive(Clone, Copy, Debug)]
pub struct RowEntry {
    /// Its group and configuration in the line tables.
    pub group: GroupId,
    pub config: u8,
    /// How many walls it has.
    pub walls: u8,
    /// The cells it covers, bit `column * N + row`: a column's share is `N` neighbouring bits.
    pub taken: u64,
    /// The cells that verticals must cover lest a piece of the row could move left; same bits.
    pub require: u64,
}

/// One way to fill a column: its group and configuration.
pub type ColumnEntry = (GroupId, u8);

/// Row and column entries of a size and wall range.
///
/// A *pattern* of a column is what the rows leave it: `taken << N | required`, bit `i` of each for cell `i`.
pub struct LineEntries<const N: usize> {
    /// The rows in the order in which they are chosen: the primary row, then the others from the top.
    pub row_order: [usize; N],
    /// Per place in `row_order`: what may stand there.
    pub rows: [Vec<RowEntry>; N],
    /// Group and configuration of the columns that fit, all patterns one after the other.
    columns: Vec<ColumnEntry>,
    /// Per pattern: start in `columns`, and how many.
    fitting: Vec<(u32, u32)>,
}

impl<const N: usize> LineEntries<N> {
    /// The entries under rules 1 to 5, for all placements or only candidates.
    pub fn new(lines: &LineTables<N>, walls: WallRange, kind: PlacementKind) -> LineEntries<N> {
        let primary = Size::new(N).expect("N is a board size").primary_row();
        let mut row_order = [0; N];
        row_order[0] = primary;
        (0..N).filter(|&r| r != primary).enumerate().for_each(|(k, r)| row_order[k + 1] = r);
        let rows = row_order.map(|row| row_entries(lines, row, row == primary, walls.max(), kind));
        let (columns, fitting) = column_lists(lines, kind);
        LineEntries { row_order, rows, columns, fitting }
    }

    /// How many verticals' configurations fit a column pattern.
    #[inline(always)]
    pub fn fitting_len(&self, pattern: usize) -> u32 {
        self.fitting[pattern].1
    }

    /// The verticals' configurations that fit a column pattern.
    #[inline(always)]
    pub fn fitting(&self, pattern: usize) -> &[ColumnEntry] {
        let (start, len) = self.fitting[pattern];
        &self.columns[start as usize..(start + len) as usize]
    }

    /// The pattern of column `x`, of rows that together take `taken` and require `require`.
    #[inline(always)]
    pub fn pattern(x: usize, taken: u64, require: u64) -> usize {
        let column = |cells: u64| (cells >> (N * x)) as usize & LineTables::<N>::FULL as usize;
        column(taken) << N | column(require)
    }
}

fn row_entries<const N: usize>(
    lines: &LineTables<N>,
    row: usize,
    primary: bool,
    max_walls: usize,
    kind: PlacementKind,
) -> Vec<RowEntry> {
    let place = |mask: u8| (0..N).filter(|x| mask >> x & 1 != 0).map(|x| 1u64 << (x * N + row)).sum();
    let mut entries = vec![];
    for (g, group) in lines.groups().iter().enumerate() {
        for c in 0..group.masks.len() {
            // The exit is clear of walls, so the primary's last configuration is the goal.
            let primary_only =
                group.lengths == [2] && group.walls >> group.starts[c][0] == 0 && (!kind.is_goal() || c + 1 == group.masks.len());
            let walls = group.walls.count_ones() as usize;
            if walls <= max_walls && (!primary || primary_only) {
                // The primary may be able to move left in a goal candidate.
                let packed = kind.is_packed() && !(primary && kind.is_goal());
                let require = if packed { place(group.require[c]) } else { 0 };
                entries.push(RowEntry {
                    group: g as GroupId,
                    config: c as u8,
                    walls: walls as u8,
                    taken: place(group.masks[c]),
                    require,
                });
            }
        }
    }
    entries
}

/// The columns that fit each pattern: clear of the taken cells, over the required ones, and (for candidates) no piece able to
/// move up, so that the cell above each vertical is taken.
fn column_lists<const N: usize>(lines: &LineTables<N>, kind: PlacementKind) -> (Vec<ColumnEntry>, Vec<(u32, u32)>) {
    let mut columns = vec![];
    let mut fitting = vec![(0, 0); 1 << (2 * N)];
    for (pattern, span) in fitting.iter_mut().enumerate() {
        let (taken, required) = ((pattern >> N) as u8, pattern as u8 & LineTables::<N>::FULL);
        let start = columns.len();
        for (g, group) in lines.groups().iter().enumerate().filter(|(_, group)| group.walls == 0) {
            for (c, &mask) in group.masks.iter().enumerate() {
                let settled = !kind.is_packed() || group.require[c] & !taken == 0;
                if taken & required == 0 && mask & taken == 0 && mask & required == required && settled {
                    columns.push((g as GroupId, c as u8));
                }
            }
        }
        *span = (start as u32, (columns.len() - start) as u32);
    }
    (columns, fitting)
}
