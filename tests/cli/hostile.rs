//! Hostile files: the program refuses them by name, and nothing in them reaches a terminal or a picture as it is.
use std::fs;
use std::os::unix::fs::symlink;

use crate::{Sandbox, stderr};

/// Runs the program, which must refuse its input by these keys in at most 2 GB of address space and a minute.
#[track_caller]
fn refuses<const N: usize>(sandbox: &Sandbox, arguments: &str, keys: [&str; N]) {
    sandbox.shell(&format!("ulimit -v 2000000; exec timeout -s KILL 60 {{}} {arguments}")).has_code(2).says(keys);
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
            refuses(&sandbox, command, ["rows.txt.json"]);
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
