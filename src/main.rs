//! The program: reads the command line and turns the result into an exit code.
fn main() -> std::process::ExitCode {
    gridlock::internals::cli::parse().map_or_else(|code| code, gridlock::internals::cli::run).into()
}
