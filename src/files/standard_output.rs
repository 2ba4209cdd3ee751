//! Standard output, which may have been closed before the program began, as in `gridlock count --size 6 >&-`.
use std::fs::File;
use std::io::{self, StdoutLock};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set if there was no standard output when the program began.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Notes whether standard output is closed. To be called before `main`, from the program's table of constructors: on its way to `main`
/// Rust opens `/dev/null` in place of a closed standard output, and all that is then printed is lost without an error.
#[cfg(unix)]
pub extern "C" fn note_closed_standard_output() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Standard output, locked for this thread. All that the program prints there goes through this function.
///
/// # Errors
/// It was closed when the program began.
pub fn standard_output() -> io::Result<StdoutLock<'static>> {
    if CLOSED.load(Ordering::Relaxed) { Err(io::Error::other("it is closed")) } else { Ok(io::stdout().lock()) }
}

/// Standard output without the line buffer of the standard library.
///
/// # Errors
/// As [`standard_output`], and those of the system.
#[cfg(unix)]
pub(crate) fn unbuffered_standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(standard_output()?.as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
pub(crate) fn unbuffered_standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(standard_output()?.as_handle().try_clone_to_owned()?))
}
