//! The pieces of a line between two neighbouring walls, and where they can stand.
use super::half_keys::Packed;
use crate::board::{Orientation, Piece};

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
