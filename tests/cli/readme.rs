//! What the README shows is tried: each example of its table of commands, and each `console` block with its output.
use crate::{Sandbox, stderr};
use clap::{CommandFactory, Parser};
use std::path::Path;

const README: &str = include_str!("../../README.md");

/// The examples of the table of commands, without the word `gridlock`, in its order.
fn examples() -> Vec<&'static str> {
    let table = README.split("\n## Commands\n").nth(1).expect("a section of commands");
    let rows = table.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2)
        .map(|row| {
            let example = row.trim_end_matches([' ', '|']).rsplit("| ").next().expect("a last column");
            let example = example.trim_matches('`').strip_prefix("gridlock ").expect("an example of the program");
            assert!(!example.contains('`'), "one example a row: {row}");
            example
        })
        .collect()
}

#[test]
fn every_example_of_the_table_works() {
    // one after the other in one folder, since later ones read what the first ones write
    let sandbox = Sandbox::new();
    for example in examples() {
        if example.ends_with(".pdf") && !cfg!(feature = "pictures") {
            continue;
        }
        let output = sandbox.run(example);
        assert!(output.status.success(), "gridlock {example}: {}", stderr(&output));
        match example.split(" -o ").nth(1) {
            Some(name) => assert!(!sandbox.bytes(name).is_empty(), "gridlock {example} wrote nothing"),
            // a file without faults leaves only the summary of `verify`, which is no output to pass on
            None if example.starts_with("verify ") => assert!(!output.stderr.is_empty(), "gridlock {example} said nothing"),
            None => assert!(!output.stdout.is_empty(), "gridlock {example} said nothing"),
        }
    }
}

#[test]
fn every_command_stands_in_the_table() {
    let mut shown: Vec<&str> = examples().iter().filter_map(|example| example.split(' ').next()).collect();
    shown.dedup();
    let program = gridlock::cli::Cli::command();
    let all: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    assert!(all.iter().all(|name| shown.contains(name)), "{all:?} but {shown:?}");
}

#[test]
fn console_blocks_show_what_the_program_writes() {
    let sandbox = Sandbox::new();
    let blocks: Vec<&str> = README.split("```console\n$ gridlock ").skip(1).collect();
    assert!(blocks.len() >= 3);
    for block in blocks {
        let block = block.split("```").next().expect("text");
        let (command, shown) = block.split_once('\n').expect("a command and its output");
        let output = sandbox.run(command);
        let written = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        // a blank line before what clap adds behind an error of the command line
        let written = written.split("\n\nFor more information").next().unwrap_or_default();
        assert_eq!(without_time(shown).trim_end(), without_time(written).trim_end(), "gridlock {command}");
    }
}

/// The text with every `0.123 s` as `T s`.
fn without_time(text: &str) -> String {
    let words = text
        .split_inclusive(' ')
        .map(|word| if word.trim_end().parse::<f64>().is_ok_and(|_| word.contains('.')) { "T " } else { word });
    words.collect()
}

#[test]
fn pictures_of_the_gallery_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names: Vec<&str> = README.split("docs/gallery/").skip(1).filter_map(|text| text.split(['"', ')']).next()).collect();
    assert!(names.len() >= 4, "a gallery");
    let sizes = names.iter().map(|name| std::fs::metadata(folder.join("docs/gallery").join(name)).expect(name).len());
    assert!(sizes.sum::<u64>() < 600_000, "pictures that load at once");
}

#[test]
fn every_command_shown_is_understood() {
    let in_text = README.split('`').filter(|text| text.starts_with("gridlock ") && !text.contains('\n'));
    let in_blocks = README.lines().filter(|line| line.starts_with("gridlock "));
    let mut tried = 0;
    for shown in in_text.chain(in_blocks) {
        let command = shown.split(" #").next().and_then(|text| text.split(" && ").next()).unwrap_or(shown);
        // names of commands in the text, and the word that stands for any of them
        if command.split_whitespace().count() < 3 || command.contains("COMMAND") {
            continue;
        }
        let parsed = gridlock::cli::Cli::try_parse_from(command.split_whitespace());
        assert!(parsed.is_ok(), "{command}: {}", parsed.err().map_or(String::new(), |error| error.to_string()));
        tried += 1;
    }
    assert!(tried > 25, "{tried} commands");
}
