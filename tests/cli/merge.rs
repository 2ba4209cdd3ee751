//! `gridlock merge` from outside.
use std::fs;

use crate::Sandbox;

/// The hardest rows of the published database, in the published order.
const TOP23: &str = include_str!("../../data/top23.txt");

/// The published order, sorted here independently of the program.
fn published(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by_key(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |k: usize| fields[k].parse::<u64>().expect("a number");
        std::cmp::Reverse((number(0), number(2), fields[1].replace('o', ".")))
    });
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn published_rows_come_back_in_the_published_order() {
    let sandbox = Sandbox::new();
    let mut lines: Vec<String> = TOP23.lines().map(|line| format!("{line}\n")).collect();
    assert_eq!(published(TOP23), TOP23);
    lines.reverse();
    sandbox.write("a.txt", lines[..9].concat());
    sandbox.write("b.txt", lines[9..].concat());
    sandbox.write("none.txt", "");
    sandbox.succeed("merge a.txt none.txt b.txt -o merged.txt.bz2");
    assert_eq!(sandbox.text("merged.txt.bz2"), TOP23);
}

#[test]
fn a_duplicate_is_refused_by_name() {
    let sandbox = Sandbox::with("a.txt", TOP23);
    sandbox.write("b.txt", TOP23.lines().nth(4).expect("a line").to_owned() + "\n");
    sandbox.refuses("merge a.txt b.txt -o merged.txt", 2, ["a.txt, line 5", "b.txt, line 1"]);
}

#[test]
fn the_output_may_replace_an_input() {
    let sandbox = Sandbox::with("a.txt", published(TOP23).lines().rev().map(|line| format!("{line}\n")).collect::<String>());
    sandbox.fail("merge a.txt -o a.txt", 2);
    sandbox.succeed("merge a.txt -o a.txt --force");
    assert_eq!(sandbox.text("a.txt"), TOP23);
}

/// A sandbox with the shards 0.txt.gz, 1.txt.gz, ... of 5×5.
fn shards(of: usize) -> Sandbox {
    let sandbox = Sandbox::new();
    for shard in 0..of {
        sandbox.succeed(&format!("generate --size 5 --quiet --shard {shard}/{of} -o {shard}.txt.gz"));
    }
    sandbox
}

#[test]
fn all_shards_merge_into_a_whole_described_as_complete() {
    let sandbox = shards(4);
    sandbox.says(
        "merge 2.txt.gz 0.txt.gz 3.txt.gz 1.txt.gz -o all.txt",
        ["1,730 rows in all.txt, from 4 files: complete, 124,886 candidates as counted. The hardest takes 20 moves."],
    );
    let json = sandbox.json("all.txt.json");
    assert_eq!(
        (&json["shard"], &json["check"], &json["order"]),
        (&"0/1".into(), &"passed_for_candidates".into(), &"published".into())
    );
    assert_eq!((&json["counts"]["rows"], &json["rows"]["lines"]), (&1730.into(), &1730.into()));
    sandbox.succeed("generate --size 5 --quiet -o whole.bz2");
    sandbox.succeed("merge whole.bz2 -o sorted.txt");
    assert!(sandbox.bytes("all.txt.json") == sandbox.bytes("sorted.txt.json"));
}

#[test]
fn a_merge_is_exhaustive_if_all_its_shards_are() {
    let sandbox = shards(2);
    for shard in [0, 1] {
        sandbox.succeed(&format!("generate --size 5 --quiet --exhaustive --shard {shard}/2 -o a{shard}.txt.gz"));
    }
    let goal_states = "complete, 124,886 candidates and 1,566,424 goal states as counted";
    for (shards, check, exhaustive) in
        [("a0 a1", "passed", true), ("a0 1", "passed_for_candidates", false), ("0 a1", "passed_for_candidates", false)]
    {
        let files: Vec<String> = shards.split(' ').map(|shard| format!("{shard}.txt.gz")).collect();
        let message = sandbox.ends(&format!("merge {} -o all.txt --force", files.join(" ")), 0).err;
        assert_eq!(message.contains(goal_states), exhaustive, "{message}");
        let json = sandbox.json("all.txt.json");
        assert_eq!((&json["check"], json.get("exhaustive").is_none()), (&check.into(), exhaustive));
        sandbox.succeed("verify all.txt --quiet --sample 10");
    }
}

#[test]
fn missing_shards_are_named_and_a_partial_merge_lists_them() {
    let sandbox = shards(7);
    sandbox.refuses("merge 0.txt.gz 2.txt.gz 6.txt.gz -o some.txt", 2, ["4 of 7", "1,3-5"]);
    sandbox.says("merge --partial 0.txt.gz 2.txt.gz 6.txt.gz -o some.txt", ["NOT COMPLETE: 4 of 7 shards are missing: 1,3-5"]);
    let json = sandbox.json("some.txt.json");
    assert_eq!((&json["check"], &json["missing"]["shards"]), (&"not_done".into(), &vec![1, 3, 4, 5].into()));
    sandbox.refuses("merge some.txt -o again.txt", 2, ["shards"]);
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let sandbox = shards(3);
    for ending in ["", ".json"] {
        sandbox.write(&format!("copy.txt.gz{ending}"), sandbox.bytes(&format!("1.txt.gz{ending}")));
    }
    sandbox.refuses("merge 0.txt.gz 1.txt.gz 2.txt.gz copy.txt.gz -o all.txt", 2, ["1.txt.gz", "copy.txt.gz", "1/3"]);
    sandbox.succeed("generate --size 4 --quiet --shard 2/3 -o four.txt");
    sandbox.refuses("merge 0.txt.gz 1.txt.gz four.txt -o all.txt", 2, ["0.txt.gz", "four.txt", "4×4", "5×5"]);
    sandbox.succeed("generate --size 5 --quiet --shard 2/4 -o other.txt");
    sandbox.refuses("merge 0.txt.gz 1.txt.gz other.txt -o all.txt", 2, ["2/4", "0/3"]);
}

#[test]
fn databases_whose_walls_follow_one_another_merge_into_a_whole() {
    let sandbox = Sandbox::new();
    for walls in ["0", "0..1", "1..2", "2", "0..2"] {
        sandbox.succeed(&format!("generate --size 5 --quiet --walls {walls} -o {walls}.txt.gz"));
    }
    sandbox.succeed("merge 0..2.txt.gz -o sorted.txt");
    for parts in ["2.txt.gz 0..1.txt.gz", "0.txt.gz 1..2.txt.gz"] {
        sandbox.says(&format!("merge {parts} -o all.txt --force"), ["complete, 8,153,808 candidates as counted"]);
        assert!(sandbox.bytes("all.txt") == sandbox.bytes("sorted.txt"));
        assert!(sandbox.bytes("all.txt.json") == sandbox.bytes("sorted.txt.json"), "{parts}");
    }
    sandbox.refuses("merge 0.txt.gz 2.txt.gz -o gap.txt", 2, ["0.txt.gz", "2.txt.gz", "walls"]);
    sandbox.refuses("merge 0..1.txt.gz 1..2.txt.gz -o twice.txt", 2, ["0..1.txt.gz", "1..2.txt.gz", "walls"]);
    sandbox.succeed("generate --size 5 --quiet --walls 1 --metric steps -o steps.txt");
    sandbox.refuses("merge 0.txt.gz steps.txt -o mixed.txt", 2, ["0.txt.gz", "steps.txt"]);
}

#[test]
fn rank_files_whose_walls_follow_one_another_merge_into_a_whole() {
    let sandbox = Sandbox::after("generate --size 5 --quiet --walls 3..23 -o more.ranks");
    sandbox.succeed("merge @rush5 more.ranks -o all.ranks");
    sandbox.succeed("select @rush5-all -o built-in.ranks");
    assert!(sandbox.bytes("all.ranks") == sandbox.bytes("built-in.ranks"));
    sandbox.succeed("select all.ranks --walls 3.. -o again.ranks");
    assert!(sandbox.bytes("again.ranks") == sandbox.bytes("more.ranks"), "a part with some numbers of walls is whole");
    // a database without a row is one too
    sandbox.succeed("generate --size 5 --quiet --walls 4..23 -o none.ranks");
    sandbox.succeed("select all.ranks --walls ..3 -o few.ranks");
    sandbox.succeed("merge few.ranks none.ranks -o all.ranks --force");
    assert!(sandbox.bytes("all.ranks") == sandbox.bytes("built-in.ranks"));
    // files that make no whole: one with gaps, one that lacks rows
    sandbox.refuses("merge @rush5 none.ranks -o gap.ranks", 2, ["@rush5", "none.ranks"]);
    sandbox.succeed("select all.ranks --walls ..3 --moves 9.. -o some.ranks");
    sandbox.refuses("merge some.ranks none.ranks -o some-all.ranks", 2, ["some.ranks", "none.ranks"]);
}

#[test]
fn a_shard_that_differs_from_its_description_is_refused() {
    let sandbox = Sandbox::new();
    for shard in 0..3 {
        sandbox.succeed(&format!("generate --size 5 --exhaustive --quiet --shard {shard}/3 -o {shard}.txt"));
    }
    let text = sandbox.text("1.txt");
    let (first, rest) = text.split_once('\n').expect("rows");
    sandbox.write("1.txt", format!("{rest}{first}\n")); // as many rows and bytes, but another SHA-256
    sandbox.refuses("merge 0.txt 1.txt 2.txt -o all.txt", 2, ["1.txt", "1.txt.json"]);
    sandbox.write("1.txt", rest);
    sandbox.refuses("merge 0.txt 1.txt 2.txt -o all.txt", 2, ["bytes"]);
    sandbox.write("1.txt", text);
    let original = sandbox.text("2.txt.json");
    sandbox.write("2.txt.json", original.replacen("\"candidates\": ", "\"candidates\": 1", 1));
    sandbox.refuses("merge 0.txt 1.txt 2.txt -o all.txt", 2, ["2.txt.json"]);
    for (counter, words) in [
        ("candidates", "2.txt.json can't be right: candidates: the description says 41629, but it is 41628"),
        ("goal_states", "the totals of all shards are wrong"),
        ("rows", "the totals of all shards are wrong"),
        ("states_in_rows", "2.txt is not what 2.txt.json describes"),
        ("deepest", "2.txt is not what 2.txt.json describes"),
    ] {
        sandbox.write("2.txt.json", &original);
        sandbox.alter_description("2.txt", |description| {
            description["counts"][counter] = (description["counts"][counter].as_u64().expect("a number") + 1).into();
        });
        // Only an error of gridlock, or intent, makes totals wrong that fit one another.
        let code = if matches!(counter, "goal_states" | "rows") { 101 } else { 2 };
        sandbox.refuses("merge 0.txt 1.txt 2.txt -o all.txt", code, [words]);
    }
    sandbox.write("2.txt.json", "{}");
    sandbox.refuses("merge 0.txt 1.txt 2.txt -o all.txt", 2, ["2.txt.json"]);
}

#[test]
fn a_description_that_is_missing_is_named() {
    let sandbox = shards(3);
    fs::remove_file(sandbox.path("1.txt.gz.json")).expect("removed");
    for inputs in ["0.txt.gz 1.txt.gz 2.txt.gz", "0.txt.gz 1.txt.gz"] {
        sandbox.refuses(&format!("merge {inputs} -o all.txt"), 2, ["0.txt.gz", "1.txt.gz", "--partial", "--plain"]);
        for flag in ["--partial", "--plain"] {
            sandbox.succeed(&format!("merge {inputs} {flag} -o all.txt --force"));
            assert!(!sandbox.path("all.txt.json").exists(), "a description that can't be known");
        }
        fs::remove_file(sandbox.path("all.txt")).expect("removed");
    }
    for name in ["0.txt.gz.json", "2.txt.gz.json"] {
        fs::remove_file(sandbox.path(name)).expect("removed");
    }
    sandbox.says("merge 0.txt.gz 1.txt.gz -o all.txt", ["0.txt.gz"]);
    assert!(!sandbox.path("all.txt.json").exists());
    sandbox.succeed("generate --size 5 --quiet --shard 0/3 -o 0.txt.gz --force");
    sandbox.succeed("merge 0.txt.gz --partial -o all.txt --force");
    assert!(sandbox.path("all.txt.json").exists());
    sandbox.succeed("merge 0.txt.gz --plain -o all.txt --force");
    assert!(!sandbox.path("all.txt.json").exists(), "a description of another file stays");
}
