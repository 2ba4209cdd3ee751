//! Files of rows and boards, compressed or plain: any bytes are read to their end or refused.
#![no_main]
mod folder;

use gridlock::internals::inputs::{InputError, LineReader, RowReader, boards_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The name has no extension, so the first bytes decide on the codec.
    let path = folder::of_this_process().join("rows");
    std::fs::write(&path, bytes).expect("written");
    if let Ok(rows) = RowReader::open(&path) {
        for row in rows.take_while(|row| matches!(row, Ok(_) | Err(InputError::Row { .. }))).flatten() {
            assert!(row.board.len() <= 49);
        }
    }
    if let Ok(lines) = LineReader::open(&path) {
        for board in boards_of(lines, None).map_while(Result::ok) {
            // a space may be an empty cell
            assert!(!board.cells.is_empty() && !board.cells.contains(['\n', '\r', '\t']));
            assert!(board.size.is_none_or(|size| size.cells() == board.cells.chars().count()));
        }
    }
});
