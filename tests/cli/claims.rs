//! `gridlock solve FILE --claim COLUMN` and `-o TABLE`: tables that other people made.
use crate::{Sandbox, stderr};
use serde_json::Value;
use std::io::Write;

/// 8 moves or 17 steps: the first board of a public data set, which gives it 19 moves.
const EIGHT: &str = "...EE....HH..FFDCC...D..AAB.G...B.G.";
/// 2 moves or 3 steps.
const TWO: &str = "oBBoAAoCoooCoooo";
/// A wall in the way.
const UNSOLVABLE: &str = "....AA.x........";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn claims_are_checked_in_both_metrics() {
    let sandbox = Sandbox::new();
    // The primary is not in a middle row of the first board. A byte order mark, semicolons, a column before the boards.
    sandbox.write(
        "claims.csv",
        format!("\u{feff}id;start;Min_Moves;who\r\na;{EIGHT};19;me\r\nb;{TWO};2;\"x;y\"\r\nc;{TWO};3.0;z\r\nd;{TWO};5;z\r\ne;{TWO};?;z\r\nf;{UNSOLVABLE};4;z\r\ng;AA;4;z\r\n"),
    );
    let output = sandbox.run("solve claims.csv --claim Min_Moves");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}{}", stderr(&output));
    assert!(text.contains("claims.csv, line 2: claims 19, takes 8 moves or 17 steps: "), "{text}");
    assert!(text.contains("claims.csv, line 5: claims 5, takes 2 moves or 3 steps: "), "{text}");
    assert!(text.contains("4 claims in the column Min_Moves, 2 wrong: neither moves nor steps\n"), "{text}");
    assert!(text.contains("1 board without a whole number there\n"), "{text}");
    assert!(text.contains("           2  fit steps, with two to drive off the board\n"), "{text}");
    assert!(text.contains("probably counts steps, with two to drive off the board (50.0% fit)"), "{text}");
    let messages = stderr(&output);
    assert!(messages.contains("line 7: unsolvable") && messages.contains("line 8: a board has 16"), "{messages}");
    assert!(messages.contains("1 of 7 boards unsolvable") && messages.contains("1 of 7 boards without an answer"), "{messages}");
    // Of one metric: the claim of 3 is wrong too.
    let output = sandbox.run("solve claims.csv --claim Min_Moves --metric moves --json");
    let found = lines(&String::from_utf8_lossy(&output.stdout));
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
    // Rows of the database claim their moves; those of steps are wrong as moves.
    sandbox.succeed("generate --size 4 -o rows.txt --quiet");
    assert!(sandbox.succeed("solve rows.txt --claim moves --metric moves").contains("32 claims in the column moves, 0 wrong"));
    assert_eq!(sandbox.run("solve rows.txt --claim moves --metric steps").status.code(), Some(1));
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
    let expected =
        |moves: Value, steps: Value, solution: Value| [("solved_moves", moves), ("steps", steps), ("solution", solution)];
    for (input, output) in [("in.jsonl", "a.json"), ("in.jsonl", "a.jsonl")] {
        let run = sandbox.run(&format!("solve {input} -o {output}"));
        assert_eq!(run.status.code(), Some(2), "{}", stderr(&run)); // the third board can't be read
        assert!(run.stdout.is_empty() && stderr(&run).contains("3: a board has 16"), "{}", stderr(&run));
    }
    let found = lines(&sandbox.text("a.jsonl"));
    assert_eq!(found.len(), 3);
    let columns: Vec<&String> = found[0].as_object().expect("an object").keys().collect();
    assert_eq!(columns, ["z", "moves", "x", "grid", "f", "t", "solved_moves", "steps", "solution"]);
    for (name, value) in expected(2.into(), 3.into(), "C+1 A+2".into()) {
        assert_eq!(found[0][name], value);
    }
    for (name, value) in expected(Value::Null, Value::Null, Value::Null) {
        assert_eq!((&found[1][name], &found[2][name]), (&value, &value));
    }
    // Comma-separated values and back; a column that appears later has no place.
    let run = sandbox.run("solve a.jsonl -o c.csv");
    assert_eq!(run.status.code(), Some(2));
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
fn tables_of_the_program_come_back_in_every_format() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 4 -o rows.txt --quiet");
    for table in ["rows.csv", "rows.jsonl", "rows.json"] {
        sandbox.succeed(&format!("select rows.txt -o {table}"));
        assert!(
            sandbox.succeed(&format!("solve {table} --claim moves")).contains("32 claims in the column moves, 0 wrong"),
            "{table}"
        );
        sandbox.succeed(&format!("solve {table} -o out.jsonl --force --metric steps"));
        let records = lines(&sandbox.text("out.jsonl"));
        assert_eq!(records.len(), 32, "{table}");
        for record in records {
            // CSV knows texts only, the other formats have numbers.
            let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
            assert_eq!(record["moves"].is_string(), table == "rows.csv", "{record}");
            assert_eq!(
                (text(&record["moves"]), record["cluster_size"].is_null()),
                (text(&record["solved_moves"]), false),
                "{record}"
            );
        }
    }
}

#[test]
fn other_exits_shapes_and_vehicles() {
    let sandbox = Sandbox::new();
    sandbox.write("up.csv", "b,n\n.BB..A...A......,2\n");
    assert!(sandbox.succeed("solve up.csv --claim n --exit up --metric moves").contains("0 wrong"));
    sandbox.write("wide.csv", "b|n\nAA.................. | 1\n");
    sandbox.refuses("solve wide.csv --claim n", 2, ["--shape"]);
    assert!(sandbox.succeed("solve wide.csv --claim n --shape 5x4").contains("0 wrong"));
    sandbox.write("cars.csv", "id,orientation,col,row,length,minimum\ntaxi,H,1,2,2,2\nbus,V,4,2,2,2\n");
    let text = sandbox.succeed("solve cars.csv --size 4 --primary taxi --claim minimum");
    assert!(text.starts_with("1 claim in the column minimum, 0 wrong"), "{text}");
}

#[test]
fn what_can_not_be_checked_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("two.csv", format!("one,two,n\n{TWO},{TWO},2\n"));
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
    // A table that ends in the middle leaves no output that looks complete.
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writeln!(encoder, "one,two,n").expect("written");
    (0..5000).for_each(|k| writeln!(encoder, "{TWO},{TWO},{k}").expect("written"));
    let whole = encoder.finish().expect("compressed");
    sandbox.write("cut.csv.gz", &whole[..whole.len() - 20]);
    sandbox.fail("solve cut.csv.gz -o cut.jsonl --board one", 2);
    assert!(!sandbox.path("cut.jsonl").exists());
}
