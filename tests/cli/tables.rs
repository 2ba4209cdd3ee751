//! Every command that reads rows or boards reads the tables that `select` writes, and lists of vehicles wherever a board is.
use crate::{Printed, Sandbox, objects};
use serde_json::Value;

const ROWS: &str = include_str!("../../data/rows45.txt");
const LIST: &str = "id,orientation,col,row,length\n";

/// The tables that this build can write, made from rows in the published order.
fn sandbox() -> (Sandbox, Vec<&'static str>) {
    let sandbox = Sandbox::with("rows.txt", ROWS);
    sandbox.succeed("merge rows.txt --plain -o small.txt");
    // The rows of small clusters, so that solving them takes little time.
    let is_small = |row: &&str| row.split(' ').nth(2).is_some_and(|size| size.len() < 4);
    let small: String = sandbox.text("small.txt").lines().filter(is_small).map(|row| format!("{row}\n")).collect();
    assert!(small.lines().count() > 10);
    sandbox.write("small.txt", small);
    let mut tables = vec!["rows.csv", "rows.jsonl", "rows.json"];
    for table in &tables {
        sandbox.succeed(&format!("select small.txt -o {table}"));
    }
    sandbox.succeed("select small.txt --solve -o solved.jsonl");
    sandbox.succeed("select small.txt --solve -o solved.csv");
    tables.extend(["solved.jsonl", "solved.csv"]);
    (sandbox, tables)
}

#[test]
fn every_command_reads_what_select_writes() {
    let (sandbox, tables) = sandbox();
    // Commands whose output does not name the input, with that output for the rows.
    let commands =
        ["stats", "merge -o -", "select -o -", "select --sample 5 --seed 3 -o -", "levels", "analyse", "verify --json"];
    let of_rows = commands.map(|command| sandbox.succeed(&format!("{command} small.txt")));
    assert_eq!(of_rows[2], sandbox.text("small.txt"));
    for table in tables {
        for (command, expected) in commands.iter().zip(&of_rows) {
            assert_eq!(sandbox.succeed(&format!("{command} {table}")), *expected, "gridlock {command} {table}");
        }
        let solved = sandbox.succeed(&format!("solve {table} --json"));
        let moves = |text: &str| objects(text).iter().map(|found| found["moves"].as_u64()).collect::<Vec<_>>();
        assert_eq!(moves(&solved), moves(&sandbox.succeed("solve small.txt --json")), "{table}");
        for command in ["sheet -o sheet.svg --force", "render -o board.svg --force", "graph -o graph.dot --force"] {
            sandbox.succeed(&format!("{command} {table}"));
        }
    }
}

#[test]
fn tables_are_recognised_by_their_content_from_a_pipe_and_compressed() {
    let (sandbox, tables) = sandbox();
    let expected = sandbox.succeed("stats small.txt");
    for table in tables {
        assert_eq!(sandbox.shell(&format!("{{}} stats - < {table}")).has_code(0).out, expected, "{table}");
        sandbox.write("no-ending", sandbox.bytes(table));
        assert_eq!(sandbox.succeed("stats no-ending"), expected, "{table}");
        if sandbox.tool("gzip", &format!("-k {table}")).is_some() {
            assert_eq!(sandbox.succeed(&format!("stats {table}.gz")), expected, "{table}.gz");
        }
    }
}

#[test]
fn a_table_without_rows_is_refused_with_the_reason() {
    let sandbox = Sandbox::new();
    for (name, text, words) in [
        ("a.csv", "board,moves\nAAoooooooooooooo,3\n", "a.csv, line 2: there is no cluster_size"),
        ("b.csv", "moves,board,cluster_size\n3,AAoooooooooooooo,x\n", "b.csv, line 2: \"x\" in the column cluster_size"),
        ("c.jsonl", "{\"board\":\"AAoooooooooooooo\"}\n", "c.jsonl, line 1: there is no moves"),
        ("d.jsonl", "{\"board\":\n", "d.jsonl, line 1: EOF"),
        ("e.csv", "id,orientation,col,row,length\nA,H,1,3,2\n", "e.csv: it is a list of the vehicles of one board, not rows"),
        ("f.csv", "moves,board,cluster_size\n3,AAoooo,7\n", "f.csv, line 2: the board has 6 cells"),
    ] {
        sandbox.write(name, text);
        for command in ["stats", "verify", "merge -o new.txt", "select -o new.txt"] {
            let solves_boards = ["stats", "select -o new.txt"].contains(&command) && ["c.jsonl", "e.csv"].contains(&name);
            if command == "verify" && name == "f.csv" || solves_boards {
                continue; // a fault, not an error, or boards
            }
            sandbox.refuses(&format!("{command} {name}"), 2, [words]);
        }
    }
    // Boards need less than rows.
    sandbox.write("boards.csv", "board,name\n....AA..........,the first\n");
    assert!(sandbox.succeed("solve boards.csv").starts_with("the first: ....AA.........."));
}

/// Each was once read as fewer rows, or as other rows.
#[test]
fn a_table_that_is_cut_or_has_gaps_is_refused() {
    let sandbox = Sandbox::with("rows.txt", ROWS);
    sandbox.succeed("select rows.txt -o rows.json");
    let whole = sandbox.text("rows.json");
    let lines: Vec<&str> = whole.lines().collect();
    let without_end = lines[..lines.len() - 1].join("\n");
    let cut_after_comma = lines[..5].join("\n");
    let without_commas = whole.replace("},\n", "}\n");
    let with_more = format!("{whole}{}\n", lines[1].trim_end_matches(','));
    for (text, key) in [
        (&without_end, "truncated"),
        (&cut_after_comma, "truncated"),
        (&without_commas, "line 3"),
        (&with_more, "something follows"),
    ] {
        sandbox.write("wrong.json", text);
        for command in ["merge -o new.txt", "stats", "verify", "select -o new.txt", "solve -o new.jsonl"] {
            sandbox.refuses(&format!("{command} wrong.json"), 2, [key]);
        }
    }
    // Records may stand anywhere in their array.
    sandbox.write("wide.json", whole.replace(",\n", ", ").replace(",\"board\"", ",\n\"board\""));
    assert_eq!(sandbox.succeed("stats wide.json"), sandbox.succeed("stats rows.txt"));
    // The quote in line 3 takes the rest of the table.
    let csv = "moves,board,cluster_size,name\n02,oBBoAAoCoooCoooo,19,a\n03,BBoDAAoDooooooCC,48,\"b\n02,oBBoAAoCoooCoooo,20,c\n";
    sandbox.write("quote.csv", csv);
    for command in ["merge -o new.txt", "solve"] {
        sandbox.refuses(&format!("{command} quote.csv"), 2, ["line 3"]);
    }
    sandbox.write("quote.csv", csv.replace("\"b\n", "\"b\"\"\nc\"\n"));
    sandbox.succeed("merge quote.csv -o new.txt");
}

/// They were read as floating-point numbers.
#[test]
fn other_columns_keep_their_bytes() {
    let sandbox = Sandbox::new();
    let others = r#""big":18446744073709551616,"power":1e2,"zero":1.0,"text":"\u00e9\/","list":[1, 2.50]"#;
    sandbox.write("in.jsonl", format!("{{\"board\":\"oBBoAAoCoooCoooo\",{others}}}\n"));
    sandbox.succeed("solve in.jsonl -o out.jsonl");
    assert!(sandbox.text("out.jsonl").contains(&format!("{others},\"moves\":2,\"steps\":3,")));
    sandbox.succeed("solve in.jsonl -o out.csv");
    assert!(sandbox.text("out.csv").contains(",18446744073709551616,1e2,1.0,é/,\"[1, 2.50]\",2,3,"));
}

#[test]
fn formats_that_are_only_written_are_named_with_a_way_to_convert_them() {
    let sandbox = Sandbox::new();
    for (start, tool) in [("SQLite format 3\0", "sqlite3 -header -csv"), ("PAR1\u{15}", "duckdb -c")] {
        sandbox.write("table", start);
        for command in ["stats", "solve", "merge -o new.txt", "verify", "select -o new.txt"] {
            sandbox.refuses(&format!("{command} table"), 2, [tool]);
        }
    }
}

#[test]
fn a_list_of_vehicles_is_a_board_for_every_command() {
    let sandbox = Sandbox::new();
    //   . B B .        A is the taxi, B the bus, C the van
    //   A A . C
    //   . . . C
    //   . . . .
    sandbox.write("cars.csv", format!("{LIST}bus,H,2,1,2\ntaxi,H,1,2,2\nvan,V,4,2,2\n"));
    sandbox.write("cars.txt", sandbox.bytes("cars.csv"));
    let found = sandbox.answer("solve cars.csv --size 4 --primary taxi --json");
    assert_eq!((&found["board"], &found["name"]), (&"oBBoAAoCoooCoooo".into(), &"cars.csv".into()));
    assert_eq!(found["solution"], serde_json::json!(["van+1", "taxi+2"]));
    assert_eq!(found["names"], serde_json::json!({ "A": "taxi", "B": "bus", "C": "van" }));
    assert_eq!(found["cluster_size"], 19, "a list is one board, whose small cluster is shown");
    for name in ["cars.csv", "cars.txt"] {
        let given = format!("{name} --size 4 --primary taxi");
        assert_eq!(sandbox.succeed(&format!("levels {given}")), sandbox.succeed("levels oBBoAAoCoooCoooo"));
        let analysis = |arguments: &str| -> Value { sandbox.answer(&format!("analyse {arguments} --json")) };
        let (mut of_list, of_board) = (analysis(&given), analysis("oBBoAAoCoooCoooo"));
        assert_eq!(of_list["superfluous"][0]["name"], "bus");
        of_list["superfluous"][0]["name"] = "B".into();
        assert_eq!(of_list, of_board);
        assert!(sandbox.succeed(&format!("render {given} --labels -o -")).contains("\ntaxi\n"));
        assert!(sandbox.succeed(&format!("graph {given} -o -")).contains("tooltip=\"oBBoAAoCoooCoooo, depth 2\""));
        sandbox.succeed(&format!("sheet {given} --force -o cards.svg"));
        assert!(sandbox.text("cards-solutions.svg").contains("\ntaxi\n"));
        sandbox.succeed(&format!("sheet {given} --notation distance --force -o cards.svg"));
        assert!(sandbox.text("cards-solutions.svg").contains("van+1 taxi+2"));
    }
    sandbox.refuses("analyse cars.csv", 2, ["cars.csv", "'A'"]);
}

#[test]
fn boards_are_found_in_the_columns_of_other_tables() {
    let sandbox = Sandbox::new();
    let (two, three) = ("oBBoAAoCoooCoooo", "BBoDAAoDooooooCC");
    let moves = |arguments: &str| -> Vec<Option<u64>> {
        let printed = Printed::of(&sandbox.run(&format!("{arguments} --json")));
        objects(&printed.out).iter().map(|found| found["moves"].as_u64()).collect()
    };
    let both = [Some(2), Some(3)];
    // one column alone, with and without a byte order mark
    for name in ["one.csv", "one.txt"] {
        sandbox.write(name, format!("\u{feff}Board\r\n{two}\r\n{three}\r\n"));
        assert_eq!(moves(&format!("solve {name}")), both, "{name}");
    }
    sandbox.write("named.csv", format!("puzzle\n{two}\n{three}\n"));
    assert_eq!(moves("solve named.csv --board puzzle"), both);
    sandbox.refuses("solve named.csv", 2, ["--board"]);
    // a column of another name, by its content, with any separator
    for separator in [",", ";", "\t", "|"] {
        let text = format!("id,start,min\n1,{two},2\n2,{three},3\n").replace(',', separator);
        for name in ["other.csv", "other.txt"] {
            sandbox.write(name, &text);
            assert_eq!(moves(&format!("solve {name}")), both, "{text}");
        }
        sandbox.succeed("play other.csv --force -o page.html");
        assert!(sandbox.succeed("levels other.csv").starts_with("    0"), "{text}");
    }
    // `board` is the column, even if other columns hold more boards
    sandbox.write("final.csv", format!("board,final\nBADBADBADBADBADB,{two}\n{two},{three}\n"));
    assert_eq!(moves("solve final.csv").last(), Some(&Some(2)));
    sandbox.write("final.csv", sandbox.text("final.csv").replace("board", "Board"));
    assert_eq!(moves("solve final.csv").last(), Some(&Some(2)));
    // a column that a list of vehicles has as well
    sandbox.write("facing.csv", format!("board,orientation\n{two},H\n{three},H\n"));
    assert_eq!(moves("solve facing.csv --board board"), both);
    sandbox.write("capitals.csv", format!("Moves,Board,Cluster_Size,Name\n2,{two},19,Jam\n"));
    assert!(sandbox.succeed("solve capitals.csv --json").contains("\"name\":\"Jam\""));
    sandbox.refuses("analyse other.csv --board grid", 2, ["other.csv", "grid", "id, start, min"]);
    sandbox.refuses("solve other.csv --board id", 2, ["16"]);
    sandbox.write("none.csv", "id,min\n1,2\n");
    sandbox.refuses("levels none.csv", 2, ["none.csv", "(id, min)", "--board"]);
    sandbox.write("text.txt", format!("{two}\n"));
    sandbox.refuses("solve text.txt --board puzzle", 2, []);
    // boards with commas in their names are not a table
    sandbox.write("hand.txt", format!("{two} the first, by hand\n{three} the second, by hand\n"));
    assert_eq!(moves("solve hand.txt"), both);
}

#[test]
fn a_ragged_record_is_reported_and_the_others_are_solved() {
    let sandbox = Sandbox::new();
    for end in ["\n", "\r\n"] {
        let text = "board,n\noBBoAAoCoooCoooo,2\noBBoAAoCoooCoooo\nBBoDAAoDooooooCC,3,4\nBBoDAAoDooooooCC,3\n";
        sandbox.write("ragged.csv", text.replace('\n', end));
        let printed = sandbox.ends("solve ragged.csv --json", 2);
        printed.says(["line 3: it has 1 field, but the header has 2", "line 4: it has 3 fields, but the header has 2"]);
        assert_eq!(printed.says(["2 of 4 boards"]).out.lines().count(), 2);
    }
}

#[test]
fn without_a_board_that_can_be_read_there_is_no_table() {
    let sandbox = Sandbox::new();
    sandbox.write("empty.txt", "");
    sandbox.write("header.csv", "board,note\n");
    sandbox.write("words.txt", "hello\n");
    sandbox.write("off.csv", "piece,row,column,length,orientation\nA,3,1,2,horizontal\nB,1,1,9,vertical\n");
    for (input, reason) in [("empty.txt", "no board"), ("header.csv", "no board"), ("words.txt", "line 1"), ("off.csv", "edge")] {
        for output in ["answers.csv", "answers.jsonl", "answers.json"] {
            sandbox.refuses(&format!("solve {input} -o {output}"), 2, [reason]);
        }
    }
    assert_eq!(sandbox.names(), ["empty.txt", "header.csv", "off.csv", "words.txt"]);
    sandbox.write("words.txt", "oBBoAAoCoooCoooo\nhello\n");
    sandbox.ends("solve words.txt -o answers.csv", 2).says(["line 2"]);
    assert_eq!(sandbox.text("answers.csv").lines().count(), 2, "a header and the board that can be read");
}

#[test]
fn tables_are_compressed_if_their_names_say_so() {
    let sandbox = Sandbox::with("rows.txt", ROWS);
    sandbox.succeed("merge rows.txt --plain -o sorted.txt");
    for (ending, unpack) in [("gz", "gzip"), ("bz2", "bzip2")] {
        for format in ["csv", "json", "jsonl"] {
            sandbox.succeed(&format!("select sorted.txt -o plain.{format} --force"));
            sandbox.succeed(&format!("select sorted.txt -o rows.{format}.{ending}"));
            let unpacked = sandbox.shell(&format!("{unpack} -dc rows.{format}.{ending}")).out;
            assert_eq!(unpacked, sandbox.text(&format!("plain.{format}")), "{format} {ending}");
            assert_eq!(sandbox.succeed(&format!("select rows.{format}.{ending} -o -")), sandbox.text("sorted.txt"));
            for command in ["merge sorted.txt", "generate --size 4", "hunt --size 4 --evaluations 9"] {
                sandbox.refuses(&format!("{command} -o other.{format}.{ending}"), 2, ["other", ending]);
            }
        }
        sandbox.succeed(&format!("select sorted.txt --format csv -o named.{ending}"));
        assert_eq!(sandbox.shell(&format!("{unpack} -dc named.{ending}")).out, sandbox.text("plain.csv"));
        for format in ["ranks", "sqlite", "parquet"] {
            sandbox.refuses(&format!("select sorted.txt -o other.{format}.{ending}"), 2, ["other", ending]);
        }
    }
    assert!(!sandbox.names().iter().any(|name| name.starts_with("other")), "{:?}", sandbox.names());
}

#[test]
fn what_spreadsheets_write_is_read_or_named() {
    let table = "moves;board;cluster_size\r\n60;IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM;2332\r\n";
    let sandbox = Sandbox::with("separator.csv", format!("\u{feff}sep=;\r\n{table}"));
    assert_eq!(sandbox.succeed("select separator.csv -o -"), "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n");
    assert_eq!(sandbox.answer("solve separator.csv --json")["moves"], 60);
    sandbox.write("headless.csv", table.split_once("\r\n").expect("a header").1);
    sandbox.refuses("solve headless.csv", 2, ["its first line must have the names of the columns"]);
    sandbox.write("boards.csv", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n");
    assert_eq!(sandbox.answer("solve boards.csv --json")["moves"], 60);
    for (start, words) in [
        (&b"\xff\xfem\0o\0"[..], "UTF-16"),
        (b"PK\x03\x04", "spreadsheet"),
        (b"\xfd7zXZ\0", "xz -d"),
        (b"\x28\xb5\x2f\xfd", "zstd -d"),
    ] {
        sandbox.write("foreign", [start, table.as_bytes()].concat());
        for command in ["select -o -", "solve", "analyse", "stats", "verify"] {
            sandbox.refuses(&format!("{command} foreign"), 2, [words]);
        }
    }
}

#[test]
fn ids_are_boards_in_a_column_and_as_an_argument() {
    let sandbox = Sandbox::with("rows.txt", "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n02 oBBoAAoCoooCoooo 19\n");
    sandbox.write("ids.csv", "number,id\n1,6-1-1027474756\n2,6-1-1027474757\n3,6-1-1027474756\n");
    let solved = sandbox.ends("solve ids.csv --board id --json", 2);
    assert_eq!(objects(&solved.out).iter().map(|found| found["moves"].as_u64()).collect::<Vec<_>>(), [Some(60), Some(60)]);
    solved.says(["line 3: there is no row 6-1-1027474757", "some piece or wall does not matter"]);
    sandbox.refuses("solve 6-1-1027474757", 2, ["there is no row"]);
}

#[test]
fn an_argument_may_have_a_line_for_each_row() {
    let board = ".BB.\nAA.C\n...C\n....\n";
    let sandbox = Sandbox::with("board.txt", board);
    let solved = sandbox.succeed("solve board.txt --json");
    let output = sandbox.gridlock("solve --json").arg(board).output().expect("run");
    let [typed, read] = [String::from_utf8_lossy(&output.stdout).into_owned(), solved].map(|text| objects(&text).remove(0));
    assert_eq!((&typed["moves"], &typed["board"]), (&read["moves"], &read["board"]));
}
