//! Classes of errors: what a caller, such as the program with its exit codes, decides by. Every error of a room above tells its
//! own.
use std::error::Error;
use std::{fmt, io};

/// The class of an error; it decides the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// The work was done, and the answer is no.
    NegativeAnswer,
    /// The arguments or an input are wrong; nothing of an existing file is lost.
    WrongInput,
    /// A limit of states, of time or of the program ended a search.
    GivenUp,
    /// The answer may not be the best one.
    NotProven,
    /// The system failed to read or write: no such file, a full disk, a standard output that is closed.
    InputOutput,
    /// An error in gridlock itself.
    Defect,
    /// The reader of a stream closed it, as in `gridlock ... | head -1`.
    ClosedPipe,
    /// The stop token was set.
    Stopped,
}

/// An error that tells its class. One with variants of several classes does so by a `match` without `_`.
pub trait Classified {
    /// Its class.
    fn class(&self) -> ErrorClass;
}

/// Says the classes of errors: of whole types (`classes!(WrongInput: A, B)`), or of each variant of one. The variants in brackets
/// have the class of the error in that field. The `match` that comes of it names every variant, so that a new one needs a class.
/// Such an error becomes an `io::Error` by `?`.
macro_rules! classes {
    (@$error:ty, $this:ident => $class:expr) => {
        impl $crate::errors::Classified for $error {
            fn class(&self) -> $crate::errors::ErrorClass {
                let $this = self;
                $class
            }
        }
        impl From<$error> for std::io::Error {
            fn from(error: $error) -> std::io::Error {
                $crate::errors::io_error(error)
            }
        }
    };
    ($class:ident: $($error:ty),+) => { $($crate::errors::classes!(@$error, _this => $crate::errors::ErrorClass::$class);)+ };
    ($error:ident [$($outer:ident.$cause:tt),*] $($class:ident: $($variant:ident),+);*) => {
        $crate::errors::classes!(@$error, this => match this {
            $($error::$outer { $cause: cause, .. } => $crate::errors::Classified::class(cause),)*
            $($($error::$variant { .. })|+ => $crate::errors::ErrorClass::$class,)*
        });
    };
}
pub(crate) use classes;

impl Classified for io::Error {
    fn class(&self) -> ErrorClass {
        use io::ErrorKind::{AlreadyExists, BrokenPipe, InvalidData, InvalidInput, UnexpectedEof};
        if let Some(carried) = self.get_ref().and_then(|inner| inner.downcast_ref::<Carried>()) {
            return carried.class;
        }
        if let Some(wrapped) = self.get_ref().and_then(|inner| inner.downcast_ref::<io::Error>()) {
            return wrapped.class();
        }
        match (self.kind(), self.source().and_then(<dyn Error>::downcast_ref::<io::Error>)) {
            (BrokenPipe, _) => ErrorClass::ClosedPipe,
            // Another program made the output meanwhile: end as if it had been there at the start.
            (AlreadyExists, _) => ErrorClass::WrongInput,
            // A library wraps an error of an output, whose cause is the system's.
            (_, Some(cause)) => cause.class(),
            (InvalidData | InvalidInput | UnexpectedEof, None) if self.raw_os_error().is_none() => ErrorClass::WrongInput,
            _ => ErrorClass::InputOutput,
        }
    }
}

#[cfg(feature = "files")]
impl Classified for serde_json::Error {
    fn class(&self) -> ErrorClass {
        self.io_error_kind().map_or(ErrorClass::WrongInput, |kind| io::Error::from(kind).class())
    }
}

/// The error that [`io_error`] wrapped.
///
/// # Errors
/// The error of reading or writing itself, if it wraps none of this type.
pub(crate) fn unwrapped<E: Error + 'static>(error: io::Error) -> Result<E, io::Error> {
    let Carried { class, error } = error.downcast()?;
    error.downcast().map(|inner| *inner).map_err(|error| io::Error::other(Carried { class, error }))
}

/// An error inside an `io::Error`, with its class.
#[derive(Debug)]
struct Carried {
    class: ErrorClass,
    error: Box<dyn Error + Send + Sync>,
}

/// An error as one of reading or writing, which keeps its text, its cause and its class.
pub(crate) fn io_error(error: impl Classified + Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(Carried { class: error.class(), error: error.into() })
}

/// An error that is only a text for people, and its class, like most errors of files and of runs. The program never inspects it.
pub(crate) fn failure(class: ErrorClass, text: impl Into<String>) -> io::Error {
    io::Error::other(Carried { class, error: Words(text.into()).into() })
}

/// A text for people. `String` as an error would bring tables of all characters into the module for browsers.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Words(pub(crate) String);

/// The error of a wrong argument or input.
pub(crate) fn wrong_input(text: impl Into<String>) -> io::Error {
    failure(ErrorClass::WrongInput, text)
}

/// What is said of work that a signal ended.
pub(crate) const STOPPED: &str = "stopped by a signal before the work was complete";

/// The error of work that a signal ended.
pub(crate) fn stopped() -> io::Error {
    failure(ErrorClass::Stopped, STOPPED)
}

/// The same error in other words; they should quote it.
pub(crate) fn reworded(source: io::Error, words: impl FnOnce(&io::Error) -> String) -> io::Error {
    io::Error::other(Carried { class: source.class(), error: Reworded { text: words(&source), source }.into() })
}

/// Whether an error is one of this program with a text for people, and not one of the system or of a library.
pub(crate) fn is_in_words(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Carried>())
}

#[derive(Debug, thiserror::Error)]
#[error("{text}")]
struct Reworded {
    text: String,
    source: io::Error,
}

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for Carried {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}
