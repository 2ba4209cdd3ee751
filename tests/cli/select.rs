//! `gridlock select` from outside.
#[cfg(any(feature = "sqlite", feature = "parquet"))]
use crate::stderr;
use crate::{Sandbox, count_rows};
use serde_json::Value;
#[cfg(any(feature = "sqlite", feature = "parquet"))]
use std::process::Command;

const ROWS: &str = concat!(include_str!("../../data/top23.txt"), include_str!("../../data/rows45.txt"));

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", ROWS);
    sandbox
}

#[test]
fn filters_keep_rows_and_their_order() {
    let sandbox = sandbox();
    assert_eq!(sandbox.succeed("select rows.txt -o -"), ROWS);
    let chosen = sandbox.succeed("select rows.txt --moves 20..51 --walls 0 --cluster-size 100.. -o -");
    assert!(count_rows(&chosen) > 5);
    for row in chosen.lines() {
        let fields: Vec<&str> = row.split(' ').collect();
        assert!((20..=51).contains(&fields[0].parse().unwrap()) && !fields[1].contains('x'));
        assert!(fields[2].parse::<u64>().unwrap() >= 100);
    }
    let walls = sandbox.succeed("select rows.txt --walls 1.. -o -");
    assert_eq!(walls.lines().count(), ROWS.lines().filter(|row| row.contains('x')).count());
    let boxed = sandbox.succeed("select rows.txt --inventory box --min-empty 12 -o - --format jsonl");
    for line in boxed.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert!(
            row["walls"] == 0
                && row["cars"].as_u64() <= Some(11)
                && row["trucks"].as_u64() <= Some(4)
                && row["empty"].as_u64() >= Some(12)
        );
    }
    assert!(!boxed.is_empty());
}

#[test]
fn samples_and_splits_follow_from_the_seed() {
    let sandbox = sandbox();
    let sample = |seed: u32| sandbox.succeed(&format!("select rows.txt --sample 10 --seed {seed} -o -"));
    assert_eq!((count_rows(&sample(1)), sample(1) == sample(1), sample(1) == sample(2)), (10, true, false));
    assert!(count_rows(&sandbox.succeed("select rows.txt --per-moves 1 -o -")) > 10);
    let side = |name: &str| sandbox.succeed(&format!("select rows.txt --split {name} --test-share 0.4 -o -"));
    let (train, test) = (side("train"), side("test"));
    assert_eq!(count_rows(&train) + count_rows(&test), ROWS.lines().count());
    assert!(train.lines().all(|row| !test.contains(row)));
}

#[test]
fn solved_rows_have_more_columns() {
    let sandbox = sandbox();
    let lines = sandbox.succeed("select rows.txt --sample 6 --solve --json -o -");
    for line in lines.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let solution: Vec<&str> = row["solution"].as_str().unwrap().split(' ').collect();
        assert_eq!(Some(solution.len() as u64), row["moves"].as_u64());
        assert!(row["first_moves"].as_str().unwrap().split(' ').any(|first| first == solution[0]));
        assert!(row["steps"].as_u64() >= row["moves"].as_u64() && row["shortest_solutions"].as_i64() >= Some(1));
    }
    sandbox.write("wrong.txt", ROWS.lines().next().unwrap().replace("60 ", "59 ") + "\n");
    assert!(sandbox.fail("select wrong.txt --solve -o new.csv", 2).contains("its board takes 60 moves"));
    assert!(sandbox.fail("select rows.txt --solve -o new.txt", 2).contains("choose --format"));
    assert!(sandbox.fail("select rows.txt -o new.xlsx", 2).contains("ending of new.xlsx is unknown"));
    assert!(sandbox.fail("select rows.txt --moves 5..2 -o new.txt", 2).contains("5..2 is empty"));
}

#[test]
fn the_number_of_threads_changes_no_byte_of_solved_rows() {
    let sandbox = sandbox();
    let solved = |flags: &str| sandbox.succeed(&format!("select rows.txt --moves ..20 --solve --json -o - {flags}"));
    let one = solved("--threads 1");
    assert!(one.lines().count() > 8, "one batch is not enough");
    assert!(one == solved("--threads 2") && one == solved("--threads 5") && one == solved(""));
    // rows before a wrong one are written, and the wrong one is named
    let rows: String = ROWS.lines().rev().take(20).chain(["99 oBBoAAoCoooCoooo 13"]).map(|row| format!("{row}\n")).collect();
    sandbox.write("wrong.txt", rows);
    let output = sandbox.run("select wrong.txt --solve --json --threads 3 -o -");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).lines().count()), (Some(2), 16));
    assert!(String::from_utf8_lossy(&output.stderr).contains("99 oBBoAAoCoooCoooo 13"));
}

#[test]
fn csv_has_a_header_and_one_line_a_row() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt -o rows.csv");
    let text = sandbox.text("rows.csv");
    assert!(text.starts_with(
        "moves,board,cluster_size,walls,pieces,cars,trucks,empty\n60,IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM,2332,1,12,9,2,9\n"
    ));
    assert_eq!(text.lines().count(), ROWS.lines().count() + 1);
    sandbox.succeed("select rows.txt --solve --sample 2 -o two.csv");
    assert!(sandbox.text("two.csv").starts_with("moves,board,cluster_size,walls,pieces,cars,trucks,empty,solution,steps,"));
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_format_that_is_not_built_in_is_an_error() {
    let sandbox = sandbox();
    assert!(sandbox.fail("select rows.txt -o rows.parquet", 2).contains("--features parquet"));
}

#[test]
#[cfg(feature = "sqlite")]
fn sqlite_opens_in_sqlite3() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt --solve --moves ..20 -o rows.sqlite");
    let expected = ROWS.lines().filter(|row| row[..2].parse::<u32>().unwrap() <= 20).count();
    let mut query = Command::new("sqlite3");
    query.arg(sandbox.path("rows.sqlite")).arg("PRAGMA integrity_check; SELECT count(*), max(moves), min(length(solution)) > 0 FROM puzzles; SELECT count(*) FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL;");
    match query.output() {
        Ok(output) => {
            assert_eq!(String::from_utf8_lossy(&output.stdout), format!("ok\n{expected}|20|1\n4\n"), "{}", stderr(&output))
        }
        Err(_) => println!("sqlite3 is not installed: not tested with it"),
    }
    assert!(sandbox.fail("select rows.txt --format sqlite -o -", 2).contains("standard output"));
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_opens_in_pyarrow() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt --solve --moves ..20 -o solved.parquet");
    sandbox.succeed("select rows.txt -o rows.parquet");
    assert!(sandbox.bytes("rows.parquet").starts_with(b"PAR1") && sandbox.bytes("rows.parquet").ends_with(b"PAR1"));
    if cfg!(target_os = "linux") {
        let message = stderr(&sandbox.run("select rows.txt -o /dev/full --format parquet"));
        assert!(message.starts_with("gridlock: cannot write to /dev/full: No space left"), "{message}");
    }
    let Some(text) = pyarrow(&sandbox, "solved.parquet") else { return };
    let (types, solved) = text.split_once('\n').expect("a line of types");
    let number = "uint32 not null";
    let expected = format!(
        "moves: {number}; board: string not null; cluster_size: uint64 not null; walls: {number}; pieces: {number}; \
         cars: {number}; trucks: {number}; empty: {number}; solution: string not null; steps: {number}; \
         goal_states: uint64 not null; unsolved_states: uint64 not null; first_moves: string not null; \
         shortest_solutions: int64 not null"
    );
    assert_eq!(types, expected);
    let objects = |text: &str| -> Vec<Value> { text.lines().map(|line| serde_json::from_str(line).unwrap()).collect() };
    assert_eq!(objects(solved), objects(&sandbox.succeed("select rows.txt --solve --moves ..20 --json -o -")));
    // Every row comes back, also from a file with more than one row group.
    let row = |o: &Value| format!("{:02} {} {}", o["moves"].as_u64().unwrap(), o["board"].as_str().unwrap(), o["cluster_size"]);
    let read = |name: &str| -> Vec<String> {
        let text = pyarrow(&sandbox, name).expect("as before");
        objects(text.split_once('\n').unwrap().1).iter().map(row).collect()
    };
    assert_eq!(read("rows.parquet"), ROWS.lines().collect::<Vec<_>>());
    let many = ROWS.repeat(150_000 / ROWS.lines().count());
    sandbox.write("many.txt", &many);
    sandbox.succeed("select many.txt -o many.parquet");
    assert!(read("many.parquet").iter().map(String::as_str).eq(many.lines()));
}

/// Reads a Parquet file with Python's pyarrow: a line with the columns and their types, then a JSON object for each row. The variable
/// `PYTHON` names a Python with pyarrow; returns `None` if there is none.
#[cfg(feature = "parquet")]
fn pyarrow(sandbox: &Sandbox, name: &str) -> Option<String> {
    let script = "import json, sys, pyarrow.parquet as parquet
table = parquet.read_table(sys.argv[1])
print('; '.join(str(field).removeprefix('pyarrow.Field<').removesuffix('>') for field in table.schema))
for row in table.to_pylist(): print(json.dumps(row))";
    let python = std::env::var("PYTHON").unwrap_or("python3".to_owned());
    match Command::new(python).arg("-c").arg(script).arg(sandbox.path(name)).output() {
        Ok(output) if output.status.success() => Some(String::from_utf8(output.stdout).expect("text")),
        Ok(output) if !stderr(&output).contains("ModuleNotFoundError") => panic!("{}", stderr(&output)),
        _ => {
            println!("SKIPPED: there is no Python with pyarrow, so {name} was not opened with it");
            None
        }
    }
}
