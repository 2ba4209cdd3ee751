//! A row or column by itself: its pieces and walls, and their possible positions.
//!
//! A *group* is what stands in a line, without the positions: its walls, and in each segment between walls the lengths of the
//! pieces in order. A *configuration* is one way to place a group. Configurations are numbered by increasing cell mask, so
//! comparing numbers compares masks. A group has at most 6 configurations on 6 cells and 10 on 7:
//!
//! ```text
//! [2,2] on 6 cells:   0 BBCC..   1 BB.CC.   2 .BBCC.   3 BB..CC   4 .BB.CC   5 ..BBCC
//! ```
use crate::board::{Bitboard, Rules};

/// What stands in a line, and every way to place it.
///
/// Cells of a line are numbered from 0, left to right or top to bottom; a mask has bit `i` for cell `i`. Where the board is not
/// square, the lines of the shorter kind end before the tables do: their masks always have the cells *beyond the board*, which no
/// piece takes. So nothing crosses there.
#[derive(Clone, Debug)]
pub struct LineGroup {
    /// How many cells the line has: the columns of the board if it is a row, the rows if it is a column.
    pub cells: u8,
    /// Mask of the walls.
    pub walls: u8,
    /// Mask of the cells that no piece takes: the walls, and the cells beyond the board.
    pub fixed: u8,
    /// Lengths of the pieces, left to right (top to bottom).
    pub lengths: Vec<u8>,
    /// Per configuration: the first cell of each piece.
    pub starts: Vec<Vec<u8>>,
    /// Per configuration: mask of the cells that pieces cover, and of [`LineGroup::fixed`]. Strictly increasing.
    pub masks: Vec<u8>,
    /// Per configuration: mask of the free cells into which a piece could move left (up). In a candidate, crossing lines must
    /// cover them; only the primary may be able to move.
    pub required: Vec<u8>,
}

/// Identifies a group: its number of cells, its walls, the lengths of its pieces, and how many pieces are left of each wall.
pub(super) type GroupSignature = (u8, u8, Vec<u8>, Vec<u8>);

/// A piece or wall of a line, wherever the pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineItem {
    /// The piece of this index among the pieces of the line.
    Piece(usize),
    /// The wall on this cell.
    Wall(usize),
}

/// How a vertical can clear the primary row.
///
/// It is clear if it stands wholly above or wholly below that row. All zero if no vertical covers the row.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Clearance {
    /// Mask of the cells that the piece sweeps on the shortest way up; all cells if there is no room above.
    pub up: u8,
    /// The same for the shortest way down.
    pub down: u8,
    /// Fewest additional moves if the piece goes neither straight up nor straight down: 1 if the column has another piece, which
    /// would have to move first; 64, in place of infinity, if it has none.
    pub otherwise: u8,
}

impl LineGroup {
    /// The [`Clearance`] of the piece that covers cell `row`, the primary row's.
    pub(super) fn clearance(&self, config: usize, row: usize) -> Clearance {
        let covers = |(start, length): (u8, u8)| (start as usize..(start + length) as usize).contains(&row);
        let Some(piece) = self.placed(config).position(covers) else {
            return Clearance::default();
        };
        let (start, length) = (self.starts[config][piece] as usize, self.lengths[piece] as usize);
        // cells of a line are below 8, so the casts keep them
        let has_room_at = |to: usize| {
            let mut starts = self.starts[config].clone();
            starts[piece] = to as u8;
            self.starts.contains(&starts)
        };
        let cells = |from: usize, end: usize| mask_of(from as u8, (end - from) as u8);
        let none = 0xff;
        let up = row.checked_sub(length).filter(|&to| has_room_at(to)).map_or(none, |to| cells(to, start));
        let down = if has_room_at(row + 1) { cells(start + length, row + 1 + length) } else { none };
        Clearance { up, down, otherwise: if self.lengths.len() > 1 { 1 } else { 64 } }
    }

    /// Start and length of each piece in a configuration.
    pub fn placed(&self, config: usize) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.starts[config].iter().copied().zip(self.lengths.iter().copied())
    }

    pub(super) fn signature(&self) -> GroupSignature {
        let pieces: Vec<(u8, u8)> = self.placed(0).collect();
        signature(self.cells, self.walls, &pieces)
    }

    /// Whether it is the primary alone, of this length, with no wall to the right of it.
    pub(super) fn is_primary(&self, length: usize) -> bool {
        matches!(self.lengths[..], [own] if usize::from(own) == length) && self.walls >> self.starts[0][0] == 0
    }

    /// The last configuration that steps of `slot` lead to from `config`; `config` itself if there is no room for one.
    pub(super) fn farthest(&self, config: usize, slot: usize) -> usize {
        let next = |&config: &usize| self.stepped(config, slot).map(usize::from);
        std::iter::successors(Some(config), next).last().expect("the first one")
    }

    /// The configuration after one step of `slot` (see [`Step`](super::line_tables::Step)) from `config`, if there is room for
    /// it.
    pub(super) fn stepped(&self, config: usize, slot: usize) -> Option<u8> {
        let mut starts = self.starts[config].clone();
        let start = &mut starts[slot / 2];
        *start = if slot % 2 == 1 { *start + 1 } else { start.checked_sub(1)? };
        // a group has at most 16 configurations
        self.starts.iter().position(|s| *s == starts).map(|to| to as u8)
    }
}

/// Mask of `length` cells from `start` on. A line has at most 8 cells.
pub(crate) fn mask_of(start: u8, length: u8) -> u8 {
    (((1u16 << length) - 1) << start) as u8
}

pub(super) fn signature(cells: u8, walls: u8, pieces: &[(u8, u8)]) -> GroupSignature {
    // a line has at most 8 pieces
    let left_of = |wall: usize| pieces.iter().filter(|(start, _)| usize::from(*start) < wall).count() as u8;
    let by_wall = Bitboard::from(walls).into_iter().map(left_of).collect();
    (cells, walls, pieces.iter().map(|p| p.1).collect(), by_wall)
}

/// Every group of a row or column with at most `max_walls` walls and at least one free cell: those of rows first, by walls, then
/// piece lengths. On a square board rows and columns have the same groups.
///
/// The pieces have the lengths of the rules. The primary may have another one, and stands alone then, with walls to its left.
pub(super) fn all_groups<const N: usize>(rules: Rules, max_walls: usize) -> Vec<LineGroup> {
    let (width, height) = (rules.size().width(), rules.size().height());
    let mut groups = groups_of_line::<N>(width, max_walls, |group| group.is_primary(rules.primary_length()), rules);
    if height != width {
        groups.extend(groups_of_line::<N>(height, 0, |_| false, rules));
    }
    groups
}

/// The groups of a line of `cells` cells whose pieces have the lengths of the rules, and those that are `special`.
fn groups_of_line<const N: usize>(
    cells: usize,
    max_walls: usize,
    special: impl Fn(&LineGroup) -> bool,
    rules: Rules,
) -> Vec<LineGroup> {
    let cells = cells as u8; // at most 8
    let (full, beyond) = (mask_of(0, N as u8), mask_of(cells, N as u8 - cells));
    let own = (!rules.lengths().contains(&rules.primary_length())).then_some(rules.primary_length());
    let lengths = || rules.lengths().chain([1]).chain(own).map(|length| length as u8);
    let mut found: Vec<(GroupSignature, (u8, Vec<u8>))> = vec![];
    visit_fillings(cells, 0, &lengths, &mut vec![], &mut |line| {
        let walls: u8 = line.iter().filter(|(_, length)| *length == 1).map(|(start, _)| 1 << start).sum();
        let mask = line.iter().fold(beyond, |mask, &(start, length)| mask | mask_of(start, length));
        if walls.count_ones() as usize > max_walls || mask == full {
            return;
        }
        let pieces: Vec<(u8, u8)> = line.iter().copied().filter(|(_, length)| *length > 1).collect();
        found.push((signature(cells, walls, &pieces), (mask, pieces.iter().map(|p| p.0).collect())));
    });
    found.sort_unstable(); // by group, then by mask
    let group = |configs: &[(GroupSignature, (u8, Vec<u8>))]| {
        let (cells, walls, lengths, _) = configs[0].0.clone();
        let (masks, starts): (Vec<u8>, Vec<Vec<u8>>) = configs.iter().map(|(_, config)| config.clone()).unzip();
        let fixed = walls | beyond;
        let required = masks.iter().map(|mask| (mask & !fixed) >> 1 & !mask).collect();
        LineGroup { cells, walls, fixed, lengths, starts, masks, required }
    };
    let has_lengths = |group: &LineGroup| group.lengths.iter().all(|length| rules.lengths().contains(&usize::from(*length)));
    found.chunk_by(|one, next| one.0 == next.0).map(group).filter(|group| has_lengths(group) || special(group)).collect()
}

/// Calls `visit` with every way to extend `line` by walls (length 1) and pieces of these lengths in the cells `from..n`. Each is a
/// list of `(start, length)`, in order.
fn visit_fillings<I: Iterator<Item = u8>>(
    n: u8,
    from: u8,
    lengths: &impl Fn() -> I,
    line: &mut Vec<(u8, u8)>,
    visit: &mut impl FnMut(&[(u8, u8)]),
) {
    visit(line);
    for start in from..n {
        for length in lengths().filter(|length| *length <= n - start) {
            line.push((start, length));
            visit_fillings(n, start + length, lengths, line, visit);
            line.pop();
        }
    }
}
