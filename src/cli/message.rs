//! Messages on stderr.
use std::io::Write;

/// Writes a line to stderr. If that is closed, there is nobody to tell.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
