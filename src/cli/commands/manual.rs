//! What the program says of itself: `gridlock completions`, completion scripts for shells, and `gridlock man`, manual pages.
use crate::cli::arguments::ForceArgument;
use crate::cli::{Result, print_answer};
use crate::files::OutputFile;
use std::path::PathBuf;

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
pub fn print_completions(args: &CompletionsArgs, mut program: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "gridlock", &mut script);
    print_answer(script)
}

/// Arguments of `gridlock man`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  gridlock man | man -l -\n  gridlock man --folder man1")]
pub struct ManArgs {
    /// Write a page for the program and one for each command into FOLDER, which must exist; without it, print the program's page
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// Writes the manual pages of `program`.
///
/// # Errors
/// A page can't be written.
pub fn write_manual(args: &ManArgs, mut program: clap::Command) -> Result<()> {
    program.build();
    let page = |command: clap::Command| -> Result<(String, Vec<u8>)> {
        let name = command.get_display_name().unwrap_or("gridlock").to_owned();
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        Ok((name, text))
    };
    let Some(folder) = &args.folder else { return print_answer(page(program)?.1) };
    let commands: Vec<clap::Command> = program.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    for command in std::iter::once(program).chain(commands) {
        let (name, text) = page(command)?;
        OutputFile::text(&folder.join(format!("{name}.1")), args.force.force)?.finish_with(text)?;
    }
    Ok(())
}
