//! `verify`: checking a file of rows, each row against a search that shares nothing with the generator, and the file as a whole.
//!
//! Start with [`verify`]. The coordinator reads rows through `file_checks.rs`, the workers analyse them by `row_checks.rs`.
mod file_checks;
mod row_checks;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use self::file_checks::{BATCH, FileChecks};
use self::row_checks::{CheckedRow, CheckedTotals, NumberedRow, RowChecks};
use crate::board::{LimitExceeded, Metric, Rules};
use crate::engine::{Completion, drive};
use crate::errors::reworded;
use crate::files::display_path;
use crate::gauge::Gauge;
use crate::jobs::JobError;
use crate::pairs::SearchLimits;
use crate::ranks::{RankChoice, built_in_size, rank_header};
use crate::rows::{LeastDepth, SampleSize, Sampler, Sampling, Stage};
use crate::run::{Description, ExactTotals, MissingShards, RowOrder, RunIdentity, Shard, described_metric};
use crate::verify::Recheck;

/// How to check a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifySettings {
    /// Analyse only this many random rows; `None` for all. The other rows of a rank file are not found, so its order is
    /// not checked, and its lines are those of the sample.
    pub sample: Option<usize>,
    /// Seed of the sample.
    pub seed: u64,
    /// Threads that analyse.
    pub threads: NonZeroUsize,
    /// What the rows count; `None` for what the description says, or moves if there is none.
    pub metric: Option<Metric>,
    /// The rules of the rows; `None` for those that the file or its description says, or the classic game on the board of each row.
    pub rules: Option<Rules>,
    /// The limits for the search of one row; each thread searches one row at a time.
    pub limits: SearchLimits,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VerifySummary {
    /// What the rows count.
    pub metric: Metric,
    /// Rows in the file.
    pub rows: u64,
    /// Rows analysed, including those given up.
    pub analysed: u64,
    /// Rows whose search was given up, because a limit was reached. They may be right or wrong.
    pub given_up: u64,
    /// States in the clusters of the rows analysed.
    pub states: u64,
    /// The order of the rows. The order of the candidates was checked for the rows analysed.
    pub order: Option<RowOrder>,
    /// Whether the file has a description.
    pub described: bool,
    /// The shard named in the description.
    pub shard: Option<Shard>,
    /// The depth from which on the file has rows, by the description.
    pub moves: LeastDepth,
    /// The shards that are missing, if the file is a partial merge: then it is not the whole, even without a fault.
    pub missing: Option<MissingShards>,
    /// Whether the stop flag ended the verification early.
    pub stopped: bool,
    /// Number of faults.
    pub faults: u64,
    /// How long rows were analysed; with a sample, without the time to read the file first.
    #[serde(skip)]
    pub analysis: Duration,
}

impl VerifySummary {
    /// Whether no row was analysed although the file was read to its end. A file without rows is checked if its description says
    /// that there are none.
    pub fn checked_nothing(&self) -> bool {
        self.analysed == 0 && !self.stopped && (self.rows > 0 || !self.described)
    }

    /// Rows analysed per second of the analysis.
    pub fn rows_per_second(&self) -> f64 {
        self.analysed as f64 / self.analysis.as_secs_f64().max(1e-9)
    }
}

/// What a verification says about a line.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It has this fault.
    Fault(String),
    /// Its cluster is too large for the limits of the verification. The row may be right or wrong.
    GivenUp(LimitExceeded),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Fault(fault) => f.write_str(fault),
            Finding::GivenUp(limit) => write!(f, "given up, so neither right nor wrong: {limit}"),
        }
    }
}

/// Verifies a file of rows.
///
/// `report` is called with each fault and each row given up, and its line (0 for the file as a whole), but with only the first
/// 10,000 of the faults that reading alone finds. `step` is called with the number of rows analysed so far, and the number to
/// analyse if it is known. `gauge` shows the progress of reading.
///
/// # Errors
/// [`JobError`] if the file can't be read to its end, the tables can't be built, or a worker fails.
pub fn verify(
    path: &Path,
    settings: &VerifySettings,
    stop: &AtomicBool,
    gauge: &Gauge,
    mut report: impl FnMut(u64, Finding),
    mut step: impl FnMut(u64, Option<u64>),
) -> Result<VerifySummary, JobError> {
    let description = Description::beside(path)?;
    let metric = described_metric(path, description.as_ref(), settings.metric)?;
    let described = description.as_ref().map(|description| description.identity.rules);
    let described = described.or_else(|| rank_header(path).map(|header| header.rules));
    if let (Some(described), Some(asked)) = (described, settings.rules)
        && described != asked
    {
        return Err(JobError::wrong(&display_path(path), format!("its rules are {described}, not {asked}")));
    }
    let rules = described.or(settings.rules);
    gauge.begin_files(&[path.to_owned()], built_in_size);
    let sampling = settings.sample.map(|most| Sampling { size: SampleSize::Total(most), seed: settings.seed, ..Sampling::ALL });
    let choice = RankChoice { then: sampling.clone().map(Stage::Sample), ..RankChoice::all() };
    let mut file = FileChecks::new(path, description.clone(), choice, gauge)?;
    let unchecked =
        |source| reworded(source, |source| format!("the order and shard in the description can't be checked: {source}"));
    let row_checks = RowChecks::new(description.as_ref(), rules, metric, settings.limits, stop).map_err(unchecked)?;
    let mut totals = CheckedTotals::default();
    let mut faults = 0;
    let mut count = |line: u64, finding: Finding| {
        faults += u64::from(matches!(finding, Finding::Fault(_)));
        report(line, finding);
    };
    if let Some(description) = &description {
        // some of its numbers can't be right, whatever the rows are
        let RunIdentity { rules, walls, .. } = description.identity;
        let totals = ExactTotals::count(rules, walls, stop).map_err(unchecked)?;
        description.check_numbers(&totals).unwrap_or_else(|wrong| count(0, Finding::Fault(wrong)));
    }
    let mut add = |rows: Vec<CheckedRow>, to_do: Option<u64>| {
        for row in rows {
            totals.add(row, &mut count);
        }
        step(totals.analysed, to_do);
        Ok::<_, JobError>(())
    };
    let check = |recheck: &mut Recheck, rows: Vec<NumberedRow>| {
        rows.iter().map(|(line, row)| row_checks.check(recheck, *line, row)).collect()
    };
    let mut begun = Instant::now();
    let completion = match sampling {
        None => {
            let to_do = description.as_ref().map(|description| description.rows.lines);
            drive(Recheck::default, check, file.batches(), settings.threads, stop, |rows| add(rows, to_do))?
        }
        Some(sampling) => {
            let rows = sample(&mut file, sampling, stop);
            let batches = rows.chunks(BATCH).map(<[NumberedRow]>::to_vec);
            let to_do = Some(rows.len() as u64);
            begun = Instant::now();
            drive(Recheck::default, check, batches, settings.threads, stop, |rows| add(rows, to_do))?
        }
    };
    let analysis = begun.elapsed();
    let stopped = completion == Completion::Stopped || stop.load(Ordering::Relaxed);
    let order = file.finish(!stopped, stop, &mut |line, fault| count(line, Finding::Fault(fault)))?;
    Ok(VerifySummary {
        metric,
        rows: file.rows(),
        analysed: totals.analysed,
        given_up: totals.given_up,
        states: totals.states,
        order,
        described: description.is_some(),
        shard: description.as_ref().map(|description| description.identity.shard),
        moves: description.as_ref().map_or(LeastDepth::default(), |description| description.identity.moves),
        missing: description.and_then(|description| description.missing),
        stopped,
        faults: faults + file.not_kept,
        analysis,
    })
}

/// A sample of the rows of a file, in its order. Reads the whole file, or of a rank file only the same sample. Ends early when the
/// stop flag is set.
fn sample(file: &mut FileChecks, sampling: Sampling, stop: &AtomicBool) -> Vec<NumberedRow> {
    let mut sampler = Sampler::new(sampling);
    for batch in file.batches().take_while(|_| !stop.load(Ordering::Relaxed)) {
        batch.into_iter().for_each(|row| sampler.offer(row));
    }
    sampler.finish_any()
}
