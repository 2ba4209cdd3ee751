//! `gridlock solve` from outside.
use crate::{Printed, Sandbox, objects};

const HARD: &str = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";

#[test]
fn moves_and_steps_of_a_known_board() {
    let sandbox = Sandbox::new();
    let text = sandbox.succeed(&format!("solve {HARD}"));
    assert!(text.contains("49 moves, ") && text.contains(" states visited, "), "{text}");
    for (metric, key, depth) in [("moves", "moves", 49), ("steps", "steps", 93)] {
        for search in ["bfs", "astar --heuristic zero", "astar --heuristic blocking", "astar"] {
            let found = &objects(&sandbox.succeed(&format!("solve {HARD} --json --metric {metric} --algorithm {search}")))[0];
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
    assert!(text.contains("2 moves, ") && text.contains(": C+1\n"), "{text}");
    let found = &objects(&sandbox.succeed("solve ooooAAooooxooooo --all-first --count --json --metric steps"))[0];
    assert_eq!(
        (&found["solution"], &found["first_moves"], &found["solutions"]),
        (&vec!["A+2"].into(), &vec!["A+1"].into(), &1.into())
    );
}

#[test]
fn files_of_rows_and_cards_are_solved_line_by_line() {
    let sandbox = Sandbox::with("cards.txt", "08 BB...CD..E.CDAAE.CD..E..F...GGF.HHH. Jam-1\n\noBBoAAoCoooCoooo\n");
    let found = objects(&sandbox.succeed("solve cards.txt --json --algorithm ida"));
    assert_eq!((&found[0]["name"], &found[0]["moves"], &found[1]["moves"]), (&"Jam-1".into(), &8.into(), &2.into()));
    sandbox.succeed("generate --size 4 -o rows.txt.gz --quiet");
    let rows = sandbox.text("rows.txt.gz");
    let found = objects(&sandbox.succeed("solve rows.txt.gz --json --algorithm astar"));
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
    let found = &objects(&sandbox.succeed("solve .BB..A...A...... --exit up --json"))[0];
    assert_eq!((&found["moves"], &found["solution"][1]), (&2.into(), &"A-1".into()));
    sandbox.refuses("solve .BB..A...A......", 2, ["vertical"]);
    sandbox.write("cars.csv", "id,orientation,col,row,length\ntaxi,V,2,2,2\nbus,H,2,1,2\n");
    let found = &objects(&sandbox.succeed("solve cars.csv --format csv --size 4 --primary taxi --exit up --json"))[0];
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
    assert!(sandbox.ends("solve ....AA.x........", 1).out.ends_with("cluster: 2 states\n"));
    // For a file, only with --cluster.
    sandbox.write("boards.txt", format!("{HARD}\n"));
    assert!(!sandbox.succeed("solve boards.txt").contains("cluster"));
    assert!(sandbox.succeed("solve boards.txt --cluster").ends_with(cluster));
    let found = &objects(&sandbox.succeed("solve boards.txt --cluster --json"))[0];
    assert_eq!((&found["cluster_size"], &found["fewest_steps"]), (&24_132.into(), &93.into()));
}

#[test]
fn answers_keep_the_order_of_the_file_for_any_number_of_threads() {
    let sandbox = Sandbox::new();
    // Hard and easy boards in turn, and more than are solved at once.
    let boards: String = (0..150).map(|k| format!("{} no {k}\n", if k % 15 == 0 { HARD } else { "oBBoAAoCoooCoooo" })).collect();
    sandbox.write("boards.txt", &boards);
    for threads in ["", "--threads 1", "--threads 5"] {
        let found = objects(&sandbox.succeed(&format!("solve boards.txt --json {threads}")));
        let names: Vec<_> = found.iter().map(|found| found["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(names, (0..150).map(|k| format!("no {k}")).collect::<Vec<_>>());
        assert!(found.iter().enumerate().all(|(k, found)| found["moves"] == if k % 15 == 0 { 49 } else { 2 }));
    }
    // The boards before a wrong one are answered.
    sandbox.write("wrong.txt", boards + "..BBAA.B........\n");
    assert_eq!(sandbox.ends("solve wrong.txt --json", 2).says(["wrong.txt, line 151"]).out.lines().count(), 150);
}

#[test]
fn a_bad_board_of_a_file_does_not_stop_the_others() {
    let sandbox = Sandbox::new();
    let boards = format!("oBBoAAoCoooCoooo one\n..BBAA.B........ two\n{HARD} three\n....AA..........\nshort\n");
    sandbox.write("boards.txt", &boards);
    for threads in ["--threads 1", ""] {
        // the exit code is the worst one
        let printed = sandbox.ends(&format!("solve boards.txt --json --max-states 100 {threads}"), 3);
        assert_eq!(objects(&printed.out).len(), 2, "{}", printed.err);
        let keys = ["boards.txt, line 2: row 2, column 4", "boards.txt, line 3: ", "--max-states", "boards.txt, line 5: "];
        printed.says(keys).says(["gridlock: 3 of 5 boards without an answer: 2 can't be read, 1 given up\n"]);
        let fast = sandbox.ends(&format!("solve boards.txt --json --fail-fast {threads}"), 2);
        let messages = fast.err.lines().filter(|line| line.starts_with("gridlock: "));
        assert_eq!((fast.out.lines().count(), messages.count()), (1, 1), "{}", fast.err);
    }
    sandbox.write("stuck.txt", "....AA.x........\n....AA..........\n");
    sandbox.ends("solve stuck.txt", 1);
    // What was read before the end of a damaged file is answered.
    sandbox.write("cut.txt", b"....AA..........\n\xff\xfe\n");
    sandbox.ends("solve cut.txt", 2).prints(["1 move"]);
}

#[test]
fn shortest_solutions_are_listed_and_shown() {
    let sandbox = Sandbox::new();
    // C stands in the last column, in rows 2 and 3, and may go up by one or down by two.
    let board = "oooooooooCAAooCoooooooooo";
    let found = &objects(&sandbox.succeed(&format!("solve {board} --count --all-solutions 10 --json")))[0];
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
    sandbox.refuses(&format!("solve {board} --heuristic blocking"), 2, ["--algorithm"]);
}

#[test]
fn what_analyse_prints_can_be_solved() {
    let sandbox = Sandbox::new();
    let moves = |printed: &Printed| objects(&printed.out).iter().map(|found| found["moves"].clone()).collect::<Vec<_>>();
    for analyse in [
        "analyse oBBoAAoCoooCDDoo",
        "analyse oooooooooAAooooo --exit left",
        "analyse oQQoAAoZoooZTToo",
        "analyse ....AA.x........",
    ] {
        let report = sandbox.succeed(analyse);
        let drawn = report.lines().filter(|line| line.starts_with('│'));
        let board: String = drawn.flat_map(|line| line.chars().take(9).filter(|c| !"│ ".contains(*c))).collect();
        let expected = Printed::of(&sandbox.run(&format!("solve {board} --json")));
        let solved = sandbox.fed(&report, "solve - --json");
        assert_eq!((solved.code, moves(&solved)), (expected.code, moves(&expected)), "{analyse}: {}", solved.err);
        let again = sandbox.fed(&report, "analyse -").out;
        assert_eq!(again.lines().next(), report.lines().find(|line| line.starts_with("this board")));
        assert_eq!(sandbox.fed(&report, "render - -o -").code, Some(0));
    }
    let shown = sandbox.fed(&sandbox.succeed("solve oBBoAAoCoooCoooo --show"), "solve -");
    assert_eq!(shown.says(["several boards"]).code, Some(2));
}
