//! What the program prints: messages on stderr, answers on standard output.
use crate::cli::{Context, Result};
use crate::files::printable_lines;
use std::io::{self, Write};

/// Prints a line on stderr. Terminal control characters are escaped, since it may quote a foreign file. A closed stderr is not an
/// error.
pub(crate) fn print_message(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(line));
}

/// Prints on standard output.
///
/// # Errors
/// It can't be written.
pub(crate) fn print_answer(text: impl AsRef<[u8]>) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref()).and_then(|()| out.flush()).context("cannot write to standard output")
}
