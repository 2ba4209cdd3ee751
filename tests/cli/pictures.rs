//! `gridlock render`, `sheet` and `graph` from outside.
use crate::{Sandbox, stderr};

const BOARD: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

/// Colour of a pixel of a PNG: red, green, blue.
#[cfg(feature = "pictures")]
fn pixel(png: &[u8], x: u32, y: u32) -> [u8; 3] {
    let picture = resvg::tiny_skia::Pixmap::decode_png(png).expect("a PNG");
    let colour = picture.pixel(x, y).expect("inside");
    [colour.red(), colour.green(), colour.blue()]
}

#[test]
fn boards_are_drawn_as_svg() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&format!("render {BOARD} -o board.svg --labels"));
    let svg = sandbox.text("board.svg");
    assert!(svg.starts_with("<svg") && svg.contains("#d7263d"), "{svg}");
    assert_eq!(svg.matches("<text").count(), 12, "a letter for each piece");
    assert_eq!(svg, sandbox.succeed(&format!("render {BOARD} -o - --labels")), "the same bytes");
    assert!(!sandbox.succeed(&format!("render {BOARD} -o - --theme dark")).contains("#d7263d"));
    assert!(sandbox.fail(&format!("render {BOARD} -o board.gif"), 2).contains(".svg or .png"));
    assert!(sandbox.fail(&format!("render {BOARD} -o board.svg"), 2).contains("exists already"));
    assert!(sandbox.fail("render ..BBAA.B........ -o new.svg", 2).contains("row 2, column 4"));
}

#[test]
fn solutions_are_animated_or_drawn_as_frames() {
    let sandbox = Sandbox::new();
    let animated = sandbox.succeed("render oBBoAAoCoooCoooo --solution -o -");
    assert_eq!(animated.matches("<animateTransform").count(), 2, "A and C move, B does not");
    let strip = sandbox.succeed("render oBBoAAoCoooCoooo --solution --strip 2 -o -");
    assert_eq!(strip.matches("rotate(0 ").count(), 3, "three frames: {strip}");
    assert!(sandbox.fail("render ....AA.x........ --solution -o new.svg", 1).contains("can't be solved"));
}

#[test]
#[cfg(feature = "pictures")]
fn pixels_have_the_colours_of_pieces_walls_and_the_exit() {
    let sandbox = Sandbox::new();
    // The picture is 4 * 60 + 2 * 32 = 304 units wide and drawn at one pixel per unit; the cells begin at 32.
    sandbox.succeed("render oBBoAAoCoooCooox -o board.png --width 304");
    let png = sandbox.bytes("board.png");
    let cell = |row: u32, column: u32| pixel(&png, 32 + column * 60 + 30, 32 + row * 60 + 12);
    assert_eq!(cell(1, 0), [0xd7, 0x26, 0x3d], "the primary");
    assert_eq!(cell(0, 0), [0xd6, 0xd9, 0xde], "an empty cell");
    assert_eq!(cell(3, 3), [0x56, 0x5f, 0x6d], "the wall");
    assert_eq!(pixel(&png, 2, 2), [255, 255, 255], "the page");
    // The exit mark lies at the end of the primary's line.
    let (lying, standing) = ("ooooAAoooooooooo", "oAoooAoooooooooo");
    for (exit, board, (x, y)) in
        [("right", lying, (290, 122)), ("left", lying, (14, 122)), ("up", standing, (122, 14)), ("down", standing, (122, 290))]
    {
        sandbox.succeed(&format!("render {board} --exit {exit} -o {exit}.png --width 304"));
        assert_eq!(pixel(&sandbox.bytes(&format!("{exit}.png")), x, y), [0xd7, 0x26, 0x3d], "{exit}");
    }
    sandbox.succeed(&format!("render {BOARD} --labels --solution -o frames.png"));
}

#[test]
fn sheets_have_cards_and_solutions() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", include_str!("../../data/rows45.txt"));
    sandbox.succeed("sheet rows.txt --count 6 -o cards.svg");
    assert_eq!(sandbox.text("cards.svg").matches(" moves").count(), 6);
    assert_eq!(sandbox.text("cards-solutions.svg").matches(" moves)").count(), 6);
    if cfg!(feature = "pictures") {
        sandbox.succeed("sheet rows.txt -o cards.pdf");
        assert!(sandbox.bytes("cards.pdf").starts_with(b"%PDF-"));
        sandbox.succeed("sheet rows.txt -o again.pdf");
        assert!(sandbox.bytes("cards.pdf") == sandbox.bytes("again.pdf"), "the same bytes");
        if let Some(info) = sandbox.tool("pdfinfo", "cards.pdf") {
            assert!(String::from_utf8_lossy(&info.stdout).contains("Pages:           2"), "{}", stderr(&info));
        }
    }
    assert!(sandbox.fail("sheet rows.txt -o cards.doc", 2).contains(".pdf or .svg"));
}

#[test]
fn graphs_are_accepted_by_dot() {
    let sandbox = Sandbox::new();
    sandbox.succeed("graph oBBoAAoCoooCDDoo -o cluster.dot");
    let text = sandbox.text("cluster.dot");
    assert_eq!((text.matches("tooltip").count(), text.matches("#2ecc71").count()), (48, 6), "48 states, 6 goal states");
    assert_eq!(
        (text.matches("#e74c3c").count(), text.matches("penwidth").count()),
        (10, 2),
        "10 unsolved states, 2 moves on the way"
    );
    let Some(drawn) = sandbox.tool("dot", "-Tplain cluster.dot") else { return };
    assert!(drawn.status.success() && drawn.stderr.is_empty(), "{}", stderr(&drawn));
    assert_eq!(String::from_utf8_lossy(&drawn.stdout).lines().filter(|line| line.starts_with("node ")).count(), 48);
    sandbox.succeed("graph oBBoAAoCoooCDDoo -o cluster.svg");
    assert!(sandbox.text("cluster.svg").contains("<svg"));
    sandbox.succeed("graph ....AA.x........ -o unsolvable.dot");
    assert!(sandbox.fail(&format!("graph {BOARD} -o new.dot"), 3).contains("--max-states"));
}

#[test]
fn completions_and_manual_pages() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(sandbox.succeed(&format!("completions {shell}")).contains("levels"));
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
    let object = |command: &str| -> serde_json::Value {
        let text = sandbox.succeed(command);
        assert_eq!(text.lines().count(), 1, "{text}");
        serde_json::from_str(&text).expect("one object")
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
        assert!(sandbox.fail(command, 2).contains("--json writes to standard output"));
    }
}
