//! Ctrl-C, SIGTERM and SIGHUP: the first signal asks the run to stop cleanly, a second Ctrl-C ends the program at once.
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// How long a command may take to stop in an orderly way if something may keep it waiting.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// The signals that ask the program to stop: Ctrl-C, `kill` and schedulers, and the end of the terminal.
const STOPPING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// A signal that asks the program to stop, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signal(i32);

impl Signal {
    /// The exit code of a program that this signal ended: 128 and its number, 130, 143 or 129.
    pub fn exit_code(self) -> u8 {
        128 + self.0 as u8
    }
}

/// Whether a signal has asked the program to stop.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    /// The number of the first signal; 0 if there was none.
    number: Arc<AtomicI32>,
}

impl Interrupt {
    /// Listens for signals until the program ends; before this call each signal ends the program. The first signal sets the stop
    /// flag. When `patience` is over, or at a second Ctrl-C, `leave_now` is called, which ends the program even if it is blocked
    /// in a read. [`Duration::MAX`] waits for the second Ctrl-C alone.
    ///
    /// Only Ctrl-C counts as a second signal: `timeout` and schedulers signal a process and then its group, and mean one stop.
    ///
    /// Signals that the program was started to ignore, as by `nohup`, stay ignored.
    ///
    /// # Errors
    /// The system's, if a handler can't be installed or the thread can't be started.
    pub(crate) fn install(patience: Duration, leave_now: impl Fn(Signal) + Clone + Send + 'static) -> io::Result<Interrupt> {
        let ignored = ignored_signals();
        let heard = STOPPING.into_iter().filter(|number| ignored >> (number - 1) & 1 == 0);
        let mut signals = Signals::new(heard)?;
        let interrupt = Interrupt::default();
        let listener = interrupt.clone();
        let mut hear = move |signal: Signal| match listener.hear(signal) {
            Reaction::StopCleanly if patience.is_zero() => leave_now(signal),
            Reaction::StopCleanly => {
                let leave_now = leave_now.clone();
                let wait = move || {
                    thread::sleep(patience);
                    leave_now(signal);
                };
                let _ = thread::Builder::new().name("grace".to_owned()).spawn(wait); // without it a second signal still works
            }
            Reaction::Nothing => {}
            Reaction::LeaveAtOnce => leave_now(signal),
        };
        let listen = move || signals.forever().map(Signal).for_each(&mut hear);
        thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
        Ok(interrupt)
    }

    fn hear(&self, signal: Signal) -> Reaction {
        if self.signal().is_none() {
            self.number.store(signal.0, Ordering::SeqCst);
            self.stop.store(true, Ordering::SeqCst);
            Reaction::StopCleanly
        } else if signal.0 == SIGINT {
            Reaction::LeaveAtOnce
        } else {
            Reaction::Nothing
        }
    }

    /// The flag that the first signal sets.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The flag itself, for work that outlives a borrow.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The first signal, if there was one.
    pub fn signal(&self) -> Option<Signal> {
        Some(self.number.load(Ordering::SeqCst)).filter(|&number| number != 0).map(Signal)
    }
}

/// Lets a write beyond the limit on file sizes (`ulimit -f`) fail with an error, which the program reports. Without it the system
/// kills the program with SIGXFSZ.
///
/// # Errors
/// The handler can't be installed.
pub(crate) fn report_large_files() -> io::Result<()> {
    // The handler does nothing useful, but a handled signal does not kill.
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map(drop)
}

/// Ends the program at once with the exit code of a signal; does not return.
pub(crate) fn leave(signal: Signal) {
    signal_hook::low_level::exit(signal.exit_code().into())
}

/// The signals that this process ignores, signal k as bit k - 1: `SigIgn` of Linux, none elsewhere.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The reaction to a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reaction {
    StopCleanly,
    Nothing,
    LeaveAtOnce,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_the_usual_ones() {
        assert_eq!(STOPPING.map(|number| Signal(number).exit_code()), [130, 143, 129]);
    }

    #[test]
    fn only_a_second_ctrl_c_leaves_at_once() {
        let interrupt = Interrupt::default();
        assert_eq!((interrupt.stop().load(Ordering::SeqCst), interrupt.signal()), (false, None));
        assert_eq!(interrupt.hear(Signal(SIGTERM)), Reaction::StopCleanly);
        assert_eq!(interrupt.hear(Signal(SIGTERM)), Reaction::Nothing);
        assert_eq!(interrupt.hear(Signal(SIGINT)), Reaction::LeaveAtOnce);
        assert_eq!((interrupt.stop().load(Ordering::SeqCst), interrupt.signal()), (true, Some(Signal(SIGTERM))));
    }
}
