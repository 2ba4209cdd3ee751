//! Messages on stderr.
use std::io::Write;

/// Prints a line on stderr. A closed stderr is not an error.
pub(crate) fn print_message(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
