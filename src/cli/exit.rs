//! How the program ends: exit codes, and errors as one line.
use std::io;

use super::board_argument::BoardArgumentError;
use crate::job::{Signal, TablesError};

/// How the program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// Everything was done.
    Success,
    /// Something failed; stderr says what.
    Failure,
    /// The arguments are wrong, or a board among them. clap ends the program with the same code if it can't parse them.
    Usage,
    /// The reader of standard output closed it, as in `gridlock ... | head -1`. The code is that of a program killed by SIGPIPE.
    ClosedPipe,
    /// A signal asked the program to stop.
    Stopped(Signal),
}

/// Arguments that are valid one by one but not together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub &'static str);

impl ExitCode {
    /// The number that the shell sees.
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Success => 0,
            ExitCode::Failure => 1,
            ExitCode::Usage => 2,
            ExitCode::ClosedPipe => 128 + 13,
            ExitCode::Stopped(signal) => signal.exit_code(),
        }
    }

    /// The code for a command that could not begin because there are no tables; `signal` is the one that came, if one did.
    pub(crate) fn of_tables_error(error: &TablesError, signal: Option<Signal>) -> ExitCode {
        match (error, signal) {
            (TablesError::Stopped, Some(signal)) => ExitCode::Stopped(signal),
            (TablesError::NoCandidates { .. }, _) => ExitCode::Usage,
            _ => ExitCode::Failure,
        }
    }

    /// The code for an error.
    pub fn of_error(error: &anyhow::Error) -> ExitCode {
        let is_closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
        if error.is::<UsageError>() || error.is::<BoardArgumentError>() {
            ExitCode::Usage
        } else if error.chain().any(|cause| cause.downcast_ref().is_some_and(is_closed)) {
            ExitCode::ClosedPipe
        } else {
            ExitCode::Failure
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code.number())
    }
}

/// An error and its causes as one line. A cause that the text already quotes is not repeated.
pub fn describe(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;
    use crate::files::OutputError;

    #[test]
    fn codes_are_the_conventional_ones() {
        let codes = [
            ExitCode::Success,
            ExitCode::Failure,
            ExitCode::Usage,
            ExitCode::Stopped(Signal::Interrupt),
            ExitCode::ClosedPipe,
            ExitCode::Stopped(Signal::Terminate),
        ];
        assert_eq!(codes.map(ExitCode::number), [0, 1, 2, 130, 141, 143]);
    }

    #[test]
    fn errors_have_their_codes() {
        assert_eq!(ExitCode::of_error(&anyhow!("anything")), ExitCode::Failure);
        assert_eq!(ExitCode::of_error(&UsageError("no").into()), ExitCode::Usage);
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(ExitCode::of_error(&closed().into()), ExitCode::ClosedPipe);
        let output = OutputError::Closed { name: "standard output".to_owned(), source: closed() };
        let wrapped = crate::job::GenerateError::from(output);
        assert_eq!(ExitCode::of_error(&anyhow::Error::from(wrapped).context("while writing")), ExitCode::ClosedPipe);
    }

    #[test]
    fn causes_are_printed_once() {
        let error = Err::<(), _>(anyhow!("the disk: full")).context("the rows are not written").expect_err("an error");
        assert_eq!(describe(&error), "the rows are not written: the disk: full");
        let source = io::Error::other("too small");
        let error = OutputError::Write { name: "a.gz".to_owned(), source }.into();
        assert_eq!(describe(&error), "cannot write to a.gz: too small");
    }
}
