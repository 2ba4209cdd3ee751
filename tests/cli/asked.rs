//! Calls whose answer is to the point: what was asked for wrongly is named, and nothing old stays beside what is new.
use crate::{Sandbox, stderr};
use serde_json::Value;
use std::process::Output;

fn shell(sandbox: &Sandbox, arguments: &str) -> Output {
    let script = format!("exec {} {arguments}", env!("CARGO_BIN_EXE_gridlock"));
    sandbox.command("bash", "").arg("-c").arg(script).output().expect("a shell")
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_help_and_version_too() {
    let sandbox = Sandbox::new();
    for arguments in ["--help", "--version", "solve --help", "help plan"] {
        assert_eq!(shell(&sandbox, &format!("{arguments} > /dev/full")).status.code(), Some(4), "{arguments}");
        assert_eq!(shell(&sandbox, &format!("{arguments} > out.txt")).status.code(), Some(0), "{arguments}");
        assert!(!sandbox.bytes("out.txt").is_empty(), "{arguments}");
    }
    assert_eq!(shell(&sandbox, "--no-such-option 2> /dev/full").status.code(), Some(2));
}

#[test]
fn a_price_is_a_number_from_0_on() {
    let sandbox = Sandbox::new();
    for price in ["-1", "-0.5", "NaN", "inf", "-inf", "x"] {
        assert!(sandbox.fail(&format!("plan --size 4 --seconds 0.01 --price={price}"), 2).contains("--price"), "{price}");
    }
    sandbox.succeed("plan --size 4 --seconds 0.1 --price 0");
}

#[test]
fn a_side_without_a_share_is_refused_for_what_was_given() {
    let sandbox = Sandbox::new();
    sandbox.write("rows.txt", "03 oBBoAAoCoooCoooo 6\n");
    let message = sandbox.fail("select rows.txt --split validation --shares 100,0,0 -o -", 2);
    assert!(message.contains("--shares gives nothing"), "{message}");
    assert!(!sandbox.fail("select rows.txt --split validation -o -", 2).contains("--shares gives nothing"));
}

#[test]
fn a_claim_beyond_all_lengths_is_wrong() {
    let sandbox = Sandbox::new();
    sandbox.write("claims.csv", "board,claimed\noBBoAAoCoooCoooo,100000000000000000000000\noBBoAAoCoooCoooo,1e30\n");
    let output = sandbox.run("solve claims.csv --claim claimed --json");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let total: Value = serde_json::from_str(text.lines().last().expect("a summary")).expect("JSON");
    assert_eq!((&total["claims"], &total["wrong"], &total["without_claim"]), (&2.into(), &2.into(), &0.into()));
}

#[test]
fn a_merge_looks_at_its_inputs_first() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail("merge missing.txt -o rows.txt", 4);
    assert!(message.contains("missing.txt") && !message.contains("merging"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn the_description_of_a_file_that_is_replaced_goes() {
    let sandbox = Sandbox::new();
    for command in ["select steps.txt --moves 3.. --metric steps", "hunt --size 4 --evaluations 50 --quiet"] {
        sandbox.succeed("generate --size 4 --metric steps --quiet --force -o rows.txt");
        sandbox.write("steps.txt", sandbox.bytes("rows.txt"));
        assert_eq!(sandbox.names(), ["rows.txt", "rows.txt.json", "steps.txt"]);
        sandbox.succeed(&format!("{command} --force -o rows.txt"));
        assert_eq!(sandbox.names(), ["rows.txt", "steps.txt"], "{command}");
    }
    // what is not a description stays
    sandbox.write("rows.txt.json", "{}");
    sandbox.succeed("select steps.txt --metric steps --force -o rows.txt");
    assert_eq!(sandbox.text("rows.txt.json"), "{}");
}

#[cfg(feature = "database")]
#[test]
fn a_name_that_is_almost_that_of_a_database_is_corrected() {
    let sandbox = Sandbox::new();
    assert!(sandbox.fail("select rush6 -o -", 4).contains("@rush6"));
    assert!(sandbox.fail("select @rush7 -o -", 4).contains("@rush4, @rush5, @rush6"));
    assert!(sandbox.fail("play @rush7 -o page.html", 2).contains("@rush4, @rush5, @rush6"));
    assert!(sandbox.fail("solve rush5", 2).contains("@rush5"));
    assert!(!sandbox.fail("select rush66 -o -", 4).contains('@'));
}
