//! The description beside a complete file of rows: `db.txt.gz.json` says what `db.txt.gz` holds, and that it is complete.
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::run_identity::{PROGRAM, RunIdentity};
use super::totals_check::TotalsCheck;
use crate::files::{Checksum, EndedOutput, OutputError, OutputFile, open_regular, shown};
use crate::generate::Counts;

/// The greatest length of a description in bytes; the rest of a longer file is not read.
const LONGEST: u64 = 16 << 20;

/// The order of the rows in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowOrder {
    /// The order of their candidates, as `generate` writes them.
    Candidates,
    /// Most moves first, as `merge` writes them.
    Published,
}

/// What a complete file of rows holds. It names no time and no machine, so the same rows have the same description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The program that wrote the file.
    pub program: String,
    /// The run that the rows come from. For a merge of shards it is the whole run, shard 0/1.
    #[serde(flatten)]
    pub identity: RunIdentity,
    /// The order of the rows.
    pub order: RowOrder,
    /// The shards that `merge --partial` left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingShards>,
    /// Whether the counters agree with the totals that were counted without enumerating.
    pub check: TotalsCheck,
    /// The counters of the run.
    pub counts: Counts,
    /// The rows, uncompressed.
    pub rows: Checksum,
    /// Length of the file in bytes, compressed.
    pub file_bytes: u64,
}

/// The shards that a partial merge left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MissingShards {
    /// How many shards there are.
    pub of: u64,
    /// The numbers of those that are missing.
    pub shards: Vec<u64>,
}

/// Why a description can't be read.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    /// The file can't be read.
    #[error("cannot read {}: {source}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no description.
    #[error("{} does not describe a file of rows ({why}): remove it, or write the rows again", shown(path))]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
}

/// `db.txt.gz` → `db.txt.gz.json`
pub fn description_path(rows: &Path) -> PathBuf {
    let mut name = rows.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

impl Description {
    /// The description of an output that is complete but does not have its name yet; `None` for streams.
    pub fn of(
        output: &EndedOutput,
        identity: RunIdentity,
        order: RowOrder,
        counts: Counts,
        check: TotalsCheck,
    ) -> Option<Description> {
        let (_, file_bytes) = output.file()?;
        let program = PROGRAM.to_owned();
        Some(Description { program, identity, order, missing: None, check, counts, rows: output.checksum().clone(), file_bytes })
    }

    /// Gives the file of an output its name, and then the description its own beside it; the description of an older file is removed
    /// before. See [`EndedOutput::publish_with`] for what a crash can leave.
    ///
    /// # Errors
    /// As [`EndedOutput::publish_with`].
    pub fn publish(&self, output: EndedOutput) -> Result<(), OutputError> {
        match output.file().map(|(rows, _)| description_path(rows)) {
            Some(path) => output.publish_with(&path, Some(&self.text())),
            None => output.publish(),
        }
    }

    /// Writes the description to a file of any name, in place of any other.
    ///
    /// # Errors
    /// Those of writing.
    pub fn save(&self, path: &Path) -> Result<(), OutputError> {
        let mut file = OutputFile::in_place_of(path)?;
        file.write(self.text().as_bytes())?;
        file.finish()
    }

    fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("a description is JSON") + "\n"
    }

    /// Reads the description beside a file of rows; `None` if there is none.
    ///
    /// # Errors
    /// A [`DescriptionError`] if there is one that cannot be read.
    pub fn beside(rows: &Path) -> Result<Option<Description>, DescriptionError> {
        Description::load(description_path(rows))
    }

    /// Reads the description in a file; `None` if there is no such file.
    ///
    /// # Errors
    /// A [`DescriptionError`] if there is one that cannot be read.
    pub fn load(path: PathBuf) -> Result<Option<Description>, DescriptionError> {
        let read = open_regular(&path).and_then(|file| {
            let mut text = String::new();
            file.take(LONGEST).read_to_string(&mut text).map(|_| text)
        });
        match read {
            Ok(text) => {
                Description::parse(&text).map(Some).map_err(|why| DescriptionError::Format { path, why: why.to_string() })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(DescriptionError::Read { path, source }),
        }
    }

    /// Reads a description.
    ///
    /// # Errors
    /// The error of the JSON parser.
    pub fn parse(text: &str) -> Result<Description, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Whether it describes `rows` as the complete output of a run of this identity. Of the file itself only the length is compared.
    pub fn describes(&self, rows: &Path, identity: &RunIdentity) -> bool {
        self.identity == *identity
            && self.missing.is_none()
            && self.check != TotalsCheck::Failed
            && rows.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == self.file_bytes)
    }
}

/// Gives the file of an output its name without a description. The description of an older file of that name is removed before; a file that
/// is not a description stays.
///
/// # Errors
/// As [`EndedOutput::publish_with`].
pub fn publish_undescribed(output: EndedOutput) -> Result<(), OutputError> {
    match output.file().map(|(rows, _)| rows.to_owned()) {
        Some(rows) if matches!(Description::beside(&rows), Ok(Some(_))) => output.publish_with(&description_path(&rows), None),
        _ => output.publish(),
    }
}
