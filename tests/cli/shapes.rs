//! Boards that are not square, or whose primary is not in the database's row, compared with a plain search on text.
use crate::{Printed, Sandbox, objects, play};
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};

/// A board of any shape as text, `.` for an empty cell.
#[derive(Clone)]
struct Plain {
    width: usize,
    height: usize,
    cells: Vec<char>,
}

impl Plain {
    /// The cells of each piece, in reading order.
    fn pieces(&self) -> HashMap<char, Vec<usize>> {
        let mut pieces: HashMap<char, Vec<usize>> = HashMap::new();
        for (cell, &c) in self.cells.iter().enumerate().filter(|(_, c)| !matches!(c, '.' | 'x')) {
            pieces.entry(c).or_default().push(cell);
        }
        pieces
    }

    /// The boards after one slide of one piece.
    fn moves(&self) -> Vec<Vec<char>> {
        let mut found = Vec::new();
        for (name, own) in self.pieces() {
            let stride = own[1] - own[0];
            for forward in [true, false] {
                let mut at = own.clone();
                let mut cells = self.cells.clone();
                loop {
                    let edge = if forward { *at.last().expect("cells") } else { at[0] };
                    let (row, column) = (edge / self.width, edge % self.width);
                    let is_last = match (stride == 1, forward) {
                        (true, true) => column + 1 == self.width,
                        (true, false) => column == 0,
                        (false, true) => row + 1 == self.height,
                        (false, false) => row == 0,
                    };
                    let next = if forward { edge + stride } else { edge.wrapping_sub(stride) };
                    if is_last || cells[next] != '.' {
                        break;
                    }
                    at.iter().for_each(|&cell| cells[cell] = '.');
                    at.iter_mut().for_each(|cell| *cell = if forward { *cell + stride } else { *cell - stride });
                    at.iter().for_each(|&cell| cells[cell] = name);
                    found.push(cells.clone());
                }
            }
        }
        found
    }

    fn is_solved(&self, exit: &str) -> bool {
        let own = &self.pieces()[&'A'];
        let at_edge = |cell: usize| match exit {
            "right" => cell % self.width + 1 == self.width,
            "left" => cell.is_multiple_of(self.width),
            "up" => cell < self.width,
            _ => cell / self.width + 1 == self.height,
        };
        own.iter().any(|&cell| at_edge(cell))
    }

    /// The fewest moves, if there is a solution, and the number of states that moves reach, as long as there are at most a few
    /// thousand.
    fn search(&self, exit: &str) -> (Option<u64>, Option<usize>) {
        let mut seen = HashSet::from([self.cells.clone()]);
        let mut queue = VecDeque::from([(self.cells.clone(), 0)]);
        let mut fewest = None;
        while let Some((cells, depth)) = queue.pop_front() {
            let board = Plain { cells, ..*self };
            fewest = fewest.or_else(|| board.is_solved(exit).then_some(depth));
            if fewest.is_some() && seen.len() > 3000 {
                return (fewest, None);
            }
            queue.extend(board.moves().into_iter().filter(|next| seen.insert(next.clone())).map(|next| (next, depth + 1)));
        }
        (fewest, Some(seen.len()))
    }

    fn text(&self) -> String {
        self.cells.iter().collect()
    }
}

/// A board with `A` along `line` in the direction of the exit, and some other pieces and walls.
fn random_board(random: &mut fastrand::Rng, (width, height): (usize, usize), exit: &str, line: usize) -> Plain {
    let mut board = Plain { width, height, cells: vec!['.'; width * height] };
    let is_vertical = matches!(exit, "up" | "down");
    let (along, stride) = if is_vertical { (height, width) } else { (width, 1) };
    let start = random.usize(..along - 1);
    let first = if is_vertical { start * width + line } else { line * width + start };
    [first, first + stride].into_iter().for_each(|cell| board.cells[cell] = 'A');
    let mut letters = "BCDEFGHIJKLM".chars();
    for _ in 0..width * height {
        let (row, column, length) = (random.usize(..height), random.usize(..width), 1 + random.usize(..3));
        let vertical = random.usize(..2) == 1;
        let (fits, stride) = if vertical { (row + length <= height, width) } else { (column + length <= width, 1) };
        let own: Vec<usize> = (0..length).map(|k| row * width + column + k * stride).collect();
        if !fits || own.iter().any(|&cell| board.cells[cell] != '.') || (length == 1 && random.usize(..8) > 0) {
            continue;
        }
        let Some(name) = (if length == 1 { Some('x') } else { letters.next() }) else { break };
        own.into_iter().for_each(|cell| board.cells[cell] = name);
    }
    board
}

#[test]
fn boards_of_every_shape_are_solved_in_the_fewest_moves() {
    let sandbox = Sandbox::new();
    let mut random = fastrand::Rng::with_seed(1);
    let (mut solved, mut deepest) = (0, 0);
    let cases = [
        ((6, 5), "right", 0),
        ((6, 5), "right", 4),
        ((4, 6), "right", 1),
        ((7, 4), "left", 3),
        ((3, 5), "down", 0),
        ((5, 4), "up", 2),
        ((8, 3), "left", 0),
        ((4, 7), "down", 3),
        ((5, 5), "right", 0),
        ((6, 6), "right", 1),
        ((6, 6), "up", 4),
        ((4, 4), "left", 3),
    ];
    for (shape, exit, line) in cases {
        let boards: Vec<Plain> = (0..12).map(|_| random_board(&mut random, shape, exit, line)).collect();
        sandbox.write("boards.txt", boards.iter().map(|board| board.text() + "\n").collect::<String>());
        let shape = format!("{}x{}", shape.0, shape.1);
        let printed = Printed::of(&sandbox.run(&format!("solve boards.txt --size {shape} --exit {exit} --json")));
        let answers = objects(&printed.out);
        assert_eq!(answers.len(), boards.len(), "{}", printed.err);
        for (board, answer) in boards.iter().zip(answers) {
            assert_eq!(answer["board"].as_str().expect("a board").replace('o', "."), board.text());
            let is_square = board.width == board.height;
            assert_eq!(answer.get("shape").and_then(Value::as_str), (!is_square).then_some(&shape[..]));
            assert_eq!(answer["moves"].as_u64(), board.search(exit).0, "{shape} {exit} {}", board.text());
            if let Some(moves) = answer["solution"].as_array() {
                (solved, deepest) = (solved + 1, deepest.max(moves.len()));
                assert!(leads_out(board, exit, moves), "{shape} {exit} {}: {moves:?}", board.text());
            }
        }
    }
    assert!(solved > 40 && deepest > 3, "{solved} solved, {deepest} moves");
}

/// Whether moves like `A+3`, right or down, are slides of pieces of the board and solve it.
fn leads_out(board: &Plain, exit: &str, moves: &[Value]) -> bool {
    let mut board = board.clone();
    for step in moves {
        let (name, distance) = step.as_str().expect("a move").split_at(1);
        let (name, distance) = (name.chars().next().expect("a name"), distance.parse::<isize>().expect("a distance"));
        let own = board.pieces()[&name].clone();
        let shift = distance * (own[1] - own[0]) as isize;
        let mut cells = board.cells.clone();
        own.iter().for_each(|&cell| cells[cell] = '.');
        own.iter().for_each(|&cell| cells[(cell as isize + shift) as usize] = name);
        if !board.moves().contains(&cells) {
            return false;
        }
        board.cells = cells;
    }
    board.is_solved(exit)
}

#[test]
fn the_shape_is_that_of_the_lines_or_is_said() {
    let sandbox = Sandbox::with("board.txt", "AA.B..\n...B..\n......\nCC.DDD\n");
    let shown = sandbox.succeed("solve board.txt --show");
    assert!(shown.contains("(6x4)\n2 moves, 5 steps"), "{shown}");
    assert!(shown.contains("│ A A . B . . →"), "{shown}");
    let one_line = sandbox.succeed("solve AA.B.....B........CC.DDD --size 6x4");
    assert_eq!(one_line.lines().next(), Some("AAoBoooooBooooooooCCoDDD (6x4)"));
    assert!(sandbox.succeed("solve board.txt --algorithm astar --count").contains("2 moves"));
    sandbox.refuses("solve board.txt --size 4x6", 2, ["board.txt, line 1", "6×4", "--size", "4×6"]);
    sandbox.refuses("solve AA.B.....B........CC.DDD", 2, ["24", "--size"]);
    sandbox.refuses("play board.txt --size 4x6 -o new.html", 2, ["--size", "4×6"]);
    sandbox.write("square.txt", "AA.B\n...B\n....\n....\n");
    sandbox.refuses("play square.txt --size 5x5 -o new.html", 2, ["--size", "5×5"]);
    sandbox.refuses("solve puzzles --size 7x6", 2, ["\"puzzles\""]);
    // a board that a file has twice
    sandbox.write("twice.txt", "AA.B.....B........CC.DDD a\nAA.B.....B........CC.DDD b\n");
    sandbox.succeed("sheet twice.txt --size 6x4 --sample 2 -o twice.svg");
    sandbox.succeed("play twice.txt --size 6x4 --sample 2 -o twice.html");
    assert!(sandbox.text("twice.html").contains(",\"a, b\"]"));
    sandbox.refuses("solve AA.B.....B........CC.DDD --size 5x5", 2, ["25", "24"]);
    sandbox.refuses("solve AA --size 2x9", 2, ["2×9", "3 to 16"]);
    assert!(sandbox.succeed(&format!("solve AA{}", ".".repeat(34))).contains("1 move, 4 steps"), "any row");
    let place = "  AA.B..\n  C.....\n  B.....\n  ^";
    sandbox.refuses("solve AA.B..C.....B........CDD --size 6x4", 2, ["row 3, column 1", place]);

    sandbox.write("cars.csv", "id,orientation,col,row,length\nA,H,1,2,2\nB,V,4,2,3\n");
    let listed = sandbox.succeed("solve cars.csv --show");
    assert!(listed.contains("│ A A . B . . →"), "{listed}");
    let shown = sandbox.succeed("solve cars.csv --size 6x5 --show");
    assert_eq!(shown.lines().filter(|line| line.starts_with('│')).count(), 5, "{shown}");
    assert!(shown.contains("(6x5)\n2 moves, 5 steps"), "{shown}");
    sandbox.fail("solve cars.csv --size 6x4", 1);
    sandbox.refuses("solve cars.csv --size 6x3", 2, ["row 2, column 4"]);
}

#[test]
fn every_command_for_boards_reads_every_shape() {
    let sandbox = Sandbox::new();
    let mut random = fastrand::Rng::with_seed(7);
    let cases = [
        ((6, 4), "right", 0, "6x4r1"),
        ((4, 6), "down", 3, "6x4r4"),
        ((6, 6), "right", 1, "6r2"),
        ((5, 3), "left", 2, "5x3r3"),
        ((3, 5), "up", 0, "5x3r1"),
        ((3, 3), "right", 0, "3r1"),
        ((4, 4), "right", 2, "4r3"),
        ((4, 4), "left", 2, "4"), // turned upside down as well, it is a board of the classic game
    ];
    for (shape, exit, line, rules) in cases {
        let (board, states, fewest) = loop {
            let board = random_board(&mut random, shape, exit, line);
            if let (Some(fewest @ 2..), Some(states)) = board.search(exit) {
                break (board, states, fewest);
            }
        };
        let (width, height) = shape;
        let options = format!("--size {width}x{height} --exit {exit}");
        let (text, given) = (board.text(), format!("{} {options}", board.text()));
        let found = sandbox.answer(&format!("analyse {given} --json"));
        assert_eq!((found["states"].as_u64(), found["depth"].as_u64()), (Some(states as u64), Some(fewest)), "{given}");
        assert_eq!(found["walls"].as_u64(), Some(text.matches('x').count() as u64), "{given}");
        assert_eq!(found["rules"].as_str(), Some(rules), "{found}");
        // two states of the cluster have one canonical state
        let levels = sandbox.succeed(&format!("levels {given} --depth {fewest}"));
        let boards: Vec<&str> = levels.lines().collect();
        assert!(boards.contains(&&*text.replace('.', "o")), "{levels}");
        let other = sandbox.answer(&format!("analyse {} {options} --json", boards[boards.len() - 1]));
        assert_eq!(other["canonical"], found["canonical"], "{given}");
        let levels = objects(&sandbox.succeed(&format!("levels {given} --json")));
        assert_eq!(levels.iter().filter_map(|level| level["states"].as_u64()).sum::<u64>(), states as u64);
        let graph = sandbox.answer(&format!("graph {given} --json --force -o graph.dot"));
        assert_eq!((graph["states"].as_u64(), graph["moves"].as_u64()), (Some(states as u64), Some(fewest)), "{given}");
        assert_eq!(graph["start"].as_str(), Some(&*text.replace('.', "o")));

        sandbox.write("boards.txt", format!("{text}\n"));
        let sheet = sandbox.answer(&format!("sheet boards.txt {options} --json --force -o cards.svg"));
        assert_eq!(sheet["moves"][0].as_u64(), Some(fewest));
        sandbox.succeed(&format!("play boards.txt {options} --force -o page.html"));
        let row = play::data(&sandbox.text("page.html"))["rows"][0].clone();
        let on_page = row[0].as_str().expect("a board");
        assert_eq!((row[1].as_u64(), row[2].as_u64()), (Some(fewest), Some(states as u64)), "{row}");
        let size = if width == height { String::new() } else { format!("{width}x{height}:") };
        let side = if exit == "right" { String::new() } else { format!("@{exit}") };
        assert_eq!(on_page, size + &text.replace('.', "o") + &side);
    }
    sandbox.write("tall.txt", "A.B\nA.B\n...\n...\n");
    sandbox.refuses("hunt --size 4 --evaluations 10 --from tall.txt -o new.txt", 2, ["tall.txt, line 1"]);
    sandbox.write("wide.txt", "AA.B..\n...B..\n......\n......\n");
    sandbox.refuses("hunt --size 6 --evaluations 10 --from wide.txt -o new.txt", 2, ["wide.txt, line 1", "6×4"]);
}

#[test]
fn boards_beyond_8x8_are_read_up_to_16x16() {
    let sandbox = Sandbox::new();
    let nine = format!("AAB......\n..B......\n{}\n", ".........\n".repeat(7));
    sandbox.write("nine.txt", &nine);
    assert_eq!(sandbox.answer("solve nine.txt --json --algorithm astar")["moves"].as_u64(), Some(2));
    let found = sandbox.answer("analyse nine.txt --json");
    // 8 places of A and of B, but A can't cover the cell below which B stands at the top
    assert_eq!((found["rules"].as_str(), found["states"].as_u64()), (Some("9r1"), Some(8 * 8 - 2)));
    for command in [
        "levels nine.txt",
        "render nine.txt -o a.svg",
        "graph nine.txt -o a.dot",
        "sheet nine.txt -o b.svg",
        "play nine.txt -o a.html",
    ] {
        sandbox.succeed(command);
    }
    sandbox.write("twelve.txt", format!("AA{}\n", ".".repeat(142)).repeat(3));
    assert_eq!(objects(&sandbox.succeed("solve twelve.txt --json")).len(), 3);
    sandbox.write("wide.txt", format!("AA{}\n{}", ".".repeat(15), format!("{}\n", ".".repeat(17)).repeat(2)));
    sandbox.refuses("solve wide.txt", 2, ["wide.txt, line 1"]);
    // small boards on one line each are not the rows of a large one
    sandbox.write("small.txt", "AA.......\n.AA......\nAA...B..B\n");
    assert_eq!(sandbox.succeed("solve small.txt --size 3x3 --json").lines().count(), 3);
    // nor if one of them has no primary
    sandbox.write("small.txt", "AA.......\n.AA......\nAA...B..B\n.BB......\n");
    sandbox.refuses("solve small.txt --size 3x3", 2, ["small.txt, line 4", "1", "4"]);
}

#[test]
fn pictures_have_the_shape_of_the_board() {
    let sandbox = Sandbox::with("board.txt", "AA.B..\n...B..\n......\nCC.DDD\n");
    sandbox.succeed("render board.txt -o board.svg --labels");
    let picture = sandbox.text("board.svg");
    // six and four cells of 60, and the frame with its margin, 32 on each side
    assert!(picture.contains("viewBox=\"0 0 424 304\""), "{picture}");
    assert_eq!(picture.matches("rx=\"7\"").count(), 24, "a ground for each cell");
    assert!(!picture.contains("l28 28m0 -28l-28 28"), "no walls");
    sandbox.succeed("render AA.B.....B........CC.DDD --size 6x4 --solution --strip 2 -o strip.svg");
    assert!(sandbox.text("strip.svg").contains("→4"));
}

#[test]
fn boards_of_assignments_are_solved_in_every_notation() {
    let sandbox = Sandbox::new();
    let board = "6 6\n11\nAAB..F\n..BCDF\nGPPCDFK\nGH.III\nGHJ...\nLLJMM.\n";
    let plain = sandbox.answer("solve AAB..F..BCDFGPPCDFGH.IIIGHJ...LLJMM. --primary P --json");
    let texts = |answer: &Value| -> Vec<String> {
        let moves = answer["solution"].as_array().expect("moves");
        moves.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
    };
    sandbox.write("board.txt", board);
    let marked = sandbox.answer("solve board.txt --json");
    assert_eq!((texts(&marked), &marked["board"]), (texts(&plain), &plain["board"]));
    // turned by half a turn, with the exit at the left; standing, with the exit above
    let turned: String = board.lines().skip(2).map(|line| line.chars().rev().collect::<String>() + "\n").collect();
    let turned: String =
        turned.lines().rev().map(|line| if line.starts_with('K') { format!("{line}\n") } else { format!(" {line}\n") }).collect();
    sandbox.write("left.txt", format!("6 6\n12\n{turned}"));
    let rows: Vec<Vec<char>> = board.lines().skip(2).map(|line| line.chars().take(6).collect()).collect();
    let standing: String = (0..6).rev().map(|column| rows.iter().map(|row| row[column]).collect::<String>() + "\n").collect();
    sandbox.write("up.txt", format!("6 6\n  K\n{standing}"));
    let flipped = |text: &String| if text.contains('+') { text.replace('+', "-") } else { text.replace('-', "+") };
    let left = sandbox.answer("solve left.txt --json");
    assert_eq!(texts(&left), texts(&plain).iter().map(flipped).collect::<Vec<_>>());
    assert_eq!(sandbox.answer("solve up.txt --json")["moves"], plain["moves"]);
    for (notation, separator) in [("words", ", "), ("colon", ", "), ("pairs", " "), ("signs", " "), ("arrows", " ")] {
        let written = texts(&sandbox.answer(&format!("solve board.txt --json --notation {notation}")));
        assert!(sandbox.succeed(&format!("solve board.txt --notation {notation}")).contains(&written.join(separator)));
        let cells: i32 =
            written.iter().map(|text| text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(1)).sum();
        assert_eq!(i64::from(cells), plain["steps"].as_i64().expect("steps"), "{notation}");
    }
    sandbox.write("wrong.txt", board.replace('K', ""));
    sandbox.refuses("solve wrong.txt", 2, ["line 1", "K"]);
}
