//! The interface of the module. It imports nothing, and exports C-like functions and its memory.
//!
//! A call begins with [`input`], which makes room for text or bytes, and gives the number of bytes of its answer; those are at
//! [`answer`] until the next call. The bitwise complement of a number, which is negative, is that of an error message. Numbers in
//! answers have 32 bits, the lowest byte first. A panic ends the module for good: its message is at [`panic_text`], and the
//! caller starts another instance.
//!
//! `engine.js` beside the module is the other side of this interface.
mod board;
mod reading;

use board::OpenBoard;
use gridlock::Metric;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Once;

/// What an instance of the module keeps between calls.
#[derive(Default)]
struct Engine {
    input: Vec<u8>,
    answer: Vec<u8>,
    boards: BTreeMap<u32, OpenBoard>,
    opened: u32,
}

/// What a call answers, or the text of what is wrong.
type Answer = Result<Vec<u8>, String>;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
    static PANIC: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for the input of the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| PANIC.with_borrow_mut(|text| *text = info.to_string().into_bytes())));
    });
    ENGINE.with_borrow_mut(|engine| {
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
    call(|engine, input| {
        let board = reading::read(text_of(input)?)?;
        engine.opened += 1;
        let described = format!("{} {}", engine.opened, board.describe());
        engine.boards.insert(engine.opened, board);
        Ok(described.into_bytes())
    })
}

/// Forgets a board.
#[unsafe(no_mangle)]
pub extern "C" fn close_board(handle: u32) {
    ENGINE.with_borrow_mut(|engine| engine.boards.remove(&handle));
}

/// What is known of a position. The input of this and of other functions that ask about a position is, for each piece, the row or
/// column of its upper or left cell, one byte each. See [`OpenBoard::look`].
#[unsafe(no_mangle)]
pub extern "C" fn look(handle: u32) -> i32 {
    on_board(handle, |board, position| Ok(numbers(board.look(position)?)))
}

/// The text of a position and its drawing, which begins after the first line feed.
#[unsafe(no_mangle)]
pub extern "C" fn draw(handle: u32) -> i32 {
    on_board(handle, |board, position| Ok(board.draw(position)?.into_bytes()))
}

/// Reads moves like `A+2,C-1`, with commas or white space between them, from the board as it was opened. The answer is the number
/// of the piece and the cells of each.
#[unsafe(no_mangle)]
pub extern "C" fn replay(handle: u32) -> i32 {
    on_board(handle, |board, text| Ok(numbers(board.replay(text_of(text)?)?)))
}

/// Explores the cluster of a board and the depths of its states, some `states` more at each call; depths count moves (0) or steps
/// (1). The answer is `[0, states so far]`, `[1, states]` when all is known, or `[2, max_states]` if there are more than those.
#[unsafe(no_mangle)]
pub extern "C" fn explore(handle: u32, metric: u32, max_states: usize, states: usize) -> i32 {
    on_board(handle, |board, _| Ok(numbers(board.explore(metric_of(metric), max_states, states))))
}

/// How many states of an explored cluster have each depth; none if it is unsolvable.
#[unsafe(no_mangle)]
pub extern "C" fn counts(handle: u32) -> i32 {
    on_board(handle, |board, _| Ok(numbers(board.counts()?)))
}

/// The moves of a shortest solution from a position of an explored cluster, as [`replay`] answers them; none if there is no
/// solution.
#[unsafe(no_mangle)]
pub extern "C" fn solution(handle: u32) -> i32 {
    on_board(handle, |board, position| Ok(numbers(board.solution(position)?)))
}

/// Searches for a shortest solution from a position, whether or not the cluster was explored. The answer is `[1]` and the moves,
/// `[0]` if there is no solution, or `[2]` if the search met more than `max_states` states.
#[unsafe(no_mangle)]
pub extern "C" fn solve(handle: u32, metric: u32, max_states: usize) -> i32 {
    on_board(handle, |board, position| Ok(numbers(board.solve(position, metric_of(metric), max_states)?)))
}

/// Runs a call with the input; keeps its answer.
fn call(act: impl FnOnce(&mut Engine, &[u8]) -> Answer) -> i32 {
    ENGINE.with_borrow_mut(|engine| {
        let input = std::mem::take(&mut engine.input);
        let answer = act(engine, &input);
        engine.input = input;
        let is_error = answer.is_err();
        engine.answer = answer.unwrap_or_else(String::into_bytes);
        let bytes = engine.answer.len() as i32;
        if is_error { !bytes } else { bytes }
    })
}

fn on_board(handle: u32, act: impl FnOnce(&mut OpenBoard, &[u8]) -> Answer) -> i32 {
    call(|engine, input| match engine.boards.get_mut(&handle) {
        Some(board) => act(board, input),
        None => Err(format!("no board has the handle {handle}")),
    })
}

fn text_of(input: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(input).map_err(|error| format!("the text is not UTF-8: {error}"))
}

fn metric_of(number: u32) -> Metric {
    if number == 0 { Metric::Moves } else { Metric::Steps }
}

fn numbers(values: Vec<i32>) -> Vec<u8> {
    values.into_iter().flat_map(i32::to_le_bytes).collect()
}
