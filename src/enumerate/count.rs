//! Exact counts from sums of products, without enumeration.
//!
//! Given the rows, the columns are independent, so the placements over some rows are a product of list lengths, one a column.
//! To sum these products over all rows, cut the board between two columns and look at each side alone:
//!
//! - The *state of a side* after some rows is, for each of its columns, the *class* of the column's head; heads are in one class
//!   if they leave the lower rows the same choice. A row changes a side's state through its *part* there. Few states occur.
//! - The two parts of a row meet only through what crosses the cut (a piece, a cell that must be filled, "no free cell so far"):
//!   left parts with the same possible right parts form a *joint*; there are about eight.
//!
//! ```text
//! completions(left state, right state) = Σ over joints of the last K rows:  left sum · right sum
//! ```
//!
//! This is the transfer-matrix method with a cut. It counts the 561,276,504,437 candidates of 7×7 without walls in a second,
//! and gives the number of candidates behind any choice of the first rows, from which rank and unrank follow.
use super::entries::LineEntries;
use super::line_tables::LineTables;
use rustc_hash::FxHashMap;

/// What the rows chosen so far leave for the others, as far as counting goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Prefix {
    /// How many rows are chosen, in the order of [`LineEntries::row_order`].
    pub depth: u8,
    /// Walls in them.
    pub walls: u8,
    left: u32,
    right: u32,
}

impl Prefix {
    /// No row chosen yet.
    pub const ROOT: Prefix = Prefix { depth: 0, walls: 0, left: 0, right: 0 };
}

/// Counts placements behind any choice of the first rows.
pub struct Completions<const N: usize> {
    min_walls: usize,
    max_walls: usize,
    left: CutSide,
    right: CutSide,
    /// Place in `row_order` and entry → walls, left part, right part.
    split: [Vec<(u8, u16, u16)>; N],
    /// How many of the last rows are summed over joints.
    k: usize,
    /// Per number of rows left: what is not zero among the sums of each state of the left side; about one in ten is.
    terms: Vec<Terms>,
    /// Per depth above those rows: the completions of each prefix that occurs.
    upper: Vec<FxHashMap<Prefix, u128>>,
}

/// Sums of the left side, state by state.
struct Terms {
    /// Where the terms of each state start, and the end of the last.
    from: Vec<u32>,
    terms: Vec<Term>,
}

#[derive(Clone, Copy)]
struct Term {
    /// Where the right side's sums of the same joints start.
    joints: u32,
    walls: u32,
    ways: u64,
}

/// One side of the cut.
struct CutSide {
    columns: std::ops::Range<usize>,
    /// Parts of the primary row, and of any other.
    primary: Vec<Part>,
    other: Vec<Part>,
    /// Per depth and state: the state after each part, `[state * parts + part]`.
    next: Vec<Vec<u32>>,
    /// Per number of rows left: the sums of each state.
    sums: Vec<Sums>,
}

/// Sums over the placements of one side: `width` values a state, `[joints of the rows left, first row first][walls in them]`.
struct Sums {
    width: usize,
    values: Vec<u64>,
}

/// What a row does on one side of the cut.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    /// As in the row's entry, moved to row 0 and cut to the side.
    taken: u64,
    require: u64,
    walls: u8,
    /// For each joint, in how many ways the part goes with it.
    joints: Vec<u64>,
}

impl<const N: usize> Completions<N> {
    /// Where the board is cut: columns below stand on the left.
    const CUT: usize = N / 2;

    /// Builds the tables for `entries`, for totals of `min_walls..=max_walls` walls.
    pub fn new(lines: &LineTables<N>, entries: &LineEntries<N>, min_walls: usize, max_walls: usize) -> Completions<N> {
        // all rows but the primary's and those above it
        let k = N - 1 - entries.row_order[0];
        let mut left = CutSide::new(0..Self::CUT);
        let mut right = CutSide::new(Self::CUT..N);
        let split = std::array::from_fn(|place| {
            let parts = entries.rows[place].iter().map(|e| {
                let row = entries.row_order[place];
                let walls = lines.groups()[e.group as usize].walls;
                let of = |half: &mut CutSide| {
                    let cells: u64 = half.columns.clone().map(|x| 1 << (x * N)).sum();
                    let own = half.columns.clone().filter(|x| walls >> x & 1 != 0).count();
                    half.part(place == 0, e.taken >> row & cells, e.require >> row & cells, own as u8)
                };
                (e.walls, of(&mut left), of(&mut right))
            });
            parts.collect()
        });
        let mut found = Completions { min_walls, max_walls, left, right, split, k, terms: vec![], upper: vec![] };
        found.join();
        let classes = Classes::new(entries);
        found.left.fill(entries, &classes, k, max_walls);
        found.right.fill(entries, &classes, k, max_walls);
        found.terms = found.left.sums.iter().map(|sums| Terms::new(sums, max_walls + 1)).collect();
        found.left.sums.clear();
        found.right.accumulate(max_walls + 1);
        found.fill_upper();
        found
    }

    /// Finds the joints: left parts with the same right parts, in as many ways.
    fn join(&mut self) {
        let mut ways = vec![vec![0u64; self.right.other.len()]; self.left.other.len()];
        for &(_, l, r) in &self.split[1] {
            ways[l as usize][r as usize] += 1;
        }
        let mut joints: Vec<&Vec<u64>> = ways.iter().collect();
        joints.sort();
        joints.dedup();
        for (part, own) in self.left.other.iter_mut().zip(&ways) {
            part.joints = joints.iter().map(|joint| u64::from(*joint == own)).collect();
        }
        for (r, part) in self.right.other.iter_mut().enumerate() {
            part.joints = joints.iter().map(|joint| joint[r]).collect();
        }
    }

    /// The completions of every prefix that occurs above the last `k` rows.
    fn fill_upper(&mut self) {
        let mut levels: Vec<Vec<Prefix>> = vec![vec![Prefix::ROOT]];
        for depth in 0..N - self.k {
            let mut next: FxHashMap<Prefix, ()> = FxHashMap::default();
            for prefix in &levels[depth] {
                next.extend((0..self.split[depth].len()).filter_map(|e| Some((self.after(*prefix, e)?, ()))));
            }
            levels.push(next.into_keys().collect());
        }
        self.upper = vec![FxHashMap::default(); N - self.k];
        for depth in (0..N - self.k).rev() {
            let level = levels[depth].iter().map(|&prefix| {
                let children = (0..self.split[depth].len()).filter_map(|e| self.after(prefix, e));
                (prefix, children.map(|child| self.below(child)).sum())
            });
            self.upper[depth] = level.collect();
        }
    }

    /// The prefix with entry `entry` of the next row added; `None` if that makes too many walls.
    #[inline]
    pub fn after(&self, prefix: Prefix, entry: usize) -> Option<Prefix> {
        let place = prefix.depth as usize;
        let (walls, l, r) = self.split[place][entry];
        let walls = prefix.walls + walls;
        if walls as usize > self.max_walls {
            return None;
        }
        let left = self.left.after(place, prefix.left, l);
        let right = self.right.after(place, prefix.right, r);
        Some(Prefix { depth: prefix.depth + 1, walls, left, right })
    }

    /// How many placements there are behind a prefix, any number of walls in the range.
    pub fn below(&self, prefix: Prefix) -> u128 {
        let depth = prefix.depth as usize;
        if depth < N - self.k {
            return self.upper[depth].get(&prefix).copied().unwrap_or(0);
        }
        let rows = N - depth;
        let right = self.right.sums_of(rows, prefix.right);
        let Terms { from, terms } = &self.terms[rows];
        let terms = &terms[from[prefix.left as usize] as usize..from[prefix.left as usize + 1] as usize];
        let most = (self.max_walls - prefix.walls as usize) as u32;
        let least = self.min_walls.saturating_sub(prefix.walls as usize) as u32;
        let mut total = 0;
        for term in terms.iter().filter(|term| term.walls <= most) {
            let right = &right[term.joints as usize..];
            let up_to = right[(most - term.walls) as usize];
            let fewer = if least > term.walls { right[(least - term.walls - 1) as usize] } else { 0 };
            total += term.ways as u128 * (up_to - fewer) as u128;
        }
        total
    }
}

impl Terms {
    /// What is not zero of some sums; `w` is the room for wall counts.
    fn new(sums: &Sums, w: usize) -> Terms {
        let mut found = Terms { from: vec![0], terms: vec![] };
        for state in sums.values.chunks_exact(sums.width) {
            for (at, &ways) in state.iter().enumerate().filter(|(_, ways)| **ways != 0) {
                found.terms.push(Term { joints: (at - at % w) as u32, walls: (at % w) as u32, ways });
            }
            found.from.push(found.terms.len() as u32);
        }
        found
    }
}

impl CutSide {
    fn new(columns: std::ops::Range<usize>) -> CutSide {
        CutSide { columns, primary: vec![], other: vec![], next: vec![], sums: vec![] }
    }

    /// The number of the part that does this, added if it is new.
    fn part(&mut self, primary: bool, taken: u64, require: u64, walls: u8) -> u16 {
        let parts = if primary { &mut self.primary } else { &mut self.other };
        let part = Part { taken, require, walls, joints: vec![] };
        let at = parts.iter().position(|p| *p == part).unwrap_or_else(|| {
            parts.push(part);
            parts.len() - 1
        });
        at as u16
    }

    fn parts(&self, place: usize) -> &[Part] {
        if place == 0 { &self.primary } else { &self.other }
    }

    #[inline]
    fn after(&self, place: usize, state: u32, part: u16) -> u32 {
        self.next[place][state as usize * self.parts(place).len() + part as usize]
    }

    #[inline]
    fn sums_of(&self, rows: usize, state: u32) -> &[u64] {
        let Sums { width, values } = &self.sums[rows];
        &values[state as usize * width..(state as usize + 1) * width]
    }

    /// Turns the sums for so many walls into sums for at most so many; `w` is the room for wall counts.
    fn accumulate(&mut self, w: usize) {
        for sums in &mut self.sums {
            for same_joints in sums.values.chunks_exact_mut(w) {
                for walls in 1..w {
                    same_joints[walls] += same_joints[walls - 1];
                }
            }
        }
    }

    /// Finds the states that occur, and the sums over the last `k` rows.
    fn fill<const N: usize>(&mut self, entries: &LineEntries<N>, classes: &Classes, k: usize, max_walls: usize) {
        let mut level: Vec<Vec<u16>> = vec![vec![0; self.columns.len()]];
        for place in 0..N {
            let mut number: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
            let mut states = vec![];
            let mut next = vec![];
            for state in &level {
                for part in self.parts(place) {
                    let to: Vec<u16> = self
                        .columns
                        .clone()
                        .zip(state)
                        .map(|(x, &class)| {
                            let (taken, required) = (part.taken >> (x * N) & 1, part.require >> (x * N) & 1);
                            classes.after(place, class, taken != 0, required != 0)
                        })
                        .collect();
                    next.push(*number.entry(to).or_insert_with_key(|to| {
                        states.push(to.clone());
                        states.len() as u32 - 1
                    }));
                }
            }
            self.next.push(next);
            level = states;
        }
        let mut last = vec![0; level.len() * (max_walls + 1)];
        for (state, sum) in level.iter().zip(last.chunks_exact_mut(max_walls + 1)) {
            sum[0] = state.iter().map(|&class| entries.fitting_len(classes.heads[N][class as usize]) as u64).product();
        }
        self.sums.push(Sums { width: max_walls + 1, values: last });
        for rows in 1..=k {
            let sums = self.sum_row(rows, N - rows, max_walls + 1);
            self.sums.push(sums);
        }
    }

    /// The sums over `rows` rows from those over one row fewer; `place` is the first of them, `w` the room for wall counts.
    fn sum_row(&self, rows: usize, place: usize, w: usize) -> Sums {
        let parts = self.parts(place);
        let joints = parts[0].joints.len();
        let below = self.sums[rows - 1].width;
        let width = below * joints;
        let states = self.next[place].len() / parts.len();
        let mut values = vec![0; states * width];
        for (state, own) in values.chunks_exact_mut(width).enumerate() {
            for (p, part) in parts.iter().enumerate() {
                let child = self.sums_of(rows - 1, self.after(place, state as u32, p as u16));
                for (joint, &ways) in part.joints.iter().enumerate().filter(|(_, ways)| **ways != 0) {
                    let own = own[joint * below..(joint + 1) * below].chunks_exact_mut(w);
                    for (own, child) in own.zip(child.chunks_exact(w)) {
                        for (to, from) in own.iter_mut().skip(part.walls as usize).zip(child) {
                            *to += ways * from;
                        }
                    }
                }
            }
        }
        Sums { width, values }
    }
}

/// The classes of column heads, per number of rows chosen.
struct Classes {
    /// A head `taken << N | required` of each class.
    heads: Vec<Vec<usize>>,
    of: Vec<FxHashMap<usize, u16>>,
    /// Taken and required bit of the row at each place.
    bits: Vec<(usize, usize)>,
}

impl Classes {
    fn new<const N: usize>(entries: &LineEntries<N>) -> Classes {
        let bits: Vec<(usize, usize)> = entries.row_order.iter().map(|row| (1 << (N + row), 1 << row)).collect();
        // all heads over some rows: a cell is open, taken or required
        let heads_over = |rows: &[(usize, usize)]| {
            let mut heads = vec![0];
            for &(taken, required) in rows {
                heads = heads.iter().flat_map(|h| [*h, h | taken, h | required]).collect();
            }
            heads
        };
        let mut classes = Classes { heads: vec![], of: vec![], bits: bits.clone() };
        for depth in 0..=N {
            let tails = heads_over(&bits[depth..]);
            let mut number: FxHashMap<Vec<u32>, u16> = FxHashMap::default();
            let mut representatives = vec![];
            let mut of = FxHashMap::default();
            for head in heads_over(&bits[..depth]) {
                let choice: Vec<u32> = tails.iter().map(|tail| entries.fitting_len(head | tail)).collect();
                let class = *number.entry(choice).or_insert_with(|| {
                    representatives.push(head);
                    representatives.len() as u16 - 1
                });
                of.insert(head, class);
            }
            classes.heads.push(representatives);
            classes.of.push(of);
        }
        classes
    }

    fn after(&self, depth: usize, class: u16, taken: bool, required: bool) -> u16 {
        let (taken_bit, required_bit) = self.bits[depth];
        let own = if taken { taken_bit } else { 0 } | if required { required_bit } else { 0 };
        self.of[depth + 1][&(self.heads[depth][class as usize] | own)]
    }
}
