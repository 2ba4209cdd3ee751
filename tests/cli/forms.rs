//! What people bring: public bug reports, assignments and level packs in their own forms are read, or refused with the one thing to do.
use crate::{Printed, Sandbox, objects};

/// Solves a file of this text, and returns moves and steps of each board and what was said.
#[track_caller]
fn solved(text: &str, options: &str) -> (Vec<(u64, u64)>, Printed) {
    let sandbox = Sandbox::with("levels.txt", text);
    let printed = Printed::of(&sandbox.run(&format!("solve levels.txt --json --cluster {options}")));
    assert!(!printed.err.contains("panicked"), "{}", printed.err);
    let figures = |found: &serde_json::Value| {
        let figure = |name: &str| found[name].as_u64().unwrap_or_else(|| panic!("no {name} in {found}"));
        (figure("fewest_moves"), figure("fewest_steps"))
    };
    (objects(&printed.out).iter().map(figures).collect(), printed)
}

#[track_caller]
fn is_solved(text: &str, options: &str, expected: &[(u64, u64)]) {
    let (found, printed) = solved(text, options);
    assert_eq!((&found[..], printed.code), (expected, Some(0)), "{text}\n{}", printed.err);
}

#[track_caller]
fn is_refused<const N: usize>(text: &str, options: &str, keys: [&str; N]) {
    let (found, printed) = solved(text, options);
    assert_eq!((found.len(), printed.code), (0, Some(2)), "{text}\n{}", printed.err);
    printed.says(keys);
}

/// 17 moves, 33 steps with R.
const SEVENTEEN: [&str; 6] = ["GAA..Y", "G.V..Y", "RRV..Y", "..VZZZ", "....B.", "WWW.B."];

#[test]
fn o_is_a_vehicle_where_another_sign_is_empty() {
    let board = "......\n..o...\naao...\n..o...\n......\n......\n";
    is_solved(board, "--primary a", &[(2, 6)]);
    let sandbox = Sandbox::with("board.txt", board);
    let text = sandbox.succeed("solve board.txt --primary a");
    assert!(text.contains("\no+2 a+4\n"), "{text}");
    sandbox.says("solve board.txt --primary a", ["o and x are vehicles"]);
    is_solved(&board.replace('.', "_"), "--primary a", &[(2, 6)]);
    is_solved(&board.replace('.', "0"), "--primary a", &[(2, 6)]);
    is_solved(&board.replace('.', " "), "--primary a", &[(2, 6)]);
    is_solved(&board.replace('o', "x"), "--primary a", &[(2, 6)]);
    // where o is empty, x is a wall
    is_solved("oooo\naaoo\noxxo\noooo\n", "--primary a", &[(1, 2)]);
    is_refused(board, "", ["levels.txt, line 1", "--primary", "a"]);
    // two walls side by side stay two walls
    is_solved("....\nAA..\n.xx.\n....\n", "", &[(1, 2)]);
    is_refused("..oo\nAA..\n....\n....\n", "", ["--empty .,o", "--empty ."]);
    is_solved("..oo\nAA..\n....\n....\n", "--empty .,o", &[(1, 2)]);
    is_solved("..oo\nAA.o\n....\n....\n", "--empty .,o", &[(1, 2)]);
    is_solved("...o\nAA.o\n....\n....\n", "--empty .", &[(2, 4)]);
    is_refused("..x.\naa..\n....\n....\n", "--primary a", ["row 1, column 3", "#"]);
}

#[test]
fn a_grid_of_numbers_has_one_number_for_empty() {
    let eight = "2 2 0 0 0 7\n3 0 0 5 0 7\n3 1 1 5 0 7\n3 0 0 5 0 0\n4 0 0 0 8 8\n4 0 6 6 6 0\n";
    is_solved(eight, "", &[(8, 16)]);
    is_solved(&eight.replace('0', "9"), "--primary 1 --empty 9", &[(8, 16)]);
    is_refused("1 1 0 -1\n0 0 0 -1\n2 2 0 0\n", "", ["--empty 0", "-1"]);
    is_solved("1 1 0 -1\n0 0 0 -1\n2 2 0 0\n", "--empty 0,-1", &[(1, 2)]);
}

#[test]
fn exits_are_marked_in_many_ways() {
    let rows = SEVENTEEN.join("\n");
    is_solved(&rows, "--primary R", &[(17, 33)]);
    let marked = rows.replace("RRV..Y", "RRV..Y>");
    is_solved(&marked, "--primary R", &[(17, 33)]);
    is_solved(&marked.replace('\n', "/"), "", &[(17, 33)]);
    for (side, top) in [("|", "+------+"), ("*", "********"), ("#", "########")] {
        let framed = |exit: &str| {
            let row = |row: &&str| format!("{side}{row}{}", if row.starts_with('R') { exit } else { side });
            format!("{top}\n{}\n{top}\n", SEVENTEEN.iter().map(row).collect::<Vec<_>>().join("\n"))
        };
        is_solved(&framed(">"), "--primary R", &[(17, 33)]);
        is_solved(&framed(" "), "--primary R", &[(17, 33)]);
        is_solved(&framed(&format!("{side}>")), "--primary R", &[(17, 33)]);
        is_solved(&format!("Level 1:\n{}\nLevel 2:\n{}", framed(">"), framed(">")), "", &[(17, 33), (17, 33)]);
    }
    is_refused(&rows.replace("..VZZZ", "..VZZZ>"), "--primary R", ["row 3", "row 4"]);
    is_refused(&marked, "--exit left", ["right", "left"]);
    is_refused(&marked.replace("....B.", "....B.>"), "", ["2 exits"]);
}

#[test]
fn sizes_counts_names_and_comments_are_taken_off() {
    let two =
        "2\n6 6 13\nb.c..e\nb.cdde\nfghaal\nfghjjl\n.giikk\nmmm...\n6 6 10\n......\n.bb.cc\naad.hi\nfed.hi\nfeg..j\nf.g..j\n";
    let moves: Vec<u64> = solved(two, "--primary a").0.into_iter().map(|(moves, _)| moves).collect();
    assert_eq!(moves, [5, 6]);
    let (found, printed) = solved(&two.replacen('2', "3", 1), "--primary a");
    assert_eq!((found.len(), printed.says(["line 1", "3", "2"]).code), (2, Some(2)));
    is_refused("6 6 7\nb.c..e\nb.cdde\nfghaal\nfghjjl\n.giikk\nmmm...\n", "--primary a", ["line 1", "7", "13"]);
    is_refused("6 7\nb.c..e\nb.cdde\nfghaal\nfghjjl\n.giikk\nmmm...\n", "--primary a", ["line 1", "6 7"]);
    let groups = "p02: 4: BCCCoo BoooDo oAAEDo oooEoo FFoEoo ooGGGo # 7 vehicles\n";
    is_solved(groups, "", &[(4, 7)]);
    let sandbox = Sandbox::with("names.txt", "Jam-1 oBBoAAoCoooCoooo\n1. oBBoAAoCoooCoooo\n// by hand\noBBoAAoCoooCoooo three\n");
    sandbox.write("levels.txt", format!("# levels by hand\n\nLevel 1:\n{0}\n\nLevel 2:\n\n{0}", ".BB.\nAA.C\n...C\n....\n"));
    let names = |file: &str| {
        let found = objects(&sandbox.succeed(&format!("solve {file} --json")));
        found.iter().map(|found| found["name"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("names.txt"), ["Jam-1", "1", "three"]);
    assert_eq!(names("levels.txt"), ["Level 1", "Level 2"]);
    // the number of a level is not its moves
    sandbox.write("numbers.txt", "7 oBBoAAoCoooCoooo\n");
    sandbox.succeed("solve numbers.txt -o out.jsonl");
    let found = objects(&sandbox.text("out.jsonl"));
    assert_eq!((&found[0]["number"], &found[0]["moves"]), (&7.into(), &2.into()));
}

#[test]
fn boards_on_one_line_may_have_slashes_or_commas() {
    let sandbox = Sandbox::new();
    for board in ["BB.C/AA.C/..../....", "BB.C,AA.C,....,...."] {
        assert_eq!(sandbox.answer(&format!("solve {board} --json"))["moves"], 2, "{board}");
        is_solved(board, "", &[(2, 4)]);
    }
    sandbox.refuses("solve levels/none", 4, ["levels/none"]);
    sandbox.refuses("solve BB.C/AA.C/..../...", 4, ["BB.C"]);
}

#[test]
fn vehicles_as_json_or_without_a_header() {
    let sandbox = Sandbox::new();
    // one car and the primary: A at column 1, row 3, B at column 4, rows 2 to 4
    let array = r#"[{"id": "A", "x": 0, "y": 2, "length": 2, "dir": "H"}, {"id": "B", "x": 3, "y": 1, "length": 3, "dir": "V"}]"#;
    let pretty = array.replace("}, {", "},\n  {").replace('[', "[\n  ").replace(']', "\n]");
    let texts = [
        array.to_owned(),
        pretty.clone(),
        format!("{{\"cars\": {array}}}"),
        format!("{{\n\"name\": \"one\",\n\"vehicles\": {pretty}\n}}\n"),
        array.replace("\"dir\": \"H\"", "\"vertical\": false").replace("\"dir\": \"V\"", "\"vertical\": true"),
        array.replace("\"x\": 0, \"y\": 2", "\"position\": 12").replace("\"x\": 3, \"y\": 1", "\"position\": 9"),
        array
            .replace("\"length\"", "\"size\"")
            .replace("\"id\"", "\"letter\"")
            .replace("\"H\"", "\"LR\"")
            .replace("\"V\"", "\"UD\""),
        array.replace("\"A\"", "\"red\"").replace("\"id\"", "\"color\"").replace("\"B\"", "\"green\""),
    ];
    for text in texts {
        sandbox.write("cars.json", &text);
        let found = sandbox.ends("solve cars.json --json --size 6", 0);
        let found = objects(&found.out).remove(0);
        // B goes down by 2
        assert_eq!((&found["moves"], &found["steps"]), (&2.into(), &6.into()), "{text}");
        assert!(!found["read_as"].as_array().expect("a note").is_empty(), "{found}");
    }
    for text in ["A,H,1,3,2\nB,V,4,2,3\n", "A H 1 3 2\nB V 4 2 3\n", "A 1 3 2 H\nB 4 2 3 V\n", "X 1 3 H\nT 4 2 V\n"] {
        sandbox.write("cars.txt", text);
        let found = objects(&sandbox.ends("solve cars.txt --json", 0).says(["--from"]).out).remove(0);
        assert_eq!((&found["moves"], &found["steps"]), (&2.into(), &6.into()), "{text}");
    }
    sandbox.write("zero.csv", "id,orientation,col,row,length\nA,H,0,2,2\nB,V,3,1,3\n");
    assert_eq!(sandbox.answer("solve zero.csv --json")["moves"], 2);
    sandbox.write("both.csv", "id,orientation,col,row,length\nA,H,1,3,2\nB,V,4,2,3\n");
    let text = |options: &str| sandbox.answer(&format!("solve both.csv --json {options}"))["board"].clone();
    assert_ne!(text("--from 0"), text(""));
    sandbox.write("broken.json", "[{\"id\": \"A\", \"x\": 0, \"y\": 2, \"length\": 2, \"dir\": \"north\"}]");
    sandbox.refuses("solve broken.json", 2, ["broken.json", "north"]);
}

#[test]
fn boards_as_json() {
    let sandbox = Sandbox::new();
    for (text, boards) in [
        (r#"["oBBoAAoCoooCoooo", "oBBoAAoCoooCoooo"]"#, 2),
        (r#"["oBBo", "AAoC", "oooC", "oooo"]"#, 1),
        ("[[0, 2, 2, 0], [1, 1, 0, 3], [0, 0, 0, 3], [0, 0, 0, 0]]", 1),
        (r#"[["", "B", "B", ""], ["A", "A", "", "C"], ["", "", "", "C"], ["", "", "", ""]]"#, 1),
        (
            "[\n[[0, 2, 2, 0], [1, 1, 0, 3], [0, 0, 0, 3], [0, 0, 0, 0]],\n[[0, 2, 2, 0], [1, 1, 0, 3], [0, 0, 0, 3], [0, 0, 0, 0]]]",
            2,
        ),
        (r#"{"grid": [[0, 2, 2, 0], [1, 1, 0, 3], [0, 0, 0, 3], [0, 0, 0, 0]]}"#, 1),
    ] {
        sandbox.write("boards.json", text);
        let found = objects(&sandbox.ends("solve boards.json --json", 0).out);
        assert_eq!(found.iter().map(|found| found["moves"].as_u64()).collect::<Vec<_>>(), vec![Some(2); boards], "{text}");
    }
    sandbox.write("boards.json", "[true]");
    sandbox.refuses("solve boards.json", 2, ["boards.json"]);
}

#[test]
fn the_primary_has_a_usual_name_or_is_named() {
    let board = ".BB.\nAA.C\n...C\n....\n";
    for name in ["X", "R", "r", "1"] {
        let text =
            if name == "r" { board.replace('A', name).replace('B', "b").replace('C', "c") } else { board.replace('A', name) };
        let (found, printed) = solved(&text, "");
        assert_eq!(found, [(2, 3)], "{}", printed.err);
        printed.says([&*format!("the primary is {name}")]);
    }
    // B and C could leave too, but C stands
    is_refused(&board.replace('A', "Z"), "", ["--primary", "B, Z"]);
    is_refused(&board.replace('A', "X").replace('B', "R"), "", ["--primary", "R, X"]);
    is_refused(board, "--primary Q", ["'Q'", "B, A"]);
}

#[test]
fn one_error_for_one_thing() {
    // prose, one error
    let prose = "The quick brown fox\njumps over the lazy dog.\n\nAnd another paragraph\nof two lines.\n";
    let sandbox = Sandbox::with("prose.txt", prose);
    let printed = sandbox.ends("solve prose.txt", 2);
    assert_eq!(printed.err.lines().filter(|line| line.contains("prose.txt, line")).count(), 1, "{}", printed.err);
    // a block is one error, at its first line
    sandbox.write("two.txt", ".BB.\nAA.\n...C\n....\n\n.BB.\nAA.C\n...C\n....\n");
    let printed = sandbox.ends("solve two.txt --json", 2);
    assert_eq!(objects(&printed.out).len(), 1);
    assert!(printed.err.contains("two.txt, line 1: row 2 in line 2 has 3 cells, but the first row has 4"), "{}", printed.err);
    assert!(!printed.err.contains("--size"), "{}", printed.err);
    // a size is asked for only where it would help
    let printed = sandbox.fail("solve AA.B.....B........CC.DDD", 2);
    assert!(printed.contains("--size"), "{printed}");
    let printed = sandbox.fail("solve nonsense", 2);
    assert!(!printed.contains("--size"), "{printed}");
}

#[test]
fn what_is_ambiguous_is_refused() {
    // four touching cells of one sign; a bus or two cars
    is_refused("55..\n55..\nAA..\n....\n", "", ["several ways"]);
    is_refused("5555\nAA..\n....\n....\n", "", ["several ways"]);
    is_refused("AA.B.....B........CC.DDD\n", "", ["--size"]);
    is_refused(" BB\nAA C\n   C\n", "", ["line 1", "row 2"]);
}

#[test]
fn every_example_of_the_document_is_read() {
    let document = include_str!("../../docs/FORMATS.md").split_once("## Boards that are read").expect("the section").1;
    let (mut blocks, mut boards) = (0, 0);
    for block in document.split("```text").skip(1) {
        let (options, text) = block.split_once('\n').expect("a line of options");
        let (text, _) = text.split_once("```").expect("the end of the block");
        let sandbox = Sandbox::with("example", text);
        let answers = objects(&sandbox.succeed(&format!("solve example --json {options}")));
        assert!(!answers.is_empty() && answers.iter().all(|answer| answer["solvable"] == true), "{text}");
        (blocks, boards) = (blocks + 1, boards + answers.len());
    }
    assert_eq!((blocks, boards), (16, 30));
}

#[test]
fn given_moves_are_checked() {
    let sandbox = Sandbox::with("moves.csv", "car,move\nC,1\nA,2\n");
    let board = "solve oBBoAAoCoooCoooo --json --check";
    let check = |moves: &str, code: i32| {
        let mut command = sandbox.gridlock(board);
        let printed = Printed::of(&command.arg(moves).output().expect("run"));
        objects(&printed.has_code(code).out).remove(0)
    };
    for moves in ["C+1 A+2", "moves.csv", "c down 1, a right 2", "(C, 1) (A, 2)", "C+ A+ A+", "1. Cv 2. A> 3. A>", "C,1\nA,2"] {
        let found = check(moves, 0);
        assert_eq!((&found["solved"], &found["more_than_needed"]), (&true.into(), &0.into()), "{moves}: {found}");
        assert_eq!((&found["distances"][0], &found["distances"][1]), (&2.into(), &1.into()), "{moves}");
    }
    let longer = check("C+1 B+1 A+2", 0);
    assert_eq!((&longer["moves"], &longer["more_than_needed"]), (&3.into(), &1.into()));
    let short = check("C+1", 1);
    assert_eq!((&short["solved"], &short["legal"]), (&false.into(), &true.into()));
    let illegal = check("C+1 A+3", 1);
    assert_eq!((&illegal["legal"], &illegal["illegal"]["number"]), (&false.into(), &2.into()));
    let across = check("A up 1", 1);
    assert!(across["illegal"]["reason"].as_str().is_some_and(|reason| reason.contains("left and right")), "{across}");
    let unknown = check("C+1 Q+1", 1);
    assert_eq!((&unknown["illegal"]["number"], &unknown["illegal"]["reason"]), (&2.into(), &"the board has no piece Q".into()));
    check_is_refused(&sandbox, "Qup 1", "Qup");
    check_is_refused(&sandbox, "C+1 A+", "one kind");
    let text = sandbox.succeed("solve oBBoAAoCoooCoooo --notation csv");
    assert!(text.contains("\ncar,move\nC,1\nA,2\n"), "{text}");
}

#[track_caller]
fn check_is_refused(sandbox: &Sandbox, moves: &str, key: &str) {
    let printed = Printed::of(&sandbox.gridlock("solve oBBoAAoCoooCoooo --check").arg(moves).output().expect("run"));
    printed.has_code(2).says([key]);
}
