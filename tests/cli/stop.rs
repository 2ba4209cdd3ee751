//! Signals and closed pipes: the program stops, its output so far is sound, and no temporary file stays.
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::Running;
use crate::{Printed, Sandbox, count_rows, stderr, wait_until};

/// A run of hours, which finds rows from beginning to end. It saves every batch.
const LONG: &str = "generate --size 6 --walls 0..2 --threads 1 --save-every 0";

/// A run of a second, whose output nobody reads: it fills the pipe soon and waits.
const UNREAD: &str = "generate --size 5 --walls 0..3 --threads 1 --quiet -o -";

/// Starts the long run into `output`, waits until it has saved some parts, sends `signal`, and returns its messages.
fn stop(sandbox: &Sandbox, output: &str, signal: Signal) -> String {
    let mut command = sandbox.gridlock(&format!("{LONG} --json summary.json -o {output}"));
    let child = Running::start(command.stderr(Stdio::piped()));
    wait_until("saved parts", || sandbox.parts(output).len() > 4);
    child.stops(signal)
}

/// The first `count` rows of the long run, read from a pipe that is closed then; and the program's exit code and messages.
fn first_rows(sandbox: &Sandbox, count: usize) -> (String, Option<i32>, String) {
    let mut command = sandbox.gridlock(&format!("{LONG} --quiet -o -"));
    let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines().take(count);
    let rows = lines.map(|line| line.expect("text") + "\n").collect();
    let (code, messages) = child.end();
    (rows, code, messages)
}

#[test]
fn a_signal_saves_the_rows_so_far() {
    for (output, signal) in [("rows.txt.gz", Signal::INT), ("rows.bz2", Signal::TERM), ("rows.txt", Signal::HUP)] {
        let sandbox = Sandbox::new();
        let message = stop(&sandbox, output, signal);
        assert!(message.contains(&format!("saved in {output}.run;")), "{message}");
        assert_eq!(sandbox.names(), [&format!("{output}.run"), "summary.json"]);
        let rows = rows_of_parts(&sandbox, output);
        let count = count_rows(&rows);
        assert!(count > 0);
        let json = sandbox.json("summary.json");
        assert_eq!((&json["complete"], &json["check"], &json["rows"]), (&false.into(), &"not_done".into(), &count.into()));
        assert!(first_rows(&sandbox, count).0 == rows, "the rows so far are not the first rows");
    }
}

/// The rows of all parts of a run, each of them a sound gzip file.
fn rows_of_parts(sandbox: &Sandbox, output: &str) -> String {
    let mut rows = String::new();
    for part in sandbox.parts(output) {
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
    let mut child = Running::start(sandbox.command("sh", "").arg("-c").arg(script).stderr(Stdio::null()));
    let saved = || sandbox.parts("rows.gz").len();
    wait_until("saved parts", || saved() > 4);
    child.send(Signal::HUP);
    let before = saved();
    wait_until("more parts after SIGHUP", || saved() > before + 4 || child.has_ended());
    assert!(!child.has_ended(), "SIGHUP ended the program although nohup ignores it");
    child.stops(Signal::TERM);
}

/// Whether no thread of a process runs or waits for a processor.
#[cfg(target_os = "linux")]
fn all_threads_sleep(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("the program runs");
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|fields| fields.starts_with('S'))
    })
}

/// Waits until a program has filled its standard output. Nobody reads from this small pipe. Once it is full, the program can't
/// write its rows and so can't stop cleanly: all its threads sleep.
#[cfg(target_os = "linux")]
fn wait_for_full_pipe(child: &Running) {
    rustix::pipe::fcntl_setpipe_size(child.stdout.as_ref().expect("piped"), 4096).expect("a smaller pipe");
    let mut asleep = 0;
    wait_until("a full pipe", || {
        let bytes = rustix::io::ioctl_fionread(child.stdout.as_ref().expect("piped")).expect("a pipe");
        asleep = if bytes > 0 && all_threads_sleep(child.id()) { asleep + 1 } else { 0 };
        asleep > 50
    });
}

#[test]
#[cfg(target_os = "linux")]
fn the_second_signal_leaves_at_once() {
    let sandbox = Sandbox::new();
    // a second SIGTERM is an echo of the first
    for first in [&[Signal::INT][..], &[Signal::TERM, Signal::TERM]] {
        let mut child = Running::start(sandbox.gridlock(UNREAD).stdout(Stdio::piped()));
        wait_for_full_pipe(&child);
        for &signal in first {
            child.send(signal);
            // Two signals that are both pending are delivered as one.
            std::thread::sleep(Duration::from_millis(100));
            assert!(!child.has_ended(), "a signal of {first:?} ended it although it could not write its rows");
        }
        child.stops(Signal::INT);
    }
}

#[test]
fn a_signal_and_its_echo_are_one() {
    let sandbox = Sandbox::new();
    // `timeout` signals its child, then the process group of the child.
    if let Some(output) = sandbox.tool("timeout", &format!("1 {} {LONG} -o rows.gz", env!("CARGO_BIN_EXE_gridlock"))) {
        assert_eq!(output.status.code(), Some(124), "{}", stderr(&output));
        assert_eq!(sandbox.names(), ["rows.gz.run"], "{}", stderr(&output));
    }
}

#[test]
fn a_closed_pipe_ends_generate_in_silence() {
    let sandbox = Sandbox::new();
    let (rows, code, messages) = first_rows(&sandbox, 3);
    assert_eq!(count_rows(&rows), 3);
    assert_eq!((code, messages.as_str()), (Some(141), ""));
}

#[test]
fn every_command_that_prints_ends_in_silence_on_a_closed_pipe() {
    let sandbox = Sandbox::with("rows.txt", include_str!("../../data/rows45.txt"));
    sandbox.write("wrong.txt", "no row\n".repeat(1000));
    for arguments in [
        "analyse oBBoAAoCoooCDDoo",
        "analyse oBBoAAoCoooCDDoo --json",
        "count --size 4",
        "levels oBBoAAoCoooCDDoo",
        "solve oBBoAAoCoooCDDoo",
        "select rows.txt -o -",
        "stats rows.txt",
        "verify wrong.txt",
        "render oBBoAAoCoooCDDoo -o -",
        "graph oBBoAAoCoooCDDoo -o -",
        "completions bash",
        "man",
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = sandbox.gridlock(arguments).stdout(writer).output().expect("the program runs");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""), "gridlock {arguments}");
    }
}

#[test]
fn a_signal_ends_a_command_that_still_reads() {
    use std::io::Write;

    /// A line that looks like a row, with a board text that no other number has.
    fn row(number: u64) -> String {
        let letters: String = (0..15).map(|digit| char::from(b'B' + (number >> (3 * digit) & 7) as u8)).collect();
        format!("03 A{letters} 48\n")
    }
    let board = |_| "03 BBoDAAoDooooooCC 48\n".to_owned();
    for (arguments, row, signal) in [
        ("verify - --sample 5", row as fn(u64) -> String, Signal::INT),
        ("verify - --sample 5", row, Signal::TERM),
        ("solve - --threads 2 --json", board, Signal::INT),
        ("select - --sample 3 --solve --format jsonl -o rows.jsonl", board, Signal::TERM),
    ] {
        let sandbox = Sandbox::new();
        let mut command = sandbox.gridlock(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = Running::start(&mut command);
        let mut input = child.stdin.take().expect("piped");
        // more than a pipe holds: it has begun to read, and listens for signals
        (0..10_000).for_each(|number| input.write_all(row(number).as_bytes()).expect("read by the program"));
        let feeder = std::thread::spawn(move || (10_000..).any(|number| input.write_all(row(number).as_bytes()).is_err()));
        let message = child.stops(signal);
        assert!(feeder.join().expect("the pipe is closed"));
        assert!(message.contains("stopped"), "{arguments}: {message}");
        assert!(sandbox.names().is_empty(), "{arguments} left something behind");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_command_that_waits_or_counts_ends_within_two_seconds_of_a_signal_at_length() {
    let sandbox = Sandbox::new();
    sandbox.pipe("pipe");
    // a command, and the output that has a temporary file by then
    let mut cases = vec![
        ("merge - -o rows.txt", "rows.txt"),
        ("merge pipe -o rows.txt.gz", ""),
        ("verify -", ""),
        ("verify pipe", ""),
        ("stats - -o stats.html", "stats.html"),
        ("render - -o board.svg", "board.svg"),
        ("graph - -o cluster.dot", "cluster.dot"),
        ("select - -o rows.jsonl", "rows.jsonl"),
        ("select - -o rows.csv --solve", "rows.csv"),
        ("count --size 7 --walls 0..20", ""),
        ("generate --size 7 --walls 0..20 -o -", ""),
        ("plan --size 7 --walls 0..20", ""),
        ("plan --size 4 --seconds 3600", ""),
    ];
    if cfg!(all(feature = "sqlite", feature = "parquet")) {
        cases.extend([("select - -o rows.sqlite", "rows.sqlite"), ("select - -o rows.parquet", "rows.parquet")]);
    }
    for (arguments, output) in cases {
        for signal in [Signal::INT, Signal::TERM] {
            // Nothing is ever written to the standard input, and nobody opens the other pipe.
            let child = Running::listening(&mut sandbox.gridlock(arguments), signal);
            wait_for_temporary(&sandbox, output);
            assert_stopped(&sandbox, child, arguments, signal, Duration::from_secs(2));
        }
    }
}

/// Waits for the temporary file of an output, if it has a name.
#[cfg(target_os = "linux")]
fn wait_for_temporary(sandbox: &Sandbox, output: &str) {
    let is_there = || sandbox.names().iter().any(|name| name.starts_with(output) && name.ends_with(".tmp"));
    wait_until("a temporary file", || output.is_empty() || is_there());
}

/// Sends a signal to a program, which must end in time, say so, and leave only the pipe.
#[cfg(target_os = "linux")]
fn assert_stopped(sandbox: &Sandbox, child: Running, arguments: &str, signal: Signal, time: Duration) {
    let begun = Instant::now();
    let message = child.stops(signal);
    assert!(begun.elapsed() < time, "{arguments}: {:?}", begun.elapsed());
    assert!(message.contains("stopped "), "{arguments}: {message}");
    assert_eq!(sandbox.names(), ["pipe"], "{arguments}");
}

#[test]
#[cfg(target_os = "linux")]
fn one_signal_ends_a_run_that_computes_or_whose_reader_keeps_it_waiting_at_length() {
    let sandbox = Sandbox::new();
    sandbox.pipe("pipe");
    for arguments in [
        // nobody opens the pipe
        "generate --size 4 --quiet -o pipe",
        // the standard output is full, and nobody reads from it
        &UNREAD.replace("-o", "--json summary.json -o"),
        // it computes: two cars in each row except the primary's, 10^6 × 6 states, take seconds
        "graph BBCCoooDDEEoooFFGGoooAAoooooHHIIoooJJKKoooLLMMooo --max-states 1000000 -o cluster.dot",
    ] {
        let child = Running::listening(sandbox.gridlock(arguments).stdout(Stdio::piped()), Signal::TERM);
        if arguments.ends_with('-') {
            wait_for_full_pipe(&child);
        }
        wait_for_temporary(&sandbox, if arguments.starts_with("graph") { "cluster.dot" } else { "" });
        assert_stopped(&sandbox, child, arguments, Signal::TERM, Duration::from_secs(10));
    }
}

/// If the system allows no further thread, every command says so, and it is not a defect. The limit does not hold for root, so
/// root becomes another user.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_threads_is_an_error_of_the_system() {
    use std::os::unix::fs::PermissionsExt;

    let sandbox = Sandbox::new();
    std::fs::set_permissions(sandbox.path("."), std::fs::Permissions::from_mode(0o777)).expect("set");
    sandbox.copy_program();
    sandbox.write("rows.txt", "02 oBBoAAoCoooCoooo 19\n");
    let user = if rustix::process::getuid().is_root() { "setpriv --reuid 64999 --clear-groups --inh-caps=-all" } else { "" };
    for limit in 1..5 {
        for arguments in [
            "generate --size 4 -o new.txt",
            "plan --size 4 --seconds 1",
            "count --size 4",
            "verify rows.txt",
            "select rows.txt --solve -o new.csv",
        ] {
            let script = format!("ulimit -u {limit}; exec ./gridlock {arguments}");
            let Printed { code, err, .. } = sandbox.shell(&format!("exec {user} bash -c '{script}'"));
            let is_refused = err.contains("Resource temporarily unavailable");
            assert!(!err.contains("panicked") && code != Some(101), "{arguments}, {limit}: {err}");
            assert!(matches!(code, Some(0 | 4 | 126 | 127)) || !is_refused, "{arguments}, {limit}: {err}");
            let _ = std::fs::remove_file(sandbox.path("new.txt"));
        }
    }
}

#[test]
fn a_run_into_a_rank_file_is_continued_and_has_the_rows_of_one_run() {
    let sandbox = Sandbox::new();
    let run = "generate --size 5 --walls 0..3";
    let messages = Running::paused(&sandbox, &format!("{run} --threads 1 --save-every 0"), "rows.ranks").stops(Signal::INT);
    assert!(!sandbox.path("rows.ranks").exists() && messages.contains("rows.ranks.run"), "{messages}");
    sandbox.succeed(&format!("{run} -o rows.ranks"));
    sandbox.succeed(&format!("{run} -o whole.txt"));
    assert_eq!(sandbox.succeed("merge rows.ranks -o -"), sandbox.succeed("merge whole.txt -o -"));
}
