//! A page that plays puzzles: one HTML file with its style, its scripts and its puzzles, which needs no network.
//!
//! `page/` has the page itself and everything that touches it, `engine/` what knows nothing of the page: links, history, stored
//! results, and the interface of `engine.wasm`. That module is this library, for all rules and searches; `scripts/wasm.sh` builds
//! it from the crate `web`. `tests/play` runs the engine in Node and the page in a browser. The scripts are modules there; here
//! they are joined, see [`joined`].
mod dense_text;
mod one_line;

use self::dense_text::{dense_length, dense_text};
use self::one_line::on_one_line;
use super::colouring::numbers;
use super::theme::{Colours, page_rules};
use crate::board::{Item, Metric};
use crate::notation::View;
use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::{Compression, write::GzEncoder};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;

/// A puzzle of the page. There may be a million, so it holds only what the page needs of a board, not the [`View`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayPuzzle {
    /// Its board, see [`play_link`].
    pub board: String,
    /// How its pieces are painted, by letter; empty if none was given a colour.
    paints: BTreeMap<String, Paint>,
    /// The length of a shortest solution in the metric of the page, if it is known.
    pub depth: Option<u32>,
    /// States in its cluster, if they are known.
    pub cluster_size: Option<u64>,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl PlayPuzzle {
    /// A puzzle whose figures and name are not known.
    pub fn of(view: &View) -> PlayPuzzle {
        PlayPuzzle { board: play_link(view), paints: paints(view), depth: None, cluster_size: None, name: None }
    }
}

/// The theme of the page until its reader chooses another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum PageTheme {
    /// As the reader's system prefers.
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast.
    Contrast,
}

/// What the page shows. The scripts read it as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayPage {
    /// The heading; any text.
    pub title: String,
    /// What counts as one unit of a solution's length.
    pub metric: Metric,
    /// The theme.
    pub theme: PageTheme,
    /// Whether the page is for small children: levels and the board alone.
    pub simple: bool,
    /// The largest cluster that the page searches as a whole, for exact hints.
    pub max_states: usize,
    /// Puzzles that were left out of the page, if it is known how many.
    pub left_out: Option<u64>,
    /// The puzzles, in the order of the list.
    #[serde(rename = "rows", serialize_with = "as_rows")]
    pub puzzles: Vec<PlayPuzzle>,
    /// A database in place of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<PlayCollection>,
}

/// A database that the page holds as a rank file, whose rows it finds by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayCollection {
    /// The rank file. The scripts read how many characters its text has, and find it at the end of the page.
    #[serde(serialize_with = "as_length")]
    pub ranks: Vec<u8>,
    /// An easy puzzle, which is shown while the rank file is on its way.
    pub first: Option<PlayRow>,
    /// Names the rank file: what has been solved is kept under it.
    pub id: String,
    /// `[walls, moves, pieces, puzzles]`: how many puzzles have these numbers.
    pub counts: Vec<[u64; 4]>,
}

/// A row of the database of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayRow {
    /// Its number in the rank file.
    pub row: u64,
    /// Its board.
    pub board: String,
    /// Its moves, or its steps.
    pub moves: u32,
    /// States in its cluster.
    pub states: u64,
}

/// The library for browsers, see `web/`.
const MODULE: &[u8] = include_bytes!("engine/engine.wasm");

/// The part of the page that calls the module. This script is also the worker's.
const ENGINE: [&str; 4] = [
    include_str!("engine/engine.js"),
    include_str!("engine/unpacked.js"),
    include_str!("engine/solved.js"),
    include_str!("engine/worker.js"),
];

/// The rest of the scripts, each after those that it imports.
const PLAYER: [&str; 21] = [
    include_str!("engine/pieces.js"),
    include_str!("engine/colours.js"),
    include_str!("engine/history.js"),
    include_str!("engine/links.js"),
    include_str!("engine/puzzles.js"),
    include_str!("engine/store.js"),
    include_str!("page/dom.js"),
    include_str!("page/pictures.js"),
    include_str!("page/settings.js"),
    include_str!("page/dialogs.js"),
    include_str!("page/board.js"),
    include_str!("page/list.js"),
    include_str!("page/library.js"),
    include_str!("page/level.js"),
    include_str!("page/status.js"),
    include_str!("page/results.js"),
    include_str!("page/solution.js"),
    include_str!("page/card.js"),
    include_str!("page/opening.js"),
    include_str!("page/keys.js"),
    include_str!("page/player.js"),
];

/// The page as HTML.
///
/// Its content policy allows only the style and the two scripts of the file, by their digests, and WebAssembly. The puzzles are JSON in which no
/// `<` occurs, so no name can end its element. Its icon is no SVG: Chromium would read that as a document at each change of the address.
pub fn play_page(page: &PlayPage) -> String {
    let style = [&page_rules(), include_str!("page/page.css"), include_str!("page/board.css")].concat();
    let style = on_one_line(&style);
    let (engine, player) = (joined(&ENGINE), joined(&PLAYER));
    let policy = format!(
        "default-src 'none'; script-src 'wasm-unsafe-eval' {} {}; style-src {}; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
        policy_digest(&engine),
        policy_digest(&player),
        policy_digest(&style)
    );
    let values = [
        ("policy", policy),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("title", escaped(&page.title)),
        ("style", style),
        ("data", data(page)),
        ("ranks", page.collection.as_ref().map_or_else(String::new, |collection| dense_text(&collection.ranks))),
        ("module", dense_text(&gzipped(MODULE))),
        ("engine", engine),
        ("player", player),
    ];
    // the template with every `{{name}}` replaced
    let parts = include_str!("page/page.html").split("{{").flat_map(|part| part.split("}}"));
    parts.map(|part| values.iter().find(|(name, _)| *name == part).map_or(part, |(_, value)| value)).collect()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes every byte")
}

/// The entry for a script or style with this text in a Content-Security-Policy.
pub fn policy_digest(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// Modules as one script on one line, without the imports (each on one line) and the word `export`. So all names are in one scope.
fn joined(modules: &[&str]) -> String {
    let lines = modules.iter().flat_map(|module| module.lines()).filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    on_one_line(&["\"use strict\";"].into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
}

/// A text with the special characters of HTML escaped.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The number of characters that bytes have as [`dense_text`].
fn as_length<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(dense_length(bytes.len()) as u64)
}

/// Puzzles as rows of the data: board as one word, depth, cluster size, name.
fn as_rows<S: Serializer>(puzzles: &[PlayPuzzle], serializer: S) -> Result<S::Ok, S::Error> {
    serializer
        .collect_seq(puzzles.iter().map(|PlayPuzzle { board, depth, cluster_size, name, .. }| (board, depth, cluster_size, name)))
}

/// How a piece is painted, on a board whose author coloured some piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
enum Paint {
    /// The given colour, and the colour of the letter on it, both `#rrggbb`.
    Given(String, &'static str),
    /// The number of a colour of the page for its length.
    Automatic(usize),
}

/// What the scripts read, as JSON that is safe inside an HTML element.
fn data(page: &PlayPage) -> String {
    #[derive(Serialize)]
    struct Data<'p> {
        #[serde(flatten)]
        page: &'p PlayPage,
        /// For boards with given colours, by the number of the row from 0: how the pieces are painted, by letter.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        paints: BTreeMap<usize, &'p BTreeMap<String, Paint>>,
    }
    let paints = page.puzzles.iter().map(|puzzle| &puzzle.paints).enumerate().filter(|(_, paints)| !paints.is_empty());
    let data = Data { page, paints: paints.collect() };
    serde_json::to_string(&data).expect("strings and numbers can be written").replace('<', "\\u003c")
}

/// How the pieces of a board are painted, by letter; empty if no colour was given.
fn paints(view: &View) -> BTreeMap<String, Paint> {
    let letters = with_play_letters(view).symbols();
    if (0..letters.len()).all(|index| view.colour(index).is_none()) {
        return BTreeMap::new();
    }
    let numbers = numbers(view);
    let paint = |index: usize| match view.colour(index) {
        Some(colour) => Some(Paint::Given(colour.to_owned(), Colours::ink(colour))),
        None => numbers[index].map(Paint::Automatic),
    };
    (0..letters.len()).filter_map(|index| Some((letters[index].clone(), paint(index)?))).collect()
}

/// The board row by row: `o` empty, `x` wall, and the names of the pieces if these are different letters and the primary's is `A`;
/// else the letters of the database.
pub fn play_board(view: &View) -> String {
    with_play_letters(view).to_string()
}

/// The board as the page reads it, and as links name it: [`play_board`] as one [word](View::address).
pub fn play_link(view: &View) -> String {
    with_play_letters(view).address()
}

/// The view with the letters of [`play_board`].
fn with_play_letters(view: &View) -> Cow<'_, View> {
    let items = view.state().items();
    let pieces = || (0..items.len()).filter(|&index| matches!(items[index], Item::Piece(_)));
    let is_letter = |name: &str| name.len() == 1 && name.bytes().all(|b| b.is_ascii_alphabetic() && b != b'o' && b != b'x');
    let distinct: HashSet<&str> = pieces().map(|index| view.name(index)).collect();
    let keeps = view.name(0) == "A" && distinct.len() == pieces().count() && distinct.iter().all(|name| is_letter(name));
    if keeps { Cow::Borrowed(view) } else { Cow::Owned(view.lettered()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CellSet, Orientation, Piece, Size};
    use crate::notation::{Exit, NamedBoard};

    fn page(title: &str, views: &[View]) -> PlayPage {
        let puzzle = |view: &View| PlayPuzzle { cluster_size: Some(7), name: Some(title.to_owned()), ..PlayPuzzle::of(view) };
        let puzzles = views.iter().map(puzzle).collect();
        let title = title.to_owned();
        PlayPage {
            title,
            metric: Metric::Moves,
            theme: PageTheme::Auto,
            simple: false,
            max_states: 1_000,
            left_out: Some(3),
            puzzles,
            collection: None,
        }
    }

    #[test]
    fn text_stays_text() {
        let title = "</title></script><script>alert(1)</script>{{engine}} & \"quotes\"";
        let view = View::from_text("oBBoAAoCoooCoooo", Exit::Right).expect("a board");
        let html = play_page(&page(title, std::slice::from_ref(&view)));
        let plain = play_page(&page("title", &[view]));
        for tag in ["<script", "</script>", "</title>", "\"use strict\""] {
            assert_eq!(html.matches(tag).count(), plain.matches(tag).count(), "{tag}");
        }
        assert!(html.contains(
            "<title>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{engine}} &amp; &quot;quotes&quot;</title>"
        ));
        let data = html.split_once("id=\"data\">").expect("data").1.split_once("</script>").expect("an end").0;
        let read: serde_json::Value = serde_json::from_str(data).expect("JSON");
        assert_eq!((read["title"].as_str(), read["rows"][0][3].as_str()), (Some(title), Some(title)));
        assert_eq!(read["rows"][0][0], "oBBoAAoCoooCoooo");
    }

    #[test]
    fn scripts_are_joined_and_end_where_they_should() {
        for script in [joined(&ENGINE), joined(&PLAYER)] {
            assert!(!script.contains("</script") && !script.contains("<!--"));
            assert!(script.lines().count() == 1 && !script.contains(";import ") && !script.contains(" export "));
        }
        let styles = include_str!("page/page.css").to_owned() + include_str!("page/board.css");
        assert!(!styles.contains("</style"));
        assert!(!styles.contains("url(") && !styles.contains("@import"), "the policy forbids it");
    }

    #[test]
    fn given_colours_come_with_a_letter_colour_of_high_contrast() {
        let data_of = |view: View| -> serde_json::Value { serde_json::from_str(&data(&page("t", &[view]))).expect("JSON") };
        let plain = View::from_text("oBBoAAoCoooCDDoo", Exit::Right).expect("a board");
        assert_eq!(data_of(plain.clone()).get("paints"), None);
        let colour = |name: &str| match name {
            "B" => Some("#ffff00".to_owned()),
            "C" => Some("#000080".to_owned()),
            _ => None,
        };
        let paints = data_of(plain.with_colours(colour))["paints"]["0"].clone();
        assert_eq!(
            (&paints["B"], &paints["C"]),
            (&serde_json::json!(["#ffff00", "#14171c"]), &serde_json::json!(["#000080", "#fff"]))
        );
        assert_eq!((paints.get("A"), paints.get("x")), (None, None));
    }

    #[test]
    fn boards_have_letters_that_can_be_read() {
        let typed = View::from_text("oQQoAAoZoooZoooo", Exit::Right).expect("a board");
        assert_eq!(play_board(&typed), "oQQoAAoZoooZoooo");
        let size = Size::square(4).expect("a size");
        let piece = |orientation, row, column| Piece { orientation, row, column, length: 2 };
        let named = [
            ("red".to_owned(), piece(Orientation::Vertical, 0, 1)),
            ("truck 1".to_owned(), piece(Orientation::Horizontal, 2, 1)),
            ("truck 2".to_owned(), piece(Orientation::Vertical, 2, 3)),
        ];
        let board = NamedBoard { size, vehicles: named.to_vec(), walls: CellSet::of(12) };
        let view = View::of_named(&board, "red", Exit::Down).expect("a board");
        let text = play_board(&view);
        assert_eq!(text.chars().filter(|&c| c == 'A').count(), 2);
        assert_eq!(View::from_text(&text, Exit::Down).expect("a board").state(), view.state());
        assert!(play_link(&view).ends_with("@down"));
    }
}
