//! Classes of column prefixes: which choices of the first rows are the same for a column.
//!
//! A *column prefix* is what the rows chosen so far do to one column: each of their cells is open, covered or required. A *column
//! suffix* is the same for the rows not chosen yet; both together are a [pattern](LineEntries::pattern). Two column prefixes over
//! the same rows are *equivalent* if for every column suffix equally many column entries fit. This is the Myhill-Nerode relation
//! for counts in place of membership, so extension preserves it: add the same cell to two equivalent prefixes, and the results
//! are equivalent, since every suffix of the longer prefixes, with that cell in front, is a suffix of the shorter ones.
//!
//! Example: a column of 6×6 after the rows 2, 0 and 1 (`x` covered, `.` open). The first three are equivalent, as no vertical
//! fits above row 2 and all continue alike below. The last is in another class: there a car may stand in rows 0 and 1.
//!
//! ```text
//! row 0   .   x   x   .
//! row 1   x   .   x   .
//! row 2   x   x   x   x
//! ```
use super::entries::LineEntries;
use crate::lines::FxHashMap;

/// The classes of column prefixes, numbered from 0 for each number of chosen rows.
///
/// Numbers fit 16 bits: a column of `N` cells has at most `3^N` prefixes, 6,561 for 8 cells.
pub(super) struct ColumnClasses {
    /// `[depth][class]`: one prefix of the class, as bits of a pattern.
    representatives: Vec<Vec<usize>>,
    /// `[depth]`: the class of each prefix.
    class_of: Vec<FxHashMap<usize, u16>>,
    /// Per place in the row order: the bits of a pattern for covered and for required.
    bits: Vec<(usize, usize)>,
}

impl ColumnClasses {
    pub fn new<const N: usize>(entries: &LineEntries<N>) -> ColumnClasses {
        let bits: Vec<(usize, usize)> = entries.row_order.iter().map(|row| (1 << (N + row), 1 << row)).collect();
        let mut classes = ColumnClasses { representatives: vec![], class_of: vec![], bits };
        for depth in 0..=N {
            let (chosen, left) = classes.bits.split_at(depth);
            let suffixes = patterns_over(left);
            let mut numbers: FxHashMap<Vec<usize>, u16> = FxHashMap::default();
            let mut representatives = vec![];
            let mut class_of = FxHashMap::default();
            for prefix in patterns_over(chosen) {
                let fitting = suffixes.iter().map(|suffix| entries.column_entries(prefix | suffix).len()).collect();
                let class = *numbers.entry(fitting).or_insert_with(|| {
                    representatives.push(prefix);
                    representatives.len() as u16 - 1
                });
                class_of.insert(prefix, class);
            }
            classes.representatives.push(representatives);
            classes.class_of.push(class_of);
        }
        classes
    }

    /// The class after the next row's cell is added to a prefix of class `class` over `depth` rows.
    #[inline(always)]
    pub fn extend(&self, depth: usize, class: u16, covered: bool, required: bool) -> u16 {
        let (covered_bit, required_bit) = self.bits[depth];
        let cell = if covered { covered_bit } else { 0 } | if required { required_bit } else { 0 };
        self.class_of[depth + 1][&(self.representative(depth, class) | cell)]
    }

    /// A prefix of the class, over `depth` rows; over all rows it is a whole pattern.
    #[inline(always)]
    pub fn representative(&self, depth: usize, class: u16) -> usize {
        self.representatives[depth][class as usize]
    }
}

/// Every choice of open, covered or required for cells with these (covered, required) bits.
fn patterns_over(cells: &[(usize, usize)]) -> Vec<usize> {
    let mut patterns = vec![0];
    for &(covered, required) in cells {
        patterns = patterns.iter().flat_map(|p| [*p, p | covered, p | required]).collect();
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::entries::PlacementKind;
    use crate::lines::LineTables;

    #[test]
    fn the_example_of_6x6() {
        let lines = LineTables::<6>::new(0);
        for kind in [PlacementKind::States, PlacementKind::Candidates] {
            let entries = LineEntries::new(&lines, "0".parse().expect("a range"), kind);
            let classes = ColumnClasses::new(&entries);
            assert_eq!(&entries.row_order[..3], &[2, 0, 1]);
            // covered or not, in rows 2, 0, 1
            let class = |cells: [bool; 3]| (0..3).fold(0, |class, place| classes.extend(place, class, cells[place], false));
            assert_eq!(class([true, false, true]), class([true, true, false]));
            assert_eq!(class([true, false, true]), class([true, true, true]));
            assert_ne!(class([true, false, true]), class([true, false, false]));
        }
    }

    #[test]
    fn whole_columns_have_the_same_class_if_equally_many_entries_fit() {
        let lines = LineTables::<5>::new(0);
        let entries = LineEntries::new(&lines, "0".parse().expect("a range"), PlacementKind::Candidates);
        let classes = ColumnClasses::new(&entries);
        for pattern in patterns_over(&classes.bits) {
            let mut class = 0;
            for (depth, &(covered, required)) in classes.bits.iter().enumerate() {
                class = classes.extend(depth, class, pattern & covered != 0, pattern & required != 0);
            }
            let representative = classes.representative(5, class);
            assert_eq!(entries.column_entries(representative).len(), entries.column_entries(pattern).len());
        }
    }
}
