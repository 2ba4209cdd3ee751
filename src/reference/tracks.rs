//! The states of one cluster packed into 64-bit keys: each piece has a track, and the key holds its offset along it.
use crate::board::{Item, Metric, Move, Orientation, Piece, Size, State};

/// The positions of one piece, and the bits of a key that hold its offset.
///
/// The pieces of a line between two neighbouring walls (or edges) keep their order. The number of cells there that they leave free is
/// the *slack*; it never changes. The *offset* of a piece is its distance from its leftmost (uppermost) position, which it has when it
/// and all pieces before it are pushed against the wall. It runs from 0 to the slack.
///
/// ```text
/// x B B . A A . .    slack 3; B has offset 0, A has offset 1, both out of 0..=3
/// ```
#[derive(Clone, Debug)]
struct Track {
    /// Index of the piece in [`State::items`].
    item: usize,
    /// Cells of the piece at offset 0.
    base: u64,
    /// Distance from one cell of the line to the next in a bitboard: 1 or N.
    stride: u32,
    /// The greatest offset.
    slack: u32,
    /// The lowest bit of the offset in a key.
    shift: u32,
    /// As many low bits as the offset has in a key.
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

/// What all states of a cluster have in common, and the conversion between states and keys.
///
/// A key has at most 56 bits. Without walls, a line of 7 cells needs at most 4 of them: one piece has a slack of at most 5, hence
/// 3 bits; two have at most 3, hence 2 bits each; three have at most 1, hence 1 bit each. Walls only reduce slack. A board of 7×7 has
/// 14 lines.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    size: Size,
    walls: u64,
    /// One for each piece, in letter order, the primary first.
    tracks: Vec<Track>,
    /// The pieces at offset 0, in the same order. Pieces of crossing lines may overlap there.
    bases: Vec<Piece>,
}

impl Tracks {
    /// The tracks of the cluster of a state.
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

    /// The key of a state; `None` if the state has other walls than the cluster, or other pieces, or the same pieces on other tracks.
    pub(crate) fn key(&self, state: &State) -> Option<u64> {
        let pieces: Vec<Piece> = state.pieces().collect();
        if state.size() != self.size || state.walls() != self.walls || pieces.len() != self.tracks.len() {
            return None;
        }
        let mut key = 0;
        for ((piece, base), track) in pieces.iter().zip(&self.bases).zip(&self.tracks) {
            let offset = piece.position().checked_sub(base.position())?;
            if offset as u32 > track.slack || *piece != at_offset(*base, offset) {
                return None;
            }
            key |= (offset as u64) << track.shift;
        }
        Some(key)
    }

    /// The state with a given key.
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

    /// The bitboards (H, V) of a state, by which the states of a cluster are ordered.
    pub(crate) fn order(&self, key: u64) -> (u64, u64) {
        let mut order = (self.walls, 0);
        for track in &self.tracks {
            *(if track.stride == 1 { &mut order.0 } else { &mut order.1 }) |= track.cells(key);
        }
        order
    }

    /// Calls `visit` with each state that one step, or one move, reaches from `key`, and with that step or move.
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

/// A piece moved to offset 0, and the slack of the stretch between walls that it stands in.
fn base_and_slack(size: Size, walls: u64, pieces: &[Piece], piece: Piece) -> (Piece, u32) {
    let is_wall = |k: usize| {
        let (row, column) = if piece.orientation == Orientation::Horizontal { (piece.row, k) } else { (k, piece.column) };
        walls & size.bit(row, column) != 0
    };
    let start = (0..piece.position()).rev().find(|&k| is_wall(k)).map_or(0, |k| k + 1);
    let end = (piece.position()..size.n()).find(|&k| is_wall(k)).unwrap_or(size.n());
    let in_stretch =
        |p: &&Piece| p.orientation == piece.orientation && p.line() == piece.line() && (start..end).contains(&p.position());
    let length_before = |position: usize| -> usize {
        pieces.iter().filter(in_stretch).filter(|p| p.position() < position).map(|p| p.length).sum()
    };
    (with_position(piece, start + length_before(piece.position())), (end - start - length_before(end)) as u32)
}

fn with_position(mut piece: Piece, position: usize) -> Piece {
    *(if piece.orientation == Orientation::Horizontal { &mut piece.column } else { &mut piece.row }) = position;
    piece
}

fn at_offset(base: Piece, offset: usize) -> Piece {
    with_position(base, base.position() + offset)
}
