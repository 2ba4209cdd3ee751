//! The program: reads the command line and turns the result into an exit code.
fn main() -> std::process::ExitCode {
    gridlock::cli::parse().map_or_else(|code| code, gridlock::cli::run).into()
}
