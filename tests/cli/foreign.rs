//! Files that the program did not make are never lost; those that it made and left when it was killed are removed.
use std::fs;

use crate::{Sandbox, running::Running, wait_until};

/// A run of a second or more.
const RUN: &str = "generate --size 5 --walls 0..1 --threads 1 --quiet --save-every 0";

#[test]
fn a_file_made_during_the_run_is_not_replaced() {
    for name in ["rows.txt", "rows.txt.json"] {
        let sandbox = Sandbox::new();
        let mut child = Running::start(&mut sandbox.gridlock(&format!("{RUN} -o rows.txt")));
        wait_until("a run folder", || sandbox.path("rows.txt.run/manifest").exists());
        sandbox.write(name, "mine");
        wait_until("the end", || child.has_ended());
        assert_eq!(child.end().0, Some(2));
        assert_eq!((&sandbox.names()[..], &*sandbox.text(name)), (&[name.to_owned(), "rows.txt.run".to_owned()][..], "mine"));
        // The work is saved, and completes the output once the name is free.
        fs::rename(sandbox.path(name), sandbox.path("mine")).expect("renamed");
        sandbox.succeed(&format!("{RUN} -o rows.txt"));
        assert_eq!(sandbox.names(), ["mine", "rows.txt", "rows.txt.json"]);
        assert!(sandbox.succeed(&format!("{RUN} -o -")) == sandbox.text("rows.txt"));
    }
    let sandbox = Sandbox::after("generate --size 4 --quiet -o shard.txt");
    sandbox.write("merged.txt.json", "mine");
    sandbox.refuses("merge shard.txt -o merged.txt", 2, ["merged.txt.json"]);
}

#[test]
fn rows_and_summary_can_not_share_a_file_by_two_names() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("folder")).expect("made");
    for (output, json) in [
        ("rows.txt", "./rows.txt"),
        ("rows.txt", "folder/../rows.txt"),
        ("./folder/../rows.txt", "rows.txt"),
        ("rows.txt", "./rows.txt.json"),
        ("./folder/../rows.txt", "rows.txt.json"),
    ] {
        sandbox.refuses(&format!("generate --size 4 -o {output} --json {json}"), 2, ["json"]);
    }
    sandbox.write("rows.txt", "");
    std::os::unix::fs::symlink("rows.txt", sandbox.path("link.txt")).expect("a link");
    sandbox.refuses("generate --size 4 -o rows.txt --force --json link.txt", 2, []);
}

#[test]
fn the_leftovers_of_killed_runs_are_removed() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("rows.txt.run")).expect("made");
    let of_merge = ["merged.txt", "merged.txt.json"];
    let of_run = ["rows.txt.json", "summary", "rows.txt.run/manifest", "rows.txt.run/rows.txt", "rows.txt.run/complete"];
    for name in of_run.iter().chain(&of_merge) {
        sandbox.write(&format!("{name}.gridlock-a1B2c3.tmp"), "x");
    }
    sandbox.write("rows.txt.json.backup.tmp", "mine");
    sandbox.succeed("generate --size 4 --quiet -o rows.txt --json summary");
    sandbox.succeed("merge rows.txt -o merged.txt");
    let names = ["merged.txt", "merged.txt.json", "rows.txt", "rows.txt.json", "rows.txt.json.backup.tmp", "summary"];
    assert_eq!(sandbox.names(), names);
}

#[test]
fn the_summary_of_the_same_command_is_rewritten() {
    use rustix::process::Signal;

    let sandbox = Sandbox::new();
    let run = format!("{RUN} -o rows.txt --json summary.json");
    let child = Running::start(&mut sandbox.gridlock(&run));
    wait_until("a part", || !sandbox.parts("rows.txt").is_empty());
    child.stops(Signal::INT);
    let complete = || sandbox.json("summary.json")["complete"].clone();
    assert_eq!(complete(), false);
    sandbox.refuses("generate --size 4 -o other.txt --json summary.json", 2, ["summary.json"]);
    sandbox.succeed(&run);
    assert_eq!(complete(), true);
    let summary = sandbox.bytes("summary.json");
    sandbox.succeed(&run);
    assert!(sandbox.bytes("summary.json") == summary, "the summary of the complete run has its cost");
    fs::remove_file(sandbox.path("summary.json")).expect("removed");
    sandbox.succeed(&run);
    assert_eq!(complete(), true);
    for foreign in ["{}", "mine", &sandbox.text("rows.txt.json")] {
        sandbox.write("summary.json", foreign);
        sandbox.refuses(&run, 2, ["summary.json"]);
        assert_eq!(sandbox.text("summary.json"), foreign);
    }
}
