//! Why a command failed: its error, what it was doing, and the class that decides the exit code.
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;

use super::exit::ExitCode;
use crate::board::{SearchError, TextError};
use crate::draw::PictureError;
use crate::engine::{Interrupt, Signal};
use crate::files::{Classified, ErrorClass, classes, display_path};
use crate::notation::{ShapeError, ViewError};
use crate::solve::ReplayError;

/// The result of a command, or of a part of it.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// An error of a known class. An error type that tells no class does not become one: the compiler asks for its class.
#[derive(Debug)]
pub struct Failure {
    class: ErrorClass,
    /// The signal that stopped the work.
    signal: Option<Signal>,
    error: anyhow::Error,
}

impl Failure {
    fn new(class: ErrorClass, text: impl Display) -> Failure {
        Failure { class, signal: None, error: anyhow::anyhow!("{text}") }
    }

    /// An argument or an input is wrong; `text` says how.
    pub(crate) fn of_input(text: impl Display) -> Failure {
        Failure::new(ErrorClass::WrongInput, text)
    }

    /// A board can't be read; `place` says where it was given.
    pub(crate) fn of_board(place: impl Display, error: impl Display) -> Failure {
        Failure::of_input(format_args!("{place}: {error}"))
    }

    /// A file has no board.
    pub(crate) fn no_board_in(file: &OsStr) -> Failure {
        Failure::of_input(format_args!("{} holds no board", display_path(file.as_ref())))
    }

    /// The work was done, and the answer is no.
    pub(crate) fn negative(text: impl Display) -> Failure {
        Failure::new(ErrorClass::NegativeAnswer, text)
    }

    /// How the program ends.
    pub(crate) fn code(&self) -> ExitCode {
        match self.class {
            ErrorClass::Stopped => ExitCode::of_stop(self.signal),
            class => ExitCode::Failed(class),
        }
    }

    /// Whether the work was stopped.
    pub(crate) fn is_stop(&self) -> bool {
        self.class == ErrorClass::Stopped
    }

    /// The error and its causes as one line. A cause that the text already quotes is not repeated.
    pub(crate) fn describe(&self) -> String {
        let mut text = String::new();
        for cause in self.error.chain().map(ToString::to_string) {
            if text.is_empty() {
                text = cause;
            } else if !text.contains(&cause) {
                text = format!("{text}: {cause}");
            }
        }
        text
    }
}

impl<E: Classified + Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure { class: error.class(), signal: None, error: error.into() }
    }
}

/// Results whose errors become failures.
pub(crate) trait Context<T>: Sized {
    /// Says what was being done.
    ///
    /// # Errors
    /// The error, as a failure with this text before it.
    fn with_context<D: Display + Send + Sync + 'static>(self, text: impl FnOnce() -> D) -> Result<T>;

    /// As [`Context::with_context`], of a text that is at hand.
    ///
    /// # Errors
    /// The error, as a failure with this text before it.
    fn context(self, text: &'static str) -> Result<T> {
        self.with_context(|| text)
    }

    /// If the work was stopped, the program ends with the code of the signal that stopped it.
    ///
    /// # Errors
    /// The error, as a failure.
    fn stopped_by(self, interrupt: &Interrupt) -> Result<T>;
}

impl<T, E: Into<Failure>> Context<T> for std::result::Result<T, E> {
    fn with_context<D: Display + Send + Sync + 'static>(self, text: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| {
            let failure = error.into();
            Failure { error: failure.error.context(text()), ..failure }
        })
    }

    fn stopped_by(self, interrupt: &Interrupt) -> Result<T> {
        self.map_err(|error| Failure { signal: interrupt.signal(), ..error.into() })
    }
}

// the errors of the rooms that read no file
classes!(WrongInput: TextError, PictureError, ViewError, ShapeError);
classes!(GivenUp: SearchError);
classes!(Defect: ReplayError);

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::board::LimitExceeded;
    use crate::engine::PipelineError;
    use crate::files::OutputError;
    use crate::run::{GenerateError, PlanError};
    use crate::tables::TableError;

    #[test]
    fn errors_have_their_codes() {
        fn code(error: impl Into<Failure>) -> ExitCode {
            Err::<(), _>(error.into()).context("while working").expect_err("an error").code()
        }
        assert_eq!(code(Failure::of_input("anything")), ExitCode::Failed(ErrorClass::WrongInput));
        assert_eq!(code(Failure::negative("no")), ExitCode::Failed(ErrorClass::NegativeAnswer));
        assert_eq!(code(SearchError::from(LimitExceeded::states(7))), ExitCode::Failed(ErrorClass::GivenUp));
        assert_eq!(code(PlanError::TooShort), ExitCode::Failed(ErrorClass::GivenUp));
        assert_eq!(code(GenerateError::from(PipelineError::Panicked("no".to_owned()))), ExitCode::Failed(ErrorClass::Defect));
        assert_eq!(code(ReplayError::NoGoal), ExitCode::Failed(ErrorClass::Defect));
        for (kind, expected) in [
            (io::ErrorKind::NotFound, ExitCode::Failed(ErrorClass::InputOutput)),
            (io::ErrorKind::StorageFull, ExitCode::Failed(ErrorClass::InputOutput)),
            (io::ErrorKind::InvalidData, ExitCode::Failed(ErrorClass::WrongInput)),
            (io::ErrorKind::UnexpectedEof, ExitCode::Failed(ErrorClass::WrongInput)),
            (io::ErrorKind::AlreadyExists, ExitCode::Failed(ErrorClass::WrongInput)),
        ] {
            assert_eq!(code(io::Error::from(kind)), expected, "{kind}");
        }
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(code(closed()), ExitCode::Failed(ErrorClass::ClosedPipe));
        let output = || OutputError::Write { name: "standard output".to_owned(), source: closed() };
        assert_eq!(code(GenerateError::from(output())), ExitCode::Failed(ErrorClass::ClosedPipe));
        assert_eq!(code(TableError::library(io::Error::other(output()))), ExitCode::Failed(ErrorClass::ClosedPipe));
    }

    #[test]
    fn causes_are_printed_once() {
        let failure =
            Err::<(), _>(Failure::of_input("the disk: full")).context("the rows are not written").expect_err("an error");
        assert_eq!(failure.describe(), "the rows are not written: the disk: full");
        let source = io::Error::other("too small");
        let failure = Failure::from(OutputError::Write { name: "a.gz".to_owned(), source });
        assert_eq!(failure.describe(), "cannot write to a.gz: too small");
    }
}
