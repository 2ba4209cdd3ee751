//! Compressed rows: any bytes are read to their end or refused, whatever the file's ending says of them.
#![no_main]
use gridlock::store::{InputError, RowReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = folder();
    for name in ["rows.txt", "rows.gz", "rows.bz2"] {
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
    }
});

/// A folder of this process.
fn folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("gridlock-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
