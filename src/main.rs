//! The program: reads the command line and turns the result into an exit code.
use clap::Parser;
use gridlock::cli::Cli;

fn main() -> std::process::ExitCode {
    gridlock::cmd::run(Cli::parse()).into()
}
