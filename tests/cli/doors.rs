//! The built-in databases in every command: one that needs a few rows finds only these, and knows how hard a board is among all.
use std::collections::BTreeMap;
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
fn the_first_rows_of_every_order_are_those_of_the_text() {
    let sandbox = Sandbox::after("merge @rush4 -o rows.txt");
    for options in [
        "--sort moves --limit 7",
        "--sort moves --ascending --limit 40",
        "--sort pieces --limit 9 --walls 1..",
        "--sort empty --ascending --limit 9 --cars 2",
        "--sort trucks --limit 5 --split test",
        "--sort moves --limit 5 --split test",
        "--sort walls --limit 5 --cluster-size 50..",
        "--sort moves --limit 4 --unique-first-move",
        "--sort moves --limit 0",
    ] {
        // the exit code is 1 if no row passes
        let of = |file: &str| sandbox.run(&format!("select {file} {options} -o -")).stdout;
        assert_eq!(of("@rush4"), of("rows.txt"), "{options}");
    }
}

#[test]
fn a_sample_of_solved_rows_is_drawn_until_it_is_full() {
    let sandbox = Sandbox::after("select @rush5 --walls 1 --moves 9.. -o rows.txt");
    sandbox.succeed("select rows.txt --unique-first-move -o all.txt");
    let all = sandbox.text("all.txt");
    let tally = |rows: &str| {
        let moves = rows.lines().map(|row| row[..2].to_owned());
        moves.fold(BTreeMap::<String, u32>::new(), |mut tally, moves| {
            *tally.entry(moves).or_default() += 1;
            tally
        })
    };
    let mut other = 0;
    let samples = ["--sample 9", "--per-moves 2", "--sample 30 --spread moves", "--sample 5 --sort pieces", "--sample 100000"];
    let distinct = samples.map(|sample| format!("{sample} --distinct"));
    for sample in samples.map(str::to_owned).into_iter().chain(distinct) {
        let of = |file: &str| {
            let printed = sandbox.ends(&format!("select {file} --unique-first-move {sample} --seed 4 -o -"), 0);
            assert!(!printed.err.contains("passed the filters"), "the rows that were not drawn were not solved");
            printed.out
        };
        // of rows that all meet the condition, as text
        let expected = sandbox.succeed(&format!("select all.txt {sample} --seed 4 -o -"));
        assert_eq!(of("rows.txt"), expected, "{sample}");
        // of a rank file the ranks decide which rows are drawn first
        let by_rank = of("@rush5 --walls 1 --moves 9..");
        assert!(by_rank.lines().all(|row| all.contains(row)), "{sample}");
        assert_eq!(of("@rush5 --walls 1 --moves 9.. --threads 1"), by_rank, "{sample}");
        if sample.contains("--distinct") {
            continue; // how many are chosen depends on the order
        }
        assert_eq!(by_rank.lines().count(), expected.lines().count(), "{sample}");
        if sample.contains("moves") {
            let differences =
                tally(&by_rank).into_iter().zip(tally(&expected)).map(|(one, two)| (one.0 != two.0, one.1.abs_diff(two.1)));
            assert!(differences.fold(true, |all, (other, by)| all && !other && by <= 1), "{sample}");
        }
        other += u32::from(by_rank != expected);
    }
    assert_eq!(other, 4, "all rows are the same, other samples are not");
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
