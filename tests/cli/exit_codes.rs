//! One table of exit codes for all commands.
use crate::Sandbox;

const BOARD: &str = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
const STUCK: &str = "....AA.x........";

#[test]
fn a_negative_answer_is_1() {
    let sandbox = Sandbox::with("stuck.txt", format!("{STUCK}\n"));
    sandbox.write("wrong.txt", "09 BBoDAAoDooooooCC 48\n");
    sandbox.succeed("generate --size 4 --quiet -o rows.txt");
    let rows = sandbox.text("rows.txt").replacen("07 ", "08 ", 1);
    sandbox.write("rows.txt", rows);
    for arguments in [
        &format!("solve {STUCK}"),
        "solve stuck.txt",
        &format!("levels {STUCK}"),
        &format!("levels {BOARD} --depth 99"),
        &format!("render {STUCK} --solution -o new.svg"),
        "sheet stuck.txt -o new.svg",
        "verify wrong.txt",
        "generate --size 4 --check -o rows.txt",
    ] {
        sandbox.ends(arguments, 1);
    }
    // These describe such a board, and that is done.
    sandbox.ends(&format!("analyse {STUCK}"), 0);
    sandbox.ends(&format!("graph {STUCK} -o stuck.dot"), 0);
}

#[test]
fn wrong_input_is_2_and_an_unreadable_file_4_in_every_command() {
    let sandbox = Sandbox::with("nonsense.txt", "nonsense, not a row\n");
    for command in ["stats", "merge -o new.txt", "select -o new.txt"] {
        sandbox.ends(&format!("{command} nonsense.txt"), 2);
        sandbox.ends(&format!("{command} missing.txt"), 4);
        sandbox.ends(&format!("{command} --no-such-option"), 2);
    }
    sandbox.ends("verify nonsense.txt", 1); // its job is to find faults
    sandbox.ends("verify missing.txt", 4);
    for command in ["solve", "analyse", "levels", "render -o new.svg", "graph -o new.dot", "sheet -o new.svg"] {
        sandbox.ends(&format!("{command} nonsense.txt"), 2);
        sandbox.ends(&format!("{command} missing.txt"), 4);
        sandbox.ends(&format!("{command} --no-such-option"), 2);
    }
    for command in ["generate --size 4 --quiet -o", "merge nonsense.txt -o", "select nonsense.txt -o", "man --folder"] {
        sandbox.ends(&format!("{command} missing/folder.txt"), 2);
    }
    for command in ["count", "plan", "completions cobol", "man --folder"] {
        sandbox.ends(command, 2);
    }
}

#[test]
fn a_limit_is_3() {
    let sandbox = Sandbox::with("rows.txt", format!("49 {BOARD} 24132\n"));
    for arguments in [
        &format!("solve {BOARD} --max-states 100"),
        "solve rows.txt --max-states 100",
        &format!("analyse {BOARD} --max-states 100"),
        &format!("levels {BOARD} --max-states 100"),
        &format!("render {BOARD} --solution --max-states 100 -o new.svg"),
        &format!("graph {BOARD} --max-states 100 -o new.dot"),
        "sheet rows.txt --max-states 100 -o new.svg",
        "select rows.txt --solve --max-states 100 -o new.csv",
    ] {
        sandbox.ends(arguments, 3);
    }
}
