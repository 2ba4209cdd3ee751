//! What goes wrong before or while something is written: messages and exit codes.
use std::fs;

use crate::Sandbox;

#[test]
fn an_existing_file_is_refused_at_the_start() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt.gz", "old");
    // This run would take hours: it must fail before it begins.
    let message = sandbox.fail("generate --size 7 -o rows.txt.gz", 1);
    assert!(message.contains("rows.txt.gz exists already") && message.contains("--force"), "{message}");
    let message = sandbox.fail("generate --size 7 --json rows.txt.gz -o other.txt.gz", 1);
    assert!(message.contains("rows.txt.gz exists already"), "{message}");
    assert_eq!(sandbox.bytes("rows.txt.gz"), b"old");
    sandbox.succeed("generate --size 4 -o rows.txt.gz --force --quiet");
    assert_eq!(sandbox.text("rows.txt.gz").lines().count(), 32);
    assert_eq!(sandbox.names(), ["rows.txt.gz", "rows.txt.gz.json"]);
}

#[test]
fn a_file_that_can_not_be_made_is_refused_at_the_start() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("folder.txt")).expect("made");
    sandbox.write("file", "");
    for (name, words) in [
        ("none/rows.txt", "folder none does not exist"),
        ("folder.txt", "is a folder"),
        ("rows.zip", "ending of rows.zip is unknown"),
        ("rows", "use .txt for plain text, .gz or .bz2"),
        ("file/rows.txt", "file/rows.txt"),
    ] {
        let message = sandbox.fail(&format!("generate --size 7 -o {name}"), 1);
        assert!(message.starts_with("gridlock: ") && message.contains(words), "{message}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    use std::process::Stdio;

    let sandbox = Sandbox::new();
    let message = sandbox.fail("generate --size 4 --quiet -o /dev/full", 1);
    assert!(message.contains("cannot write to /dev/full: No space left"), "{message}");
    for arguments in ["generate --size 4 --quiet -o -", "count --size 4"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device");
        let output = sandbox.gridlock(arguments).stdout(Stdio::from(full)).output().expect("the program runs");
        let message = crate::stderr(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(message.contains("cannot write to standard output: No space left"), "{message}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_written_not_replaced() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 4 --quiet -o /dev/null");
    assert!(!fs::metadata("/dev/null").expect("the device").is_file());
}

#[test]
fn wrong_arguments_are_told() {
    let sandbox = Sandbox::new();
    for (arguments, words) in [
        ("", "Usage"),
        ("generate --size 4", "--output"),
        ("generate -o a.txt", "--size"),
        ("generate --size 3 -o a.txt", "4, 5, 6 and 7"),
        ("generate --size six -o a.txt", "not a number"),
        ("generate --size 4 --walls 2..1 -o a.txt", "smaller number first"),
        ("generate --size 4 --walls few -o a.txt", "inclusive range like 0..2"),
        ("generate --size 4 --shard 3/3 -o a.txt", "numbered from 0 to 2"),
        ("generate --size 4 --shard 3 -o a.txt", "I/M"),
        ("generate --size 4 --threads 0 -o a.txt", "--threads"),
        ("generate --size 4 -o - --json -", "can't share one file"),
        ("generate --size 4 -o a.txt --json a.txt.json", "that name is taken"),
        ("generate --size 4 -o a.txt --save-every 1e6", "0 to 86400"),
        ("count", "--size"),
        ("merge -o a.txt", "<IN>"),
        ("merge a.txt", "--output"),
    ] {
        let message = sandbox.fail(arguments, 2);
        assert!(message.contains(words), "gridlock {arguments}: {message}");
    }
}
