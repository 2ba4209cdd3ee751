//! Rank files: written by every command that writes rows, and read in place of the text. The built-in databases in every command:
//! one that needs a few rows finds only these, and knows how hard a board is among all.
use crate::Running;
use crate::{Sandbox, numbers, objects};
use rustix::process::Signal;
#[cfg(feature = "database")]
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// A sandbox with the rows of a size as text in the published order, and as a rank file.
fn sandbox(size: u8, walls: &str) -> Sandbox {
    let sandbox = Sandbox::after(&format!("generate --size {size} --walls {walls} --quiet -o found.txt"));
    sandbox.succeed("merge found.txt -o rows.txt");
    sandbox.succeed("merge found.txt -o rows.ranks");
    sandbox
}

#[test]
fn the_text_comes_back() {
    let sandbox = sandbox(5, "0");
    sandbox.succeed("merge rows.ranks -o back.bz2");
    assert_eq!(sandbox.text("back.bz2"), sandbox.text("rows.txt"));
    // through standard input, and compressed once more
    assert_eq!(sandbox.shell("{} merge - -o - < rows.ranks").has_code(0).out, sandbox.text("rows.txt"));
    // every way to write ranks gives the same bytes
    sandbox.succeed("generate --size 5 --quiet -o generated.ranks");
    sandbox.succeed("select rows.txt --moves 0.. -o selected.ranks");
    let bytes = sandbox.bytes("rows.ranks");
    assert_eq!(sandbox.bytes("generated.ranks"), bytes);
    assert_eq!(bytes[22], 1, "a whole database");
    let selected = sandbox.bytes("selected.ranks");
    assert_eq!((selected[22], &selected[28..68]), (0, &bytes[28..68]));
    assert!(bytes.len() * 12 < sandbox.text("rows.txt").len());
    // the same command finds its output complete, and verify agrees with the description
    sandbox.says("generate --size 5 -o generated.ranks --check", ["1,730"]);
    sandbox.says("verify generated.ranks --sample 50", ["no fault"]);
}

#[test]
fn shards_merge_to_the_whole() {
    let sandbox = Sandbox::new();
    for shard in 0..3 {
        sandbox.succeed(&format!("generate --size 4 --walls 0..1 --shard {shard}/3 --quiet -o {shard}.ranks"));
    }
    sandbox.says("merge 0.ranks 1.ranks 2.ranks -o all.ranks", ["complete, "]);
    sandbox.succeed("generate --size 4 --walls 0..1 --quiet -o whole.ranks");
    assert_eq!(sandbox.bytes("all.ranks"), sandbox.bytes("whole.ranks"));
    sandbox.fail("merge 0.ranks 0.ranks --plain -o twice.ranks", 2);
}

#[test]
fn commands_read_ranks_like_text() {
    let sandbox = sandbox(5, "0");
    for command in [
        "select FILE --walls 0 --pieces ..7 --trucks 2 --format csv -o -",
        "select FILE --moves 18.. --solve --format jsonl -o -",
        "stats FILE",
    ] {
        let of = |file: &str| sandbox.succeed(&command.replace("FILE", file));
        let text = of("rows.txt");
        assert!(text.lines().count() > 3, "{command}");
        assert_eq!(of("rows.ranks"), text, "{command}");
    }
    sandbox.says("select rows.ranks --moves 18.. -o none.txt", ["of 1,730 rows; "]);
    // by steps, which the file says
    sandbox.succeed("generate --size 4 --metric steps --quiet -o steps.ranks");
    std::fs::remove_file(sandbox.path("steps.ranks.json")).expect("removed");
    assert_eq!(sandbox.succeed("stats steps.ranks"), sandbox.succeed("stats steps.ranks --metric steps"));
    sandbox.refuses("stats steps.ranks --metric moves", 2, ["--metric"]);
    sandbox.says("verify steps.ranks", ["no fault"]);
}

#[test]
fn verify_finds_only_the_rows_of_its_sample() {
    let sandbox = sandbox(5, "0");
    let sample = sandbox.succeed("select rows.ranks --sample 20 --seed 7 -o -");
    let states: u64 = sample.lines().map(|row| row.parse::<gridlock::Puzzle>().expect("a row").cluster_size).sum();
    let verify = "verify rows.ranks --sample 20 --seed 7 --json";
    let is_sound = |command: &str, analysed: u64| {
        let summary = objects(&sandbox.ends(command, 0).out).pop().expect("a summary");
        assert_eq!((&summary["rows"], &summary["analysed"]), (&1730.into(), &analysed.into()));
        summary["states"].as_u64().expect("a number")
    };
    assert_eq!(is_sound(verify, 20), states);
    assert_eq!(is_sound("verify rows.ranks --sample 5000 --json", 1730), is_sound("verify rows.ranks --json", 1730));
    // the hash of all rows needs all rows
    sandbox.alter_description("rows.ranks", |description| description["rows"]["sha256"] = "0".repeat(64).into());
    is_sound(verify, 20);
    sandbox.ends("verify rows.ranks", 1).prints(["SHA-256 of the rows"]);
    sandbox.ends("verify rows.ranks --sample 5000", 1).prints(["SHA-256 of the rows"]);
    sandbox.alter_description("rows.ranks", |description| description["rows"]["lines"] = 1729.into());
    sandbox.ends(verify, 1).prints(["rows: 1730, but the description says 1729"]);
}

#[test]
fn damage_and_rows_without_a_rank_are_refused() {
    let sandbox = sandbox(4, "0..1");
    let bytes = sandbox.bytes("rows.ranks");
    for (place, what) in [(0, ""), (18, "header"), (90, "block 0"), (bytes.len() - 30, "index")] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        sandbox.write("damaged.ranks", &damaged);
        for command in ["merge -o out.txt", "select -o out.txt", "stats -o out.json", "verify"] {
            sandbox.refuses(&format!("{command} damaged.ranks"), 2, [what, "damaged.ranks"]);
        }
    }
    sandbox.write("text.ranks", sandbox.text("rows.txt"));
    sandbox.refuses("merge text.ranks -o out.txt", 2, ["text.ranks"]);
    let row = "09 oBBoAAoCoooCoooo 19";
    sandbox.write("foreign.txt", format!("{row}\n"));
    sandbox.refuses("merge foreign.txt -o out.ranks", 2, [row]);
}

#[cfg(feature = "database")]
#[test]
fn the_name_of_a_database_means_it_even_if_there_is_such_a_file() {
    let sandbox = Sandbox::after("generate --size 4 --walls 0..2 --quiet -o 4.ranks");
    sandbox.write("@rush4", "07 AAooBBooooooxooo 3\n");
    assert_eq!(sandbox.succeed("merge @rush4 -o -"), sandbox.succeed("merge 4.ranks -o -"));
    assert_eq!(sandbox.succeed("merge ./@rush4 -o -"), "07 AAooBBooooooxooo 3\n");
}

#[cfg(feature = "database")]
#[test]
fn a_database_is_played_and_printed_like_its_rows() {
    let sandbox = Sandbox::after("merge @rush5 -o 5.txt");
    let json = |command: &str| {
        let summary = sandbox.answer(command);
        ["puzzles", "read", "passed", "left_out"].map(|name| summary[name].as_u64().expect("a number"))
    };
    let filters = "--moves 12..14 --pieces ..9 --walls 1..";
    sandbox.succeed("merge 5.txt -o 5.ranks");
    for (file, filters, options) in [
        ("@rush5", filters, "--limit 20"),
        ("@rush5", filters, "--cluster-size 100..300"),
        ("@rush5", filters, "--split train"),
        ("5.ranks", "--moves 15..", "--inventory box"),
    ] {
        let of_ranks = json(&format!("play {file} {filters} {options} --title Five --json --force -o ranks.html"));
        let of_rows = json(&format!("play 5.txt {filters} {options} --title Five --json --force -o rows.html"));
        assert_eq!(of_ranks, of_rows, "{options}");
        assert!(of_ranks[0] >= 10 && of_ranks[2] < 7_320, "{of_ranks:?}");
        assert_eq!(sandbox.text("ranks.html"), sandbox.text("rows.html"), "{options}");
    }
    sandbox.refuses("play @rush5 --moves 90.. -o none.html", 1, ["7,320"]);
    sandbox.succeed("sheet @rush5 --moves 21 --limit 4 -o cards.svg");
    assert!(sandbox.succeed("solve @rush4").lines().count() >= 32);
}

/// The hardest rows of 6×6 with more than two walls in the program are those of `docs/maxima.csv`. Tests of `ranks::built_in` have the
/// hashes of all rows.
#[test]
fn rows_with_more_walls_are_those_of_the_maxima_at_length() {
    let sandbox = Sandbox::new();
    let maxima = include_str!("../../docs/maxima.csv").lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let mut numbers = 0;
    for entry in maxima {
        let [size, walls, metric, pieces, rows, _, maximum, reached_by, board, cluster_size, ..] = entry[..] else {
            panic!("10 fields: {entry:?}");
        };
        if (size, metric, pieces) != ("6", "moves", "") || ["0", "1", "2"].contains(&walls) || rows == "0" {
            continue;
        }
        let select = format!("select @rush6-all --walls {walls} --quiet");
        let hardest = sandbox.succeed(&format!("{select} --moves {maximum}.. -o -"));
        assert_eq!(hardest.lines().count().to_string(), reached_by);
        assert_eq!(hardest.lines().next(), Some(&*format!("{maximum:0>2} {board} {cluster_size}")));
        numbers += 1;
    }
    assert_eq!(numbers, 7, "3 to 9 walls");
}

/// The cells of the table below a heading of a document, without commas and backquotes.
#[cfg(feature = "database")]
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split(&format!("\n{heading}\n")).nth(1).expect("a section").split("\n#").next().expect("its text");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")).skip(1);
    rows.map(|row| row.split(" | ").map(|cell| cell.trim().replace([',', '`'], "")).collect()).collect()
}

/// The rows of 7×7 in the program are those of `data/seven`, and docs/SEVEN.md and docs/MAXIMA.md have their numbers.
#[cfg(feature = "database")]
#[test]
fn the_rows_of_7x7_are_those_that_are_filed() {
    const FILED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/seven/rows.txt.bz2");
    let sandbox = Sandbox::new();
    let stats = |file: &str| sandbox.answer(&format!("stats {file} --json"));
    let (filed, built_in) = (stats(FILED), stats("@rush7-60 --without-states"));
    for counted in ["moves", "pieces", "cars", "trucks"] {
        assert_eq!(built_in[counted], filed[counted], "{counted}");
    }
    assert_eq!(filed["all"]["rows"], 200_756);
    let rows = sandbox.succeed(&format!("select {FILED} -o -"));
    let rows: HashSet<&str> = rows.lines().collect();
    let sample =
        sandbox.succeed("select @rush7-60 --sample 30 --seed 66 -o -") + &sandbox.succeed("select @rush7-60 --moves 142.. -o -");
    assert_eq!((rows.len(), sample.lines().filter(|row| rows.contains(row)).count()), (200_756, 34));

    let (seven, maxima) = (include_str!("../../docs/SEVEN.md"), include_str!("../../docs/MAXIMA.md"));
    let shown = table(seven, "## How many of each number of moves").into_iter().flat_map(|cells| {
        let tens: u64 = cells[0].split(' ').next().expect("a word").parse().expect("a number of moves");
        (tens..).zip(cells.into_iter().skip(1)).filter(|(_, cell)| !cell.is_empty())
    });
    let by_moves = filed["moves"].as_object().expect("by moves").iter();
    let by_moves: BTreeMap<u64, String> =
        by_moves.map(|(moves, rows)| (moves.parse().expect("moves"), rows.to_string())).collect();
    assert!(shown.eq(by_moves));
    let hardest = filed["hardest_of"].as_array().expect("by pieces").iter().map(|part| {
        let numbers = ["pieces", "rows", "deepest", "reached_by"].map(|name| part[name].to_string());
        let row = part["row"].as_str().expect("a row").split(' ').skip(1).map(str::to_owned);
        numbers.into_iter().chain(row).collect::<Vec<_>>()
    });
    assert!(table(maxima, "### 7×7 from 60 moves").into_iter().eq(hardest));
}

/// A board of 7×7 is known like one of 6×6, if it is one of the hard ones; others are not compared with these.
#[cfg(feature = "database")]
#[test]
fn analyse_knows_the_hard_boards_of_7x7() {
    let sandbox = Sandbox::new();
    let board = "BBMCCQSJoMDDQSJoEEORTAAoNORTFFFNPooKLooPGGKLHHHII"; // the hardest, upside down
    let known = sandbox.answer(&format!("analyse {board} --json"));
    assert_eq!(
        (&known["database"], &known["row_at_least_as_hard"], &known["depth"]),
        (&"@rush7-60".into(), &2.into(), &145.into())
    );
    assert!(known["compared_with"].is_null(), "the rows below 60 moves are not in it");
    let text = sandbox.succeed(&format!("analyse {board}"));
    assert!(text.contains("harder than 99.99 % of the 200,756 rows of @rush7-60; one other is at least as hard"), "{text}");
    let easy = "oooooooooooooooooooooAAoooooooooooooooooooooooooo";
    let unknown = sandbox.answer(&format!("analyse {easy} --json"));
    assert!(unknown["row"].is_string() && unknown["database"].is_null() && unknown["compared_with"].is_null());
    assert!(sandbox.succeed(&format!("analyse {easy}")).contains("7×7 without walls from 60 moves"));
}

/// `generate` takes the ranks from its search; `merge` explores the cluster of each row again.
#[test]
fn generated_ranks_are_those_that_merge_finds() {
    let sandbox = Sandbox::new();
    for (run, plain, least) in [
        ("--size 4 --walls 0..14", "", 32),
        ("--size 4 --walls 1 --metric steps", "", 0),
        ("--size 5 --walls 0..2 --shard 1/3", "--plain", 2000),
        ("--size 5 --walls 0..1 --metric steps --shard 2/5", "", 300),
        ("--size 5 --moves 15..", "", 1),
    ] {
        let partial = if run.contains("steps --shard") { "--partial" } else { plain };
        sandbox.succeed(&format!("generate {run} --quiet --force -o rows.txt"));
        sandbox.succeed(&format!("generate {run} --quiet --force -o known.ranks"));
        sandbox.succeed(&format!("merge rows.txt {partial} --force -o found.ranks"));
        assert!(sandbox.bytes("known.ranks") == sandbox.bytes("found.ranks"), "{run}");
        let rows = sandbox.text("rows.txt").lines().count();
        assert!(rows >= least, "{run}: {rows} rows");
    }
}

#[test]
fn the_name_of_an_output_agrees_with_its_format() {
    let sandbox = Sandbox::after("generate --size 4 --quiet -o rows.txt");
    for (command, name) in [
        ("select rows.txt --format csv -o out.ranks", "csv"),
        ("select rows.txt --format json -o out.csv.gz", "json"),
        ("select rows.txt --format csv -o out.parquet", "parquet"),
        ("select rows.txt --format jsonl -o out.ranks", "jsonl"),
        ("select rows.txt --format rows -o out.csv", "rows"),
        ("stats rows.txt -o out.gz", ".html"),
        ("play rows.txt -o out.ranks", ".html"),
        ("hunt --size 8 --evaluations 1 -o out.ranks", "ranks"),
    ] {
        sandbox.refuses(command, 2, [name]);
    }
    sandbox.succeed("select rows.txt --format csv -o out.txt");
    sandbox.succeed("select rows.txt --format csv -o out.gz");
    assert!(sandbox.names().iter().all(|name| !name.ends_with(".ranks")), "{:?}", sandbox.names());
}

#[test]
fn the_first_rows_come_before_the_others_are_found_at_length() {
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
