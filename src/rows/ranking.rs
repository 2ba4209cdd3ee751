//! Sorting the rows of a table by a column, and keeping only the first ones.
use super::columns::{Column, Row};
use super::known_row::Staged;

/// The order of the rows of a table, and how many of them to keep.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    /// The column to sort by; it is numeric.
    pub column: &'static Column,
    /// Whether the smallest number comes first; otherwise it is the largest.
    pub ascending: bool,
    /// The number of rows to keep, from the first on; all if `None`.
    pub top: Option<usize>,
}

impl Ranking {
    /// The sort key of a row: the least key comes first. A row without a number in the column counts as 0.
    pub(crate) fn key(&self, row: &Row) -> u64 {
        let number = self.column.number(row).unwrap_or(0);
        if self.ascending { number } else { u64::MAX - number }
    }
}

/// Rows that are held besides those to keep, before they are sorted.
const HELD: usize = 1024;

/// Collects rows and sorts them. Rows with the same number are in the published order, so the result does not depend on the order
/// of the input. Holds the rows to keep, and a few more.
pub struct RankedRows<R = Row> {
    ranking: Ranking,
    /// The rows kept so far, each with its key.
    kept: Vec<(u64, R)>,
}

impl<R: Staged> RankedRows<R> {
    /// No rows yet.
    pub fn new(ranking: Ranking) -> RankedRows<R> {
        RankedRows { ranking, kept: Vec::new() }
    }

    /// Offers a row.
    pub fn offer(&mut self, row: R) {
        self.kept.push((self.ranking.key(row.row()), row));
        if self.ranking.top.is_some_and(|top| self.kept.len() >= top.saturating_mul(2).saturating_add(HELD)) {
            self.sort();
        }
    }

    /// The rows in their order.
    pub fn finish(mut self) -> Vec<R> {
        self.sort();
        self.kept.into_iter().map(|(_, row)| row).collect()
    }

    /// Sorts the rows, and drops those that are too many.
    fn sort(&mut self) {
        self.kept
            .sort_unstable_by(|(key, row), (other, next)| key.cmp(other).then_with(|| row.row().text().cmp(&next.row().text())));
        self.kept.truncate(self.ranking.top.unwrap_or(usize::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
        rows.map(|line| Row::of(line.parse().expect("a row")).expect("pieces")).collect()
    }

    fn ranked(rows: impl Iterator<Item = Row>, ranking: Ranking) -> Vec<Row> {
        let mut kept = RankedRows::new(ranking);
        rows.for_each(|row| kept.offer(row));
        kept.finish()
    }

    #[test]
    fn the_first_rows_of_an_order_are_those_of_the_whole_order() {
        for name in ["walls", "cluster_size"] {
            for ascending in [false, true] {
                let column = Column::named(name).expect("a column");
                let ranking = |top| Ranking { column, ascending, top };
                let whole = ranked(rows().into_iter(), ranking(None));
                let number = |row: &Row| column.number(row).expect("a number");
                let numbers: Vec<u64> = whole.iter().map(number).collect();
                assert!(if ascending { numbers.is_sorted() } else { numbers.iter().rev().is_sorted() });
                // ties are in the published order
                assert!(whole.is_sorted_by(|one, other| number(one) != number(other) || one.text() <= other.text()));
                for top in [0, 1, 7, 1000] {
                    let first = ranked(rows().into_iter().rev(), ranking(Some(top)));
                    assert_eq!(first, whole[..top.min(whole.len())], "{name} {top}");
                }
            }
        }
    }
}
