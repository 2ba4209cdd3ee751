//! The rows of a board as a grid of signs.
use super::border::{Bare, Mark, Marks, Row, bare};
use super::signs::{LongSigns, is_number};
use super::text_line::TextLine;
use crate::board::Size;
use crate::notation::Exit;

/// The cells of a board, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub(super) size: Size,
    /// A character for each cell.
    pub(super) cells: String,
    pub(super) long: LongSigns,
    /// The marked exit, with the row or column in which it is.
    pub(super) exit: Option<(Exit, usize)>,
}

/// How the cells of all rows are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Separation {
    /// `AA..B`
    None,
    /// `A A . . B`, `1,1,0,0,12` or `C3 C3 __ __ T4`
    Signs,
    /// `AA  B`: white space is an empty cell
    SpacesAreCells,
}

impl Grid {
    /// Reads the lines of a board, from its upper to its lower edge or from its first to its last row.
    ///
    /// # Errors
    /// What is wrong with the first row that does not fit those above, or with border or exit.
    pub(super) fn read(lines: &[TextLine], marks: Marks, takes_first: bool) -> Result<Grid, String> {
        let Bare { rows, mark, has_border } = bare(lines, marks, takes_first)?;
        let separation = separation(&rows, has_border);
        let rows: Vec<(u64, Vec<(usize, String)>)> = rows.iter().map(|row| (row.line, signs(row, separation))).collect();
        let (width, height) = (rows.first().map_or(0, |(_, row)| row.len()), rows.len());
        if let Some((index, (line, row))) = rows.iter().enumerate().find(|(_, (_, row))| row.len() != width) {
            let (number, cells) = (index + 1, row.len());
            return Err(format!("row {number} in line {line} has {cells} cells, but the first row has {width}"));
        }
        let too_large = |help: &str| {
            let most = Size::MAX;
            Err(format!("a board of {width}×{height} is too large: gridlock reads boards of up to {most}×{most}{help}"))
        };
        if width.max(height) > Size::MAX && width.min(height) >= Size::MIN {
            // the flattest board with as many cells as a line has
            let sides =
                (Size::MIN..=Size::MAX).find_map(|rows| Size::new(width / rows, rows).ok().filter(|size| size.cells() == width));
            return match sides {
                _ if width <= Size::MAX => too_large("; put a blank line between boards"),
                Some(size) => {
                    let (columns, rows) = (size.width(), size.height());
                    too_large(&format!("; if each line is a board, give its size, like --size {columns}x{rows}"))
                }
                None => too_large(""),
            };
        }
        let size = Size::new(width, height).map_err(|error| error.to_string())?;
        let exit = match mark {
            None => None,
            Some(Mark::Row(side, row)) => Some((side, row)),
            Some(Mark::Column(side, first, last)) => {
                let row = &rows[if side == Exit::Up { 0 } else { height - 1 }].1;
                let columns: Vec<usize> = (0..width).filter(|&column| (first..=last).contains(&row[column].0)).collect();
                match columns[..] {
                    [column] => Some((side, column)),
                    _ => return Err("the mark of the exit is not at one column".to_owned()),
                }
            }
        };
        let mut long = LongSigns::default();
        let cells = rows.iter().flat_map(|(_, row)| row).map(|(_, sign)| long.character(sign)).collect();
        Ok(Grid { size, cells, long, exit })
    }
}

/// How the cells of rows are separated.
fn separation(rows: &[Row], has_border: bool) -> Separation {
    let signs: Vec<Vec<(usize, String)>> = rows.iter().map(|row| TextLine::signs(&row.text)).collect();
    let length = |sign: &(usize, String)| sign.1.chars().count();
    let has_sign = rows.iter().any(|row| row.text.iter().any(|sign| matches!(sign, '.' | '_' | '-')));
    let all_signs = || signs.iter().flatten();
    let count = signs.first().map_or(0, Vec::len);
    let are_even = rows.windows(2).all(|pair| pair[0].start + pair[0].text.len() == pair[1].start + pair[1].text.len());
    let is_in_line = || signs.iter().zip(rows).all(|(row, of)| row[0].0 + of.start == signs[0][0].0 + rows[0].start);
    let are_alike = || signs.iter().all(|row| length(&row[0]) == length(&signs[0][0])) && is_in_line();
    if signs.iter().all(|row| row.len() == 1) && (has_sign || are_alike()) {
        return Separation::None;
    }
    let is_number = |(_, sign): &(usize, String)| is_number(sign);
    let is_repeated = |(_, sign): &(usize, String)| sign.chars().all(|c| sign.starts_with(c));
    let one_length = all_signs().all(|sign| length(sign) == all_signs().next().map_or(0, length));
    let are_signs = all_signs().all(|sign| length(sign) == 1)
        || all_signs().all(is_number)
        || one_length && all_signs().any(|sign| !is_repeated(sign));
    match are_signs && count > 2 && signs.iter().all(|row| row.len() == count) {
        true => Separation::Signs,
        false if (are_even || has_border) && !has_sign => Separation::SpacesAreCells,
        false if all_signs().all(|sign| length(sign) == 1) => Separation::Signs,
        false if !has_sign => Separation::SpacesAreCells, // an error, since the lines are not equally long
        false => Separation::None,
    }
}

/// The signs of a row with their places in the line.
fn signs(row: &Row, separation: Separation) -> Vec<(usize, String)> {
    let characters = || row.text.iter().enumerate().map(|(at, sign)| (row.start + at, sign.to_string()));
    match separation {
        Separation::Signs => TextLine::signs(&row.text).into_iter().map(|(at, sign)| (row.start + at, sign)).collect(),
        Separation::None => characters().filter(|(_, sign)| !sign.trim().is_empty()).collect(),
        Separation::SpacesAreCells => characters().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Size, cells and exit of a grid.
    type Found = (String, String, Option<(Exit, usize)>);

    fn read(text: &str, marks: Marks) -> Result<Found, String> {
        let lines: Vec<TextLine> = (1..).zip(text.lines()).filter_map(|(line, text)| TextLine::read(line, text)).collect();
        let grid = Grid::read(&lines, marks, false)?;
        let cells: String = grid.cells.chars().map(|sign| grid.long.sign(sign)).collect();
        Ok((grid.size.to_string(), cells, grid.exit))
    }

    #[test]
    fn the_table_of_forms() {
        let plain = ".BB.AA.C...C....";
        let right = Some((Exit::Right, 1));
        for (text, cells, exit) in [
            (".BB.\nAA.C\n...C\n....", plain, None),
            (". B B .\nA A . C\n. . . C\n. . . .", plain, None),
            (".,B,B,.\nA,A,.,C\n.,.,.,C\n.,.,.,.", plain, None),
            ("  .BB.\n  AA.C\n  ...C\n  ....", plain, None),
            (".BB.\nAA.C>\n...C\n....", plain, right),
            (". B B .\nA A . C →\n. . . C\n. . . .", plain, right),
            (" .BB.\n<AA.C\n ...C\n ....", plain, Some((Exit::Left, 1))),
            (" ^\n.BB.\nAA.C\n...C\n....", plain, Some((Exit::Up, 1))),
            (".BB.\nAA.C\n...C\n....\n   v", plain, Some((Exit::Down, 3))),
            ("+----+\n|.BB.|\n|AA.C|\n|...C|\n|....|\n+----+", plain, None),
            ("+----+\n|.BB.|\n|AA.C>\n|...C|\n|....|\n+----+", plain, right),
            ("+----+\n|.BB.|\n|AA.C|>\n|...C|\n|....|\n+----+", plain, right),
            ("+----+\n|.BB.|\n|AA.C\n|...C|\n|....|\n+----+", plain, right),
            ("+----+\n|.BB.|\n AA.C|\n|...C|\n|....|\n+----+", plain, Some((Exit::Left, 1))),
            ("+-- -+\n|.BB.|\n|AA.C|\n|...C|\n|....|\n+----+", plain, Some((Exit::Up, 2))),
            ("+----+\n|.BB.|\n|AA.C|\n|...C|\n|....|\n+v---+", plain, Some((Exit::Down, 0))),
            ("|.BB.|\n|AA.C>\n|...C|\n|....|", plain, right),
            ("######\n#.BB.#\n#AA.C>\n#...C#\n#....#\n######", plain, right),
            ("******\n*.BB.*\n*AA.C \n*...C*\n*....*\n******", plain, right),
            ("------\n|.BB.|\n|AA.C|\n|...C|\n|....|\n------", plain, None),
            ("┌─────────┐\n│ . B B . │\n│ A A . C →\n│ . . . C │\n│ . . . . │\n└─────────┘", plain, right),
            ("┌───↑─────┐\n│ . B B . │\n│ A A . C │\n│ . . . C │\n│ . . . . │\n└─────────┘", plain, Some((Exit::Up, 1))),
            (" BB \nAA C\n   C\n    ", " BB AA C   C    ", None),
            ("+----+\n| BB |\n|AA C>\n|   C|\n|    |\n+----+", " BB AA C   C    ", right),
            ("1 1 0 10\n0 0 0 10\n2 2 0 0", "11010000102200", None),
            ("C3 C3 __ __\n__ __ T4 T4\n__ __ __ __", "C3C3____T4T4____", None),
        ] {
            let found = read(text, Marks::Arrows);
            assert_eq!(found.map(|(_, cells, exit)| (cells, exit)), Ok((cells.to_owned(), exit)), "{text}");
        }
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        for (text, key) in [
            (".BB.\nAA.\n...C\n....", "row 2 in line 2 has 3 cells"),
            (".BB.\nAA.C>\n...C>\n....", "2 exits"),
            ("┌─────────┐\n│ . B B . │\n│ A A . C →\n│ . . . C │", "not complete"),
            ("┌─────────┐\n│ . B B . │\n│ A A C →\n│ . . . C │\n└─────────┘", "row 2 in line 3"),
            ("┌─────────┐  ┌─────────┐\n│ . B B . │  │ . B B . │\n└─────────┘  └─────────┘", "side by side"),
            ("+----+\n|.BB.|\n|AA.C\n|...C\n|....|\n+----+", "2 exits"),
            ("AA\nBB\n..", "2×3"),
        ] {
            let error = read(text, Marks::Arrows).expect_err(text);
            assert!(error.contains(key), "{error}");
        }
    }
}
