//! The moves of the pieces of one cluster as tables over the bits of a key: in one word for the cells of a board that fits, in
//! four for larger boards.
use super::key_set::{HalfKeys, Packed};
use crate::board::{Bitboard, CellSet, Metric, Move, Orientation, Piece, State};
use std::ops::{BitOr, BitOrAssign};

/// An upper bound for the configurations of a stretch of up to 8 cells: two cars on 8 cells have 15.
pub(super) const MOST_SMALL: usize = 16;
/// The same for 16 cells: four cars on 16 cells have 495.
pub(super) const MOST_LARGE: usize = 512;

/// A set of cells, in as many words as a board needs.
pub(super) trait Cells: Copy + BitOr<Output = Self> + BitOrAssign {
    fn of(cells: CellSet) -> Self;
    fn cell_set(self) -> CellSet;
    fn intersects(self, other: Self) -> bool;
}

impl Cells for u64 {
    fn of(cells: CellSet) -> u64 {
        cells.bitboard().0
    }

    fn cell_set(self) -> CellSet {
        Bitboard(self).into()
    }

    #[inline(always)]
    fn intersects(self, other: u64) -> bool {
        self & other != 0
    }
}

impl Cells for CellSet {
    fn of(cells: CellSet) -> CellSet {
        cells
    }

    fn cell_set(self) -> CellSet {
        self
    }

    #[inline(always)]
    fn intersects(self, other: CellSet) -> bool {
        CellSet::intersects(self, other)
    }
}

/// The tables of a cluster.
pub(super) enum Tables {
    /// The board has at most 64 cells, and its stretches few configurations.
    Small(Box<SlideTables<u64, MOST_SMALL>>),
    /// The places of the pieces fit into 64 bits.
    Large(Box<SlideTables<CellSet, MOST_LARGE>>),
    /// Any board.
    Halves(Box<SlideTables<CellSet, MOST_LARGE>>, HalfKeys),
}

/// The moves of each piece in each configuration of its stretch. `MOST` is a power of two.
pub(super) struct SlideTables<C, const MOST: usize> {
    walls: C,
    stretches: Vec<StretchCells<C, MOST>>,
    pieces: Vec<PieceSlides<MOST>>,
    /// The moves that the other pieces of the stretch allow: by piece and configuration, right or down first, shorter before
    /// longer.
    slides: Vec<Slide<C>>,
}

/// The cells of the pieces of a stretch.
struct StretchCells<C, const MOST: usize> {
    /// See [`Stretch`].
    word: usize,
    shift: u32,
    mask: u64,
    /// `[configuration]`.
    cells: [C; MOST],
}

impl<C: Cells, const MOST: usize> StretchCells<C, MOST> {
    /// The configuration of a key; the last operation tells the compiler that it is a valid index.
    #[inline(always)]
    fn configuration(&self, key: impl Packed) -> usize {
        (key.word(self.word) >> self.shift & self.mask) as usize & (MOST - 1)
    }
}

/// The moves of a piece.
struct PieceSlides<const MOST: usize> {
    stretch: usize,
    /// `[configuration of its stretch]`: a range of [`SlideTables::slides`].
    slides: [(u32, u32); MOST],
}

/// A move of one piece in one configuration of its stretch.
#[derive(Clone, Copy)]
struct Slide<C> {
    /// The cells that the piece enters; they must be free.
    path: C,
    /// The bits that change in the word of the key that holds the stretch.
    change: u64,
    step: Move,
}

impl<C: Cells, const MOST: usize> SlideTables<C, MOST> {
    /// The tables of the cluster of a state.
    pub(super) fn of(state: &State, stretches: &[Stretch], tracks: &[Track]) -> SlideTables<C, MOST> {
        let size = state.size();
        let cells_at = |track: &Track, offset: u8| {
            let mut piece = track.base;
            piece.set_position(piece.position() + usize::from(offset));
            piece.cells(size)
        };
        let cells_of = |stretch: &Stretch| {
            let Stretch { word, shift, mask, .. } = *stretch;
            let mut found = StretchCells { word, shift, mask, cells: [C::of(CellSet::EMPTY); MOST] };
            for (cells, offsets) in found.cells.iter_mut().zip(&stretch.configurations) {
                let of_piece = |(&track, &offset): (&usize, &u8)| cells_at(&tracks[track], offset);
                *cells = C::of(stretch.tracks.iter().zip(offsets).map(of_piece).collect());
            }
            found
        };
        let mut tables = SlideTables {
            walls: C::of(state.walls()),
            stretches: stretches.iter().map(cells_of).collect(),
            pieces: Vec::with_capacity(tracks.len()),
            slides: Vec::new(),
        };
        for track in tracks {
            let stretch = &stretches[track.stretch];
            let mut piece = PieceSlides { stretch: track.stretch, slides: [(0, 0); MOST] };
            for (number, offsets) in stretch.configurations.iter().enumerate() {
                let first = tables.slides.len();
                let (offset, own) = (offsets[track.place], cells_at(track, offsets[track.place]));
                for direction in [1, -1] {
                    let (mut moved, mut path) = (offsets.clone(), CellSet::EMPTY);
                    for distance in (1..).map(|far: i8| far * direction) {
                        let Some(next) = offset.checked_add_signed(distance) else { break };
                        moved[track.place] = next;
                        let Some(to) = stretch.number(&moved) else { break };
                        path |= cells_at(track, next) - own;
                        let change = ((number ^ to) as u64) << stretch.shift;
                        tables.slides.push(Slide { path: C::of(path), change, step: Move { item: track.item, distance } });
                    }
                }
                piece.slides[number] = (first as u32, tables.slides.len() as u32);
            }
            tables.pieces.push(piece);
        }
        tables
    }

    /// See [`Tracks::successors`](super::Tracks::successors).
    #[inline]
    pub(super) fn successors<K: Packed>(&self, key: K, metric: Metric, mut visit: impl FnMut(K, Move)) {
        let cells = |stretch: &StretchCells<C, MOST>| stretch.cells[stretch.configuration(key)];
        let taken = self.stretches.iter().fold(self.walls, |taken, stretch| taken | cells(stretch));
        let farthest = if metric.slides_far() { u8::MAX } else { 1 };
        for piece in &self.pieces {
            let stretch = &self.stretches[piece.stretch];
            let (start, end) = piece.slides[stretch.configuration(key)];
            for slide in &self.slides[start as usize..end as usize] {
                if !taken.intersects(slide.path) && slide.step.distance.unsigned_abs() <= farthest {
                    visit(key.changed(stretch.word, slide.change), slide.step);
                }
            }
        }
    }

    /// See [`Tracks::order`](super::Tracks::order). `orientations` are those of the stretches.
    pub(super) fn order(&self, key: impl Packed, orientations: impl Iterator<Item = Orientation>) -> (CellSet, CellSet) {
        let mut order = (self.walls, C::of(CellSet::EMPTY));
        for (stretch, orientation) in self.stretches.iter().zip(orientations) {
            let half = if orientation == Orientation::Horizontal { &mut order.0 } else { &mut order.1 };
            *half |= stretch.cells[stretch.configuration(key)];
        }
        (order.0.cell_set(), order.1.cell_set())
    }
}

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
pub(super) struct Stretch {
    pub orientation: Orientation,
    /// The pieces, as indices of tracks, in their order along the line.
    pub tracks: Vec<usize>,
    /// `[configuration][piece]`: the offsets.
    pub configurations: Vec<Vec<u8>>,
    /// The word of [`Places`] that holds the configuration; 0 if all fit into one.
    pub word: usize,
    /// The lowest bit of the configuration in that word.
    pub shift: u32,
    /// The configuration's bits in that word, shifted to the low end.
    pub mask: u64,
}

impl Stretch {
    pub fn configuration(&self, places: impl Packed) -> usize {
        (places.word(self.word) >> self.shift & self.mask) as usize
    }

    /// The number of a configuration.
    pub fn number(&self, offsets: &[u8]) -> Option<usize> {
        self.configurations.binary_search_by(|other| other[..].cmp(offsets)).ok()
    }
}

/// One piece.
pub(super) struct Track {
    /// Its index in [`State::items`].
    pub item: usize,
    /// The stretch of the piece, and its place there.
    pub stretch: usize,
    pub place: usize,
    /// The piece at offset 0. Pieces of crossing lines may overlap there.
    pub base: Piece,
}
