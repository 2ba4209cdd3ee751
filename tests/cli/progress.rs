//! Progress on a terminal: every command that works for more than two seconds shows it, and none does where stderr is no
//! terminal.
use crate::Sandbox;
use crate::running::Running;
use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

/// What a command prints on a terminal in its first seconds, while its standard input delivers nothing; `None` without `script`.
fn shown(sandbox: &Sandbox, arguments: &str) -> Option<String> {
    shown_with(sandbox, &format!("{arguments} > out < pipe"), "exec 3>pipe; sleep 4")
}

/// What a command prints on a terminal in its first seconds, while `holder`, a command of the shell, holds the other end of its
/// pipe.
fn shown_with(sandbox: &Sandbox, arguments: &str, holder: &str) -> Option<String> {
    sandbox.tool("script", "--version")?;
    // Standard output is not a terminal, so the output comes from stderr.
    let program = format!("{} {arguments}", env!("CARGO_BIN_EXE_gridlock"));
    let mut command = sandbox.command("script", "-q -e -f -c");
    command.arg(program).arg("/dev/null").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Running::start(&mut command);
    let mut output = child.stdout.take().expect("a pipe");
    // The other end of the pipe is kept open for a while.
    let mut holder = Running::start(sandbox.command("bash", "-c").arg(holder));
    std::thread::sleep(Duration::from_millis(3500));
    crate::wait_until("the end of the holder", || holder.has_ended());
    let mut text = String::new();
    output.read_to_string(&mut text).expect("text");
    child.end();
    Some(text)
}

#[test]
fn reading_shows_that_it_goes_on() {
    let sandbox = Sandbox::new();
    assert!(sandbox.tool("mkfifo", "pipe").is_some_and(|output| output.status.success()));
    for (arguments, words) in [
        ("stats -", "reading rows"),
        ("select - -o new.txt", "selecting rows"),
        ("select - --sample 3 -o new.csv", "selecting rows"),
        ("merge - -o merged.txt", "merging rows"),
        ("verify /dev/stdin --sample 3", "reading rows"),
    ] {
        let Some(text) = shown(&sandbox, arguments) else { return };
        assert!(text.contains(words), "gridlock {arguments}: {text:?}");
    }
    for arguments in ["stats - --quiet", "select - -o quiet.txt -q"] {
        assert_eq!(shown(&sandbox, arguments).as_deref(), Some(""), "gridlock {arguments}");
    }
}

#[test]
fn a_rank_file_tells_how_many_boards_there_are_to_solve() {
    let sandbox = Sandbox::new();
    let program = format!("timeout -s INT 3 {} solve @rush6 -o solved.csv", env!("CARGO_BIN_EXE_gridlock"));
    let mut command = sandbox.command("script", "-q -e -f -c");
    let Ok(output) = command.arg(program).arg("/dev/null").stdin(Stdio::null()).output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("solving boards: ") && text.contains(" of 2,577,412 boards, "), "{text:?}");
    assert_eq!(sandbox.names(), [""; 0]);
}

#[test]
fn the_share_of_a_file_and_the_time_left_are_shown() {
    let sandbox = Sandbox::new();
    assert!(sandbox.tool("mkfifo", "pipe").is_some_and(|output| output.status.success()));
    sandbox.write("rows.txt", "02 oBBoAAoCoooCoooo 19\n".repeat(10_000));
    // Nobody reads what it writes, so it stands still in the middle of the file.
    let Some(text) = shown_with(&sandbox, "select rows.txt -o - > pipe", "exec 3<pipe; sleep 4") else { return };
    assert!(text.contains("selecting rows: ") && text.contains(" kB of 230.00 kB, ") && text.contains("s left"), "{text:?}");
    let Some(text) = shown(&sandbox, "verify /dev/stdin --sample 3 --quiet") else { return };
    assert!(text.starts_with("gridlock: /dev/stdin: nothing was checked") && text.lines().count() == 1, "{text:?}");
}

#[test]
fn nothing_is_shown_where_stderr_is_no_terminal() {
    let sandbox = Sandbox::new();
    // Some seconds in a program that is not optimised.
    let output = sandbox.run("count --size 7 --walls 0..1");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", crate::stderr(&output));
}
