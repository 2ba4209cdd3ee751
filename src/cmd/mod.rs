//! One file a subcommand: arguments become one call, errors become messages. No algorithm.
pub mod analyse;
mod board_argument;
mod count;
mod exit;
pub mod extras;
mod generate;
pub mod graph;
pub mod levels;
mod merge;
mod plan;
pub mod render;
pub mod select;
pub mod solve;
pub mod stats;
mod verify;
mod written;

use clap::CommandFactory;
use std::io::Write;

pub use exit::ExitCode;

use crate::cli::{Cli, Command};

/// Does what the command line asks for. Errors are told on stderr.
pub fn run(cli: Cli) -> ExitCode {
    let result = match cli.command {
        Command::Generate(args) => generate::run(args),
        Command::Count(args) => count::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Plan(args) => plan::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Analyse(args) => analyse::run(&args).map(|()| ExitCode::Success),
        Command::Solve(args) => solve::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Select(args) => select::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Sheet(args) => render::run_sheet(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Completions(args) => extras::run_completions(&args, Cli::command()),
        Command::Man(args) => extras::run_man(&args, Cli::command()),
    };
    result.unwrap_or_else(|error| {
        let code = ExitCode::of_error(&error);
        if code != ExitCode::ClosedPipe {
            tell(&format!("gridlock: {}", exit::describe(&error)));
        }
        code
    })
}

/// Writes a line to stderr. If that is closed, there is nobody to tell.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
