//! Paths: their folders, where symbolic links lead, by one rule for every file that the program reads or writes, and whether that
//! is a regular file.
use std::fs::File;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The longest chain of links that is followed, as in the Linux kernel.
const MOST_LINKS: usize = 40;

/// The folder of a path; `.` if the path has no folder part.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that `path` leads to: `path` itself if it is not a symbolic link, else the target of the link, whether or not it
/// exists.
///
/// ```text
/// l.txt -> real/x.txt     l.txt leads to real/x.txt
/// ```
/// The system resolves links of folders. An endless chain of links leads to one of its links, which cannot be opened.
pub(crate) fn resolve_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.with_file_name(target); // an absolute target replaces the folder
    }
    path
}

/// Opens a regular file for reading. Anything else is refused: opening a pipe would wait for its writer, and a device may have no
/// end.
///
/// # Errors
/// Errors of the system; [`io::ErrorKind::InvalidInput`] for anything except a regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(refusal("it is not a regular file")) }
}

pub(crate) fn refusal(words: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_also_to_files_that_do_not_exist() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).expect("made");
        symlink("real/x.txt", at("relative.txt")).expect("a link");
        symlink(at("relative.txt"), at("absolute.txt")).expect("a link");
        symlink("loop.txt", at("loop.txt")).expect("a link");
        for exists in [false, true] {
            for name in ["relative.txt", "absolute.txt", "real/x.txt"] {
                assert_eq!(resolve_links(&at(name)), at("real/x.txt"), "{name}");
            }
            if !exists {
                fs::write(at("real/x.txt"), "").expect("written");
            }
        }
        assert_eq!(resolve_links(&at("loop.txt")), at("loop.txt"));
        assert_eq!(resolve_links(Path::new("none.txt")), Path::new("none.txt"));
    }
}
