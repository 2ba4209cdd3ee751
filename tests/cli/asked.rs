//! Answers are to the point: they name the wrong argument, and nothing old stays beside new output.
use crate::{Sandbox, objects};

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_every_output_and_a_device_is_not_replaced() {
    let sandbox = Sandbox::new();
    for arguments in ["--help", "--version", "solve --help", "help plan", "generate --size 4 --quiet -o -", "count --size 4"] {
        sandbox.shell(&format!("exec {{}} {arguments} > /dev/full")).has_code(4).says(["standard output", "No space left"]);
        sandbox.shell(&format!("exec {{}} {arguments} > out.txt")).has_code(0);
        assert!(!sandbox.bytes("out.txt").is_empty(), "{arguments}");
    }
    sandbox.shell("exec {} --no-such-option 2> /dev/full").has_code(2);
    sandbox.shell("ulimit -f 8; exec {} generate --size 5 --quiet -o - > long.txt").has_code(4).says(["ulimit -f"]);
    sandbox.refuses("generate --size 4 --quiet -o /dev/full", 4, ["/dev/full"]);
    sandbox.succeed("generate --size 4 --quiet -o /dev/null");
    assert!(!std::fs::metadata("/dev/null").expect("the device").is_file());
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
fn a_claim_beyond_all_lengths_is_wrong() {
    let sandbox =
        Sandbox::with("claims.csv", "board,claimed\noBBoAAoCoooCoooo,100000000000000000000000\noBBoAAoCoooCoooo,1e30\n");
    let total = objects(&sandbox.ends("solve claims.csv --claim claimed --json", 1).out).pop().expect("a summary");
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
