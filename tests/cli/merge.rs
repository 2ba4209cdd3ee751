//! Merging files of rows.
use std::fs;
use std::process::Stdio;

use crate::{Sandbox, count_rows};

/// The hardest rows of the published database, in the published order.
fn top23() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/top23.txt")).expect("the data of the tests")
}

/// The published order, written down once more and without the program's help.
fn published(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by_key(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |k: usize| fields[k].parse::<u64>().expect("a number");
        std::cmp::Reverse((number(0), number(2), fields[1].replace('o', ".")))
    });
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn published_rows_come_back_in_the_published_order() {
    let sandbox = Sandbox::new();
    let mut lines: Vec<String> = top23().lines().map(|line| format!("{line}\n")).collect();
    assert_eq!(published(&top23()), top23());
    lines.reverse();
    sandbox.write("a.txt", lines[..9].concat());
    sandbox.write("b.txt", lines[9..].concat());
    sandbox.succeed("merge a.txt b.txt -o merged.txt.bz2");
    assert_eq!(sandbox.text("merged.txt.bz2"), top23());
}

#[test]
fn generated_rows_get_the_published_order() {
    let sandbox = Sandbox::new();
    let rows = sandbox.succeed("generate --size 4 --walls 0..2 --quiet -o -");
    assert!(count_rows(&rows) > 32);
    sandbox.write("rows.txt", &rows);
    assert!(sandbox.succeed("merge rows.txt -o -") == published(&rows));
}

#[test]
fn standard_input_is_a_file_too() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", top23());
    sandbox.succeed("merge rows.txt -o rows.gz");
    let input = fs::File::open(sandbox.path("rows.gz")).expect("a file");
    let output = sandbox.gridlock("merge - -o -").stdin(Stdio::from(input)).output().expect("the program runs");
    assert_eq!(String::from_utf8(output.stdout).expect("text"), top23());
}

#[test]
fn a_duplicate_is_refused_by_name() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", top23());
    sandbox.write("b.txt", top23().lines().nth(4).expect("a line").to_owned() + "\n");
    let message = sandbox.fail("merge a.txt b.txt -o merged.txt", 1);
    assert!(message.contains("a.txt, line 5") && message.contains("b.txt, line 1"), "{message}");
}

#[test]
fn damaged_inputs_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", top23());
    sandbox.succeed("merge a.txt -o a.txt.gz");
    sandbox.succeed("merge a.txt -o a.txt.bz2");
    for name in ["a.txt", "a.txt.gz", "a.txt.bz2"] {
        let bytes = sandbox.bytes(name);
        let cut = format!("cut.{name}");
        sandbox.write(&cut, &bytes[..bytes.len() - 7]);
        let message = sandbox.fail(&format!("merge {cut} -o merged.txt"), 1);
        assert!(message.contains(&cut) && message.contains("truncated"), "{message}");
    }
    let mut bytes = sandbox.bytes("a.txt.gz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    sandbox.write("flipped.gz", bytes);
    sandbox.fail("merge flipped.gz -o merged.txt", 1);
    sandbox.write("wrong.txt", "07 no row\n");
    let message = sandbox.fail("merge wrong.txt -o merged.txt", 1);
    assert!(message.contains("wrong.txt, line 1"), "{message}");
    sandbox.write("fake.gz", top23());
    let message = sandbox.fail("merge fake.gz -o merged.txt", 1);
    assert!(message.contains("not a gzip file"), "{message}");
}

#[test]
fn no_rows_are_no_error() {
    let sandbox = Sandbox::new();
    sandbox.write("none.txt", "");
    sandbox.succeed("merge none.txt -o merged.gz");
    assert_eq!(sandbox.text("merged.gz"), "");
}

#[test]
fn the_output_may_replace_an_input() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", published(&top23()).lines().rev().map(|line| format!("{line}\n")).collect::<String>());
    sandbox.fail("merge a.txt -o a.txt", 1);
    sandbox.succeed("merge a.txt -o a.txt --force");
    assert_eq!(sandbox.text("a.txt"), top23());
}
