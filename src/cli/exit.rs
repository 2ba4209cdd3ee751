//! How the program ends: the exit codes of all commands, and errors as one line.
use std::error::Error;
use std::io;

use super::board_argument::BoardArgumentError;
use crate::board::SearchError;
use crate::engine::{Signal, WorkerPanic};
use crate::generate::LimitExceeded;
use crate::ranks::RankFileProblem;
use crate::run::{MergeInputsError, PlanError, TablesError, WrongTotals};
use crate::solve::ReplayError;

/// How the program ended. The guide has the same table.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// Everything was done.
    #[default]
    Success,
    /// The answer is no: a board has no solution, a file has faults.
    NegativeAnswer,
    /// The arguments or an input are wrong; existing files are unchanged. clap ends the program with the same code.
    WrongInput,
    /// A limit ended the search: of states, of time, or of the program itself.
    GivenUp,
    /// Reading or writing failed: no such file, a full disk, a standard output that is closed.
    InputOutput,
    /// An error in gridlock itself. A panic of Rust ends a program with the same code.
    Defect,
    /// The reader of standard output closed it, as in `gridlock ... | head -1`. The code is as for a program killed by SIGPIPE.
    ClosedPipe,
    /// A signal asked the program to stop.
    Stopped(Signal),
}

/// Arguments that are valid one by one but not together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub &'static str);

/// A command did its work, and the answer is no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NegativeAnswer(pub(crate) String);

impl ExitCode {
    /// The number that the shell sees.
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Success => 0,
            ExitCode::NegativeAnswer => 1,
            ExitCode::WrongInput => 2,
            ExitCode::GivenUp => 3,
            ExitCode::InputOutput => 4,
            ExitCode::Defect => 101,
            ExitCode::ClosedPipe => 128 + 13,
            ExitCode::Stopped(signal) => signal.exit_code(),
        }
    }

    /// The code of a command that `signal` stopped.
    pub(crate) fn of_stop(signal: Option<Signal>) -> ExitCode {
        signal.map_or(ExitCode::Defect, ExitCode::Stopped) // only a signal stops a command
    }

    /// The code for a command that could not begin because there are no tables; `signal` is the signal received, if any.
    pub(crate) fn of_tables_error(error: &TablesError, signal: Option<Signal>) -> ExitCode {
        match error {
            TablesError::Stopped => ExitCode::of_stop(signal),
            _ => ExitCode::WrongInput,
        }
    }

    /// The code for an error. Unless one of its causes decides otherwise, it is wrong input.
    pub fn of_error(error: &anyhow::Error) -> ExitCode {
        if error.is::<UsageError>() || error.is::<BoardArgumentError>() {
            return ExitCode::WrongInput;
        }
        let is_own = matches!(error.downcast_ref(), Some(MergeInputsError::WrongTotals { .. }));
        let is_brief = matches!(error.downcast_ref(), Some(PlanError::TooShort));
        match error.chain().find_map(ExitCode::of_cause) {
            _ if is_own => ExitCode::Defect,
            _ if is_brief => ExitCode::GivenUp,
            found => found.unwrap_or(ExitCode::WrongInput),
        }
    }

    /// The code that one cause of an error decides.
    fn of_cause(cause: &(dyn Error + 'static)) -> Option<ExitCode> {
        if cause.is::<NegativeAnswer>() {
            Some(ExitCode::NegativeAnswer)
        } else if cause.is::<SearchError>() || cause.is::<LimitExceeded>() {
            Some(ExitCode::GivenUp)
        } else if cause.is::<WorkerPanic>() || cause.is::<WrongTotals>() || cause.is::<ReplayError>() {
            Some(ExitCode::Defect)
        } else {
            cause.downcast_ref().and_then(ExitCode::of_system_error)
        }
    }

    /// The code for an error of reading or writing; `None` if it is about the content of a file, or only wraps an error of
    /// another kind.
    fn of_system_error(error: &io::Error) -> Option<ExitCode> {
        use io::ErrorKind::{AlreadyExists, BrokenPipe, InvalidData, InvalidInput, UnexpectedEof};
        let is_content = matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof) && error.raw_os_error().is_none();
        let wraps_content =
            error.get_ref().is_some_and(|inner| inner.is::<crate::files::CodecError>() || inner.is::<RankFileProblem>());
        match error.kind() {
            BrokenPipe => Some(ExitCode::ClosedPipe),
            // Another program made the output meanwhile: end as if it had been there at the start.
            AlreadyExists => Some(ExitCode::WrongInput),
            _ if is_content || wraps_content => None,
            // An output wraps its own errors, whose cause is the system's error.
            _ if error.source().is_some_and(<dyn Error>::is::<io::Error>) => None,
            _ => Some(ExitCode::InputOutput),
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code.number())
    }
}

/// Whether an error says that the ranks of rows were not found because a signal came first.
pub(crate) fn is_stop_of_ranks(error: &anyhow::Error) -> bool {
    let stopped =
        |cause: &io::Error| matches!(cause.get_ref().and_then(|inner| inner.downcast_ref()), Some(RankFileProblem::Stopped));
    error.chain().any(|cause| cause.downcast_ref().is_some_and(stopped))
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
    fn codes_are_those_of_the_guide() {
        let codes = [
            ExitCode::Success,
            ExitCode::NegativeAnswer,
            ExitCode::WrongInput,
            ExitCode::GivenUp,
            ExitCode::InputOutput,
            ExitCode::Defect,
            ExitCode::Stopped(Signal::Hangup),
            ExitCode::Stopped(Signal::Interrupt),
            ExitCode::ClosedPipe,
            ExitCode::Stopped(Signal::Terminate),
        ]
        .map(ExitCode::number);
        assert_eq!(codes, [0, 1, 2, 3, 4, 101, 129, 130, 141, 143]);
        let guide = include_str!("../../docs/GUIDE.md");
        let table = guide.split("## Exit codes").nth(1).expect("the table").split("\n## ").next().expect("its end");
        let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
        let documented: Vec<u8> = rows.flat_map(|cell| cell.split(", ").filter_map(|code| code.parse().ok())).collect();
        assert_eq!(documented, codes);
    }

    #[test]
    fn errors_have_their_codes() {
        let code = |error: anyhow::Error| ExitCode::of_error(&error.context("while working"));
        assert_eq!(code(anyhow!("anything")), ExitCode::WrongInput);
        assert_eq!(ExitCode::of_error(&UsageError("no").into()), ExitCode::WrongInput);
        assert_eq!(code(NegativeAnswer("no".to_owned()).into()), ExitCode::NegativeAnswer);
        assert_eq!(code(SearchError::TooManyStates(7).into()), ExitCode::GivenUp);
        assert_eq!(ExitCode::of_error(&PlanError::TooShort.into()), ExitCode::GivenUp);
        assert_eq!(code(ReplayError::NoGoal.into()), ExitCode::Defect);
        let panic = crate::run::GenerateError::from(crate::engine::PipelineError::Panicked(WorkerPanic("no".to_owned())));
        assert_eq!(code(panic.into()), ExitCode::Defect);
        for (kind, expected) in [
            (io::ErrorKind::NotFound, ExitCode::InputOutput),
            (io::ErrorKind::StorageFull, ExitCode::InputOutput),
            (io::ErrorKind::InvalidData, ExitCode::WrongInput),
            (io::ErrorKind::UnexpectedEof, ExitCode::WrongInput),
            (io::ErrorKind::AlreadyExists, ExitCode::WrongInput),
        ] {
            assert_eq!(code(io::Error::from(kind).into()), expected, "{kind}");
        }
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(ExitCode::of_error(&closed().into()), ExitCode::ClosedPipe);
        let output = OutputError::Closed { name: "standard output".to_owned(), source: closed() };
        let wrapped = crate::run::GenerateError::from(output);
        assert_eq!(code(wrapped.into()), ExitCode::ClosedPipe);
        let table = crate::tables::TableError::library(io::Error::other(OutputError::write("x", closed())));
        assert_eq!(code(table.into()), ExitCode::ClosedPipe);
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
