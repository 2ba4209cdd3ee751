//! Compressed rows and boards: any bytes are read to their end or refused, whatever the file's ending says of them.
#![no_main]
mod folder;

use gridlock::store::{BoardReader, InputError, RowReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = folder::of_this_process();
    for name in ["rows.txt", "rows.gz"] {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("written");
        let Ok(reader) = RowReader::open(&path) else { continue };
        for row in reader {
            match row {
                Ok(row) => assert!(row.board.len() <= 49),
                Err(InputError::Row { .. }) => {}
                Err(_) => break,
            }
        }
        let Ok(reader) = BoardReader::open(&path) else { continue };
        for board in reader {
            match board {
                Ok(board) => assert!(!board.board.is_empty() && !board.board.contains(char::is_whitespace)),
                Err(_) => break,
            }
        }
    }
});
