//! Summaries of the files that a command wrote, printed as one JSON object by `--json`.
use crate::cli::{Context, Failure, Result, print_answer};
use crate::files::{OutputFile, display_path};
use serde::Serialize;
use std::path::Path;

/// A complete file.
#[derive(Serialize)]
pub(crate) struct FileSummary {
    file: String,
    bytes: usize,
}

/// Writes the whole content of an output and gives the file its name.
///
/// # Errors
/// As [`OutputFile::write`] and [`OutputFile::finish`].
pub(crate) fn write_file(mut output: OutputFile, path: &Path, content: &[u8]) -> Result<FileSummary> {
    output.write(content)?;
    output.finish()?;
    Ok(FileSummary { file: display_path(path), bytes: content.len() })
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

/// Prints an object on one line of standard output.
///
/// # Errors
/// Standard output can't be written.
pub(crate) fn print_json(object: &impl Serialize) -> Result<()> {
    print_answer(serde_json::to_string(object).context("cannot write the answer as JSON")? + "\n")
}
