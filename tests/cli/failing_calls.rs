//! System calls that fail, made to do so by strace: whatever fails, nothing that was saved is lost, and the message says what
//! failed.
use std::collections::BTreeMap;
use std::process::Output;

use crate::{Sandbox, stderr};

const RUN: &str = "generate --size 4 --quiet --save-every 0 --threads 1 -o rows.txt.gz";

/// Runs the program under strace with these options; prints a note and returns `None` if that is not possible here.
fn traced(sandbox: &Sandbox, options: &str, arguments: &str) -> Option<Output> {
    let tried = sandbox.tool("strace", "-qq -o /dev/null true")?;
    if !tried.status.success() {
        println!("strace may not trace here: not tested");
        return None;
    }
    sandbox.tool("strace", &format!("-qq {options} {} {arguments}", env!("CARGO_BIN_EXE_gridlock")))
}

/// A sandbox with a run that was killed before its tenth part was listed, and the bytes of a whole run.
fn interrupted() -> Option<(Sandbox, Vec<u8>)> {
    let sandbox = Sandbox::new();
    traced(&sandbox, "-o /dev/null -e trace=fdatasync -e inject=fdatasync:signal=KILL:when=10", RUN)?;
    assert!(files(&sandbox).len() >= 9);
    sandbox.succeed(&RUN.replace("rows", "whole"));
    let whole = sandbox.bytes("whole.txt.gz");
    Some((sandbox, whole))
}

/// The parts in the run folder and their bytes.
fn files(sandbox: &Sandbox) -> BTreeMap<String, Vec<u8>> {
    let names = sandbox.names_in("rows.txt.gz.run").into_iter().filter(|name| name.ends_with(".gz"));
    names.map(|name| (name.clone(), sandbox.bytes(&format!("rows.txt.gz.run/{name}")))).collect()
}

/// The path of a file without links.
fn real(sandbox: &Sandbox, name: &str) -> String {
    std::fs::canonicalize(sandbox.path(name)).expect("a file").into_os_string().into_string().expect("text")
}

#[test]
fn parts_that_cannot_be_read_now_are_kept() {
    let Some((sandbox, whole)) = interrupted() else { return };
    let before = files(&sandbox);
    let part = "rows.txt.gz.run/00000000000000000000.txt.gz";
    for (call, error, words) in [
        ("openat", "ESTALE", "Stale"),
        ("openat", "ENFILE", "Too many open files"),
        ("openat", "EACCES", "Permission denied"),
        ("openat", "EIO", "Input/output error"),
        ("read", "EIO", "Input/output error"),
    ] {
        // strace compares the path of the call, which is relative, or of the open file.
        let path = if call == "openat" { part.to_owned() } else { real(&sandbox, part) };
        let options = format!("-o /dev/null -P {path} -e trace={call} -e inject={call}:error={error}:when=1");
        let output = traced(&sandbox, &options, RUN).expect("strace traces");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(4), "{call} {error}: {message}");
        assert!(
            message.contains(&format!("cannot read {part}: {words}")) && message.contains("nothing was removed"),
            "{message}"
        );
        assert!(files(&sandbox) == before, "{call} {error}: parts were removed");
    }
    sandbox.succeed(RUN);
    assert!(sandbox.bytes("rows.txt.gz") == whole);
}

#[test]
fn parts_that_cannot_be_read_in_the_end_are_kept() {
    let Some((sandbox, whole)) = interrupted() else { return };
    let part = "rows.txt.gz.run/00000000000000000000.txt.gz";
    let options = format!("-o /dev/null -P {part} -e trace=openat -e inject=openat:error=EMFILE:when=2");
    let output = traced(&sandbox, &options, RUN).expect("strace traces");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains(&format!("cannot read {part}: ")) && message.contains("ulimit -n"), "{message}");
    assert!(files(&sandbox).len() > 10 && !sandbox.path("rows.txt.gz").exists());
    sandbox.succeed(RUN);
    assert!(sandbox.bytes("rows.txt.gz") == whole);
}

#[test]
fn an_output_that_cannot_get_its_name_stays_in_the_run_folder() {
    let sandbox = Sandbox::new();
    let inject = "-o /dev/null -e inject=renameat2:error=EIO";
    for _ in 0..2 {
        let Some(output) = traced(&sandbox, inject, RUN) else { return };
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(4), "{message}");
        assert!(message.contains("saved in rows.txt.gz.run, and the same command tries again"), "{message}");
        assert_eq!(sandbox.names(), ["rows.txt.gz.run"]);
        assert!(!sandbox.names_in("rows.txt.gz.run").iter().any(|name| name.contains("gridlock")));
    }
    sandbox.succeed(RUN);
    assert_eq!(sandbox.names(), ["rows.txt.gz", "rows.txt.gz.json"]);
}

#[test]
fn a_limit_on_file_sizes_is_an_error_with_a_message() {
    let sandbox = Sandbox::new();
    for run in ["generate --size 5 --walls 0..1 --save-every 0 -o rows.txt.gz", "generate --size 5 --walls 0..1 -o - >rows.txt"] {
        let script = format!("ulimit -f 8; exec {} {run} --quiet", env!("CARGO_BIN_EXE_gridlock"));
        let output = sandbox.command("bash", "").arg("-c").arg(script).output().expect("a shell");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(4), "{:?}: {message}", output.status);
        assert!(message.contains("File too large") && message.contains("ulimit -f"), "{message}");
    }
}

/// A kill at any call of the end of a run: the same command then has the same result, whether it starts anew or goes on.
#[test]
fn a_kill_between_two_renames_is_no_obstacle_for_the_same_command() {
    let rows: String = include_str!("../../data/rows45.txt").lines().take(4).map(|row| format!("{row}\n")).collect();
    let sorted = "select rows.txt --solve --threads 1 -o out.csv";
    for command in [
        sorted,
        "select rows.txt --solve --threads 1 -o out.csv --restart",
        "stats rows.txt --solve -o out.json",
        "generate --size 4 --quiet -o out.txt --restart",
    ] {
        let reference = Sandbox::new();
        reference.write("rows.txt", &rows);
        reference.succeed(command);
        let names = reference.names();
        let trials = ["rename", "renameat2", "unlink", "rmdir"].into_iter().flat_map(|call| (1..8).map(move |n| (call, n)));
        let mut killed = 0;
        for (call, number) in trials {
            let sandbox = Sandbox::new();
            sandbox.write("rows.txt", &rows);
            let options = format!("-o /dev/null -e trace={call} -e inject={call}:signal=KILL:when={number}");
            let Some(output) = traced(&sandbox, &options, command) else { return };
            if output.status.success() {
                continue;
            }
            killed += 1;
            let after = sandbox.names();
            let again = sandbox.run(command);
            assert!(again.status.success(), "{command}, killed at {call} {number}, which left {after:?}: {}", stderr(&again));
            assert_eq!(sandbox.names(), names, "{command}, killed at {call} {number}");
            for name in &names {
                assert!(sandbox.bytes(name) == reference.bytes(name), "{command}, killed at {call} {number}: {name}");
            }
        }
        assert!(killed > 5, "{command}: {killed}");
    }
}
