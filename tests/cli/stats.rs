//! `gridlock stats` from outside.
use crate::{Sandbox, objects};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn statistics_as_text_json_and_pages() {
    let sandbox = Sandbox::after("generate --size 5 -o rows.txt.gz --quiet");
    let text = sandbox.succeed("stats rows.txt.gz");
    assert!(text.starts_with("rows    1,730\nstates  329,603\n"), "{text}");
    assert!(text.contains("20 moves, ") && text.contains("log10 of the cluster size: mean "), "{text}");
    let json = sandbox.answer("stats rows.txt.gz --json");
    assert_eq!((&json["all"]["rows"], &json["all"]["deepest"]), (&1730.into(), &20.into()));
    assert_eq!(json["moves"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 1730);
    // The hardest row for each number of walls and pieces, found again from the letters of the boards.
    let mut groups: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for row in sandbox.succeed("merge rows.txt.gz --plain -o -").lines() {
        let board = row.split(' ').nth(1).unwrap();
        let pieces: BTreeSet<char> = board.chars().filter(|c| !matches!(c, 'o' | 'x')).collect();
        groups.entry((board.matches('x').count(), pieces.len())).or_default().push(row.to_owned());
    }
    assert!(groups.len() > 5);
    let table = text.split("hardest for each number of walls and pieces\n").nth(1).unwrap();
    let table: Vec<String> = table.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(table, groups.iter().map(|((walls, pieces), rows)| format!("{walls} {pieces} {}", rows[0])).collect::<Vec<_>>());
    let numbers = |row: &String| row.split(' ').filter_map(|field| field.parse::<u64>().ok()).collect::<Vec<_>>();
    let totals = groups.values().map(|rows| {
        let rows: Vec<Vec<u64>> = rows.iter().map(numbers).collect();
        let reached_by = rows.iter().filter(|row| row[0] == rows[0][0]).count() as u64;
        [rows.len() as u64, rows.iter().map(|row| row[1]).sum(), reached_by]
    });
    let totals: Vec<[u64; 3]> = totals.collect();
    let of_json = json["hardest_of"].as_array().unwrap().iter();
    let of_json = of_json.map(|entry| ["rows", "states", "reached_by"].map(|name| entry[name].as_u64().unwrap()));
    assert_eq!(of_json.collect::<Vec<_>>(), totals);
    assert!(totals.iter().any(|&[rows, _, reached_by]| 1 < reached_by && reached_by < rows));
    // without boards the same, as far as ranks tell it
    sandbox.succeed("select rows.txt.gz -o rows.ranks");
    let fast: serde_json::Value = serde_json::from_str(&sandbox.succeed("stats rows.ranks --without-states --json")).unwrap();
    let told = |json: &serde_json::Value| {
        let entries = json["hardest_of"].as_array().unwrap().iter();
        entries
            .map(|entry| ["walls", "pieces", "rows", "deepest", "reached_by"].map(|name| entry[name].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(&fast), told(&json));
    sandbox.succeed("stats rows.txt.gz -o groups.csv");
    let counted = sandbox.text("groups.csv");
    let rows = counted.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(
        (counted.lines().next(), rows.sum::<u64>()),
        (Some("moves,walls,pieces,rows"), totals.iter().map(|group| group[0]).sum())
    );
    for name in ["stats.html", "stats.svg", "stats.json"] {
        sandbox.succeed(&format!("stats rows.txt.gz -o {name}"));
    }
    let page = sandbox.text("stats.html");
    // Six charts and twenty boards; nothing is fetched from elsewhere.
    assert_eq!((page.matches("<svg").count(), page.matches("<figure>").count()), (26, 20));
    assert!(!page.contains("src=") && !page.contains("href="));
    // The page fits a phone, and turns dark in dark mode.
    assert!(page.contains("width=device-width") && page.contains("dark){:root{--page:#14171c"), "{page}");
    assert!(page.contains("[fill=\"#d7263d\"]{fill:#ff4d5e}"));
    assert!(sandbox.text("stats.svg").starts_with("<svg"));
    sandbox.refuses("stats rows.txt.gz -o stats.xls", 2, [".html"]);
    sandbox.refuses("stats rows.txt.gz -o stats.html", 2, ["stats.html"]);
}

#[test]
fn rank_files_are_counted_without_a_search() {
    let sandbox = Sandbox::new();
    let mut whole = sandbox.answer("stats @rush5 --json");
    let brief = sandbox.answer("stats @rush5 --json --without-states");
    assert!(whole["all"]["states"].as_u64().unwrap() > 7320 && brief["all"]["rows"] == 7320);
    let by_walls = whole["by_walls"].as_object_mut().unwrap().values_mut().collect::<Vec<_>>();
    assert_eq!(by_walls.len(), 3);
    by_walls.into_iter().for_each(|totals| totals["states"] = Value::Null);
    whole["all"]["states"] = Value::Null;
    for name in ["metric", "all", "by_walls", "moves", "pieces", "cars", "trucks"] {
        assert_eq!(brief[name], whole[name], "{name}");
    }
    assert!(brief["hardest"].as_array().unwrap().is_empty());
    // the same from rows
    sandbox.succeed("merge @rush5 -o rows.txt");
    assert_eq!(sandbox.answer("stats rows.txt --json --without-states"), brief);
    sandbox.succeed("stats @rush5 --without-states -o stats.html");
    let page = sandbox.text("stats.html");
    assert_eq!((page.matches("<svg").count(), page.matches("The hardest").count()), (4, 0));
    let text = sandbox.succeed("stats @rush5 --without-states");
    assert!(
        !page.contains("states") && !text.contains("states") && !text.contains('–'),
        "no columns of what is not known: {text}"
    );
    sandbox.refuses("stats @rush5 --without-states --solve", 2, ["--without-states"]);
}

#[test]
fn solved_columns_have_their_distributions() {
    let sandbox = Sandbox::after("generate --size 4 --walls 0..1 -o rows.txt --quiet");
    let solved = sandbox.succeed("select rows.txt --solve --format jsonl -o -");
    let mut steps: Vec<u64> = objects(&solved).iter().map(|row| row["fewest_steps"].as_u64().unwrap()).collect();
    steps.sort_unstable();
    let json = sandbox.answer("stats rows.txt --solve --json");
    let column = json["columns"].as_array().unwrap().iter().find(|column| column["column"] == "fewest_steps").unwrap();
    let quantile = |quarters: usize| steps[(steps.len() * quarters).div_ceil(4).max(1) - 1];
    for (name, quarters) in [("least", 0), ("lower_quartile", 1), ("median", 2), ("upper_quartile", 3), ("greatest", 4)] {
        assert_eq!(column[name].as_u64(), Some(quantile(quarters)), "{name}");
    }
    let mean = steps.iter().sum::<u64>() as f64 / steps.len() as f64;
    assert!((column["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
    let text = sandbox.succeed("stats rows.txt --solve --threads 3");
    assert!(text.contains("blocking_pieces ") && text.contains("shortest_solutions "), "{text}");
    assert!(!sandbox.succeed("stats rows.txt").contains("blocking_pieces"));
    assert!(sandbox.succeed("stats rows.txt --json").contains("hardest") && json["hardest"].is_array());
    // through a run folder it is the same
    sandbox.succeed("stats rows.txt --solve -o stats.html");
    assert!(sandbox.text("stats.html").contains("<td><code>fewest_steps</code></td>"));
    sandbox.succeed("stats rows.txt --solve -o stats.txt");
    assert_eq!(sandbox.text("stats.txt"), text);
    assert_eq!(sandbox.names(), ["rows.txt", "rows.txt.json", "stats.html", "stats.txt"]);
}

#[test]
fn a_page_links_to_a_page_and_allows_nothing_but_its_style() {
    let sandbox = Sandbox::with("rows.txt", include_str!("../../data/top23.txt"));
    sandbox.succeed("stats rows.txt --play https://example.org/play.html -o stats.html");
    let page = sandbox.text("stats.html");
    let link = "<a href=\"https://example.org/play.html#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\"";
    assert!(page.contains(link) && page.contains("<h1>rows.txt</h1>"), "{page}");
    let (start, rest) = page.split_once("<style>").expect("a style");
    let style = rest.split("</style>").next().expect("its end");
    let policy = start.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).expect("a policy");
    let digest = gridlock::internals::draw::policy_digest(style);
    assert!(policy.starts_with(&format!("default-src 'none'; style-src {digest}; base-uri 'none'; form-action 'none'\"")));
    assert!(!page.contains("style=") && !page.contains("<script"), "the policy forbids it");
}

/// What a picture has at which place.
#[cfg(feature = "pictures")]
#[derive(Default)]
struct Places {
    texts: Vec<(String, resvg::tiny_skia::Rect)>,
    /// The lines of medians.
    lines: Vec<resvg::tiny_skia::Rect>,
}

#[cfg(feature = "pictures")]
impl Places {
    fn of(svg: &str) -> Places {
        let mut fonts = resvg::usvg::fontdb::Database::new();
        [dejavu::sans::regular(), dejavu::sans::bold()].into_iter().for_each(|font| fonts.load_font_data(font.to_vec()));
        fonts.set_sans_serif_family("DejaVu Sans");
        let options = resvg::usvg::Options { fontdb: std::sync::Arc::new(fonts), ..Default::default() };
        let mut places = Places::default();
        places.add(resvg::usvg::Tree::from_str(svg, &options).expect("a picture").root());
        places
    }

    fn add(&mut self, group: &resvg::usvg::Group) {
        use resvg::usvg::{Color, Node, Paint};
        for node in group.children() {
            match node {
                Node::Group(group) => self.add(group),
                Node::Text(text) => {
                    let words = text.chunks().iter().map(|chunk| chunk.text()).collect();
                    self.texts.push((words, text.abs_bounding_box()));
                }
                Node::Path(path) => {
                    let red = Paint::Color(Color::new_rgb(0xd7, 0x26, 0x3d));
                    // a curve is wider
                    if path.stroke().is_some_and(|stroke| *stroke.paint() == red && stroke.width().get() < 2.0) {
                        self.lines.push(path.abs_stroke_bounding_box());
                    }
                }
                Node::Image(_) => {}
            }
        }
    }
}

#[test]
#[cfg(feature = "pictures")]
fn no_text_of_a_chart_lies_over_another() {
    let sandbox = Sandbox::with("rows.txt", include_str!("../../data/rows45.txt"));
    for (arguments, medians, least_texts) in [
        ("@rush6 --without-states", 4, 120),
        ("@rush5-all --without-states", 4, 80),
        ("@rush4 --without-states", 4, 50),
        ("rows.txt", 5, 80),
        ("@rush5", 5, 80),
    ] {
        let name = format!("{}.svg", arguments.split_whitespace().next().unwrap());
        sandbox.succeed(&format!("stats {arguments} -o {name}"));
        let Places { texts, lines } = Places::of(&sandbox.text(&name));
        assert!(texts.len() >= least_texts, "{arguments}: {} texts", texts.len());
        for (k, (words, place)) in texts.iter().enumerate() {
            for (other, other_place) in &texts[..k] {
                assert!(place.intersect(other_place).is_none(), "{arguments}: {words:?} lies over {other:?}");
            }
        }
        assert_eq!(lines.len(), medians, "{arguments}");
        for line in &lines {
            assert!(line.height() >= 16.0, "{arguments}: a line is {} high", line.height());
            let crossed = texts.iter().find(|(_, place)| place.intersect(line).is_some());
            assert!(crossed.is_none(), "{arguments}: a median's line crosses {crossed:?}");
        }
    }
}
