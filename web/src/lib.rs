//! The interface of the module. It imports nothing, and exports C-like functions and its memory.
//!
//! A call begins with [`input`], which makes room for text or bytes, and gives the number of bytes of its answer; those are at
//! [`answer`] until the next call. The bitwise complement of a number, which is negative, is that of an error message. Numbers in
//! answers have 32 bits, the lowest byte first. A panic ends the module for good: its message is at [`panic_text`], and the
//! caller starts another instance.
//!
//! `engine.js` beside the module is the other side of this interface.
mod board;
mod ranks;
mod reading;

use board::OpenBoard;
use gridlock::Metric;
use gridlock::internals::notation::{Exit, View};
use ranks::{Level, OpenRanks};
use std::cell::RefCell;

/// What an instance of the module keeps between calls.
struct Engine {
    /// Whether panics are heard.
    is_hooked: bool,
    input: Vec<u8>,
    answer: Vec<u8>,
    /// By handle, as the rank files; handles are not used again.
    boards: Vec<Option<Box<OpenBoard>>>,
    ranks: Vec<Option<Box<OpenRanks>>>,
}

/// What a call answers, or the text of what is wrong.
type Answer = Result<Vec<u8>, String>;

thread_local! {
    static ENGINE: RefCell<Engine> = const {
        RefCell::new(Engine { is_hooked: false, input: vec![], answer: vec![], boards: vec![], ranks: vec![] })
    };
    static PANIC: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for the input of the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        if !std::mem::replace(&mut engine.is_hooked, true) {
            std::panic::set_hook(Box::new(|info| PANIC.with_borrow_mut(|text| *text = info.to_string().into_bytes())));
        }
        engine.input.clear();
        engine.input.resize(bytes, 0);
        engine.input.as_mut_ptr()
    })
}

/// Where the answer of the last call is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ENGINE.with_borrow(|engine| engine.answer.as_ptr())
}

/// Where the message of a panic is.
#[unsafe(no_mangle)]
pub extern "C" fn panic_text() -> *const u8 {
    PANIC.with_borrow(|text| text.as_ptr())
}

/// How many bytes the message of a panic has; 0 if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn panic_bytes() -> usize {
    PANIC.with_borrow(Vec::len)
}

/// Opens the first board of a text. The input is the exit that is meant if the text has none, a line feed, and the text. The
/// answer is described at [`OpenBoard::describe`], after the handle of the board.
#[unsafe(no_mangle)]
pub extern "C" fn open_board() -> i32 {
    call(&|engine, input| {
        let board = reading::read(text_of(input)?)?;
        let described = format!("{} {}", engine.boards.len(), board.describe());
        engine.boards.push(Some(Box::new(board)));
        Ok(described.into_bytes())
    })
}

/// Forgets a board.
#[unsafe(no_mangle)]
pub extern "C" fn close_board(handle: usize) {
    ENGINE.with_borrow_mut(|engine| engine.boards.get_mut(handle).and_then(Option::take));
}

/// What is known of a position. The input of this and of other functions that ask about a position is, for each piece, the row or
/// column of its upper or left cell, one byte each. See [`OpenBoard::look`].
#[unsafe(no_mangle)]
pub extern "C" fn look(handle: usize) -> i32 {
    on_board(handle, &|board, position| Ok(numbers(board.look(position)?)))
}

/// The text of a position and its drawing, which begins after the first line feed.
#[unsafe(no_mangle)]
pub extern "C" fn draw(handle: usize) -> i32 {
    on_board(handle, &|board, position| Ok(board.draw(position)?.into_bytes()))
}

/// Reads moves like `A+2,C-1`, with commas or white space between them, from the board as it was opened. The answer is the number
/// of the piece and the cells of each.
#[unsafe(no_mangle)]
pub extern "C" fn replay(handle: usize) -> i32 {
    on_board(handle, &|board, text| Ok(numbers(board.replay(text_of(text)?)?)))
}

/// Explores the cluster of a board and the depths of its states, some `states` more at each call; depths count moves (0) or steps
/// (1). The answer is `[0, states so far]`, `[1, states]` when all is known, or `[2, max_states]` if there are more than those.
#[unsafe(no_mangle)]
pub extern "C" fn explore(handle: usize, metric: u32, max_states: usize, states: usize) -> i32 {
    on_board(handle, &|board, _| Ok(numbers(board.explore(metric_of(metric), max_states, states))))
}

/// How many states of an explored cluster have each depth; none if it is unsolvable.
#[unsafe(no_mangle)]
pub extern "C" fn counts(handle: usize) -> i32 {
    on_board(handle, &|board, _| Ok(numbers(board.counts()?)))
}

/// The moves of a shortest solution from a position of an explored cluster, as [`replay`] answers them; none if there is no
/// solution.
#[unsafe(no_mangle)]
pub extern "C" fn solution(handle: usize) -> i32 {
    on_board(handle, &|board, position| Ok(numbers(board.solution(position)?)))
}

/// Searches for a shortest solution from a position, whether or not the cluster was explored. The answer is `[1]` and the moves,
/// `[0]` if there is no solution, or `[2]` if the search met more than `max_states` states.
#[unsafe(no_mangle)]
pub extern "C" fn solve(handle: usize, metric: u32, max_states: usize) -> i32 {
    on_board(handle, &|board, position| Ok(numbers(board.solve(position, metric_of(metric), max_states)?)))
}

/// Opens the rank file that is the input. Clusters of its boards may have `max_states` states. The answer is its handle and what
/// [`OpenRanks::describe`] says. The file stays where the input was until it is closed.
#[unsafe(no_mangle)]
pub extern "C" fn open_ranks(max_states: usize) -> i32 {
    call(&|engine, input| {
        let ranks = OpenRanks::new(std::mem::take(input), max_states)?;
        let described = format!("{} {}", engine.ranks.len(), ranks.describe());
        engine.ranks.push(Some(Box::new(ranks)));
        Ok(described.into_bytes())
    })
}

/// Forgets a rank file.
#[unsafe(no_mangle)]
pub extern "C" fn close_ranks(handle: usize) {
    ENGINE.with_borrow_mut(|engine| engine.ranks.get_mut(handle).and_then(Option::take));
}

/// Reads and checks all blocks of a rank file, for which [`row_at`] has to wait otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn read_ranks(handle: usize) -> i32 {
    on_ranks(handle, &|ranks, _| ranks.read_all().map(|()| Vec::new()))
}

/// The walls and moves of a row.
#[unsafe(no_mangle)]
pub extern "C" fn row_entry(handle: usize, row: u32) -> i32 {
    on_ranks(handle, &|ranks, _| {
        let entry = ranks.entry(row.into())?;
        Ok(numbers(vec![entry.walls.into(), entry.moves as i32]))
    })
}

/// A row, see [`OpenRanks::row`].
#[unsafe(no_mangle)]
pub extern "C" fn row(handle: usize, row: u32) -> i32 {
    on_ranks(handle, &|ranks, _| Ok(ranks.row(row.into())?.into_bytes()))
}

/// The number of the first row of a level from a row on; -1 if there is none. The input of this and of [`row_at`] is the level: the
/// least and the most moves, walls and pieces, six numbers of 32 bits.
#[unsafe(no_mangle)]
pub extern "C" fn first_row(handle: usize, from: u32) -> i32 {
    on_ranks(handle, &|ranks, input| Ok(number_of(ranks.first(Level::of_bytes(input)?, from.into())?)))
}

/// The number of the row at a share, from 0 to 1, of the rows with the moves and walls of a level; -1 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn row_at(handle: usize, share: f64) -> i32 {
    on_ranks(handle, &|ranks, input| Ok(number_of(ranks.at_share(Level::of_bytes(input)?, share)?)))
}

/// The number of the row with the id that is the input; -1 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn row_of_id(handle: usize) -> i32 {
    on_ranks(handle, &|ranks, input| Ok(number_of(ranks.of_id(text_of(input)?)?)))
}

/// What is known of the board that is the input, see [`OpenRanks::find_board`].
#[unsafe(no_mangle)]
pub extern "C" fn find_row(handle: usize) -> i32 {
    on_ranks(handle, &|ranks, input| {
        let view = View::from_address(text_of(input)?, Exit::Right).map_err(|error| error.to_string())?;
        Ok(ranks.find_board(&view)?.into_bytes())
    })
}

/// Runs a call with the input; keeps its answer. All calls share the code of this function.
fn call(act: &dyn Fn(&mut Engine, &mut Vec<u8>) -> Answer) -> i32 {
    ENGINE.with_borrow_mut(|engine| {
        let mut input = std::mem::take(&mut engine.input);
        let answer = act(engine, &mut input);
        engine.input = input;
        let is_error = answer.is_err();
        engine.answer = answer.unwrap_or_else(String::into_bytes);
        let bytes = engine.answer.len() as i32;
        if is_error { !bytes } else { bytes }
    })
}

fn on_board(handle: usize, act: &dyn Fn(&mut OpenBoard, &[u8]) -> Answer) -> i32 {
    call(&|engine, input| match engine.boards.get_mut(handle).and_then(Option::as_mut) {
        Some(board) => act(board, input),
        None => Err(format!("no board has the handle {handle}")),
    })
}

fn on_ranks(handle: usize, act: &dyn Fn(&mut OpenRanks, &[u8]) -> Answer) -> i32 {
    call(&|engine, input| match engine.ranks.get_mut(handle).and_then(Option::as_mut) {
        Some(ranks) => act(ranks, input),
        None => Err(format!("no rank file has the handle {handle}")),
    })
}

fn number_of(row: Option<u64>) -> Vec<u8> {
    numbers(vec![row.map_or(-1, |row| row as i32)])
}

fn text_of(input: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(input).map_err(|_| "the text is not UTF-8".to_owned())
}

fn metric_of(number: u32) -> Metric {
    if number == 0 { Metric::Moves } else { Metric::Steps }
}

fn numbers(values: Vec<i32>) -> Vec<u8> {
    values.into_iter().flat_map(i32::to_le_bytes).collect()
}
