//! The states of one cluster packed into 64-bit keys: the pieces between two neighbouring walls share a number that says where they stand.
use crate::board::{Item, Metric, Move, Orientation, Piece, Size, State};

/// The pieces of a line between two neighbouring walls (or edges), and the bits of a key that say where they stand.
///
/// The pieces keep their order. The number of cells that they leave free is the *slack*; it never changes. The *offset* of a piece is its
/// distance from its leftmost (uppermost) position, which it has when it and all pieces before it are pushed against the wall. It runs
/// from 0 to the slack, and no piece has a smaller offset than the one before it. The *configurations* are all such choices of offsets, in
/// lexicographic order.
///
/// ```text
/// x B B . A A . .    slack 3; B has offset 0, A has offset 1: configuration (0, 1) of (0, 0), (0, 1), ..., (2, 3), (3, 3)
/// ```
#[derive(Clone, Debug)]
struct Stretch {
    /// The pieces, as indices of tracks, in their order along the line.
    tracks: Vec<usize>,
    /// `[configuration][piece]`: the offsets.
    configurations: Vec<Vec<u8>>,
    /// The lowest bit of the configuration in a key.
    shift: u32,
}

/// The configuration after a step that no configuration of the stretch allows.
const STOPPED: u8 = u8::MAX;
/// The most configurations of a stretch are 15: those of two cars on 8 cells.
const MOST: usize = 16;

/// The positions of one piece.
#[derive(Clone, Debug)]
struct Track {
    /// Index of the piece in [`State::items`].
    item: usize,
    /// Cells of the piece at offset 0.
    base: u64,
    /// Distance from one cell of the line to the next in a bitboard: 1 or N.
    stride: u32,
    /// The lowest bit of the configuration of its stretch in a key.
    shift: u32,
    /// As many low bits as the configuration has in a key.
    mask: u64,
    /// `[configuration]`: its offset.
    offsets: [u8; MOST],
    /// `[configuration]`: the configuration after it moves right or down by one cell, [`STOPPED`] if the next piece or the end of the
    /// stretch is in the way.
    forward: [u8; MOST],
    /// The same to the left or up.
    backward: [u8; MOST],
}

impl Track {
    fn configuration(&self, key: u64) -> usize {
        (key >> self.shift & self.mask) as usize
    }

    fn offset(&self, key: u64) -> u32 {
        u32::from(self.offsets[self.configuration(key)])
    }

    fn cells(&self, key: u64) -> u64 {
        self.base << (self.offset(key) * self.stride)
    }

    /// The key with another configuration of the stretch.
    fn with(&self, key: u64, configuration: u8) -> u64 {
        key & !(self.mask << self.shift) | u64::from(configuration) << self.shift
    }
}

/// What all states of a cluster have in common, and the conversion between states and keys.
///
/// A key has at most 64 bits: the stretches of a line of up to 8 cells have at most 4 bits together, and a board of 8×8 has 16 lines. A
/// stretch with a single configuration has none.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    size: Size,
    walls: u64,
    /// One for each piece, in letter order, the primary first.
    tracks: Vec<Track>,
    /// The pieces at offset 0, in the same order. Pieces of crossing lines may overlap there.
    bases: Vec<Piece>,
    stretches: Vec<Stretch>,
}

impl Tracks {
    /// The tracks of the cluster of a state.
    pub(crate) fn of(state: &State) -> Tracks {
        let size = state.size();
        let pieces: Vec<Piece> = state.pieces().collect();
        let items: Vec<usize> = (0..state.items().len()).filter(|&item| matches!(state.items()[item], Item::Piece(_))).collect();
        let mut result = Tracks { size, walls: state.walls(), tracks: Vec::new(), bases: Vec::new(), stretches: Vec::new() };
        // the orientation, line and first cell of each stretch
        let mut known: Vec<(Orientation, usize, usize)> = Vec::new();
        let mut slacks = Vec::new();
        for (&piece, &item) in pieces.iter().zip(&items) {
            let (start, base, slack) = base_and_slack(size, result.walls, &pieces, piece);
            let stride = if piece.orientation == Orientation::Horizontal { 1 } else { size.n() as u32 };
            let place = (piece.orientation, piece.line(), start);
            let stretch = known.iter().position(|&other| other == place).unwrap_or_else(|| {
                known.push(place);
                slacks.push(slack);
                result.stretches.push(Stretch { tracks: Vec::new(), configurations: Vec::new(), shift: 0 });
                known.len() - 1
            });
            result.stretches[stretch].tracks.push(result.tracks.len());
            let none = [STOPPED; MOST];
            let base_cells = base.cells(size);
            let track =
                Track { item, base: base_cells, stride, shift: 0, mask: 0, offsets: [0; MOST], forward: none, backward: none };
            result.tracks.push(track);
            result.bases.push(base);
        }
        let mut shift = 0;
        for (stretch, slack) in result.stretches.iter_mut().zip(slacks) {
            stretch.tracks.sort_by_key(|&track| pieces[track].position());
            stretch.configurations = rising_offsets(stretch.tracks.len(), slack);
            let width = (stretch.configurations.len() - 1).checked_ilog2().map_or(0, |bits| bits + 1);
            // a stretch without bits has shift 0, since 64 would be too far
            stretch.shift = if width == 0 { 0 } else { shift };
            for (place, &track) in stretch.tracks.iter().enumerate() {
                let track = &mut result.tracks[track];
                (track.shift, track.mask) = (stretch.shift, (1 << width) - 1);
                for (number, offsets) in stretch.configurations.iter().enumerate() {
                    track.offsets[number] = offsets[place];
                    let with_offset = |offset: Option<u8>| {
                        let mut moved = offsets.clone();
                        moved[place] = offset?;
                        stretch.configurations.iter().position(|other| *other == moved).map(|found| found as u8)
                    };
                    track.forward[number] = with_offset(offsets[place].checked_add(1)).unwrap_or(STOPPED);
                    track.backward[number] = with_offset(offsets[place].checked_sub(1)).unwrap_or(STOPPED);
                }
            }
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
        let mut offsets = Vec::with_capacity(pieces.len());
        for (piece, base) in pieces.iter().zip(&self.bases) {
            let offset = piece.position().checked_sub(base.position())?;
            if *piece != at_offset(*base, offset) {
                return None;
            }
            offsets.push(offset as u8);
        }
        let mut key = 0;
        for stretch in &self.stretches {
            let own = || stretch.tracks.iter().map(|&track| offsets[track]);
            let number = stretch.configurations.iter().position(|offsets| offsets.iter().copied().eq(own()))?;
            key |= (number as u64) << stretch.shift;
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
        let farthest = if metric == Metric::Steps { 1 } else { i8::MAX };
        for track in &self.tracks {
            let (start, own) = (track.configuration(key), track.cells(key));
            let others = taken & !own;
            let (mut at, mut far) = (track.forward[start], 1);
            while at != STOPPED && far <= farthest && own << (far as u32 * track.stride) & others == 0 {
                visit(track.with(key, at), Move { item: track.item, distance: far });
                (at, far) = (track.forward[at as usize], far + 1);
            }
            let (mut at, mut far) = (track.backward[start], 1);
            while at != STOPPED && far <= farthest && own >> (far as u32 * track.stride) & others == 0 {
                visit(track.with(key, at), Move { item: track.item, distance: -far });
                (at, far) = (track.backward[at as usize], far + 1);
            }
        }
    }
}

/// All ways to choose the offsets of some pieces from 0 to the slack so that none is smaller than the one before, in lexicographic order.
fn rising_offsets(pieces: usize, slack: u32) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..pieces {
        let longer = |offsets: Vec<u8>| {
            let least = offsets.last().copied().unwrap_or(0);
            (least..=slack as u8).map(move |offset| offsets.iter().copied().chain([offset]).collect::<Vec<u8>>())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// The first cell of the stretch of a piece, the piece moved to offset 0, and the slack of the stretch.
fn base_and_slack(size: Size, walls: u64, pieces: &[Piece], piece: Piece) -> (usize, Piece, u32) {
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
    (start, with_position(piece, start + length_before(piece.position())), (end - start - length_before(end)) as u32)
}

fn with_position(mut piece: Piece, position: usize) -> Piece {
    *(if piece.orientation == Orientation::Horizontal { &mut piece.column } else { &mut piece.row }) = position;
    piece
}

fn at_offset(base: Piece, offset: usize) -> Piece {
    with_position(base, base.position() + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most bits that a line has in a key, over all ways to fill its cells from `from` on with walls and cars. (Trucks leave less slack.)
    /// `filled` holds the first cells of cars, and walls, which are true.
    fn most_bits(cells: usize, filled: &mut Vec<(usize, bool)>, from: usize) -> u32 {
        let bits = |start: usize, end: usize| {
            let cars = filled.iter().filter(|&&(cell, is_wall)| !is_wall && (start..end).contains(&cell)).count();
            let configurations = rising_offsets(cars, (end - start - 2 * cars) as u32).len();
            assert!(configurations <= MOST);
            (configurations - 1).checked_ilog2().map_or(0, |bits| bits + 1)
        };
        let walls: Vec<usize> = filled.iter().filter(|(_, is_wall)| *is_wall).map(|&(cell, _)| cell).collect();
        let starts = [0].into_iter().chain(walls.iter().map(|wall| wall + 1));
        let mut most: u32 = starts.zip(walls.iter().copied().chain([cells])).map(|(start, end)| bits(start, end)).sum();
        for cell in from..cells {
            for (is_wall, next) in [(true, cell + 1), (false, cell + 2)] {
                if next <= cells {
                    filled.push((cell, is_wall));
                    most = most.max(most_bits(cells, filled, next));
                    filled.pop();
                }
            }
        }
        most
    }

    #[test]
    fn a_line_of_eight_cells_has_at_most_four_bits() {
        assert_eq!([4, 5, 6, 7, 8].map(|cells| most_bits(cells, &mut Vec::new(), 0)), [2, 2, 3, 4, 4]);
    }

    #[test]
    fn keys_come_back_and_successors_are_legal_moves() {
        for board in [
            "..BB..CC.DD.EE..FF..GG..AA......HH..II..JJ..KK..LL..MM..NN..PP..",
            "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM",
            "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        ] {
            let state: State = board.parse().unwrap();
            let tracks = Tracks::of(&state);
            let key = tracks.key(&state).expect("its own tracks");
            assert_eq!(tracks.state(key), state);
            let mut found: Vec<(Move, State)> = Vec::new();
            tracks.successors(key, Metric::Moves, |key, step| {
                let next = tracks.state(key);
                assert_eq!(tracks.key(&next), Some(key));
                found.push((step, next));
            });
            found.sort_by_key(|(step, _)| (step.item, step.distance > 0, step.distance.abs()));
            let legal: Vec<(Move, State)> = state.legal_moves().into_iter().map(|step| (step, state.play(step))).collect();
            assert_eq!(found, legal, "{state}");
        }
    }
}
