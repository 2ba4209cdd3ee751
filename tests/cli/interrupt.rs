//! Signals to commands that save nothing: the first ends them, and no temporary file stays.
use std::process::Stdio;

use rustix::process::Signal;

use crate::running::Running;
use crate::{Sandbox, wait_until};

/// Starts a command, and returns as soon as it has a temporary file for its output.
fn start(sandbox: &Sandbox, arguments: &str, output: &str) -> Running {
    let mut command = sandbox.gridlock(arguments);
    // Nothing is ever written to this pipe, and it is not closed: the command waits for its input.
    let child = Running::start(command.stdin(Stdio::piped()).stderr(Stdio::piped()));
    wait_until(&format!("{arguments}: temporary files"), || {
        sandbox.names().iter().any(|name| name.starts_with(output) && name.ends_with(".tmp"))
    });
    child
}

/// Sends a signal to a working command, which must leave nothing.
fn assert_leaves_nothing(arguments: &str, output: &str, signal: Signal) {
    let sandbox = Sandbox::new();
    let messages = start(&sandbox, arguments, output).stops(signal);
    assert_eq!(messages, "gridlock: stopped by a signal before the work was complete\n", "gridlock {arguments}");
    assert!(sandbox.names().is_empty(), "gridlock {arguments} left {:?}", sandbox.names());
}

#[test]
fn a_signal_removes_the_temporary_files_of_a_command_that_waits_for_input() {
    for (arguments, output) in [
        ("stats - -o stats.html", "stats.html"),
        ("render - -o board.svg", "board.svg"),
        ("graph - -o cluster.dot", "cluster.dot"),
        ("select - -o rows.txt", "rows.txt"),
        ("select - -o rows.jsonl", "rows.jsonl"),
        ("select - -o rows.csv --solve", "rows.csv"),
    ] {
        assert_leaves_nothing(arguments, output, Signal::INT);
    }
    if cfg!(all(feature = "sqlite", feature = "parquet")) {
        assert_leaves_nothing("select - -o rows.sqlite", "rows.sqlite", Signal::INT);
        assert_leaves_nothing("select - -o rows.parquet", "rows.parquet", Signal::INT);
    }
    assert_leaves_nothing("stats - -o stats.json", "stats.json", Signal::TERM);
    assert_leaves_nothing("stats - -o stats.svg", "stats.svg", Signal::HUP);
}

#[test]
fn a_signal_removes_the_temporary_file_of_a_command_that_computes() {
    // Two cars in each row except the primary's: 10^6 × 6 states, which take seconds.
    let board = "BBCCoooDDEEoooFFGGoooAAoooooHHIIoooJJKKoooLLMMooo";
    let graph = format!("graph {board} --max-states 1000000 -o cluster.dot");
    assert_leaves_nothing(&graph, "cluster.dot", Signal::INT);
}
