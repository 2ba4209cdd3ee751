//! The statistics as charts (SVG), and as a page of HTML.
use crate::board::{State, View};
use crate::database::{BINS, Statistics};
use crate::draw::board;
use crate::draw::{Bar, CHART, HeatField, Look, Theme, bar_chart, curve_chart, dark_rules, heat_map};
use crate::job::numbers::{counted, grouped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The charts of a database.
fn charts(stats: &Statistics, theme: Theme) -> Vec<svg::Document> {
    let whole = |map: &BTreeMap<u32, u64>| -> Vec<Bar> {
        let ends = map.keys().next().zip(map.keys().next_back());
        let keys = ends.map_or(0..0, |(&first, &last)| first..last + 1); // keys without rows too
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
    let height = 1.0 / f64::from(BINS);
    let field = |(&(moves, bin), &rows): (&(u32, u32), &u64)| HeatField {
        column: moves,
        low: f64::from(bin) * height,
        weight: rows as f64,
    };
    let fields: Vec<HeatField> = stats.moves_and_log_size.iter().map(field).collect();
    let depth = stats.metric.to_string();
    vec![
        bar_chart(&format!("Rows by number of {depth}"), &depth, theme, &whole(&stats.moves)),
        curve_chart(
            "Rows by cluster size, and the fitted normal distribution",
            "log10 of the cluster size",
            theme,
            &sizes,
            &expected,
        ),
        heat_map(&format!("Cluster size by {depth}: the stronger, the more rows"), &depth, theme, &fields, height),
        bar_chart("Rows by number of pieces", "pieces, the primary among them", theme, &whole(&stats.pieces)),
        bar_chart("Rows by number of cars", "cars besides the primary", theme, &whole(&stats.cars)),
        bar_chart("Rows by number of trucks", "trucks", theme, &whole(&stats.trucks)),
    ]
}

/// All charts, two in a row, as one SVG document.
pub fn statistics_as_svg(stats: &Statistics, theme: Theme) -> String {
    let charts = charts(stats, theme);
    let (width, height) = CHART;
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

/// A self-contained page: statistics, charts and the hardest boards, light or dark like the reader's screen.
pub fn statistics_as_html(stats: &Statistics) -> String {
    let mut page = HEAD.replace("/*dark*/", &dark_rules());
    let (all, metric) = (stats.all, stats.metric);
    page.push_str("<div class=\"figures\">");
    let at_most = format!("{metric} at most");
    for (figure, name) in
        [(grouped(all.rows), "rows"), (grouped(all.states), "states in their clusters"), (grouped(all.deepest), at_most.as_str())]
    {
        let _ = write!(page, "<div><b>{figure}</b>{name}</div>");
    }
    let _ = write!(page, "</div><table><tr><th>walls</th><th>rows</th><th>states</th><th>{at_most}</th></tr>");
    for (walls, share) in &stats.by_walls {
        let (rows, states) = (grouped(share.rows), grouped(share.states));
        let _ = write!(page, "<tr><td>{walls}</td><td>{rows}</td><td>{states}</td><td>{}</td></tr>", share.deepest);
    }
    page.push_str("</table>");
    if let Some((mean, deviation)) = stats.log_size_normal {
        let _ = write!(page, "<p>log10 of the cluster size: mean {mean:.3}, standard deviation {deviation:.3}.</p>");
    }
    page.push_str("<div class=\"charts\">");
    charts(stats, Theme::Light).iter().for_each(|chart| page.push_str(&chart.to_string()));
    page.push_str("</div><h2>The hardest</h2><div class=\"boards\">");
    let look = Look { theme: Theme::Light, labels: false };
    for row in &stats.hardest {
        if let Ok(state) = row.board.parse::<State>() {
            let picture = board(&View::of_state(&state), look);
            let (moves, states) = (counted(row.moves, metric.noun()), counted(row.cluster_size, "state"));
            let code = &row.board;
            let _ = write!(page, "<figure>{picture}<figcaption>{moves}, {states}<br><code>{code}</code></figcaption></figure>");
        }
    }
    page.push_str("</div></body></html>\n");
    page
}

const HEAD: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>gridlock: figures of a database</title>\
<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>\
:root{color-scheme:light dark;--page:#ffffff;--text:#20252c;--soft:#5b6470;--line:#d6d9de}\
@media(prefers-color-scheme:dark){:root{--page:#14171c;--text:#e9edf2;--soft:#9aa4b2;--line:#2e343d}/*dark*/}\
body{font:16px/1.5 system-ui,sans-serif;background:var(--page);color:var(--text);max-width:1140px;\
margin:0 auto;padding:1rem 1rem 3rem}\
h1{font-size:1.7rem;margin:.5rem 0 1rem}h2{margin:2.5rem 0 1rem}\
.figures{display:flex;flex-wrap:wrap;gap:.5rem 3rem;color:var(--soft)}\
.figures b{display:block;font-size:1.8rem;line-height:1.2;color:var(--text)}\
table{border-collapse:collapse;margin:1.5rem 0;font-variant-numeric:tabular-nums}\
td,th{padding:.25rem .9rem;text-align:right;border-bottom:1px solid var(--line)}th{font-weight:600}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:1.5rem}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:1.25rem 1rem}\
svg{display:block;width:100%;height:auto}figure{margin:0;text-align:center;font-size:.9rem}\
code{font-size:.72rem;overflow-wrap:anywhere;color:var(--soft)}</style></head><body><h1>Figures of a database</h1>";
