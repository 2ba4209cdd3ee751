//! Messages on stderr.
use crate::files::printable_lines;
use std::io::Write;

/// Prints a line on stderr, with what could steer a terminal escaped: it may quote a file of others. A closed stderr is not an error.
pub(crate) fn print_message(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable_lines(line));
}
