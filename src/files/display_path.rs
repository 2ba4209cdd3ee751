//! Foreign text in messages and pictures: paths, names, and the content of files.
use std::path::Path;

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
