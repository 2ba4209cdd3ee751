//! Progress on a terminal: every command that works for more than two seconds shows it, unless it is quiet.
use crate::Running;
use crate::Sandbox;
use std::io::Read;
use std::process::Stdio;

/// What a command prints on a terminal while `holder`, a command of the shell, holds the other end of the pipe `pipe` and neither
/// reads nor writes.
fn shown(arguments: &str, holder: &str) -> String {
    let sandbox = Sandbox::with("rows.txt", "02 oBBoAAoCoooCoooo 19\n".repeat(10_000));
    sandbox.pipe("pipe");
    let mut command = sandbox.command("script", "-q -e -f -c");
    command.arg(format!("{} {arguments}", env!("CARGO_BIN_EXE_gridlock"))).arg("/dev/null");
    let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::null()));
    let mut output = child.stdout.take().expect("a pipe");
    let holder = Running::start(sandbox.command("bash", "-c").arg(format!("exec 3{holder}pipe; sleep 4")));
    holder.end();
    let mut text = String::new();
    output.read_to_string(&mut text).expect("text");
    child.end();
    text
}

#[test]
fn reading_shows_that_it_goes_on_at_length() {
    if Sandbox::new().tool("script", "--version").is_none() {
        return;
    }
    // Standard output is not a terminal, so the output comes from stderr. Nobody writes to the pipe, or reads from it.
    let nothing_checked = "gridlock: /dev/stdin: nothing was checked";
    let cases: [(&str, &str, &[&str]); 9] = [
        ("stats - > out < pipe", ">", &["reading rows"]),
        ("select - -o new.txt > out < pipe", ">", &["selecting rows"]),
        ("select - --sample 3 -o new.csv > out < pipe", ">", &["selecting rows"]),
        ("merge - -o merged.txt > out < pipe", ">", &["merging rows"]),
        ("verify /dev/stdin --sample 3 > out < pipe", ">", &["reading rows"]),
        ("verify /dev/stdin --sample 3 --quiet > out < pipe", ">", &[nothing_checked]),
        ("stats - --quiet > out < pipe", ">", &[]),
        ("select - -o quiet.txt -q > out < pipe", ">", &["no row passes the filters"]),
        ("select rows.txt -o - > pipe", "<", &["selecting rows: ", " kB of 230.00 kB, ", "s left"]),
    ];
    std::thread::scope(|scope| {
        for (arguments, holder, keys) in cases {
            scope.spawn(move || {
                let text = shown(arguments, holder);
                assert!(keys.iter().all(|key| text.contains(key)), "gridlock {arguments}: {text:?}");
                let is_quiet = arguments.contains(" -q") || arguments.contains(" --quiet");
                assert!(!is_quiet || text.lines().count() == keys.len(), "gridlock {arguments}: {text:?}");
            });
        }
    });
}

#[test]
fn a_rank_file_tells_how_many_boards_there_are_to_solve_at_length() {
    let sandbox = Sandbox::new();
    let program = format!("timeout -s INT 8 {} solve @rush6 -o solved.csv", env!("CARGO_BIN_EXE_gridlock"));
    let Ok(output) = sandbox.command("script", "-q -e -f -c").arg(program).arg("/dev/null").output() else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("solving boards: ") && text.contains(" of 2,577,412 boards, "), "{text:?}");
    assert_eq!(sandbox.names(), [""; 0]);
}
