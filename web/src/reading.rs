//! Boards in what people type or paste.
use crate::board::OpenBoard;
use gridlock::internals::forms::{BoardReading, ReadBoard, only_board};
use gridlock::internals::notation::{Exit, View, ViewError};
use gridlock::{Place, Size};

/// The board of a text: the first word that is one, a link `...#BOARD@exit/moves`, or the only board in any form that the reader of
/// the library knows. The first line of the input is the exit that is meant where the text has none.
///
/// # Errors
/// `ROW COLUMN` of the cell at fault, from 1, or `0 0`; on the next line the message; then the rows of the board down to that cell.
pub fn read(input: &str) -> Result<OpenBoard, String> {
    let (chosen, text) = input.split_once('\n').unwrap_or((input, ""));
    let chosen: Exit = chosen.parse().map_err(|problem: String| plain(&problem))?;
    let exits = [chosen, Exit::Right, Exit::Left, Exit::Up, Exit::Down];
    let mut words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"')).filter(|word| !word.starts_with('#'));
    if let Some(word) = words.find(|word| exits.iter().any(|&exit| View::from_address(word, exit).is_ok())) {
        return opened(View::from_address(word, chosen), word, "");
    }
    // in a board over several lines # is a wall
    let link = text.trim().rsplit_once('#').filter(|(_, link)| link.len() > 8 && !link.contains(char::is_whitespace));
    if let Some((_, link)) = link {
        let (word, moves) = link.split_once('/').unwrap_or((link, ""));
        // where older pages had the fewest moves
        let moves = if moves.bytes().all(|byte| byte.is_ascii_digit()) { "" } else { moves };
        return opened(View::from_address(word, Exit::Right), word, moves);
    }
    let board = only_board(text, None).map_err(|error| plain(&error.problem))?;
    let how = BoardReading { exit: Some(board.marked_exit().unwrap_or(chosen)), ..BoardReading::default() };
    match board.read(&how) {
        Ok(ReadBoard { view, .. }) if view.name(0) == "A" => Ok(OpenBoard::new(view, String::new())),
        Ok(ReadBoard { view, .. }) => Ok(OpenBoard::new(view.lettered(), String::new())),
        Err(error) => Err(match error.place() {
            Some(place) => located(place, &error, &board.rows_to(place, None)),
            None => plain(&error.to_string()),
        }),
    }
}

/// The board, or what is wrong with the word that should be one.
fn opened(view: Result<View, ViewError>, word: &str, moves: &str) -> Result<OpenBoard, String> {
    view.map(|view| OpenBoard::new(view, moves.to_owned())).map_err(|error| {
        let Some(place) = error.place() else { return plain(&error.to_string()) };
        let (size, cells) = word.split_once(':').unwrap_or(("", word));
        let cells: Vec<char> = cells.split('@').next().unwrap_or_default().chars().collect();
        let known: Option<Size> = size.parse().ok().or_else(|| Size::of_cells(cells.len()));
        let width = known.map_or(cells.len(), Size::width);
        let rows: Vec<String> = cells.chunks(width.max(1)).take(place.row).map(|row| row.iter().collect()).collect();
        located(place, &error, &rows)
    })
}

/// What is wrong in a cell; the rows end with that cell's.
fn located(place: Place, error: &ViewError, rows: &[String]) -> String {
    format!("{} {}\n{error}\n{}", place.row, place.column, rows.join("\n"))
}

/// What is wrong, but not in one cell.
fn plain(problem: &str) -> String {
    format!("0 0\n{problem}\n")
}
