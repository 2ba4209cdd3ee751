//! The program: reads the command line and turns the result into an exit code.
use clap::Parser;
use gridlock::cli::Cli;

fn main() -> std::process::ExitCode {
    gridlock::cli::run(Cli::parse()).into()
}
