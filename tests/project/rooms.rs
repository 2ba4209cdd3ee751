//! The rooms of `src` import one another only as the diagram in `src/lib.rs` says, and no files import one another in a circle.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The diagram in the comment of `lib.rs`: its rooms from top to bottom, and the arrows out of each.
fn drawn() -> (Vec<String>, Arrows) {
    let text = fs::read_to_string("src/lib.rs").expect("lib.rs is there");
    let rooms = text.split("//! # Rooms").nth(1).expect("a section on rooms");
    let diagram = rooms.split("```text").nth(1).and_then(|text| text.split("```").next()).expect("a diagram");
    let mut order = vec![];
    let mut arrows = Arrows::new();
    for line in diagram.lines().map(|line| line.trim_start_matches("//!").trim()).filter(|line| !line.is_empty()) {
        let (room, others) = line.split_once('→').unwrap_or((line, ""));
        let room = room.trim_end_matches(['─', ' ']).to_owned();
        order.push(room.clone());
        let others = others.split_whitespace().map(str::to_owned).collect();
        assert_eq!(arrows.insert(room.clone(), others), None, "{room} is drawn twice");
    }
    (order, arrows)
}

/// All Rust files of a folder and of the folders in it.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The code of a file, without comments and without its tests, which may use any room.
fn code_of(path: &Path) -> String {
    let name = path.file_stem().expect("a name").to_string_lossy();
    if name == "tests" || name.ends_with("_tests") || path.components().any(|part| part.as_os_str() == "tests") {
        return String::new();
    }
    let text = fs::read_to_string(path).expect("a source file");
    let text = text.split("\nmod tests {").next().expect("a first part");
    let mut code = String::new();
    let mut for_tests = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        if !for_tests {
            code.push_str(line);
            code.push('\n');
        }
        for_tests = line.trim() == "#[cfg(test)]";
    }
    code
}

/// The arrows in the code: every path that begins with `crate::` and the name of another room.
fn used(rooms: &[String]) -> Arrows {
    let mut arrows = Arrows::new();
    for room in rooms {
        let folder = PathBuf::from(format!("src/{room}"));
        let files = if folder.is_dir() { files_in(&folder) } else { vec![folder.with_extension("rs")] };
        let others = arrows.entry(room.clone()).or_default();
        for path in files {
            let code = code_of(&path);
            assert!(!code.contains("use crate::{"), "{}: name one room per use", path.to_string_lossy());
            for after in code.split("crate::").skip(1) {
                let other: String = after.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                if other != *room {
                    assert!(rooms.contains(&other), "{}: crate::{other} is not a room of the diagram", path.to_string_lossy());
                    others.insert(other);
                }
            }
        }
    }
    arrows
}

/// A file of a crate as a module.
struct Module {
    file: String,
    imports: Vec<Import>,
}

/// A path that a module names, and whether it re-exports its end.
type Import = (bool, Vec<String>);

/// All modules of a crate by their paths; the crate's own is empty.
fn modules(sources: &Path) -> BTreeMap<Vec<String>, Module> {
    let mut modules = BTreeMap::new();
    for path in files_in(sources) {
        let file = path.to_string_lossy().into_owned();
        let below = path.strip_prefix(sources).expect("a file in the folder").with_extension("");
        let mut names: Vec<String> = below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            names.pop();
        }
        if !file.ends_with("main.rs") {
            modules.insert(names, Module { file, imports: imports(&code_of(&path)) });
        }
    }
    modules
}

/// The paths in a tree of imports such as `a::{b::C, d}`.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let (head, branches) = tree.split_once('{').map_or((tree, None), |(head, rest)| (head, rest.rsplit_once('}').map(|r| r.0)));
    let name = |part: &str| part.split(" as ").next().unwrap_or("").trim().to_owned();
    let head: Vec<String> = head.split("::").map(name).filter(|name| !name.is_empty()).collect();
    let Some(branches) = branches else { return vec![head] };
    let (mut found, mut depth, mut start) = (vec![], 0, 0);
    for (at, c) in branches.char_indices().chain([(branches.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !branches[start..at].trim().is_empty() {
                    found.extend(paths(&branches[start..at]).into_iter().map(|rest| [head.clone(), rest].concat()));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The imports of a module's code, and whether they are re-exported; with the paths inside the code that begin with `crate` or
/// `super`.
fn imports(code: &str) -> Vec<Import> {
    let mut found = vec![];
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let begin = statement.rfind("use ").filter(|&begin| {
            let before = statement[..begin].trim_end_matches(|c| c != '\n');
            let line = &statement[before.len()..begin];
            line.is_empty() || line.starts_with("pub")
        });
        match begin {
            Some(begin) => {
                let is_pub = statement[..begin].rsplit('\n').next().is_some_and(|line| line.starts_with("pub"));
                let tree = statement[begin + 4..].trim_end_matches(';');
                found.extend(paths(tree).into_iter().map(|path| (is_pub, path)));
                rest.push_str(&statement[..begin]);
            }
            None => rest.push_str(statement),
        }
    }
    for root in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(root) {
            if !rest[..at].ends_with("super::") {
                let path: String = rest[at..].chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect();
                found.push((false, path.split("::").map(str::to_owned).filter(|name| !name.is_empty()).collect()));
            }
        }
    }
    found
}

/// The module in which a path ends, seen from a module; re-exports are followed. `None` outside the crate.
fn resolve(modules: &BTreeMap<Vec<String>, Module>, from: &[String], path: &[String], steps: usize) -> Option<Vec<String>> {
    let mut at = from.to_vec();
    for (k, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name => {
                let child = [at.as_slice(), &[name.to_owned()]].concat();
                if modules.contains_key(&child) {
                    at = child;
                    continue;
                }
                if k == 0 {
                    return None;
                }
                let source = modules
                    .get(&at)?
                    .imports
                    .iter()
                    .find(|(is_pub, path)| *is_pub && path.last().is_some_and(|last| last == name));
                return match source {
                    Some((_, path)) if steps > 0 => resolve(modules, &at, path, steps - 1),
                    _ => Some(at),
                };
            }
        }
    }
    Some(at)
}

/// A module may use the module that it belongs to: that is the one thing that leads back.
#[test]
fn no_files_go_in_a_circle() {
    // the arrows are more than these, unless the test has lost some
    for (sources, least_arrows) in [("src", 300), ("python/src", 50)] {
        let modules = modules(Path::new(sources));
        let arrows = arrows_between_files(&modules);
        assert!(arrows.len() > least_arrows, "the test reads too few arrows in {sources}: {}", arrows.len());
        let circles = in_circles(arrows);
        assert!(circles.is_empty(), "files in a circle: {circles:#?}");
    }
}

/// The arrows from files to the files whose names they import.
fn arrows_between_files(modules: &BTreeMap<Vec<String>, Module>) -> BTreeSet<(&str, &str)> {
    let mut arrows = BTreeSet::new();
    for (path, module) in modules {
        if path.is_empty() {
            continue;
        }
        for (_, import) in &module.imports {
            let Some(to) = resolve(modules, path, import, 9) else { continue };
            if !path.starts_with(&to) {
                arrows.insert((module.file.as_str(), modules[&to].file.as_str()));
            }
        }
    }
    arrows
}

/// The arrows in and between circles: what is left after removing, again and again, files without an arrow in or without an arrow
/// out.
fn in_circles<'a>(mut arrows: BTreeSet<(&'a str, &'a str)>) -> BTreeSet<(&'a str, &'a str)> {
    loop {
        let (from, to): (BTreeSet<&str>, BTreeSet<&str>) = arrows.iter().copied().unzip();
        let before = arrows.len();
        arrows.retain(|(first, second)| to.contains(first) && from.contains(second));
        if arrows.len() == before {
            return arrows;
        }
    }
}

/// Generated rows are compared with the built-in databases, so they must not come from them.
#[test]
fn the_search_reads_no_database() {
    let (_, drawn) = drawn();
    for room in ["generate", "enumerate", "lines", "board", "reference", "pairs", "verify", "hunt", "engine"] {
        for data in ["rows", "ranks", "tables", "inputs"] {
            assert!(!drawn[room].contains(data), "{room} uses {data}");
        }
    }
    let ranks = Path::new("src/ranks");
    let run = Path::new("src/run/shard_run");
    let mut names = 0;
    for path in files_in(Path::new("src")) {
        let code = code_of(&path);
        names += usize::from(code.contains("built_in"));
        assert!(!code.contains(".ranks\"") || path.starts_with(ranks), "{} names a rank file", path.to_string_lossy());
        let reads = ["RowReader", "LineReader", "Database", "RankFile", "built_in"].iter().find(|name| code.contains(**name));
        assert!(reads.is_none() || !path.starts_with(run), "{} reads rows: {reads:?}", path.to_string_lossy());
    }
    assert!(names > 3, "the test reads too little");
}

#[test]
fn the_diagram_of_the_rooms_is_true() {
    let (order, drawn) = drawn();
    let mut in_src = BTreeSet::new();
    for entry in fs::read_dir("src").expect("src") {
        let path = entry.expect("an entry").path();
        in_src.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
    }
    let rooms: BTreeSet<String> = order.iter().cloned().chain(["lib".to_owned(), "main".to_owned()]).collect();
    assert_eq!(rooms, in_src, "the rooms drawn, and those of src");
    let used = used(&order);
    for room in &order {
        assert_eq!(drawn[room], used[room], "the arrows out of {room}: left as drawn, right as in the code");
    }
    let place = |room: &String| order.iter().position(|other| other == room);
    for (room, others) in &drawn {
        assert!(others.iter().all(|other| place(other) > place(room)), "{room} uses a room above it: {others:?}");
    }
    assert!(used.values().map(BTreeSet::len).sum::<usize>() > 30, "the test reads too few arrows");
}
