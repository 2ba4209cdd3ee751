//! The rows of files that pass filter and split.
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use super::error::RowsError;
use crate::files::Gauge;
use crate::inputs::InputError;
use crate::inputs::RowReader;
use crate::ranks::{RankChoice, RankCounts, RankFileProblem, built_in_size, is_built_in};
use crate::rows::{RowFacts, RowLine, Split};

/// Files of rows, and which of their rows are wanted.
#[derive(Clone, Debug)]
pub struct RowSource {
    /// Files of rows; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// The conditions that rows must meet, and for rank files, which rows are found at all.
    pub choice: RankChoice,
    /// The side of a split to keep, if the rows are split.
    pub split: Option<Split>,
    /// Shows the progress of reading the files.
    pub gauge: Gauge,
}

impl RowSource {
    /// Whether its files can be read again and give the same rows: they are regular files.
    pub fn is_repeatable(&self) -> bool {
        let is_regular = |path: &PathBuf| {
            is_built_in(path) || path != Path::new("-") && fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        };
        self.inputs.iter().all(is_regular)
    }

    /// The stamps of its files now.
    pub fn stamps(&self) -> FileStamps {
        FileStamps(self.inputs.iter().filter(|path| !is_built_in(path)).map(|path| (path.clone(), FileStamp::of(path))).collect())
    }

    /// The rows that are wanted, in the order of the files.
    pub fn rows(&self) -> SourceRows<'_> {
        self.gauge.begin_files(&self.inputs, built_in_size);
        SourceRows { source: self, inputs: self.inputs.iter(), input: None, counts: Arc::default(), read: 0, passed: 0 }
    }
}

/// What the system said about some files at one moment. While it says the same, they have not changed.
#[derive(Clone, Debug)]
pub struct FileStamps(Vec<(PathBuf, Option<FileStamp>)>);

impl FileStamps {
    /// Whether the system still says the same.
    pub(super) fn hold(&self) -> bool {
        self.0.iter().all(|(path, seen)| seen.is_some() && FileStamp::of(path) == *seen)
    }
}

/// Which file has a name, its length, and when it was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FileStamp {
    /// Device and inode.
    file: (u64, u64),
    bytes: u64,
    changed: Option<SystemTime>,
}

impl FileStamp {
    /// The stamp of a file; `None` if there is no file of that name.
    fn of(path: &Path) -> Option<FileStamp> {
        let metadata = fs::metadata(path).ok()?;
        Some(FileStamp { file: (metadata.dev(), metadata.ino()), bytes: metadata.len(), changed: metadata.modified().ok() })
    }
}

/// Iterates over the rows of a [`RowSource`].
pub struct SourceRows<'s> {
    source: &'s RowSource,
    /// Inputs that have not been opened yet.
    inputs: std::slice::Iter<'s, PathBuf>,
    input: Option<RowReader>,
    /// What rank files hold.
    counts: Arc<RankCounts>,
    /// Rows of other files.
    read: u64,
    passed: u64,
}

impl SourceRows<'_> {
    /// The number of rows read so far. All rows of a rank file count as soon as it is opened.
    pub fn read(&self) -> u64 {
        self.read + self.counts.rows.load(Ordering::Relaxed)
    }

    /// The number of rows that passed filter and split so far.
    pub fn passed(&self) -> u64 {
        let RankChoice { sample, top, .. } = &self.source.choice;
        if sample.is_some() || top.is_some() { self.counts.passed.load(Ordering::Relaxed) } else { self.passed }
    }

    fn next_row(&mut self) -> Result<Option<RowLine>, RowsError> {
        loop {
            let Some(row) = self.input.as_mut().and_then(Iterator::next) else {
                let Some(path) = self.inputs.next() else { return Ok(None) };
                let choice = RankChoice { counts: self.counts.clone(), ..self.source.choice.clone() };
                self.input = Some(RowReader::open_chosen(path, &self.source.gauge, choice)?);
                continue;
            };
            let row = row.map_err(|error| match error {
                InputError::Ranks { source: RankFileProblem::Stopped, .. } => RowsError::Stopped,
                error => error.into(),
            })?;
            self.read += u64::from(!self.input.as_ref().is_some_and(RowReader::is_of_ranks));
            let RowSource { choice, split, .. } = self.source;
            if choice.filter.accepts(&row, &RowFacts::of(&row)?) && split.is_none_or(|split| split.accepts(&row)) {
                self.passed += 1;
                return Ok(Some(row));
            }
        }
    }
}

impl Iterator for SourceRows<'_> {
    type Item = Result<RowLine, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}
