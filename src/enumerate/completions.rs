//! Exact counts of placements from sums of products, without enumeration.
//!
//! A *prefix* is a choice of the first rows, in [`LineEntries::row_order`]. Its *completions* are the placements that begin with
//! these rows: all ways to choose the other rows and all columns. This file counts the completions of any prefix, and
//! [`Enumerator`](super::Enumerator) derives rank and unrank from these counts; the completions of the empty prefix are all
//! placements.
//!
//! Once all rows are chosen, the columns are independent of each other, so the number of placements with these rows is a product:
//! for each column, how many column entries fit. What remains is to sum such products over all choices of rows. This is the
//! transfer-matrix method (Stanley, *Enumerative Combinatorics* 1, section 4.7), made small by a cut and by equivalence:
//!
//! 1. **Equivalence.** A prefix matters only through the [class](super::column_classes) of each column. There are few classes: 10
//!    for the 27 ways to fill the first three cells of a column of 6×6.
//! 2. **Cut.** The board is cut between two columns into a left and a right [side](CutSide). A row entry has a *part* on each
//!    side: the cells it covers and requires there, and the walls it has there. A side has a *state* after some rows: the classes
//!    of its columns. A part leads from one state of its side to the next, whatever happens on the other side.
//! 3. **Rank factors.** The two parts of a row are not independent: a piece may cross the cut, a piece right of the cut may require the
//!    cell left of it, and the row must keep a free cell and have few enough walls. Left parts that go with the same right parts,
//!    with each of them equally often, form a *rank factor*, as in a factorization of the matrix of pairs. There are few (5 for the candidates of 6×6 without walls, 13 with
//!    0..2 walls), and once the factor of a row is given, its two parts can be chosen independently.
//!
//! So fix a factor for each of the remaining rows, `j` for short, and sum each side alone:
//!
//! ```text
//! completions(left state, right state) =  Σ  left sum(left state, j) · right sum(right state, j)
//!                                       j = (factor of each row left)
//! ```
//!
//! Each sum is kept separately for every number of walls. The lower half of the rows, which are chosen last, are summed in
//! this way (with the primary in a middle row: the rows below it). With fewer rows chosen there are so few pairs of states that a table holds the total of each.
use super::column_classes::ColumnClasses;
use super::cut_side::{CutSide, kind_of_place, table_index};
use super::entries::LineEntries;
use crate::board::{StopToken, Stopped};
use crate::lines::{FxHashMap, FxHashSet, LineGroups};

/// A class of prefixes that have equally many completions, and still do after the same further rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PrefixClass {
    /// How many rows are chosen, in the order of [`LineEntries::row_order`].
    pub depth: u8,
    /// How many walls these rows have.
    pub walls: u8,
    /// State of the left side, state of the right side.
    left: u32,
    right: u32,
}

impl PrefixClass {
    /// No row chosen yet.
    pub const ROOT: PrefixClass = PrefixClass { depth: 0, walls: 0, left: 0, right: 0 };
}

/// Counts the completions of any prefix.
pub struct Completions<const N: usize> {
    min_walls: usize,
    max_walls: usize,
    left: CutSide,
    right: CutSide,
    /// `[place in row_order][row entry]`
    split: [Vec<SplitEntry>; N],
    /// How many of the last rows are summed over factors: the lower half of the board, and the rows beyond it.
    summed_rows: usize,
    /// Per number of remaining rows, up to `summed_rows`: the left side's sums.
    left_terms: Vec<LeftTerms>,
    /// Per depth above the summed rows: the completions of each class that occurs.
    upper: Vec<FxHashMap<PrefixClass, u128>>,
}

/// A row entry, cut in two.
#[derive(Clone, Copy)]
struct SplitEntry {
    walls: u8,
    /// Numbers of its parts.
    left: u16,
    right: u16,
}

/// The left side's sums that are not zero (a third of all without walls, less than a tenth with 0..2), grouped by state.
struct LeftTerms {
    /// How many sums a state has, those that are zero included.
    width: usize,
    /// The terms of state `s` are `terms[starts[s]..starts[s + 1]]`.
    starts: Vec<u32>,
    terms: Vec<LeftTerm>,
}

#[derive(Clone, Copy)]
struct LeftTerm {
    /// Where the right side's sums for the same factors start, within the sums of a state.
    factors: u32,
    /// Walls of the remaining rows, on the left side.
    walls: u32,
    /// The left sum.
    sum: u64,
}

impl<const N: usize> Completions<N> {
    /// The columns left of this one form the left side.
    const CUT: usize = N / 2;

    /// Builds the tables for `entries`, for totals of `min_walls..=max_walls` walls. With many walls the tables of 7×7 take
    /// minutes.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn new(
        lines: &LineGroups<N>,
        entries: &LineEntries<N>,
        min_walls: usize,
        max_walls: usize,
        stop: StopToken<'_>,
    ) -> Result<Completions<N>, Stopped> {
        let height = lines.rules().size().height();
        let mut left = CutSide::new(0..Self::CUT, height);
        let mut right = CutSide::new(Self::CUT..N, height);
        let split = std::array::from_fn(|place| {
            let row = entries.row_order[place];
            let parts = entries.rows[place].iter().map(|entry| {
                let walls = lines.groups()[entry.group as usize].walls;
                let (covered, required) = (entry.covered >> row, entry.required >> row);
                SplitEntry {
                    walls: entry.walls,
                    left: left.part_number::<N>(place, covered, required, walls),
                    right: right.part_number::<N>(place, covered, required, walls),
                }
            });
            parts.collect()
        });
        let summed_rows = N - height + height / 2;
        let mut completions =
            Completions { min_walls, max_walls, left, right, split, summed_rows, left_terms: vec![], upper: vec![] };
        completions.find_factors(1, height);
        if height < N {
            completions.find_factors(height, height);
        }
        let classes = ColumnClasses::new(entries);
        completions.left.fill_states(entries, &classes, summed_rows, max_walls, stop)?;
        completions.right.fill_states(entries, &classes, summed_rows, max_walls, stop)?;
        let whole = &completions.left.sums[0];
        let mut left_terms = LeftTerms::new(whole.width);
        whole.values.chunks_exact(whole.width).for_each(|sums| left_terms.push(sums, max_walls + 1));
        completions.left_terms.push(left_terms);
        for rows in 1..=summed_rows {
            let terms = completions.sum_left(rows, stop)?;
            completions.left_terms.push(terms);
            completions.right.sum_row(rows, N - rows, max_walls + 1, stop)?;
        }
        completions.right.accumulate(max_walls + 1);
        completions.fill_upper(stop)?;
        Ok(completions)
    }

    /// Groups the left parts of the row at a place, and of all rows of its kind, into factors; the board has `rows` rows.
    ///
    /// Let `pairs[l][r]` be the number of row entries with left part `l` and right part `r`. A factor is a distinct row of this
    /// matrix; a left part has weight 1 in its own factor and 0 in the others, and right part `r` has weight `pairs[l][r]` in the
    /// factor of `l`. Then `pairs[l][r]` is the sum over all factors of left weight times right weight.
    fn find_factors(&mut self, place: usize, rows: usize) {
        let kind = kind_of_place(place, rows);
        let (left, right) = (&mut self.left.parts[kind], &mut self.right.parts[kind]);
        let mut pairs = vec![vec![0u64; right.len()]; left.len()];
        // all places of a kind have the same entries
        for entry in &self.split[place] {
            pairs[entry.left as usize][entry.right as usize] += 1;
        }
        let mut factors: Vec<&Vec<u64>> = pairs.iter().collect();
        factors.sort_unstable();
        factors.dedup();
        for (part, own) in left.iter_mut().zip(&pairs) {
            part.factor_weights = factors.iter().map(|factor| u64::from(*factor == own)).collect();
        }
        for (r, part) in right.iter_mut().enumerate() {
            part.factor_weights = factors.iter().map(|factor| factor[r]).collect();
        }
    }

    /// The left side's sums over the last `rows` rows, from those over one row fewer. A table of all sums of the side, mostly
    /// zeros, would be the largest of all.
    fn sum_left(&self, rows: usize, stop: StopToken<'_>) -> Result<LeftTerms, Stopped> {
        let (place, below) = (N - rows, &self.left_terms[rows - 1]);
        let parts = self.left.parts(place);
        let mut sums = vec![0; below.width * parts[0].factor_weights.len()];
        let mut left_terms = LeftTerms::new(sums.len());
        for state in 0..self.left.states(place) {
            stop.check()?;
            for (p, part) in parts.iter().enumerate() {
                let own = part.factor_weights.iter().position(|&weight| weight > 0).expect("each left part has one factor");
                // `p` came from a `u16`
                for term in below.of(self.left.extend(place, state, p as u16)) {
                    let walls = term.walls + u32::from(part.walls);
                    if walls as usize <= self.max_walls {
                        sums[own * below.width + (term.factors + walls) as usize] += term.sum;
                    }
                }
            }
            left_terms.push(&sums, self.max_walls + 1);
            sums.fill(0);
        }
        left_terms.terms.shrink_to_fit();
        Ok(left_terms)
    }

    /// Counts the completions of every class that occurs above the summed rows, the deepest first.
    fn fill_upper(&mut self, stop: StopToken<'_>) -> Result<(), Stopped> {
        let depths = N - self.summed_rows;
        let mut levels = vec![FxHashSet::from_iter([PrefixClass::ROOT])];
        for depth in 1..depths {
            let mut level = FxHashSet::default();
            for &class in &levels[depth - 1] {
                stop.check()?;
                level.extend(self.children(class));
            }
            levels.push(level);
        }
        self.upper = vec![FxHashMap::default(); depths];
        for (depth, level) in levels.iter().enumerate().rev() {
            let mut counts = FxHashMap::default();
            // memoized: many prefixes have children of the same class, and a count below the upper rows is a long sum
            let mut of_children: FxHashMap<PrefixClass, u128> = FxHashMap::default();
            for &class in level {
                let mut total = 0;
                for child in self.children(class) {
                    stop.check()?;
                    total += *of_children.entry(child).or_insert_with(|| self.count(child));
                }
                counts.insert(class, total);
            }
            self.upper[depth] = counts;
        }
        Ok(())
    }

    /// The class of the prefix with each entry of the next row, except those with too many walls.
    fn children(&self, class: PrefixClass) -> impl Iterator<Item = PrefixClass> + '_ {
        (0..self.split[class.depth as usize].len()).filter_map(move |entry| self.extend(class, entry))
    }

    /// The class after the next row gets its entry number `entry`; `None` if that makes too many walls.
    #[inline]
    pub fn extend(&self, class: PrefixClass, entry: usize) -> Option<PrefixClass> {
        let place = class.depth as usize;
        let split = self.split[place][entry];
        let walls = class.walls + split.walls;
        if walls as usize > self.max_walls {
            return None;
        }
        let left = self.left.extend(place, class.left, split.left);
        let right = self.right.extend(place, class.right, split.right);
        Some(PrefixClass { depth: class.depth + 1, walls, left, right })
    }

    /// How many completions with a total of walls in the range a prefix of this class has.
    pub fn count(&self, class: PrefixClass) -> u128 {
        let depth = class.depth as usize;
        if depth < N - self.summed_rows {
            return self.upper[depth].get(&class).copied().unwrap_or(0);
        }
        let rows = N - depth;
        let right_sums = self.right.sums_of(rows, class.right);
        // how many walls the remaining rows may have, and how many they must have; both are at most `WallRange::MOST`
        let most = (self.max_walls - class.walls as usize) as u32;
        let least = self.min_walls.saturating_sub(class.walls as usize) as u32;
        let mut total = 0;
        for term in self.left_terms[rows].of(class.left).iter().filter(|term| term.walls <= most) {
            // the right side's sums are accumulated: entry `w` is for at most `w` walls
            let at_most = &right_sums[term.factors as usize..];
            let up_to = at_most[(most - term.walls) as usize];
            let fewer = if least > term.walls { at_most[(least - term.walls - 1) as usize] } else { 0 };
            total += term.sum as u128 * (up_to - fewer) as u128;
        }
        total
    }
}

impl LeftTerms {
    /// No states yet.
    fn new(width: usize) -> LeftTerms {
        LeftTerms { width, starts: vec![0], terms: vec![] }
    }

    /// Adds the sums of the next state; `wall_counts` of them stand together, one for each number of walls.
    fn push(&mut self, sums: &[u64], wall_counts: usize) {
        for (i, &sum) in sums.iter().enumerate().filter(|(_, sum)| **sum != 0) {
            let walls = i % wall_counts;
            self.terms.push(LeftTerm { factors: table_index(i - walls), walls: table_index(walls), sum });
        }
        self.starts.push(table_index(self.terms.len()));
    }

    #[inline]
    fn of(&self, state: u32) -> &[LeftTerm] {
        &self.terms[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::WallRange;
    use crate::enumerate::entries::{PlacementKind, RowEntry};

    /// Counts by the definition: all rows, one after the other, and for each choice of them the product over the columns. Checks
    /// the count of every prefix on the way, and returns the count of the prefix `rows`.
    fn check_prefixes<const N: usize>(
        completions: &Completions<N>,
        entries: &LineEntries<N>,
        walls: WallRange,
        rows: &mut Vec<usize>,
        class: PrefixClass,
    ) -> u128 {
        let chosen = |f: fn(&RowEntry) -> u64| -> u64 {
            rows.iter().enumerate().map(|(place, &entry)| f(&entries.rows[place][entry])).sum()
        };
        let chosen_walls = chosen(|entry| entry.walls.into());
        let expected = if rows.len() == N {
            let (covered, required) = (chosen(|entry| entry.covered), chosen(|entry| entry.required));
            let column = |x| entries.column_entries(LineEntries::<N>::pattern(x, covered, required)).len() as u128;
            if (walls.min() as u64..=walls.max() as u64).contains(&chosen_walls) { (0..N).map(column).product() } else { 0 }
        } else {
            let mut sum = 0;
            for entry in 0..entries.rows[rows.len()].len() {
                let child = completions.extend(class, entry);
                let too_many = chosen_walls + entries.rows[rows.len()][entry].walls as u64 > walls.max() as u64;
                assert_eq!(child.is_none(), too_many);
                if let Some(child) = child {
                    rows.push(entry);
                    sum += check_prefixes(completions, entries, walls, rows, child);
                    rows.pop();
                }
            }
            sum
        };
        assert_eq!(completions.count(class), expected, "{rows:?}");
        expected
    }

    #[test]
    fn counts_of_all_prefixes_by_definition() {
        fn check<const N: usize>(walls: &str) {
            let walls: WallRange = walls.parse().expect("a range");
            let lines = crate::lines::LineTables::<N>::new(walls.max().min(N - 1));
            for kind in [PlacementKind::States, PlacementKind::Candidates] {
                let entries = LineEntries::new(&lines, walls, kind);
                let completions = Completions::new(&lines, &entries, walls.min(), walls.max(), StopToken::NEVER).unwrap();
                let all = check_prefixes(&completions, &entries, walls, &mut vec![], PrefixClass::ROOT);
                assert!(all > 0);
            }
        }
        check::<4>("0..3");
        check::<4>("2");
        check::<4>("0..10");
        check::<5>("0");
    }
}
