//! `gridlock generate` and `count` from outside: counters, codecs, threads, shards.
use crate::{Sandbox, count_rows, stderr};

/// All rows of 5×5 without walls.
const FIVE: &str = "generate --size 5 --quiet";
/// The number of these rows.
const FIVE_ROWS: usize = 1730;
/// Some rows of 5×5, some of them with walls.
const WALLS: &str = "generate --size 5 --walls 0..1 --shard 3/20 --quiet";

#[test]
fn the_number_of_threads_changes_no_byte() {
    let sandbox = Sandbox::new();
    for threads in [1, 2, 5, 64, 1024] {
        sandbox.succeed(&format!("{FIVE} --threads {threads} -o {threads}.txt.gz"));
    }
    assert_eq!(count_rows(&sandbox.text("1.txt.gz")), FIVE_ROWS);
    for threads in [2, 5, 64, 1024] {
        assert!(sandbox.bytes(&format!("{threads}.txt.gz")) == sandbox.bytes("1.txt.gz"), "{threads} threads");
    }
}

#[test]
fn shards_merged_are_the_whole() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&format!("{FIVE} -o whole.txt"));
    for (shard, ending) in [(0, "txt"), (1, "txt.gz"), (2, "bz2")] {
        sandbox.succeed(&format!("{FIVE} --shard {shard}/3 -o {shard}.{ending}"));
        assert!(count_rows(&sandbox.text(&format!("{shard}.{ending}"))) > 0);
    }
    sandbox.succeed("merge whole.txt -o sorted.txt");
    sandbox.succeed("merge 2.bz2 0.txt 1.txt.gz -o merged.txt");
    assert_eq!(count_rows(&sandbox.text("merged.txt")), FIVE_ROWS);
    assert!(sandbox.bytes("merged.txt") == sandbox.bytes("sorted.txt"));
}

#[test]
fn all_codecs_hold_the_same_rows() {
    let sandbox = Sandbox::new();
    let rows = sandbox.succeed(&format!("{FIVE} -o -"));
    assert_eq!(count_rows(&rows), FIVE_ROWS);
    for name in ["rows.txt", "rows.txt.gz", "rows.txt.bz2"] {
        sandbox.succeed(&format!("{FIVE} -o {name}"));
        assert!(sandbox.text(name) == rows, "{name}");
        assert!(sandbox.succeed(&format!("merge {name} -o -")) == sandbox.succeed("merge rows.txt -o -"), "{name}");
    }
    let names = ["rows.txt", "rows.txt.bz2", "rows.txt.bz2.json", "rows.txt.gz", "rows.txt.gz.json", "rows.txt.json"];
    assert_eq!(sandbox.names(), names);
}

#[test]
fn gzip_and_bzip2_read_the_files() {
    let sandbox = Sandbox::new();
    let rows = sandbox.succeed(&format!("{WALLS} -o -"));
    let with_walls = rows.lines().filter(|row| row.contains('x')).count();
    assert!(with_walls > 0);
    for (name, tester, searcher) in [("rows.txt.gz", "gzip", "zgrep"), ("rows.txt.bz2", "bzip2", "bzgrep")] {
        sandbox.succeed(&format!("{WALLS} -o {name}"));
        if let Some(test) = sandbox.tool(tester, &format!("-t {name}")) {
            assert!(test.status.success(), "{tester} -t {name}: {}", stderr(&test));
        }
        if let Some(found) = sandbox.tool(searcher, &format!("-c x {name}")) {
            assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), with_walls.to_string(), "{searcher}");
        }
    }
}

#[test]
fn the_summary_holds_the_counters() {
    let sandbox = Sandbox::new();
    let lines =
        ["candidates                    695 of 695\n", "check                         passed: candidates and goal states"];
    sandbox.says("generate --size 4 --audit --json summary.json -o rows.txt", lines);
    let json = sandbox.json("summary.json");
    for (name, figure) in
        [("size", 4), ("candidates", 695), ("solvable", 493), ("rows", 32), ("states_in_rows", 514), ("deepest", 7)]
    {
        assert_eq!(json[name], figure, "{name}");
    }
    assert_eq!((&json["complete"], &json["check"]), (&true.into(), &"passed".into()));
    assert_eq!(count_rows(&sandbox.text("rows.txt")), 32);
}

#[test]
fn without_an_audit_candidates_are_dismissed_and_the_rows_are_the_same() {
    const RUN: &str = "generate --size 4 --walls 0..2";
    let sandbox = Sandbox::new();
    let words =
        ["dismissed without a search", "solvable clusters searched", "passed for candidates, searched and dismissed together"];
    sandbox.says(&format!("{RUN} --json summary.json -o rows.txt"), words);
    let summary = sandbox.json("summary.json");
    assert!(summary["dismissed"].as_u64() > Some(1000) && summary["audit"] == false, "{summary}");
    assert_eq!((&summary["complete"], &summary["check"]), (&true.into(), &"passed_for_candidates".into()));
    sandbox.succeed(&format!("{RUN} --audit -o audit.txt"));
    assert_eq!(sandbox.text("rows.txt"), sandbox.text("audit.txt"));
    let (dismissed, audit) = (sandbox.json("rows.txt.json"), sandbox.json("audit.txt.json"));
    assert_eq!((&dismissed["audit"], &dismissed["check"]), (&false.into(), &"passed_for_candidates".into()));
    assert_eq!((audit.get("audit"), &audit["check"]), (None, &"passed".into()));
    assert_eq!(dismissed["counts"]["dismissed"], summary["dismissed"]);
    // the audit is complete for the other run, but not the reverse
    sandbox.says(&format!("{RUN} -o audit.txt"), ["is complete already"]);
    sandbox.refuses(&format!("{RUN} --audit -o rows.txt"), 2, ["rows.txt"]);
}

#[test]
fn a_shard_compares_its_candidates_with_the_exact_count() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&format!("{FIVE} --shard 1/3 --json summary.json -o rows.txt"));
    let json = sandbox.json("summary.json");
    assert_eq!((&json["shard"], &json["check"]), (&"1/3".into(), &"passed_for_candidates".into()));
    // 3 × 41,628 + 2: shards 0 and 1 have one more.
    assert_eq!(json["candidates"], 41_629);
}

#[test]
fn quiet_prints_nothing() {
    let sandbox = Sandbox::new();
    let printed = sandbox.ends(&format!("{FIVE} -o rows.gz"), 0);
    assert_eq!((&*printed.out, &*printed.err), ("", ""));
}

#[test]
fn count_prints_text_and_json() {
    let sandbox = Sandbox::new();
    let text = sandbox.succeed("count --size 4 --walls 0");
    assert_eq!(
        text,
        "board          4×4, walls 0\nstates         9,304\ngoal states    2,896\npacked states  1,349\ncandidates     695\n"
    );
    let json = sandbox.answer("count --size 4 --walls 0..2 --json");
    assert_eq!((&json["size"], &json["walls"]), (&4.into(), &"0..2".into()));
    assert_eq!((&json["states"], &json["packed_states"]), (&(9_304 + 43_928 + 98_520).into(), &33_953.into()));
}
