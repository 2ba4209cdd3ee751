//! The rooms of `src` use one another only as the diagram in `src/lib.rs` says.
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
    let text = text.split("#[cfg(test)]\nmod tests {").next().expect("a first part");
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

/// What is generated is compared with the databases in the program, so it must not come from them.
#[test]
fn the_search_reads_no_database() {
    let (_, drawn) = drawn();
    for room in ["generate", "enumerate", "lines", "board", "reference", "pairs", "verify", "hunt", "engine"] {
        for data in ["rows", "ranks", "tables", "inputs"] {
            assert!(!drawn[room].contains(data), "{room} uses {data}");
        }
    }
    let ranks = Path::new("src/ranks");
    let run = Path::new("src/run/generate");
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
