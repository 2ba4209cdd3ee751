//! The distribution of the values of each numeric column.
use super::columns::{Column, Row};
use serde::Serialize;
use std::collections::BTreeMap;

/// The distribution of the values of a column over some rows.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ColumnSummary {
    /// The name of the column.
    pub column: &'static str,
    /// The least value.
    pub least: u64,
    /// The lower quartile: the least value such that at least a quarter of the rows have it or a smaller one.
    pub lower_quartile: u64,
    /// The median, likewise with half of the rows.
    pub median: u64,
    /// The upper quartile, likewise with three quarters of the rows.
    pub upper_quartile: u64,
    /// The greatest value.
    pub greatest: u64,
    /// The arithmetic mean.
    pub mean: f64,
}

/// Counts the values of every numeric column of solved rows.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ColumnSummaries {
    rows: u64,
    /// For each numeric column the number of rows with each value.
    values: Vec<BTreeMap<u64, u64>>,
}

/// The least value that at least `quarters` quarters of the rows do not exceed, given the number of rows with each value; `None`
/// without rows. No quarter stands for the least value, two for the median.
pub fn quartile<V: Copy>(rows: &BTreeMap<V, u64>, quarters: u64) -> Option<V> {
    let wanted = (rows.values().sum::<u64>() * quarters).div_ceil(4);
    let mut reached = 0;
    let reaching = rows.iter().find(|&(_, &count)| {
        reached += count;
        reached >= wanted
    });
    reaching.map(|(&value, _)| value)
}

fn numeric_columns() -> impl Iterator<Item = &'static Column> {
    Column::all(true).filter(|column| column.is_numeric())
}

impl ColumnSummaries {
    /// Counts a solved row.
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.values.resize(numeric_columns().count(), BTreeMap::new());
        for (column, values) in numeric_columns().zip(&mut self.values) {
            *values.entry(column.number(row).unwrap_or(0)).or_default() += 1;
        }
    }

    /// The distributions in the order of the columns; none without rows.
    pub fn finish(&self) -> Vec<ColumnSummary> {
        numeric_columns().zip(&self.values).map(|(column, values)| self.summary(column.name, values)).collect()
    }

    fn summary(&self, column: &'static str, values: &BTreeMap<u64, u64>) -> ColumnSummary {
        let part = |quarters| quartile(values, quarters).unwrap_or(0);
        let sum: f64 = values.iter().map(|(&value, &rows)| value as f64 * rows as f64).sum();
        ColumnSummary {
            column,
            least: part(0),
            lower_quartile: part(1),
            median: part(2),
            upper_quartile: part(3),
            greatest: part(4),
            mean: sum / self.rows as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_values_of_rows() {
        let mut summaries = ColumnSummaries::default();
        assert_eq!(summaries.finish(), []);
        for moves in [9, 2, 4, 4, 7] {
            summaries.add(&Row { moves, ..Row::default() });
        }
        let moves = summaries.finish()[0];
        assert_eq!(moves.column, "moves");
        let parts = [moves.least, moves.lower_quartile, moves.median, moves.upper_quartile, moves.greatest];
        assert_eq!((parts, moves.mean), ([2, 4, 4, 7, 9], 5.2));
    }
}
