//! `gridlock render`, `sheet` and `graph` from outside. Some whole pictures are compared with those in `tests/snapshots`: text byte
//! for byte, a PNG pixel by pixel.
//!
//! If a picture changes on purpose, renew the snapshots, look at each, and commit them with the change:
//!
//! ```sh
//! GRIDLOCK_RENEW_SNAPSHOTS=1 cargo test --release --test cli snapshots
//! ```
use crate::{Sandbox, numbers, objects, stderr};
use std::fs;
use std::path::{Path, PathBuf};

const BOARD: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

#[test]
fn a_picture_that_can_not_be_drawn_is_refused() {
    let sandbox = Sandbox::after(&format!("render {BOARD} -o board.svg --labels"));
    assert_eq!(sandbox.text("board.svg").matches("<text").count(), 12, "a letter for each piece");
    sandbox.refuses(&format!("render {BOARD} -o board.bmp"), 2, [".svg", ".png"]);
    sandbox.refuses(&format!("render {BOARD} -o board.svg"), 2, ["board.svg"]);
    sandbox.refuses("render ....AA.......... --solution --strip 0 -o new.svg", 2, ["--strip"]);
}

#[test]
fn an_svg_has_the_width_that_is_asked_for() {
    let sandbox = Sandbox::new();
    let side = |options: &str| -> [f64; 2] {
        sandbox.succeed(&format!("render {BOARD} -o picture.svg --force {options}"));
        let svg = sandbox.text("picture.svg");
        let side = |name: &str| svg.split(name).nth(1).and_then(|rest| rest.split('"').next()).and_then(|side| side.parse().ok());
        [side(" width=\""), side(" height=\"")].map(|side| side.expect("a number"))
    };
    for options in ["", "--solution", "--strip 3"] {
        let ([width, height], [wide, high]) = (side(options), side(&format!("{options} --width 700")));
        assert!(
            wide == 700.0 && (high / wide - height / width).abs() < 0.001 && width != wide,
            "{width}, {height}, {wide}, {high}"
        );
    }
}

#[test]
#[cfg(feature = "pictures")]
fn a_png_wraps_its_frames_so_that_each_is_wide_enough() {
    let sandbox = Sandbox::after(&format!("render {BOARD} --solution -o strip.png"));
    sandbox.succeed(&format!("render {BOARD} --solution --strip 61 -o wide.png"));
    let size = |name: &str| {
        let picture = sandbox.bytes(name);
        [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().expect("four bytes")))
    };
    // 61 frames in 4 columns, or 6 if more were asked for
    let ([width, height], [wide, lower]) = (size("strip.png"), size("wide.png"));
    assert!(width == 800 && wide == 800 && height > 16 * 190 && (11 * 120..height).contains(&lower), "{height}, {lower}");
}

#[test]
fn sheets_have_cards_and_solutions() {
    let sandbox = Sandbox::with("rows.txt", include_str!("../../data/rows45.txt"));
    sandbox.succeed("sheet rows.txt --count 6 -o cards.svg");
    assert_eq!(sandbox.text("cards.svg").matches(" moves").count(), 6);
    let solutions = sandbox.text("cards-solutions.svg");
    assert_eq!(solutions.matches(" moves)").count(), 6);
    assert!(solutions.contains("\n→") && solutions.contains("\n↓"), "arrows");
    sandbox.succeed("sheet rows.txt --count 6 --per-page 4 --backs -o both.svg");
    for (front, back, cards) in [("both.svg", "both-backs.svg", 4), ("both-2.svg", "both-backs-2.svg", 2)] {
        let (front, back) = (sandbox.text(front), sandbox.text(back));
        assert_eq!((front.matches(" moves\n").count(), back.matches(" moves\n").count()), (cards, cards));
        // The cards of a front and the backs behind them have mirrored places.
        let places = |svg: &str| -> Vec<f64> {
            let captions = svg.split("<text").filter(|text| text.contains(" moves\n"));
            captions.map(|text| text.split(" x=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()).collect()
        };
        assert!(places(&front).iter().zip(places(&back)).all(|(front, back)| (front + back - 1050.0).abs() < 0.1));
        assert!(front.contains("Slide cars and trucks"));
    }
    if cfg!(feature = "pictures") {
        sandbox.succeed("sheet rows.txt -o cards.pdf");
        assert!(sandbox.bytes("cards.pdf").starts_with(b"%PDF-"));
        let pages = sandbox.answer("sheet rows.txt --count 9 --per-page 4 --backs -o both.pdf --json")["pages"].as_u64();
        assert_eq!(pages, Some(6));
        sandbox.succeed("sheet rows.txt -o again.pdf");
        assert!(sandbox.bytes("cards.pdf") == sandbox.bytes("again.pdf"), "the same bytes");
        if let Some(info) = sandbox.tool("pdfinfo", "cards.pdf") {
            assert!(String::from_utf8_lossy(&info.stdout).contains("Pages:           2"), "{}", stderr(&info));
        }
    }
    sandbox.refuses("sheet rows.txt -o cards.doc", 2, [".pdf", ".svg"]);
}

#[test]
fn pictures_have_titles_stripes_and_dark_colours() {
    let sandbox = Sandbox::with("rows.txt", include_str!("../../data/rows45.txt"));
    for command in [
        "render oBBoAAoCoooCoooo",
        "render oBBoAAoCoooCoooo --solution",
        "render oBBoAAoCoooCoooo --strip 3 --labels",
        "graph oBBoAAoCoooCDDoo",
    ] {
        for theme in ["light", "dark", "auto"] {
            sandbox.succeed(&format!("{command} --theme {theme} -o picture.svg --force"));
            let svg = sandbox.text("picture.svg");
            assert!(svg.contains("role=\"img\"") && svg.contains("<title>"), "{command}");
            assert_eq!(svg.contains("prefers-color-scheme"), theme == "auto", "{command} {theme}");
        }
    }
    let board = sandbox.succeed("render oBBoAAoCoooCoooo -o -");
    assert_eq!(board.matches("fill=\"#fff\"").count(), 2, "two stripes, on the primary alone");
    sandbox.refuses("render oBBoAAoCoooCoooo --theme auto -o board.png", 2, ["--theme"]);
    sandbox.succeed("stats rows.txt -o charts.svg");
    let charts = sandbox.text("charts.svg");
    assert!(charts.contains("rows.txt: charts") && charts.contains("prefers-color-scheme") && charts.contains("role=\"img\""));
    sandbox.succeed("stats @rush5 --without-states -o page.html");
    assert!(sandbox.text("page.html").contains("<h1>5×5 with up to two walls</h1>"));
    if cfg!(feature = "pictures") {
        sandbox.succeed("sheet rows.txt --title Jams -o cards.pdf");
        let pdf = sandbox.bytes("cards.pdf");
        assert!(pdf.windows(4).any(|part| part == b"Jams") && pdf.windows(6).any(|part| part == b"/Title"));
    }
}

#[test]
fn sheets_choose_boards_and_say_what_they_left_out() {
    let sandbox = Sandbox::with("cards.txt", include_str!("../../data/jams40.txt"));
    sandbox
        .says("sheet cards.txt --limit 12 --title Jams -o cards.svg", ["12 cards: open cards.svg; 28 more left out", "--limit"]);
    sandbox.says("sheet cards.txt --title Jams -o all.svg", ["40 cards: open all.svg"]);
    // boards that can't be solved are named and counted, and the others get cards
    sandbox.write("mixed.txt", "oBBoAAoCoooCoooo\n....AA.x........\nBBoCAAoCoooooooo\n");
    let printed = sandbox.ends("sheet mixed.txt --json -o mixed.svg", 1);
    let summary = &objects(&printed.out)[0];
    assert_eq!((&summary["cards"], &summary["unsolvable"]), (&2.into(), &1.into()));
    printed.says(["1 board can't be solved", "mixed.txt, line 2"]);
    let printed = sandbox.ends("play mixed.txt --json -o mixed.html", 1);
    let summary = &objects(&printed.out)[0];
    assert_eq!((&summary["puzzles"], &summary["unsolvable"]), (&2.into(), &1.into()));
    printed.says(["1 board can't be solved", "mixed.txt, line 2"]);
    sandbox.says("graph mixed.txt -o mixed-graph.svg", ["the first of 3 boards"]);
    sandbox.says("levels mixed.txt", ["the first of 3 boards"]);
    let page = sandbox.text("cards.svg");
    assert!(page.contains("Jams") && page.contains("1 / 2"));
    let summary = sandbox.answer("sheet cards.txt --moves 30.. --count 40 -o hard.svg --json");
    let moves = numbers(&summary["moves"]);
    assert!(!moves.is_empty() && moves.len() < 40 && moves.iter().all(|&moves| moves >= 30), "{moves:?}");
    assert_eq!(summary["left_out"], 0);
    // A sample decides how many cards there are, unless --count does.
    for (choice, cards) in
        [("--sample 5", 5), ("--sample 20", 20), ("--sample 20 --count 15", 15), ("--per-moves 1 --moves 8..12", 4)]
    {
        let summary = sandbox.answer(&format!("sheet cards.txt {choice} --seed 2 -o sample.svg --force --json"));
        assert_eq!((&summary["cards"], summary["left_out"] == 0), (&cards.into(), !choice.contains("count")), "{choice}");
    }
    // Easy cards come first.
    let moves = |sort: &str| {
        numbers(&sandbox.answer(&format!("sheet cards.txt --count 8 --sort {sort} -o sorted.svg --force --json"))["moves"])
    };
    let (file, mut sorted) = (moves("file"), moves("file"));
    sorted.sort_unstable();
    assert!(file != sorted && moves("easy") == sorted && moves("hard").is_sorted_by(|a, b| a >= b));
    assert_eq!(sandbox.answer("sheet cards.txt --count 8 -o sorted.svg --force --json")["moves"], serde_json::json!(sorted));
    sandbox.refuses("sheet cards.txt --moves 99.. -o none.svg", 1, ["40"]);
}

#[test]
fn sheets_have_as_many_pages_as_they_need() {
    let sandbox = Sandbox::with("cards.txt", include_str!("../../data/jams40.txt"));
    let captions = |svg: &str| svg.matches(" moves").count();
    sandbox.succeed("sheet cards.txt --count 40 --per-page 16 -o cards.svg");
    let pages = ["cards.svg", "cards-2.svg", "cards-3.svg"].map(|name| sandbox.text(name));
    assert_eq!(pages.each_ref().map(|page| captions(page)), [16, 16, 8]);
    assert!(pages[0].contains("Jam-1 · 8 moves"));
    let solutions = sandbox.names().into_iter().filter(|name| name.starts_with("cards-solutions"));
    assert_eq!(solutions.map(|name| captions(&sandbox.text(&name))).sum::<usize>(), 40);
    // A name that is taken is refused before any page is written.
    sandbox.write("new-2.svg", "mine");
    sandbox.refuses("sheet cards.txt --count 40 -o new.svg", 2, ["new-2.svg"]);
    if cfg!(feature = "pictures") {
        let sheet = sandbox.answer("sheet cards.txt --count 25 --paper letter -o cards.pdf --json");
        let pages = sheet["pages"].as_u64().unwrap();
        let pdf = String::from_utf8_lossy(&sandbox.bytes("cards.pdf")).into_owned();
        assert_eq!(pdf.matches("/MediaBox [0 0 612 792]").count() as u64, pages);
        // The text can be searched: it lies, invisible, over the outlines.
        assert!(pages >= 4 && pdf.contains("(Solutions) Tj") && pdf.contains("3 Tr"), "{pages} pages");
        for card in 1..=25 {
            assert!(pdf.contains(&format!("(Jam-{card} ")), "Jam-{card}");
        }
        if let Some(text) = sandbox.tool("pdftotext", "cards.pdf -") {
            assert!(String::from_utf8_lossy(&text.stdout).contains("Jam-25 "));
        }
    }
}

#[test]
#[cfg(feature = "pictures")]
fn solutions_are_animated_as_gif() {
    let sandbox = Sandbox::new();
    let summary = sandbox.succeed("render oBBoAAoCoooCxooo --solution -o solution.gif --width 304 --json");
    assert!(summary.contains("\"picture\":\"animation\"") && summary.contains("\"moves\":2"), "{summary}");
    let bytes = sandbox.bytes("solution.gif");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height(), decoder.repeat()), (304, 304, gif::Repeat::Infinite));
    // The frames drawn one over the other end with the last state, as a PNG shows it.
    let mut canvas = vec![0u8; 304 * 304 * 4];
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        for y in 0..usize::from(frame.height) {
            let from = y * usize::from(frame.width) * 4;
            let to = ((usize::from(frame.top) + y) * 304 + usize::from(frame.left)) * 4;
            let row = &frame.buffer[from..from + usize::from(frame.width) * 4];
            canvas[to..to + row.len()].copy_from_slice(row);
        }
        frames += 1;
    }
    assert_eq!(frames, 1 + 2 * 5);
    sandbox.succeed("render oBBoooAAoooCxooC -o last.png --width 304");
    let last = resvg::tiny_skia::Pixmap::decode_png(&sandbox.bytes("last.png")).expect("a PNG");
    for (x, y) in [(2, 2), (62, 122), (212, 104), (266, 196), (92, 104), (266, 44)] {
        let at = ((y * 304 + x) * 4) as usize;
        let pixel = last.pixel(x, y).expect("inside");
        let wanted = [pixel.red(), pixel.green(), pixel.blue()];
        assert!((0..3).all(|k| canvas[at + k].abs_diff(wanted[k]) < 12), "({x}, {y}): {:?}, not {wanted:?}", &canvas[at..at + 3]);
    }
    assert_eq!(sandbox.succeed("render oBBoAAoCoooCxooo --solution -o again.gif --width 304"), "");
    assert!(sandbox.bytes("again.gif") == bytes, "the same bytes");
    sandbox.refuses("render oBBoAAoCoooCooox -o board.gif", 2, ["--solution"]);
    sandbox.refuses("render oBBoAAoCoooCxooo --solution --width 5000 -o large.gif", 2, ["2000"]);
}

#[test]
fn given_colours_are_drawn() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "cars.csv",
        "id,type,colour,orientation,col,row,weight\nA,car,#123456,H,1,3,9\nB,truck,gold,V,4,1,9\nC,car,,V,6,1,9\n",
    );
    let printed = sandbox.ends("render cars.csv -o -", 0);
    printed.prints(["fill=\"#123456\"", "fill=\"#ffd700\""]).says(["cars.csv", "\"weight\""]);
    assert!(!printed.out.contains("#d7263d\" height=\"48"), "{}", printed.out);
    assert!(sandbox.succeed("render cars.csv --solution -o -").contains("#123456"));
}

#[test]
fn large_clusters_are_drawn_or_sampled() {
    let sandbox = Sandbox::new();
    // The board of the README has 2,332 states.
    let drawn = sandbox.answer(&format!("graph {BOARD} -o cluster.svg --json"));
    assert_eq!((&drawn["states"], &drawn["drawn"], &drawn["moves"]), (&2332.into(), &2332.into(), &60.into()));
    let svg = sandbox.text("cluster.svg");
    assert_eq!(
        (svg.matches("<circle").count(), svg.matches("<title>").count()),
        (2332 + 4, 2332 + 1),
        "and four in the legend, and that of the picture"
    );
    assert!(svg.contains("2,332 states, 60 moves deep"));
    let sampled = sandbox.answer(&format!("graph {BOARD} --sample 300 -o sample.svg --json"));
    let count = sampled["drawn"].as_u64().unwrap();
    assert!((100..=300).contains(&count), "{count}");
    let sample = sandbox.text("sample.svg");
    assert_eq!(sample.matches("<circle").count() as u64, count + 4);
    assert!(sample.contains(&format!("a sample of {count} of 2,332 states")));
    // The solution is whole: 61 states on its way, of which the first is deepest and the last a goal state.
    assert_eq!(sample.matches("#3498db\"").count(), 59 + 2, "the states between, the line, and the legend");
    assert_eq!(sandbox.succeed(&format!("graph {BOARD} --sample 300 -o -")).matches("tooltip").count() as u64, count);
    let same = sandbox.succeed(&format!("graph {BOARD} --sample 300 --seed 0 -o -"));
    assert!(same == sandbox.succeed(&format!("graph {BOARD} --sample 300 -o -")));
    assert!(same != sandbox.succeed(&format!("graph {BOARD} --sample 300 --seed 1 -o -")));
}

#[test]
fn graphs_are_accepted_by_dot() {
    let sandbox = Sandbox::after("graph oBBoAAoCoooCDDoo -o cluster.dot");
    sandbox.refuses(&format!("graph {BOARD} -o new.dot --max-states 2000"), 3, ["--max-states"]);
    let Some(drawn) = sandbox.tool("dot", "-Tplain cluster.dot") else { return };
    assert!(drawn.status.success() && drawn.stderr.is_empty(), "{}", stderr(&drawn));
    assert_eq!(String::from_utf8_lossy(&drawn.stdout).lines().filter(|line| line.starts_with("node ")).count(), 48);
}

#[test]
fn completions_and_manual_pages() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = sandbox.succeed(&format!("completions {shell}"));
        // the values of --sort, of --theme and of --metric
        assert!(["levels", "blocking_pieces", "contrast", "steps"].iter().all(|word| script.contains(word)), "{shell}");
    }
    std::fs::create_dir(sandbox.path("man1")).unwrap();
    sandbox.succeed("man --folder man1");
    let page = std::fs::read_to_string(sandbox.path("man1/gridlock-solve.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("\\-\\-metric"), "{page}");
    assert!(sandbox.succeed("man").contains("gridlock"));
}

#[test]
fn json_summarises_what_was_written() {
    let sandbox = Sandbox::new();
    let object = |command: &str| {
        let [object] = &objects(&sandbox.succeed(command))[..] else { panic!("one object: {command}") };
        object.clone()
    };
    let drawn = object("render oBBoAAoCoooCoooo --solution -o solution.svg --json");
    assert_eq!((&drawn["file"], &drawn["picture"], &drawn["frames"]), (&"solution.svg".into(), &"animation".into(), &3.into()));
    assert_eq!(drawn["bytes"].as_u64(), Some(sandbox.bytes("solution.svg").len() as u64));
    assert_eq!(drawn["solution"], serde_json::json!(["C+1", "A+2"]));
    let drawn = object("render oBBoAAoCoooCoooo -o board.svg --json");
    assert_eq!((&drawn["frames"], &drawn["solution"]), (&1.into(), &serde_json::Value::Null));
    let graph = object("graph oBBoAAoCoooCDDoo -o cluster.dot --json");
    assert_eq!((&graph["states"], &graph["goal_states"], &graph["deepest"]), (&48.into(), &6.into(), &3.into()));
    assert_eq!(graph["edges"].as_u64(), Some(sandbox.text("cluster.dot").matches(" -- ").count() as u64));
    sandbox.write("rows.txt", include_str!("../../data/rows45.txt"));
    let sheet = object("sheet rows.txt --count 3 -o cards.svg --json");
    assert_eq!(
        (&sheet["cards"], &sheet["pages"], &sheet["files"][1]["file"]),
        (&3.into(), &2.into(), &"cards-solutions.svg".into())
    );
    assert_eq!(sheet["moves"].as_array().map(Vec::len), Some(3));
    for command in ["render oBBoAAoCoooCoooo -o - --json", "graph oBBoAAoCoooCDDoo -o - --json"] {
        sandbox.refuses(command, 2, ["--json"]);
    }
}

#[test]
fn every_board_of_a_file_is_drawn_with_its_number() {
    let sandbox = Sandbox::new();
    let made = sandbox.answer("render @rush4 -o %03d.svg --json");
    assert_eq!((&made["pictures"], &made["first"], &made["last"]), (&32.into(), &"001.svg".into(), &"032.svg".into()));
    for (number, row) in sandbox.succeed("select @rush4 -o -").lines().enumerate() {
        let one = sandbox.succeed(&format!("render {} -o -", row.split(' ').nth(1).unwrap()));
        assert_eq!(sandbox.text(&format!("{:03}.svg", number + 1)), one);
    }
    sandbox.write("boards.txt", "oBBoAAoCoooCoooo\nAAxooooooooooooo\noBBoAAoCoooCDDoo\n");
    let printed = sandbox.ends("render boards.txt --solution -o s%d.svg", 1);
    assert!(printed.err.contains("boards.txt, line 2") && printed.err.contains("2 pictures"), "{}", printed.err);
    assert_eq!(sandbox.names().iter().filter(|name| name.starts_with('s')).collect::<Vec<_>>(), ["s1.svg", "s3.svg"]);
    sandbox.refuses("render boards.txt -o %d-%d.svg", 2, ["%04d"]);
    sandbox.refuses("render boards.txt -o s%d.svg", 2, ["s1.svg"]);
    assert!(sandbox.ends("render boards.txt -o one.svg", 0).err.contains("the first of 3 boards"));
    assert!(sandbox.succeed("render oBBoAAoCoooCoooo --theme contrast -o -").contains("#262626"));
}

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
            "`gridlock {command}` no longer draws {name}. If that is on purpose, see the top of tests/cli/pictures.rs\n\n{drawn}"
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
