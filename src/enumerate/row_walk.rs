//! A walk over the rows of consecutive candidates that leaves out whole subtrees.
use super::completions::PrefixClass;
use super::entries::LineEntries;
use super::enumerator::{Children, Enumerator, RankedPrefix};
use std::ops::Range;

/// What is done with the rows of a [`RowWalk`]. Places are those of [`LineEntries::row_order`], entries are numbers in [`LineEntries::rows`].
pub(crate) trait RowVisitor<const N: usize> {
    /// The row at `place` gets an entry; the rows before it stay. Returns false if the walk is to leave out all candidates that begin with
    /// these rows. Not called for the last place.
    fn choose(&mut self, place: usize, entry: usize) -> bool;

    /// So many candidates of those asked for were left out.
    fn left_out(&mut self, candidates: u64);

    /// The last row gets an entry. Of the candidates with these rows, numbered from 0 as the product of the lists of column entries, those of
    /// `numbers` are asked for. The lists have `lengths` entries.
    fn visit_rows(&mut self, entry: usize, lengths: &[u32; N], numbers: Range<u64>);
}

/// Goes through the rows of consecutive candidates.
pub(crate) struct RowWalk<'e, const N: usize> {
    enumerator: &'e Enumerator<N>,
    /// `[place]`: what the rows before this place have together.
    before: [RowTotals; N],
}

/// Cells and walls of some rows together; bits as in [`RowEntry`](super::entries::RowEntry).
#[derive(Clone, Copy, Default)]
struct RowTotals {
    covered: u64,
    required: u64,
    walls: u8,
}

impl<'e, const N: usize> RowWalk<'e, N> {
    /// A walk over the candidates of an enumerator.
    pub fn new(enumerator: &'e Enumerator<N>) -> RowWalk<'e, N> {
        RowWalk { enumerator, before: [RowTotals::default(); N] }
    }

    /// Goes through the rows of the candidates from rank `first` on; `count` is how many.
    ///
    /// # Panics
    /// If a rank is not below [`Enumerator::candidates`].
    pub fn walk(&mut self, first: u64, count: u64, visitor: &mut impl RowVisitor<N>) {
        if count == 0 {
            return;
        }
        let e = self.enumerator;
        let end = first.checked_add(count).filter(|end| *end <= e.candidates()).expect("ranks of candidates");
        // the path to the rows of the first candidate
        let path = e.path_to(first);
        let mut rows = path[N].rows;
        let mut rank = first;
        let mut first_rank = path[N].first_rank;
        let mut place = 0;
        // the path is valid for the first rows alone
        let mut at_start = true;
        loop {
            let left_out = (place..N - 1).find(|&place| {
                self.add(place, rows[place]);
                !visitor.choose(place, rows[place].into())
            });
            if let Some(left_out) = left_out {
                let before = rank;
                rank = if at_start {
                    e.end_of(&path[left_out + 1], left_out + 1)
                } else {
                    first_rank + e.completions_of(&rows, left_out + 1)
                };
                visitor.left_out(rank.min(end) - before);
                first_rank = rank;
                place = left_out;
            } else {
                let lengths = self.lengths(rows[N - 1]);
                let of_rows = lengths.iter().map(|&length| u64::from(length)).product::<u64>();
                if of_rows > 0 {
                    let numbers = rank - first_rank..of_rows.min(end - first_rank);
                    visitor.visit_rows(rows[N - 1].into(), &lengths, numbers);
                    first_rank += of_rows;
                    rank = first_rank;
                }
                place = N - 1;
            }
            at_start = false;
            if rank >= end {
                return;
            }
            place = self.advance(&mut rows, place);
        }
    }

    /// Adds the row at `place` to the totals.
    fn add(&mut self, place: usize, entry: u16) {
        let entry = &self.enumerator.entries.rows[place][entry as usize];
        let before = self.before[place];
        self.before[place + 1] = RowTotals {
            covered: before.covered | entry.covered,
            required: before.required | entry.required,
            walls: before.walls + entry.walls,
        };
    }

    /// How many column entries fit if the last row has this entry; all 0 if there are too few walls.
    fn lengths(&self, last: u16) -> [u32; N] {
        let entries = &self.enumerator.entries;
        let RowTotals { covered, required, walls } = self.before[N - 1];
        let last = &entries.rows[N - 1][last as usize];
        if ((walls + last.walls) as usize) < self.enumerator.walls.min() {
            return [0; N];
        }
        let (covered, required) = (covered | last.covered, required | last.required);
        std::array::from_fn(|x| entries.column_entries(LineEntries::<N>::pattern(x, covered, required)).len() as u32)
    }

    /// The next rows, where those before `place` stay if they can; returns the first place that changed. There must be some.
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
    /// The prefixes of the rows of a candidate, by depth. Above the index their first ranks are not known, and are those of the index.
    fn path_to(&self, rank: u64) -> Vec<RankedPrefix<N>> {
        let at_index = self.index[self.index.partition_point(|prefix| prefix.first_rank <= rank) - 1];
        let index_depth = at_index.class.depth as usize;
        let mut path = vec![at_index; index_depth + 1];
        while path.len() <= N {
            let mut children = Children::of(path[path.len() - 1]);
            while children.next_rank <= rank {
                let child = self.next_child(&mut children).expect("the parent's subtree contains the rank");
                if children.next_rank > rank {
                    path.push(child);
                }
            }
        }
        path
    }
    /// The rank after the last candidate that begins with the rows of a prefix; the prefix may be above the index, without its first rank.
    fn end_of(&self, prefix: &RankedPrefix<N>, depth: usize) -> u64 {
        if depth > self.index[0].class.depth as usize {
            return prefix.first_rank + self.completions.count(prefix.class) as u64;
        }
        let after = self.index.partition_point(|other| other.rows[..depth] <= prefix.rows[..depth]);
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
