//! The documents name only files and headings that exist, and the sequences of docs/MAXIMA.md are those of docs/maxima.csv and of
//! the counts without enumeration.
#![allow(clippy::disallowed_methods, reason = "the paths are those of the project")]
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gridlock::internals::enumerate::count_candidates;
use gridlock::{Size, WallRange};

/// Folders of the repository whose files documents name.
const FOLDERS: [&str; 11] =
    ["web/", "src/", "tests/", "scripts/", "docs/", "data/", "fuzz/", "benches/", "examples/", "python/", ".ci/"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Markdown files of the repository, except those of its dependencies.
fn documents() -> Vec<PathBuf> {
    let in_folder = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect::<Vec<_>>()
    };
    let mut found: Vec<PathBuf> =
        ["", "docs", "docs/gallery", "python", "web/package"].iter().flat_map(|folder| in_folder(root().join(folder))).collect();
    found.sort();
    assert!(found.len() >= 5, "{found:?}");
    found
}

/// The name that a link to a heading uses: small letters and digits, a hyphen for each space.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

fn has_anchor(document: &str, name: &str) -> bool {
    document.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line.trim_start_matches('#')) == name)
}

/// The targets of links and pictures: `](target)` and `src="target"`.
fn links(text: &str) -> Vec<&str> {
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    inline.chain(pictures).collect()
}

/// The paths of the repository that a text names, wherever they are in it.
fn paths(text: &str) -> Vec<&str> {
    let in_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    let words = text.split(|c| !in_path(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder))).collect()
}

#[test]
fn the_readme_names_the_package_and_the_oldest_rust() {
    let readme = read(&root().join("README.md"));
    for words in [concat!("Rust ", env!("CARGO_PKG_RUST_VERSION")), concat!("\n", env!("CARGO_PKG_NAME"), " = {")] {
        assert!(readme.contains(words), "README.md lacks {words:?}");
    }
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut followed = 0;
    for path in documents() {
        let text = read(&path);
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
            assert!(target.exists(), "{}: there is no {link}", path.display());
            // what follows the # in a link to a page of `play` is a board
            if let Some(heading) = heading.filter(|_| !file.ends_with(".html")) {
                assert!(has_anchor(&read(&target), heading), "{}: there is no heading for {link}", path.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 30, "{followed} links");
}

#[test]
fn every_file_that_a_document_names_exists() {
    let mut found = 0;
    for document in documents() {
        for path in paths(&read(&document)) {
            assert!(root().join(path).exists(), "{}: there is no {path}", document.display());
            found += 1;
        }
    }
    assert!(found > 50, "{found} paths");
}

#[test]
fn readme_and_guide_stay_short() {
    for (name, most) in [("README.md", 149), ("docs/GUIDE.md", 799)] {
        let lines = read(&root().join(name)).lines().count();
        assert!(lines <= most, "{name} has {lines} lines: at most {most}");
    }
}

/// The sequences of docs/MAXIMA.md, by line: board, what, terms.
fn sequences(maxima: &str) -> Vec<(&str, &str, Vec<u128>)> {
    let section = maxima.split("\n## As sequences\n").nth(1).expect("a section").split("\n## ").next().expect("its text");
    let lines = section.lines().filter(|line| line.starts_with("| ") && line.contains('×'));
    let cells = lines.map(|line| line.trim_matches(['|', ' ']).split(" | ").collect::<Vec<_>>());
    let terms = |text: &str| text.split(", ").filter(|term| *term != "...").map(|term| term.parse().expect("a term")).collect();
    cells.map(|cells| (cells[0], cells[1], terms(cells[2]))).collect()
}

#[test]
fn the_sequences_are_those_of_the_table_and_of_the_counts() {
    let [maxima, table] = ["docs/MAXIMA.md", "docs/maxima.csv"].map(|name| read(&root().join(name)));
    // size, metric and walls: rows, states, maximum
    let mut entries: BTreeMap<(String, String, usize), [u128; 3]> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[3].is_empty() {
            let figures = [4, 5, 6].map(|k| fields[k].parse().unwrap_or(0));
            entries.insert((fields[0].to_owned(), fields[2].to_owned(), fields[1].parse().expect("walls")), figures);
        }
    }
    let (mut compared, mut metric) = (0, "");
    for (board, what, terms) in sequences(&maxima) {
        let size = board.split('×').next().expect("a size");
        // counts of 6×6 with many walls take a second each
        let is_long = |walls: usize| (size, what) == ("6", "candidates") && walls > 4 && walls % 8 != 4;
        for (walls, &term) in terms.iter().enumerate().filter(|(walls, _)| !is_long(*walls)) {
            let single = WallRange::new(walls as u8, walls as u8).expect("a range");
            let figure = |k: usize, metric: &str| entries[&(size.to_owned(), metric.to_owned(), walls)][k];
            let expected = match what.split(' ').collect::<Vec<_>>()[..] {
                ["candidates"] => {
                    count_candidates(size.parse::<usize>().map(Size::square).expect("a number").expect("a size"), single)
                }
                ["rows", "by", of] => {
                    metric = of;
                    figure(0, of)
                }
                ["their", "states"] => figure(1, metric),
                ["most", of] => figure(2, of),
                _ => panic!("unknown: {what}"),
            };
            assert_eq!(term, expected, "{board}, {what}, {walls} walls");
            compared += 1;
        }
        // the last term is followed by zeros, or by terms that are not computed yet
        let next = entries.get(&(size.to_owned(), metric.to_owned(), terms.len()));
        assert!(what == "candidates" || next.is_none_or(|figures| figures[0] == 0), "{board}, {what}: a term is missing");
    }
    assert!(compared > 100, "{compared} terms");
}
