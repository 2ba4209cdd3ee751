//! The program.
fn main() -> std::process::ExitCode {
    gridlock::internals::cli::main()
}
