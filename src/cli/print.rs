//! What the program prints: messages on stderr, answers on standard output.
use crate::cli::{Context, Failure, Result};
use crate::files::printable_lines;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

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

/// Prints an object on one line of standard output.
///
/// # Errors
/// Standard output can't be written.
pub(crate) fn print_json(object: &impl Serialize) -> Result<()> {
    print_answer(serde_json::to_string(object)? + "\n")
}

/// Refuses `--json` if the output itself goes to standard output.
///
/// # Errors
/// It does.
pub(crate) fn check_json(json: bool, output: &Path) -> Result<()> {
    if json && output == Path::new("-") {
        return Err(Failure::of_input("--json writes to standard output: give the output a name other than -"));
    }
    Ok(())
}
