//! `stats`: the statistics of files of rows, as text here, as charts and HTML in `page.rs`.
pub mod page;

use crate::board::{Metric, Picture, State};
use crate::database::{BINS, InputError, RowFactsError, RowReader, Statistics};
use crate::job::numbers::{counted, grouped};
use crate::job::row_metric::{RowMetricError, metric_of_files};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// Why there are no statistics.
#[derive(Debug, thiserror::Error)]
pub enum StatisticsError {
    /// A file of rows.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A row whose board has impossible pieces.
    #[error(transparent)]
    RowFacts(#[from] RowFactsError),
    /// It is not known what the rows count.
    #[error(transparent)]
    Metric(#[from] RowMetricError),
}

/// The statistics of all rows of some files. Their rows count what the descriptions beside them say, otherwise what is `asked` for,
/// otherwise moves.
///
/// # Errors
/// The first [`StatisticsError`].
pub fn statistics(inputs: &[PathBuf], asked: Option<Metric>) -> Result<Statistics, StatisticsError> {
    let mut stats = Statistics::new(metric_of_files(inputs, asked)?);
    for input in inputs {
        for row in RowReader::open(input)? {
            stats.add(&row?)?;
        }
    }
    stats.finish();
    Ok(stats)
}

/// The statistics as tables for a terminal.
pub fn statistics_as_text(stats: &Statistics) -> String {
    let mut text = format!("rows    {}\nstates  {}\n", grouped(stats.all.rows), grouped(stats.all.states));
    if !stats.by_walls.is_empty() {
        text.push_str("\nwalls         rows           states  deepest\n");
    }
    for (walls, share) in &stats.by_walls {
        let _ = writeln!(text, "{walls:>5} {:>12} {:>16} {:>8}", grouped(share.rows), grouped(share.states), share.deepest);
    }
    text.push_str(&histogram(&stats.metric.to_string(), &stats.moves));
    text.push_str(&histogram("pieces", &stats.pieces));
    text.push_str(&histogram("cars", &stats.cars));
    text.push_str(&histogram("trucks", &stats.trucks));
    if let Some((mean, deviation)) = stats.log_size_normal {
        let _ = write!(
            text,
            "\nlog10 of the cluster size: mean {mean:.3}, standard deviation {deviation:.3} (+ is the normal distribution)\n"
        );
        text.push_str(&log_sizes(stats));
    }
    if !stats.hardest.is_empty() {
        text.push_str("\nhardest\n");
        stats.hardest.chunks(5).for_each(|rows| text.push_str(&side_by_side(rows, stats.metric)));
    }
    text
}

const WIDEST: f64 = 50.0;

fn histogram(name: &str, rows: &BTreeMap<u32, u64>) -> String {
    let Some(most) = rows.values().copied().max().map(|most| most as f64) else { return String::new() };
    let mut text = format!("\n{name:>6}         rows\n");
    for (key, &rows) in rows {
        let bar = "▪".repeat((rows as f64 / most * WIDEST).ceil() as usize);
        let _ = writeln!(text, "{key:>6} {:>12} {bar}", grouped(rows));
    }
    text
}

/// The distribution of log10(cluster size): a bar for each bin, and a `+` at the value of the fitted normal distribution.
fn log_sizes(stats: &Statistics) -> String {
    let expected = stats.expected();
    let first = stats.log_size.keys().next().copied().unwrap_or(0);
    let most = stats.log_size.values().map(|&rows| rows as f64).chain(expected.iter().copied()).fold(1.0, f64::max);
    let mut text = String::new();
    for (bin, expected) in (first..).zip(expected) {
        let rows = stats.log_size.get(&bin).copied().unwrap_or(0);
        let mut bar: Vec<char> = vec!['▪'; (rows as f64 / most * WIDEST).ceil() as usize];
        let mark = (expected / most * WIDEST) as usize;
        bar.resize(bar.len().max(mark + 1), ' ');
        bar[mark] = '+';
        let bar: String = bar.into_iter().collect();
        let _ = writeln!(text, "{:>6.1} {:>12} {bar}", f64::from(bin) / f64::from(BINS), grouped(rows));
    }
    text
}

/// Boards side by side, each below its moves, or steps, and its cluster size.
fn side_by_side(rows: &[crate::database::RowLine], metric: Metric) -> String {
    let pictures: Vec<Vec<String>> = rows
        .iter()
        .filter_map(|row| Some((row, row.board.parse::<State>().ok()?)))
        .map(|(row, state)| {
            let head = format!("{}, {}", counted(row.moves, metric.noun()), grouped(row.cluster_size));
            std::iter::once(head).chain(Picture(&state).to_string().lines().map(str::to_owned)).collect()
        })
        .collect();
    let lines = pictures.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..lines {
        for picture in &pictures {
            let width = picture.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
            let _ = write!(text, "{:<width$}", picture.get(line).map_or("", String::as_str));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}
