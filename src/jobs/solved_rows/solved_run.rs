//! The identity of a run whose solved rows are kept in a run folder.
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::engine::grouped;
use crate::files::{Checksummer, FolderRun};
use crate::jobs::JobError;
use crate::rows::Row;

/// The version of the columns that need a search. Raise it with every change of their values or names: a run of another version
/// is not resumed.
const COLUMNS_VERSION: u32 = 1;

/// Everything that decides the solved rows in a run folder: the rows to solve, in their order. The settings that chose them, the
/// format of the output, and what is done with the solved rows are not part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolvedRun {
    columns_version: u32,
    /// The number of rows.
    pub rows: u64,
    /// The SHA-256 of the rows as text.
    sha256: String,
}

impl SolvedRun {
    /// The identity of a run over these rows.
    ///
    /// # Errors
    /// The first error of `rows`; [`JobError::Stopped`] if `stop` is set before all are read.
    pub fn of(rows: impl Iterator<Item = Result<Row, JobError>>, stop: &AtomicBool) -> Result<SolvedRun, JobError> {
        let mut sum = Checksummer::default();
        for row in rows {
            add(&mut sum, &row?);
            if stop.load(Ordering::Relaxed) {
                return Err(JobError::Stopped);
            }
        }
        Ok(SolvedRun::of_sum(sum))
    }

    /// The identity of a run over the rows that were added to a sum.
    pub(super) fn of_sum(sum: Checksummer) -> SolvedRun {
        let sum = sum.finish();
        SolvedRun { columns_version: COLUMNS_VERSION, rows: sum.lines, sha256: sum.sha256 }
    }
}

/// Adds the next row to a sum.
pub(super) fn add(sum: &mut Checksummer, row: &Row) {
    sum.update(format!("{}\n", row.text()).as_bytes());
}

/// The counter of a part: a position is a row to be solved, and each row gives a line.
impl FolderRun for SolvedRun {
    type Counts = u64;

    fn differences(&self, other: &SolvedRun) -> String {
        let mut found = Vec::new();
        if self.columns_version != other.columns_version {
            found.push(format!("columns of version {}, not {}", other.columns_version, self.columns_version));
        }
        if self.rows != other.rows {
            found.push(format!("{} rows to be solved, not {}", grouped(other.rows), grouped(self.rows)));
        } else if self.sha256 != other.sha256 {
            found.push(format!("rows with the SHA-256 {}, not {}", other.sha256, self.sha256));
        }
        found.join("; ")
    }

    fn positions(rows: &u64) -> u64 {
        *rows
    }

    fn lines(rows: &u64) -> u64 {
        *rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_rows_are_another_run() {
        let row = |line: &str| Row::of(line.parse().expect("a row")).expect("pieces");
        let run = |lines: &[&str]| {
            let rows = lines.iter().map(|line| Ok(row(line)));
            SolvedRun::of(rows, &AtomicBool::new(false)).expect("no error")
        };
        let (one, other) = ("07 AAoooooooooooooo 1", "08 AAoooooooooooooo 1");
        assert_eq!(run(&[one, other]).differences(&run(&[one, other])), "");
        assert_eq!(run(&[one]).differences(&run(&[one, other])), "2 rows to be solved, not 1");
        assert!(run(&[one, other]).differences(&run(&[other, one])).starts_with("rows with the SHA-256 "));
        let older = SolvedRun { columns_version: 0, ..run(&[one]) };
        assert_eq!(run(&[one]).differences(&older), "columns of version 0, not 1");
        assert!(matches!(SolvedRun::of([Ok(row(one))].into_iter(), &AtomicBool::new(true)), Err(JobError::Stopped)));
    }
}
