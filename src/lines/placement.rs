//! A placement as the numbers of its lines, to and from [`State`].
use super::line_group::mask_of;
use super::line_groups::{GroupId, LineGroups};
use crate::board::{Bitboard, CellSet, Orientation, Piece, State};

/// One placement: the group and the configuration of every row and column, as numbered by [`LineGroups`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement<const N: usize> {
    /// Per row, from the top: its horizontals and walls.
    pub row_groups: [GroupId; N],
    /// Per row: how they stand.
    pub row_configs: [u8; N],
    /// Per column, from the left: its verticals.
    pub column_groups: [GroupId; N],
    /// Per column: how they stand.
    pub column_configs: [u8; N],
}

impl<const N: usize> Placement<N> {
    /// Every line empty; where columns are longer or shorter than rows, to be filled in first.
    pub(crate) const EMPTY: Placement<N> =
        Placement { row_groups: [0; N], row_configs: [0; N], column_groups: [0; N], column_configs: [0; N] };

    /// The placement of a state; `None` if the state has another size, primary or length of a piece than the rules, or a line that
    /// is not in the tables (too many walls, or no free cell).
    pub fn from_state(lines: &LineGroups<N>, state: &State) -> Option<Placement<N>> {
        lines.rules().check_pieces(state).ok()?;
        let (width, height) = (state.size().width(), state.size().height());
        // coordinates and lengths are at most 8, so both fit `u8`
        let on_line = |orientation, line| {
            let position = |p: &Piece| if orientation == Orientation::Horizontal { (p.row, p.column) } else { (p.column, p.row) };
            let mut pieces: Vec<(u8, u8)> = state
                .pieces()
                .filter(|p| p.orientation == orientation && position(p).0 == line)
                .map(|p| (position(&p).1 as u8, p.length as u8))
                .collect();
            pieces.sort_unstable();
            pieces
        };
        let mut found = Placement::EMPTY;
        for line in 0..N {
            let walls = (state.walls().bitboard().0 >> (width * line)) as u8 & mask_of(0, width as u8);
            let (of_row, of_column) = (on_line(Orientation::Horizontal, line), on_line(Orientation::Vertical, line));
            (found.row_groups[line], found.row_configs[line]) = lines.find(width, walls, &of_row)?;
            (found.column_groups[line], found.column_configs[line]) = lines.find(height, 0, &of_column)?;
        }
        Some(found)
    }

    /// The state: pieces and walls on a board.
    ///
    /// # Panics
    /// If the lines do not make a legal board, e.g. if pieces overlap. An [`Enumerator`](crate::enumerate::Enumerator) makes only
    /// legal ones.
    pub fn to_state(&self, lines: &LineGroups<N>) -> State {
        let rules = lines.rules();
        let mut pieces = Vec::with_capacity(4 * N); // seldom more
        let walls = self.pieces(lines, &mut pieces);
        // `State::new` wants the primary piece first
        let is_primary = |p: &Piece| p.orientation == Orientation::Horizontal && p.row == rules.primary_row();
        let primary = pieces.iter().position(is_primary).unwrap_or_default();
        pieces.swap(0, primary);
        State::new(rules.size(), &pieces, CellSet::from(Bitboard(walls))).expect("the lines make a legal board")
    }

    /// Adds the pieces to a list, in any order; returns the walls.
    pub fn pieces(&self, lines: &LineGroups<N>, pieces: &mut Vec<Piece>) -> u64 {
        let (mut walls, width) = (0, lines.rules().size().width());
        for line in 0..N {
            let row = &lines.groups()[self.row_groups[line] as usize];
            walls |= (row.walls as u64) << (width * line);
            for (start, length) in row.placed(self.row_configs[line] as usize) {
                let (column, length) = (start as usize, length as usize);
                pieces.push(Piece { orientation: Orientation::Horizontal, row: line, column, length });
            }
            let column = &lines.groups()[self.column_groups[line] as usize];
            for (start, length) in column.placed(self.column_configs[line] as usize) {
                let (row, length) = (start as usize, length as usize);
                pieces.push(Piece { orientation: Orientation::Vertical, row, column: line, length });
            }
        }
        walls
    }
}
