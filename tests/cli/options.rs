//! Every option of a command with every kind of its outputs: the option changes what comes out, or it is refused.
use crate::Sandbox;

/// A command, the outputs that it can have, and its options, each with a value that differs from the default. Left out are options
/// that change nothing on purpose: those on threads, on limits, on saved work and on files that exist.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

const FILTERS: [&str; 16] = [
    "--moves 5..7",
    "--cluster-size 60..",
    "--walls 1",
    "--pieces 5..",
    "--cars 3..",
    "--trucks 1",
    "--empty 5..7",
    "--place row1=car",
    "--sample 3",
    "--per-moves 1",
    "--distinct",
    "--split test",
    "--exclude one.txt",
    "--sample 3 --spread moves",
    "--sample 3 --seed 4",
    "--tiers 'easy 2..4, hard 5..' --per-moves 2",
];

const CASES: [Case; 8] = [
    (
        "levels oBBoAAoCoooCDDoo",
        &["", "--json", "-o out.csv", "-o out.txt", "-o out.jsonl"],
        &["--depth 2", "--depth 1..2", "--metric steps", "--depth 2 --sample 3", "--depth 1..2 --per-depth 1", "--exit left"],
    ),
    (
        "solve oBBoAAoCoooCDDoo",
        &["", "--json", "--check 'C+1 A+2'", "--check 'C+1 A+2' --json", "--any"],
        &[
            "--metric steps",
            "--algorithm astar",
            "--heuristic advanced",
            "--notation words",
            "--all-first",
            "--count",
            "--all-solutions 3",
            "--show",
            "--fail-fast",
            "--claim moves",
            "--from 0",
            "--exit left",
            "--force",
        ],
    ),
    (
        "select @rush4",
        &["", "-o out.ranks", "-o out.csv", "-o out.json", "-o out.sqlite"],
        &[
            "--solve",
            "--id",
            "--pieces-as-list",
            "--solve --notation words",
            "--sort pieces",
            "--sort pieces --ascending",
            "--limit 2",
            "--first-moves 1",
            "--unique-first-move",
            "--tiers 'easy 2..3, hard 6..'",
            "--metric steps",
        ],
    ),
    (
        "stats @rush4",
        &["", "--json", "-o out.html", "-o out.svg", "-o out.csv", "-o out.txt"],
        &["--play page.html", "--without-states", "--solve", "--metric steps"],
    ),
    (
        "render oBBoAAoCoooCoooo",
        &["-o out.svg", "-o out.png", "-o out.gif", "-o -"],
        &["--labels", "--theme dark", "--theme contrast", "--theme auto", "--solution", "--strip 2", "--width 200", "--json"],
    ),
    (
        "sheet @rush4",
        &["-o out.svg", "-o out.pdf"],
        &[
            "--limit 2",
            "--sort none",
            "--per-page 2",
            "--title Mine",
            "--paper letter",
            "--backs",
            "--notation words",
            "--no-labels",
            "--theme dark",
            "--json",
        ],
    ),
    (
        "graph oBBoAAoCoooCDDoo",
        &["-o out.svg", "-o out.dot", "-o -"],
        &["--sample 3", "--sample 3 --seed 2", "--theme dark", "--json"],
    ),
    (
        "play @rush4",
        &["-o out.html", "-o -"],
        &["--title Mine", "--limit 2", "--simple", "--theme dark", "--metric steps", "--json"],
    ),
];

/// What a command prints and writes; `None` if it refuses its arguments.
fn outcome(command: &str) -> Option<Vec<u8>> {
    let sandbox = Sandbox::new();
    if command.contains("one.txt") {
        sandbox.succeed("select @rush4 --limit 1 -o one.txt");
    }
    let output = sandbox.shell(&format!("exec {{}} {command}")); // which knows quotation marks
    assert!(!output.err.contains("panicked"), "{command}");
    if output.code == Some(2) {
        return None;
    }
    // the answer "no" is an outcome; the message says nothing that the output does not
    let mut all = output.out.into_bytes();
    for name in sandbox.names().iter().filter(|name| name.starts_with("out")) {
        all.extend([name.as_bytes(), &sandbox.bytes(name)].concat());
    }
    Some(all)
}

#[test]
fn every_option_changes_every_output_or_is_refused_at_length() {
    let (mut changed, mut refused) = (0, 0);
    let mut ignored = Vec::new();
    for (command, outputs, options) in CASES {
        let filters: &[&str] =
            if ["select", "sheet", "play"].iter().any(|name| command.starts_with(name)) { &FILTERS } else { &[] };
        for output in outputs {
            let plain = outcome(&format!("{command} {output}"));
            for option in options.iter().chain(filters) {
                let with_option = format!("{command} {output} {option}");
                match outcome(&with_option) {
                    None => refused += 1,
                    found if found == plain => ignored.push(with_option),
                    Some(_) => changed += 1,
                }
            }
        }
    }
    assert!(ignored.is_empty(), "without effect:\n{}", ignored.join("\n"));
    assert!(changed > 150 && refused > 20, "{changed} changed, {refused} refused");
}

/// Options that would have an effect with another input or output.
#[test]
fn options_without_effect_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "07 BBBFEAAFEoCCEDDD 8\n");
    sandbox.write("claims.csv", "board,moves\nBBBFEAAFEoCCEDDD,7\n");
    for (command, option) in [
        ("solve oBBoAAoCoooCoooo --check 'C+1 A+2' --seconds 5", "--seconds"),
        ("solve claims.csv --claim moves --notation words", "--notation"),
        ("solve rows.txt --from 0", "--from"),
        ("levels oBBoAAoCoooCoooo --json --force", "--force"),
        ("generate --size 4 -o - --restart", "--restart"),
        ("generate --size 4 -o - --check", "--check"),
        ("select rows.txt --restart -o some.txt", "--restart"),
        ("select rows.txt --max-states 100", "--max-states"),
        ("graph oBBoAAoCoooCoooo --from 0 -o g.svg", "--from"),
    ] {
        sandbox.shell(&format!("exec {{}} {command}")).has_code(2).says([option]);
    }
}
