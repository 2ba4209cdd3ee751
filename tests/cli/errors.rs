//! Errors before and during writing: their messages and exit codes.
use std::fs;

use crate::Sandbox;

#[test]
fn an_existing_file_is_refused_at_the_start() {
    let sandbox = Sandbox::with("rows.txt.gz", "old");
    // This run would take hours, so it must fail before it begins.
    sandbox.refuses("generate --size 7 -o rows.txt.gz", 2, ["rows.txt.gz", "--force"]);
    sandbox.refuses("generate --size 7 --json rows.txt.gz -o other.txt.gz", 2, ["rows.txt.gz"]);
    assert_eq!(sandbox.bytes("rows.txt.gz"), b"old");
    sandbox.succeed("generate --size 4 -o rows.txt.gz --force --quiet");
    assert_eq!(sandbox.text("rows.txt.gz").lines().count(), 32);
    assert_eq!(sandbox.names(), ["rows.txt.gz", "rows.txt.gz.json"]);
}

#[test]
fn a_file_that_can_not_be_created_is_refused_at_the_start() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("folder.txt")).expect("made");
    sandbox.write("file", "");
    for (name, code, words) in [
        ("none/rows.txt", 2, "none"),
        ("folder.txt", 2, "folder.txt"),
        ("rows.zip", 2, "rows.zip"),
        ("rows", 2, ".txt"),
        ("file/rows.txt", 4, "file/rows.txt"),
    ] {
        let message = sandbox.fail(&format!("generate --size 7 -o {name}"), code);
        assert!(message.starts_with("gridlock: ") && message.contains(words), "{message}");
    }
}

#[test]
fn wrong_arguments_are_reported() {
    let sandbox = Sandbox::new();
    for (arguments, words) in [
        ("", "Usage"),
        ("generate --size 4", "--output"),
        ("generate -o a.txt", "--size"),
        ("generate --size 3 -o a.txt", "4×4 to 7×7"),
        ("generate --size 9 -o a.txt", "4×4 to 7×7"),
        ("generate --size 99999999999999999999 -o a.txt", "--size"),
        ("generate --size six -o a.txt", "six"),
        ("generate --size 4 --walls 2..1 -o a.txt", "2..1"),
        ("generate --size 4 --walls few -o a.txt", "few"),
        ("generate --size 4 --shard 3/3 -o a.txt", "3/3"),
        ("generate --size 4 --shard 3 -o a.txt", "I/M"),
        ("generate --size 4 --threads 0 -o a.txt", "--threads"),
        ("generate --size 4 --threads 20000 -o a.txt", "'20000' for '--threads"),
        ("verify a.txt --threads 1000000", "'1000000' for '--threads"),
        ("graph ..AA............ --sample 18446744073709551615 -o a.dot", "1000000"),
        ("generate --size 4 -o - --json -", "--json"),
        ("generate --size 4 -o a.txt --json a.txt.json", "--json"),
        ("generate --size 4 -o a.txt --save-every 1e6", "0 to 86400"),
        ("count", "--size"),
        ("merge -o a.txt", "<IN>"),
        ("merge a.txt", "--output"),
    ] {
        sandbox.refuses(arguments, 2, [words]);
    }
}

#[test]
fn nothing_to_generate_is_said_and_nothing_is_written() {
    let sandbox = Sandbox::new();
    for command in
        ["generate -o rows.txt --json summary.json", "generate --force --quiet -o rows.txt.gz", "generate -o -", "plan"]
    {
        let message = sandbox.fail(&format!("{command} --size 4 --walls 20"), 2);
        assert!(message.contains("20 walls"), "gridlock {command}: {message}");
        assert!(!message.contains("NaN") && !message.contains("passed"), "gridlock {command}: {message}");
    }
    // a shard may be empty, though the run is not
    sandbox.succeed("generate --size 4 --shard 1999/2000 --quiet -o shard.txt");
    assert_eq!(sandbox.text("shard.txt"), "");
}

#[test]
fn a_file_without_a_board_gives_few_messages() {
    let sandbox = Sandbox::with("wrong.txt", "oBBoAAoCoooooooo\n".repeat(50));
    let said = sandbox.fail("solve wrong.txt", 2);
    assert_eq!(said.matches("wrong.txt, line ").count(), 20, "{said}");
    assert!(said.contains("further ones are only counted") && said.contains("50 of 50 boards"), "{said}");
}

#[test]
fn boards_and_files_that_can_not_be_read_are_reported() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("folder")).expect("made");
    sandbox.write("empty.txt", "");
    fs::write(sandbox.path("binary.txt"), b"\n\xff\xfe\0\n").expect("written");
    fs::write(sandbox.path("endless.txt"), [b'A'; 1 << 20]).expect("written");
    sandbox.write("windows.txt", "01 ooooAAoooooooooo 3\r\n");
    for command in ["solve", "analyse", "levels", "render -o b.svg", "graph -o b.dot", "sheet -o b.pdf"] {
        for (file, code, words) in [
            ("folder", 4, "folder"),
            ("missing.txt", 4, "missing.txt"),
            ("nothing", 2, "nothing"),
            ("binary.txt", 2, "binary.txt: line 2: "),
            ("endless.txt", 2, "endless.txt: line 1: "),
            ("..BBAA.B........", 2, "\n\n  ..BB\n  AA.B\n     ^"),
        ] {
            sandbox.refuses(&format!("{command} {file}"), code, [words]);
        }
        if command != "solve" {
            sandbox.refuses(&format!("{command} empty.txt"), 2, ["empty.txt"]);
        }
    }
    sandbox.refuses("solve empty.txt", 2, ["empty.txt holds no board"]);
    // Boards may have any kind of line end.
    assert!(sandbox.succeed("solve windows.txt").contains("1 move"));
    sandbox.refuses("stats windows.txt", 2, ["windows.txt, line 1"]);
    assert_eq!(sandbox.succeed("stats empty.txt"), "rows    0\nstates  0\n");
    sandbox.refuses("stats empty.txt --json -o new.html", 2, ["--json"]);
}

#[test]
fn a_wrong_way_to_gather_bits_is_refused_and_a_right_one_changes_nothing() {
    let sandbox = Sandbox::new();
    let run = |value: &str| {
        sandbox.shell(&format!("GRIDLOCK_BIT_GATHERING={value} exec {{}} generate --size 4 --walls 0..1 --quiet -o -"))
    };
    for value in ["avx2", ""] {
        run(value).has_code(2).says(["GRIDLOCK_BIT_GATHERING", &format!("\"{value}\""), "portable"]);
    }
    assert!(run("portable").has_code(0).out == sandbox.succeed("generate --size 4 --walls 0..1 --quiet -o -"));
}
