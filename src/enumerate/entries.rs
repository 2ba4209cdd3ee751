//! What may stand in one row or one column of a placement, and which columns fit chosen rows.
//!
//! In a candidate the primary is at the exit, which concerns the primary row alone, and no other piece can move left or up. This
//! can be checked line by line:
//!
//! - Let a horizontal have a cell on its left that its own row leaves free. The piece cannot move there only if a vertical covers
//!   the cell: the row *requires* it. The primary row requires nothing, because the primary may be able to move left.
//! - A vertical cannot move up if the cell above it is off the board, covered by the row of that cell, or covered by another
//!   vertical of the column.
//!
//! So the rows alone decide which configurations of a column fit, and these are looked up rather than tried. Other kinds of
//! placements are counted in the same way, with some of these conditions dropped: see [`PlacementKind`].
use crate::board::{Bitboard, WallRange};
use crate::lines::{GroupId, LineGroups, LineTables};

/// Which placements are enumerated or counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementKind {
    /// Every placement.
    States,
    /// Placements in which no piece, the primary included, can move left or up.
    PackedStates,
    /// Placements in which the primary is at the exit.
    GoalStates,
    /// Goal states in which no piece except the primary can move left or up: what the generator analyses.
    Candidates,
}

impl PlacementKind {
    /// Whether the primary must be at the exit.
    fn is_goal(self) -> bool {
        matches!(self, PlacementKind::GoalStates | PlacementKind::Candidates)
    }

    /// Whether no piece, except a primary at the exit, may be able to move left or up.
    fn is_packed(self) -> bool {
        matches!(self, PlacementKind::PackedStates | PlacementKind::Candidates)
    }
}

/// One way to fill a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowEntry {
    /// Its group and configuration in the line tables.
    pub group: GroupId,
    pub config: u8,
    /// How many walls it has.
    pub walls: u8,
    /// The cells that it covers: bit `column * N + row`, so that each column has `N` neighbouring bits.
    pub covered: u64,
    /// The cells that verticals must cover so that no piece of the row can move left; bits as above.
    pub required: u64,
}

/// One way to fill a column: its group and configuration.
pub(crate) type ColumnEntry = (GroupId, u8);

/// The row and column entries of a size and wall range.
///
/// A *pattern* is what the rows do to one column: `covered << N | required`, bit `i` of each for cell `i`. Example for N = 4: the
/// rows cover the top cell and require the third, so the pattern is `0001 0100`.
pub(crate) struct LineEntries<const N: usize> {
    /// The rows in the order in which they are chosen: the primary row, then the others from the top. Those beyond the board come
    /// last; they are empty.
    pub row_order: [usize; N],
    /// `[place in row_order]`: what may stand in that row.
    pub rows: [Vec<RowEntry>; N],
    /// The column entries that fit, for one pattern after the other.
    columns: Vec<ColumnEntry>,
    /// `[pattern]`: start in `columns`, and how many.
    fitting: Vec<(u32, u32)>,
}

impl<const N: usize> LineEntries<N> {
    /// The entries that the rules of enumeration allow.
    pub fn new(lines: &LineGroups<N>, walls: WallRange, kind: PlacementKind) -> LineEntries<N> {
        let primary = lines.primary_row();
        let mut row_order = [0; N];
        row_order[0] = primary;
        (0..N).filter(|&r| r != primary).enumerate().for_each(|(k, r)| row_order[k + 1] = r);
        let rows = row_order.map(|row| row_entries(lines, row, walls.max(), kind));
        let (columns, fitting) = column_lists(lines, kind);
        LineEntries { row_order, rows, columns, fitting }
    }

    /// The column entries that fit a pattern.
    #[inline(always)]
    pub fn column_entries(&self, pattern: usize) -> &[ColumnEntry] {
        let (start, len) = self.fitting[pattern];
        &self.columns[start as usize..(start + len) as usize]
    }

    /// The most entries that fit any pattern.
    pub fn most_column_entries(&self) -> usize {
        self.fitting.iter().map(|&(_, len)| len as usize).max().unwrap_or(0)
    }

    /// The pattern of column `x` if the rows together cover `covered` and require `required`, bits as in [`RowEntry`].
    #[inline(always)]
    pub fn pattern(x: usize, covered: u64, required: u64) -> usize {
        let column = |cells: u64| (cells >> (N * x)) as usize & LineTables::<N>::FULL as usize;
        column(covered) << N | column(required)
    }
}

/// The entries of one row: every configuration with few enough walls; in the primary row only the primary, with no wall to the
/// right of it.
fn row_entries<const N: usize>(lines: &LineGroups<N>, row: usize, max_walls: usize, kind: PlacementKind) -> Vec<RowEntry> {
    let cells = |mask: u8| Bitboard::from(mask).into_iter().map(|x| 1u64 << (x * N + row)).sum();
    let primary = row == lines.primary_row();
    let is_beyond = row >= lines.rules().size().height(); // there the columns cover the cells
    let mut entries = vec![];
    for (g, group) in lines.groups().iter().enumerate().filter(|(g, _)| lines.may_stand_in_row(*g as GroupId, row)) {
        for (c, &mask) in group.masks.iter().enumerate() {
            // No wall stands to the right of the primary, so its last configuration is the goal.
            let at_goal = c + 1 == group.masks.len();
            let walls = group.walls.count_ones();
            if walls as usize <= max_walls && (!primary || at_goal || !kind.is_goal()) {
                // The primary of a goal state may be able to move left.
                let packed = kind.is_packed() && !(primary && kind.is_goal());
                let required = if packed { cells(group.required[c]) } else { 0 };
                // groups, configurations and walls are few: see `LineGroups::new`
                let (group, config, walls) = (g as GroupId, c as u8, walls as u8);
                let covered = if is_beyond { 0 } else { cells(mask) };
                entries.push(RowEntry { group, config, walls, covered, required });
            }
        }
    }
    entries
}

/// The columns that fit each pattern: they leave the covered cells free and cover the required ones. For candidates and packed
/// states, no vertical can move up: a row covers the cell above it, unless the edge or another vertical blocks it.
fn column_lists<const N: usize>(lines: &LineGroups<N>, kind: PlacementKind) -> (Vec<ColumnEntry>, Vec<(u32, u32)>) {
    let groups = lines.groups().iter().enumerate().filter(|(g, _)| lines.may_stand_in_column(*g as GroupId));
    let groups: Vec<_> = groups.collect();
    let mut columns = vec![];
    let mut fitting = vec![(0, 0); 1 << (2 * N)];
    for (pattern, span) in fitting.iter_mut().enumerate() {
        // each half of a pattern has N bits, at most 8
        let (covered, required) = ((pattern >> N) as u8, pattern as u8 & LineTables::<N>::FULL);
        let start = columns.len();
        for &(g, group) in &groups {
            for (c, &mask) in group.masks.iter().enumerate() {
                let cannot_move_up = group.required[c] & !covered == 0;
                let allowed = !kind.is_packed() || cannot_move_up;
                if covered & required == 0 && mask & covered == 0 && mask & required == required && allowed {
                    columns.push((g as GroupId, c as u8));
                }
            }
        }
        // all lists together: at most 128 entries for each of 4^8 patterns
        *span = (start as u32, (columns.len() - start) as u32);
    }
    (columns, fitting)
}
