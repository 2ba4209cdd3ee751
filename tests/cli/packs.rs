//! Packs of levels: no two near twins.
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::Sandbox;

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
    let changed: Vec<usize> = (0..one.len()).filter(|&k| one[k] != other[k]).collect();
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
    rows.lines().map(|row| row.split(' ').nth(1).unwrap()).collect()
}

#[test]
fn distinct_rows_are_those_of_a_comparison_of_all_pairs() {
    let sandbox = Sandbox::new();
    sandbox.succeed("select @rush6 --sample 2500 --seed 5 -o six.txt");
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
fn near_twins_have_passed_the_filters() {
    let sandbox = Sandbox::new();
    let all = sandbox.succeed("select @rush5 --moves 12.. -o -").lines().count();
    assert!(all > 100 && all < 1000, "{all}");
    for options in ["", "--solve"] {
        let passed = format!("{all} passed");
        sandbox.says(&format!("select @rush5 --moves 12.. --distinct {options} --force -o distinct.csv"), [passed.as_str()]);
        assert!(sandbox.text("distinct.csv").lines().count() < all, "{options}");
    }
}

#[test]
fn every_sample_can_be_distinct() {
    let sandbox = Sandbox::new();
    sandbox.succeed("merge @rush5 -o five.txt");
    for file in ["@rush5", "five.txt"] {
        for (options, rows) in [
            ("--sample 300", 300),
            ("--sample 200 --spread moves", 200),
            ("--sample 20000 --spread moves", 0),
            ("--per-moves 9", 0),
            ("--sample 150 --sort pieces --limit 99", 99),
            ("--sort cars --limit 40", 40),
            ("--sort moves --limit 40", 40),
            ("--sort moves --moves 12.. --solve --format jsonl --limit 20", 20),
            ("--moves 14.. --unique-first-move --sort steps --limit 12", 12),
            ("--split test --sample 50", 50),
            ("--limit 30", 30),
        ] {
            let options = options.replace("--sort steps", "--sort fewest_steps");
            let with = sandbox.succeed(&format!("select {file} {options} --seed 3 --distinct"));
            let without = sandbox.succeed(&format!("select {file} {options} --seed 3"));
            let boards_of = |rows: &str| -> Vec<String> {
                let board = |row: &str| match row.starts_with('{') {
                    true => serde_json::from_str::<serde_json::Value>(row).unwrap()["board"].as_str().unwrap().to_owned(),
                    false => row.split(' ').nth(1).unwrap().to_owned(),
                };
                rows.lines().map(board).collect()
            };
            let (found, any) = (boards_of(&with), boards_of(&without));
            assert_distinct(&found.iter().map(String::as_str).collect::<Vec<_>>(), &options);
            assert!(found.len() == rows || rows == 0 && found.len() > 30, "{options}: {}", found.len());
            assert_ne!(found, any, "{options}: some of the rows are near twins");
        }
    }
    let moves = |rows: &str| {
        let mut moves: HashMap<String, usize> = HashMap::new();
        rows.lines().for_each(|row| *moves.entry(row[..2].to_owned()).or_default() += 1);
        moves
    };
    let each = moves(&sandbox.succeed("select @rush5 --per-moves 5 --seed 3 --distinct"));
    assert!(each.len() > 15 && each.values().all(|&rows| rows <= 5) && each.values().filter(|&&rows| rows == 5).count() > 10);
}

#[test]
fn pages_and_cards_can_be_distinct() {
    let sandbox = Sandbox::new();
    sandbox.succeed("select @rush5 --moves 10 -o ten.txt");
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
