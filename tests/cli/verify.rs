//! `gridlock verify` from outside: sound files pass, and every kind of fault is named.

use crate::{Sandbox, stderr};

/// The hardest rows of the published database, in the published order.
const TOP23: &str = include_str!("../../data/top23.txt");

/// Verifies a file with this text; returns what is printed, and the exit code.
fn verify(text: &str) -> (String, Option<i32>) {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", text);
    let output = sandbox.run("verify rows.txt --quiet");
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

#[test]
fn published_and_generated_rows_pass() {
    assert_eq!(verify(TOP23), (String::new(), Some(0)));
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 5 --walls 0..1 --shard 3/20 --quiet -o rows.txt.gz");
    let output = sandbox.run("verify rows.txt.gz");
    assert!(output.status.success() && output.stdout.is_empty(), "{}", stderr(&output));
    assert!(stderr(&output).contains("order        that of the candidates"), "{}", stderr(&output));
    sandbox.succeed("merge rows.txt.gz --partial -o sorted.bz2");
    let output = sandbox.run("verify sorted.bz2 --sample 50 --seed 3 --threads 2");
    assert!(output.status.success(), "{}", stderr(&output));
    for words in
        ["50 of them analysed anew", "the published order", "no fault in the rows, but NOT COMPLETE: 19 of 20 shards are missing"]
    {
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn rows_of_a_shard_must_keep_the_order_of_their_candidates() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 5 --walls 0..1 --shard 3/20 --quiet -o rows.txt");
    sandbox.succeed("generate --size 5 --walls 0..1 --shard 4/20 --quiet -o other.txt");
    let mut rows: Vec<String> = sandbox.text("rows.txt").lines().map(str::to_owned).collect();
    let other = sandbox.text("other.txt").lines().next().expect("a row").to_owned();
    rows.swap(4, 9);
    rows[20] = other;
    sandbox.write("rows.txt", &(rows.join("\n") + "\n"));
    let output = sandbox.run("verify rows.txt --quiet");
    let out = String::from_utf8(output.stdout).expect("text");
    // Line 5 now holds a later row: all lines up to its old place are out of order.
    for line in 6..=10 {
        assert!(out.contains(&format!("line {line}: out of order: it belongs before line 5,")), "{out}");
    }
    assert!(!out.contains("line 11: out of order") && out.contains("line 21: its candidate belongs to shard 4/20"), "{out}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_row_of_a_mirror_image_comes_second() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 5 --quiet -o rows.txt");
    let mut rows: Vec<String> = sandbox.text("rows.txt").lines().map(str::to_owned).collect();
    let board = |row: &str| row.parse::<gridlock::Puzzle>().expect("a row").board;
    let is_pair = |rows: &[String]| board(&rows[0]).mirrored() == Some(board(&rows[1]));
    assert!(rows.windows(2).filter(|rows| is_pair(rows)).count() > 400);
    let first = rows.windows(2).position(is_pair).expect("a pair");
    rows.swap(first, first + 1);
    sandbox.write("rows.txt", &(rows.join("\n") + "\n"));
    let output = sandbox.run("verify rows.txt --quiet");
    let out = String::from_utf8(output.stdout).expect("text");
    assert!(out.contains(&format!("line {}: out of order: it belongs before line {},", first + 2, first + 1)), "{out}");
    assert_eq!(out.matches("out of order").count(), 1, "{out}");
}

#[test]
fn each_fault_is_named() {
    let rows = TOP23;
    let lines: Vec<&str> = rows.lines().collect();
    let first = lines[0]; // 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
    let one = |row: &str| verify(&format!("{row}\n"));
    for (row, words) in [
        (first.replace("60 ", "59 "), "line 1: wrong moves: it takes 60"),
        (first.replace(" 2332", " 2333"), "line 1: wrong cluster size: it has 2332 states"),
        (first.replace('o', "."), "line 1: not as the database writes it, which is 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332"),
        (first.replace('B', "b"), "line 1: wrong letters: the same board is written IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"),
        (first.replace("IBBx", "IBxB"), "line 1: no board: row 1, column 4: 'B'"),
        (first.replace("60 ", "6 "), "line 1: no row: moves \"6\""),
        ("02 ooBBAAoCoooCDDoo 48".to_owned(), "not the unsolved state of its cluster, which is BBoD"),
        ("03 BBoDAAoDooooooCC 48".to_owned(), "line 1: not minimal: it takes as many moves without any one of B"),
        ("01 BoBoBoBoAAoxoooo 2".to_owned(), "no board"),
        ("01 ooooAAoxoooooooo 2".to_owned(), "not in any database: row 2, column 4: a wall stands"),
    ] {
        let (out, code) = one(&row);
        assert!(out.contains(words) && code == Some(1), "{row}: {out}");
    }
    let (out, code) = verify(&format!("{}\n{}\n", lines[1], lines[0]));
    assert!(out.contains("line 2: out of order") && code == Some(1), "{out}");
    let (out, _) = verify(&format!("{first}\n{first}\n"));
    assert!(out.contains("line 2: the same board as in line 1") && out.contains("of the same cluster as line 1"), "{out}");
    let (out, _) = verify(&format!("{first}\n01 AAoooooooooooooo 3\n"));
    assert!(out.contains("line 2: its board is 4×4"), "{out}");
}

#[test]
fn rows_that_are_given_up_are_no_faults_but_count_apart() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", TOP23);
    let row = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n";
    for limit in ["--max-states 2331", "--max-memory 100K"] {
        sandbox.write("one.txt", row);
        let output = sandbox.run(&format!("verify one.txt {limit} --threads 1"));
        let (out, err) = (String::from_utf8(output.stdout.clone()).expect("text"), stderr(&output));
        assert!(out.starts_with("one.txt, line 1: given up, so neither right nor wrong: the search "), "{out}");
        assert!(err.contains("no fault; 1 row given up") && output.status.code() == Some(3), "{err}");
        let json = sandbox.run(&format!("verify one.txt {limit} --threads 1 --json"));
        let out = String::from_utf8(json.stdout).expect("text");
        let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(lines[0]["given_up"].as_str().is_some_and(|text| text.contains("given up")), "{out}");
        assert_eq!((&lines[1]["faults"], &lines[1]["given_up"], json.status.code()), (&0.into(), &1.into(), Some(3)));
    }
    // a fault beside it decides the exit code
    let output = sandbox.run("verify rows.txt --max-states 2331 --quiet");
    assert_eq!(output.status.code(), Some(3));
    sandbox.write("rows.txt", TOP23.replace(" 2332\n", " 2331\n"));
    assert_eq!(sandbox.run("verify rows.txt --quiet --max-states 5000").status.code(), Some(1));
    assert!(sandbox.run("verify one.txt --max-states 100000 --max-memory 1G --quiet").status.success());
    sandbox.refuses("verify one.txt --max-memory 5X", 2, ["K, M or G"]);
}

#[test]
fn json_has_a_line_for_each_fault_and_a_summary() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2333\n");
    let output = sandbox.run("verify rows.txt --json");
    let lines: Vec<serde_json::Value> =
        output.stdout.split_inclusive(|&byte| byte == b'\n').map(|line| serde_json::from_slice(line).expect("JSON")).collect();
    assert_eq!(lines[0], serde_json::json!({ "line": 1, "fault": "wrong cluster size: it has 2332 states" }));
    assert_eq!(
        (lines.len(), &lines[1]["rows"], &lines[1]["faults"], &lines[1]["order"]),
        (2, &1.into(), &1.into(), &"published".into())
    );
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), ""));
}

#[test]
fn a_second_row_of_a_cluster_is_a_fault() {
    let (out, _) = verify("03 BBoDAAoDooooooCC 48\n02 ooBBAAoCoooCDDoo 48\n");
    assert!(out.contains("line 2: of the same cluster as line 1"), "{out}");
}

#[test]
fn the_description_is_compared() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 5 --quiet -o rows.txt");
    let text = sandbox.text("rows.txt");
    sandbox.write("rows.txt", text.split_once('\n').expect("rows").1);
    let output = sandbox.run("verify rows.txt");
    let out = String::from_utf8(output.stdout.clone()).expect("text");
    for words in ["rows: 1729, but the description says 1730", "SHA-256 of the rows", "bytes of the file", "states in rows: "] {
        assert!(out.contains(words), "{out}");
    }
    assert_eq!(output.status.code(), Some(1));
    sandbox.alter_description("rows.txt", |description| description["walls"] = "1".into());
    let output = sandbox.run("verify rows.txt --limit 5");
    let out = String::from_utf8(output.stdout).expect("text");
    assert!(out.contains("candidates: the description says 124886, but it is "), "{out}");
    assert!(out.contains("line 1: it has 0 walls, which the description rules out"), "{out}");
    assert_eq!(out.lines().count(), 6);
    assert!(out.contains("more"), "{out}");
}

#[test]
fn an_order_that_can_not_be_checked_is_not_claimed() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    sandbox.alter_description("rows.txt", |description| description["walls"] = "20".into());
    let message = sandbox.fail("verify rows.txt", 2);
    assert!(message.contains("order and shard of the rows can't be checked") && message.contains("20 walls"), "{message}");
    assert!(!message.contains("that of the candidates"), "{message}");
}

#[test]
fn countless_faults_are_counted_but_not_all_kept() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "\n".repeat(25_000));
    let output = sandbox.run("verify rows.txt --limit 1000000");
    let out = String::from_utf8(output.stdout.clone()).expect("text");
    assert_eq!(out.lines().filter(|line| line.contains(": no row: ")).count(), 10_000);
    assert!(out.ends_with("and 15,000 more\n") && stderr(&output).contains("25,000 faults"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_closed_pipe_ends_it_in_silence() {
    use std::io::Read;
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "no row\n".repeat(100_000));
    let mut command = sandbox.gridlock("verify rows.txt --limit 100000");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    child.stdout.take().expect("a pipe").read_exact(&mut [0; 8]).expect("a fault");
    let output = child.wait_with_output().expect("an end");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""));
}

#[test]
fn nothing_checked_is_not_taken_for_no_fault() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", TOP23);
    sandbox.write("none.txt", "");
    for (arguments, words) in [("none.txt", "there is no row"), ("rows.txt --sample 0", "no row was analysed; give --sample")] {
        for flag in ["", "--quiet", "--json"] {
            let message = sandbox.fail(&format!("verify {arguments} {flag}"), 2);
            assert!(message.contains("nothing was checked") && message.contains(words), "{message}");
            assert!(!message.contains("no fault"), "{message}");
        }
    }
    // The description of a shard without rows says that there are none.
    sandbox.succeed("generate --size 4 --shard 5/600 --quiet -o shard.txt");
    assert_eq!(sandbox.text("shard.txt"), "");
    assert!(stderr(&sandbox.run("verify shard.txt")).contains("no fault"));
}
