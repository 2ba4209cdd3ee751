//! A walk over the rows of consecutive candidates that leaves out whole subtrees.
use super::completions::PrefixClass;
use super::entries::{LineEntries, RowEntry};
use super::enumerator::{Children, Enumerator, RankedPrefix};
use crate::lines::of_each;
use std::ops::Range;

/// Receives the rows of a [`RowWalk`]. Places count in [`LineEntries::row_order`], entries are numbers in [`LineEntries::rows`].
pub(crate) trait RowVisitor<const N: usize> {
    /// The row at `place` gets an entry; the rows before it stay. Returns false if the walk is to leave out all candidates that
    /// begin with these rows. Not called for the last place.
    fn choose(&mut self, place: usize, entry: usize) -> bool;

    /// The walk left out this many of the candidates asked for.
    fn left_out(&mut self, candidates: u64);

    /// The last row gets an entry. The lists of column entries that fit these rows have `lengths` entries; the candidates with
    /// these rows are their product, numbered from 0, and `numbers` are the ones asked for. There are some.
    fn visit_rows(&mut self, entry: usize, rows: &RowCells, lengths: &[u32; N], numbers: Range<u64>);
}

/// Goes through the rows of consecutive candidates.
pub(crate) struct RowWalk<'e, const N: usize> {
    enumerator: &'e Enumerator<N>,
    /// The path to the first rows of the last walk, from the index down: at each depth the prefix, and its later siblings.
    path: Vec<(RankedPrefix<N>, Children<N>)>,
    /// `[place]`: cells and walls of the rows before this place.
    before: [RowCells; N],
}

/// Cells and walls of some rows together; bits as in [`RowEntry`](super::entries::RowEntry).
#[derive(Clone, Copy, Default)]
pub(crate) struct RowCells {
    pub covered: u64,
    pub required: u64,
    walls: u8,
}

impl RowCells {
    /// These rows and one more.
    fn with(self, entry: &RowEntry) -> RowCells {
        RowCells {
            covered: self.covered | entry.covered,
            required: self.required | entry.required,
            walls: self.walls + entry.walls,
        }
    }
}

/// Candidates that a walk leaves out: those with the same rows up to `place`; the rank after them is `end`.
struct LeftOut {
    place: usize,
    end: u64,
}

impl<'e, const N: usize> RowWalk<'e, N> {
    /// A walk over the candidates of an enumerator.
    pub fn new(enumerator: &'e Enumerator<N>) -> RowWalk<'e, N> {
        RowWalk { enumerator, path: vec![], before: [RowCells::default(); N] }
    }

    /// Goes through the rows of the candidates from rank `first` on; `count` is how many.
    ///
    /// # Panics
    /// If a rank is not below [`Enumerator::candidates`].
    pub fn walk(&mut self, first: u64, count: u64, visitor: &mut impl RowVisitor<N>) {
        if count == 0 {
            return;
        }
        let end = first.checked_add(count).filter(|end| *end <= self.enumerator.candidates()).expect("ranks of candidates");
        let (mut rows, mut rank) = ([0; N], first);
        // the rank of the first candidate with the rows, which may be before `first`
        let (mut first_rank, mut left_out) = self.start(first, &mut rows, visitor);
        loop {
            let place = match left_out {
                Some(LeftOut { place, end: after }) => {
                    visitor.left_out(after.min(end) - rank);
                    (rank, first_rank) = (after, after);
                    place
                }
                None => {
                    let all = self.before[N - 1].with(&self.enumerator.entries.rows[N - 1][rows[N - 1] as usize]);
                    let lengths = self.lengths(&all);
                    let of_rows = lengths.iter().map(|&length| u64::from(length)).product::<u64>();
                    if of_rows > 0 {
                        visitor.visit_rows(rows[N - 1].into(), &all, &lengths, rank - first_rank..of_rows.min(end - first_rank));
                        first_rank += of_rows;
                        rank = first_rank;
                    }
                    N - 1
                }
            };
            if rank >= end {
                return;
            }
            let changed = self.advance(&mut rows, place);
            left_out = (changed..N - 1).find(|&place| !self.choose(place, rows[place], visitor)).map(|place| {
                let end = first_rank + self.enumerator.completions_of(&rows, place + 1);
                LeftOut { place, end }
            });
        }
    }

    /// Chooses the rows of a candidate, down to a prefix that is left out. Returns the rank of the first candidate with these
    /// rows.
    fn start(&mut self, rank: u64, rows: &mut [u16; N], visitor: &mut impl RowVisitor<N>) -> (u64, Option<LeftOut>) {
        let e = self.enumerator;
        let mut prefix = e.index[e.index.partition_point(|prefix| prefix.first_rank <= rank) - 1];
        let index_depth = prefix.class.depth as usize;
        *rows = prefix.rows;
        if let Some(place) = (0..index_depth.min(N - 1)).find(|&place| !self.choose(place, rows[place], visitor)) {
            return (rank, Some(LeftOut { place, end: e.end_of(rows, place + 1) }));
        }
        for (level, place) in (index_depth..N).enumerate() {
            if level == self.path.len() {
                self.path.push((prefix, Children::of(prefix)));
            }
            // begin at the child found last time if the rank is in its subtree or after it, so that rising ranks need few steps
            let (child, siblings) = &mut self.path[level];
            let same_parent = siblings.parent.rows == prefix.rows && siblings.parent.class == prefix.class;
            if !same_parent || rank < child.first_rank {
                *siblings = Children::of(prefix);
            }
            while rank >= siblings.next_rank {
                *child = e.next_child(siblings).expect("the parent's subtree contains the rank");
            }
            let end = siblings.next_rank;
            prefix = *child;
            *rows = prefix.rows;
            if place < N - 1 && !self.choose(place, rows[place], visitor) {
                return (rank, Some(LeftOut { place, end }));
            }
        }
        (prefix.first_rank, None)
    }

    /// Gives the row at `place` an entry; returns whether the walk goes on with it.
    fn choose(&mut self, place: usize, entry: u16, visitor: &mut impl RowVisitor<N>) -> bool {
        self.before[place + 1] = self.before[place].with(&self.enumerator.entries.rows[place][entry as usize]);
        visitor.choose(place, entry.into())
    }

    /// How many column entries fit over all rows; all 0 if there are too few walls.
    fn lengths(&self, rows: &RowCells) -> [u32; N] {
        if (rows.walls as usize) < self.enumerator.walls.min() {
            return [0; N];
        }
        let pattern = |x| LineEntries::<N>::pattern(x, rows.covered, rows.required);
        of_each(|x| self.enumerator.entries.column_entries(pattern(x)).len() as u32)
    }

    /// Goes to the next rows, keeping the rows before `place` if possible; returns the first place that changed. There must be
    /// next rows.
    fn advance(&self, rows: &mut [u16; N], mut place: usize) -> usize {
        let e = self.enumerator;
        rows[place + 1..].fill(0);
        loop {
            rows[place] += 1;
            match e.entries.rows[place].get(rows[place] as usize) {
                Some(entry) if (self.before[place].walls + entry.walls) as usize <= e.walls.max() => return place,
                Some(_) => {}
                None => {
                    rows[place] = 0;
                    place -= 1;
                }
            }
        }
    }
}

impl<const N: usize> Enumerator<N> {
    /// The rank after the last candidate that begins with the first `depth` of these rows; the index is at least as deep.
    fn end_of(&self, rows: &[u16; N], depth: usize) -> u64 {
        let after = self.index.partition_point(|other| other.rows[..depth] <= rows[..depth]);
        self.index.get(after).map_or(self.candidates(), |next| next.first_rank)
    }

    /// How many candidates begin with the first `depth` of these rows.
    fn completions_of(&self, rows: &[u16; N], depth: usize) -> u64 {
        let extend = |class, &entry: &u16| self.completions.extend(class, entry.into()).expect("not too many walls");
        let class = rows[..depth].iter().fold(PrefixClass::ROOT, extend);
        // at most `total`, which fits 64 bits
        self.completions.count(class) as u64
    }
}
