//! The boards of a file of text.
use super::line_reader::{InputError, LineReader};
use crate::board::Size;
use crate::forms::{BlockError, BoardText, BoardTexts, TextLine};
use crate::rows::{FromLine, RowError};

/// The boards of a file: [`BoardTexts`] says how they may be written.
pub type BoardReader = Box<dyn Iterator<Item = Result<BoardText, InputError>>>;

/// The boards of the lines of a file, which is not a list of vehicles. `size` is the size of boards on one line, if they are not
/// square.
pub fn boards_of(lines: LineReader<TextLine>, size: Option<Size>) -> BoardReader {
    let file = lines.file().clone();
    let read = move |board: Result<Result<BoardText, BlockError>, InputError>| {
        board?.map_err(|BlockError { line, problem }| {
            file.damage(line - 1).unwrap_or_else(|| InputError::Record { path: file.path.clone(), line, problem })
        })
    };
    // nothing follows the error of a file
    let mut has_ended = false;
    Box::new(BoardTexts::new(lines, size).map(read).take_while(move |board| {
        let is_last = matches!(board, Err(error) if !matches!(error, InputError::Record { .. }));
        !std::mem::replace(&mut has_ended, is_last)
    }))
}

impl FromLine for TextLine {
    const WHAT: &'static str = "a board";
    /// A name may be long.
    const LONGEST_LINE: usize = 4096;
    /// People write these files by hand.
    const NEEDS_LINE_END: bool = false;

    /// An empty line is `None`; there are no errors.
    fn from_line(line: u64, text: &str) -> Result<Option<TextLine>, RowError> {
        Ok(TextLine::read(line, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards.txt");
        for bytes in [&b"\n\xff\xfe\n"[..], &[&b"\n"[..], &[b'A'; 100_000]].concat()] {
            std::fs::write(&path, bytes).expect("written");
            let found = boards_of(LineReader::open(&path).expect("opened"), None).next();
            assert!(matches!(&found, Some(Err(error)) if error.to_string().contains("line 2: not a board")), "{found:?}");
        }
    }

    #[test]
    fn an_error_names_the_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("boards");
        std::fs::write(&path, b"AAoooooooooooooo\n\xff\xfe\n").expect("written");
        let error = boards_of(LineReader::open(&path).expect("opened"), None).nth(1).expect("a line").expect_err("no text");
        assert!(error.to_string().contains("line 2: not a board"), "{error}");
    }
}
