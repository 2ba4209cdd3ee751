//! Errors of the system, with a remedy.
use std::io;

use super::error_class::reworded;

/// What to do about an error of the system, to follow its text; empty if there is nothing to say.
///
/// ```text
/// No space left on device; make room there, or choose another place, and run the command again
/// ```
pub(crate) fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; make room there, or choose another place, and run the command again"
        }
        io::ErrorKind::FileTooLarge => {
            "; allow larger files with ulimit -f, make room there, or choose another place, and run the command again"
        }
        io::ErrorKind::NotFound => "; make the folder first, or choose another",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "; choose a folder that you may write to",
        _ if has_no_file_left(error) => "; close other programs, or allow more open files with ulimit -n",
        _ => "",
    }
}

/// Whether the process, or the whole system, has reached its limit of open files.
fn has_no_file_left(error: &io::Error) -> bool {
    let limits = [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE].map(rustix::io::Errno::raw_os_error);
    // The errors of `tempfile` quote the system's error as text but keep only its kind, and this one's kind says nothing.
    let text = error.to_string();
    limits.iter().any(|code| text.contains(&format!("(os error {code})")))
}

/// The error of creating or writing an output.
pub(crate) fn write_error(name: &str, source: io::Error) -> io::Error {
    reworded(source, |source| format!("cannot write to {name}: {source}{}", remedy(source)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remedy_fits_its_error() {
        assert!(remedy(&io::ErrorKind::StorageFull.into()).contains("make room"));
        assert!(remedy(&io::ErrorKind::NotFound.into()).contains("make the folder"));
        assert!(remedy(&io::ErrorKind::PermissionDenied.into()).contains("may write"));
        assert_eq!(remedy(&io::Error::other("a bad day")), "");
        let missing = tempfile::tempfile_in("/nonexistent/folder").expect_err("no such folder");
        assert!(remedy(&missing).contains("make the folder"));
    }

    #[test]
    fn too_many_open_files_are_not_a_full_disk() {
        let plain = || io::Error::from(rustix::io::Errno::MFILE);
        let wrapped = io::Error::new(plain().kind(), format!("{} at path \"x\"", plain()));
        for error in [plain(), wrapped] {
            assert!(remedy(&error).contains("ulimit -n"), "{error}");
        }
    }
}
