//! `gridlock completions` and `gridlock man`: what a shell and a manual reader want.
use crate::cli::exit::ExitCode;
use crate::files::OutputFile;
use anyhow::{Context, Result};
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `gridlock completions`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Example:\n  gridlock completions bash > ~/.local/share/bash-completion/completions/gridlock")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Arguments of `gridlock man`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  gridlock man | man -l -\n  gridlock man --folder man1")]
pub struct ManArgs {
    /// Write one page for the program and one for each command into FOLDER, which must exist; without it, the program's to standard output
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// Replace pages that exist
    #[arg(short, long)]
    pub force: bool,
}

/// Writes a completion script for a program to standard output.
///
/// # Errors
/// Standard output can't be written.
pub fn run_completions(args: &CompletionsArgs, mut program: clap::Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "gridlock", &mut script);
    io::stdout().lock().write_all(&script).context("cannot write to standard output")?;
    Ok(ExitCode::Success)
}

/// Writes manual pages of a program.
///
/// # Errors
/// The pages can't be written.
pub fn run_man(args: &ManArgs, mut program: clap::Command) -> Result<ExitCode> {
    program.build();
    let page = |command: clap::Command| -> Result<(String, Vec<u8>)> {
        let name = command.get_display_name().unwrap_or("gridlock").to_owned();
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        Ok((name, text))
    };
    let Some(folder) = &args.folder else {
        io::stdout().lock().write_all(&page(program)?.1).context("cannot write to standard output")?;
        return Ok(ExitCode::Success);
    };
    let commands: Vec<clap::Command> = program.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    for command in std::iter::once(program).chain(commands) {
        let (name, text) = page(command)?;
        let mut output = OutputFile::text(&folder.join(format!("{name}.1")), args.force)?;
        output.write(&text)?;
        output.finish()?;
    }
    Ok(ExitCode::Success)
}
