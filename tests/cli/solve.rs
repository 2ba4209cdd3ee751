//! `gridlock solve` from outside.
use crate::{Sandbox, stderr};
use serde_json::Value;

const HARD: &str = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn moves_and_steps_of_a_known_board() {
    let sandbox = Sandbox::new();
    let text = sandbox.succeed(&format!("solve {HARD}"));
    assert!(text.contains("49 moves, ") && text.contains(" states visited, "), "{text}");
    for (metric, key, depth) in [("moves", "moves", 49), ("steps", "steps", 93)] {
        for search in ["bfs", "astar --heuristic zero", "astar --heuristic blocking", "astar"] {
            let found = &json(&sandbox.succeed(&format!("solve {HARD} --json --metric {metric} --algorithm {search}")))[0];
            assert_eq!(found[key], depth, "{found}");
            assert_eq!(found["solution"].as_array().unwrap().len() as u64, found["moves"].as_u64().unwrap());
        }
    }
}

#[test]
fn first_moves_and_number_of_solutions() {
    let sandbox = Sandbox::new();
    // C moves down by one or two, then A leaves: two solutions in moves, one in steps.
    let board = "oBBoAAoCoooCoooo";
    let text = sandbox.succeed(&format!("solve {board} --all-first --count"));
    assert!(text.contains("2 moves, ") && text.contains("first moves of shortest solutions: C+1\n"), "{text}");
    let found = &json(&sandbox.succeed("solve ooooAAooooxooooo --all-first --count --json --metric steps"))[0];
    assert_eq!(
        (&found["solution"], &found["first_moves"], &found["solutions"]),
        (&json("[\"A+2\"]")[0], &json("[\"A+1\"]")[0], &1.into())
    );
}

#[test]
fn unsolvable_boards_have_exit_code_1_and_wrong_ones_2() {
    let sandbox = Sandbox::new();
    let output = sandbox.run("solve ....AA.x........");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), ""));
    assert!(String::from_utf8_lossy(&output.stdout).contains("unsolvable"));
    sandbox.refuses("solve ..BBAA.B........", 2, ["row 2, column 4", "'B'"]);
    sandbox.refuses("solve ....AA.......... --heuristic blocking", 2, ["--algorithm"]);
    sandbox.refuses("solve missing.txt", 4, ["missing.txt"]);
    sandbox.refuses(&format!("solve {HARD} --max-states 100"), 3, ["--max-states"]);
    sandbox.write("boards.txt", "....AA..........\n....AA..BBB\n");
    assert!(sandbox.run("solve boards.txt").status.code() == Some(2));
}

#[test]
fn files_of_rows_and_cards_are_solved_line_by_line() {
    let sandbox = Sandbox::new();
    sandbox.write("cards.txt", "08 BB...CD..E.CDAAE.CD..E..F...GGF.HHH. Jam-1\n\noBBoAAoCoooCoooo\n");
    let found = json(&sandbox.succeed("solve cards.txt --json --algorithm ida"));
    assert_eq!((&found[0]["name"], &found[0]["moves"], &found[1]["moves"]), (&"Jam-1".into(), &8.into(), &2.into()));
    sandbox.succeed("generate --size 4 -o rows.txt.gz --quiet");
    let rows = sandbox.text("rows.txt.gz");
    let found = json(&sandbox.succeed("solve rows.txt.gz --json --algorithm astar"));
    let moves: Vec<u64> = rows.lines().map(|row| row[..2].parse().unwrap()).collect();
    assert_eq!(found.iter().map(|f| f["moves"].as_u64().unwrap()).collect::<Vec<_>>(), moves);
}

#[test]
fn other_exits_and_lists_of_vehicles() {
    let sandbox = Sandbox::new();
    // A is vertical in column 2, below B, which moves left or right.
    //   . B B .
    //   . A . .
    //   . A . .
    let found = &json(&sandbox.succeed("solve .BB..A...A...... --exit up --json"))[0];
    assert_eq!((&found["moves"], &found["solution"][1]), (&2.into(), &"A-1".into()));
    sandbox.refuses("solve .BB..A...A......", 2, ["vertical"]);
    sandbox.write("cars.csv", "id,orientation,col,row,length\ntaxi,V,2,2,2\nbus,H,2,1,2\n");
    let found = &json(&sandbox.succeed("solve cars.csv --format csv --size 4 --primary taxi --exit up --json"))[0];
    assert_eq!((&found["moves"], &found["solution"][1]), (&2.into(), &"taxi-1".into()));
    assert_eq!(sandbox.succeed("solve cars.csv --size 4 --primary taxi --exit up").lines().nth(2), Some("bus+1 taxi-1"));
    sandbox.write("wrong.csv", "id,orientation,col,row,length\nA,H,1,3,2\nB,V,1,2,2\n");
    sandbox.refuses("solve wrong.csv --format csv", 2, ["wrong.csv"]);
}

#[test]
fn the_cluster_of_a_board_is_printed_too() {
    let sandbox = Sandbox::new();
    let cluster = "cluster: 24,132 states; fewest moves 49, fewest steps 93\n";
    for metric in ["moves", "steps"] {
        assert!(sandbox.succeed(&format!("solve {HARD} --metric {metric}")).ends_with(cluster));
    }
    assert!(sandbox.succeed(&format!("solve {HARD} --max-states 24131")).contains("cluster: more than 24,131 states"));
    sandbox.refuses(&format!("solve {HARD} --max-states 24131 --cluster"), 3, ["--max-states"]);
    assert!(String::from_utf8_lossy(&sandbox.run("solve ....AA.x........").stdout).ends_with("cluster: 2 states\n"));
    // For a file, only with --cluster.
    sandbox.write("boards.txt", format!("{HARD}\n"));
    assert!(!sandbox.succeed("solve boards.txt").contains("cluster"));
    assert!(sandbox.succeed("solve boards.txt --cluster").ends_with(cluster));
    let found = &json(&sandbox.succeed("solve boards.txt --cluster --json"))[0];
    assert_eq!((&found["cluster_size"], &found["fewest_steps"]), (&24_132.into(), &93.into()));
}

#[test]
fn answers_keep_the_order_of_the_file_for_any_number_of_threads() {
    let sandbox = Sandbox::new();
    // Hard and easy boards in turn, and more than are solved at once.
    let boards: String = (0..150).map(|k| format!("{} no {k}\n", if k % 15 == 0 { HARD } else { "oBBoAAoCoooCoooo" })).collect();
    sandbox.write("boards.txt", &boards);
    for threads in ["", "--threads 1", "--threads 5"] {
        let found = json(&sandbox.succeed(&format!("solve boards.txt --json {threads}")));
        let names: Vec<_> = found.iter().map(|found| found["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(names, (0..150).map(|k| format!("no {k}")).collect::<Vec<_>>());
        assert!(found.iter().enumerate().all(|(k, found)| found["moves"] == if k % 15 == 0 { 49 } else { 2 }));
    }
    // The boards before a wrong one are answered.
    sandbox.write("wrong.txt", boards + "..BBAA.B........\n");
    let output = sandbox.run("solve wrong.txt --json");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("wrong.txt, line 151"));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 150);
}

#[test]
fn a_bad_board_of_a_file_does_not_stop_the_others() {
    let sandbox = Sandbox::new();
    let boards = format!("oBBoAAoCoooCoooo one\n..BBAA.B........ two\n{HARD} three\n....AA..........\nshort\n");
    sandbox.write("boards.txt", &boards);
    for threads in ["--threads 1", ""] {
        let output = sandbox.run(&format!("solve boards.txt --json --max-states 100 {threads}"));
        let messages = stderr(&output);
        assert_eq!(json(&String::from_utf8_lossy(&output.stdout)).len(), 2, "{messages}");
        assert!(messages.contains("gridlock: boards.txt, line 2: row 2, column 4: piece 'B' is not straight"), "{messages}");
        let given_up = format!("gridlock: boards.txt, line 3: gave up on {HARD}; --max-states K allows more states");
        assert!(messages.contains(&given_up), "{messages}");
        assert!(messages.contains("boards.txt, line 5: a board has 16, 25, 36, 49 or 64 characters"), "{messages}");
        assert!(messages.ends_with("gridlock: 3 of 5 boards without an answer: 2 can't be read, 1 given up\n"), "{messages}");
        assert_eq!(output.status.code(), Some(3), "that of the worst");
        let fast = sandbox.run(&format!("solve boards.txt --json --fail-fast {threads}"));
        assert_eq!((fast.status.code(), String::from_utf8_lossy(&fast.stdout).lines().count()), (Some(2), 1));
        assert_eq!(stderr(&fast).lines().filter(|line| line.starts_with("gridlock: ")).count(), 1, "{}", stderr(&fast));
    }
    sandbox.write("stuck.txt", "....AA.x........\n....AA..........\n");
    assert_eq!(sandbox.run("solve stuck.txt").status.code(), Some(1));
    // What was read before the end of a damaged file is answered.
    sandbox.write("cut.txt", b"....AA..........\n\xff\xfe\n");
    let output = sandbox.run("solve cut.txt");
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stdout).contains("1 move"), "{}", stderr(&output));
}

#[test]
fn shortest_solutions_are_listed_and_shown() {
    let sandbox = Sandbox::new();
    // C stands in the last column, in rows 2 and 3, and may go up by one or down by two.
    let board = "oooooooooCAAooCoooooooooo";
    let found = &json(&sandbox.succeed(&format!("solve {board} --count --all-solutions 10 --json")))[0];
    let listed: Vec<String> = found["all_solutions"].as_array().unwrap().iter().map(|s| s.to_string()).collect();
    assert_eq!(listed.len() as u64, found["solutions"].as_u64().unwrap());
    assert!(listed.contains(&found["solution"].to_string()) && listed.len() > 1, "{listed:?}");
    let text = sandbox.succeed(&format!("solve {board} --all-solutions 1"));
    assert!(text.contains("\n   1. ") && !text.contains("\n   2. "), "{text}");
    let shown = sandbox.succeed("solve oQQoAAoZoooZoooo --show");
    let expected = "\
start          1: Z+1         2: A+2
┌─────────┐    ┌─────────┐    ┌─────────┐
│ . Q Q . │    │ . Q Q . │    │ . Q Q . │
│ A A . Z →    │ A A . . →    │ . . A A →
│ . . . Z │    │ . . . Z │    │ . . . Z │
│ . . . . │    │ . . . Z │    │ . . . Z │
└─────────┘    └─────────┘    └─────────┘
";
    let squeezed =
        |text: &str| text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
    let shown_lines = squeezed(&shown);
    assert!(squeezed(expected).iter().all(|line| shown_lines.contains(line)), "{shown}");
    sandbox.refuses(&format!("solve {board} --show --json"), 2, ["--json"]);
}

#[test]
fn boards_are_read_as_people_and_other_programs_write_them() {
    use std::io::Write;
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    let typed = |text: &str, arguments: &str| {
        let mut command = sandbox.gridlock(&format!("solve - --json {arguments}"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("read");
        json(&String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("text"))
    };
    // Typed over several lines, with and without spaces, and as gridlock draws a board.
    let found = typed("oBBo\nAAoC\noooC\noooo\n\no B B o\nA A o C\no o o C\no o o o\n", "");
    assert_eq!(found.iter().map(|f| f["solution"].clone()).collect::<Vec<_>>(), vec![serde_json::json!(["C+1", "A+2"]); 2]);
    assert_eq!(found[0]["board"], "oBBoAAoCoooCoooo");
    let picture = "┌─────────┐\n│ . B B . │\n│ A A . C →\n│ . . . C │\n│ . . . . │\n└─────────┘\n";
    assert_eq!(typed(picture, "")[0]["board"], ".BB.AA.C...C....");
    // Digits, one symbol for several pieces, and another primary.
    let found = &typed(".22.\nAA.2\n...2\n....\n", "")[0];
    assert_eq!((&found["board"], &found["solution"]), (&"o22oAAoBoooBoooo".into(), &serde_json::json!(["B+1", "A+2"])));
    let found = &typed(".22.\nRR.2\n...2\n....\n", "--primary R")[0];
    assert_eq!(found["solution"], serde_json::json!(["B+1", "R+2"]));
    // What can't be read says why.
    sandbox.refuses("solve 55..55..AA......", 2, []);
    sandbox.refuses("analyse A....A..........BB......... --shape 5x5", 2, ["25"]);
    let across = sandbox.fail("analyse A....A..........BB.......", 2);
    assert!(across.contains("row 1, column 1: the primary is vertical") && across.ends_with("\n  A....\n  ^\n"), "{across}");
}

#[test]
#[cfg(unix)]
fn what_analyse_prints_can_be_solved() {
    use std::io::Write;
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    let piped = |text: &str, arguments: &str| {
        let mut command = sandbox.gridlock(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("read by the program");
        child.wait_with_output().expect("the program ends")
    };
    for analyse in [
        "analyse oBBoAAoCoooCDDoo",
        "analyse oooooooooAAooooo --exit left",
        "analyse oQQoAAoZoooZTToo",
        "analyse ....AA.x........",
    ] {
        let report = sandbox.succeed(analyse);
        let board = report
            .lines()
            .filter(|line| line.starts_with('│'))
            .map(|line| line.chars().take(9).filter(|c| !"│ ".contains(*c)).collect::<String>());
        let board: String = board.collect();
        let expected = sandbox.run(&format!("solve {board} --json"));
        let moves = |output: &std::process::Output| -> Vec<serde_json::Value> {
            let lines = String::from_utf8_lossy(&output.stdout).into_owned();
            lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["moves"].clone()).collect()
        };
        let solved = piped(&report, "solve - --json");
        assert_eq!(
            (solved.status.code(), moves(&solved)),
            (expected.status.code(), moves(&expected)),
            "{analyse}: {}",
            crate::stderr(&solved)
        );
        let again = piped(&report, "analyse -");
        assert_eq!(
            String::from_utf8_lossy(&again.stdout).lines().next(),
            Some(report.lines().find(|line| line.starts_with("this board")).unwrap())
        );
        assert!(piped(&report, "render - -o -").status.success());
    }
    let shown = piped(&sandbox.succeed("solve oBBoAAoCoooCoooo --show"), "solve -");
    let message = crate::stderr(&shown);
    assert!(shown.status.code() == Some(2) && message.contains("several boards are drawn side by side"), "{message}");
}
