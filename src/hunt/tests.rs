//! Whole hunts on small boards.
use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::*;
use crate::board::{Metric, Rules, State};
use crate::pairs::SearchLimits;
use crate::reference::ClusterReport;
use crate::verify::Recheck;

pub(super) fn settings(n: usize, walls: &str, evaluations: u64, seed: u64) -> HuntSettings {
    HuntSettings {
        rules: Rules::classic(n).expect("rules"),
        walls: walls.parse().expect("a range"),
        metric: Metric::Moves,
        budget: HuntBudget::Evaluations(evaluations),
        seed,
        keep: 20,
        known: Vec::new(),
        max_states: 5_000,
        until: None,
        search_length: 300,
        threads: NonZeroUsize::MIN,
    }
}

fn found(settings: &HuntSettings) -> HuntOutcome {
    hunt(settings, &AtomicBool::new(false), &|_, _| {}).expect("no panic")
}

/// Every row must be the row of its cluster, by the plain search, and no two of the same cluster.
fn assert_rows(outcome: &HuntOutcome, settings: &HuntSettings) {
    assert!(!outcome.rows.is_empty() && outcome.rows.len() <= settings.keep);
    assert!(outcome.rows.is_sorted());
    let mut canonical: Vec<State> = Vec::new();
    for row in &outcome.rows {
        let report = ClusterReport::of(&row.board, 1_000_000).expect("a small cluster");
        assert_eq!(report.puzzle().as_ref(), Ok(row));
        assert!((settings.walls.min()..=settings.walls.max()).contains(&row.board.walls().len()), "{row}");
        assert!(!canonical.contains(&report.canonical), "{row}");
        canonical.push(report.canonical);
    }
}

#[test]
fn a_hunt_finds_the_hardest_boards_of_4x4() {
    for (walls, hardest) in [("0", 7), ("0..1", 7)] {
        let settings = settings(4, walls, 3_000, 1);
        let outcome = found(&settings);
        assert_rows(&outcome, &settings);
        assert_eq!(outcome.rows[0].moves, hardest, "walls {walls}");
        assert_eq!((outcome.evaluations, outcome.searches), (3_000, 10));
        assert_eq!(outcome.improvements.last().map(|best| best.row.moves), Some(hardest));
    }
}

/// The hardest rows, by the exhaustive search: `gridlock generate` with the same rules.
#[test]
fn a_hunt_finds_the_hardest_boards_of_other_rules_at_length() {
    for (rules, walls, hardest) in
        [("5x4", "0", 9), ("4r1", "0..1", 6), ("4x5p3", "0", 4), ("5l2..4", "0", 20), ("3x5r3", "0..2", 4)]
    {
        let settings =
            HuntSettings { rules: rules.parse().expect("rules"), search_length: 4_000, ..settings(4, walls, 8_000, 1) };
        let outcome = found(&settings);
        assert_rows(&outcome, &settings);
        assert!(outcome.rows.iter().all(|row| settings.rules.check(&row.board).is_ok()), "{rules}");
        assert_eq!(outcome.rows[0].moves, hardest, "{rules}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing_and_the_seed_does() {
    let one = settings(5, "0..2", 1_700, 1);
    let rows = found(&one).rows;
    assert_rows(&found(&one), &one);
    for threads in [2, 5] {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        assert_eq!(found(&HuntSettings { threads, ..one.clone() }).rows, rows);
    }
    assert_ne!(found(&settings(5, "0..2", 1_700, 2)).rows, rows);
}

/// A search doesn't depend on how many rows are kept, but most boards are tested only if their rows may be.
#[test]
fn the_rows_that_are_kept_are_the_hardest_of_all() {
    for (n, walls, metric) in [(5, "0..2", Metric::Moves), (5, "0", Metric::Steps), (6, "0", Metric::Moves)] {
        let all = HuntSettings { metric, keep: 1_000_000, search_length: 1_000, ..settings(n, walls, 3_000, 1) };
        let rows = found(&all).rows;
        for keep in [1, 7, 40] {
            assert_eq!(found(&HuntSettings { keep, ..all.clone() }).rows, rows[..keep], "{n} {walls} {metric}");
        }
        assert!(rows.len() > 200, "more than ever became parents: {}", rows.len());
    }
}

#[test]
fn walls_that_are_asked_for_stay() {
    let settings = settings(5, "3", 900, 4);
    assert_rows(&found(&settings), &settings);
}

#[test]
fn known_boards_are_kept_and_improved() {
    let hardest: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
    let settings = HuntSettings { known: vec![hardest.clone()], ..settings(6, "0", 40, 1) };
    let outcome = found(&settings);
    assert_rows(&outcome, &settings);
    assert_eq!((outcome.rows[0].moves, &outcome.rows[0].board), (51, &hardest));
}

#[test]
fn a_limit_of_states_is_counted_and_a_number_of_moves_ends_the_hunt() {
    let limited = HuntSettings { max_states: 300, ..settings(6, "0", 900, 1) };
    let outcome = found(&limited);
    assert!(outcome.too_large > 0 && outcome.rows.iter().all(|row| row.cluster_size <= 3_000));
    let seen = Mutex::new(Vec::new());
    let until = HuntSettings { until: Some(5), ..settings(5, "0", 1_000_000, 1) };
    let observe = |_, better: Option<&BestFound>| seen.lock().expect("no panic").extend(better.map(|best| best.row.moves));
    let outcome = hunt(&until, &AtomicBool::new(false), &observe).expect("no panic");
    assert!(outcome.evaluations < 1_000_000 && outcome.rows[0].moves >= 5);
    let seen = seen.into_inner().expect("no panic");
    assert!(seen.is_sorted() && seen.last() >= Some(&5), "{seen:?}");
}

#[test]
fn rows_of_large_boards_are_those_of_the_recheck_at_length() {
    let mut recheck = Recheck::default();
    let known_7x7 = "BBQCCoTDDQEEoTNPFFGGUNPAASoUHHoRSIIOooRJJoOKKLLMM";
    let known_8x8 = [
        "OBBSCCXZOoQSDDXZEEQFFVYaooRAAVYaGGRHHVooPoIIUWJJPKKTUWooPLLTMMNN",
        "BBCCDDYbOQEEFFYbOQSTGGZcAASTUWZcPRSTUWHHPRIIVXaoJJKKVXadoLLMMNNd",
    ];
    for (n, known, walls, metric) in [
        (7, known_7x7, "0..1", Metric::Moves),
        (7, known_7x7, "0..1", Metric::Steps),
        (8, known_8x8[0], "0..3", Metric::Moves),
        (8, known_8x8[1], "0..3", Metric::Moves),
        (8, known_8x8[1], "0", Metric::Steps),
    ] {
        let known = vec![known.parse().expect("a board")];
        let settings =
            HuntSettings { metric, known, keep: 15, max_states: 20_000, search_length: 2_000, ..settings(n, walls, 2_000, 1) };
        let rows = found(&settings).rows;
        println!("{n} {walls} {metric}: {}", rows.len());
        assert!(rows.len() > 5, "{n}: {}", rows.len());
        for row in rows {
            let facts = recheck.facts(&row.board, metric, &SearchLimits::of_states(30_000_000)).expect("not too large");
            let hardest = facts.hardest.expect("solvable");
            assert_eq!((hardest.moves, &hardest.state, facts.states), (row.moves, &row.board, row.cluster_size));
            assert!(hardest.superfluous.is_empty(), "{row}");
        }
    }
}

#[test]
fn time_or_the_flag_ends_a_hunt() {
    let brief = HuntSettings { budget: HuntBudget::Time(Duration::from_millis(300)), ..settings(5, "0", 0, 1) };
    let outcome = found(&brief);
    assert!(outcome.evaluations > 0 && outcome.elapsed < Duration::from_secs(60));
    assert_rows(&outcome, &brief);
    let stopped = hunt(&settings(5, "0", 1_000_000, 1), &AtomicBool::new(true), &|_, _| {}).expect("no panic");
    assert_eq!((stopped.evaluations, stopped.rows.len()), (0, 0));
}

#[test]
fn a_search_that_is_stopped_makes_rows_of_what_it_found() {
    let long = HuntSettings {
        budget: HuntBudget::Time(Duration::from_secs(3600)),
        search_length: 1_000_000,
        ..settings(5, "0..1", 0, 1)
    };
    let stop = AtomicBool::new(false);
    let observe = |evaluations, _: Option<&BestFound>| {
        if evaluations >= 500 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let outcome = hunt(&long, &stop, &observe).expect("no panic");
    assert!((500..1000).contains(&outcome.evaluations) && outcome.elapsed < Duration::from_secs(600), "{outcome:?}");
    assert_rows(&outcome, &long);
}

#[test]
fn rows_that_are_out_of_time_are_counted() {
    let hardest: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
    let no_time = HuntSettings {
        known: vec![hardest.clone(), hardest],
        budget: HuntBudget::Time(Duration::ZERO),
        ..settings(6, "0", 0, 1)
    };
    let outcome = found(&no_time);
    assert_eq!((outcome.rows.len(), outcome.out_of_time, outcome.evaluations), (0, 2, 0));
}
