//! Paths: their folders, where symbolic links lead, by one rule for every file that the program reads or writes, and whether that
//! is a regular file; how messages and pictures show these and other foreign text.
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

/// A path as messages print it: control characters, and characters that change the direction of text, are escaped, so that a file
/// name can neither control a terminal nor look like another name or message. Bytes that are not UTF-8 become `�`.
///
/// A file named `a`, escape, `[2J.txt` is shown as `a\u{1b}[2J.txt`.
pub fn display_path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Foreign text, made safe to print or to put into XML: control characters, characters that change the direction of text, and
/// characters that XML forbids are escaped. So a name can neither control a terminal nor look like another one.
pub fn printable(text: &str) -> String {
    escaped(text, is_unsafe)
}

/// As [`printable`], for a message that may have several lines and tabs.
pub fn printable_lines(text: &str) -> String {
    escaped(text, |c| !matches!(c, '\n' | '\t') && is_unsafe(c))
}

fn is_unsafe(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str, is_unsafe: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unsafe(c) { safe.extend(c.escape_default()) } else { safe.push(c) }
    }
    safe
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

    #[test]
    fn names_cannot_steer_a_terminal() {
        let text = |name: &str| display_path(Path::new(name));
        assert_eq!(text("böse/rush 6.txt.gz"), "böse/rush 6.txt.gz");
        assert_eq!(text("a\u{1b}[2J\r\n\u{7f}\u{9b}.txt"), r"a\u{1b}[2J\r\n\u{7f}\u{9b}.txt");
        assert_eq!(text("\u{202e}txt.exe"), r"\u{202e}txt.exe");
        assert_eq!(printable("a\u{1b}[2J\n\u{ffff}b"), r"a\u{1b}[2J\n\u{ffff}b");
        assert_eq!(printable_lines("a\u{1b}[2J\n\tb"), "a\\u{1b}[2J\n\tb");
        assert_eq!(printable("Ängste ▪"), "Ängste ▪");
    }
}
