//! Packs of levels: no two near twins, tiers, ids, and what stands where.
use std::collections::{BTreeMap, HashSet};

use crate::{Sandbox, board_of, header, objects};

/// What a line holds: the length of a piece, or a wall and its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Item {
    Piece(usize),
    Wall(usize),
}

/// For each row and then each column its items, in order.
type Lines = Vec<Vec<Item>>;

fn size(board: &str) -> usize {
    board.len().isqrt()
}

/// Read from the letters, independently of the program.
fn lines(board: &str) -> Lines {
    let n = size(board);
    let mut cells: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    board.bytes().enumerate().filter(|&(_, letter)| letter != b'o').for_each(|(k, c)| cells.entry(c).or_default().push(k));
    let mut found: Vec<Vec<(usize, Item)>> = vec![Vec::new(); 2 * n];
    for cell in cells.remove(&b'x').unwrap_or_default() {
        found[cell / n].push((cell % n, Item::Wall(cell % n)));
        found[n + cell % n].push((cell / n, Item::Wall(cell / n)));
    }
    for cells in cells.values() {
        let (row, column) = (cells[0] / n, cells[0] % n);
        let (line, place) = if cells[1] == cells[0] + 1 { (row, column) } else { (n + column, row) };
        found[line].push((place, Item::Piece(cells.len())));
    }
    let items = |mut line: Vec<(usize, Item)>| {
        line.sort_unstable();
        line.into_iter().map(|(_, item)| item).collect()
    };
    found.into_iter().map(items).collect()
}

fn walls(lines: &Lines) -> HashSet<(usize, usize)> {
    let n = lines.len() / 2;
    let of_row =
        |row: usize| lines[row].iter().filter_map(move |item| if let Item::Wall(c) = item { Some((row, *c)) } else { None });
    (0..n).flat_map(of_row).collect()
}

fn without_wall(lines: &Lines, (row, column): (usize, usize)) -> Lines {
    let mut kept = lines.clone();
    kept[row].retain(|&item| item != Item::Wall(column));
    kept[lines.len() / 2 + column].retain(|&item| item != Item::Wall(row));
    kept
}

/// The items that `one` has more than `other`, at each place where that is possible.
fn more(one: &[Item], other: &[Item]) -> HashSet<Item> {
    (0..one.len()).filter(|&k| [&one[..k], &one[k + 1..]].concat() == other).map(|k| one[k]).collect()
}

/// Whether two different lines of boards are one change apart: a comparison item by item.
fn are_near(one: &Lines, other: &Lines) -> bool {
    let changed: Vec<usize> = (0..one.len()).filter(|&k| one[k] != other[k]).take(5).collect();
    let [first, .., last] = changed[..] else {
        return changed.first().is_none_or(|&k| {
            let (one, other) = (&one[k], &other[k]);
            let replaced = one.len() == other.len() && one.iter().zip(other).filter(|(a, b)| a != b).count() == 1;
            replaced || !more(one, other).is_empty() || !more(other, one).is_empty()
        });
    };
    if changed.len() > 4 {
        return false;
    }
    let (walls_of_one, walls_of_other) = (walls(one), walls(other));
    let only_one: Vec<_> = walls_of_one.difference(&walls_of_other).copied().collect();
    let only_other: Vec<_> = walls_of_other.difference(&walls_of_one).copied().collect();
    match (&only_one[..], &only_other[..]) {
        ([], []) => {
            let moved = |a: &Lines, b: &Lines| !more(&a[first], &b[first]).is_disjoint(&more(&b[last], &a[last]));
            changed.len() == 2 && last == first + 1 && last != one.len() / 2 && (moved(one, other) || moved(other, one))
        }
        (&[wall], []) => without_wall(one, wall) == *other,
        ([], &[wall]) => without_wall(other, wall) == *one,
        (&[from], &[to]) => {
            from.0.abs_diff(to.0) + from.1.abs_diff(to.1) == 1 && without_wall(one, from) == without_wall(other, to)
        }
        _ => false,
    }
}

/// The lines of a board and, on a board of odd size, of its mirror image.
fn images(board: &str) -> Vec<Lines> {
    let n = size(board);
    let upside_down: String = (0..n).rev().map(|row| &board[row * n..][..n]).collect();
    [board, &upside_down][..1 + n % 2].iter().map(|board| lines(board)).collect()
}

/// Those of some boards that are no near twin of an earlier one that was chosen.
fn plain_distinct<'b>(boards: impl Iterator<Item = &'b str>) -> Vec<&'b str> {
    let mut chosen: Vec<&str> = Vec::new();
    let mut of_chosen: Vec<Lines> = Vec::new();
    for board in boards {
        let images = images(board);
        if !of_chosen.iter().any(|other| are_near(&images[0], other)) {
            chosen.push(board);
            of_chosen.extend(images);
        }
    }
    chosen
}

fn boards(rows: &str) -> Vec<&str> {
    rows.lines().map(board_of).collect()
}

#[test]
fn distinct_rows_are_those_of_a_comparison_of_all_pairs_at_length() {
    let sandbox = Sandbox::after("select @rush6 --sample 2500 --seed 5 -o six.txt");
    sandbox.succeed("select @rush6-all --walls 3.. --sample 1500 --seed 5 -o walls.txt");
    let mut compared = 0;
    for (file, least) in [("@rush4", 5), ("@rush5", 1000), ("six.txt", 1000), ("walls.txt", 500)] {
        let all = sandbox.succeed(&format!("select {file}"));
        let expected = plain_distinct(boards(&all).into_iter());
        let found = sandbox.succeed(&format!("select {file} --distinct"));
        assert_eq!(boards(&found), expected, "{file}");
        assert!(expected.len() > least && expected.len() < boards(&all).len(), "{file}: {}", expected.len());
        compared += boards(&all).len();
    }
    assert_eq!(compared, 32 + 7320 + 2500 + 1500);
}

/// Checks that no two of some boards are near twins.
pub fn assert_distinct(boards: &[&str], options: &str) {
    assert_eq!(plain_distinct(boards.iter().copied()).len(), boards.len(), "{options}");
}

#[test]
fn pages_and_cards_can_be_distinct() {
    let sandbox = Sandbox::after("select @rush5 --moves 10 -o ten.txt");
    let all = sandbox.text("ten.txt");
    let expected = plain_distinct(boards(&all).into_iter()).len();
    let play = |options: &str| sandbox.answer(&format!("play {options} --force --json -o page.html"));
    assert_eq!(play("ten.txt --distinct")["puzzles"], expected);
    assert_eq!(play("@rush5 --moves 10 --distinct")["puzzles"], expected);
    assert_eq!(play("ten.txt --sample 100000 --distinct --seed 1")["passed"], boards(&all).len());
    let cards = sandbox.answer("sheet ten.txt --distinct --limit 500 -o cards.svg --json");
    assert_eq!(cards["cards"], expected.min(500));
    let cards = sandbox.answer("sheet @rush6 --distinct --limit 4 --force -o cards.svg --json");
    assert_eq!(cards["cards"], 4);
}

/// Whether a board meets a condition: a slow twin that first finds all pieces.
fn meets(board: &str, condition: &str) -> bool {
    let n = size(board);
    let (place, what) = condition.split_once('=').unwrap();
    let (place, is_wanted) = place.strip_suffix('!').map_or((place, true), |place| (place, false));
    let cells_of = |letter: char| -> Vec<usize> { board.char_indices().filter(|&(_, c)| c == letter).map(|(k, _)| k).collect() };
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    let (cells, is_line): (Vec<usize>, bool) = if let Some(row) = place.strip_prefix("row") {
        ((0..n).map(|k| number(row) * n + k).collect(), true)
    } else if let Some(column) = place.strip_prefix("column") {
        ((0..n).map(|k| k * n + number(column)).collect(), true)
    } else if place == "front" {
        let last = cells_of('A')[1];
        ((last + 1..(last / n + 1) * n).collect(), false)
    } else {
        let (row, column) = place[1..].split_once('c').unwrap();
        (vec![number(row) * n + number(column)], false)
    };
    let letters: HashSet<char> = board.chars().filter(|c| !"ox".contains(*c)).collect();
    let stands = |letter: &char| {
        let own = cells_of(*letter);
        if is_line { own.iter().all(|cell| cells.contains(cell)) } else { own.iter().any(|cell| cells.contains(cell)) }
    };
    let lengths: Vec<(char, usize)> = letters.iter().filter(|letter| stands(letter)).map(|&c| (c, cells_of(c).len())).collect();
    let found = match what {
        "primary" => lengths.iter().any(|&(letter, _)| letter == 'A'),
        "car" => lengths.iter().any(|&(letter, length)| length == 2 && letter != 'A'),
        "truck" => lengths.iter().any(|&(_, length)| length == 3),
        "piece" => !lengths.is_empty(),
        "wall" => cells.iter().any(|&cell| board.as_bytes()[cell] == b'x'),
        "empty" => cells.iter().all(|&cell| board.as_bytes()[cell] == b'o'),
        _ => panic!("{what}"),
    };
    found == is_wanted
}

#[test]
fn places_mean_the_same_in_ranks_and_text_at_length() {
    let sandbox = Sandbox::new();
    sandbox.write("five.txt", sandbox.succeed("select @rush5 -o -"));
    let five = [
        "row1=truck",
        "row1!=piece,column5=car",
        "row3=primary,row2=truck",
        "column1=wall",
        "row5!=wall,column2!=truck,row4=car",
        "r3c5=empty",
        "r1c1=truck,front=car",
        "front!=truck,r5c5!=piece",
        "row5=empty",
        "row2=truck,r3c5=empty",
    ];
    let others = ["row1=truck", "column2!=piece", "row4=car", "column3=truck,row2!=truck", "column1=wall"];
    for (file, list, least) in
        [("@rush5", &five[..], 4000), ("five.txt", &five, 4000), ("@rush4", &others, 8), ("@rush6 --moves 47..", &others, 50)]
    {
        let all = sandbox.succeed(&format!("select {file} -o -"));
        let mut compared = 0;
        for conditions in list {
            let meets_all = |row: &&str| conditions.split(',').all(|condition| meets(board_of(row), condition));
            let expected: Vec<&str> = all.lines().filter(meets_all).collect();
            let found = sandbox.select(&format!("{file} --place {conditions}"));
            assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{file} {conditions}");
            compared += expected.len();
        }
        assert!(compared > least, "{file}: {compared}");
    }
    // a place that a board does not have
    assert_eq!(sandbox.ends("select @rush5 --place row6!=truck -o -", 1).out, "");
    assert_eq!(sandbox.ends("select five.txt --place r6c1=empty -o -", 1).out, "");
    sandbox.refuses("select five.txt --place row1=bus -o -", 2, ["row1=bus"]);
    sandbox.refuses("play ooAooooAooooooooBBooooooo --exit up --place row1=car -o up.html", 2, ["exit"]);
}

#[test]
fn tiers_have_the_same_number_of_rows_and_a_column() {
    let sandbox = Sandbox::after("merge @rush5 -o five.txt");
    let tiers = [("very easy", 2..=5), ("medium", 7..=9), ("hard", 10..=99)];
    let tier_of = |moves: u32| tiers.iter().find(|(_, range)| range.contains(&moves)).map(|(name, _)| *name);
    let option = "--tiers 'very easy 2..5, medium 7..9, hard 10..'";
    let select = |arguments: &str| {
        objects(&sandbox.shell(&format!("{{}} select {arguments} {option} --format jsonl -o -")).has_code(0).out)
    };
    let moves = |row: &serde_json::Value| row["moves"].as_u64().unwrap() as u32;
    for file in ["@rush5", "five.txt"] {
        let all = select(file);
        let expected = sandbox.text("five.txt").lines().filter(|row| tier_of(row[..2].parse().unwrap()).is_some()).count();
        assert_eq!(all.len(), expected);
        assert!(all.iter().all(|row| Some(row["tier"].as_str().unwrap()) == tier_of(moves(row))));
        let sample = select(&format!("{file} --sample 50 --distinct --solve --moved-pieces 3.. --seed 2"));
        let each = tiers.clone().map(|(name, _)| sample.iter().filter(|row| row["tier"] == name).count());
        assert!(sample.len() == 50 && each.iter().all(|&rows| rows == 16 || rows == 17), "{each:?}");
        assert!(sample.is_sorted_by_key(moves) && sample.iter().all(|row| row["moved_pieces"].as_u64().unwrap() >= 3));
        let few = select(&format!("{file} --per-moves 4 --seed 2"));
        assert_eq!(few.len(), 12);
    }
    sandbox.shell(&format!("{{}} select @rush4 {option} -o four.csv")).has_code(0);
    assert_eq!(sandbox.text("four.csv").lines().next(), Some(&*format!("{},tier", header(false))));
    sandbox.refuses("select @rush4 --tiers easy -o -", 2, ["easy"]);
}

#[test]
fn an_id_names_a_row_in_every_file_and_is_taken_as_a_board() {
    let sandbox = Sandbox::after("merge @rush5 -o five.txt");
    for file in ["@rush5", "@rush5-all", "five.txt"] {
        let row = &objects(&sandbox.succeed(&format!("select {file} --sort moves --limit 1 --solve --format jsonl -o -")))[0];
        let (id, board) = (row["id"].as_str().unwrap(), row["board"].as_str().unwrap());
        assert!(id.starts_with(&format!("5-{}-", row["walls"])), "{id}");
        let analysed = sandbox.answer(&format!("analyse {id} --json"));
        assert_eq!((&analysed["id"], board_of(analysed["row"].as_str().unwrap())), (&row["id"], board));
        assert_eq!(sandbox.answer(&format!("analyse {board} --json"))["id"], id);
        assert!(sandbox.succeed(&format!("solve {id}")).starts_with(board));
    }
    sandbox.refuses("analyse 5-0-2", 2, ["5-0-2"]);
    sandbox.refuses("solve 9-0-1", 2, ["9-0-1"]);
}
