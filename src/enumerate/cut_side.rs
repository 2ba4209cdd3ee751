//! One side of the board's cut: its states, and its sums over the last rows. See [`completions`](super::completions).
use super::column_classes::ColumnClasses;
use super::entries::LineEntries;
use crate::board::{StopToken, Stopped};
use crate::lines::FxHashMap;
use std::ops::Range;

/// One side of the cut.
pub(super) struct CutSide {
    columns: Range<usize>,
    /// How many rows the board has; those beyond it have one entry.
    rows: usize,
    /// The distinct parts of the entries of the primary row, of any other row, and of a row beyond the board.
    pub parts: [Vec<RowPart>; 3],
    /// `[place in row_order][state * parts + part]`: the state after the part. States are numbered for each place from 0.
    next: Vec<Vec<u32>>,
    /// `[number of rows left]`
    pub sums: Vec<Sums>,
}

/// The sums over all choices of this side's parts for the remaining rows, and of this side's columns.
///
/// One state has `width` values, `[factor of the first remaining row]..[factor of the last][walls in these rows, on this side]`.
///
/// A value fits 64 bits: it counts choices of one part for each remaining row, weighted by its factor weight, and of one entry for
/// each column of the side. [`CutSide::fill_states`] bounds it by the number of entries: below `2^64` on all boards, with any walls.
pub(super) struct Sums {
    pub width: usize,
    pub values: Vec<u64>,
}

/// What a row entry does on one side of the cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RowPart {
    /// The cells of the side that the row covers, and the cells that it requires: bit `column * N`.
    covered: u64,
    required: u64,
    /// How many walls the row has on this side.
    pub walls: u8,
    /// Per factor, for a left part: 1 if it belongs to the factor, else 0. For a right part: how many row entries it forms with
    /// each left part of the factor. Empty for parts of the primary row, which is never summed.
    pub factor_weights: Vec<u64>,
}

/// A position in one of the counting tables. They are kept in memory, far from 2^32 elements.
pub(super) fn table_index(i: usize) -> u32 {
    u32::try_from(i).expect("a counting table has fewer than 2^32 elements")
}

/// Which of [`CutSide::parts`] the row at a place of the row order has, on a board of `rows` rows.
#[inline]
pub(super) fn kind_of_place(place: usize, rows: usize) -> usize {
    usize::from(place > 0) + usize::from(place >= rows)
}

impl CutSide {
    pub fn new(columns: Range<usize>, rows: usize) -> CutSide {
        CutSide { columns, rows, parts: Default::default(), next: vec![], sums: vec![] }
    }

    /// The number of the part of a row entry on this side; a new part gets the next number.
    ///
    /// `covered` and `required` have bit `column * N`, `walls` bit `column`.
    pub fn part_number<const N: usize>(&mut self, place: usize, covered: u64, required: u64, walls: u8) -> u16 {
        let cells: u64 = self.columns.clone().map(|x| 1 << (x * N)).sum();
        let walls = self.columns.clone().map(|x| walls >> x & 1).sum();
        let part = RowPart { covered: covered & cells, required: required & cells, walls, factor_weights: vec![] };
        let parts = &mut self.parts[kind_of_place(place, self.rows)];
        let number = parts.iter().position(|p| *p == part).unwrap_or_else(|| {
            parts.push(part);
            parts.len() - 1
        });
        u16::try_from(number).expect("a row has fewer than 2^16 entries")
    }

    #[inline]
    pub fn parts(&self, place: usize) -> &[RowPart] {
        &self.parts[kind_of_place(place, self.rows)]
    }

    /// How many states there are before the row at `place`.
    pub fn states(&self, place: usize) -> u32 {
        table_index(self.next[place].len() / self.parts(place).len())
    }

    /// The state after the row at `place` adds its part to `state`.
    #[inline]
    pub fn extend(&self, place: usize, state: u32, part: u16) -> u32 {
        self.next[place][state as usize * self.parts(place).len() + part as usize]
    }

    /// The sums of a state over the last `rows` rows.
    #[inline]
    pub fn sums_of(&self, rows: usize, state: u32) -> &[u64] {
        let Sums { width, values } = &self.sums[rows];
        &values[state as usize * width..(state as usize + 1) * width]
    }

    /// Turns the sums for exactly `w` walls into sums for at most `w` walls, for each `w`; `wall_counts` of them stand together.
    pub fn accumulate(&mut self, wall_counts: usize) {
        for sums in &mut self.sums {
            for same_factors in sums.values.chunks_exact_mut(wall_counts) {
                for walls in 1..wall_counts {
                    same_factors[walls] += same_factors[walls - 1];
                }
            }
        }
    }

    /// Finds the states that occur, and the sums of those after all rows. The factor weights of the parts must be set.
    ///
    /// # Errors
    /// [`Stopped`].
    ///
    /// # Panics
    /// If a sum over the last `summed_rows` rows might not fit 64 bits.
    pub fn fill_states<const N: usize>(
        &mut self,
        entries: &LineEntries<N>,
        classes: &ColumnClasses,
        summed_rows: usize,
        max_walls: usize,
        stop: StopToken<'_>,
    ) -> Result<(), Stopped> {
        self.check_width(entries, summed_rows);
        let whole = self.fill_next::<N>(classes, stop)?;
        let wall_counts = max_walls + 1;
        let mut values = vec![0; whole.len() * wall_counts];
        for (state, sums) in whole.iter().zip(values.chunks_exact_mut(wall_counts)) {
            let fitting = |&class: &u16| entries.column_entries(classes.representative(N, class)).len() as u64;
            sums[0] = state.iter().map(fitting).product();
        }
        self.sums.push(Sums { width: wall_counts, values });
        Ok(())
    }

    /// Panics if a sum might not fit 64 bits.
    fn check_width<const N: usize>(&self, entries: &LineEntries<N>, summed_rows: usize) {
        let [_, other, _] = &self.parts;
        let factors = other.first().map_or(0, |part| part.factor_weights.len());
        let choices = |factor: usize| other.iter().map(|part| u128::from(part.factor_weights[factor])).sum::<u128>();
        let of_row = (0..factors).map(choices).max().unwrap_or(0).max(1);
        let of_column = (entries.most_column_entries() as u128).max(1);
        let most = of_row.checked_pow(summed_rows as u32).zip(of_column.checked_pow(self.columns.len() as u32));
        let most = most.and_then(|(rows, columns)| rows.checked_mul(columns));
        // `accumulate` adds up sums of fewer walls, but counts no choice twice
        assert!(most.is_some_and(|most| most <= u128::from(u64::MAX)), "sums of one side fit 64 bits");
    }

    /// Fills `next`; returns the states after all rows, each as the classes of the side's columns.
    fn fill_next<const N: usize>(&mut self, classes: &ColumnClasses, stop: StopToken<'_>) -> Result<Vec<Vec<u16>>, Stopped> {
        let mut level: Vec<Vec<u16>> = vec![vec![0; self.columns.len()]];
        for place in 0..N {
            let mut numbers: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
            let mut states = vec![];
            let mut next = vec![];
            for state in &level {
                stop.check()?;
                for part in self.parts(place) {
                    let extend = |(x, &class): (usize, &u16)| {
                        let (covered, required) = (part.covered >> (x * N) & 1, part.required >> (x * N) & 1);
                        classes.extend(place, class, covered != 0, required != 0)
                    };
                    let to: Vec<u16> = self.columns.clone().zip(state).map(extend).collect();
                    next.push(*numbers.entry(to).or_insert_with_key(|to| {
                        states.push(to.clone());
                        table_index(states.len() - 1)
                    }));
                }
            }
            self.next.push(next);
            level = states;
        }
        Ok(level)
    }

    /// Makes the sums over the last `rows` rows, the first of them at `place`, from the sums over one row fewer.
    ///
    /// # Errors
    /// [`Stopped`].
    pub fn sum_row(&mut self, rows: usize, place: usize, wall_counts: usize, stop: StopToken<'_>) -> Result<(), Stopped> {
        let parts = self.parts(place);
        let factors = parts[0].factor_weights.len();
        let child_width = self.sums[rows - 1].width;
        let width = child_width * factors;
        let mut values = vec![0; self.states(place) as usize * width];
        for (state, sums) in values.chunks_exact_mut(width).enumerate() {
            stop.check()?;
            for (p, part) in parts.iter().enumerate() {
                // `state` and `p` came from a `u32` and a `u16`
                let child = self.sums_of(rows - 1, self.extend(place, state as u32, p as u16));
                for (factor, &weight) in part.factor_weights.iter().enumerate().filter(|(_, weight)| **weight != 0) {
                    let of_factor = &mut sums[factor * child_width..][..child_width];
                    // the part's own walls move each sum up
                    let own = part.walls as usize;
                    for first in (0..child_width).step_by(wall_counts) {
                        let moved = &mut of_factor[first..][..wall_counts][own..];
                        let child = &child[first..][..moved.len()];
                        for walls in 0..moved.len() {
                            moved[walls] += weight * child[walls];
                        }
                    }
                }
            }
        }
        self.sums.push(Sums { width, values });
        Ok(())
    }
}
