//! Programs that are still at work while the test goes on: signals to them, waiting for their end.
use std::io::Read;
use std::ops::{Deref, DerefMut};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::wait_until;

/// Makes a program start with the default actions of signals, even if these tests were started by `nohup` or in the background of
/// a script, where SIGHUP or SIGINT are ignored: the program leaves signals ignored that it finds ignored.
pub fn unignore_signals(command: &mut Command) {
    let unignore = || {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
            // SAFETY: a default action runs no code.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: between fork and exec only signal(2) is called, which is safe there.
    unsafe { command.pre_exec(unignore) };
}

/// A program at work. It is killed if the test fails before the program has ended.
pub struct Running(Child);

impl Running {
    pub fn start(command: &mut Command) -> Running {
        Running(command.spawn().expect("the program runs"))
    }

    /// Starts the program with an open standard input, to which nothing is written, and with piped messages. It returns once the
    /// program handles `signal` itself; before that, the signal would simply kill it.
    #[cfg(target_os = "linux")]
    pub fn listening(command: &mut Command, signal: Signal) -> Running {
        let child = Running::start(command.stdin(Stdio::piped()).stderr(Stdio::piped()));
        let status = format!("/proc/{}/status", child.id());
        wait_until("a signal handler", || {
            let text = std::fs::read_to_string(&status).expect("the program runs");
            let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a line of caught signals");
            u64::from_str_radix(caught.trim(), 16).expect("a mask") >> (signal.as_raw() - 1) & 1 == 1
        });
        child
    }

    pub fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).expect("the program still runs");
    }

    /// Sends a signal to a program, which must end soon with the code of the signal, and gives its messages.
    #[track_caller]
    pub fn stops(self, signal: Signal) -> String {
        self.send(signal);
        let (code, messages) = self.end();
        assert_eq!(code, Some(128 + signal.as_raw()), "{messages}");
        messages
    }

    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_some()
    }

    /// Waits for the end of a program that should end soon, and gives its exit code and, if its stderr is piped, its messages.
    pub fn end(mut self) -> (Option<i32>, String) {
        wait_until("the end of the program", || self.has_ended());
        let mut messages = String::new();
        if let Some(mut stderr) = self.0.stderr.take() {
            stderr.read_to_string(&mut messages).expect("text");
        }
        (self.0.wait().expect("a child").code(), messages)
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill(); // an error means that it has ended
        let _ = self.0.wait();
    }
}
