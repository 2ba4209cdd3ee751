//! The built-in databases in every command: one that needs a few rows finds only these, and knows how hard a board is among all.
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::running::Running;
use crate::{Sandbox, numbers, objects};

#[test]
fn the_first_rows_come_before_the_others_are_found() {
    let sandbox = Sandbox::new();
    let begun = Instant::now();
    // to find all 2.6 million rows takes minutes
    let sheet = sandbox.answer("sheet @rush6 --limit 4 -o cards.svg --json");
    assert_eq!((&sheet["cards"], &sheet["left_out"]), (&4.into(), &2_577_408.into()));
    assert_eq!(sandbox.answer("analyse @rush6 --json")["unsolved_depth"], 60);
    let hardest = sandbox.succeed("select @rush6 --pieces 10 --sort moves --limit 3");
    assert_eq!(hardest, sandbox.succeed("select @rush6 --pieces 10 --moves 30.. --sort moves --limit 3"));
    assert_eq!(hardest.lines().count(), 3);
    // how many others pass is not known
    for command in ["play @rush6 -o some.html", "sheet @rush6 -o some.svg"] {
        assert!(sandbox.answer(&format!("{command} --json --cluster-size 50000.. --limit 3"))["left_out"].is_null());
    }
    assert!(sandbox.text("some.html").contains("\"left_out\":null"));
    sandbox.says("verify @rush6 --sample 50", ["2,577,412, 50 of them", "no fault"]);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_while_rows_are_found_is_obeyed_at_once() {
    let sandbox = Sandbox::new();
    let child = Running::listening(&mut sandbox.gridlock("select @rush6 --solve -o table.csv"), Signal::TERM);
    std::thread::sleep(Duration::from_millis(2500)); // in the middle of a pass
    let sent = Instant::now();
    child.stops(Signal::TERM);
    assert!(sent.elapsed() < Duration::from_secs(3), "{:?}", sent.elapsed());
}

#[test]
fn analyse_says_how_hard_a_board_is_among_all() {
    let sandbox = Sandbox::new();
    let known = sandbox.answer("analyse IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --json");
    assert_eq!((&known["database"], &known["database_rows"]), (&"@rush6".into(), &2_577_412.into()));
    assert_eq!(known["row_at_least_as_hard"], 1);
    assert!(known["row_harder_than"].as_f64().is_some_and(|share| share > 0.999_999 && share < 1.0));
    // any state of the cluster is the same row
    let start = sandbox.succeed("levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --depth 30 --sample 1");
    assert_eq!(sandbox.answer(&format!("analyse {} --json", start.trim()))["database_index"], known["database_index"]);
    let unknown = sandbox.answer("analyse oBBoAAoCoooCoooo --json");
    assert!(unknown["database"].is_null() && unknown["no_row"] == "not minimal");
    // the board itself is graded, whether or not it is minimal, and apart from the hardest position of its cluster
    assert_eq!((&unknown["compared_with"], &unknown["depth"]), (&"@rush4".into(), &2.into()));
    let easier = sandbox.succeed("select @rush4 --moves ..2 -o -").lines().filter(|row| row.starts_with("01")).count();
    assert_eq!(unknown["harder_than"], easier as f64 / 32.0);
    let near = sandbox.succeed("levels IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM --depth 3 --sample 1");
    let near = sandbox.answer(&format!("analyse {} --json", near.trim()));
    assert_eq!((&near["depth"], &near["row_harder_than"], &near["id"]), (&3.into(), &known["row_harder_than"], &known["id"]));
    assert!(near["harder_than"].as_f64().is_some_and(|share| share < 0.01) && near["id"].is_string(), "{near}");
    let nearer: u64 = numbers(&near["states_by_depth"])[..3].iter().sum();
    assert_eq!(near["harder_in_cluster"], nearer as f64 / 2332.0);
    sandbox.write("jams.txt", include_str!("../../data/jams40.txt"));
    let answers = objects(&sandbox.succeed("analyse jams.txt --json"));
    assert_eq!((answers.len(), &answers[0]["name"]), (40, &"Jam-1".into()));
    assert!(answers.iter().all(|answer| answer["database_index"].is_null() == answer["row"].is_null()));
    assert_eq!(sandbox.succeed("analyse jams.txt").lines().count(), 41);
}
