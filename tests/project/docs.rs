//! The documents name only files and headings that exist.
#![allow(clippy::disallowed_methods, reason = "the paths are those of the project")]
use std::path::{Path, PathBuf};

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
