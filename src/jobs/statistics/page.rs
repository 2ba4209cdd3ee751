//! The statistics as charts (SVG), and as a page of HTML.
use crate::board::State;
use crate::draw::{
    Bar, BarChart, CHART, HeatField, Look, SvgTheme, Theme, bar_chart, board, dark_rules, escaped, heat_map, play_link,
    policy_digest, titled,
};
use crate::engine::{counted, grouped};
use crate::files::display_path;
use crate::notation::View;
use crate::ranks::{RankHeader, rank_header};
use crate::rows::{BINS, ColumnSummary, Statistics, quartile};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The charts of a database.
fn charts(stats: &Statistics, theme: Theme) -> Vec<svg::Document> {
    let whole = |map: &BTreeMap<u32, u64>| -> Vec<Bar> {
        let ends = map.keys().next().zip(map.keys().next_back());
        let keys = ends.map_or(0..0, |(&first, &last)| first..last + 1); // keys without rows too
        keys.map(|key| Bar { label: key.to_string(), value: map.get(&key).copied().unwrap_or(0) as f64 }).collect()
    };
    let expected = stats.expected();
    let first = stats.log_size.keys().next().copied().unwrap_or(0);
    let size_label = |bin: u32| format!("{:.1}", f64::from(bin) / f64::from(BINS));
    let sizes: Vec<Bar> = (first..first + expected.len() as u32)
        .map(|bin| Bar { label: size_label(bin), value: stats.log_size.get(&bin).copied().unwrap_or(0) as f64 })
        .collect();
    let height = 1.0 / f64::from(BINS);
    let field = |(&(moves, bin), &rows): (&(u32, u32), &u64)| HeatField {
        column: moves,
        low: f64::from(bin) * height,
        weight: rows as f64,
    };
    let fields: Vec<HeatField> = stats.moves_and_log_size.iter().map(field).collect();
    let chart = |title: &str, below: &str, map: &BTreeMap<u32, u64>| {
        let first = map.keys().next().copied().unwrap_or(0);
        let median = quartile(map, 2).map(|key| ((key - first) as usize, key.to_string()));
        bar_chart(&BarChart { title, below, bars: &whole(map), median, curve: None }, theme)
    };
    let cluster_sizes = BarChart {
        title: "Rows by cluster size, and a normal distribution",
        below: "log10 of the cluster size",
        bars: &sizes,
        median: quartile(&stats.log_size, 2).map(|bin| ((bin - first) as usize, size_label(bin))),
        curve: Some(&expected),
    };
    let depth = stats.metric.to_string();
    let mut charts = vec![
        chart(&format!("Rows by number of {depth}"), &depth, &stats.moves),
        bar_chart(&cluster_sizes, theme),
        heat_map(&format!("Cluster size by {depth}: the stronger, the more rows"), &depth, theme, &fields, height),
        chart("Rows by number of pieces", "pieces, the primary among them", &stats.pieces),
        chart("Rows by number of cars", "cars besides the primary", &stats.cars),
        chart("Rows by number of trucks", "trucks", &stats.trucks),
    ];
    if stats.all.states.is_none() {
        charts.drain(1..3); // the charts of cluster sizes
    }
    charts
}

/// All charts, two in a row, as one SVG document, light or dark like the reader's screen.
pub fn statistics_as_svg(stats: &Statistics, files: &[PathBuf]) -> String {
    let charts = charts(stats, Theme::Light);
    let (width, height) = CHART;
    let (across, down) = (2.0 * width, height * charts.len().div_ceil(2) as f64);
    let document = titled(&format!("{}: charts", title(files)), across, down);
    let add = |document: svg::Document, (index, chart): (usize, svg::Document)| {
        document.add(chart.set("x", (index % 2) as f64 * width).set("y", (index / 2) as f64 * height))
    };
    SvgTheme::Auto.finish(charts.into_iter().enumerate().fold(document, add)).to_string()
}

/// A self-contained page: statistics, charts and the hardest boards, light or dark like the reader's screen. Its content policy
/// allows its own style and nothing else. `files` are those of the database. `play` is the address of a page of `gridlock play`
/// to which the hardest boards are linked.
pub fn statistics_as_html(stats: &Statistics, files: &[PathBuf], play: Option<&str>) -> String {
    let charts = charts(stats, Theme::Light).iter().map(ToString::to_string).collect::<String>();
    let boards = hardest(stats, play);
    let style = STYLE.replace("/*dark*/", &dark_rules(&[&charts[..], &boards].concat()));
    let mut page = HEAD.to_owned();
    let _ = write!(
        page,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'\">\
         <style>{style}</style>",
        policy_digest(&style)
    );
    let title = escaped(&title(files));
    let _ = write!(page, "<title>{title}: figures</title></head><body><h1>{title}</h1>");
    let (all, metric) = (stats.all, stats.metric);
    page.push_str("<div class=\"figures\">");
    let at_most = format!("{metric} at most");
    let states = all.states.map(|states| (grouped(states), "states in their clusters"));
    let figures = [Some((grouped(all.rows), "rows")), states, Some((grouped(all.deepest), at_most.as_str()))];
    for (figure, name) in figures.into_iter().flatten() {
        let _ = write!(page, "<div><b>{figure}</b>{name}</div>");
    }
    let _ = write!(
        page,
        "</div><table><tr><th>walls</th><th>rows</th>{}<th>{at_most}</th></tr>",
        if all.states.is_some() { "<th>states</th>" } else { "" }
    );
    for (walls, share) in &stats.by_walls {
        let states = share.states.map_or_else(String::new, |states| format!("<td>{}</td>", grouped(states)));
        let _ = write!(page, "<tr><td>{walls}</td><td>{}</td>{states}<td>{}</td></tr>", grouped(share.rows), share.deepest);
    }
    page.push_str("</table>");
    if let Some((mean, deviation)) = stats.log_size_normal {
        let _ = write!(page, "<p>log10 of the cluster size: mean {mean:.3}, standard deviation {deviation:.3}.</p>");
    }
    page.push_str(&column_table(&stats.columns));
    let _ = write!(page, "<div class=\"charts\">{charts}</div>");
    if all.states.is_some() {
        page.push_str("<h2>The hardest</h2>");
    }
    let _ = writeln!(page, "<div class=\"boards\">{boards}</div></body></html>");
    page
}

/// The hardest boards, each linked to the page of `gridlock play` at the address `play`.
fn hardest(stats: &Statistics, play: Option<&str>) -> String {
    let mut boards = String::new();
    let look = Look { theme: Theme::Light, labels: false };
    for row in &stats.hardest {
        if let Ok(state) = row.board.parse::<State>() {
            let view = View::of_state(&state);
            let picture = board(&view, look).to_string();
            let picture = match play {
                Some(play) => {
                    format!("<a href=\"{}#{}\" aria-label=\"Play this board\">{picture}</a>", escaped(play), play_link(&view))
                }
                None => picture,
            };
            let (moves, states) = (counted(row.moves, stats.metric.noun()), counted(row.cluster_size, "state"));
            let (code, cells) = (&row.board, row.board.len());
            let _ = write!(
                boards,
                "<figure>{picture}<figcaption>{moves}, {states}<br><code class=\"cells-{cells}\">{code}</code></figcaption></figure>"
            );
        }
    }
    boards
}

/// The distribution of each column, as a table.
fn column_table(columns: &[ColumnSummary]) -> String {
    if columns.is_empty() {
        return String::new();
    }
    let mut table = "<table><tr><th>column</th><th>least</th><th>quartile</th><th>median</th><th>quartile</th><th>greatest</th>\
                     <th>mean</th></tr>"
        .to_owned();
    for column in columns {
        let ColumnSummary { column, least, lower_quartile, median, upper_quartile, greatest, mean } = *column;
        let _ = write!(table, "<tr><td><code>{column}</code></td>");
        for value in [least, lower_quartile, median, upper_quartile, greatest] {
            let _ = write!(table, "<td>{}</td>", grouped(value));
        }
        let _ = write!(table, "<td>{mean:.2}</td></tr>");
    }
    table + "</table>"
}

const HEAD: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">";

const STYLE: &str = "\
:root{color-scheme:light dark;--page:#ffffff;--text:#20252c;--soft:#5b6470;--line:#d6d9de}\
@media(prefers-color-scheme:dark){:root{--page:#14171c;--text:#e9edf2;--soft:#9aa4b2;--line:#2e343d}/*dark*/}\
body{font:16px/1.5 system-ui,sans-serif;background:var(--page);color:var(--text);max-width:1140px;\
margin:0 auto;padding:1rem 1rem 3rem}\
h1{font-size:1.7rem;margin:.5rem 0 1rem}h2{margin:2.5rem 0 1rem}\
.figures{display:flex;flex-wrap:wrap;gap:.5rem 3rem;color:var(--soft)}\
.figures b{display:block;font-size:1.8rem;line-height:1.2;color:var(--text)}\
table{display:block;overflow-x:auto;border-collapse:collapse;margin:1.5rem 0;font-variant-numeric:tabular-nums}\
td,th{padding:.25rem .9rem;text-align:right;border-bottom:1px solid var(--line)}th{font-weight:600}\
@media(max-width:600px){td,th{padding:.25rem .35rem;font-size:.85rem}}h1{overflow-wrap:anywhere}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:1.5rem}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,150px),1fr));gap:1.25rem 1rem}\
svg{display:block;width:100%;height:auto}figure{margin:0;text-align:center;font-size:.9rem}\
figure a{display:block;border-radius:8px}figure{container-type:inline-size}\
code{white-space:nowrap;color:var(--soft)}.cells-16,.cells-25{font-size:.8rem}.cells-36{font-size:min(.8rem,4.4cqi)}\
.cells-49{font-size:min(.8rem,3.2cqi)}.cells-64{font-size:min(.8rem,2.5cqi)}";

/// What files have: the size and walls of a whole database, or else their names.
fn title(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| match rank_header(file) {
        Some(RankHeader { rules, walls, is_whole: true, .. }) => {
            let size = rules.in_words();
            let most = match walls.max() {
                1 => "one wall".to_owned(),
                2 => "two walls".to_owned(),
                most => format!("{most} walls"),
            };
            match (walls.min(), walls.max()) {
                (_, 0) => format!("{size} without walls"),
                (0, _) => format!("{size} with up to {most}"),
                (first, last) if first == last => format!("{size} with {most}"),
                (first, _) => format!("{size} with {first} to {most}"),
            }
        }
        _ => shown_name(file),
    };
    if files.is_empty() { "a database".to_owned() } else { files.iter().map(name).collect::<Vec<_>>().join(", ") }
}

/// The name of a file without its folder.
fn shown_name(file: &Path) -> String {
    if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        display_path(Path::new(file.file_name().unwrap_or_default())).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Row;

    #[test]
    fn the_median_halves_the_rows() {
        let of = |rows: &[(u32, u64)]| quartile(&rows.iter().copied().collect(), 2);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(5, 1)]), Some(5));
        assert_eq!(of(&[(5, 2), (7, 2)]), Some(5));
        assert_eq!(of(&[(5, 2), (7, 3)]), Some(7));
    }

    #[test]
    fn names_stay_text_and_boards_are_linked() {
        let mut stats = Statistics::default();
        let row = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332".parse().expect("a row");
        stats.add(&Row::of(row).expect("pieces"));
        stats.finish();
        let files = ["rows/<b>&.txt".into()];
        let page = statistics_as_html(&stats, &files, Some("play.html?\""));
        assert!(page.contains("<h1>&lt;b&gt;&amp;.txt</h1>"));
        assert!(page.contains("<a href=\"play.html?&quot;#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\""));
        assert!(!statistics_as_html(&stats, &[], None).contains("<a href"));
    }
}
