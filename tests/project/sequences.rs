//! The sequences of docs/MAXIMA.md are those of docs/maxima.csv, and of the counts without enumeration.
use std::collections::BTreeMap;

use gridlock::internals::enumerate::count_candidates;
use gridlock::{Size, WallRange};

const MAXIMA: &str = include_str!("../../docs/MAXIMA.md");
const TABLE: &str = include_str!("../../docs/maxima.csv");

/// The terms of each line: board, what, terms.
fn lines() -> Vec<(&'static str, &'static str, Vec<u128>)> {
    let section = MAXIMA.split("\n## As sequences\n").nth(1).expect("a section").split("\n## ").next().expect("its text");
    let lines = section.lines().filter(|line| line.starts_with("| ") && line.contains('×'));
    let cells = lines.map(|line| line.trim_matches(['|', ' ']).split(" | ").collect::<Vec<_>>());
    let terms = |text: &str| text.split(", ").filter(|term| *term != "...").map(|term| term.parse().expect("a term")).collect();
    cells.map(|cells| (cells[0], cells[1], terms(cells[2]))).collect()
}

#[test]
fn they_are_those_of_the_table_and_of_the_counts() {
    // size, metric and walls: rows, states, maximum
    let mut entries: BTreeMap<(String, String, usize), [u128; 3]> = BTreeMap::new();
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[3].is_empty() {
            let figures = [4, 5, 6].map(|k| fields[k].parse().unwrap_or(0));
            entries.insert((fields[0].to_owned(), fields[2].to_owned(), fields[1].parse().expect("walls")), figures);
        }
    }
    let (mut compared, mut metric) = (0, "");
    for (board, what, terms) in lines() {
        let size = board.split('×').next().expect("a size");
        // counts of 6×6 with many walls take a second each
        let is_long = |walls: usize| (size, what) == ("6", "candidates") && walls > 4 && walls % 8 != 4;
        for (walls, &term) in terms.iter().enumerate().filter(|(walls, _)| !is_long(*walls)) {
            let single = WallRange::new(walls as u8, walls as u8).expect("a range");
            let figure = |k: usize, metric: &str| entries[&(size.to_owned(), metric.to_owned(), walls)][k];
            let expected = match what.split(' ').collect::<Vec<_>>()[..] {
                ["candidates"] => {
                    count_candidates(size.parse::<usize>().map(Size::square).expect("a number").expect("a size"), single)
                }
                ["rows", "by", of] => {
                    metric = of;
                    figure(0, of)
                }
                ["their", "states"] => figure(1, metric),
                ["most", of] => figure(2, of),
                _ => panic!("unknown: {what}"),
            };
            assert_eq!(term, expected, "{board}, {what}, {walls} walls");
            compared += 1;
        }
        // the last term is followed by zeros, or by what nobody has computed
        let next = entries.get(&(size.to_owned(), metric.to_owned(), terms.len()));
        assert!(what == "candidates" || next.is_none_or(|figures| figures[0] == 0), "{board}, {what}: a term is missing");
    }
    assert!(compared > 100, "{compared} terms");
}
