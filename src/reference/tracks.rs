//! States of one cluster packed into keys, for the plain search: every piece has a track and an offset along it.
use crate::board::{Item, Metric, Move, Orientation, Piece, Size, State};

/// Where one piece can stand, and where a key holds its offset.
///
/// Between two walls (or edges) the pieces of a line keep their order, and share what is left free, the *slack*:
/// each one's offset from its leftmost place runs from 0 to the slack.
///
/// ```text
/// x [B B . A A . .]    slack 3: B at offset 0 of 0..=3, A at offset 1 of 0..=3
/// ```
#[derive(Clone, Debug)]
struct Track {
    /// Index of the piece in [`State::items`].
    item: usize,
    /// Cells of the piece at offset 0.
    base: u64,
    /// Bits from one cell of the line to the next: 1 or N.
    stride: u32,
    slack: u32,
    /// Lowest bit of the offset in a key.
    shift: u32,
    /// The bits of the offset, moved down to bit 0.
    mask: u64,
}

impl Track {
    fn offset(&self, key: u64) -> u32 {
        (key >> self.shift & self.mask) as u32
    }

    fn cells(&self, key: u64) -> u64 {
        self.base << (self.offset(key) * self.stride)
    }
}

/// All that stays the same in a cluster, and the way from a key to a state and back.
///
/// A key has at most 56 bits: one line of 7 cells needs at most 4 (one piece, slack up to 5: 3 bits; two, slack up to 3: 2 bits each;
/// three, slack 1: 1 bit each; walls only take slack away), and there are 14 lines.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    size: Size,
    walls: u64,
    /// One for each piece, in letter order: the primary first.
    tracks: Vec<Track>,
    /// Pieces at offset 0, in the same order. They may overlap those of crossing lines.
    bases: Vec<Piece>,
}

impl Tracks {
    /// The tracks of a state's cluster.
    pub(crate) fn of(state: &State) -> Tracks {
        let size = state.size();
        let pieces: Vec<Piece> = state.pieces().collect();
        let items = state.items().iter().enumerate().filter(|(_, item)| matches!(item, Item::Piece(_)));
        let mut result = Tracks { size, walls: state.walls(), tracks: Vec::new(), bases: Vec::new() };
        let mut shift = 0;
        for (&piece, (item, _)) in pieces.iter().zip(items) {
            let (base, slack) = base_and_slack(size, result.walls, &pieces, piece);
            let stride = if piece.orientation == Orientation::Horizontal { 1 } else { size.n() as u32 };
            let width = u32::BITS - slack.leading_zeros();
            result.tracks.push(Track { item, base: base.cells(size), stride, slack, shift, mask: (1 << width) - 1 });
            result.bases.push(base);
            shift += width;
        }
        result
    }

    /// The key of a state, or `None` if the state has other pieces, lines or walls than the cluster.
    pub(crate) fn key(&self, state: &State) -> Option<u64> {
        let pieces: Vec<Piece> = state.pieces().collect();
        if state.size() != self.size || state.walls() != self.walls || pieces.len() != self.tracks.len() {
            return None;
        }
        let mut key = 0;
        for ((piece, base), track) in pieces.iter().zip(&self.bases).zip(&self.tracks) {
            let offset = place(*piece).checked_sub(place(*base))?;
            if offset as u32 > track.slack || *piece != at_offset(*base, offset) {
                return None;
            }
            key |= (offset as u64) << track.shift;
        }
        Some(key)
    }

    /// The state with this key.
    pub(crate) fn state(&self, key: u64) -> State {
        let piece = |(base, track): (&Piece, &Track)| at_offset(*base, track.offset(key) as usize);
        let pieces: Vec<Piece> = self.bases.iter().zip(&self.tracks).map(piece).collect();
        State::new(self.size, &pieces, self.walls).expect("the search reaches legal states only")
    }

    /// Whether the primary covers the last two cells of its row.
    pub(crate) fn is_goal(&self, key: u64) -> bool {
        let n = self.size.n();
        self.tracks[0].cells(key) & self.size.bit(self.size.primary_row(), n - 1) != 0
    }

    /// The bitboards (H, V) of a state, which order the states of a cluster.
    pub(crate) fn order(&self, key: u64) -> (u64, u64) {
        let mut order = (self.walls, 0);
        for track in &self.tracks {
            *(if track.stride == 1 { &mut order.0 } else { &mut order.1 }) |= track.cells(key);
        }
        order
    }

    /// Calls `visit` with each state that one step, or one move, reaches from `key`.
    pub(crate) fn successors(&self, key: u64, metric: Metric, mut visit: impl FnMut(u64, Move)) {
        let taken = self.walls | self.tracks.iter().map(|track| track.cells(key)).sum::<u64>();
        for track in &self.tracks {
            let (offset, own) = (track.offset(key), track.cells(key));
            let others = taken & !own;
            let farthest = |reach: u32| if metric == Metric::Steps { reach.min(1) } else { reach };
            for far in 1..=farthest(track.slack - offset) {
                if own << (far * track.stride) & others != 0 {
                    break;
                }
                visit(key + (u64::from(far) << track.shift), Move { item: track.item, distance: far as i8 });
            }
            for far in 1..=farthest(offset) {
                if own >> (far * track.stride) & others != 0 {
                    break;
                }
                visit(key - (u64::from(far) << track.shift), Move { item: track.item, distance: -(far as i8) });
            }
        }
    }
}

/// The piece at its lowest place in its line, and the slack of the stretch between walls that it stands in.
fn base_and_slack(size: Size, walls: u64, pieces: &[Piece], piece: Piece) -> (Piece, u32) {
    let is_wall = |k: usize| {
        let (row, column) = if piece.orientation == Orientation::Horizontal { (piece.row, k) } else { (k, piece.column) };
        walls & size.bit(row, column) != 0
    };
    let start = (0..place(piece)).rev().find(|&k| is_wall(k)).map_or(0, |k| k + 1);
    let end = (place(piece)..size.n()).find(|&k| is_wall(k)).unwrap_or(size.n());
    let in_stretch =
        |p: &&Piece| p.orientation == piece.orientation && line(**p) == line(piece) && (start..end).contains(&place(**p));
    let lengths =
        |before: usize| -> usize { pieces.iter().filter(in_stretch).filter(|p| place(**p) < before).map(|p| p.length).sum() };
    (with_place(piece, start + lengths(place(piece))), (end - start - lengths(end)) as u32)
}

/// The row of a horizontal piece, the column of a vertical one.
fn line(piece: Piece) -> usize {
    if piece.orientation == Orientation::Horizontal { piece.row } else { piece.column }
}

/// The column of a horizontal piece, the row of a vertical one.
fn place(piece: Piece) -> usize {
    if piece.orientation == Orientation::Horizontal { piece.column } else { piece.row }
}

fn with_place(mut piece: Piece, place: usize) -> Piece {
    *(if piece.orientation == Orientation::Horizontal { &mut piece.column } else { &mut piece.row }) = place;
    piece
}

fn at_offset(base: Piece, offset: usize) -> Piece {
    with_place(base, place(base) + offset)
}
