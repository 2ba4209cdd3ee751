//! The command line. It turns arguments into one call of the library, and errors into messages and exit codes; it holds no
//! algorithm.
//!
//! It may import every room. Start with `arguments.rs`, then the file of a subcommand in `commands/`.
mod arguments;
mod board_argument;
mod board_pictures;
mod board_table;
mod column_arguments;
mod commands;
mod exit;
mod file_summary;
mod filter_arguments;
mod interruptible;
mod message;
mod metric_name;
mod parsers;
mod picture_arguments;
mod shared_arguments;
mod solved_folder;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use std::io::{self, Write};
use std::path::Path;

pub use arguments::{Cli, Command};
pub use exit::ExitCode;
use message::print_message;

/// Reads the command line.
///
/// # Errors
/// The exit code if the command line is wrong, which was reported on stderr, or asked for a help text, which was printed.
pub fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        let error = with_tip(error);
        let printed = error.print().and_then(|()| io::stdout().flush());
        match printed {
            _ if error.use_stderr() => ExitCode::WrongInput,
            Ok(()) => ExitCode::Success,
            Err(error) => failed(&anyhow::Error::from(error).context("cannot write to standard output")),
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
    let quiet = cli.quiet;
    let result = match cli.command {
        Command::Generate(args) => commands::generate::run(args, quiet),
        Command::Count(args) => commands::count::run(args, quiet),
        Command::Merge(args) => commands::merge::run(args, quiet),
        Command::Plan(args) => commands::plan::run(args, quiet),
        Command::Verify(args) => commands::verify::run(args, quiet),
        Command::Analyse(args) => commands::analyse::run(&args),
        Command::Solve(args) => commands::solve::run(&args, quiet),
        Command::Levels(args) => commands::levels::run(&args),
        Command::Select(args) => commands::select::run(&args, quiet),
        Command::Stats(args) => commands::stats::run(&args, quiet),
        Command::Render(args) => commands::render::run(&args),
        Command::Sheet(args) => commands::sheet::run(&args, quiet),
        Command::Play(args) => commands::play::run(&args, quiet),
        Command::Graph(args) => commands::graph::run(&args),
        Command::Hunt(args) => commands::hunt::run(&args, quiet),
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Man(args) => commands::man::run(&args, Cli::command()),
    };
    result.unwrap_or_else(|error| failed(&error))
}

/// Reports an error; returns the exit code.
fn failed(error: &anyhow::Error) -> ExitCode {
    let code = ExitCode::of_error(error);
    if code != ExitCode::ClosedPipe {
        print_message(&format!("gridlock: {}", exit::describe(error)));
    }
    code
}
