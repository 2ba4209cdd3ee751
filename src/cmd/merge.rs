//! `gridlock merge`
use anyhow::{Context, Result};

use super::{ExitCode, tell};
use crate::cli::MergeArgs;
use crate::run::{Claim, Inputs, Interrupt, Proof, grouped, ranges};
use crate::store::{self, MergeError, MergeLimits, OutputFile};

/// Merges row files into one in the published order.
///
/// # Errors
/// Whatever keeps the output from being complete, other than a signal.
pub fn run(args: MergeArgs) -> Result<ExitCode> {
    let interrupt = Interrupt::install().context("cannot listen for Ctrl-C")?;
    let claim = match (args.plain, args.partial) {
        (true, _) => Claim::Plain,
        (_, true) => Claim::Partial,
        _ => Claim::Whole,
    };
    let inputs = Inputs::look_at(&args.inputs, claim)?;
    if let Inputs::Plain(Some(path)) = &inputs {
        tell(&format!("no description beside {}: merging plain rows, which may not be all there are", path.display()));
    }
    let mut output = OutputFile::rows(&args.output, args.force)?;
    let merged = match store::merge(&args.inputs, &mut output, MergeLimits::default(), interrupt.stop()) {
        Err(error @ MergeError::Interrupted) => {
            tell(&format!("gridlock: {error}"));
            return Ok(interrupt.signal().map_or(ExitCode::Failure, ExitCode::Stopped));
        }
        merged => merged?,
    };
    let proof = inputs.publish(output.end()?, &merged.sums)?;
    let files = if args.inputs.len() == 1 { "1 file".to_owned() } else { format!("{} files", args.inputs.len()) };
    tell(&format!("merged {} rows of {files}{}", grouped(merged.rows), proof.map_or(String::new(), told)));
    Ok(ExitCode::Success)
}

/// What a description says, for people.
fn told(proof: Proof) -> String {
    match proof.missing {
        Some(missing) => {
            format!("; NOT COMPLETE: {} of {} shards are missing: {}", missing.shards.len(), missing.of, ranges(&missing.shards))
        }
        None => format!(
            ": complete, {} candidates and {} states as counted; SHA-256 {}",
            grouped(proof.counts.candidates),
            grouped(proof.counts.states),
            proof.rows.sha256
        ),
    }
}
