//! `gridlock completions`: completion scripts for shells.
use crate::cli::{Result, print_answer};

/// Arguments of `gridlock completions`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Example:\n  gridlock completions bash > ~/.local/share/bash-completion/completions/gridlock")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Prints a completion script for `program`.
///
/// # Errors
/// Standard output can't be written.
pub fn run(args: &CompletionsArgs, mut program: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "gridlock", &mut script);
    print_answer(script)
}
