//! Whole pictures, compared with those in `tests/snapshots`: text byte for byte, a PNG pixel by pixel.
//!
//! If a picture changes on purpose, renew the snapshots, look at each, and commit them with the change:
//!
//! ```sh
//! GRIDLOCK_RENEW_SNAPSHOTS=1 cargo test --release --test cli snapshots
//! ```
use crate::Sandbox;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of each snapshot, and the command that prints it.
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

/// The snapshot of a PNG with letters, which look the same on every machine, whatever its fonts.
const PNG: (&str, &str) = ("board-labels.png", "render oBBoAAoCxooCDDDo --labels --width 304 -o board-labels.png");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots")
}

fn renew() -> bool {
    std::env::var_os("GRIDLOCK_RENEW_SNAPSHOTS").is_some()
}

#[test]
fn pictures_equal_their_snapshots() {
    let folder = folder();
    let sandbox = Sandbox::new();
    for (name, command) in PICTURES {
        // a cluster without a goal state is drawn, and the answer is no
        let drawn = sandbox.ends(command, i32::from(name.contains("unsolvable"))).out;
        let path = folder.join(name);
        if renew() {
            fs::write(&path, &drawn).expect("written");
        }
        let expected = fs::read_to_string(&path).expect("a snapshot");
        assert!(
            drawn == expected,
            "`gridlock {command}` no longer draws {name}. If that is on purpose, see the top of tests/cli/snapshots.rs\n\n{drawn}"
        );
    }
    let mut names: Vec<_> = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    let mut known: Vec<_> = PICTURES.iter().chain([&PNG]).map(|(name, _)| std::ffi::OsString::from(name)).collect();
    known.sort();
    assert_eq!(names, known, "no command draws this snapshot");
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
    // Other processors may round differently.
    assert!(drawn.data().iter().zip(expected.data()).all(|(a, b)| a.abs_diff(*b) <= 2), "`gridlock {command}`");
}
