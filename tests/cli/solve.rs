//! `gridlock solve` from outside: boards of all sizes, and other people's tables with what these claim.
use crate::{Printed, Sandbox, objects};
use serde_json::Value;

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
        let report = sandbox.ends(analyse, i32::from(analyse.ends_with("x........"))).out;
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

/// A board of 16×16 with 66 pieces as a list of vehicles: the places of its pieces need 72 bits. `A` is stopped by a car.
fn sixteen() -> String {
    let mut list = "id,orientation,col,row,length\nred,H,1,6,2\nstop,V,10,6,2\n".to_owned();
    for row in 1..=4 {
        // no cell is free
        (0..8).for_each(|car| list += &format!("full{row}{car},H,{},{row},2\n", 2 * car + 1));
    }
    for row in 9..=16 {
        (0..4).for_each(|car| list += &format!("car{row}{car},H,{},{row},2\n", 4 * car + 1));
    }
    list
}

#[test]
fn boards_of_16x16_with_66_pieces_are_solved_and_drawn() {
    let sandbox = Sandbox::with("large.csv", sixteen());
    let board = "large.csv --size 16 --primary red";
    let found = sandbox.answer(&format!("solve {board} --json --count --all-first"));
    assert_eq!((&found["moves"], &found["solvable"]), (&2.into(), &true.into()));
    // the car can only leave downwards, by one cell
    assert_eq!((&found["solutions"], &found["first_moves"]), (&1.into(), &vec!["stop+1"].into()));
    let any = sandbox.answer(&format!("solve {board} --any --json"));
    assert_eq!((&any["moves"], &any["at_least"]), (&2.into(), &2.into()));
    sandbox.succeed(&format!("render {board} -o large.svg"));
    assert!(sandbox.text("large.svg").matches("<rect").count() > 66);
    for command in ["graph", "levels", "analyse"] {
        let output = if command == "graph" { "-o new.dot" } else { "" };
        sandbox.refuses(&format!("{command} {board} --max-states 1000 {output}"), 3, ["--max-states"]);
    }
}

#[test]
fn a_search_that_is_given_up_says_what_it_has_proven() {
    let sandbox = Sandbox::new();
    let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
    let mut bounds = Vec::new();
    for most in [100, 1000, 10_000] {
        let error = sandbox.fail(&format!("solve {board} --max-states {most}"), 3);
        let text = error.split("at least ").nth(1).expect("a bound").split(' ').next().expect("a number");
        bounds.push(text.parse::<u32>().expect("a number"));
        assert!(error.contains("--any"), "{error}");
    }
    assert!(bounds.is_sorted() && bounds[0] < bounds[2] && bounds[2] < 49, "{bounds:?}");
}

#[test]
fn any_solution_has_a_bound_and_an_exit_code_of_its_own() {
    let sandbox = Sandbox::new();
    let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
    let printed = sandbox.ends(&format!("solve {board} --any --json"), 5);
    let found = &objects(&printed.out)[0];
    let (moves, least) = (found["moves"].as_u64().expect("moves"), found["at_least"].as_u64().expect("a bound"));
    assert!(least < 49 && 49 <= moves && least < moves, "{found}");
    sandbox.ends(&format!("solve {board} --any"), 5).prints([&format!("at least {least} moves are needed")]);
    // with time enough it is a shortest one
    let found = sandbox.answer(&format!("solve {board} --any --seconds 600 --json"));
    assert_eq!((&found["moves"], &found["at_least"]), (&49.into(), &49.into()));
    // every other end of a file is worse
    sandbox.write("boards.txt", format!("{board}\nooooAAoxoooooooo\n"));
    sandbox.ends("solve boards.txt --any", 1);
    sandbox.ends("solve ooooAAoxoooooooo --any", 1);
    sandbox.refuses(&format!("solve {board} --any --count"), 2, ["--count"]);
    sandbox.refuses(&format!("solve {board} --seconds 3"), 2, ["--any"]);
}

/// 8 moves or 17 steps: the first board of a public data set, which gives it 19 moves.
const EIGHT: &str = "...EE....HH..FFDCC...D..AAB.G...B.G.";
/// 2 moves or 3 steps.
const TWO: &str = "oBBoAAoCoooCoooo";
/// A wall in the way.
const UNSOLVABLE: &str = "....AA.x........";

#[test]
fn claims_are_checked_in_both_metrics() {
    let sandbox = Sandbox::new();
    // The primary is not in a middle row of the first board. A byte order mark, semicolons, a column before the boards.
    sandbox.write(
        "claims.csv",
        format!("\u{feff}id;start;Min_Moves;who\r\na;{EIGHT};19;me\r\nb;{TWO};2;\"x;y\"\r\nc;{TWO};3.0;z\r\nd;{TWO};5;z\r\ne;{TWO};?;z\r\nf;{UNSOLVABLE};4;z\r\ng;AA;4;z\r\n"),
    );
    let printed = sandbox.ends("solve claims.csv --claim Min_Moves", 1);
    printed.prints([
        "claims.csv, line 2: claims 19, takes 8 moves or 17 steps: ",
        "claims.csv, line 5: claims 5, takes 2 moves or 3 steps: ",
        "4 claims in the column Min_Moves, 2 wrong: neither moves nor steps\n",
        "1 board without a whole number there\n",
        "           2  fit steps, with two to drive off the board\n",
        "probably counts steps, with two to drive off the board (50.0% fit)",
    ]);
    printed.says(["line 7: unsolvable", "line 8: a board has 16", "1 of 7 boards unsolvable", "1 of 7 boards without an answer"]);
    // Of one metric: the claim of 3 is wrong too.
    let found = objects(&sandbox.ends("solve claims.csv --claim Min_Moves --metric moves --json", 1).out);
    let wrong: Vec<i64> = found[..3].iter().map(|line| line["claim"].as_i64().expect("a number")).collect();
    assert_eq!((wrong, &found[3]["wrong"], &found[3]["fits"]["steps"]), (vec![19, 3, 5], &3.into(), &1.into()));
    assert_eq!(found[0]["record"]["who"], "me");
    // Right claims only.
    sandbox.write(
        "right.jsonl",
        format!("{{\"board\":\"{TWO}\",\"n\":2}}\n{{\"board\":[\"oBBo\",\"AAoC\",\"oooC\",\"oooo\"],\"n\":\"3\"}}\n"),
    );
    let text = sandbox.succeed("solve right.jsonl --claim n");
    assert!(text.starts_with("2 claims in the column n, 0 wrong"), "{text}");
    // Rows of the database claim their moves; rows by steps are wrong as moves.
    sandbox.succeed("generate --size 4 -o rows.txt --quiet");
    assert!(sandbox.succeed("solve rows.txt --claim moves --metric moves").contains("32 claims in the column moves, 0 wrong"));
    sandbox.ends("solve rows.txt --claim moves --metric steps", 1);
}

#[test]
fn every_table_keeps_its_columns() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "in.jsonl",
        format!(
            "{{\"z\":1,\"moves\":7,\"x\":{{\"b\":1,\"a\":[2]}},\"grid\":\"{TWO}\",\"f\":0.5,\"t\":true}}\n\
             {{\"z\":2,\"moves\":null,\"x\":null,\"grid\":\"{UNSOLVABLE}\",\"f\":1,\"t\":false}}\n\
             {{\"z\":3,\"moves\":9,\"x\":\"\\\"q\\\", é\",\"grid\":\"nonsense\",\"f\":2,\"t\":null}}\n"
        ),
    );
    for output in ["a.json", "a.jsonl"] {
        let printed = sandbox.ends(&format!("solve in.jsonl -o {output}"), 2); // the third board can't be read
        assert_eq!(printed.says(["3: a board has 16"]).out, "");
    }
    let found = objects(&sandbox.text("a.jsonl"));
    let columns: Vec<&String> = found[0].as_object().expect("an object").keys().collect();
    assert_eq!(columns, ["z", "moves", "x", "grid", "f", "t", "solved_moves", "steps", "solution"]);
    let solved = |record: &Value| ["solved_moves", "steps", "solution"].map(|name| record[name].clone());
    let expected = [[2.into(), 3.into(), "C+1 A+2".into()], [const { Value::Null }; 3], [const { Value::Null }; 3]];
    assert_eq!(found.iter().map(solved).collect::<Vec<_>>(), expected);
    // Comma-separated values and back; a column that appears later has no place.
    sandbox.ends("solve a.jsonl -o c.csv", 2);
    let csv = sandbox.text("c.csv");
    assert!(
        csv.starts_with("z,moves,x,grid,f,t,solved_moves,steps,solution,solved_solved_moves") || csv.contains("solved_steps"),
        "{csv}"
    );
    assert!(csv.contains("\"{\"\"b\"\":1,\"\"a\"\":[2]}\"") && csv.contains("\"\"\"q\"\", é\""), "{csv}");
    sandbox.write("new.jsonl", format!("{{\"board\":\"{TWO}\"}}\n{{\"board\":\"{TWO}\",\"more\":1}}\n"));
    sandbox.refuses("solve new.jsonl -o new.csv", 2, ["more"]);
    assert!(!sandbox.path("new.csv").exists());
    sandbox.succeed("solve new.jsonl -o new.ndjson");
}

#[test]
fn other_exits_shapes_and_vehicles() {
    let sandbox = Sandbox::with("up.csv", "b,n\n.BB..A...A......,2\n");
    assert!(sandbox.succeed("solve up.csv --claim n --exit up --metric moves").contains("0 wrong"));
    sandbox.write("wide.csv", "b|n\nAA.................. | 1\n");
    sandbox.refuses("solve wide.csv --claim n", 2, ["--size"]);
    assert!(sandbox.succeed("solve wide.csv --claim n --size 5x4").contains("0 wrong"));
    sandbox.write("cars.csv", "id,orientation,col,row,length,minimum\ntaxi,H,1,2,2,2\nbus,V,4,2,2,2\n");
    sandbox.refuses("solve cars.csv --size 4 --primary taxi --claim optimum", 2, ["optimum"]);
    let text = sandbox.succeed("solve cars.csv --size 4 --primary taxi --claim minimum");
    assert!(text.starts_with("1 claim in the column minimum, 0 wrong"), "{text}");
}

#[test]
fn what_can_not_be_checked_is_refused() {
    let sandbox = Sandbox::with("two.csv", format!("one,two,n\n{TWO},{TWO},2\n"));
    sandbox.refuses("solve two.csv --claim n", 2, ["--board"]);
    sandbox.succeed("solve two.csv --claim n --board two");
    sandbox.refuses("solve two.csv --claim m --board one", 2, ["\"m\"", "one, two, n"]);
    sandbox.refuses("solve two.csv --claim n --board three", 2, ["\"three\""]);
    sandbox.write("none.csv", "one,n\nx,2\n");
    sandbox.refuses("solve none.csv --claim n", 2, ["(one, n)"]);
    sandbox.refuses(&format!("solve {TWO} --claim n"), 2, []);
    sandbox.succeed("solve two.csv --board one");
    sandbox.refuses("solve two.csv --claim n --count", 2, ["--count"]);
    sandbox.refuses("solve two.csv -o out.txt --board one", 2, [".csv", ".jsonl"]);
    sandbox.write("out.csv", "precious");
    sandbox.refuses("solve two.csv -o out.csv --board one", 2, ["out.csv"]);
    assert_eq!(sandbox.text("out.csv"), "precious");
}
