//! Files that a command writes, and the one JSON object that tells about them.
use super::exit::UsageError;
use crate::files::OutputFile;
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// A file that was written.
#[derive(Serialize)]
pub(crate) struct Written {
    file: String,
    bytes: usize,
}

/// Writes all of a file and gives it its name.
///
/// # Errors
/// Those of [`OutputFile`].
pub(crate) fn write(mut output: OutputFile, path: &Path, bytes: &[u8]) -> Result<Written> {
    output.write(bytes)?;
    output.finish()?;
    Ok(Written { file: path.display().to_string(), bytes: bytes.len() })
}

/// Refuses `--json` where the output itself goes to standard output.
///
/// # Errors
/// A [`UsageError`].
pub(crate) fn check_json(json: bool, output: &Path) -> Result<(), UsageError> {
    if json && output == Path::new("-") {
        return Err(UsageError("--json writes to standard output: give the output a name other than -"));
    }
    Ok(())
}

/// Writes an object to standard output, as one line.
///
/// # Errors
/// Standard output can't be written.
pub(crate) fn tell_json(object: &impl Serialize) -> Result<()> {
    let line = serde_json::to_string(object).context("cannot write the answer as JSON")?;
    writeln!(io::stdout().lock(), "{line}").context("cannot write to standard output")
}
