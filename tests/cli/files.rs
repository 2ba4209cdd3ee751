//! Files that other programs made, or that are damaged, hostile or links: none is lost, and each is refused by its name.
use std::fs;
use std::os::unix::fs::symlink;

use rustix::process::Signal;

use crate::{Running, Sandbox, stderr};

/// A run with many parts.
const RUN: &str = "generate --size 5 --walls 0..1 --threads 1 --quiet --save-every 0";

#[test]
fn a_file_made_during_the_run_is_not_replaced() {
    for name in ["rows.txt", "rows.txt.json"] {
        let sandbox = Sandbox::new();
        let child = Running::paused(&sandbox, RUN, "rows.txt");
        sandbox.write(name, "mine");
        child.send(Signal::CONT);
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
    let sandbox = Sandbox::new();
    let run = format!("{RUN} --json summary.json -o rows.txt");
    let child = Running::paused(&sandbox, &format!("{RUN} --json summary.json"), "rows.txt");
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

fn is_link(sandbox: &Sandbox, name: &str) -> bool {
    fs::symlink_metadata(sandbox.path(name)).expect("an entry").is_symlink()
}

#[test]
fn generate_merge_and_verify_follow_a_link_in_the_same_way() {
    for force in ["", "--force"] {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("real")).expect("made");
        symlink("real/x.txt", sandbox.path("l.txt")).expect("a link");
        if !force.is_empty() {
            sandbox.write("real/x.txt", "older rows\n");
            sandbox.refuses("generate --size 4 -o l.txt", 2, ["real/x.txt"]);
        }
        sandbox.succeed(&format!("generate --size 4 --quiet -o l.txt {force}"));
        assert!(is_link(&sandbox, "l.txt"), "the link was replaced");
        assert_eq!(sandbox.names(), ["l.txt", "real"]);
        assert_eq!(sandbox.names_in("real"), ["x.txt", "x.txt.json"]);
        for name in ["l.txt", "real/x.txt"] {
            sandbox.says(&format!("verify {name}"), ["the order of the candidates"]);
            sandbox.says(&format!("generate --size 4 --check -o {name}"), ["complete already: 32 rows", "SHA-256"]);
        }
        symlink("real/sorted.gz", sandbox.path("s.txt.gz")).expect("a link");
        sandbox.says("merge l.txt -o s.txt.gz", [": complete, 695 candidates"]);
        assert!(is_link(&sandbox, "s.txt.gz") && sandbox.path("real/sorted.gz.json").exists());
        sandbox.says("verify s.txt.gz", ["the published order"]);
        sandbox.succeed("merge l.txt --plain -o s.txt.gz --force");
        assert_eq!(sandbox.names_in("real"), ["sorted.gz", "x.txt", "x.txt.json"], "the description of older rows stays");
    }
}

#[test]
fn the_ending_that_counts_is_that_of_the_file() {
    let sandbox = Sandbox::new();
    symlink("rows.txt", sandbox.path("l.txt.gz")).expect("a link");
    sandbox.succeed("generate --size 4 --quiet -o l.txt.gz");
    assert_eq!(sandbox.text("rows.txt").lines().count(), 32);
    sandbox.succeed("verify l.txt.gz");
    assert_eq!(sandbox.succeed("merge l.txt.gz -o -").lines().count(), 32);
    symlink("rows.zip", sandbox.path("m.txt")).expect("a link");
    sandbox.refuses("generate --size 4 --quiet -o m.txt", 2, ["rows.zip"]);
}

/// The program reads nothing from it, so it neither waits for a writer nor reads without end.
#[test]
fn a_description_that_is_not_a_file_is_refused() {
    let makers: [fn(&Sandbox, &str); 2] =
        [|sandbox, name| sandbox.pipe(name), |sandbox, name| symlink("/dev/zero", sandbox.path(name)).expect("a link")];
    for make in makers {
        let sandbox = Sandbox::after("generate --size 4 --quiet -o rows.txt");
        fs::remove_file(sandbox.path("rows.txt.json")).expect("removed");
        make(&sandbox, "rows.txt.json");
        for command in ["generate --size 4 --quiet -o rows.txt", "verify rows.txt", "merge rows.txt -o out.txt"] {
            let within = "ulimit -v 2000000; exec timeout -s KILL 60 {}"; // 2 GB and a minute
            sandbox.shell(&format!("{within} {command}")).has_code(2).says(["rows.txt.json"]);
        }
    }
}

#[test]
fn no_name_steers_a_terminal_or_spoils_a_picture() {
    let esc = '\u{1b}';
    let (raw, shown) = ("\u{1b}[2J\u{7}rows", "\\u{1b}[2J\\u{7}rows");
    let sandbox = Sandbox::with("list.csv", format!("id,orientation,col,row,length\nA,H,1,3,2\nB{esc}]0;x,V,4,2,3\n"));
    sandbox.write("named.txt", format!("oBBoAAoCoooCoooo a{esc}[2Jname\n"));
    sandbox.write("cell.txt", format!("oBBoAAoCoooCooo{esc}\n"));
    sandbox.write("wrong.txt", format!("02 oBBoAAoCoooCooo{esc} 19\n07 AAooo{esc}[2J 1\n"));
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    sandbox.alter_description("rows.txt", |description| description["walls"] = format!("0{esc}[2J").into());
    sandbox.succeed(&format!("generate --size 4 --quiet -o {raw}.txt"));
    for arguments in [
        "solve list.csv",
        "solve list.csv --show",
        "analyse list.csv",
        "levels list.csv",
        "render list.csv --labels -o -",
        "render list.csv --solution --labels -o -",
        "graph list.csv -o -",
        "graph list.csv -o graph.svg",
        "sheet list.csv -o sheet.svg",
        "sheet named.txt -o named.svg",
        "solve named.txt",
        "solve cell.txt",
        "solve cell.txt --size 4x4",
        "render cell.txt -o -",
        "select wrong.txt -o -",
        "verify wrong.txt",
        "verify rows.txt",
        "merge rows.txt -o -",
        "stats rows.txt",
        "generate --size 4 -o rows.txt",
        "generate --size 4 -o RAW",
        "generate --size 4 -o RAW.txt",
        "generate --size 4 --walls 1 -o RAW.txt",
        "select RAW.txt -o RAW.txt",
        "solve RAW.csv",
    ] {
        let output = sandbox.run(&arguments.replace("RAW", raw));
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "gridlock {arguments}: {}", stderr(&output));
    }
    for command in ["solve", "levels", "analyse", "verify", "stats", "merge -o -", "select -o -", "sheet -o out.svg"] {
        sandbox.refuses(&format!("{command} {raw}.gz"), 4, [shown]);
    }
    assert!(sandbox.succeed("render list.csv --labels -o -").contains("B\\u{1b}]0;x"));
    for name in sandbox.names().iter().filter(|name| name.ends_with(".svg")) {
        let text = sandbox.text(name);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{name}");
    }
}

#[test]
fn truncated_and_lengthened_files_are_refused() {
    let rows = include_str!("../../data/rows45.txt").lines();
    // few enough that `solve` is done with them soon, and more than a header
    let small: String = rows.filter(|row| row.len() < 45).map(|row| format!("{row}\n")).collect();
    assert!(small.lines().count() > 20, "{small}");
    let sandbox = Sandbox::with("rows.txt", small);
    for (name, damage) in [("rows.gz", "truncated"), ("rows.bz2", "damaged")] {
        sandbox.succeed(&format!("select rows.txt -o {name}"));
        let mut bytes = sandbox.bytes(name);
        if damage == "truncated" {
            bytes.truncate(bytes.len() - 5);
        } else {
            bytes.extend(b"garbage, longer than a header");
        }
        let damaged = format!("{damage}.{name}");
        sandbox.write(&damaged, bytes);
        for command in ["solve", "merge -o out.txt", "verify", "stats", "select -o out.txt"] {
            sandbox.refuses(&format!("{command} {damaged}"), 2, [&*format!("{damaged}: it is {damage}"), " after line "]);
        }
    }
    // a wrong byte: what comes before the end of the stream may look like wrong boards
    let mut bytes = sandbox.bytes("rows.gz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    sandbox.write("wrong.gz", bytes);
    for command in ["solve", "merge -o out.txt", "verify", "stats", "select -o out.txt", "sheet -o out.svg", "play -o out.html"] {
        let printed = sandbox.ends(&format!("{command} wrong.gz"), 2);
        printed.says(["wrong.gz: it is damaged after line "]);
    }
    // The bzip2 decoder fails here, and panics if it is read once more.
    sandbox.write("header.bz2", b"BZh91AY&SY\xab\xbe\xb6\0\0\x07\x5d\0\0\x10");
    for command in ["solve", "merge -o out.txt", "verify", "stats", "select -o out.txt"] {
        sandbox.refuses(&format!("{command} header.bz2"), 2, ["header.bz2"]);
    }
}

/// The same command then has the same result, whether it starts anew or goes on. strace kills it at calls of the end of a run;
/// `scripts/faults.sh` tries all calls of `generate` and `merge`, and errors too.
#[test]
#[cfg(target_os = "linux")]
fn a_kill_between_two_renames_is_no_obstacle_for_the_same_command_at_length() {
    let rows: String = include_str!("../../data/rows45.txt").lines().take(4).map(|row| format!("{row}\n")).collect();
    let sandbox = Sandbox::new();
    if !sandbox.tool("strace", "-qq -o /dev/null true").is_some_and(|tried| tried.status.success()) {
        println!("strace may not trace here: not tested");
        return;
    }
    for command in [
        "select rows.txt --solve --threads 1 -o out.csv",
        "select rows.txt --solve --threads 1 -o out.csv --restart",
        "stats rows.txt --solve -o out.json",
        "generate --size 4 --quiet -o out.txt --restart",
    ] {
        let reference = Sandbox::with("rows.txt", &rows);
        reference.succeed(command);
        let names = reference.names();
        let mut killed = 0;
        for call in ["rename", "renameat2", "unlink", "rmdir"] {
            for number in 1.. {
                let sandbox = Sandbox::with("rows.txt", &rows);
                let fault = format!("-e trace={call} -e inject={call}:signal=KILL:when={number}");
                let traced = format!("-qq -o /dev/null {fault} {} {command}", env!("CARGO_BIN_EXE_gridlock"));
                if sandbox.tool("strace", &traced).is_some_and(|output| output.status.success()) {
                    break; // there are fewer such calls
                }
                killed += 1;
                let after = sandbox.names();
                let again = sandbox.run(command);
                let place = format!("{command}, killed at {call} {number}, which left {after:?}");
                assert!(again.status.success(), "{place}: {}", stderr(&again));
                assert_eq!(sandbox.names(), names, "{place}");
                for name in &names {
                    assert!(sandbox.bytes(name) == reference.bytes(name), "{place}: {name}");
                }
            }
        }
        assert!(killed > 5, "{command}: {killed}");
    }
}
