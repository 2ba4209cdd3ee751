//! Whole pictures, compared with those in `tests/snapshots`: text byte for byte, a PNG pixel by pixel.
//!
//! If a picture is meant to change, renew them, look at each, and commit them with the change:
//!
//! ```sh
//! GRIDLOCK_RENEW_SNAPSHOTS=1 cargo test --release --test cli snapshots
//! ```
use crate::Sandbox;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the snapshot, and the command that draws it on standard output.
const PICTURES: &[(&str, &str)] = &[
    ("board-light.svg", "render oBBoAAoCxooCDDDo -o -"),
    ("board-dark.svg", "render oBBoAAoCxooCDDDo --theme dark -o -"),
    ("board-labels.svg", "render oBBoAAoCxooCDDDo --labels -o -"),
    ("board-exit-up.svg", "render oBBooAooCAooCDDD --exit up -o -"),
    ("board-exit-left.svg", "render oBBooxAACoooCDDD --exit left -o -"),
    ("animation.svg", "render oBBoAAoCoooCxooo --solution -o -"),
    ("strip.svg", "render oBBoAAoCoooCxooo --solution --strip 2 -o -"),
    ("cluster.dot", "graph oBBoAAoCoooCDDDo -o -"),
    ("cluster-unsolvable.dot", "graph ....AA.x........ -o -"),
];

/// The same with letters as a PNG: they look the same on every machine, whatever fonts it has.
const PNG: (&str, &str) = ("board-labels.png", "render oBBoAAoCxooCDDDo --labels --width 304 -o board-labels.png");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots")
}

fn renew() -> bool {
    std::env::var_os("GRIDLOCK_RENEW_SNAPSHOTS").is_some()
}

#[test]
fn pictures_are_those_that_were_looked_at() {
    let folder = folder();
    let sandbox = Sandbox::new();
    for (name, command) in PICTURES {
        let drawn = sandbox.succeed(command);
        let path = folder.join(name);
        if renew() {
            fs::write(&path, &drawn).expect("written");
        }
        let expected = fs::read_to_string(&path).expect("a snapshot");
        assert!(
            drawn == expected,
            "`gridlock {command}` no longer draws {name}. If it is meant to change, see the top of tests/cli/snapshots.rs\n\n{drawn}"
        );
    }
    let mut names: Vec<_> = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    let mut known: Vec<_> = PICTURES.iter().chain([&PNG]).map(|(name, _)| std::ffi::OsString::from(name)).collect();
    known.sort();
    assert_eq!(names, known, "a snapshot that nothing draws");
}

#[test]
#[cfg(feature = "pictures")]
fn letters_look_the_same_on_every_machine() {
    use resvg::tiny_skia::Pixmap;

    let sandbox = Sandbox::new();
    let (name, command) = PNG;
    sandbox.succeed(command);
    let path = folder().join(name);
    if renew() {
        fs::write(&path, sandbox.bytes(name)).expect("written");
    }
    let (drawn, expected) = (Pixmap::decode_png(&sandbox.bytes(name)), Pixmap::load_png(path));
    let (drawn, expected) = (drawn.expect("a PNG"), expected.expect("a snapshot"));
    assert_eq!((drawn.width(), drawn.height()), (expected.width(), expected.height()));
    // other processors may round a little differently
    assert!(drawn.data().iter().zip(expected.data()).all(|(a, b)| a.abs_diff(*b) <= 2), "`gridlock {command}`");
}
