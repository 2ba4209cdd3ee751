//! `gridlock play` from outside. The page itself is tested in `tests/play`, by Node and in a browser.
use crate::Sandbox;
use serde_json::Value;

const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

/// The data of a page.
pub fn data(page: &str) -> Value {
    let data = page.split_once("id=\"data\">").expect("data").1.split_once("</script>").expect("an end").0;
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn a_page_holds_what_was_chosen() {
    let sandbox = Sandbox::with("rows.txt", include_str!("../../data/rows45.txt"));
    sandbox.succeed("play rows.txt -o all.html");
    let all = data(&sandbox.text("all.html"));
    assert_eq!((&all["simple"], &all["metric"], &all["left_out"]), (&false.into(), &"moves".into(), &0.into()));
    let rows = all["rows"].as_array().expect("rows");
    assert!(all["title"].as_str().is_some_and(|title| title.contains(&rows.len().to_string())), "the title says what it is");
    let first = sandbox.text("rows.txt").lines().next().expect("a row").replace('.', "o");
    let given = format!("{:02} {} {}", rows[0][1].as_u64().expect("moves"), rows[0][0].as_str().expect("a board"), rows[0][2]);
    assert_eq!(given, first);

    let summary = sandbox.answer("play rows.txt --moves 10..20 --limit 3 --theme dark -o some.html --json");
    let some = data(&sandbox.text("some.html"));
    assert_eq!((some["rows"].as_array().expect("rows").len(), &some["theme"]), (3, &"dark".into()));
    assert_eq!(summary["puzzles"], 3);
    assert_eq!(summary["left_out"], some["left_out"]);
    assert_eq!(summary["read"].as_u64(), Some(rows.len() as u64));
    let passed = rows.iter().filter(|row| (10..=20).contains(&row[1].as_u64().expect("moves"))).count();
    assert_eq!(summary["passed"].as_u64(), Some(passed as u64));
    let others = (rows.len() - 3).to_string();
    sandbox.says("play rows.txt --limit 3 -o again.html", ["3 puzzles", "again.html", &others, "--limit"]);
}

/// The bytes of dense text, where every two signs say 13 bits.
fn bytes_of(text: &str) -> Vec<u8> {
    let values = text.bytes().map(|sign| u32::from(sign - b'#') - u32::from(sign > b'<'));
    let values: Vec<u32> = values.collect();
    let bits = values.chunks(2).flat_map(|pair| {
        let value = pair[0] + 91 * pair.get(1).unwrap_or(&0);
        (0..if pair.len() == 2 { 13 } else { 6 }).map(move |bit| value >> bit & 1)
    });
    bits.collect::<Vec<_>>().chunks_exact(8).map(|byte| byte.iter().rev().fold(0, |sum, &bit| 2 * sum + bit as u8)).collect()
}

#[test]
fn a_database_as_ranks_goes_into_the_page_as_it_is() {
    let sandbox = Sandbox::new();
    let summary = sandbox.answer("play @rush5 -o all.html --json");
    assert_eq!((&summary["puzzles"], &summary["left_out"]), (&7320.into(), &0.into()));
    let page = sandbox.text("all.html");
    let ranks = page.split_once("id=\"ranks\">").expect("ranks").1.split_once("</script>").expect("an end").0;
    sandbox.write("page.ranks", bytes_of(ranks));
    assert_eq!(sandbox.succeed("select page.ranks -o -"), sandbox.succeed("select @rush5 -o -"));
    let counts = data(&page)["collection"]["counts"].clone();
    let total: u64 = counts.as_array().expect("counts").iter().map(|entry| entry[3].as_u64().expect("a count")).sum();
    assert_eq!(total, 7320);
    // a list is made where rows are needed, or few pass
    for arguments in ["@rush5 --limit 5", "@rush5 --moves 20..", "@rush4"] {
        sandbox.succeed(&format!("play {arguments} -o list.html --force"));
        let page = data(&sandbox.text("list.html"));
        assert!(page.get("collection").is_none() && !page["rows"].as_array().expect("rows").is_empty(), "{arguments}");
    }
}

#[test]
fn every_input_of_solve_is_read() {
    let sandbox = Sandbox::new();
    let rows = |name: &str| data(&sandbox.text(name))["rows"].clone();
    sandbox.succeed("play oBBoAAoCoooCoooo -o board.html --title Mine");
    assert_eq!(rows("board.html")[0], serde_json::json!(["oBBoAAoCoooCoooo", 2, 19, null]));
    sandbox.succeed(&format!("play {HARDEST} --metric steps -o steps.html"));
    assert_eq!(rows("steps.html")[0], serde_json::json!([HARDEST, 103, 2332, null]));
    sandbox.write("cards.txt", "08 BB...CD..E.CDAAE.CD..E..F...GGF.HHH. Jam-1\n");
    sandbox.succeed("play cards.txt -o cards.html");
    assert_eq!(rows("cards.html")[0][3], "Jam-1");
    assert_eq!(rows("cards.html")[0][2], 1247, "the cluster size is searched");
    sandbox.write("cars.csv", "id,orientation,col,row,length\nred,V,2,1,2\ncar,H,1,4,2\n");
    sandbox.succeed("play cars.csv --size 4 --primary red --exit down -o cars.html");
    assert_eq!(rows("cars.html")[0][0], "oAoooAooooooBBoo@down");
    sandbox.write(
        "painted.csv",
        "id,orientation,col,row,length,colour\nA,H,1,3,2,navy\nred,V,3,1,3,#ffff00\nC,H,1,6,2,\nD,H,5,6,2,<b>\n",
    );
    assert!(sandbox.succeed("play painted.csv --sample 1 -o painted.html").is_empty());
    let painted = data(&sandbox.text("painted.html"));
    let (board, paints) = (painted["rows"][0][0].as_str().expect("a board"), &painted["paints"]["0"]);
    let letter = |cell: usize| board[cell..=cell].to_owned();
    assert_eq!(paints[letter(12)], serde_json::json!(["#000080", "#fff"]));
    assert_eq!(paints[letter(2)], serde_json::json!(["#ffff00", "#14171c"]));
    assert!(paints[letter(30)].is_u64() && paints[letter(34)].is_u64(), "{paints}");
    assert_eq!(rows("board.html").as_array().map(Vec::len), Some(1));
    assert_eq!(data(&sandbox.text("board.html")).get("paints"), None, "no colours were given");
    sandbox.fed("02 oBBoAAoCoooCoooo 19\noBBoAAoCoooCDDoo\n", "play - -o piped.html").has_code(0);
    let given = data(&sandbox.text("piped.html"));
    assert_eq!((&given["title"], given["rows"].as_array().map(Vec::len)), (&"Rush Hour: 2 puzzles".into(), Some(2)));
    sandbox.says("play oBBoAAoCoooCoooo --simple", ["play.html"]);
    assert_eq!(data(&sandbox.text("play.html"))["simple"], true);
    let page = sandbox.succeed("play oBBoAAoCoooCoooo -o -");
    assert_eq!(data(&page)["rows"], rows("board.html"));
}

#[test]
fn wrong_input_is_refused() {
    let sandbox = Sandbox::with("rows.txt", "02 oBBoAAoCoooCoooo 19\n");
    sandbox.write("wrong.txt", "02 oBBoAAoCoooCoooo 19\n02 oBBoAAoCooooCooo 19\n");
    sandbox.write("empty.txt", "");
    sandbox.write("old.html", "old");
    sandbox.refuses("play rows.txt -o play.pdf", 2, [".html"]);
    sandbox.refuses("play rows.txt -o old.html", 2, ["old.html"]);
    assert_eq!(sandbox.text("old.html"), "old");
    sandbox.refuses("play wrong.txt -o a.html", 2, ["wrong.txt, line 2"]);
    sandbox.refuses("play empty.txt -o a.html", 2, []);
    sandbox.refuses("play rows.txt --moves 50.. -o a.html", 1, ["1"]);
    sandbox.refuses("play none.txt -o a.html", 4, ["none.txt"]);
    sandbox.refuses("play rows.txt --limit 0 -o a.html", 2, ["--limit"]);
    sandbox.refuses("play rows.txt -o - --json", 2, ["--json"]);
    sandbox.refuses("play ..BBAA.B........ -o a.html", 2, ["    ^"]);
    sandbox.succeed("play rows.txt -o old.html --force");
}
