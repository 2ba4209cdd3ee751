//! Paths in messages.
use std::fmt::{self, Write};
use std::path::Path;

/// A path as messages print it: control characters, and those that change the direction of text, are escaped, so that the name of a file
/// can neither steer a terminal nor look like another name or message. Bytes that are not UTF-8 become `�`.
///
/// A file named `a`, escape, `[2J.txt` is shown as `a\u{1b}[2J.txt`.
pub fn shown(path: &Path) -> Shown<'_> {
    Shown(path)
}

/// See [`shown`].
pub struct Shown<'a>(&'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_string_lossy().chars().try_for_each(|c| {
            let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            if c.is_control() || turns { write!(f, "{}", c.escape_default()) } else { f.write_char(c) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_steer_a_terminal() {
        let text = |name: &str| shown(Path::new(name)).to_string();
        assert_eq!(text("böse/rush 6.txt.gz"), "böse/rush 6.txt.gz");
        assert_eq!(text("a\u{1b}[2J\r\n\u{7f}\u{9b}.txt"), r"a\u{1b}[2J\r\n\u{7f}\u{9b}.txt");
        assert_eq!(text("\u{202e}txt.exe"), r"\u{202e}txt.exe");
    }
}
