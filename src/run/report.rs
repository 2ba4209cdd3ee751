//! Figures of a database as text, as one page of HTML, and as charts.
use super::grouped;
use crate::board::{Picture, State, View};
use crate::draw::{Bar, Look, Theme, bars, board, curve, scatter};
use crate::store::{BINS, FactsError, InputError, RowReader, Stats};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// Rows that can't be counted.
#[derive(Debug, thiserror::Error)]
pub enum StatsError {
    /// A file of rows.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A row whose board has impossible pieces.
    #[error(transparent)]
    Facts(#[from] FactsError),
}

/// Counts all rows of some files.
///
/// # Errors
/// The first [`StatsError`].
pub fn stats(inputs: &[PathBuf]) -> Result<Stats, StatsError> {
    let mut stats = Stats::default();
    for input in inputs {
        for row in RowReader::open(input)? {
            stats.add(&row?)?;
        }
    }
    stats.finish();
    Ok(stats)
}

/// Tables for a terminal.
pub fn stats_as_text(stats: &Stats) -> String {
    let mut text = format!("rows    {}\nstates  {}\n", grouped(stats.all.rows), grouped(stats.all.states));
    text.push_str("\nwalls         rows           states  deepest\n");
    for (walls, share) in &stats.by_walls {
        let _ = writeln!(text, "{walls:>5} {:>12} {:>16} {:>8}", grouped(share.rows), grouped(share.states), share.deepest);
    }
    text.push_str(&histogram("moves", &stats.moves));
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
        stats.hardest.chunks(5).for_each(|rows| text.push_str(&side_by_side(rows)));
    }
    text
}

const WIDEST: f64 = 50.0;

fn histogram(name: &str, rows: &BTreeMap<u32, u64>) -> String {
    let most = rows.values().copied().max().unwrap_or(1) as f64;
    let mut text = format!("\n{name:>6}         rows\n");
    for (key, &rows) in rows {
        let bar = "▪".repeat((rows as f64 / most * WIDEST).ceil() as usize);
        let _ = writeln!(text, "{key:>6} {:>12} {bar}", grouped(rows));
    }
    text
}

/// The distribution of log10(cluster size), each bin with its bar, and a mark where the fitted normal distribution lies.
fn log_sizes(stats: &Stats) -> String {
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

/// Boards beside one another, each with its moves and cluster size above.
fn side_by_side(rows: &[crate::store::RowLine]) -> String {
    let pictures: Vec<Vec<String>> = rows
        .iter()
        .filter_map(|row| Some((row, row.board.parse::<State>().ok()?)))
        .map(|(row, state)| {
            let head = format!("{} moves, {}", row.moves, grouped(row.cluster_size));
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

/// The charts of a database: title and SVG of each.
fn charts(stats: &Stats, theme: Theme) -> Vec<svg::Document> {
    let whole = |map: &BTreeMap<u32, u64>| -> Vec<Bar> {
        let ends = map.keys().next().zip(map.keys().next_back());
        let keys = ends.map_or(0..0, |(&first, &last)| first..last + 1); // also those that no row has
        keys.map(|key| Bar { label: key.to_string(), value: map.get(&key).copied().unwrap_or(0) as f64 }).collect()
    };
    let expected = stats.expected();
    let first = stats.log_size.keys().next().copied().unwrap_or(0);
    let sizes: Vec<Bar> = (first..first + expected.len() as u32)
        .map(|bin| Bar {
            label: format!("{:.1}", f64::from(bin) / f64::from(BINS)),
            value: stats.log_size.get(&bin).copied().unwrap_or(0) as f64,
        })
        .collect();
    let points: Vec<(f64, f64, f64)> = stats
        .moves_and_log_size
        .iter()
        .map(|(&(moves, bin), &rows)| (f64::from(moves), 10f64.powf((f64::from(bin) + 0.5) / f64::from(BINS)), rows as f64))
        .collect();
    vec![
        bars("Rows by number of moves", "moves", theme, &whole(&stats.moves)),
        curve("Rows by cluster size, with the fitted normal distribution", "log10 of the cluster size", theme, &sizes, &expected),
        scatter("Cluster size against moves", "moves", theme, &points),
        bars("Rows by number of pieces", "pieces, the primary among them", theme, &whole(&stats.pieces)),
        bars("Rows by number of cars", "cars besides the primary", theme, &whole(&stats.cars)),
        bars("Rows by number of trucks", "trucks", theme, &whole(&stats.trucks)),
    ]
}

/// All charts, two in a row, as one SVG document.
pub fn stats_as_svg(stats: &Stats, theme: Theme) -> String {
    let charts = charts(stats, theme);
    let (width, height) = (760.0, 300.0);
    let (across, down) = (2.0 * width, height * charts.len().div_ceil(2) as f64);
    let document = svg::Document::new().set("viewBox", (0.0, 0.0, across, down)).set("width", across).set("height", down);
    charts
        .into_iter()
        .enumerate()
        .fold(document, |document, (index, chart)| {
            document.add(chart.set("x", (index % 2) as f64 * width).set("y", (index / 2) as f64 * height))
        })
        .to_string()
}

/// One page that needs nothing beside it: tables, charts, and the hardest boards.
pub fn stats_as_html(stats: &Stats) -> String {
    let mut page = String::from(HEAD);
    let _ = write!(page, "<p>{} rows, {} states in their clusters.</p>", grouped(stats.all.rows), grouped(stats.all.states));
    page.push_str("<table><tr><th>walls</th><th>rows</th><th>states</th><th>deepest</th></tr>");
    for (walls, share) in &stats.by_walls {
        let (rows, states) = (grouped(share.rows), grouped(share.states));
        let _ = write!(page, "<tr><td>{walls}</td><td>{rows}</td><td>{states}</td><td>{}</td></tr>", share.deepest);
    }
    page.push_str("</table>");
    if let Some((mean, deviation)) = stats.log_size_normal {
        let _ = write!(page, "<p>log10 of the cluster size: mean {mean:.3}, standard deviation {deviation:.3}.</p>");
    }
    charts(stats, Theme::Light).iter().for_each(|chart| page.push_str(&chart.to_string()));
    page.push_str("<h2>The hardest</h2><div class=\"boards\">");
    let look = Look { theme: Theme::Light, labels: false };
    for row in &stats.hardest {
        if let Ok(state) = row.board.parse::<State>() {
            let picture = board(&View::of_state(&state), look).set("width", 200).set("height", 200);
            let _ = write!(
                page,
                "<figure>{picture}<figcaption>{} moves, {} states<br><code>{}</code></figcaption></figure>",
                row.moves,
                grouped(row.cluster_size),
                row.board
            );
        }
    }
    page.push_str("</div></body></html>\n");
    page
}

const HEAD: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>gridlock: figures of a database</title><style>\
body{font-family:sans-serif;max-width:1100px;margin:2em auto;color:#20252c}table{border-collapse:collapse}\
td,th{padding:.2em 1em;text-align:right;border-bottom:1px solid #d6d9de}.boards{display:flex;flex-wrap:wrap;gap:1em}\
figure{margin:0;text-align:center;font-size:.8em}code{font-size:.75em}svg{max-width:100%}</style></head><body><h1>Figures of a database</h1>";
