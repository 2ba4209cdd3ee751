//! `gridlock select` from outside.
#[cfg(feature = "parquet")]
use crate::stderr;
use crate::{Sandbox, count_rows, header, objects};
use gridlock::{Cluster, Metric, State};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
#[cfg(feature = "parquet")]
use std::process::Command;

const ROWS: &str = concat!(include_str!("../../data/top23.txt"), include_str!("../../data/rows45.txt"));

fn sandbox() -> Sandbox {
    Sandbox::with("rows.txt", ROWS)
}

#[test]
fn filters_keep_rows_and_their_order() {
    let sandbox = sandbox();
    assert_eq!(sandbox.succeed("select rows.txt -o -"), ROWS);
    assert_eq!(sandbox.succeed("select rows.txt"), ROWS, "standard output is where rows go without -o");
    let boxed = sandbox.succeed("select rows.txt --inventory box --empty 12.. -o - --format jsonl");
    for row in objects(&boxed) {
        let [walls, cars, trucks, empty] = ["walls", "cars", "trucks", "empty"].map(|name| row[name].as_u64().unwrap());
        assert!(walls == 0 && cars <= 11 && trucks <= 4 && empty >= 12, "{row}");
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
    assert_eq!(sandbox.succeed("select rows.txt --split test --shares 60,40 -o -"), side("test"));
    assert_eq!(count_rows(&side("train")) + count_rows(&side("test")), ROWS.lines().count());
    sandbox.refuses("select rows.txt --split train --test-share 2 -o -", 2, ["--test-share"]);
    sandbox.refuses("select rows.txt --spread moves -o -", 2, ["--sample"]);
}

/// The side of each row of a file in a three-way split, by its board.
fn three_sides(sandbox: &Sandbox, file: &str, shares: &str) -> HashMap<String, &'static str> {
    let mut sides = HashMap::new();
    for side in ["train", "validation", "test"] {
        let rows = sandbox.succeed(&format!("select {file} --split {side} --shares {shares} --seed 3 -o -"));
        for row in rows.lines() {
            let board = row.split(' ').nth(1).unwrap().to_owned();
            let earlier = sides.insert(board, side); // the file has some rows twice
            assert!(earlier.is_none_or(|earlier| earlier == side), "{row} is on two sides");
        }
    }
    sides
}

#[test]
fn a_split_has_three_disjoint_sides_and_keeps_mirror_images_together() {
    let sandbox = sandbox();
    assert_eq!(three_sides(&sandbox, "rows.txt", "60,20,20").len(), ROWS.lines().collect::<HashSet<_>>().len());
    sandbox.succeed("generate --size 5 -o five.txt --quiet");
    let sides = three_sides(&sandbox, "five.txt", "80,10,10");
    assert_eq!(sides.len(), 1730);
    let on = |side: &str| sides.values().filter(|&&found| found == side).count();
    assert!(on("train") > 1250 && on("validation") > 90 && on("test") > 90, "{sides:?}");
    // The row of the mirror image of a cluster is the unsolved state of that cluster. It is the mirror image of the row only if
    // the cluster has a single deepest state.
    let (mut compared, mut others) = (0, 0);
    for (board, side) in &sides {
        let mirrored = board.parse::<State>().unwrap().mirrored().unwrap();
        let cluster = Cluster::explore(&mirrored, 1_000_000).unwrap();
        let hardest = cluster.state(cluster.hardest(&cluster.depths(Metric::Moves)).unwrap());
        // one of the two may not be minimal, if they are different states
        let Some(found) = sides.get(&hardest.to_string()) else { continue };
        assert_eq!(found, side, "{board} and its mirror image {hardest}");
        (compared, others) = (compared + 1, others + usize::from(hardest != mirrored));
    }
    assert!(compared > 1500 && others > 0, "{compared} {others}: boards alone would do");
    for (arguments, words) in [
        ("--split validation", "--shares 80,10,10"),
        ("--split validation --shares 80,20", "--shares"),
        ("--split validation --shares 100,0,0", "--shares"),
        ("--split train --shares 80,10,20", "100"),
        ("--split train --shares 80", "80"),
        ("--split train --shares 80,10,10 --test-share 0.1", "--test-share"),
        ("--shares 80,10,10", "--split"),
    ] {
        sandbox.refuses(&format!("select rows.txt {arguments} -o -"), 2, [words]);
    }
}

/// Solved rows as JSON objects.
fn solved(sandbox: &Sandbox, arguments: &str) -> Vec<Value> {
    objects(&sandbox.succeed(&format!("select {arguments} --solve --format jsonl -o -")))
}

#[test]
fn filters_on_solved_columns_choose_rows_of_any_format() {
    let sandbox = sandbox();
    let all = solved(&sandbox, "rows.txt --moves ..20");
    type Accepts = fn(u64) -> bool;
    let filters: [(&str, &str, Accepts); 16] = [
        ("--steps 20..40", "fewest_steps", |n| (20..=40).contains(&n)),
        ("--solution-steps ..30", "solution_steps", |n| n <= 30),
        ("--goal-states ..3", "goal_states", |n| n <= 3),
        ("--deepest-states 1", "deepest_states", |n| n == 1),
        ("--greatest-depth 20", "greatest_depth", |n| n == 20),
        ("--first-moves 2..", "first_move_count", |n| n >= 2),
        ("--unique-first-move", "first_move_count", |n| n == 1),
        ("--shortest-solutions 2..9", "shortest_solutions", |n| (2..=9).contains(&n)),
        ("--primary-always-returns 1", "primary_always_returns", |n| n == 1),
        ("--always-repeats 0", "always_repeats", |n| n == 0),
        ("--moved-pieces 9..", "moved_pieces", |n| n >= 9),
        ("--primary-moves 1", "primary_moves", |n| n == 1),
        ("--repeats 0..4", "repeats", |n| n <= 4),
        ("--legal-moves 5..", "legal_moves", |n| n >= 5),
        ("--blocking-pieces ..5", "blocking_pieces", |n| n <= 5),
        ("--empty 9..11", "empty", |n| (9..=11).contains(&n)),
    ];
    for (filter, column, holds) in filters {
        let expected: Vec<&Value> = all.iter().filter(|row| holds(row[column].as_u64().unwrap())).collect();
        assert!(!expected.is_empty() && expected.len() < all.len(), "{filter} does not distinguish: {}", expected.len());
        let rows = sandbox.succeed(&format!("select rows.txt --moves ..20 {filter} -o -"));
        let boards: Vec<&str> = rows.lines().map(|row| row.split(' ').nth(1).unwrap()).collect();
        assert_eq!(boards, expected.iter().map(|row| row["board"].as_str().unwrap()).collect::<Vec<_>>(), "{filter}");
    }
    // a sample is one of the rows that pass all filters
    let few = solved(&sandbox, "rows.txt --moves ..20 --unique-first-move --sample 3");
    assert!(few.len() == 3 && few.iter().all(|row| row["first_move_count"] == 1));
    sandbox.refuses("select rows.txt --unique-first-move --first-moves 2 -o -", 2, ["--first-moves"]);
}

#[test]
fn conditions_that_contradict_each_other_are_refused() {
    let sandbox = sandbox();
    for (options, one, other) in [
        ("--inventory box --walls 1..2", "--walls 1..2", "--inventory box"),
        ("--inventory box --cars 12..", "--cars 12..", "--inventory box"),
        ("--pieces 5 --cars 3 --trucks 5..", "--trucks 5..", "--pieces 5"),
        ("--tiers 'easy 4..9, hard 18..' --moves 10..17", "--moves 10..17", "--tiers"),
        ("--place row1=truck --trucks 0", "--trucks 0", "--place row1=truck"),
        ("--place r1c1=wall,r1c1=empty", "--place r1c1=wall", "--place r1c1=empty"),
        ("--moves 20.. --steps ..19", "--moves 20..", "--steps 0..19"),
        ("--unique-first-move --moves 3 --repeats 4", "--repeats 4", "--moves 3"),
    ] {
        let found = sandbox.shell(&format!("{{}} select rows.txt {options} -o new.txt"));
        found.has_code(2).says([one, other]);
    }
    assert_eq!(sandbox.names(), ["rows.txt"]);
    assert!(!sandbox.succeed("select rows.txt --inventory box --walls 0..2 --cars ..11").is_empty());
}

#[test]
fn limits_have_older_names_too() {
    let sandbox = sandbox();
    let limited = sandbox.succeed("select rows.txt --sort walls --limit 4");
    assert_eq!(sandbox.succeed("select rows.txt --sort walls --top 4"), limited);
    for command in ["sheet rows.txt --count 3 -o cards.svg", "sheet rows.txt --limit 3 --force -o cards.svg"] {
        assert_eq!(sandbox.answer(&format!("{command} --json"))["cards"], 3);
    }
    sandbox.refuses("hunt --size 4 --keep 0 -o -", 2, ["'0'", "--limit"]);
}

#[test]
fn solved_rows_are_saved_and_the_same_command_goes_on() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt --moves ..40 --solve -o whole.csv");
    // the limit stops the first run at a large cluster
    sandbox.ends("select rows.txt --moves ..40 --solve --max-states 3000 --save-every 0 -o solved.csv", 3).says(["--max-states"]);
    assert!(!sandbox.parts("solved.csv").is_empty());
    // other rows are another run
    sandbox.refuses("select rows.txt --moves ..39 --solve -o solved.csv", 2, ["settings"]);
    sandbox.says("select rows.txt --moves ..40 --solve --threads 2 -o solved.csv", ["solved.csv.run"]);
    assert!(sandbox.bytes("solved.csv") == sandbox.bytes("whole.csv"));
    assert_eq!(sandbox.names(), ["rows.txt", "solved.csv", "whole.csv"]);
    // neither the use of solved rows nor the format is part of the run
    let limited = "--moves ..40 --max-states 3000 --save-every 0";
    sandbox.ends(&format!("select rows.txt {limited} --goal-states 1.. -o other.txt"), 3);
    sandbox.succeed("select rows.txt --moves ..40 --solve --sort repeats --limit 3 --format csv -o other.txt");
    sandbox.succeed("select rows.txt --moves ..40 --solve --sort repeats --limit 3 -o three.csv");
    assert!(sandbox.bytes("other.txt") == sandbox.bytes("three.csv"));
    assert!(!sandbox.names().iter().any(|name| name.ends_with(".run") || name.ends_with(".tmp")));
}

#[test]
fn a_signal_saves_the_solved_rows() {
    let sandbox = sandbox();
    sandbox.write("many.txt", ROWS.repeat(40));
    let child = crate::Running::paused(&sandbox, "select many.txt --solve --threads 1 --save-every 0", "solved.jsonl");
    let message = child.stops(rustix::process::Signal::INT);
    assert!(message.contains("solved.jsonl"), "{message}");
    assert_eq!(sandbox.names(), ["many.txt", "rows.txt", "solved.jsonl.run"]);
}

#[test]
fn wrong_orders_outputs_and_rows_are_refused() {
    let sandbox = sandbox();
    sandbox.write("wrong.txt", ROWS.lines().next().unwrap().replace("60 ", "59 ") + "\n");
    for (arguments, words) in [
        ("rows.txt --sort steps", "cluster_size"),
        ("rows.txt --sort board", "fewest_steps"),
        ("wrong.txt --solve -o new.csv", "60"),
        ("rows.txt --solve -o new.txt", "--format"),
        ("rows.txt -o new.xlsx", "new.xlsx"),
        ("rows.txt --moves 5..2 -o new.txt", "5..2"),
    ] {
        sandbox.refuses(&format!("select {arguments}"), 2, [words]);
    }
}

#[test]
fn the_number_of_threads_changes_no_byte_of_solved_rows() {
    let sandbox = sandbox();
    let solved = |flags: &str| sandbox.succeed(&format!("select rows.txt --moves ..20 --solve --format jsonl -o - {flags}"));
    let one = solved("--threads 1");
    assert!(one.lines().count() > 8, "one batch is not enough");
    assert!(one == solved("--threads 2") && one == solved("--threads 5") && one == solved(""));
    // rows before a wrong one are written, and the wrong one is named
    let rows: String = ROWS.lines().rev().take(20).chain(["99 oBBoAAoCoooCoooo 13"]).map(|row| format!("{row}\n")).collect();
    sandbox.write("wrong.txt", rows);
    let printed = sandbox.ends("select wrong.txt --solve --format jsonl --threads 3 -o -", 2);
    assert_eq!(printed.says(["99 oBBoAAoCoooCoooo 13"]).out.lines().count(), 1 + 2 + 4 + 8);
}

#[test]
fn the_help_on_a_filter_is_the_definition_of_its_column() {
    let help: String = Sandbox::new().succeed("select --help").split_whitespace().collect::<Vec<_>>().join(" ");
    let columns = objects(&Sandbox::new().succeed("select --list-columns")).into_iter();
    let numbers: Vec<Value> = columns.filter(|column| column["type"] != "text").collect();
    for column in &numbers {
        let (name, definition) = (column["name"].as_str().expect("a name"), column["definition"].as_str().expect("text"));
        let option = match name {
            "fewest_steps" => "steps".to_owned(),
            "first_move_count" => "first-moves".to_owned(),
            name => name.replace('_', "-"),
        };
        let definition = definition.replace(['`', '*'], "");
        let expected = format!("--{option} <A..B> {}{}", definition[..1].to_uppercase(), &definition[1..]);
        assert!(help.contains(&expected), "{expected}");
    }
    assert_eq!(numbers.len(), 21);
}

#[test]
fn csv_has_a_header_and_one_line_a_row() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt -o rows.csv");
    let text = sandbox.text("rows.csv");
    let hardest = "60,IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM,2332,1,12,9,2,9\n";
    assert!(text.starts_with(&format!("{}\n{hardest}", header(false))), "{text}");
    assert_eq!(text.lines().count(), ROWS.lines().count() + 1);
    assert_eq!(sandbox.select("rows.txt --moves 99.. --format json"), "[]\n");
    // a table of no rows has its header
    for (option, solved) in [("", false), ("--solve", true)] {
        let empty = sandbox.select(&format!("rows.txt --moves 99 {option} --format csv"));
        assert_eq!(empty, header(solved) + "\n");
    }
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_format_that_is_not_built_in_is_an_error() {
    let sandbox = sandbox();
    sandbox.refuses("select rows.txt -o rows.parquet", 2, ["--features"]);
}

#[test]
#[cfg(feature = "sqlite")]
fn sqlite_opens_in_sqlite3() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt --solve --moves ..20 -o rows.sqlite");
    let expected = ROWS.lines().filter(|row| row[..2].parse::<u32>().unwrap() <= 20).count();
    if sandbox.tool("sqlite3", "--version").is_some() {
        let query = "PRAGMA integrity_check; SELECT count(*), max(moves), min(length(solution)) > 0 FROM puzzles; \
                     SELECT count(*) FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL;";
        let found = sandbox.shell(&format!("sqlite3 rows.sqlite \"{query}\""));
        assert_eq!(found.has_code(0).out, format!("ok\n{expected}|20|1\n9\n"));
    }
    sandbox.refuses("select rows.txt --format sqlite -o -", 2, ["standard output"]);
}

#[test]
fn the_guide_defines_every_column_as_the_program_does() {
    let listed = Sandbox::new().succeed("select --list-columns");
    let guide = include_str!("../../docs/SELECT.md");
    let section = guide.split("## Columns").nth(1).expect("the section").split("\n## ").next().expect("its end");
    let table = section.lines().filter(|line| line.starts_with("| `"));
    let columns = objects(&listed);
    let text = |column: &Value, key: &str| column[key].as_str().expect("text").to_owned();
    let defined: Vec<String> =
        columns.iter().map(|column| format!("| `{}` | {} |", text(column, "name"), text(column, "definition"))).collect();
    assert_eq!(table.collect::<Vec<_>>(), defined);
    let mut solved = columns.iter().map(|column| column["search"].as_bool().expect("a truth value"));
    assert_eq!((solved.clone().filter(|&search| !search).count(), solved.nth(7), columns.len()), (8, Some(false), 27));
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_opens_in_pyarrow() {
    let sandbox = sandbox();
    sandbox.succeed("select rows.txt --solve --moves ..20 -o solved.parquet");
    sandbox.succeed("select rows.txt -o rows.parquet");
    assert!(sandbox.bytes("rows.parquet").starts_with(b"PAR1") && sandbox.bytes("rows.parquet").ends_with(b"PAR1"));
    if cfg!(target_os = "linux") {
        sandbox.refuses("select rows.txt -o /dev/full --format parquet", 4, ["/dev/full", "No space left"]);
    }
    let Some(text) = pyarrow(&sandbox, "solved.parquet") else { return };
    let (types, solved) = text.split_once('\n').expect("a line of types");
    let expected = gridlock::internals::rows::Column::all(true).map(|column| {
        let arrow = match column.type_name() {
            "text" => "string",
            "u32" => "uint32",
            "u64" => "uint64",
            _ => "int64",
        };
        format!("{}: {arrow} not null", column.name)
    });
    assert_eq!(types, expected.collect::<Vec<_>>().join("; "));
    assert_eq!(objects(solved), objects(&sandbox.succeed("select rows.txt --solve --moves ..20 --format jsonl -o -")));
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

/// Reads a Parquet file with Python's pyarrow: a line with the columns and their types, then a JSON object for each row. The
/// variable `PYTHON` names a Python with pyarrow; returns `None` if there is none.
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

#[test]
fn rows_of_another_file_and_their_near_twins_are_left_out() {
    let sandbox = Sandbox::after("select @rush5 --sample 300 --seed 3 -o known.txt");
    let known = sandbox.text("known.txt");
    let all = sandbox.succeed("select @rush5 -o -");
    let others = sandbox.succeed("select @rush5 --exclude known.txt -o -");
    // the plain way: a row is left out if it adds nothing to the known rows
    let others: Vec<&str> = others.lines().collect();
    let left_out: Vec<&str> = all.lines().filter(|row| !others.contains(row)).collect();
    assert!(known.lines().all(|row| left_out.contains(&row)) && left_out.len() > 400, "{}", left_out.len());
    for (row, is_new) in others.iter().take(20).map(|row| (row, true)).chain(left_out.iter().take(20).map(|row| (row, false))) {
        sandbox.write("two.txt", format!("{known}{row}\n"));
        let distinct = |file: &str| sandbox.succeed(&format!("select {file} --distinct -o -")).lines().count();
        assert_eq!(distinct("two.txt") > distinct("known.txt"), is_new, "{row}");
    }
    let sample = sandbox.succeed("select @rush5 --exclude known.txt --sample 50 -o -");
    assert!(sample.lines().count() == 50 && sample.lines().all(|row| others.contains(&row)));
    sandbox.fail("select @rush5 --exclude @rush5 -o -", 1);
    sandbox.refuses("select @rush5 --exclude none.txt -o -", 4, ["none.txt"]);
    let cards = sandbox.answer("sheet @rush5 --exclude known.txt --limit 5 --json -o cards.svg");
    assert_eq!(cards["cards"], 5);
}

#[test]
fn rows_have_ids_and_lists_of_their_pieces_and_solutions_in_every_notation() {
    let sandbox = Sandbox::new();
    let of = |options: &str| objects(&sandbox.succeed(&format!("select @rush5 --moves 20.. {options} --format jsonl -o -")));
    let (solved, plain) = (of("--solve"), of("--id --pieces-as-list"));
    assert!(plain.len() > 3 && plain.len() == solved.len());
    sandbox.succeed("select @rush5 --moves 20.. -o rows.txt");
    let explored = objects(&sandbox.succeed("select rows.txt --id --format jsonl -o -"));
    for ((row, solved), explored) in plain.iter().zip(&solved).zip(&explored) {
        assert_eq!((&row["id"], &row["id"]), (&solved["id"], &explored["id"]));
        let mut board = vec![b'o'; 25];
        let at = |thing: &Value, name: &str| thing[name].as_u64().unwrap() as usize;
        for piece in row["pieces_list"].as_array().unwrap() {
            let step = if piece["orientation"] == "H" { 1 } else { 5 };
            let first = 5 * (at(piece, "y") - 1) + at(piece, "x") - 1;
            (0..at(piece, "length")).for_each(|k| board[first + k * step] = piece["id"].as_str().unwrap().as_bytes()[0]);
        }
        row["walls_list"].as_array().unwrap().iter().for_each(|wall| board[5 * (at(wall, "y") - 1) + at(wall, "x") - 1] = b'x');
        assert_eq!(row["board"].as_str().unwrap().as_bytes(), board);
    }
    let pairs = of("--solve --notation pairs");
    let plain = solved[0]["solution"].as_str().unwrap().split(' ');
    let expected: Vec<String> = plain.map(|text| format!("({}, {})", &text[..1], text[1..].parse::<i8>().unwrap())).collect();
    assert_eq!(pairs[0]["solution"].as_str().unwrap(), expected.join(" "));
    for (options, name) in [("--id", "--id"), ("--pieces-as-list --format csv", "--pieces-as-list")] {
        sandbox.refuses(&format!("select @rush5 {options} -o -"), 2, [name]);
    }
    sandbox.refuses("select @rush5 --notation words --format csv -o -", 2, ["--solve"]);
    sandbox.succeed("select @rush5 --moves 20.. --id -o rows.csv");
    assert!(sandbox.text("rows.csv").lines().next().unwrap().ends_with(",id"));
}
