//! A kill at any call of the end of a run, by strace. `scripts/faults.sh` tries all calls of `generate` and `merge`, and errors
//! too.
use crate::{Sandbox, stderr};

/// The same command then has the same result, whether it starts anew or goes on.
#[test]
fn a_kill_between_two_renames_is_no_obstacle_for_the_same_command() {
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
