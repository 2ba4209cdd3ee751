//! A row or column by itself: what stands in it, and all ways to place that.
//!
//! A *group* is what stands in a line without saying where: its walls, and the ordered lengths of the pieces in each segment
//! between them. A *configuration* is one way to place a group; configurations are numbered by rising cell mask, so comparing
//! numbers compares masks. A group has at most 6 configurations on 6 cells and 10 on 7:
//!
//! ```text
//! [2,2] on 6 cells:   0 BBCC..   1 BB.CC.   2 .BBCC.   3 BB..CC   4 .BB.CC   5 ..BBCC
//! ```
use std::collections::BTreeMap;

/// What stands in a line, and all ways to place it.
#[derive(Clone, Debug)]
pub struct LineGroup {
    /// The wall cells, bit `i` for cell `i` of the line.
    pub walls: u8,
    /// Lengths of the pieces, left to right (top to bottom).
    pub lengths: Vec<u8>,
    /// Per configuration the first cell of each piece.
    pub starts: Vec<Vec<u8>>,
    /// Per configuration the cells covered by pieces and walls; rising.
    pub masks: Vec<u8>,
    /// Per configuration the cells that something must fill lest a piece could move left (up).
    pub require: Vec<u8>,
}

/// Walls, lengths of the pieces, and how many pieces stand left of each wall.
pub(crate) type GroupSignature = (u8, Vec<u8>, Vec<u8>);

/// A piece or wall of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineItem {
    /// Whether it is a wall.
    pub wall: bool,
    /// Of a piece its place in the line; of a wall its cell.
    pub number: usize,
    /// The cells of the line that it covers.
    pub cells: u8,
}

/// How a vertical gets off the primary row.
#[derive(Clone, Copy, Default, Debug)]
pub struct Clearance {
    /// Cells that it must sweep on the shortest way up, and down; all cells where that way is none.
    pub up: u8,
    pub down: u8,
    /// How many other moves the remaining ways take at least: 1 for another piece of the column, many where there is none.
    pub otherwise: u8,
}

impl LineGroup {
    /// The ways of the piece on cell `cell` off it.
    pub(crate) fn ways_out(&self, config: usize, cell: usize) -> Clearance {
        let Some(piece) = self.placed(config).position(|(start, length)| (start..start + length).contains(&(cell as u8))) else {
            return Clearance::default();
        };
        let (start, length) = (self.starts[config][piece] as usize, self.lengths[piece] as usize);
        let reaches = |to: usize| {
            let mut starts = self.starts[config].clone();
            starts[piece] = to as u8;
            self.starts.contains(&starts)
        };
        let cells = |from: usize, to: usize| (((1u16 << to) - 1) & !((1u16 << from) - 1)) as u8;
        let none = 0xff;
        let up = cell.checked_sub(length).filter(|&to| reaches(to)).map_or(none, |to| cells(to, start));
        let down = if reaches(cell + 1) { cells(start + length, cell + 1 + length) } else { none };
        Clearance { up, down, otherwise: if self.lengths.len() > 1 { 1 } else { 64 } }
    }

    /// Start and length of each piece in a configuration.
    pub fn placed(&self, config: usize) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.starts[config].iter().copied().zip(self.lengths.iter().copied())
    }

    pub(crate) fn signature(&self) -> GroupSignature {
        let pieces: Vec<(u8, u8)> = self.placed(0).collect();
        signature(self.walls, &pieces)
    }

    /// The configuration after as many steps of `slot` from configuration `c` as there is room for.
    pub(crate) fn farthest(&self, c: usize, slot: usize) -> usize {
        std::iter::successors(Some(c), |&c| self.stepped(c, slot).map(usize::from)).last().expect("the first one")
    }

    /// The configuration after a step of `slot` from configuration `c`, if there is one.
    pub(crate) fn stepped(&self, c: usize, slot: usize) -> Option<u8> {
        let mut starts = self.starts[c].clone();
        starts[slot / 2] = if slot % 2 == 1 { starts[slot / 2] + 1 } else { starts[slot / 2].checked_sub(1)? };
        self.starts.iter().position(|s| *s == starts).map(|to| to as u8)
    }
}

pub(crate) fn signature(walls: u8, pieces: &[(u8, u8)]) -> GroupSignature {
    let left_of = |wall: usize| pieces.iter().filter(|(start, _)| (*start as usize) < wall).count() as u8;
    let by_wall = (0..8).filter(|cell| walls >> cell & 1 != 0).map(left_of).collect();
    (walls, pieces.iter().map(|p| p.1).collect(), by_wall)
}

/// Every group of a line of `N` cells with at most `max_walls` walls and at least one free cell: by walls, then piece lengths.
pub(crate) fn all_groups<const N: usize>(max_walls: usize) -> Vec<LineGroup> {
    let mut found: BTreeMap<GroupSignature, Vec<(u8, Vec<u8>)>> = BTreeMap::new();
    let mut line = vec![];
    place::<N>(0, &mut line, &mut |line| {
        let walls: u8 = line.iter().filter(|(_, n)| *n == 1).map(|(s, _)| 1 << s).sum();
        let mask = line.iter().fold(0u8, |m, &(s, n)| m | (((1u16 << n) - 1) << s) as u8);
        if walls.count_ones() as usize > max_walls || mask == ((1u16 << N) - 1) as u8 {
            return;
        }
        let pieces: Vec<(u8, u8)> = line.iter().copied().filter(|(_, n)| *n > 1).collect();
        found.entry(signature(walls, &pieces)).or_default().push((mask, pieces.iter().map(|p| p.0).collect()));
    });
    found
        .into_iter()
        .map(|((walls, lengths, _), mut configs)| {
            configs.sort();
            let (masks, starts): (Vec<u8>, Vec<Vec<u8>>) = configs.into_iter().unzip();
            let require = masks.iter().map(|m| (m & !walls) >> 1 & !m).collect();
            LineGroup { walls, lengths, starts, masks, require }
        })
        .collect()
}

/// Calls `visit` with every way to put walls (length 1), cars and trucks into the cells from `from` on: `(start, length)`.
fn place<const N: usize>(from: usize, line: &mut Vec<(u8, u8)>, visit: &mut impl FnMut(&[(u8, u8)])) {
    visit(line);
    for start in from..N {
        for length in 1..=3.min(N - start) {
            line.push((start as u8, length as u8));
            place::<N>(start + length, line, visit);
            line.pop();
        }
    }
}
