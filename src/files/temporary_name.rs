//! The names of temporary files: `NAME.gridlock-RANDOM.tmp`, where `NAME` is the name that the file will get.
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::iter::repeat_with;
use std::path::Path;

use super::error::OutputError;
use super::folder::{Folder, folder_of};

const INFIX: &str = ".gridlock-";
const SUFFIX: &str = ".tmp";
const RANDOM: usize = 6;

/// A name for a temporary file of an output called `output`, another one with each call.
pub(super) fn temporary_name(output: &OsStr) -> OsString {
    let random: String = repeat_with(fastrand::alphanumeric).take(RANDOM).collect();
    let mut name = output.to_owned();
    [INFIX, &random, SUFFIX].into_iter().for_each(|end| name.push(end));
    name
}

/// Whether `name` is that of a temporary file for an output called `output`.
pub(crate) fn is_temporary_name(name: &OsStr, output: &OsStr) -> bool {
    let random = || {
        let rest = name.as_encoded_bytes().strip_prefix(output.as_encoded_bytes())?;
        rest.strip_prefix(INFIX.as_bytes())?.strip_suffix(SUFFIX.as_bytes())
    };
    random().is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric))
}

/// Checks, before the work, that the names of the temporary files for `path` are not too long, and removes those that processes left
/// when they were killed.
///
/// # Errors
/// [`OutputError::LongName`]. Any other error will come again when the file itself is made.
pub(crate) fn check_temporary_name(path: &Path) -> Result<(), OutputError> {
    let (folder, output) = (folder_of(path), path.file_name().unwrap_or_default());
    // A name that is too long can't be looked up either.
    match fs::symlink_metadata(folder.join(temporary_name(output))) {
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => return Err(OutputError::LongName(path.to_owned())),
        _ => {}
    }
    if let Ok(folder) = Folder::open(folder) {
        folder.remove_left_over(output);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_are_recognised() {
        let output = OsStr::new("rows.txt");
        assert!(is_temporary_name(&temporary_name(output), output) && temporary_name(output) != temporary_name(output));
        for other in
            ["rows.txt.backup.tmp", "rows.txt.gridlock-a1B2c3", "rows.txt.gridlock-a1B2c.tmp", "rows.txt.gridlock-a1B2.3.tmp"]
        {
            assert!(!is_temporary_name(OsStr::new(other), output), "{other}");
        }
    }

    #[test]
    fn names_too_long_are_found_without_making_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        for (length, fits) in [(200, true), (255 - 20, true), (255 - 19, false), (255, false)] {
            let path = folder.path().join("x".repeat(length));
            let checked = check_temporary_name(&path);
            assert_eq!(checked.is_ok(), fits, "{length}");
            assert!(fits || matches!(checked, Err(OutputError::LongName(_))));
            let made = Folder::open(folder.path()).expect("opened").create_temporary(path.file_name().expect("a name"));
            assert_eq!(made.is_ok(), fits, "{length}");
        }
    }
}
