//! `--metric steps` from outside: what files say about it, and what is refused.
use crate::{Sandbox, count_rows};

#[test]
fn a_file_by_steps_says_so_and_is_verified_by_steps() {
    let sandbox = Sandbox::new();
    sandbox.says("generate --size 5 --metric steps --verbose -o steps.txt", [", depths in steps\n"]);
    assert!(count_rows(&sandbox.text("steps.txt")) > 1_000);
    assert!(sandbox.text("steps.txt.json").contains("\"metric\": \"steps\""));
    assert!(sandbox.succeed("verify steps.txt").is_empty());
    assert!(sandbox.succeed("verify steps.txt --metric steps").is_empty());
    sandbox.refuses("verify steps.txt --metric moves", 2, ["steps"]);
    sandbox.refuses("generate --size 5 --quiet -o steps.txt", 2, ["steps.txt"]);
    // without its description the file counts what the caller says
    std::fs::remove_file(sandbox.path("steps.txt.json")).expect("removed");
    sandbox.succeed("merge steps.txt -o sorted.txt");
    assert!(sandbox.succeed("verify sorted.txt --metric steps").is_empty());
    sandbox.ends("verify sorted.txt --limit 1000000", 1).prints(["wrong moves: it takes "]);
    // the other metric gives other rows
    sandbox.succeed("generate --size 5 --quiet -o moves.txt");
    assert!(!sandbox.text("moves.txt.json").contains("metric"), "descriptions of moves stay as they are");
    assert!(sandbox.succeed("verify moves.txt").is_empty());
    sandbox.fail("verify moves.txt --metric steps", 2);
}

/// The hardest 6×6 board without walls by steps (Collette, Raskin, Servais 2007), and the row of its cluster.
#[test]
fn the_hardest_row_by_steps_is_verified() {
    let row = "93 BBBKLMHCCKLMHoAALMDDJooooIJoEEoIFFGG 24132";
    let sandbox = Sandbox::with("row.txt", format!("{row}\n"));
    let json = sandbox.answer("analyse BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM --metric steps --json");
    assert_eq!((&json["metric"], &json["unsolved_depth"], &json["row"]), (&"steps".into(), &93.into(), &row.into()));
    assert!(sandbox.succeed("verify row.txt --metric steps").is_empty());
    sandbox.ends("verify row.txt", 1).prints(["wrong moves: it takes 49"]);
    sandbox.write("row.txt", row.replacen("93", "92", 1) + "\n");
    sandbox.ends("verify row.txt --metric steps", 1).prints(["line 1: wrong steps: it takes 93"]);
}

#[test]
fn two_metrics_are_neither_merged_nor_counted_together() {
    let sandbox = Sandbox::after("generate --size 4 --shard 0/2 --metric steps --quiet -o a.txt");
    sandbox.succeed("generate --size 4 --shard 1/2 --metric steps --quiet -o b.txt");
    sandbox.succeed("generate --size 4 --shard 1/2 --quiet -o c.txt");
    sandbox.refuses("merge a.txt c.txt -o merged.txt", 2, ["a.txt", "c.txt", "steps"]);
    // a file without description does not change that
    sandbox.write("d.txt", "");
    sandbox.refuses("merge a.txt c.txt d.txt -o merged.txt", 2, ["moves", "steps"]);
    sandbox.refuses("stats a.txt c.txt", 2, ["a.txt", "c.txt"]);
    sandbox.succeed("merge a.txt b.txt -o merged.txt");
    assert!(sandbox.text("merged.txt.json").contains("\"metric\": \"steps\""));
    assert!(sandbox.succeed("verify merged.txt").is_empty());
    sandbox.ends("stats merged.txt", 0).prints(["\n steps         rows\n", " steps, "]);
    assert_eq!(sandbox.answer("stats merged.txt --json")["metric"], "steps");
    sandbox.succeed("stats merged.txt -o stats.html");
    assert!(sandbox.text("stats.html").contains("Rows by number of steps"));
}

#[test]
fn plans_name_the_metric() {
    let sandbox = Sandbox::new();
    let plan = "plan --size 4 --metric steps --seconds 0.2 --threads 1";
    sandbox.ends(plan, 0).prints(["4×4, walls 0, depths in steps\n"]);
    assert_eq!(sandbox.answer(&format!("{plan} --json"))["metric"], "steps");
}

#[test]
fn a_table_by_steps_calls_its_column_steps_and_is_read_by_steps() {
    let sandbox = Sandbox::after("generate --size 4 --metric steps --quiet -o steps.txt");
    sandbox.succeed("merge steps.txt -o sorted.txt");
    let rows = sandbox.text("sorted.txt");
    for table in ["t.csv", "t.jsonl", "t.json"] {
        sandbox.succeed(&format!("select sorted.txt -o {table}"));
        let text = sandbox.text(table);
        assert!(text.contains("steps") && !text.contains("moves"), "{text}");
        assert_eq!(sandbox.succeed(&format!("merge {table} -o -")), rows, "{table}");
        // without a description the table says what it counts
        sandbox.succeed(&format!("verify {table}"));
        sandbox.refuses(&format!("verify {table} --metric moves"), 2, ["steps"]);
        let solved = sandbox.succeed(&format!("select {table} --solve --format csv --quiet"));
        assert!(solved.starts_with("steps,board,cluster_size,"), "{solved}");
        for line in solved.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields[0], fields[10], "the steps of the row are its fewest steps: {line}");
        }
        sandbox.succeed(&format!("play {table} --force -o page.html"));
        assert!(sandbox.text("page.html").contains("\"metric\":\"steps\""), "{table}");
    }
    // with answers it still is a table by steps
    sandbox.write("capitals.csv", sandbox.text("t.csv").replacen("steps,board", "Steps,Board", 1));
    for table in ["t.csv", "capitals.csv"] {
        sandbox.succeed(&format!("solve {table} -o answers.csv --force"));
        assert!(sandbox.text("answers.csv").contains(",solved_moves,"));
        assert_eq!(sandbox.succeed("merge answers.csv -o -"), rows);
        sandbox.succeed("verify answers.csv");
    }
    sandbox.succeed("generate --size 4 --quiet -o moves.txt");
    assert!(sandbox.succeed("select moves.txt --format csv --quiet").starts_with("moves,board,"));
    sandbox.refuses("select moves.txt steps.txt --format csv", 2, ["metric"]);
}
