//! The examples of the documentation are run: the table of commands in README, and each `console` block of the guide with its
//! output.
use crate::{Sandbox, stderr};
use clap::Parser;
use std::path::Path;

const README: &str = include_str!("../../README.md");
const GUIDE: &str = include_str!("../../docs/GUIDE.md");
const GALLERY: &str = include_str!("../../docs/gallery/README.md");

/// The examples of the table of commands, without the word `gridlock`, in its order.
fn examples() -> Vec<&'static str> {
    let table = README.split("\n## Commands\n").nth(1).expect("a section of commands");
    let rows = table.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let example = |row: &'static str| {
        let example = row.trim_end_matches([' ', '|']).rsplit("| ").next().expect("a last column");
        let example = example.trim_matches('`').strip_prefix("gridlock ").expect("an example of the program");
        assert!(!example.contains('`'), "one example a row: {row}");
        example
    };
    rows.skip(2).map(example).collect()
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
            // `verify` prints its summary to standard error, since standard output is for faults
            None if example.starts_with("verify ") => assert!(!output.stderr.is_empty(), "gridlock {example} said nothing"),
            None => assert!(!output.stdout.is_empty(), "gridlock {example} said nothing"),
        }
    }
}

#[test]
fn console_blocks_show_what_the_program_writes() {
    // one after the other in one folder: the first one writes the file that others read
    let sandbox = Sandbox::new();
    let blocks: Vec<&str> = [README, GUIDE].iter().flat_map(|text| text.split("```console\n$ gridlock ").skip(1)).collect();
    assert!(blocks.len() >= 6);
    for block in blocks {
        let block = block.split("```").next().expect("text");
        let (command, shown) = block.split_once('\n').expect("a command and its output");
        let output = sandbox.run(command);
        let written = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        // clap adds a blank line and a hint after an error of the command line
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
fn pictures_of_the_readme_are_in_the_gallery_and_load_at_once() {
    let pictures = |text: &'static str| text.split("src=\"").skip(1).filter_map(|text| text.split('"').next());
    let all: Vec<&str> = pictures(GALLERY).collect();
    let first: Vec<&str> = pictures(README).filter_map(|path| path.strip_prefix("docs/gallery/")).collect();
    assert!(!first.is_empty() && first.len() == pictures(README).count() && all.len() >= 4, "{first:?}");
    assert!(first.iter().all(|name| all.contains(name)), "{first:?} among {all:?}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gallery");
    let bytes = all.iter().map(|name| std::fs::metadata(folder.join(name)).expect(name).len());
    assert!(bytes.sum::<u64>() < 600_000);
}

#[test]
fn captions_of_the_gallery_reproduce_its_pictures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gallery");
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("data")).expect("made");
    sandbox.write("data/jams40.txt", include_str!("../../data/jams40.txt"));
    let mut drawn = 0;
    // the picture of a page is one of a browser
    let is_drawn = |command: &&str| !command.starts_with("play ") && (cfg!(feature = "database") || !command.contains('@'));
    for command in GALLERY.split('`').filter_map(|text| text.strip_prefix("gridlock ")).filter(is_drawn) {
        sandbox.succeed(command);
        let name = command.rsplit(' ').next().expect("a name");
        if name.ends_with(".svg") {
            let picture = std::fs::read_to_string(folder.join(name)).expect("a picture");
            assert!(picture == sandbox.text(name), "gridlock {command} draws another {name}: run scripts/site.sh --gallery");
            drawn += 1;
        }
    }
    assert_eq!(drawn, if cfg!(feature = "database") { 8 } else { 7 });
}

#[test]
fn every_command_shown_is_understood() {
    let texts = [README, GUIDE, GALLERY, include_str!("../../docs/TRUST.md")];
    let mut tried = 0;
    for text in texts {
        let in_text = text.split('`').filter(|text| text.starts_with("gridlock ") && !text.contains('\n'));
        let blocks = text.split("```").skip(1).step_by(2).flat_map(str::lines);
        let in_blocks = blocks.map(|line| line.trim_start_matches("$ ")).filter(|line| line.starts_with("gridlock "));
        for shown in in_text.chain(in_blocks) {
            // only what the program is given: no comment, and nothing that the shell does with the output
            let command =
                [" #", " && ", " \\|", " |", " >"].iter().fold(shown, |text, end| text.split(end).next().unwrap_or(text));
            // names of commands in the text, and the words that stand for any command or number
            if command.split_whitespace().count() < 3 || command.contains("COMMAND") || command.contains(" N ") {
                continue;
            }
            let command = command.replace("auto/", "7/"); // the number of a task is in the environment
            let parsed = gridlock::internals::cli::Cli::try_parse_from(command.split_whitespace());
            assert!(parsed.is_ok(), "{command}: {}", parsed.err().map_or(String::new(), |error| error.to_string()));
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried} commands");
}
