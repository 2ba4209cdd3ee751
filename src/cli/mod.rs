//! The command line. It turns arguments into one call of the library, and errors into messages and exit codes; it holds no
//! algorithm.
//!
//! It may import every room. Start with `command.rs`, then the file of a subcommand in `commands/`.
mod arguments;
mod command;
mod commands;
mod exit;
mod failure;
mod file_summary;
mod interruptible;
mod message;
mod solved_folder;

use crate::files::ErrorClass;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use std::io::{self, Write};
use std::path::Path;

pub use command::Cli;
pub use exit::ExitCode;
pub(crate) use failure::{Context, Failure, Result};
pub(crate) use file_summary::{FileSummary, check_json, print_json, write_file};
pub(crate) use interruptible::InterruptibleOutputs;
pub(crate) use message::{print_answer, print_message};
pub(crate) use solved_folder::{SolvedFolderArguments, SolvedOutput};

/// Reads the command line.
///
/// # Errors
/// The exit code if the command line is wrong, which was reported on stderr, or asked for a help text, which was printed.
pub fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        let error = with_tip(error);
        let printed = error.print().and_then(|()| io::stdout().flush()).context("cannot write to standard output");
        match printed {
            _ if error.use_stderr() => ExitCode::Failed(ErrorClass::WrongInput),
            Ok(()) => ExitCode::Success,
            Err(error) => failed(&error),
        }
    })
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

/// Runs a subcommand. Errors are printed on stderr.
pub fn run(cli: Cli) -> ExitCode {
    let _ = crate::engine::report_large_files(); // if this fails, the system ends the program, as it would have done
    cli.command.run(cli.quiet).unwrap_or_else(|failure| failed(&failure))
}

/// Reports an error; returns the exit code.
fn failed(failure: &Failure) -> ExitCode {
    let code = failure.code();
    if code != ExitCode::Failed(ErrorClass::ClosedPipe) {
        print_message(&format!("gridlock: {}", failure.describe()));
    }
    code
}
