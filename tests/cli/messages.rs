//! Messages name the right place, file and remedy, and the exit code says whose fault it was.
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::{Sandbox, stderr};

const LIST: &str = "id,orientation,col,row,length\n";

#[test]
fn overlapping_vehicles_are_placed_from_1_on_the_board_that_was_given() {
    // With another exit the board is turned for the search, but not in the message.
    for (exit, vehicles, place) in [
        ("right", "A,H,1,3,2\nB,V,2,2,2\n", "row 3, column 2"),
        ("up", "A,V,3,4,2\nB,H,2,5,2\n", "row 5, column 3"),
        ("down", "A,V,3,4,2\nB,H,2,5,2\n", "row 5, column 3"),
        ("left", "A,H,1,3,2\nw,H,1,3,1\n", "row 3, column 1"),
    ] {
        let sandbox = Sandbox::with("list.csv", format!("{LIST}{vehicles}"));
        sandbox.refuses(
            &format!("solve list.csv --exit {exit}"),
            2,
            [&*format!("list.csv: two pieces share the cell at {place}")],
        );
    }
}

#[test]
fn a_malformed_list_is_wrong_input_and_an_unreadable_one_is_not() {
    let sandbox = Sandbox::new();
    for (text, words) in [
        (format!("{LIST}A,H,1,3\n"), "the list needs the columns id,orientation,col,row,length"),
        (format!("{LIST}A,H,one,3,2\n"), "line: 2"),
        (format!("{LIST}A,diagonal,1,3,2\n"), "line 2: orientation \"diagonal\""),
        ("id\n".to_owned(), "there is no piece 'A'"),
    ] {
        sandbox.write("list.csv", text);
        sandbox.refuses("solve list.csv", 2, ["gridlock: list.csv: ", words]);
    }
    assert!(sandbox.fail("solve list.csv --size 9", 2).contains("--size: "));
    assert!(sandbox.fail("solve none.csv", 4).contains("cannot read none.csv: No such file"));
}

#[test]
fn file_names_need_not_be_utf_8() {
    let sandbox = Sandbox::new();
    let name = OsStr::from_bytes(b"b\xffse.txt");
    let rows = sandbox.succeed("generate --size 4 --quiet -o -");
    if fs::write(sandbox.0.path().join(name), rows.lines().next().expect("a row").to_owned() + "\n").is_err() {
        println!("SKIPPED: the file system allows UTF-8 only");
        return;
    }
    for command in ["solve", "levels", "analyse", "stats", "verify", "render -o b.svg", "sheet -o s.svg", "graph -o g.dot"] {
        let output = sandbox.gridlock(command).arg(name).output().expect("the program runs");
        assert!(output.status.success(), "gridlock {command}: {}", stderr(&output));
    }
    let missing = OsStr::from_bytes(b"\xff.txt");
    let output = sandbox.gridlock("solve").arg(missing).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(4));
    assert!(stderr(&output).contains("cannot read \u{fffd}.txt: No such file"));
}

#[test]
#[cfg(feature = "sqlite")]
fn a_board_that_is_selected_twice_is_named() {
    let sandbox = Sandbox::with("rows.txt", "03 BBoDAAoDooooooCC 48\n");
    let words = ["the board BBoDAAoDooooooCC is selected twice", "each file of rows once"];
    sandbox.refuses("select rows.txt rows.txt -o rows.sqlite", 2, words);
}

#[test]
fn a_missing_folder_for_temporary_files_is_not_a_full_disk() {
    let sandbox = Sandbox::new();
    // More rows than `merge` keeps in memory: boards of 5×5 with walls in the pattern of a number.
    let cell = |k: u32, i: u32| if k >> i & 1 == 0 { 'o' } else { 'x' };
    let row = |k: u32| {
        let walls: String = (0..20).map(|i| cell(k, i)).collect();
        format!("01 {}AAooo{} 1\n", &walls[..10], &walls[10..])
    };
    let rows: String = (0..500_001).map(row).collect();
    sandbox.write("rows.txt", rows);
    let printed = sandbox.shell("TMPDIR=/nonexistent exec {} merge rows.txt -o -");
    printed.has_code(4).says(["cannot write to temporary files in /nonexistent: No such file", "make the folder first"]);
    assert!(!printed.err.contains("make room"), "{}", printed.err);
}

#[test]
fn quiet_commands_say_nothing_but_what_was_asked_for() {
    let sandbox = Sandbox::after("generate --size 4 --quiet -o rows.txt");
    for (command, says) in [
        ("generate --size 4 --walls 1 --force -o more.txt", true),
        ("merge rows.txt --force -o merged.txt", true),
        ("select rows.txt --moves 7 -o -", true),
        ("select rows.txt --solve --force -o rows.csv", true),
        ("verify rows.txt", true),
        ("hunt --size 4 --evaluations 100 --force -o hard.txt", true),
        ("play rows.txt --limit 3 --force -o page.html", true),
        ("play rows.txt --force -o page.html", true),
        ("sheet rows.txt --limit 3 --force -o cards.svg", true),
        ("stats rows.txt", false),
        ("count --size 4", false),
        ("plan --size 4 --seconds 0.1", false),
        ("solve rows.txt", false),
        ("analyse rows.txt", true),
        ("levels rows.txt", false),
        ("graph rows.txt --force -o graph.dot", true),
        ("render rows.txt --force -o board.svg", true),
    ] {
        let loud = sandbox.run(command);
        assert!(loud.status.success(), "gridlock {command}: {}", stderr(&loud));
        assert_eq!(!loud.stderr.is_empty(), says, "gridlock {command}: {}", stderr(&loud));
        for quiet in [format!("{command} -q"), format!("--quiet {command}")] {
            let output = sandbox.run(&quiet);
            assert!(output.status.success() && output.stderr.is_empty(), "gridlock {quiet}: {}", stderr(&output));
        }
    }
    assert!(sandbox.fail("solve none.txt --quiet", 4).contains("cannot read none.txt"), "errors are reported despite --quiet");
}

#[test]
fn an_unknown_option_gives_a_tip_only_where_one_helps() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail("select --exit up rows.txt", 2);
    assert!(message.contains("tip: analyse, graph, levels, play, render, sheet and solve have '--exit'"), "{message}");
    assert!(!message.contains("shares") && !message.contains("-- --exit"), "{message}");
    assert!(sandbox.fail("solve --claims n a.csv", 2).contains("a similar argument exists: '--claim'"));
    assert!(!sandbox.fail("stats --nonsense", 2).contains("tip"));
    assert!(!sandbox.fail("count -x", 2).contains("tip"));
    sandbox.write("--nonsense", "");
    assert!(sandbox.fail("stats --nonsense", 2).contains("use '-- --nonsense'"));
}
