//! Statistics of a database, counted in one pass over its rows.
use super::column_summary::ColumnSummary;
use super::columns::Row;
use super::row::RowLine;
use crate::board::Metric;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Bins of log10(cluster size) for each power of ten.
pub const BINS: u32 = 10;

/// The number of hardest rows to keep.
const HARDEST: usize = 20;

/// Totals over some of the rows, for example those with two walls.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize)]
pub struct RowTotals {
    /// Rows.
    pub rows: u64,
    /// States in their clusters; `None` if they were not counted. The type is wide enough for the largest possible cluster in
    /// every row.
    pub states: Option<u128>,
    /// The largest number of moves, or steps, of a row.
    pub deepest: u32,
}

impl RowTotals {
    fn add(&mut self, moves: u32, cluster_size: Option<u64>) {
        self.rows += 1;
        self.states = cluster_size.map(|size| self.states.unwrap_or(0) + u128::from(size));
        self.deepest = self.deepest.max(moves);
    }
}

/// Statistics of a database.
#[derive(Clone, Default, PartialEq, Debug, Serialize)]
pub struct Statistics {
    /// What the rows count.
    pub metric: Metric,
    /// Totals of all rows.
    pub all: RowTotals,
    /// Totals by number of walls.
    pub by_walls: BTreeMap<u32, RowTotals>,
    /// Rows by number of moves, or steps.
    pub moves: BTreeMap<u32, u64>,
    /// Rows by number of pieces, including the primary.
    pub pieces: BTreeMap<u32, u64>,
    /// Rows by number of cars, not counting the primary.
    pub cars: BTreeMap<u32, u64>,
    /// Rows by number of trucks.
    pub trucks: BTreeMap<u32, u64>,
    /// Rows by floor(10 log10(cluster size)).
    pub log_size: BTreeMap<u32, u64>,
    /// Rows by moves, or steps, and floor(10 log10(cluster size)).
    #[serde(serialize_with = "as_list")]
    pub moves_and_log_size: BTreeMap<(u32, u32), u64>,
    /// Mean and standard deviation of log10(cluster size), which define the fitted normal distribution; `None` without rows.
    pub log_size_normal: Option<(f64, f64)>,
    /// The hardest rows in the published order.
    pub hardest: Vec<RowLine>,
    /// The distribution of the values of each numeric column of a table; empty unless the rows were solved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ColumnSummary>,
    /// The hardest row for each number of walls and pieces, and the totals of such rows.
    #[serde(serialize_with = "as_values")]
    pub hardest_of: BTreeMap<(u32, u32), Hardest>,
    /// Rows by moves, or steps, walls and pieces.
    #[serde(skip)]
    pub groups: BTreeMap<(u32, u32, u32), u64>,
    /// Sums of log10(cluster size) and of its square.
    #[serde(skip)]
    sums: (f64, f64),
}

fn as_list<S: Serializer>(map: &BTreeMap<(u32, u32), u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(map.iter().map(|(&(moves, bin), &rows)| (moves, bin, rows)))
}

/// The rows with some number of walls and of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hardest {
    /// The number of walls.
    pub walls: u32,
    /// The number of pieces.
    pub pieces: u32,
    /// All of these rows.
    #[serde(flatten)]
    pub totals: RowTotals,
    /// How many of them have the greatest number of moves, or steps.
    pub reached_by: u64,
    /// The first of these in the published order; `None` if boards were not counted.
    pub row: Option<RowLine>,
}

impl Hardest {
    fn add(&mut self, moves: u32, cluster_size: Option<u64>) {
        if moves > self.totals.deepest {
            self.reached_by = 0;
        }
        self.totals.add(moves, cluster_size);
        self.reached_by += u64::from(moves == self.totals.deepest);
    }
}

fn as_values<S: Serializer>(hardest: &BTreeMap<(u32, u32), Hardest>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hardest.values())
}

impl Statistics {
    /// Statistics of no rows, which count moves or steps.
    pub fn new(metric: Metric) -> Statistics {
        Statistics { metric, ..Statistics::default() }
    }

    /// Counts a row with its cluster size and its board. Either all rows are counted in this way or none.
    pub fn add(&mut self, row: &Row) {
        self.count(row, Some(row.cluster_size));
        let log = (row.cluster_size as f64).log10();
        let bin = (log * f64::from(BINS)) as u32;
        *self.log_size.entry(bin).or_default() += 1;
        *self.moves_and_log_size.entry((row.moves, bin)).or_default() += 1;
        self.sums = (self.sums.0 + log, self.sums.1 + log * log);
        let hardest = self.hardest_of.get_mut(&(row.walls, row.pieces)).expect("the row was counted");
        let row = row.line();
        if hardest.row.as_ref().is_none_or(|other| row < *other) {
            hardest.row = Some(row.clone());
        }
        if self.hardest.len() < HARDEST || self.hardest.last().is_some_and(|last| row < *last) {
            let place = self.hardest.partition_point(|other| *other < row);
            self.hardest.insert(place, row);
            self.hardest.truncate(HARDEST);
        }
    }

    /// Counts a row without its board, and without its cluster size if that is not known.
    pub fn count(&mut self, row: &Row, cluster_size: Option<u64>) {
        self.all.add(row.moves, cluster_size);
        self.by_walls.entry(row.walls).or_default().add(row.moves, cluster_size);
        let (walls, pieces) = (row.walls, row.pieces);
        *self.groups.entry((row.moves, walls, pieces)).or_default() += 1;
        let none = || Hardest { walls, pieces, totals: RowTotals::default(), reached_by: 0, row: None };
        self.hardest_of.entry((walls, pieces)).or_insert_with(none).add(row.moves, cluster_size);
        for (map, key) in [
            (&mut self.moves, row.moves),
            (&mut self.pieces, row.pieces),
            (&mut self.cars, row.cars),
            (&mut self.trucks, row.trucks),
        ] {
            *map.entry(key).or_default() += 1;
        }
    }

    /// Fits the normal distribution. Call it after the last row.
    pub fn finish(&mut self) {
        if self.all.rows == 0 {
            self.all.states = Some(0);
        } else if !self.log_size.is_empty() {
            let rows = self.all.rows as f64;
            let mean = self.sums.0 / rows;
            self.log_size_normal = Some((mean, (self.sums.1 / rows - mean * mean).max(0.0).sqrt()));
        }
    }

    /// The number of rows that the fitted normal distribution predicts for each bin from the first to the last of `log_size`.
    pub fn expected(&self) -> Vec<f64> {
        let (Some((mean, deviation)), Some((&first, _)), Some((&last, _))) =
            (self.log_size_normal, self.log_size.first_key_value(), self.log_size.last_key_value())
        else {
            return Vec::new();
        };
        let width = 1.0 / f64::from(BINS);
        let density = |x: f64| (-0.5 * ((x - mean) / deviation).powi(2)).exp() / (deviation * std::f64::consts::TAU.sqrt());
        let middle = |bin: u32| (f64::from(bin) + 0.5) * width;
        let rows = |bin| if deviation > 0.0 { density(middle(bin)) * width * self.all.rows as f64 } else { 0.0 };
        (first..=last).map(rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted() {
        let rows = include_str!("../../data/top23.txt");
        let mut stats = Statistics::default();
        rows.lines().map(|row| Row::of(row.parse().expect("a row")).expect("pieces")).for_each(|row| stats.add(&row));
        stats.finish();
        assert_eq!((stats.all.rows, stats.all.deepest, stats.hardest.len()), (23, 60, 20));
        assert_eq!(stats.by_walls.values().map(|share| share.rows).sum::<u64>(), 23);
        assert_eq!(stats.moves.values().sum::<u64>(), 23);
        assert!(stats.hardest.is_sorted() && stats.hardest[0].moves == 60);
        let (mean, deviation) = stats.log_size_normal.expect("rows");
        assert!((3.0..5.0).contains(&mean) && (0.0..1.0).contains(&deviation));
        assert!((stats.expected().iter().sum::<f64>() - 23.0).abs() < 8.0);
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let mut stats = Statistics::default();
        let row = Row::of("9999 AAoooooooooooooo 100000000000000".parse().expect("a row")).expect("pieces");
        (0..200_000).for_each(|_| stats.add(&row));
        stats.finish();
        assert_eq!((stats.all.states, stats.all.deepest), (Some(20_000_000_000_000_000_000), 9999));
        assert!(serde_json::to_string(&stats).expect("JSON").contains("\"states\":20000000000000000000,"));
    }

    #[test]
    fn no_rows_are_no_error() {
        let mut stats = Statistics::default();
        stats.finish();
        assert_eq!((stats.log_size_normal, stats.expected()), (None, Vec::new()));
    }
}
