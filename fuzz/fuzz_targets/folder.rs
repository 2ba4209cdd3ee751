//! The folder in which a target writes its files.
use std::path::PathBuf;

/// A folder for this process below TMPDIR, which should be in memory.
pub fn of_this_process() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gridlock-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
