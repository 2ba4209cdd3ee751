//! Errors of the boards of a text.

/// Lines that can't be read as boards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BlockError {
    /// The wrong line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub problem: String,
}

impl BlockError {
    /// What is wrong with a line.
    pub(super) fn new(line: u64, problem: impl Into<String>) -> BlockError {
        BlockError { line, problem: problem.into() }
    }
}
