//! Where the targets that need files put them.
use std::path::PathBuf;

/// A folder of this process. Set TMPDIR to a folder in memory.
pub fn of_this_process() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gridlock-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
