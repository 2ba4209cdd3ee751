//! `gridlock merge`
use anyhow::{Context, Result};

use super::{ExitCode, tell};
use crate::cli::MergeArgs;
use crate::run::{Interrupt, grouped};
use crate::store::{self, MergeError, MergeLimits, OutputFile};

/// Merges row files into one in the published order.
///
/// # Errors
/// Whatever keeps the output from being complete, other than a signal.
pub fn run(args: MergeArgs) -> Result<ExitCode> {
    let interrupt = Interrupt::install().context("cannot listen for Ctrl-C")?;
    let mut output = OutputFile::rows(&args.output, args.force)?;
    let merged = match store::merge(&args.inputs, &mut output, MergeLimits::default(), interrupt.stop()) {
        Err(error @ MergeError::Interrupted) => {
            tell(&format!("gridlock: {error}"));
            return Ok(interrupt.signal().map_or(ExitCode::Failure, ExitCode::Stopped));
        }
        merged => merged?,
    };
    output.finish()?;
    let files = if args.inputs.len() == 1 { "1 file".to_owned() } else { format!("{} files", args.inputs.len()) };
    tell(&format!("merged {} rows of {files}", grouped(merged.rows)));
    Ok(ExitCode::Success)
}
