//! Ctrl-C, SIGTERM and SIGHUP: the first signal asks the command to stop cleanly, a second Ctrl-C ends the program at once.
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use crate::errors::STOPPED;
use crate::files::remove_temporary_files;

/// How long a command may take to stop in an orderly way if something may keep it waiting.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// The signals that ask the program to stop: Ctrl-C, `kill` and schedulers, and the end of the terminal.
const STOPPING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The number of the first signal; 0 if there was none.
static FIRST: AtomicI32 = AtomicI32::new(0);

/// Listens for signals until the program ends; before this call each signal ends the program. The first signal sets the flag that
/// is returned. When `patience` is over, or at a second Ctrl-C, the temporary files are removed and the program ends, even if it
/// is blocked in a read. [`Duration::MAX`] waits for the second Ctrl-C alone.
///
/// Only Ctrl-C counts as a second signal: `timeout` and schedulers signal a process and then its group, and mean one stop.
///
/// Signals that the program was started to ignore, as by `nohup`, stay ignored.
///
/// # Errors
/// The system's, if a handler can't be installed or the thread can't be started.
pub(crate) fn listen(patience: Duration) -> io::Result<Arc<AtomicBool>> {
    let ignored = ignored_signals();
    let mut signals = Signals::new(STOPPING.into_iter().filter(|number| ignored >> (number - 1) & 1 == 0))?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let hear = move |number| {
        let is_first = FIRST.compare_exchange(0, number, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        flag.store(true, Ordering::SeqCst);
        if is_first && !patience.is_zero() {
            let wait = move || {
                thread::sleep(patience);
                leave(number);
            };
            let _ = thread::Builder::new().name("grace".to_owned()).spawn(wait); // without it a second signal still works
        } else if is_first || number == SIGINT {
            leave(number);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(move || signals.forever().for_each(hear))?;
    Ok(stop)
}

/// The exit code of a program that the first signal ended: 128 and its number, 130, 143 or 129. `None` if there was no signal.
pub(crate) fn signal_code() -> Option<u8> {
    Some(FIRST.load(Ordering::SeqCst)).filter(|&number| number != 0).map(|number| 128 + number as u8)
}

/// Lets a write beyond the limit on file sizes (`ulimit -f`) fail with an error, which the program reports. Without it the system
/// kills the program with SIGXFSZ.
///
/// # Errors
/// The handler can't be installed.
pub(crate) fn report_large_files() -> io::Result<()> {
    // The handler does nothing useful, but a handled signal does not kill.
    signal_hook::flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Removes the temporary files and ends the program with the exit code of a signal.
fn leave(number: i32) {
    let _no_further_ones = remove_temporary_files();
    let _ = writeln!(io::stderr(), "gridlock: {STOPPED}"); // it may be closed
    signal_hook::low_level::exit(128 + number);
}

/// The signals that this process ignores, signal k as bit k - 1: `SigIgn` of Linux, none elsewhere.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
