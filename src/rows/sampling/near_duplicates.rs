//! Near-duplicates: boards that differ by at most one change of a line.
//!
//! Moves never change the *lines* of a board: for each row and column the lengths of its pieces in their order, and its walls
//! with their places. Two boards are *near-duplicates* if their lines are the same, or become the same by one change: a piece or a
//! wall is taken away, a piece becomes longer or shorter by one cell (a car a truck), a piece goes to the next row or column, or a
//! wall to the next cell. The line of the primary keeps its pieces. On boards with an odd number of rows a board and its mirror
//! image count as the same.
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::{self, Display, Formatter};

use crate::board::{Orientation, Piece, Size, State};
use crate::engine::in_shares;
use crate::random::Random;
use crate::rows::FilterTextError;

/// The primary, in a line. A piece is its length, and a wall is [`WALL`] plus its place.
const PRIMARY: u64 = 1;
const WALL: u64 = Size::MAX_FAST as u64 + 1;
/// Bits of an item of a line.
const BITS: usize = 5;
const ITEM: u64 = (1 << BITS) - 1;

/// The items of one line in their order, the first one in the lowest bits; zeros follow.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Line(u64);

impl Line {
    fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS as u32) as usize
    }

    fn item(self, k: usize) -> u64 {
        self.0 >> (BITS * k) & ITEM
    }

    fn items(self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(move |k| self.item(k))
    }

    /// The line with one more item before item `k`.
    fn with(self, k: usize, item: u64) -> Line {
        let before = (1 << (BITS * k)) - 1;
        Line(self.0 & before | item << (BITS * k) | (self.0 & !before) << BITS)
    }

    fn without(self, k: usize) -> Line {
        let before = (1 << (BITS * k)) - 1;
        Line(self.0 & before | self.0 >> BITS & !before)
    }

    fn without_wall(self, place: usize) -> Line {
        let wall = WALL + place as u64;
        self.items().position(|item| item == wall).map_or(self, |k| self.without(k))
    }

    /// The line with a wall at a place, between any two pieces there; its walls stay sorted.
    fn with_wall(self, place: usize) -> impl Iterator<Item = Line> {
        let wall = WALL + place as u64;
        let first = (0..self.len()).rev().find(|&k| (WALL..wall).contains(&self.item(k))).map_or(0, |k| k + 1);
        let last = (first..self.len()).find(|&k| self.item(k) > wall).unwrap_or(self.len());
        (first..=last).map(move |k| self.with(k, wall))
    }

    /// The line of this number of cells read from its other end.
    fn reversed(self, cells: usize) -> Line {
        let turned = |item: u64| if item < WALL { item } else { 2 * WALL + cells as u64 - 1 - item };
        self.items().map(turned).fold(Line(0), |line, item| line.with(0, item))
    }
}

/// The lines of a board with sides of up to 8, rows first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLines {
    size: Size,
    lines: [Line; 2 * Size::MAX_FAST],
}

impl TryFrom<&State> for BoardLines {
    type Error = FilterTextError;

    /// The lines of a state.
    ///
    /// # Errors
    /// The board is larger than 8×8.
    fn try_from(state: &State) -> Result<BoardLines, FilterTextError> {
        if state.size().longer_side() <= Size::MAX_FAST {
            return Ok(BoardLines::of(state));
        }
        Err(FilterTextError(format!("the board {state} is too large: near-duplicates are found on boards of up to 8×8")))
    }
}

/// A 128-bit hash of the lines of a board, so long that collisions are negligible: the XOR of a random number for each line in its
/// place.
type Fingerprint = u128;

fn of_line(index: usize, line: Line) -> Fingerprint {
    let mut random = Random::new(line.0 << 5 | index as u64); // no other line and index give this number
    u128::from(random.draw()) << 64 | u128::from(random.draw())
}

impl BoardLines {
    /// The lines of a state.
    ///
    /// # Panics
    /// If a side of the board is longer than [`Size::MAX_FAST`].
    pub fn of(state: &State) -> BoardLines {
        let size = state.size();
        let item = |(k, piece): (usize, Piece)| (piece, if k == 0 { PRIMARY } else { piece.length as u64 });
        let walls = state.walls().into_iter().map(|cell| (cell / size.width(), cell % size.width()));
        BoardLines::of_items(size, state.pieces().enumerate().map(item), walls)
    }

    /// The lines of a board, from its pieces, in any order, and its walls, each by row and column. The primary counts as any other
    /// piece.
    ///
    /// # Panics
    /// As [`BoardLines::of`].
    pub fn of_pieces(
        size: Size,
        pieces: impl IntoIterator<Item = Piece>,
        walls: impl IntoIterator<Item = (usize, usize)>,
    ) -> BoardLines {
        BoardLines::of_items(size, pieces.into_iter().map(|piece| (piece, piece.length as u64)), walls)
    }

    fn of_items(
        size: Size,
        pieces: impl IntoIterator<Item = (Piece, u64)>,
        walls: impl IntoIterator<Item = (usize, usize)>,
    ) -> BoardLines {
        let mut lines = [Line::default(); 2 * Size::MAX_FAST];
        let mut places = [0u8; 2 * Size::MAX_FAST]; // by line, a bit for the place of each item
        let mut insert = |line: usize, place: usize, item: u64| {
            let before = places[line] & ((1 << place) - 1);
            lines[line] = lines[line].with(before.count_ones() as usize, item);
            places[line] |= 1 << place;
        };
        for (piece, item) in pieces {
            let half = if piece.orientation == Orientation::Horizontal { 0 } else { size.height() };
            insert(half + piece.line(), piece.position(), item);
        }
        for (row, column) in walls {
            insert(row, column, WALL + column as u64);
            insert(size.height() + column, row, WALL + row as u64);
        }
        BoardLines { size, lines }
    }

    /// The number of lines.
    fn count(&self) -> usize {
        self.size.height() + self.size.width()
    }

    /// What stands in a line, in order: the length of each piece (of the primary of [`BoardLines::of`] 2), or -1 - place of a
    /// wall. Rows are numbered from 0, columns from the number of rows.
    pub fn line(&self, index: usize) -> impl Iterator<Item = i8> {
        self.lines[index].items().map(|item| match item {
            PRIMARY => 2,
            ..WALL => item as i8,
            _ => WALL as i8 - 1 - item as i8,
        })
    }

    /// The lines of the board upside down.
    pub fn mirrored(&self) -> BoardLines {
        let (height, count, mut lines) = (self.size.height(), self.count(), self.lines);
        lines[..height].reverse();
        lines[height..count].iter_mut().for_each(|line| *line = line.reversed(height));
        BoardLines { size: self.size, lines }
    }

    fn fingerprint(&self) -> Fingerprint {
        let size = of_line(2 * Size::MAX_FAST, Line((self.size.width() << 4 | self.size.height()) as u64));
        (0..self.count()).fold(size, |sum, index| sum ^ of_line(index, self.lines[index]))
    }

    /// The fingerprint, and that of the board upside down if the primary can lie in the middle row then: if the number of rows is
    /// odd.
    fn fingerprints(&self) -> impl Iterator<Item = Fingerprint> {
        let is_odd = self.size.height() % 2 == 1;
        std::iter::once(self.fingerprint()).chain(is_odd.then(|| self.mirrored().fingerprint()))
    }

    /// The length of the longest piece besides the primary, at least 3.
    fn longest(&self) -> u64 {
        self.lines.iter().flat_map(|line| line.items()).filter(|&item| item < WALL).fold(3, u64::max)
    }

    /// Whether `is_wanted` holds for the fingerprint of these lines, or of lines that are one change apart and have pieces of
    /// lengths up to `longest`. Some of those belong to no board.
    fn any_near(&self, longest: u64, mut is_wanted: impl FnMut(Fingerprint) -> bool) -> bool {
        let whole = self.fingerprint();
        let mut changed = |changes: &[(usize, Line)]| {
            let change = |&(index, line): &(usize, Line)| of_line(index, self.lines[index]) ^ of_line(index, line);
            is_wanted(changes.iter().fold(whole, |sum, one| sum ^ change(one)))
        };
        changed(&[]) || self.any_piece_change(longest, &mut changed) || self.any_wall_change(&mut changed)
    }

    fn any_piece_change(&self, longest: u64, changed: &mut impl FnMut(&[(usize, Line)]) -> bool) -> bool {
        let (rows, count) = (self.size.height(), self.count());
        let primary = (0..rows).find(|&row| self.lines[row].items().any(|item| item == PRIMARY));
        (0..count).filter(|&index| Some(index) != primary).any(|index| {
            let line = self.lines[index];
            let more = (0..=line.len()).any(|k| (2..=longest).any(|item| changed(&[(index, line.with(k, item))])));
            let neighbours = [index.wrapping_sub(1), index + 1].into_iter();
            let neighbours = neighbours.filter(|&next| next < count && (next < rows) == (index < rows) && Some(next) != primary);
            more || (0..line.len()).filter(|&k| line.item(k) < WALL).any(|k| {
                let (item, rest) = (line.item(k), line.without(k));
                changed(&[(index, rest)])
                    || [item - 1, item + 1]
                        .into_iter()
                        .any(|other| (2..=longest).contains(&other) && changed(&[(index, rest.with(k, other))]))
                    || neighbours.clone().any(|next| {
                        let other = self.lines[next];
                        (0..=other.len()).any(|place| changed(&[(index, rest), (next, other.with(place, item))]))
                    })
            })
        })
    }

    fn any_wall_change(&self, changed: &mut impl FnMut(&[(usize, Line)]) -> bool) -> bool {
        let (height, width) = (self.size.height(), self.size.width());
        let is_wall = |row: usize, column: usize| self.lines[row].items().any(|item| item == WALL + column as u64);
        (0..self.size.cells()).any(|cell| {
            let (row, column) = (cell / width, cell % width);
            if !is_wall(row, column) {
                return self.lines[row].with_wall(column).any(|new_row| {
                    self.lines[height + column]
                        .with_wall(row)
                        .any(|new_column| changed(&[(row, new_row), (height + column, new_column)]))
                });
            }
            let mut rest = self.lines;
            rest[row] = rest[row].without_wall(column);
            rest[height + column] = rest[height + column].without_wall(row);
            let removed = [(row, rest[row]), (height + column, rest[height + column])];
            let next = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
            let mut next = next.into_iter().filter(|&(r, c)| r < height && c < width && !is_wall(r, c));
            changed(&removed)
                || next.any(|(r, c)| {
                    rest[r].with_wall(c).any(|new_row| {
                        rest[height + c].with_wall(r).any(|new_column| {
                            if r == row {
                                changed(&[(row, new_row), removed[1], (height + c, new_column)])
                            } else {
                                changed(&[removed[0], (r, new_row), (height + column, new_column)])
                            }
                        })
                    })
                })
        })
    }
}

/// What moves never change, as text: for each row and then each column the lengths of its pieces, and its walls with their
/// places.
///
/// A row with a car, a wall in its fourth cell (cell 3 from 0) and a truck to the right of the wall is `2x33/`.
impl Display for BoardLines {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for index in 0..self.count() {
            for item in self.line(index) {
                if item < 0 { write!(f, "x{}", -1 - item)? } else { write!(f, "{item}")? }
            }
            f.write_str("/")?;
        }
        Ok(())
    }
}

/// The different lines of some boards, and which of them are one change apart. A board and its mirror image count as one.
#[derive(Clone, Debug)]
pub struct DuplicateGraph {
    /// For each board the number of its lines. They are numbered from 0 in the order in which they come.
    pub numbers: Vec<u32>,
    /// By number, the lines.
    pub lines: Vec<BoardLines>,
    /// The numbers of lines that are one change apart, the greater one first.
    pub pairs: Vec<(u32, u32)>,
}

impl DuplicateGraph {
    /// The graph of some boards. All threads take part.
    pub fn new(boards: impl IntoIterator<Item = BoardLines>) -> DuplicateGraph {
        let mut number_of: HashMap<Fingerprint, u32> = HashMap::new();
        let (mut numbers, mut lines) = (Vec::new(), Vec::new());
        for board in boards {
            let number = *number_of.entry(board.fingerprint()).or_insert(lines.len() as u32);
            numbers.push(number);
            if number as usize == lines.len() {
                number_of.extend(board.fingerprints().map(|fingerprint| (fingerprint, number)));
                lines.push(board);
            }
        }
        let longest = lines.iter().map(BoardLines::longest).max().unwrap_or_default();
        let earlier_twins = |(number, board): (u32, &BoardLines)| {
            let mut found = BTreeSet::new();
            board.any_near(longest, |changed| {
                found.extend(number_of.get(&changed).filter(|&&other| other < number));
                false
            });
            found.into_iter().map(move |other| (number, other))
        };
        let found = in_shares(lines.len(), |part| {
            let numbered = part.map(|number| (number as u32, &lines[number]));
            numbered.flat_map(earlier_twins).collect::<Vec<(u32, u32)>>()
        });
        DuplicateGraph { numbers, lines, pairs: found.concat() }
    }
}

/// Boards to compare others with; near-duplicates of one another are kept once.
#[derive(Clone, Default, Debug)]
pub struct DistinctBoards {
    /// The fingerprints of their lines, and of those of their mirror images.
    lines: HashSet<Fingerprint>,
    /// The length of their longest piece.
    longest: u64,
}

impl DistinctBoards {
    /// Adds a board, unless it is a near-duplicate of one that was added before; returns whether it was added.
    pub fn add(&mut self, board: &BoardLines) -> bool {
        let is_new = !self.has_near(board);
        if is_new {
            self.lines.extend(board.fingerprints());
            self.longest = self.longest.max(board.longest());
        }
        is_new
    }

    /// Whether a board is a near-duplicate of one that was added.
    pub fn has_near(&self, board: &BoardLines) -> bool {
        board.any_near(self.longest, |lines| self.lines.contains(&lines))
    }
}
