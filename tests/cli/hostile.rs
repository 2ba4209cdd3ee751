//! Hostile files: whatever they are, the program refuses them quickly and in little memory.
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::Output;

use crate::{Sandbox, stderr};

/// Runs the program with at most 2 GB of address space and one minute.
fn run(sandbox: &Sandbox, arguments: &str) -> Output {
    let script = format!("ulimit -v 2000000; exec timeout -s KILL 60 {} {arguments}", env!("CARGO_BIN_EXE_gridlock"));
    sandbox.command("bash", "").arg("-c").arg(script).output().expect("a shell")
}

/// Runs the program in these limits. It must fail with `code`; returns its message.
fn refused(sandbox: &Sandbox, arguments: &str, code: i32) -> String {
    let output = run(sandbox, arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "gridlock {arguments}: {message}");
    assert!(!message.contains("panicked"), "gridlock {arguments}: {message}");
    message
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

fn pipe(sandbox: &Sandbox, name: &str) {
    assert!(sandbox.tool("mkfifo", name).is_some_and(|output| output.status.success()));
}

#[test]
fn a_line_without_end_is_refused_in_little_memory() {
    let sandbox = Sandbox::new();
    let line = gzip(&vec![b'A'; 64 << 20]).repeat(64); // 4 GiB
    sandbox.write("line.gz", &line);
    sandbox.write("list.gz", [gzip(b"id,orientation,col,row,length\n"), line].concat());
    for command in
        ["stats", "verify", "merge -o out.txt", "select -o out.txt", "sheet -o out.svg", "render -o out.svg", "graph -o out.dot"]
    {
        let message = refused(&sandbox, &format!("{command} line.gz"), 2);
        assert!(message.contains("line.gz, line 1: not a "), "{message}");
    }
    for command in ["solve", "levels"] {
        let message = refused(&sandbox, &format!("{command} line.gz"), 2);
        assert!(message.contains("line.gz, line 1: not a board"), "{message}");
    }
    let message = refused(&sandbox, "solve list.gz --format csv", 2);
    assert!(message.contains("the file is longer than 65536 bytes"), "{message}");
    assert_eq!(sandbox.names(), ["line.gz", "list.gz"]);
}

#[test]
fn a_row_repeated_a_million_times_costs_neither_memory_nor_disk() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.gz", gzip("03 BBoDAAoDooooooCC 48\n".repeat(1 << 16).as_bytes()).repeat(16));
    let output = run(&sandbox, "stats rows.gz");
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stdout).starts_with("rows    1,048,576\nstates  50,331,648\n")
    );
    // Files are limited to 1 MiB: the merge must fail before it writes a temporary file.
    let script = format!("ulimit -f 1024; exec {} merge rows.gz -o out.txt", env!("CARGO_BIN_EXE_gridlock"));
    let output = sandbox.command("bash", "").arg("-c").arg(script).output().expect("a shell");
    let message = stderr(&output);
    assert!(message.contains("occurs twice: in rows.gz, line 1, and in rows.gz, line 2"), "{message}");
}

#[test]
fn the_greatest_numbers_of_moves_take_no_more_memory_than_others() {
    let sandbox = Sandbox::new();
    for moves in ["4294967294", "4294967295"] {
        sandbox.write("rows.txt", format!("01 AAoooooooooooooo 1\n{moves} AAoooooooooooooo 1\n"));
        let message = refused(&sandbox, "stats rows.txt -o out.html", 2);
        assert!(message.contains("rows.txt, line 2: moves") && message.contains("two to four digits"), "{message}");
    }
    sandbox.write("rows.txt", "01 AAoooooooooooooo 1\n9999 AAoooooooooooooo 100000000000000\n");
    assert!(run(&sandbox, "stats rows.txt -o out.html").status.success());
}

#[test]
fn a_description_that_is_not_a_file_is_refused() {
    for make in [
        pipe as fn(&Sandbox, &str),
        |sandbox, name| fs::create_dir(sandbox.path(name)).expect("made"),
        |sandbox, name| symlink("/dev/zero", sandbox.path(name)).expect("a link"),
    ] {
        let sandbox = Sandbox::new();
        sandbox.succeed("generate --size 4 --quiet -o rows.txt");
        fs::remove_file(sandbox.path("rows.txt.json")).expect("removed");
        make(&sandbox, "rows.txt.json");
        for command in ["generate --size 4 --quiet -o rows.txt", "verify rows.txt", "merge rows.txt -o out.txt"] {
            let message = refused(&sandbox, command, 2);
            assert!(message.contains("cannot read rows.txt.json: it is not a regular file"), "{message}");
        }
    }
}

#[test]
fn a_run_folder_or_lock_that_is_something_else_is_refused() {
    for name in ["rows.txt.run", "rows.txt.run/lock"] {
        for make in [pipe as fn(&Sandbox, &str), |sandbox, name| symlink("nowhere", sandbox.path(name)).expect("a link")] {
            let sandbox = Sandbox::new();
            if name.ends_with("lock") {
                fs::create_dir(sandbox.path("rows.txt.run")).expect("made");
            }
            make(&sandbox, name);
            assert!(refused(&sandbox, "generate --size 4 --quiet -o rows.txt", 2).contains("rows.txt.run"));
        }
    }
}

#[test]
fn a_pipe_in_the_place_of_the_description_is_replaced() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "older rows\n");
    for arguments in ["generate --size 4 --force -o rows.txt --quiet", "merge rows.txt -o sorted.txt --force"] {
        pipe(&sandbox, if arguments.starts_with("merge") { "sorted.txt.json" } else { "rows.txt.json" });
        let output = run(&sandbox, arguments);
        assert!(output.status.success(), "gridlock {arguments}: {}", stderr(&output));
    }
    for name in ["rows.txt", "sorted.txt"] {
        assert!(sandbox.path(&format!("{name}.json")).is_file());
        assert!(run(&sandbox, &format!("verify {name}")).status.success());
    }
}

#[test]
fn no_name_steers_a_terminal_or_spoils_a_picture() {
    let sandbox = Sandbox::new();
    let esc = '\u{1b}';
    sandbox.write("list.csv", format!("id,orientation,col,row,length\nA,H,1,3,2\nB{esc}]0;x,V,4,2,3\n"));
    sandbox.write("named.txt", format!("oBBoAAoCoooCoooo a{esc}[2Jname\n"));
    sandbox.write("cell.txt", format!("oBBoAAoCoooCooo{esc}\n"));
    sandbox.write("wrong.txt", format!("02 oBBoAAoCoooCooo{esc} 19\n07 AAooo{esc}[2J 1\n"));
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    sandbox.alter_description("rows.txt", |description| description["walls"] = format!("0{esc}[2J").into());
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
        "solve cell.txt --shape 4x4",
        "render cell.txt -o -",
        "select wrong.txt -o -",
        "verify wrong.txt",
        "verify rows.txt",
        "merge rows.txt -o -",
        "stats rows.txt",
        "generate --size 4 -o rows.txt",
    ] {
        let output = sandbox.run(arguments);
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "gridlock {arguments}: {}", stderr(&output));
    }
    assert!(sandbox.succeed("render list.csv --labels -o -").contains("B\\u{1b}]0;x"));
    for name in sandbox.names().iter().filter(|name| name.ends_with(".svg")) {
        let text = sandbox.text(name);
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{name}");
    }
}
