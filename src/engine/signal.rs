//! Ctrl-C, SIGTERM and SIGHUP: the first signal asks the run to stop cleanly, a second one ends the program at once.
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

/// A second signal within this time is an echo of the first: `timeout`, schedulers and shells signal a process and then its group.
const ECHO_WINDOW: Duration = Duration::from_millis(300);

/// A stream whose reader takes nothing for this long is not waited for any more once a signal has come.
const STALLED: Duration = Duration::from_secs(1);

/// A signal that asks the program to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// SIGINT, Ctrl-C.
    Interrupt,
    /// SIGTERM, as sent by `kill` and by schedulers.
    Terminate,
    /// SIGHUP: the terminal was closed.
    Hangup,
}

impl Signal {
    const ALL: [Signal; 3] = [Signal::Interrupt, Signal::Terminate, Signal::Hangup];

    fn number(self) -> i32 {
        match self {
            Signal::Interrupt => SIGINT,
            Signal::Terminate => SIGTERM,
            Signal::Hangup => SIGHUP,
        }
    }

    fn from_number(number: i32) -> Option<Signal> {
        Signal::ALL.into_iter().find(|signal| signal.number() == number)
    }

    /// The exit code of a program that this signal ended: 128 and its number, 130, 143 or 129.
    pub fn exit_code(self) -> u8 {
        128 + self.number() as u8
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
    /// Listens for signals until the program ends. Before this call each of them ends the program. A signal that the program was started
    /// to ignore, for instance by `nohup`, stays ignored.
    ///
    /// # Errors
    /// The error of the system if a handler can't be installed or the thread can't be started.
    pub fn install() -> io::Result<Interrupt> {
        Interrupt::install_with(None, leave)
    }

    /// As [`Interrupt::install`], but if the program has not ended `grace` after the first signal, or at a second one, `leave_now` is
    /// called. It ends the program, wherever that is: perhaps in a read that blocks.
    ///
    /// # Errors
    /// As [`Interrupt::install`].
    pub(crate) fn install_with_grace(
        grace: Duration,
        leave_now: impl Fn(Signal) + Clone + Send + 'static,
    ) -> io::Result<Interrupt> {
        Interrupt::install_with(Some(Patience::For(grace)), leave_now)
    }

    /// As [`Interrupt::install`], but `leave_now` is called at a second signal, or if a signal has come and the reader of a stream keeps the
    /// program waiting for a second.
    ///
    /// # Errors
    /// As [`Interrupt::install`].
    pub(crate) fn install_with_streams(
        wait: &StreamWait,
        leave_now: impl Fn(Signal) + Clone + Send + 'static,
    ) -> io::Result<Interrupt> {
        Interrupt::install_with(Some(Patience::UntilStalled(wait.clone())), leave_now)
    }

    fn install_with(patience: Option<Patience>, leave_now: impl Fn(Signal) + Clone + Send + 'static) -> io::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let mut listener = Listener { interrupt: interrupt.clone(), first: None };
        listen(move |signal| match listener.hear(signal, Instant::now()) {
            Reaction::StopCleanly => {
                let Some(patience) = patience.clone() else { return };
                let leave_now = leave_now.clone();
                let wait = move || {
                    patience.wait();
                    leave_now(signal);
                };
                let _ = thread::Builder::new().name("grace".to_owned()).spawn(wait); // without it a second signal still works
            }
            Reaction::Nothing => {}
            Reaction::LeaveAtOnce => leave_now(signal),
        })?;
        Ok(interrupt)
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
        Signal::from_number(self.number.load(Ordering::SeqCst))
    }
}

/// How long the program may go on after the first signal.
#[derive(Clone)]
enum Patience {
    /// For some time.
    For(Duration),
    /// Until the reader of a stream takes nothing for [`STALLED`].
    UntilStalled(StreamWait),
}

impl Patience {
    fn wait(&self) {
        match self {
            Patience::For(time) => thread::sleep(*time),
            Patience::UntilStalled(wait) => {
                let mut earlier = None;
                loop {
                    let now = wait.number();
                    if now.is_some() && now == earlier {
                        return;
                    }
                    earlier = now;
                    thread::sleep(STALLED);
                }
            }
        }
    }
}

/// Whether the program is opening a stream or writing to it, which takes as long as the reader likes.
#[derive(Clone, Debug, Default)]
pub struct StreamWait {
    /// Twice the number of times that this was done; odd while it is done.
    count: Arc<AtomicU64>,
}

impl StreamWait {
    /// Opens a stream or writes to it.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.count.fetch_add(1, Ordering::SeqCst);
        let done = work();
        self.count.fetch_add(1, Ordering::SeqCst);
        done
    }

    /// A number of its own for each time that this is done; `None` if it is not being done.
    fn number(&self) -> Option<u64> {
        let count = self.count.load(Ordering::SeqCst);
        (count % 2 == 1).then_some(count)
    }
}

/// Calls `hear` for every signal that comes from now on, on a thread of its own. Signals that the program was started to ignore, as by
/// `nohup`, stay ignored.
///
/// # Errors
/// The system's, if the handler can't be installed or the thread can't be started.
pub(crate) fn listen(mut hear: impl FnMut(Signal) + Send + 'static) -> io::Result<()> {
    let ignored = ignored_signals();
    let heard = Signal::ALL.into_iter().map(Signal::number).filter(|number| ignored >> (number - 1) & 1 == 0);
    let mut signals = Signals::new(heard)?;
    let listen = move || signals.forever().filter_map(Signal::from_number).for_each(&mut hear);
    thread::Builder::new().name("signals".to_owned()).spawn(listen)?;
    Ok(())
}

/// Lets a write beyond the limit on file sizes (`ulimit -f`) fail with an error, which the program reports. Without it the system kills
/// the program with SIGXFSZ.
///
/// # Errors
/// The handler can't be installed.
#[cfg(unix)]
pub(crate) fn report_large_files() -> io::Result<()> {
    // The handler does nothing of use. A signal that is handled is one that does not kill.
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

/// Distinguishes the first signal, its echo, and a second signal.
struct Listener {
    interrupt: Interrupt,
    first: Option<Instant>,
}

impl Listener {
    fn hear(&mut self, signal: Signal, now: Instant) -> Reaction {
        match self.first {
            None => {
                self.first = Some(now);
                self.interrupt.number.store(signal.number(), Ordering::SeqCst);
                self.interrupt.stop.store(true, Ordering::SeqCst);
                Reaction::StopCleanly
            }
            Some(first) if now - first < ECHO_WINDOW => Reaction::Nothing,
            Some(_) => Reaction::LeaveAtOnce,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_the_usual_ones() {
        assert_eq!(Signal::ALL.map(Signal::exit_code), [130, 143, 129]);
    }

    #[test]
    fn an_echo_is_not_a_second_signal() {
        let interrupt = Interrupt::default();
        assert_eq!((interrupt.stop().load(Ordering::SeqCst), interrupt.signal()), (false, None));
        let mut listener = Listener { interrupt: interrupt.clone(), first: None };
        let start = Instant::now();
        let mut hear = |signal, milliseconds| listener.hear(signal, start + Duration::from_millis(milliseconds));
        assert_eq!(hear(Signal::Terminate, 0), Reaction::StopCleanly);
        assert_eq!(hear(Signal::Terminate, 1), Reaction::Nothing);
        assert_eq!(hear(Signal::Interrupt, 400), Reaction::LeaveAtOnce);
        assert_eq!((interrupt.stop().load(Ordering::SeqCst), interrupt.signal()), (true, Some(Signal::Terminate)));
    }
}
