//! Ctrl-C and SIGTERM: the first asks the run to stop cleanly, the second ends the program at once.
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A signal that asks the program to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// SIGINT, Ctrl-C.
    Interrupt,
    /// SIGTERM, as sent by `kill` and by schedulers.
    Terminate,
}

impl Signal {
    const ALL: [Signal; 2] = [Signal::Interrupt, Signal::Terminate];

    fn number(self) -> i32 {
        match self {
            Signal::Interrupt => SIGINT,
            Signal::Terminate => SIGTERM,
        }
    }

    /// The exit code of a program that this signal ended: 128 and its number, 130 or 143.
    pub fn exit_code(self) -> u8 {
        128 + self.number() as u8
    }
}

/// Tells whether a signal has asked the program to stop.
#[derive(Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    number: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Begins to listen for signals, for the rest of the program's life. Until then each of them ends the program.
    ///
    /// # Errors
    /// Those of the system if a handler can't be installed.
    pub fn install() -> io::Result<Interrupt> {
        let interrupt = Interrupt::default();
        for signal in Signal::ALL {
            let number = signal.number();
            // In this order: the first signal finds the flag clear and sets it, the second finds it set.
            flag::register_conditional_shutdown(number, signal.exit_code().into(), Arc::clone(&interrupt.stop))?;
            flag::register_usize(number, Arc::clone(&interrupt.number), number as usize)?;
            flag::register(number, Arc::clone(&interrupt.stop))?;
        }
        Ok(interrupt)
    }

    /// The flag that a signal sets.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The signal that came, if one did.
    pub fn signal(&self) -> Option<Signal> {
        let number = self.number.load(Ordering::SeqCst);
        Signal::ALL.into_iter().find(|signal| signal.number() as usize == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_the_usual_ones() {
        assert_eq!(Signal::ALL.map(Signal::exit_code), [130, 143]);
    }

    #[test]
    fn without_a_signal_nothing_is_asked() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.stop().load(Ordering::SeqCst));
        assert_eq!(interrupt.signal(), None);
    }
}
