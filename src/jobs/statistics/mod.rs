//! `stats`: the statistics of files of rows, as text here, as charts and HTML in `page.rs`.
pub mod page;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use super::JobError;
use super::select::{SelectSettings, Selection};
use super::solved_rows::SolvedRun;
use crate::board::{Metric, State};
use crate::engine::{counted, grouped};
use crate::files::RunFolder;
use crate::inputs::{InputError, RowSource};
use crate::notation::side_by_side;
use crate::ranks::{Database, rank_header};
use crate::rows::{BINS, ColumnSummaries, ColumnSummary, Hardest, Row, RowLine, Statistics};
use crate::run::{metric_of_files, rules_of_files};

/// The statistics of all rows of the files of `settings`. Without `states` they lack cluster sizes and boards, and rows of rank
/// files are counted by their ranks, without a search.
///
/// # Errors
/// The first [`JobError`].
pub fn statistics(settings: &SelectSettings, states: bool) -> Result<Statistics, JobError> {
    let SelectSettings { inputs, found, gauge, .. } = settings;
    let mut stats = Statistics::new(metric_of_files(inputs, settings.metric)?);
    let count_ranks = |path: &PathBuf, stats: &mut Statistics| {
        let database = Database::open(path)?;
        let mut expander = database.expander();
        for entry in database.entries() {
            stats.count(&expander.known(entry?)?, None);
        }
        Ok(())
    };
    let of_ranks = |path: &&PathBuf| !states && rank_header(path).is_some();
    for path in inputs.iter().filter(of_ranks) {
        count_ranks(path, &mut stats).map_err(|source| InputError::Ranks { path: path.clone(), source })?;
    }
    let rules = rules_of_files(inputs, settings.size)?;
    let inputs = inputs.iter().filter(|path| !of_ranks(path)).cloned().collect();
    let source = RowSource { found: found.clone(), rules, gauge: gauge.clone(), ..RowSource::all(inputs) };
    for row in source.rows() {
        if states { stats.add(&row?) } else { stats.count(&row?, None) }
    }
    stats.finish();
    Ok(stats)
}

/// The statistics of selected rows that are solved. `folder` and `step` are as for [`Selection::write`].
///
/// # Errors
/// As [`Selection::write`].
pub fn solved_statistics(
    selection: Selection<'_>,
    folder: Option<&mut RunFolder<SolvedRun>>,
    step: impl FnMut(u64, Option<u64>),
) -> Result<Statistics, JobError> {
    let mut stats = Statistics::new(selection.metric);
    let mut columns = ColumnSummaries::default();
    let add = |rows: &mut [Row]| {
        for row in &*rows {
            columns.add(row);
            stats.add(row);
        }
        Ok(())
    };
    selection.write(add, folder, step)?;
    stats.columns = columns.finish();
    stats.finish();
    Ok(stats)
}

/// The statistics as tables for a terminal.
pub fn statistics_as_text(stats: &Statistics) -> String {
    let mut text = format!("rows    {}\n", grouped(stats.all.rows));
    if let Some(states) = stats.all.states {
        let _ = writeln!(text, "states  {}", grouped(states));
    }
    // a column of states only where they were counted
    let column = |states: Option<String>| states.map_or_else(String::new, |states| format!(" {states:>16}"));
    if !stats.by_walls.is_empty() {
        let states = column(stats.all.states.map(|_| "states".to_owned()));
        let _ = writeln!(text, "\nwalls         rows{states}  deepest");
    }
    for (walls, share) in &stats.by_walls {
        let states = column(share.states.map(grouped));
        let _ = writeln!(text, "{walls:>5} {:>12}{states} {:>8}", grouped(share.rows), share.deepest);
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
    text.push_str(&column_table(&stats.columns));
    if !stats.hardest.is_empty() {
        text.push_str("\nhardest\n");
        stats.hardest.chunks(5).for_each(|rows| text.push_str(&boards(rows, stats.metric)));
    }
    if !stats.hardest_of.is_empty() {
        let what = if stats.hardest.is_empty() { stats.metric.to_string() } else { "row".to_owned() };
        let _ = write!(text, "\nhardest for each number of walls and pieces\nwalls  pieces  {what}\n");
    }
    for ((walls, pieces), Hardest { row, totals, .. }) in &stats.hardest_of {
        let row = row.as_ref().map_or_else(|| totals.deepest.to_string(), RowLine::to_string);
        let _ = writeln!(text, "{walls:>5} {pieces:>7}  {row}");
    }
    text
}

/// How many rows have each number of moves, walls and pieces, as CSV.
pub fn statistics_as_csv(stats: &Statistics) -> String {
    let line = |((moves, walls, pieces), rows): (&(u32, u32, u32), &u64)| format!("{moves},{walls},{pieces},{rows}\n");
    format!("{},walls,pieces,rows\n", stats.metric) + &stats.groups.iter().map(line).collect::<String>()
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

/// A line for each column that was counted: its least and greatest value, quartiles, median and mean.
fn column_table(columns: &[ColumnSummary]) -> String {
    if columns.is_empty() {
        return String::new();
    }
    let head = ["least", "quartile", "median", "quartile", "greatest", "mean"].map(|name| format!(" {name:>13}"));
    let mut text = format!("\n{:<18}{}\n", "column", head.concat());
    for column in columns {
        let ColumnSummary { column, least, lower_quartile, median, upper_quartile, greatest, mean } = *column;
        let _ = write!(text, "{column:<18}");
        for value in [least, lower_quartile, median, upper_quartile, greatest] {
            let _ = write!(text, " {:>13}", grouped(value));
        }
        let _ = writeln!(text, " {mean:>13.2}");
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
fn boards(rows: &[RowLine], metric: Metric) -> String {
    let picture = |row: &RowLine| {
        let head = format!("{}, {}", counted(row.moves, metric.noun()), grouped(row.cluster_size));
        // a row does not say the columns of a board that is not square
        let drawn = row.board.parse::<State>().map_or_else(|_| row.board.clone(), |state| state.picture().to_string());
        let text = format!("{head}\n{drawn}");
        let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
        (text, width)
    };
    side_by_side(&rows.iter().map(picture).collect::<Vec<_>>())
}
