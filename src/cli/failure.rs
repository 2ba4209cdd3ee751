//! Why a command failed: its message, and the class that decides the exit code.
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;

use crate::board::{RulesError, SearchError, TextError};
use crate::draw::PictureError;
use crate::engine::{counted, signal_code};
use crate::errors::{Classified, ErrorClass, classes};
use crate::files::display_path;
use crate::notation::ViewError;

/// The result of a command, or of a part of it.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// The exit code of a class. The guide has the same table.
pub(crate) fn exit_code(class: ErrorClass) -> u8 {
    match class {
        ErrorClass::NegativeAnswer => 1,
        // clap ends the program with the same code
        ErrorClass::WrongInput => 2,
        ErrorClass::GivenUp => 3,
        ErrorClass::InputOutput => 4,
        ErrorClass::NotProven => 5,
        // A panic of Rust has the same code.
        ErrorClass::Defect => 101,
        // Nothing except a signal stops a command.
        ErrorClass::Stopped => signal_code().unwrap_or(101),
        // that of a program killed by SIGPIPE
        ErrorClass::ClosedPipe => 128 + 13,
    }
}

/// An error of a known class. An error type that tells no class does not become one: the compiler asks for its class.
#[derive(Debug)]
pub struct Failure {
    pub(crate) class: ErrorClass,
    /// One line; empty if everything was said before.
    pub(crate) message: String,
}

impl Failure {
    /// A failure of some class; `message` says what is wrong.
    pub(crate) fn new(class: ErrorClass, message: impl Display) -> Failure {
        Failure { class, message: message.to_string() }
    }

    /// The end of a command that has said everything.
    pub(crate) fn silent(class: ErrorClass) -> Failure {
        Failure::new(class, "")
    }

    /// An argument or an input is wrong; `message` says how.
    pub(crate) fn of_input(message: impl Display) -> Failure {
        Failure::new(ErrorClass::WrongInput, message)
    }

    /// A board can't be read; `place` says where it was given.
    pub(crate) fn of_board(place: impl Display, error: impl Display) -> Failure {
        Failure::of_input(format_args!("{place}: {error}"))
    }

    /// A file has no board.
    pub(crate) fn no_board_in(file: &OsStr) -> Failure {
        Failure::of_input(format_args!("{} holds no board", display_path(file.as_ref())))
    }

    /// The end of a command that leaves out boards: those at the places `unsolvable` can't be solved, the search of those at
    /// `given_up` met too many states.
    ///
    /// # Errors
    /// There are such boards.
    pub(crate) fn check_left_out(unsolvable: &[String], given_up: &[String]) -> Result<()> {
        let all = [given_up, unsolvable].concat();
        let (boards, names) = (counted(all.len() as u64, "board"), all.join("; "));
        let are_left_out = if all.len() == 1 { "is left out" } else { "are left out" };
        match (given_up.len(), unsolvable.len()) {
            (0, 0) => Ok(()),
            (0, 1) if names == "the board" => Err(Failure::negative("the board can't be solved")),
            (0, _) => Err(Failure::negative(format_args!("{boards} can't be solved and {are_left_out}: {names}"))),
            (many, others) => Err(Failure::new(
                ErrorClass::GivenUp,
                format_args!(
                    "{boards} {are_left_out}: {many} have too many states (--max-states K allows more), {others} can't be solved: {names}"
                ),
            )),
        }
    }

    /// The work was done, and the answer is no.
    pub(crate) fn negative(message: impl Display) -> Failure {
        Failure::new(ErrorClass::NegativeAnswer, message)
    }
}

/// A text and the cause of what it says, unless it quotes that already.
fn with_cause(text: String, cause: &str) -> String {
    if text.contains(cause) { text } else { format!("{text}: {cause}") }
}

impl<E: Classified + Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        let causes = std::iter::successors(error.source(), |&cause| cause.source());
        let message = causes.fold(error.to_string(), |text, cause| with_cause(text, &cause.to_string()));
        Failure { class: error.class(), message }
    }
}

/// Results whose errors become failures.
pub(crate) trait Context<T> {
    /// Says what was being done.
    ///
    /// # Errors
    /// The error, as a failure with this text before it.
    fn context(self, text: impl Display) -> Result<T>;
}

impl<T, E: Into<Failure>> Context<T> for std::result::Result<T, E> {
    fn context(self, text: impl Display) -> Result<T> {
        self.map_err(|error| {
            let Failure { class, message } = error.into();
            Failure { class, message: with_cause(text.to_string(), &message) }
        })
    }
}

// the errors of the rooms that read no file
classes!(WrongInput: RulesError, TextError, PictureError, ViewError);
classes!(GivenUp: SearchError);

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::board::LimitExceeded;
    use crate::engine::PipelineError;
    use crate::errors::{failure, reworded};
    use crate::tables::TableError;

    #[test]
    fn errors_have_their_classes() {
        fn class(error: impl Into<Failure>) -> ErrorClass {
            Err::<(), _>(error.into()).context("while working").expect_err("an error").class
        }
        assert_eq!(class(Failure::of_input("anything")), ErrorClass::WrongInput);
        assert_eq!(class(Failure::negative("no")), ErrorClass::NegativeAnswer);
        assert_eq!(class(SearchError::from(LimitExceeded::states(7))), ErrorClass::GivenUp);
        assert_eq!(class(failure(ErrorClass::GivenUp, "too short")), ErrorClass::GivenUp);
        assert_eq!(class(io::Error::from(PipelineError::Panicked("no".to_owned()))), ErrorClass::Defect);
        for (kind, expected) in [
            (io::ErrorKind::NotFound, ErrorClass::InputOutput),
            (io::ErrorKind::StorageFull, ErrorClass::InputOutput),
            (io::ErrorKind::InvalidData, ErrorClass::WrongInput),
            (io::ErrorKind::UnexpectedEof, ErrorClass::WrongInput),
            (io::ErrorKind::AlreadyExists, ErrorClass::WrongInput),
        ] {
            assert_eq!(class(io::Error::from(kind)), expected, "{kind}");
        }
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(class(closed()), ErrorClass::ClosedPipe);
        let output = || reworded(closed(), |source| format!("cannot write to standard output: {source}"));
        assert_eq!(class(output()), ErrorClass::ClosedPipe);
        assert_eq!(class(TableError::library(io::Error::other(output()))), ErrorClass::ClosedPipe);
    }

    #[test]
    fn causes_are_printed_once() {
        let failure =
            Err::<(), _>(Failure::of_input("the disk: full")).context("the rows are not written").expect_err("an error");
        assert_eq!(failure.message, "the rows are not written: the disk: full");
        let source = io::Error::other("too small");
        let failure = Failure::from(reworded(source, |source| format!("cannot write to a.gz: {source}")));
        assert_eq!(failure.message, "cannot write to a.gz: too small");
    }

    #[test]
    fn codes_are_those_of_the_guide() {
        let classes = [
            ErrorClass::NegativeAnswer,
            ErrorClass::WrongInput,
            ErrorClass::GivenUp,
            ErrorClass::NotProven,
            ErrorClass::InputOutput,
            ErrorClass::Defect,
            ErrorClass::ClosedPipe,
        ];
        let mut codes: Vec<u8> = [0].into_iter().chain(classes.map(exit_code)).chain([129, 130, 143]).collect(); // and those of signals
        codes.sort_unstable();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 101, 129, 130, 141, 143]);
        let guide = include_str!("../../docs/GUIDE.md");
        let table = guide.split("## Exit codes").nth(1).expect("the table").split("\n## ").next().expect("its end");
        let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
        let documented: Vec<u8> = rows.flat_map(|cell| cell.split(", ").filter_map(|code| code.parse().ok())).collect();
        assert_eq!(documented, codes);
    }
}
