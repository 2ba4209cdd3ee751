//! Near-duplicates of rows of any rules, against the definition on plain lists.
use gridlock::internals::board::{Orientation, State, WallRange};
use gridlock::internals::rows::{BoardLines, DistinctBoards, DuplicateGraph};
use gridlock::{Puzzles, Rules};

/// The items of each line in their order, rows first, and the number of rows. A piece is its length, the primary 0, and a wall
/// its place in the line, as a negative number from -1 on.
type Lines = (Vec<Vec<i32>>, usize);

fn lines_of(state: &State) -> Lines {
    let (width, height) = (state.size().width(), state.size().height());
    let mut items: Vec<Vec<(usize, i32)>> = vec![Vec::new(); width + height];
    for (k, piece) in state.pieces().enumerate() {
        let length = if k == 0 { 0 } else { piece.length as i32 };
        match piece.orientation {
            Orientation::Horizontal => items[piece.row].push((piece.column, length)),
            Orientation::Vertical => items[height + piece.column].push((piece.row, length)),
        }
    }
    for cell in state.walls() {
        let (row, column) = (cell / width, cell % width);
        items[row].push((column, -1 - column as i32));
        items[height + column].push((row, -1 - row as i32));
    }
    items.iter_mut().for_each(|line| line.sort());
    (items.into_iter().map(|line| line.into_iter().map(|(_, item)| item).collect()).collect(), height)
}

fn upside_down((lines, rows): &Lines) -> Lines {
    let turned = |item: i32| if item < 0 { -1 - (*rows as i32 - 1 - (-1 - item)) } else { item };
    let columns = lines[*rows..].iter().map(|line| line.iter().rev().map(|&item| turned(item)).collect());
    (lines[..*rows].iter().rev().cloned().chain(columns).collect(), *rows)
}

/// All lines that differ from `lines` by one piece or wall that is taken away, shortened, or goes to the next line or cell.
fn changes((lines, rows): &Lines) -> Vec<Vec<Vec<i32>>> {
    let mut all = Vec::new();
    let with = |line: &[i32], place: usize, item: i32| [&line[..place], &[item], &line[place..]].concat();
    let without = |line: &[i32], place: usize| [&line[..place], &line[place + 1..]].concat();
    let same_half = |one: usize, other: usize| (one < *rows) == (other < *rows);
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.contains(&0)) {
        for place in (0..line.len()).filter(|&place| line[place] > 0) {
            let mut rest = lines.clone();
            rest[index] = without(line, place);
            all.push(rest.clone());
            let mut shorter = lines.clone();
            shorter[index][place] -= 1;
            all.push(shorter);
            for next in [index.wrapping_sub(1), index + 1] {
                if next < lines.len() && same_half(next, index) && !lines[next].contains(&0) {
                    for at in 0..=lines[next].len() {
                        let mut moved = rest.clone();
                        moved[next] = with(&lines[next], at, line[place]);
                        all.push(moved);
                    }
                }
            }
        }
    }
    for row in 0..*rows {
        for column in lines[row].iter().filter(|&&item| item < 0).map(|item| (-1 - item) as usize) {
            let mut rest = lines.clone();
            rest[row].retain(|&item| item != -1 - column as i32);
            rest[rows + column].retain(|&item| item != -1 - row as i32);
            all.push(rest.clone());
            for (r, c) in [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)] {
                if r >= *rows || c >= lines.len() - rows {
                    continue;
                }
                let [in_row, in_column] = [-1 - c as i32, -1 - r as i32];
                for (at, below) in (0..=rest[r].len()).flat_map(|at| (0..=rest[rows + c].len()).map(move |below| (at, below))) {
                    let mut moved = rest.clone();
                    moved[r] = with(&rest[r], at, in_row);
                    moved[rows + c] = with(&rest[rows + c], below, in_column);
                    // walls keep the order of their places
                    let is_sorted = |line: &Vec<i32>| line.iter().filter(|&&item| item < 0).rev().is_sorted();
                    if moved.iter().all(is_sorted) && moved[r].iter().filter(|&&item| item == in_row).count() == 1 {
                        all.push(moved);
                    }
                }
            }
        }
    }
    all
}

#[test]
fn near_duplicates_of_any_rules_are_those_of_the_definition() {
    let (mut rows, mut near_rows, mut by_mirror_image) = (0, 0, 0);
    for (rules, walls, every) in [
        ("4", "0..2", 1),
        ("5x4l2..4", "0..1", 2),
        ("3x5", "0..2", 1),
        ("4x5r2l2..4", "0", 1),
        ("4x5l2..4", "0", 1), // the middle row: mirror images, and the width is even
        ("4r1", "0..1", 1),
        ("5l2..5", "0", 20),
        ("5p3", "0", 1),
        ("6x4l2..5", "0", 7),
    ] {
        let rules: Rules = rules.parse().expect("rules");
        let walls: WallRange = walls.parse().expect("walls");
        let puzzles = Puzzles::of(rules, walls).expect("few candidates");
        let states: Vec<State> =
            puzzles.ranks(..).into_iter().map(|puzzle| puzzle.expect("a small cluster").board).step_by(every).take(150).collect();
        let of_all: Vec<Lines> = states.iter().map(lines_of).collect();
        let changed: Vec<_> = of_all.iter().map(changes).collect();
        let mirrored = |k: usize| (of_all[k].1 % 2 == 1).then(|| upside_down(&of_all[k]));
        // whether `one` is `other` or its mirror image after at most one change
        let is_near_to = |one: usize, image: &Lines| {
            of_all[one].0 == image.0 || changed[one].contains(&image.0) || changes(image).contains(&of_all[one].0)
        };
        let is_near = |one: usize, other: usize| {
            is_near_to(one, &of_all[other]) || mirrored(other).is_some_and(|image| is_near_to(one, &image))
        };
        let graph = DuplicateGraph::new(states.iter().map(BoardLines::of));
        let (mut distinct, mut kept) = (DistinctBoards::default(), Vec::new());
        for (k, state) in states.iter().enumerate() {
            let expected = !kept.iter().any(|&other| is_near(k, other));
            assert_eq!(distinct.add(&BoardLines::of(state)), expected, "{rules}: {state}");
            kept.extend(expected.then_some(k));
            for other in (0..k).step_by(5) {
                let numbers = (graph.numbers[k], graph.numbers[other]);
                let is_pair =
                    numbers.0 == numbers.1 || graph.pairs.contains(&numbers) || graph.pairs.contains(&(numbers.1, numbers.0));
                assert_eq!(is_pair, is_near(k, other), "{rules}: {state} and {}", states[other]);
                by_mirror_image += u32::from(is_pair && !rules.size().is_square() && !is_near_to(k, &of_all[other]));
            }
        }
        assert!(kept.len() < states.len(), "{rules}: {} rows, all of them distinct", states.len());
        (rows, near_rows) = (rows + states.len(), near_rows + states.len() - kept.len());
    }
    assert!(rows > 500 && near_rows > 100 && by_mirror_image > 0, "{rows} {near_rows} {by_mirror_image}");
}
