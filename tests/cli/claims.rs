//! `gridlock solve FILE --claim COLUMN` and `-o TABLE`: other people's tables.
use crate::{Sandbox, objects};
use serde_json::Value;

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
