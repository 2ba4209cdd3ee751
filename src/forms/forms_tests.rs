//! Boards are written in every form of `docs/FORMATS.md` and read back the same, and no text makes the reader panic.
use std::convert::Infallible;

use super::{BoardReading, BoardTexts, TextLine, read_board};
use crate::board::Size;
use crate::notation::Exit;

/// The same numbers on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A board as numbers: 0 is empty, 1 the primary, from 2 on other pieces, 99 a wall.
#[derive(Clone, Debug)]
struct Plain {
    width: usize,
    height: usize,
    cells: Vec<usize>,
    exit: Exit,
    /// The row or column of the primary.
    line: usize,
}

const WALL: usize = 99;

impl Plain {
    fn random(random: &mut Numbers, exit: Exit, walls: bool) -> Plain {
        let (width, height) = (4 + random.below(4), 4 + random.below(4));
        let mut board = Plain { width, height, cells: vec![0; width * height], exit, line: 0 };
        let mut next = 1;
        for _ in 0..3 * width * height {
            let is_wall = walls && random.below(9) == 0 && next > 1;
            let length = if is_wall { 1 } else { 2 + random.below(2) };
            let is_vertical = if next == 1 { exit.is_vertical() } else { random.below(2) == 1 };
            let (row, column) = (random.below(height), random.below(width));
            let (fits, stride) = if is_vertical { (row + length <= height, width) } else { (column + length <= width, 1) };
            let own: Vec<usize> = (0..length).map(|k| row * width + column + k * stride).collect();
            if !fits || next > 11 || own.iter().any(|&cell| board.cells[cell] != 0) {
                continue;
            }
            if next == 1 {
                board.line = if is_vertical { column } else { row };
            }
            own.into_iter().for_each(|cell| board.cells[cell] = if is_wall { WALL } else { next });
            next += usize::from(!is_wall);
        }
        if board.cells[0..].iter().filter(|&&cell| cell == 0).count().gt(&0) { board } else { Plain::random(random, exit, walls) }
    }

    /// The rows, each cell as a sign.
    fn rows(&self, signs: Signs) -> Vec<Vec<String>> {
        self.cells.chunks(self.width).map(|row| row.iter().map(|&cell| signs.of(cell)).collect()).collect()
    }
}

/// How cells are written.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Signs {
    /// `A`, `B`, with this sign for an empty cell.
    Capital(char),
    /// `a`, and `o` and `x` among the others.
    Small(char),
    Numbers,
    Two,
}

impl Signs {
    fn of(self, cell: usize) -> String {
        const SMALL: [char; 12] = ['a', 'b', 'o', 'c', 'x', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
        match (self, cell) {
            (Signs::Capital(empty) | Signs::Small(empty), 0) => empty.to_string(),
            (Signs::Capital('o' | '.'), WALL) => "x".to_owned(),
            (Signs::Capital(_) | Signs::Small(_), WALL) => "#".to_owned(),
            (Signs::Capital(_), cell) => char::from(b'A' + cell as u8 - 1).to_string(),
            (Signs::Small(_), cell) => SMALL[cell - 1].to_string(),
            (Signs::Numbers, cell) => (cell * 3).to_string(),
            (Signs::Two, 0) => "__".to_owned(),
            (Signs::Two, cell) => format!("C{}", char::from(b'A' + cell as u8 - 1)),
        }
    }

    /// The option `--primary`.
    fn primary(self) -> Option<String> {
        (!matches!(self, Signs::Capital(_))).then(|| self.of(1))
    }
}

/// The ways to write the rows of a board.
const LAYOUTS: [&str; 18] = [
    "rows", "spaced", "commas", "tabs", "indented", "slashes", "one line", "groups", "bars", "box", "stars", "hashes", "drawing",
    "gap", "title", "comment", "sized", "counted",
];

/// The text of a board in a layout; `None` if it can't be written so.
fn write(board: &Plain, signs: Signs, layout: &str) -> Option<String> {
    let rows = board.rows(signs);
    let is_narrow = signs != Signs::Numbers && signs != Signs::Two;
    let has_spaces = matches!(signs, Signs::Capital(' ') | Signs::Small(' '));
    let compact: Vec<String> = rows.iter().map(|row| row.concat()).collect();
    let joined = |separator: &str| rows.iter().map(|row| row.join(separator)).collect::<Vec<_>>();
    let lines = |rows: &[String]| rows.join("\n") + "\n";
    // the mark of the exit at a row
    let marked = |rows: &[String], left: &str, right: &str, other: &str| -> Vec<String> {
        let side = |k: usize, exit: Exit, mark: &str| {
            if k == board.line && board.exit == exit { mark.to_owned() } else { other.to_owned() }
        };
        let row = |(k, row): (usize, &String)| format!("{}{row}{}", side(k, Exit::Left, left), side(k, Exit::Right, right));
        rows.iter().enumerate().map(row).collect()
    };
    let edge = |sign: &str, corner: &str, step: usize, gap: &str| {
        let column = |k: usize, exit: Exit| if board.exit == exit && k == board.line { gap } else { sign };
        let edge = |exit: Exit| {
            let cell = |k: usize| if step == 1 { column(k, exit).to_owned() } else { format!("{sign}{}", column(k, exit)) };
            format!("{corner}{}{}{corner}", (0..board.width).map(cell).collect::<String>(), if step == 1 { "" } else { sign })
        };
        (edge(Exit::Up), edge(Exit::Down))
    };
    let boxed = |rows: Vec<String>, (top, bottom): (String, String)| format!("{top}\n{}\n{bottom}\n", rows.join("\n"));
    let arrow = |exit: Exit| match exit {
        Exit::Up => "^",
        _ => "v",
    };
    match layout {
        "spaced" if !has_spaces => Some(lines(&joined(" "))),
        "commas" if !has_spaces => Some(lines(&joined(","))),
        "tabs" if !has_spaces => Some(lines(&joined("\t"))),
        "rows" if is_narrow && !has_spaces => {
            let marks = marked(&compact, "<", ">", "");
            let shifted: Vec<String> =
                marks.iter().map(|row| if row.starts_with('<') { row.clone() } else { format!(" {row}") }).collect();
            let mark = format!("{}{}", " ".repeat(board.line + 1), arrow(board.exit));
            Some(match board.exit {
                Exit::Up => format!("{mark}\n{}", lines(&shifted)),
                Exit::Down => format!("{}{mark}\n", lines(&shifted)),
                _ => lines(&shifted),
            })
        }
        "rows" if is_narrow => Some(lines(&compact)),
        "indented" if is_narrow && !has_spaces => Some(lines(&compact).lines().map(|row| format!("    {row}\r\n")).collect()),
        "slashes" if is_narrow && !has_spaces => Some(compact.join("/")),
        "one line" if is_narrow && !has_spaces && board.width == board.height => Some(format!("Jam-7 {}", compact.concat())),
        "groups" if is_narrow && !has_spaces => Some(format!("p02: 4: {} # some vehicles", compact.join(" "))),
        "bars" if is_narrow => Some(lines(&marked(&compact, "|", "|", "|"))),
        "box" if is_narrow => Some(boxed(marked(&compact, "<", ">", "|"), edge("-", "+", 1, arrow(board.exit)))),
        "gap" if is_narrow => Some(boxed(marked(&compact, " ", " ", "|"), edge("-", "+", 1, " "))),
        "stars" if is_narrow => Some(boxed(marked(&compact, " ", " ", "*"), edge("*", "*", 1, " "))),
        "hashes" if is_narrow => Some(boxed(marked(&compact, "<", ">", "#"), edge("#", "#", 1, " "))),
        "drawing" if is_narrow && !has_spaces => {
            let rows: Vec<String> = joined(" ").iter().map(|row| format!(" {row} ")).collect();
            let (top, bottom) = edge("─", "", 2, if board.exit == Exit::Up { "↑" } else { "↓" });
            Some(boxed(marked(&rows, "←", "→", "│"), (format!("┌{top}┐"), format!("└{bottom}┘"))))
        }
        "title" if !has_spaces => Some(format!("Level 1:\n{}", lines(&joined(" ")))),
        "comment" if !has_spaces => Some(format!("// a level\n# of some vehicles\n{}", lines(&joined(" ")))),
        "sized" if !has_spaces => Some(format!("{} {}\n{}", board.height, board.width, lines(&joined(" ")))),
        "counted" if !has_spaces => {
            let vehicles = board.cells.iter().filter(|&&cell| cell != WALL).max()?;
            Some(format!("1\n{} {} {vehicles}\n{}", board.height, board.width, lines(&joined(" "))))
        }
        _ => None,
    }
}

/// The board that is read, as numbers by the order of the first cells, and its exit.
fn read(text: &str, how: &BoardReading) -> Result<(Size, Vec<usize>, Exit), String> {
    let view = read_board(text, how)?.view;
    Ok((view.size(), by_first_cells(&view.cells(" "), " ", "x"), view.exit()))
}

fn by_first_cells<T: PartialEq>(cells: &[T], empty: impl PartialEq<T>, wall: impl PartialEq<T>) -> Vec<usize> {
    let first = |cell: &T| cells.iter().position(|other| other == cell).expect("itself");
    cells
        .iter()
        .map(|cell| {
            if empty == *cell {
                0
            } else if wall == *cell {
                WALL + 999
            } else {
                1 + first(cell)
            }
        })
        .collect()
}

#[test]
fn boards_in_every_form_come_back() {
    let mut random = Numbers(63);
    let mut written = std::collections::BTreeMap::new();
    let small = ['.', '_', '-', '0', ' '].map(Signs::Small);
    let capital = ['.', 'o', '_', '-', ' '].map(Signs::Capital);
    for signs in small.into_iter().chain(capital).chain([Signs::Numbers, Signs::Two]) {
        for layout in LAYOUTS {
            for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
                for _ in 0..6 {
                    let may_have_walls = matches!(signs, Signs::Capital(_) | Signs::Small(_)) && layout != "hashes";
                    let board = Plain::random(&mut random, exit, may_have_walls);
                    let Some(text) = write(&board, signs, layout) else { continue };
                    let size = Size::new(board.width, board.height).expect("a size");
                    let is_marked = matches!(layout, "rows" | "box" | "gap" | "stars" | "hashes" | "drawing")
                        && !(layout == "rows" && matches!(signs, Signs::Capital(' ') | Signs::Small(' ')));
                    let how =
                        BoardReading { exit: (!is_marked).then_some(exit), primary: signs.primary(), ..BoardReading::default() };
                    let expected = (size, by_first_cells(&board.cells, 0, WALL), exit);
                    assert_eq!(read(&text, &how), Ok(expected), "{signs:?} {layout} {exit}\n{text}");
                    *written.entry(layout).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(written.len(), LAYOUTS.len());
    assert!(written.values().all(|&count| count >= 16), "{written:?}");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut random = Numbers(64);
    let alphabet: Vec<char> = "AABBooxx..__--00112  \t\n\n\n,/|+#*>^<vK─┌└│→é12:R\u{e000}".chars().collect();
    let (mut read_ones, mut refused) = (0, 0);
    for round in 0..9000 {
        let mut text: Vec<char> = if round % 3 == 0 {
            (0..random.below(80)).map(|_| alphabet[random.below(alphabet.len())]).collect()
        } else {
            let exit = [Exit::Right, Exit::Left, Exit::Up, Exit::Down][random.below(4)];
            let board = Plain::random(&mut random, exit, true);
            let signs = [Signs::Small('.'), Signs::Capital('o'), Signs::Capital(' '), Signs::Numbers][random.below(4)];
            let layout = LAYOUTS[random.below(LAYOUTS.len())];
            write(&board, signs, layout).unwrap_or_default().chars().collect()
        };
        for _ in 0..random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(3) {
                0 => text.insert(at, alphabet[random.below(alphabet.len())]),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(if random.below(8) == 0 { at } else { text.len() }),
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text, &BoardReading::default()) {
            Ok(_) => read_ones += 1,
            Err(error) => {
                assert!(!error.is_empty(), "{text}");
                refused += 1;
            }
        }
    }
    assert!(read_ones > 300 && refused > 1000, "{read_ones} read, {refused} refused");
}

#[test]
fn boards_of_assignments_have_their_exit_on_any_side() {
    let read = |text: &str| read_board(text, &BoardReading::default()).map(|board| (board.view.exit(), board.view.to_string()));
    let good = "4 4\n2\n.BB.\nPP.CK\n...C\n....\n";
    for (exit, text, board) in [
        (Exit::Right, good, "oBBoPPoCoooCoooo"),
        (Exit::Right, "4 4\n.BB.\nPP.CK\n...C\n....\n", "oBBoPPoCoooCoooo"),
        (Exit::Right, "4 4\n3\n. B B .\nP P . C K\n. . . C\n. . . .\n", "oBBoPPoCoooCoooo"),
        (Exit::Left, "4 5\n2\n ..BB.\nKC..PP\n C....\n .....\n", "ooBBoCooPPCooooooooo"),
        (Exit::Left, "3 4\n1\n....\nKB.PP\nB...\n", "ooooBoPPBooo"),
        (Exit::Up, "4 4\n1\n  K\n.BB.\n....\n..P.\n..P.\n", "oBBoooooooPoooPo"),
        (Exit::Down, "4 4\n1\n.P..\n.P..\n.BB.\n....\n K\n", "oPoooPoooBBooooo"),
        (Exit::Down, "4 4\n1\n  .P..\n  .P..\n  .BB.\n  ....\n   K\n", "oPoooPoooBBooooo"),
    ] {
        assert_eq!(read(text), Ok((exit, board.to_owned())), "{text}");
    }
    for wrong in [
        good.replace("CK", "C"),                              // no exit
        good.replace("...C\n", "...CK\n"),                    // two exits
        good.replace("CK", "C").replace("...C\n", "...CK\n"), // not at the row of the primary
        good.replace("....\n", "....\n....\n"),               // a row too many
        good.replace("....\n", ""),                           // a row too few
        good.replace("...C", "..C"),                          // a short row
        good.replace("4 4", "5 4"),                           // other rows
        good.replace("\n2\n", "\n4\n"),                       // other pieces
        good.replace("PP", "QQ"),                             // no primary
        "4 4\n1\nK\n.BB.\n....\n..P.\n..P.\n".to_owned(),     // beside the column of the primary
        "4 4\n1\n  K\n.BB.\n....\n..P.\n..P.\n  K\n".to_owned(),
        "4 4\n".to_owned(),
    ] {
        assert!(read(&wrong).is_err(), "{wrong}: {:?}", read(&wrong));
    }
}

/// Line, cells and name of a board.
type Found = (u64, String, Option<String>);

/// The boards of a text: `Ok` with line, cells and name, or the line of the error.
fn boards(text: &str) -> Vec<Result<Found, u64>> {
    let lines = (1..).zip(text.lines()).filter_map(|(line, text)| TextLine::read(line, text)).map(Ok::<_, Infallible>);
    BoardTexts::new(lines, None).map(|Ok(b)| b.map(|b| (b.line, b.cells, b.name)).map_err(|error| error.line)).collect()
}

#[test]
fn blocks_and_lists_are_told_apart() {
    let board = |line: u64, cells: &str, name: Option<&str>| Ok((line, cells.to_owned(), name.map(str::to_owned)));
    let (four, typed) = ("AAoooooooooooooo", ".BB.AA.C...C....");
    let rows = ".BB.\nAA.C\n...C\n....\n";
    let drawing = "┌─────────┐\n│ . B B . │\n│ A A . C →\n│ . . . C │\n│ . . . . │\n└─────────┘\n";
    let two: String = drawing.lines().map(|line| format!("{line}   {line}\n")).collect();
    for (text, expected) in [
        (
            format!("{rows}\n07 {four} 12\n\n{drawing}{drawing}{four}\n"),
            vec![
                board(1, typed, None),
                board(6, four, None),
                board(8, typed, None),
                board(14, typed, None),
                board(20, four, None),
            ],
        ),
        (format!("{four}\nAAoo\n{four}\n"), vec![board(1, four, None), Err(2), board(3, four, None)]),
        (format!("07 AAooBoC 1\n{four}\n"), vec![Err(1), board(2, four, None)]),
        (format!("Level 1:\n{rows}\nJam-2\n{rows}"), vec![board(1, typed, Some("Level 1")), board(7, typed, Some("Jam-2"))]),
        (format!("Level 1:\n{four}\nLevel 2:\n{four}\n"), vec![board(2, four, Some("Level 1")), board(4, four, Some("Level 2"))]),
        (format!("{rows}AAoooooooooooooo\n"), vec![Err(1)]),
        (format!(".BB.\nAA.C\n...C\nDD.\n\n{four}\n"), vec![Err(1), board(6, four, None)]),
        (two.clone(), vec![Err(1)]),
        (
            format!(
                "{four}\n{}",
                two.lines().zip(drawing.lines()).map(|(two, one)| format!("{two}   {one}\n")).collect::<String>()
            ),
            vec![board(1, four, None), Err(2)],
        ),
        (format!("this board    unsolved state\n{two}\ncluster   19 states\n"), vec![board(1, typed, None)]),
        ("prose that says\nnothing\n\nmore prose\n".to_owned(), vec![Err(1)]),
        (format!("{four} {}\n", "oBBoAAoCoooCoooo"), vec![Err(1)]),
    ] {
        assert_eq!(boards(&text), expected, "{text}");
    }
}
