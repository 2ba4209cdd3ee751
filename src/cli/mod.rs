//! The command line. It turns arguments into one call of the library, and errors into messages and exit codes; it holds no
//! algorithm.
//!
//! It may import every room. Start with `command.rs`, then the file of a subcommand in `commands/`.
mod arguments;
mod command;
mod commands;
mod failure;
mod solved_folder;

use crate::engine;
use crate::errors::ErrorClass;
use crate::files::printable_lines;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use command::Cli;
pub(crate) use failure::{Context, Failure, Result, exit_code};
pub(crate) use solved_folder::SolvedOutput;

/// The program: does what the command line says, and prints errors on stderr.
pub fn main() -> ExitCode {
    let Err(failure) = run() else { return ExitCode::SUCCESS };
    if !failure.message.is_empty() && failure.class != ErrorClass::ClosedPipe {
        print_message(&format!("gridlock: {}", failure.message));
    }
    exit_code(failure.class).into()
}

fn run() -> Result<()> {
    let _ = engine::report_large_files(); // if this fails, the system ends the program, as it would have done
    match Cli::try_parse() {
        Ok(cli) => cli.command.run(cli.quiet),
        // The error was reported, or a help text was asked for and printed.
        Err(error) => {
            let error = with_tip(error);
            let printed = error.print().and_then(|()| io::stdout().flush()).context("cannot write to standard output");
            if error.use_stderr() { Err(Failure::silent(ErrorClass::WrongInput)) } else { printed }
        }
    }
}

/// Prints a line on stderr. Terminal control characters are escaped, since it may quote a foreign file. A closed stderr is not an
/// error.
pub(crate) fn print_message(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(line));
}

/// Prints on standard output.
///
/// # Errors
/// It can't be written.
pub(crate) fn print_answer(text: impl AsRef<[u8]>) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref()).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Prints an object on one line of standard output.
///
/// # Errors
/// Standard output can't be written.
pub(crate) fn print_json(object: &impl Serialize) -> Result<()> {
    print_answer(serde_json::to_string(object)? + "\n")
}

/// Refuses `--json` if the output itself goes to standard output.
///
/// # Errors
/// It does.
pub(crate) fn check_json(json: bool, output: &Path) -> Result<()> {
    if json && output == Path::new("-") {
        return Err(Failure::of_input("--json writes to standard output: give the output a name other than -"));
    }
    Ok(())
}

/// Listens for Ctrl-C, SIGTERM and SIGHUP from now on. The first signal sets the flag that is returned; when `patience` is over,
/// the temporary files are removed and the program ends with the signal's exit code, even if it is blocked in a read.
///
/// `merge` and `verify` get a moment to stop cleanly. `generate` saves its work and takes the time that it needs.
///
/// # Errors
/// The signal handler can't be installed.
fn listen(patience: Duration) -> Result<Arc<AtomicBool>> {
    engine::listen(patience).context("cannot listen for Ctrl-C")
}

/// As [`listen`], for commands that save nothing: the first signal ends the program at once.
///
/// # Errors
/// The signal handler can't be installed.
fn end_on_signal() -> Result<()> {
    listen(Duration::ZERO).map(drop)
}

/// The error with a helpful tip. An unknown option may belong to other commands; only if a file has its name may the user want to
/// give it as a value.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return error };
    let option = option.clone();
    if error.kind() != ErrorKind::UnknownArgument || Path::new(&option).exists() {
        return error;
    }
    error.remove(ContextKind::Suggested);
    let program = Cli::command();
    let Some(long) = option.strip_prefix("--") else { return error };
    let has_option = |command: &&clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some(long));
    let mut names: Vec<&str> = program.get_subcommands().filter(has_option).map(clap::Command::get_name).collect();
    names.sort_unstable();
    if let Some((last, others)) = names.split_last() {
        let (and, have) = if others.is_empty() { ("", "has") } else { (" and ", "have") };
        let tip = format!("{}{and}{last} {have} '{option}'", others.join(", "));
        error.remove(ContextKind::SuggestedArg); // the spelling is right
        error.remove(ContextKind::Usage); // it shows the suggestion
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
