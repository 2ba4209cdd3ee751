//! What a board shows before its cluster is explored: that it is unsolvable, or was explored before, or probably was. This only
//! saves time; the moves of a row always come from a whole search.
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use super::mutation::moved;
use crate::board::{CellSet, Orientation, Piece, State};
use crate::random::Random;

/// Whether some column to the right of the primary can never free its cell in the primary's row, whatever the other lines do;
/// then the board is unsolvable.
///
/// ```text
/// . . . C . .
/// . . . C . .
/// A A . C . . →    C would have to go below the primary's row, but with D there is no room
/// . . . . . .
/// . . . D . .
/// . . . D . .
/// ```
pub(super) fn has_blocked_column(state: &State) -> bool {
    (state.primary().column + state.primary().length..state.size().width()).any(|column| is_blocked(state, column))
}

/// Whether a column can't free its cell in the primary's row. Its pieces keep their order, so some of them, from the top, must
/// fit above that cell, and the others below it, between the nearest walls.
fn is_blocked(state: &State, column: usize) -> bool {
    let size = state.size();
    let (row, walls) = (state.primary().row, state.walls());
    let is_wall = |row: &usize| walls.intersects(size.bit(*row, column));
    let top = (0..row).rev().find(is_wall).map_or(0, |wall| wall + 1);
    let bottom = (row + 1..size.height()).find(is_wall).unwrap_or(size.height());
    let mut pieces: Vec<Piece> = state
        .pieces()
        .filter(|piece| {
            piece.orientation == Orientation::Vertical && piece.column == column && (top..bottom).contains(&piece.row)
        })
        .collect();
    pieces.sort_by_key(|piece| piece.row);
    let mut below: usize = pieces.iter().map(|piece| piece.length).sum();
    let mut above = 0;
    // first all pieces below the cell, then one after the other above it
    let mut lengths = pieces.iter().map(|piece| piece.length);
    while below > bottom - row - 1 {
        let length = lengths.next().expect("pieces are below");
        above += length;
        below -= length;
    }
    above > row - top
}

/// A number that boards of the same cluster often share, and other boards hardly ever do: a hash of the state reached by moving
/// every piece left or up, again and again, as far as it goes. Boards that share it are in one cluster, apart from collisions of
/// the 64 bits.
pub(super) fn packed_hash(state: &State) -> u64 {
    let size = state.size();
    let mut pieces: Vec<Piece> = state.pieces().collect();
    let mut taken = state.horizontal() | state.vertical();
    let mut is_packed = false;
    while !is_packed {
        is_packed = true;
        for piece in &mut pieces {
            while let Some(next) = moved(*piece, true, -1)
                && !taken.intersects(size.bit(next.row, next.column))
            {
                taken = (taken - piece.cells(size)) | next.cells(size);
                *piece = next;
                is_packed = false;
            }
        }
    }
    // two boards with the same cells and the same first cells of pieces are the same
    let horizontal = |piece: &&Piece| piece.orientation == Orientation::Horizontal;
    let h = pieces.iter().filter(horizontal).map(|piece| piece.cells(size)).collect();
    let first = pieces.iter().fold(state.walls(), |cells, piece| cells | size.bit(piece.row, piece.column));
    let hashed = |hash, cells: CellSet| Random::new(hash ^ cells.bitboard().0).draw();
    [h, taken, first].into_iter().fold(state.walls().bitboard().0, hashed)
}

/// A hash of the *signature* of a board: what stands in each of its lines, in order, between which walls. No move changes it.
/// Boards of one signature are usually in a few clusters.
pub(super) fn signature_hash(state: &State) -> u64 {
    let (size, walls) = (state.size(), state.walls());
    let mut pieces: Vec<Piece> = state.pieces().collect();
    pieces.sort_by_key(|piece| (piece.orientation, piece.line(), piece.position()));
    let mut hasher = FxHasher::default();
    walls.bitboard().hash(&mut hasher);
    for piece in pieces {
        let cell = |position: usize| match piece.orientation {
            Orientation::Horizontal => size.bit(piece.row, position),
            Orientation::Vertical => size.bit(position, piece.column),
        };
        let walls_before = (0..piece.position()).filter(|&position| walls.intersects(cell(position))).count();
        (piece.orientation as u8, piece.line(), piece.length, walls_before).hash(&mut hasher);
    }
    Random::new(hasher.finish()).draw()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::mutation::random_board;
    use super::*;
    use crate::board::Rules;
    use crate::reference::{Cluster, ClusterReport};

    #[test]
    fn boards_with_a_blocked_column_are_unsolvable() {
        let board = |text: &str| text.parse::<State>().expect("a board");
        assert!(has_blocked_column(&board("oooCoooooCooAAoCoooooooooooDoooooDoo")));
        assert!(!has_blocked_column(&board("oooCoooooCooAAoCoooooooooooooooooooo")));
        assert!(has_blocked_column(&board("oooCoooooCooAAoCoooooxoooooooooooooo")));
        assert!(!has_blocked_column(&board("oooCoooooCooAAoDoooooDoooooooooooxoo")));
        for (rules, walls) in [("4", "0..3"), ("5", "0..3"), ("6", "0..2"), ("6x4r1", "0..1"), ("5x6p3l2..4", "0..1")] {
            let (rules, walls) = (rules.parse().expect("rules"), walls.parse().expect("a range"));
            let mut random = Random::new(1);
            let mut counts = [[0; 2]; 2];
            for _ in 0..400 {
                let Some(board) = random_board(rules, walls, &mut random) else { continue };
                let Ok(report) = ClusterReport::of(&board, 20_000) else { continue };
                counts[usize::from(has_blocked_column(&board))][usize::from(report.hardest.is_some())] += 1;
            }
            assert!(counts[1][1] == 0 && counts[1][0] > 5 && counts[0][1] > 20, "{rules}: {counts:?}");
        }
    }

    #[test]
    fn boards_of_one_hash_are_of_one_cluster() {
        let (rules, walls) = (Rules::classic(4).expect("rules"), "0..2".parse().expect("a range"));
        let mut random = Random::new(1);
        let mut canonical = HashMap::new();
        let mut again = 0;
        for _ in 0..200 {
            let Some(board) = random_board(rules, walls, &mut random) else { continue };
            let cluster = Cluster::explore(&board, 100_000).expect("a small cluster");
            for number in 0..cluster.states().min(20) {
                let hash = packed_hash(&cluster.state(number));
                let known = canonical.entry(hash).or_insert_with(|| cluster.canonical().clone());
                assert_eq!(*known, cluster.canonical(), "{board}");
                again += 1;
            }
        }
        assert!(canonical.len() > 50 && 2 * again > 3 * canonical.len(), "{} {again}", canonical.len());
    }

    #[test]
    fn all_states_of_a_cluster_have_its_signature_and_other_boards_another() {
        let cluster =
            Cluster::explore(&"oxCCMoDDDKMoAAJKooooJEENIFFLoNIGGLHH".parse().expect("a board"), 10_000).expect("a small cluster");
        let signature = signature_hash(&cluster.state(0));
        assert!((0..cluster.states()).all(|number| signature_hash(&cluster.state(number)) == signature));
        let board = |text: &str| text.parse::<State>().expect("a board");
        // the same lines, but a truck for a car, another wall, the order of two pieces, the side of a wall
        let boards = [
            "ooooBBAAoooooooo",
            "ooooBBAAoooooxoo",
            "oBBBooAAoooooooo",
            "CCooAAoBoooBoooo",
            "xCCoAAoBoooBoooo",
            "CCxoAAoBoooBoooo",
            "BBBCCoAAooooooooooooooooo",
            "CCBBBoAAooooooooooooooooo",
        ];
        let mut hashes: Vec<u64> =
            boards.iter().filter_map(|text| text.parse::<State>().ok()).map(|state| signature_hash(&state)).collect();
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!((hashes.len(), count > 4), (count, true));
        let [one, same, other] =
            ["oBBBAAoooooooooo", "BBBoAAoooooooooo", "BBooAAoooooooooo"].map(|text| signature_hash(&board(text)));
        assert!(one == same && one != other);
    }
}
