//! Databases of other rules than the classic game: generated in shards, merged, verified, as ranks, and by id.
use std::collections::HashSet;

use gridlock::internals::files::sha256;

use crate::{Sandbox, board_of, count_rows};

/// Options, the text of the rules, rows, and the SHA-256 of the rows in the published order, by a brute force that shares nothing
/// with this project.
const DATABASES: [(&str, &str, usize, &str); 3] = [
    ("--size 4 --primary-row 1 --walls 0..1", "4r1", 41, "30fa6c94a692acc97d5f392ba06580447655ae7cc036602708dd12638f34d48a"),
    ("--size 4x5 --primary-row 2", "4x5r2", 133, "9045f2c1e683c30b5a880d1e9386cceedba444d3474b1775dc66469cd0328d5f"),
    ("--size 4 --primary-length 3 --walls 0..1", "4p3", 10, "a2e26b330bb7af09a348af8328944f1ff7f1affe71be9bd7a6e864d772b06722"),
];

#[test]
fn shards_and_rank_files_of_other_rules_make_the_known_databases() {
    for (options, rules, rows, hash) in DATABASES {
        let sandbox = Sandbox::new();
        for shard in 0..3 {
            sandbox.succeed(&format!("generate {options} --shard {shard}/3 --quiet -o {shard}.txt"));
        }
        assert_eq!(sandbox.json("0.txt.json")["size"], rules);
        sandbox.succeed("verify 1.txt --quiet");
        sandbox.succeed("merge 0.txt 1.txt 2.txt -o all.txt --quiet");
        let text = sandbox.text("all.txt");
        assert_eq!((count_rows(&text), sha256(text.as_bytes())), (rows, hash.to_owned()), "{rules}");
        sandbox.succeed("verify all.txt --quiet");

        sandbox.succeed(&format!("generate {options} --quiet -o all.ranks"));
        sandbox.succeed("merge all.ranks -o of-ranks.txt --quiet");
        assert_eq!(sandbox.text("of-ranks.txt"), text, "{rules}");
        sandbox.succeed("merge all.txt -o again.ranks --quiet");
        assert!(sandbox.bytes("again.ranks") == sandbox.bytes("all.ranks"), "{rules}");
        sandbox.succeed("merge all.ranks -o copy.ranks --quiet");
        assert!(sandbox.bytes("copy.ranks") == sandbox.bytes("all.ranks"), "{rules}");
    }
}

#[test]
fn what_needs_the_shape_of_a_row_refuses_boards_that_are_not_square() {
    let sandbox = Sandbox::after("generate --size 4x5 --primary-row 2 --quiet -o rows.txt");
    sandbox.succeed("generate --size 4 --primary-row 1 --lengths 2..2 --quiet -o square.txt");
    // a description says the size
    let rows = sandbox.text("rows.txt");
    let pieces = |row: &&str| board_of(row).chars().filter(|c| *c != 'o').collect::<HashSet<char>>().len();
    let chosen = sandbox.succeed("select rows.txt --pieces 4.. --sort pieces -o -");
    assert_eq!(count_rows(&chosen), rows.lines().filter(|row| pieces(row) >= 4).count());
    assert_eq!(sandbox.answer("stats rows.txt --json")["all"]["rows"], rows.lines().count());
    sandbox.succeed("stats rows.txt");
    for option in
        ["--place row1=car", "--split test", "--distinct", "--exclude rows.txt", "--id --format csv", "--solve --format csv"]
    {
        sandbox.refuses(&format!("select rows.txt {option} -o -"), 2, ["square"]);
    }
    sandbox.succeed("merge rows.txt -o rows.ranks");
    assert_eq!(sandbox.answer("stats rows.ranks --json")["all"]["rows"], rows.lines().count());
    std::fs::remove_file(sandbox.path("rows.txt.json")).unwrap();
    for command in ["stats rows.txt", "select rows.txt -o -"] {
        sandbox.refuses(command, 2, ["is not square"]);
    }
    sandbox.succeed("stats square.txt --quiet");
    let hardest = sandbox.succeed("select square.txt --limit 1 --quiet -o -");
    assert_eq!(count_rows(&hardest), 1);
}

#[test]
fn rules_that_contradict_themselves_name_both_numbers() {
    let sandbox = Sandbox::new();
    for (options, words) in [
        ("--size 6 --primary-length 6", ["primary length 6", "6 columns"]),
        ("--size 6x5 --primary-row 6", ["primary row 6", "rows 1 to 5"]),
        ("--size 6 --primary-row 0", ["primary row 0", "rows 1 to 6"]),
        ("--size 6 --lengths 4..3", ["4..3", "smaller one first"]),
        ("--size 5 --lengths 2..6", ["2..6", "from 2 to 5"]),
        ("--size 5 --lengths few", ["--lengths", "2..4"]),
    ] {
        for command in ["count", "plan", "generate -o rows.txt"] {
            sandbox.refuses(&format!("{command} {options}"), 2, words);
        }
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_count_says_its_rules() {
    let sandbox = Sandbox::new();
    assert!(sandbox.succeed("count --size 4x5 --primary-row 1").contains("4×5, primary in row 1, walls 0\n"));
    let count = sandbox.answer("count --size 5x4 --walls 0..1 --json");
    assert_eq!((count["size"].as_str(), count["states"].as_u64()), (Some("5x4"), Some(1_269_907)));
    let count = sandbox.answer("count --size 4 --json");
    assert_eq!((count["size"].as_u64(), count["states"].as_u64()), (Some(4), Some(9_304)));
}
