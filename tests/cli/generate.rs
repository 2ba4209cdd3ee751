//! `gridlock generate` and `count` from outside: counters, codecs, threads, shards, rows of a least depth, and other rules than
//! the classic game: these databases merged, verified, as ranks, and by id.
use crate::{Printed, Sandbox, board_of, count_rows, objects};
use gridlock::internals::files::sha256;
use std::collections::HashSet;

/// All rows of 5×5 without walls.
const FIVE: &str = "generate --size 5 --quiet";
/// The number of these rows.
const FIVE_ROWS: usize = 1730;
/// Some rows of 5×5, some of them with walls.
const WALLS: &str = "generate --size 5 --walls 0..1 --shard 3/20 --quiet";

#[test]
fn the_number_of_threads_changes_no_byte_at_length() {
    let sandbox = Sandbox::new();
    let by_steps = "generate --size 5 --walls 1 --shard 3/200 --metric steps --quiet";
    for (run, numbers) in [(FIVE, &[1, 2, 5, 64, 1024][..]), (by_steps, &[1, 3])] {
        let streamed = sandbox.succeed(&format!("{run} -o -"));
        assert!(run != FIVE || count_rows(&streamed) == FIVE_ROWS);
        for threads in numbers {
            sandbox.succeed(&format!("{run} --threads {threads} --force -o {threads}.txt.gz"));
            assert!(sandbox.text(&format!("{threads}.txt.gz")) == streamed, "{run} --threads {threads}");
            assert!(sandbox.bytes(&format!("{threads}.txt.gz")) == sandbox.bytes("1.txt.gz"), "{run} --threads {threads}");
        }
    }
}

#[test]
fn all_codecs_hold_the_same_rows_and_other_programs_read_them() {
    let sandbox = Sandbox::new();
    let rows = sandbox.succeed(&format!("{WALLS} -o -"));
    let with_walls = rows.lines().filter(|row| row.contains('x')).count();
    assert!(with_walls > 0 && with_walls < count_rows(&rows));
    for (name, tester, searcher) in
        [("rows.txt", "cat", "grep"), ("rows.txt.gz", "gzip -t", "zgrep"), ("rows.txt.bz2", "bzip2 -t", "bzgrep")]
    {
        sandbox.succeed(&format!("{WALLS} -o {name}"));
        assert!(sandbox.text(name) == rows, "{name}");
        assert!(
            sandbox.succeed(&format!("merge {name} --plain -o -")) == sandbox.succeed("merge rows.txt --plain -o -"),
            "{name}"
        );
        if sandbox.tool(searcher, "--version").is_some() {
            let found = sandbox.shell(&format!("{tester} {name} > out && {searcher} -c x {name}"));
            assert_eq!(found.has_code(0).out.trim(), with_walls.to_string(), "{name}");
            std::fs::remove_file(sandbox.path("out")).expect("removed");
        }
    }
    let names = ["rows.txt", "rows.txt.bz2", "rows.txt.bz2.json", "rows.txt.gz", "rows.txt.gz.json", "rows.txt.json"];
    assert_eq!(sandbox.names(), names);
}

#[test]
fn the_summary_holds_the_counters() {
    let sandbox = Sandbox::new();
    let lines =
        ["candidates                    695 of 695\n", "check                         passed: candidates and goal states"];
    sandbox.says("generate --size 4 --exhaustive --verbose --json summary.json -o rows.txt", lines);
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
fn candidates_are_pruned_and_the_rows_are_the_same() {
    const RUN: &str = "generate --size 4 --walls 0..2";
    let sandbox = Sandbox::new();
    let words = ["pruned without a search", "solvable clusters searched", "passed for candidates, searched and pruned together"];
    sandbox.says(&format!("{RUN} --verbose --json summary.json -o rows.txt"), words);
    let summary = sandbox.json("summary.json");
    assert!(summary["pruned"].as_u64() > Some(1000) && summary["exhaustive"] == false, "{summary}");
    assert_eq!((&summary["complete"], &summary["check"]), (&true.into(), &"passed_for_candidates".into()));
    sandbox.succeed(&format!("{RUN} --exhaustive -o all.txt"));
    assert_eq!(sandbox.text("rows.txt"), sandbox.text("all.txt"));
    let (pruned, exhaustive) = (sandbox.json("rows.txt.json"), sandbox.json("all.txt.json"));
    assert_eq!((&pruned["exhaustive"], &pruned["check"]), (&false.into(), &"passed_for_candidates".into()));
    assert_eq!((exhaustive.get("exhaustive"), &exhaustive["check"]), (None, &"passed".into()));
    assert_eq!(pruned["counts"]["pruned"], summary["pruned"]);
    // the exhaustive run's file is complete for the other run, but not the reverse
    sandbox.says(&format!("{RUN} -o all.txt"), ["all.txt", "--check"]);
    sandbox.refuses(&format!("{RUN} --exhaustive -o rows.txt"), 2, ["rows.txt"]);
}

#[test]
fn sorted_rows_are_in_the_published_order_and_compared_with_the_known_ones() {
    let sandbox = Sandbox::new();
    let run = "generate --size 5 --walls 0..2";
    let printed = sandbox.ends(&format!("{run} --sorted -o sorted.txt"), 0);
    printed.says(["7,320 puzzles are in sorted.txt", "verified one by one", "The hardest takes 21 moves"]);
    assert!(!printed.err.contains("pruned"), "counters only with --verbose: {}", printed.err);
    sandbox.says(&format!("{run} -o rows.txt"), ["7,320 puzzles are in rows.txt", "gridlock merge rows.txt"]);
    sandbox.says("merge rows.txt -o merged.txt", ["7,320 rows in merged.txt", "verified one by one", "21 moves"]);
    assert!(sandbox.bytes("sorted.txt") == sandbox.bytes("merged.txt"));
    assert_eq!(sandbox.json("sorted.txt.json")["order"], "published");
    // a stopped run goes on in the order that is asked for at its end
    sandbox.says(&format!("{run} --sorted -o sorted.txt"), ["complete already"]);
    sandbox.refuses(&format!("{run} --sorted -o rows.txt"), 2, ["rows.txt"]);
    sandbox.refuses("generate --size 4 --sorted -o -", 2, ["--sorted"]);
    sandbox.refuses("generate --size 4 --sorted -o rows.ranks", 2, ["--sorted"]);
    sandbox.says("generate --size 4 --shard 1/2 -o half.txt", ["shard 1/2", "gridlock merge"]);
    sandbox.succeed("verify sorted.txt --sample 20");
}

#[test]
fn a_shard_compares_its_candidates_with_the_exact_count() {
    let sandbox = Sandbox::after(&format!("{FIVE} --shard 1/3 --json summary.json -o rows.txt"));
    let json = sandbox.json("summary.json");
    assert_eq!((&json["shard"], &json["check"]), (&"1/3".into(), &"passed_for_candidates".into()));
    // 3 × 41,628 + 2: shards 0 and 1 have one more.
    assert_eq!(json["candidates"], 41_629);
}

#[test]
fn count_prints_text_and_json() {
    let sandbox = Sandbox::new();
    let text = sandbox.succeed("count --size 4 --walls 0");
    assert_eq!(text, "board        4×4, walls 0\nstates       9,304\ngoal states  2,896\ncandidates   695\n");
    let json = sandbox.answer("count --size 4 --walls 0..2 --json");
    assert_eq!((&json["size"], &json["walls"]), (&4.into(), &"0..2".into()));
    assert_eq!((&json["states"], json.get("by_walls")), (&(9_304 + 43_928 + 98_520).into(), None));
    let json = sandbox.answer("count --size 4 --walls 0..2 --per-walls --json");
    let of_walls = |k: usize, figure: &str| json["by_walls"][k][figure].as_u64().expect("a number");
    assert_eq!([0, 1, 2].map(|k| of_walls(k, "states")), [9_304, 43_928, 98_520]);
    assert_eq!([0, 1, 2].map(|k| of_walls(k, "candidates")), [695, 4_474, 13_357]);
    let text = sandbox.succeed("count --size 4 --walls 0..2 --per-walls");
    assert!(text.lines().last().is_some_and(|line| line.ends_with("13,357") && line.trim().starts_with("2 ")), "{text}");
}

/// Compares the rows of at least each number of moves with the filtered whole; returns how many comparisons had rows, but not
/// all.
fn compare(settings: &str, depths: impl Iterator<Item = u32>) -> usize {
    let sandbox = Sandbox::new();
    let rows = |options: &str| sandbox.succeed(&format!("generate {settings} {options} --quiet -o -"));
    let whole = rows("");
    let moves = |row: &str| row.split(' ').next().and_then(|moves| moves.parse::<u32>().ok()).expect("moves");
    let mut met = 0;
    for depth in depths {
        let expected: String = whole.lines().filter(|row| moves(row) >= depth).map(|row| format!("{row}\n")).collect();
        assert_eq!(rows(&format!("--moves {depth}..")), expected, "{settings} --moves {depth}..");
        met += usize::from(!expected.is_empty() && expected.len() < whole.len());
    }
    met
}

#[test]
fn rows_of_at_least_a_depth_are_those_of_the_whole_at_length() {
    assert_eq!(compare("--size 4 --walls 0..2", 0..=16), 6);
    assert_eq!(compare("--size 4 --walls 0..2 --metric steps", 0..=16), 8);
    assert_eq!(compare("--size 5", 0..=22), 19);
    assert_eq!(compare("--size 5 --walls 1 --metric steps --shard 3/40", 0..=30), 22);
    assert_eq!(compare("--size 6 --shard 5/2001", [20, 30, 40].into_iter()), 2);
    assert_eq!(compare("--size 6 --metric steps --shard 5/2001", [30, 40].into_iter()), 2);
}

#[test]
fn a_file_of_deep_rows_says_so() {
    let sandbox = Sandbox::new();
    for shard in 0..2 {
        sandbox.succeed(&format!("generate --size 5 --moves 15.. --shard {shard}/2 --quiet -o deep{shard}.txt"));
    }
    sandbox.succeed("generate --size 5 --moves 16.. --shard 1/2 --quiet -o other1.txt");
    assert!(sandbox.text("deep0.txt.json").contains("\"moves\": \"15..\""));
    sandbox.refuses("merge deep0.txt other1.txt -o mixed.txt", 2, ["15..", "16.."]);
    sandbox.refuses("generate --size 5 --moves 16.. --shard 0/2 -o deep0.txt", 2, ["deep0.txt"]);
    sandbox.succeed("merge deep0.txt deep1.txt -o deep.txt");
    sandbox.succeed("verify deep.txt");
    sandbox.succeed("merge deep0.txt deep1.txt -o deep.ranks");
    assert_eq!(sandbox.bytes("deep.ranks")[22], 0, "a rank file of a selection");
    assert_eq!(sandbox.succeed("merge --plain deep.ranks -o -"), sandbox.text("deep.txt"));
    for range in ["15", "..15", "3..15", "x.."] {
        sandbox.refuses(&format!("generate --size 4 --moves {range} -o no.txt"), 2, [range]);
    }
    // a row that is not deep enough
    let text = sandbox.text("deep.txt.json").replace("\"15..\"", "\"19..\"");
    sandbox.write("deep.txt.json", text);
    sandbox.alter_description("deep.txt", |_| {});
    sandbox.ends("verify deep.txt", 1).prints(["19.."]);
}

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

/// Each option of `select` takes rows of any rules, from text with its description and from ranks.
#[test]
fn rows_of_any_rules_are_chosen_solved_and_named() {
    let mut near = 0;
    for options in
        ["--size 4x5 --primary-row 2", "--size 5x4 --walls 0..1", "--size 5 --lengths 2..4", "--size 4 --primary-length 3"]
    {
        let sandbox = Sandbox::after(&format!("generate {options} --sorted --quiet -o rows.txt"));
        sandbox.succeed("select rows.txt --quiet -o rows.ranks");
        let rows = sandbox.text("rows.txt");
        let pieces = |row: &&str| board_of(row).chars().filter(|c| !"ox".contains(*c)).collect::<HashSet<char>>().len();
        let chosen = sandbox.succeed("select rows.txt --pieces 4.. --sort pieces -o -");
        assert_eq!(count_rows(&chosen), rows.lines().filter(|row| pieces(row) >= 4).count());
        // the answer may be that no row passes
        let select = |options: &str| {
            ["rows.txt", "rows.ranks"].map(|file| {
                let command = format!("select {file} --sort moves {options} --quiet -o -");
                let printed = Printed::of(&sandbox.gridlock(&command).output().expect("run"));
                assert!(printed.err.is_empty() || printed.err.contains("no row passes"), "{command}: {}", printed.err);
                printed.out
            })
        };
        let same = |options: &str| {
            let [of_text, of_ranks] = select(options);
            assert_eq!(of_text.lines().collect::<HashSet<_>>(), of_ranks.lines().collect::<HashSet<_>>(), "{options}");
            of_text
        };
        let (train, test) = (same("--split train --test-share 0.4"), same("--split test --test-share 0.4"));
        assert!(train.lines().chain(test.lines()).collect::<HashSet<_>>() == rows.lines().collect());
        // the cells of a place
        let width: usize = options[7..8].parse().expect("a digit");
        let has_car = |row: &&str| {
            let board = board_of(row);
            let cars = &board.as_bytes()[2 * width..3 * width];
            let count = |letter| board.bytes().filter(|&other| other == letter).count();
            cars.windows(2).any(|pair| pair[0] == pair[1] && !b"oxA".contains(&pair[0]) && count(pair[0]) == 2)
        };
        let placed = same("--place row3=car");
        assert_eq!(placed.lines().collect::<HashSet<_>>(), rows.lines().filter(has_car).collect(), "{options}");
        for format in ["--id --format csv", "--solve --format csv", "--solve --notation words --pieces-as-list --format jsonl"] {
            let table = same(&format!("--limit 30 {format}"));
            let ids: Vec<&str> =
                table.lines().filter(|_| format.starts_with("--id")).filter_map(|line| line.rsplit(',').next()).collect();
            for (id, row) in ids.iter().skip(1).zip(rows.lines()).take(5) {
                assert!(sandbox.succeed(&format!("solve {id}")).contains("moves"), "{id} of {row}");
            }
        }
        // boards of rows know their size from the file
        for file in ["rows.txt", "rows.ranks"] {
            sandbox.succeed(&format!("sheet {file} --limit 2 --place row1!=wall --force -o cards.svg"));
            sandbox.succeed(&format!("play {file} --limit 2 --distinct --force -o page.html"));
            let first = &objects(&sandbox.succeed(&format!("analyse {file} --json")))[0];
            let row =
                rows.lines().find(|row| first["board"].as_str().is_some_and(|board| board == board_of(row))).expect("a row");
            assert_eq!(first["depth"].as_u64(), row.split(' ').next().and_then(|moves| moves.parse().ok()), "{options} {file}");
        }
        // what is left is no near-duplicate of what came before, so leaving these out once more changes nothing
        sandbox.succeed("select rows.txt --distinct --quiet -o distinct.txt");
        let size = options.split(' ').nth(1).expect("a size");
        let again = sandbox.succeed(&format!("select distinct.txt --size {size} --distinct --quiet -o -"));
        assert_eq!(again, sandbox.text("distinct.txt"));
        near += count_rows(&rows) - count_rows(&again);
    }
    assert!(near > 1000, "{near}");
    // without a description the size must be said
    let sandbox = Sandbox::after("generate --size 4x5 --primary-row 2 --quiet -o rows.txt");
    std::fs::remove_file(sandbox.path("rows.txt.json")).unwrap();
    for command in ["stats rows.txt", "select rows.txt -o -"] {
        sandbox.refuses(command, 2, ["is not square"]);
    }
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
}
