//! The command line. It turns arguments into one call of the library, and errors into messages and exit codes; it holds no algorithm.
//!
//! May use every room. Start with `arguments.rs`, then the file of a subcommand in `commands/`.
mod arguments;
mod board_argument;
mod board_pictures;
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

use clap::CommandFactory;

pub use arguments::{Cli, Command};
pub use exit::ExitCode;
use message::print_message;

/// Runs a subcommand. Errors are printed on stderr.
pub fn run(cli: Cli) -> ExitCode {
    let _ = crate::engine::report_large_files(); // without it the system ends the program, as it would have done
    let result = match cli.command {
        Command::Generate(args) => commands::generate::run(args),
        Command::Count(args) => commands::count::run(args),
        Command::Merge(args) => commands::merge::run(args),
        Command::Plan(args) => commands::plan::run(args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Analyse(args) => commands::analyse::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Levels(args) => commands::levels::run(&args),
        Command::Select(args) => commands::select::run(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Render(args) => commands::render::run(&args),
        Command::Sheet(args) => commands::sheet::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Graph(args) => commands::graph::run(&args),
        Command::Hunt(args) => commands::hunt::run(&args),
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Man(args) => commands::man::run(&args, Cli::command()),
    };
    result.unwrap_or_else(|error| {
        let code = ExitCode::of_error(&error);
        if code != ExitCode::ClosedPipe {
            print_message(&format!("gridlock: {}", exit::describe(&error)));
        }
        code
    })
}
