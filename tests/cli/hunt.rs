//! `gridlock hunt` from outside.
use crate::{Sandbox, count_rows, objects};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn rows_found_are_rows_that_verify_accepts() {
    let sandbox = Sandbox::new();
    let command = "hunt --size 5 --walls 0..2 --evaluations 1500 --search-length 500 --seed 3 --limit 12";
    sandbox.says(&format!("{command} -o hard.txt"), ["searched 1,500 boards", "in 3 searches"]);
    let rows = sandbox.text("hard.txt");
    assert_eq!(count_rows(&rows), 12);
    sandbox.succeed("verify hard.txt");
    assert_eq!(sandbox.succeed(&format!("{command} --quiet --threads 3 -o -")), rows);
    // known boards stay, and the result is at least as hard
    sandbox.succeed("hunt --size 5 --walls 0..2 --evaluations 600 --seed 9 --limit 12 --from hard.txt --quiet -o harder.txt");
    let moves = |text: &str| -> Vec<u32> { text.lines().map(|row| row[..2].parse().unwrap()).collect() };
    let (before, after) = (moves(&rows), moves(&sandbox.text("harder.txt")));
    assert!(before.iter().zip(&after).all(|(before, after)| after >= before), "{before:?} {after:?}");
    let figures = sandbox.answer("hunt --size 4 --evaluations 400 --search-length 100 --quiet --json -o four.txt");
    assert_eq!((&figures["evaluations"], &figures["size"]), (&400.into(), &4.into()));
    assert!(figures["best_evaluations"].as_u64() <= Some(400) && figures["best_moves"].as_u64() >= Some(3));
    let improvements = figures["improvements"].as_array().unwrap();
    let of_improvements = |name: &str| improvements.iter().map(|one| one[name].as_u64().unwrap()).collect::<Vec<_>>();
    let (moves, evaluations) = (of_improvements("moves"), of_improvements("evaluations"));
    assert!(moves.len() > 1 && moves.is_sorted_by(|a, b| a < b) && evaluations.is_sorted(), "{figures}");
    let best = ["best_moves", "best_evaluations"].map(|name| figures[name].as_u64());
    assert_eq!([moves.last().copied(), evaluations.last().copied()], best);
}

#[test]
fn the_hardest_row_of_6x6_by_steps_is_found_though_its_cluster_is_large() {
    let hunt = "hunt --size 6 --metric steps --seed 29 --evaluations 3000 --until 93 --limit 1 --quiet -o -";
    assert_eq!(Sandbox::new().succeed(hunt), "93 BBBKLMHCCKLMHoAALMDDJooooIJoEEoIFFGG 24132\n");
}

#[test]
fn the_hardest_rows_of_the_long_hunts_are_rows_and_in_the_records_at_length() {
    let (hunts, records) = (include_str!("../../docs/hunts.jsonl"), include_str!("../../docs/RECORDS.md"));
    let sandbox = Sandbox::new();
    let mut deepest: BTreeMap<String, u64> = BTreeMap::new();
    let mut verified = BTreeSet::new();
    let kind = |hunt: &Value| format!("{} {} {}", hunt["size"], hunt["walls"], hunt["metric"]);
    let lines = objects(hunts);
    for hunt in &lines {
        let (row, moves) = (hunt["hardest"].as_str().unwrap(), hunt["best_moves"].as_u64().unwrap());
        assert!(row.starts_with(&format!("{moves} ")), "{hunt}");
        let metric = hunt["metric"].as_str().unwrap();
        // several hunts end with the same row
        if verified.insert((metric, row)) {
            sandbox.write("row.txt", format!("{row}\n"));
            sandbox.succeed(&format!("verify row.txt --metric {metric} --quiet"));
        }
        let most = deepest.entry(kind(hunt)).or_default();
        *most = (*most).max(moves);
    }
    assert_eq!(deepest.len(), 8, "7×7 and 8×8, without walls and with up to three, by moves and by steps");
    for hunt in lines.iter().filter(|hunt| hunt["best_moves"] == deepest[&kind(hunt)]) {
        let row = hunt["hardest"].as_str().unwrap();
        assert!(records.contains(row), "the records lack a hardest row of {}: {row}", kind(hunt));
    }
}

#[test]
fn boards_of_8x8_are_hunted_solved_and_drawn_but_not_generated_at_length() {
    let sandbox = Sandbox::after("hunt --size 8 --walls 0..3 --evaluations 300 --limit 2 --seed 1 --quiet -o hard8.txt");
    let rows = sandbox.text("hard8.txt");
    assert!(count_rows(&rows) > 0);
    sandbox.succeed("verify hard8.txt");
    let board = rows.split(' ').nth(1).unwrap();
    assert_eq!(board.len(), 64);
    let analysis = sandbox.answer(&format!("analyse {board} --json"));
    assert_eq!(analysis["row"].as_str().map(|row| format!("{row}\n")).as_deref(), rows.split_inclusive('\n').next());
    assert!(sandbox.succeed(&format!("solve {board}")).contains(" moves, "));
    sandbox.succeed(&format!("render {board} -o board.svg"));
    sandbox.refuses("generate --size 8 -o rows.txt", 2, ["candidates", "from 3 to 7", "gridlock hunt"]);
    assert!(sandbox.succeed("count --size 8").contains("8×8, walls 0"));
    // more walls than letters
    let walls = format!("{}AA{}", "x".repeat(24), "x".repeat(38));
    sandbox.ends(&format!("analyse {walls}"), 1).prints(["unsolvable"]);
}

#[test]
fn wrong_arguments_are_named() {
    let sandbox = Sandbox::with("boards.txt", "oBBoAAoCoooCDDoo\nxBBoAAoCoooCDDoo\n");
    for (arguments, code, words) in [
        ("--size 9", 2, "9"),
        ("--size 4 --seconds 1 --evaluations 5", 2, "--evaluations"),
        ("--size 4 --limit 0", 2, "--limit"),
        ("--size 5 --from boards.txt", 2, "boards.txt, line 1: "),
        ("--size 4 --from boards.txt", 2, "boards.txt, line 2: "),
        ("--size 4 --from none.txt", 4, "none.txt"),
    ] {
        sandbox.refuses(&format!("hunt {arguments} -o hard.txt"), code, [words]);
    }
    sandbox.write("hard.txt", "");
    sandbox.refuses("hunt --size 4 --evaluations 5 -o hard.txt", 2, ["hard.txt"]);
    // a list of vehicles has the size of the hunt
    sandbox.write("cars.csv", "id,orientation,col,row,length\nA,H,1,4,2\nB,V,7,3,3\n");
    sandbox.succeed("hunt --size 7 --evaluations 50 --quiet --from cars.csv -o seven.txt");
}

#[test]
fn a_signal_writes_what_was_found() {
    let sandbox = Sandbox::new();
    let mut command =
        sandbox.gridlock("hunt --size 5 --walls 0..1 --seconds 3600 --search-length 100000000 --threads 1 -o hard.txt");
    let child = crate::Running::start(command.stderr(std::process::Stdio::piped()));
    crate::wait_until("a temporary file", || sandbox.names().iter().any(|name| name.ends_with(".tmp")));
    std::thread::sleep(std::time::Duration::from_secs(2));
    let message = child.stops(rustix::process::Signal::INT);
    assert!(count_rows(&sandbox.text("hard.txt")) > 0, "{message}");
    assert_eq!(sandbox.names(), ["hard.txt"]);
}
