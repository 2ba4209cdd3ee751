//! Signals and closed pipes: the program stops, and what it wrote is sound.
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::{Sandbox, count_rows, stderr};

/// A run that takes far longer than the tests wait, on any machine, and has rows all along.
const LONG: &str = "generate --size 5 --walls 0..3 --threads 1";

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("the program still runs");
}

/// Waits for the end of a program that should end soon.
fn wait(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        match child.try_wait().expect("a child") {
            Some(status) => return status,
            None if begun.elapsed() > Duration::from_secs(30) => {
                child.kill().expect("killed");
                panic!("the program did not end");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Starts a long run into `output`, waits until it has surely begun, sends `signal`, and gives its exit code and messages.
fn stop(sandbox: &Sandbox, output: &str, signal: Signal) -> (Option<i32>, String) {
    let mut command = sandbox.gridlock(&format!("{LONG} --json summary.json -o {output}"));
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(Duration::from_millis(800));
    send(&child, signal);
    let status = wait(&mut child);
    let mut message = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut message).expect("text");
    (status.code(), message)
}

/// The first `count` rows of the long run, by way of a pipe that is closed then.
fn first_rows(sandbox: &Sandbox, count: usize) -> (String, ExitStatus, String) {
    let mut command = sandbox.gridlock(&format!("{LONG} --quiet -o -"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines().take(count);
    let rows = lines.map(|line| line.expect("text") + "\n").collect();
    let status = wait(&mut child);
    let mut message = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut message).expect("text");
    (rows, status, message)
}

#[test]
fn a_signal_while_candidates_are_counted_ends_the_program() {
    let sandbox = Sandbox::new();
    for arguments in ["generate --size 7 --walls 0..20 -o rows.txt", "plan --size 7 --walls 0..20"] {
        let mut child = sandbox.gridlock(arguments).stderr(Stdio::piped()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(500));
        send(&child, Signal::TERM);
        assert_eq!(wait(&mut child).code(), Some(143), "{arguments}");
        let mut message = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut message).expect("text");
        assert!(message.contains("stopped while candidates were being counted"), "{message}");
    }
    assert!(!sandbox.path("rows.txt").exists());
}

#[test]
fn a_signal_saves_the_rows_so_far() {
    for (output, signal, code) in
        [("rows.txt.gz", Signal::INT, 130), ("rows.bz2", Signal::TERM, 143), ("rows.txt", Signal::HUP, 129)]
    {
        let sandbox = Sandbox::new();
        let (status, message) = stop(&sandbox, output, signal);
        assert_eq!(status, Some(code), "{message}");
        assert!(message.contains(&format!("are saved in {output}.run; the same command goes on from there")), "{message}");
        assert_eq!(sandbox.names(), [&format!("{output}.run"), "summary.json"]);
        let rows = rows_of_parts(&sandbox, &format!("{output}.run"));
        let count = count_rows(&rows);
        assert!(count > 0);
        let json: serde_json::Value = serde_json::from_str(&sandbox.text("summary.json")).expect("JSON");
        assert_eq!((&json["complete"], &json["check"], &json["rows"]), (&false.into(), &"not_done".into(), &count.into()));
        assert!(first_rows(&sandbox, count).0 == rows, "the rows so far are not the first rows");
    }
}

/// The rows of all parts of a run folder, each of them a sound gzip file.
fn rows_of_parts(sandbox: &Sandbox, folder: &str) -> String {
    let mut rows = String::new();
    for name in sandbox.names_in(folder).iter().filter(|name| name.ends_with(".gz")) {
        let part = format!("{folder}/{name}");
        rows += &sandbox.text(&part);
        if let Some(test) = sandbox.tool("gzip", &format!("-t {part}")) {
            assert!(test.status.success(), "{}", stderr(&test));
        }
    }
    rows
}

#[test]
fn ignored_signals_stay_ignored() {
    let sandbox = Sandbox::new();
    let script = format!("trap '' HUP; exec {} {LONG} -o rows.gz", env!("CARGO_BIN_EXE_gridlock"));
    let mut child = sandbox.command("sh", "").arg("-c").arg(script).stderr(Stdio::null()).spawn().expect("a shell");
    std::thread::sleep(Duration::from_millis(800));
    send(&child, Signal::HUP);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().expect("a child"), None, "nohup does not help");
    send(&child, Signal::TERM);
    assert_eq!(wait(&mut child).code(), Some(143));
}

#[test]
#[cfg(target_os = "linux")]
fn the_second_signal_leaves_at_once() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.gridlock(&format!("{LONG} --quiet -o -"));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program runs");
    // A small pipe from which nobody reads is full at once, and the program can't stop cleanly.
    rustix::pipe::fcntl_setpipe_size(child.stdout.as_ref().expect("piped"), 4096).expect("a smaller pipe");
    std::thread::sleep(Duration::from_secs(2));
    send(&child, Signal::INT);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().expect("a child"), None, "the first signal ended it, though it could not write its rows");
    send(&child, Signal::INT);
    assert_eq!(wait(&mut child).code(), Some(130));
}

#[test]
fn a_signal_and_its_echo_are_one() {
    let sandbox = Sandbox::new();
    // `timeout` signals its child, and then the group in which the child is.
    if let Some(output) = sandbox.tool("timeout", &format!("1 {} {LONG} -o rows.gz", env!("CARGO_BIN_EXE_gridlock"))) {
        assert_eq!(output.status.code(), Some(124), "{}", stderr(&output));
        assert_eq!(sandbox.names(), ["rows.gz.run"], "{}", stderr(&output));
    }
}

#[test]
fn a_closed_pipe_ends_it_in_silence() {
    let sandbox = Sandbox::new();
    let (rows, status, message) = first_rows(&sandbox, 3);
    assert_eq!(count_rows(&rows), 3);
    assert_eq!(status.code(), Some(141));
    assert_eq!(message, "");
}
