//! Paths: their folders, and where symbolic links lead, by one rule for every file that the program reads or writes.
use std::fs;
use std::path::{Path, PathBuf};

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

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

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
