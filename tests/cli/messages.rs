//! Messages name the right place, file and remedy, and the exit code says whose fault it was: one table of codes for all commands.
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use crate::{Sandbox, objects, stderr};

const BOARD: &str = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
const STUCK: &str = "....AA.x........";

#[test]
fn the_code_of_every_command_says_whose_fault_it_was() {
    let sandbox = Sandbox::with("stuck.txt", format!("{STUCK}\n"));
    sandbox.write("boards.txt", format!("{BOARD}\n{STUCK}\n"));
    sandbox.write("wrong.txt", "09 BBoDAAoDooooooCC 48\n");
    sandbox.write("large.txt", format!("49 {BOARD} 24132\n"));
    sandbox.write("nonsense.txt", "nonsense, not a row\n");
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    let rows = sandbox.text("rows.txt").replacen("07 ", "08 ", 1);
    sandbox.write("rows.txt", rows);
    let limited = |command: &str| format!("{command} --max-states 100");
    for (code, arguments) in [
        (1, format!("analyse {STUCK}")),
        (1, "analyse boards.txt".to_owned()),
        (1, format!("graph {STUCK} -o stuck.dot")),
        (1, format!("solve {STUCK}")),
        (1, "solve stuck.txt".to_owned()),
        (1, format!("levels {STUCK}")),
        (1, format!("levels {BOARD} --depth 99")),
        (1, format!("render {STUCK} --solution -o new.svg")),
        (1, "sheet stuck.txt -o new.svg".to_owned()),
        (1, format!("play {STUCK} -o new.html")),
        (1, "verify wrong.txt".to_owned()),
        (1, "generate --size 4 --check -o rows.txt".to_owned()),
        (3, limited(&format!("solve {BOARD}"))),
        (3, limited("solve large.txt")),
        (3, limited(&format!("analyse {BOARD}"))),
        (3, limited(&format!("levels {BOARD}"))),
        (3, limited(&format!("render {BOARD} --solution -o new.svg"))),
        (3, limited(&format!("graph {BOARD} -o new.dot"))),
        (3, limited("sheet large.txt -o new.svg")),
        (3, limited("select large.txt --solve -o new.csv")),
    ] {
        sandbox.ends(&arguments, code);
    }
    assert!(sandbox.text("stuck.dot").starts_with("digraph") || sandbox.text("stuck.dot").starts_with("graph"));
    for command in ["stats", "merge -o new.txt", "select -o new.txt"] {
        for (argument, code) in [("nonsense.txt", 2), ("missing.txt", 4), ("--no-such-option", 2)] {
            sandbox.ends(&format!("{command} {argument}"), code);
        }
    }
    sandbox.ends("verify nonsense.txt", 1); // its job is to find faults
    sandbox.ends("verify missing.txt", 4);
    for command in ["generate --size 4 --quiet -o", "merge nonsense.txt -o", "select nonsense.txt -o", "man --folder"] {
        sandbox.ends(&format!("{command} missing/folder.txt"), 2);
    }
    for command in ["count", "plan", "completions cobol", "man --folder"] {
        sandbox.ends(command, 2);
    }
}

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
        ("generate --size 2 -o a.txt", "from 3 to 16"),
        ("generate --size 9 -o a.txt", "from 3 to 7"),
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
    sandbox.write("nonsense.txt", "nonsense, not a row\n");
    for command in ["solve", "analyse", "levels", "render -o b.svg", "graph -o b.dot", "sheet -o b.pdf"] {
        for (file, code, words) in [
            ("--no-such-option", 2, "--no-such-option"),
            ("nonsense.txt", 2, "nonsense.txt"),
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
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_every_output_and_a_device_is_not_replaced() {
    let sandbox = Sandbox::new();
    for arguments in ["--help", "--version", "solve --help", "help plan", "generate --size 4 --quiet -o -", "count --size 4"] {
        sandbox.shell(&format!("exec {{}} {arguments} > /dev/full")).has_code(4).says(["standard output", "No space left"]);
        sandbox.shell(&format!("exec {{}} {arguments} > out.txt")).has_code(0);
        assert!(!sandbox.bytes("out.txt").is_empty(), "{arguments}");
    }
    sandbox.shell("exec {} --no-such-option 2> /dev/full").has_code(2);
    sandbox.shell("ulimit -f 8; exec {} generate --size 5 --quiet -o - > long.txt").has_code(4).says(["ulimit -f"]);
    sandbox.refuses("generate --size 4 --quiet -o /dev/full", 4, ["/dev/full"]);
    sandbox.succeed("generate --size 4 --quiet -o /dev/null");
    assert!(!std::fs::metadata("/dev/null").expect("the device").is_file());
}

#[test]
fn a_price_is_a_number_from_0_on() {
    let sandbox = Sandbox::new();
    for price in ["-1", "-0.5", "NaN", "inf", "-inf", "x"] {
        assert!(sandbox.fail(&format!("plan --size 4 --seconds 0.01 --price={price}"), 2).contains("--price"), "{price}");
    }
    sandbox.succeed("plan --size 4 --seconds 0.1 --price 0");
}

#[test]
fn a_claim_beyond_all_lengths_is_wrong() {
    let sandbox =
        Sandbox::with("claims.csv", "board,claimed\noBBoAAoCoooCoooo,100000000000000000000000\noBBoAAoCoooCoooo,1e30\n");
    let total = objects(&sandbox.ends("solve claims.csv --claim claimed --json", 1).out).pop().expect("a summary");
    assert_eq!((&total["claims"], &total["wrong"], &total["without_claim"]), (&2.into(), &2.into(), &0.into()));
}

#[test]
fn a_merge_looks_at_its_inputs_first() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail("merge missing.txt -o rows.txt", 4);
    assert!(message.contains("missing.txt") && !message.contains("merging"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn the_description_of_a_file_that_is_replaced_goes() {
    let sandbox = Sandbox::new();
    for command in ["select steps.txt --moves 3.. --metric steps", "hunt --size 4 --evaluations 50 --quiet"] {
        sandbox.succeed("generate --size 4 --metric steps --quiet --force -o rows.txt");
        sandbox.write("steps.txt", sandbox.bytes("rows.txt"));
        assert_eq!(sandbox.names(), ["rows.txt", "rows.txt.json", "steps.txt"]);
        sandbox.succeed(&format!("{command} --force -o rows.txt"));
        assert_eq!(sandbox.names(), ["rows.txt", "steps.txt"], "{command}");
    }
    // what is not a description stays
    sandbox.write("rows.txt.json", "{}");
    sandbox.succeed("select steps.txt --metric steps --force -o rows.txt");
    assert_eq!(sandbox.text("rows.txt.json"), "{}");
}

#[cfg(feature = "database")]
#[test]
fn a_name_that_is_almost_that_of_a_database_is_corrected() {
    let sandbox = Sandbox::new();
    assert!(sandbox.fail("select rush6 -o -", 4).contains("@rush6"));
    assert!(sandbox.fail("select @rush7 -o -", 4).contains("@rush4, @rush5, @rush6"));
    assert!(sandbox.fail("play @rush7 -o page.html", 2).contains("@rush4, @rush5, @rush6"));
    assert!(sandbox.fail("solve rush5", 2).contains("@rush5"));
    assert!(!sandbox.fail("select rush66 -o -", 4).contains('@'));
}

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
        (format!("{LIST}A,H,1,3\n"), "line 2: it has 4 fields, but the header has 5"),
        ("id,orientation,col\nA,H,1\n".to_owned(), "the list needs the columns id,orientation,col,row,length"),
        (format!("{LIST}A,H,one,3,2\n"), "line 2: col \"one\" is not a whole number"),
        (format!("{LIST}A,diagonal,1,3,2\n"), "line 2: orientation \"diagonal\""),
        ("id\n".to_owned(), "there is no piece 'A'"),
    ] {
        sandbox.write("list.csv", text);
        sandbox.refuses("solve list.csv", 2, ["gridlock: list.csv: ", words]);
    }
    sandbox.refuses("solve list.csv --size 17", 2, ["--size", "17", "3 to 16"]);
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
        ("levels rows.txt", true),
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
    let message = sandbox.fail("verify --exit up rows.txt", 2);
    assert!(
        message.contains("tip: analyse, graph, levels, play, render, select, sheet, solve and stats have '--exit'"),
        "{message}"
    );
    assert!(!message.contains("shares") && !message.contains("-- --exit"), "{message}");
    assert!(sandbox.fail("solve --claims n a.csv", 2).contains("a similar argument exists: '--claim'"));
    assert!(!sandbox.fail("stats --nonsense", 2).contains("tip"));
    assert!(!sandbox.fail("count -x", 2).contains("tip"));
    sandbox.write("--nonsense", "");
    assert!(sandbox.fail("stats --nonsense", 2).contains("use '-- --nonsense'"));
}

#[test]
fn an_option_without_effect_is_refused() {
    let sandbox = Sandbox::after("generate --size 4 --quiet -o rows.txt");
    for (command, option) in [
        ("select rows.txt -o new.txt --seed 3", "--seed"),
        ("sheet rows.txt -o new.svg --seed 3", "--seed"),
        ("play rows.txt -o new.html --seed 3", "--seed"),
        ("verify rows.txt --seed 3", "--seed"),
        ("stats rows.txt --restart", "--restart"),
        ("stats rows.txt --save-every 3", "--save-every"),
        ("stats rows.txt --max-states 300", "--max-states"),
        ("render rows.txt -o new.svg --max-states 300", "--max-states"),
        ("levels rows.txt --seed 3", "--seed"),
        ("levels rows.txt --force", "--force"),
    ] {
        sandbox.refuses(command, 2, [option]);
    }
}
