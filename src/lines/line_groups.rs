//! The groups of all lines of a board, numbered: what the enumeration of boards needs to know of lines.
use super::FxHashMap;
use super::line_group::{GroupSignature, LineGroup, LineItem, all_groups, mask_of, signature};
use crate::board::{Bitboard, Rules};

/// The number of a group in [`LineGroups`]; group 0 is the empty row.
pub type GroupId = u16;

/// The groups of the lines of a board whose sides have at most `N` cells.
///
/// There are `N` rows and `N` columns, also where the board has fewer: what is beyond it is empty, and the lines that cross it cover
/// its cells.
pub struct LineGroups<const N: usize> {
    rules: Rules,
    pub(super) groups: Vec<LineGroup>,
    /// The group of a signature.
    ids: FxHashMap<GroupSignature, GroupId>,
}

debug_as_name!([const N: usize] LineGroups<N>);

impl<const N: usize> LineGroups<N> {
    /// Every group with at most `max_walls` walls that leaves a cell free.
    ///
    /// All numbers are small: a line of 8 cells can be filled with walls and pieces in at most 1,597 ways, 1,388 with cars and
    /// trucks alone, so there are fewer than 2^16 groups. No group of a line of up to 8 cells has more than 15 configurations.
    ///
    /// # Panics
    /// If a side of the board has more than `N` cells.
    pub fn new(rules: Rules, max_walls: usize) -> LineGroups<N> {
        assert!(rules.size().longer_side() <= N, "the board has lines of at most {N} cells");
        let groups = all_groups::<N>(rules, max_walls);
        assert!(groups.len() <= 1 << GroupId::BITS);
        let ids = groups.iter().enumerate().map(|(g, group)| (group.signature(), g as GroupId)).collect();
        LineGroups { rules, groups, ids }
    }

    /// The rules of the boards.
    #[inline(always)]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The row of the primary.
    #[inline(always)]
    pub fn primary_row(&self) -> usize {
        self.rules.primary_row()
    }

    /// Whether a group may stand in the primary row: the primary alone, with no wall to the right of it.
    pub fn is_primary(&self, group: GroupId) -> bool {
        self.groups[group as usize].is_primary(self.rules.primary_length())
    }

    /// Whether a group may stand in a row, by its number: in the primary row as [`LineGroups::is_primary`] says, in other rows if
    /// its pieces have the lengths of the rules; beyond the board there is the empty row alone.
    pub fn may_stand_in_row(&self, group: GroupId, row: usize) -> bool {
        let line = &self.groups[group as usize];
        let size = self.rules.size();
        match row {
            _ if usize::from(line.cells) != size.width() => false,
            row if row >= size.height() => group == 0,
            row if row == self.primary_row() => self.is_primary(group),
            _ => self.has_lengths(line),
        }
    }

    /// Whether a group may stand in a column.
    pub fn may_stand_in_column(&self, group: GroupId) -> bool {
        let line = &self.groups[group as usize];
        line.walls == 0 && usize::from(line.cells) == self.rules.size().height() && self.has_lengths(line)
    }

    fn has_lengths(&self, line: &LineGroup) -> bool {
        line.lengths.iter().all(|&length| self.rules.lengths().contains(&length.into()))
    }

    /// Every group, the empty row first.
    pub fn groups(&self) -> &[LineGroup] {
        &self.groups
    }

    /// The group of a line of `cells` cells with these walls and pieces, and the configuration in which the pieces have these
    /// positions. The pieces are `(start, length)`, left to right. `None` if there is no such group in the tables.
    pub fn find(&self, cells: usize, walls: u8, pieces: &[(u8, u8)]) -> Option<(GroupId, u8)> {
        let &group = self.ids.get(&signature(cells as u8, walls, pieces))?; // a line has at most 8 cells
        let starts = pieces.iter().map(|(start, _)| start);
        let config = self.groups[group as usize].starts.iter().position(|s| s.iter().eq(starts.clone()))?;
        // a group has at most 16 configurations
        Some((group, config as u8))
    }

    /// The pieces and walls of a line: the pieces left to right, then the walls.
    pub fn items(&self, group: GroupId) -> impl Iterator<Item = LineItem> + use<N> {
        let line = &self.groups[group as usize];
        (0..line.lengths.len()).map(LineItem::Piece).chain(Bitboard::from(line.walls).into_iter().map(LineItem::Wall))
    }

    /// Mask of the cells of a piece or wall of a line.
    pub fn cells(&self, group: GroupId, config: u8, item: LineItem) -> u8 {
        let line = &self.groups[group as usize];
        match item {
            LineItem::Piece(piece) => mask_of(line.starts[config as usize][piece], line.lengths[piece]),
            LineItem::Wall(cell) => 1 << cell,
        }
    }
}
