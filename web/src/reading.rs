//! Boards in what people type or paste.
use crate::board::OpenBoard;
use gridlock::Size;
use gridlock::internals::notation::{BoardBlocks, BoardLine, Exit, MARKED_PRIMARY, View, ViewError};
use std::convert::Infallible;

/// The first board of a text: a word that is a board, a link `...#BOARD@exit/moves`, a board over several lines, or a drawing, whose
/// arrow is its exit. The first line of the input is the exit that is meant where the text has none.
///
/// # Errors
/// `ROW COLUMN` of the cell at fault, from 1, or `0 0`; on the next line the message; then the rows of the board down to that cell.
pub fn read(input: &str) -> Result<OpenBoard, String> {
    let (chosen, text) = input.split_once('\n').unwrap_or((input, ""));
    let chosen: Exit = chosen.parse().map_err(|problem: String| plain(&problem))?;
    let exits = [chosen, Exit::Right, Exit::Left, Exit::Up, Exit::Down];
    let mut words = text.split(|c: char| c.is_whitespace() || ",;\"".contains(c)).filter(|word| !word.starts_with('#'));
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
    let lines = (1..).zip(text.lines()).filter_map(|(line, text)| BoardLine::read(line, text)).map(Ok::<_, Infallible>);
    let block = BoardBlocks::new(lines, None).map(|Ok(block)| block).next();
    let block = block.ok_or_else(|| plain("there is no board in the text"))?.map_err(|error| plain(&error.to_string()))?;
    let arrows = [('→', Exit::Right), ('←', Exit::Left), ('↑', Exit::Up), ('↓', Exit::Down)];
    let arrow = text.chars().find_map(|c| arrows.iter().find(|(arrow, _)| *arrow == c)).map(|&(_, exit)| exit);
    let exit = block.exit.or(arrow).unwrap_or(chosen);
    let size = match block.rows {
        1 => return opened(View::from_text(&block.board, exit), &block.board, ""),
        rows => Size::new(block.cells() / rows, rows).map_err(|error| plain(&error.to_string()))?,
    };
    let primary = if block.exit.is_some() { MARKED_PRIMARY } else { "A" };
    let view = View::of_size(&block.board, size, primary, exit);
    let view = view.map(|view| if block.exit.is_some() { view.lettered() } else { view });
    opened(view, &format!("{}x{}:{}", size.width(), size.height(), block.board), "")
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
        format!("{} {}\n{error}\n{}", place.row, place.column, rows.join("\n"))
    })
}

/// What is wrong, but not in one cell.
fn plain(problem: &str) -> String {
    format!("0 0\n{problem}\n")
}
