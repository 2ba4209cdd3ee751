//! The states of one cluster packed into 64-bit keys: the pieces between two neighbouring walls share a number that says where
//! they stand.
use crate::board::{Bitboard, Item, Metric, Move, Orientation, Piece, Size, State};

/// The pieces of a line between two neighbouring walls (or edges), and the bits of a key that say where they stand.
///
/// The pieces keep their order. The number of cells that they leave free is the *slack*; it never changes. The *offset* of a
/// piece is its distance from its leftmost (uppermost) position, which it has when it and all pieces before it are pushed against
/// the wall. It runs from 0 to the slack, and no piece has a smaller offset than the one before it. The *configurations* are all
/// these choices of offsets, in lexicographic order.
///
/// ```text
/// x B B . A A . .    slack 3; B has offset 0, A has offset 1: configuration (0, 1) of (0, 0), (0, 1), ..., (2, 3), (3, 3)
/// ```
#[derive(Clone, Debug)]
struct Stretch {
    orientation: Orientation,
    /// The pieces, as indices of tracks, in their order along the line.
    tracks: Vec<usize>,
    /// `[configuration][piece]`: the offsets.
    configurations: Vec<Vec<u8>>,
    /// `[configuration]`: the cells of its pieces.
    cells: [Bitboard; MOST],
    /// The lowest bit of the configuration in a key.
    shift: u32,
    /// The configuration's bits in a key, shifted to the low end.
    mask: u64,
}

/// An upper bound for the configurations of a stretch: two cars on 8 cells have 15.
const MOST: usize = 16;

impl Stretch {
    fn configuration(&self, key: u64) -> usize {
        (key >> self.shift & self.mask) as usize
    }

    /// The cells of its pieces.
    fn cells(&self, key: u64) -> Bitboard {
        self.cells[self.configuration(key) & (MOST - 1)]
    }
}

/// The positions of one piece, and its moves.
#[derive(Clone, Debug)]
struct Track {
    /// The stretch of the piece, and its place there.
    stretch: usize,
    place: usize,
    /// Cells of the piece at offset 0.
    base: Bitboard,
    /// Distance from one cell of the line to the next in a bitboard: 1 or N.
    stride: u32,
    /// `[configuration of its stretch]`: its slides, as a range of [`Tracks::slides`].
    slides: [(u16, u16); MOST],
}

/// A move of one piece in one configuration of its stretch.
#[derive(Clone, Copy, Debug)]
struct Slide {
    /// The cells that the piece enters; they must be free.
    path: Bitboard,
    /// The bits of the key that change.
    change: u64,
    step: Move,
}

/// What all states of a cluster have in common, and the conversion between states and keys.
///
/// A key has at most 64 bits: the stretches of a line of up to 8 cells have at most 4 bits together, and a board of 8×8 has 16
/// lines. A stretch with a single configuration has none.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    size: Size,
    walls: Bitboard,
    /// One for each piece, in letter order, the primary first.
    tracks: Vec<Track>,
    /// The pieces at offset 0, in the same order. Pieces of crossing lines may overlap there.
    bases: Vec<Piece>,
    /// The stretch of the primary first.
    stretches: Vec<Stretch>,
    /// Bit set of the configurations of the primary's stretch in which it covers the last cell of its row.
    goals: u16,
    /// The moves that the other pieces of the stretch allow: by piece and configuration, right or down first, shorter before
    /// longer.
    slides: Vec<Slide>,
}

impl Tracks {
    /// The tracks of the cluster of a state.
    pub(crate) fn of(state: &State) -> Tracks {
        let size = state.size();
        let pieces: Vec<Piece> = state.pieces().collect();
        let items: Vec<usize> = (0..state.items().len()).filter(|&item| matches!(state.items()[item], Item::Piece(_))).collect();
        let mut result = Tracks {
            size,
            walls: state.walls(),
            tracks: Vec::new(),
            bases: Vec::new(),
            stretches: Vec::new(),
            goals: 0,
            slides: Vec::new(),
        };
        // the orientation, line and first cell of each stretch
        let mut known: Vec<(Orientation, usize, usize)> = Vec::new();
        let mut slacks = Vec::new();
        for &piece in &pieces {
            let (start, base, slack) = base_and_slack(size, result.walls, &pieces, piece);
            let orientation = piece.orientation;
            let stride = if orientation == Orientation::Horizontal { 1 } else { size.n() as u32 };
            let place = (orientation, piece.line(), start);
            let stretch = known.iter().position(|&other| other == place).unwrap_or_else(|| {
                known.push(place);
                slacks.push(slack);
                let (tracks, configurations) = (Vec::new(), Vec::new());
                result.stretches.push(Stretch {
                    orientation,
                    tracks,
                    configurations,
                    cells: [Bitboard::EMPTY; MOST],
                    shift: 0,
                    mask: 0,
                });
                known.len() - 1
            });
            result.stretches[stretch].tracks.push(result.tracks.len());
            result.tracks.push(Track { stretch, place: 0, base: base.cells(size), stride, slides: [(0, 0); MOST] });
            result.bases.push(base);
        }
        let mut shift = 0;
        for (stretch, slack) in result.stretches.iter_mut().zip(slacks) {
            stretch.tracks.sort_by_key(|&track| pieces[track].position());
            for (place, &track) in stretch.tracks.iter().enumerate() {
                result.tracks[track].place = place;
            }
            stretch.configurations = rising_offsets(stretch.tracks.len(), slack);
            for (cells, offsets) in stretch.cells.iter_mut().zip(&stretch.configurations) {
                let cells_of = |(&track, &offset): (&usize, &u8)| result.tracks[track].cells(offset);
                *cells = stretch.tracks.iter().zip(offsets).map(cells_of).collect();
            }
            let width = (stretch.configurations.len() - 1).checked_ilog2().map_or(0, |bits| bits + 1);
            // a stretch without bits has shift 0, since 64 would be too far
            stretch.shift = if width == 0 { 0 } else { shift };
            stretch.mask = (1 << width) - 1;
            shift += width;
        }
        for (track, &item) in result.tracks.iter_mut().zip(&items) {
            let stretch = &result.stretches[track.stretch];
            for (number, offsets) in stretch.configurations.iter().enumerate() {
                let first = result.slides.len();
                let (offset, own) = (offsets[track.place], track.cells(offsets[track.place]));
                if item == 0 && own.intersects(size.bit(size.primary_row(), size.n() - 1)) {
                    result.goals |= 1 << number;
                }
                for direction in [1, -1] {
                    let (mut moved, mut path) = (offsets.clone(), Bitboard::EMPTY);
                    for distance in (1..).map(|far: i8| far * direction) {
                        let Some(next) = offset.checked_add_signed(distance) else { break };
                        moved[track.place] = next;
                        let Some(to) = stretch.configurations.iter().position(|other| *other == moved) else { break };
                        path |= track.cells(next) - own;
                        let change = ((number ^ to) as u64) << stretch.shift;
                        result.slides.push(Slide { path, change, step: Move { item, distance } });
                    }
                }
                track.slides[number] = (first as u16, result.slides.len() as u16);
            }
        }
        result
    }

    /// The key of a state; `None` if the state differs from the cluster in its walls, its pieces, or their tracks.
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
        let piece = |(base, track): (&Piece, &Track)| {
            let stretch = &self.stretches[track.stretch];
            at_offset(*base, stretch.configurations[stretch.configuration(key)][track.place] as usize)
        };
        let pieces: Vec<Piece> = self.bases.iter().zip(&self.tracks).map(piece).collect();
        State::new(self.size, &pieces, self.walls).expect("the search reaches legal states only")
    }

    /// Whether the primary covers the last two cells of its row.
    pub(crate) fn is_goal(&self, key: u64) -> bool {
        self.goals >> self.stretches[0].configuration(key) & 1 != 0
    }

    /// The bitboards (H, V) of a state, by which the states of a cluster are ordered.
    pub(crate) fn order(&self, key: u64) -> (Bitboard, Bitboard) {
        let mut order = (self.walls, Bitboard::EMPTY);
        for stretch in &self.stretches {
            *(if stretch.orientation == Orientation::Horizontal { &mut order.0 } else { &mut order.1 }) |= stretch.cells(key);
        }
        order
    }

    /// Calls `visit` with each state that one step, or one move, reaches from `key`, and with that step or move.
    pub(crate) fn successors(&self, key: u64, metric: Metric, mut visit: impl FnMut(u64, Move)) {
        let taken = self.stretches.iter().fold(self.walls, |taken, stretch| taken | stretch.cells(key));
        let farthest = if metric.slides_far() { u8::MAX } else { 1 };
        for track in &self.tracks {
            let (start, end) = track.slides[self.stretches[track.stretch].configuration(key) & (MOST - 1)];
            for slide in &self.slides[start as usize..end as usize] {
                if !taken.intersects(slide.path) && slide.step.distance.unsigned_abs() <= farthest {
                    visit(key ^ slide.change, slide.step);
                }
            }
        }
    }
}

impl Track {
    /// The cells of the piece at an offset.
    fn cells(&self, offset: u8) -> Bitboard {
        Bitboard(self.base.0 << (u32::from(offset) * self.stride))
    }
}

/// All choices of offsets from 0 to the slack, in lexicographic order, in which no offset is smaller than the one before.
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
fn base_and_slack(size: Size, walls: Bitboard, pieces: &[Piece], piece: Piece) -> (usize, Piece, u32) {
    let is_wall = |k: usize| {
        let (row, column) = if piece.orientation == Orientation::Horizontal { (piece.row, k) } else { (k, piece.column) };
        walls.intersects(size.bit(row, column))
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

    /// The most bits that a line has in a key, over all ways to fill its cells from `from` on with walls and cars. (Trucks leave
    /// less slack.) `filled` holds the first cell of each car, and each wall, with whether it is a wall.
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
