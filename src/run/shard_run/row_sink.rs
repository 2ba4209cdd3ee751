//! Where the rows of a run go: to a stream, or through a run folder to a file.
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::batches::BatchResult;
use crate::files::{LineEncoder, OutputFile, RunFolder, wrong_input};
use crate::generate::Counts;
use crate::ranks::sort_error;
use crate::rows::RowLine;
use crate::rows::sorter::{MergeLimits, Sorter};
use crate::run::{Description, KeptRun, RowOrder, RunIdentity, TotalsCheck};

/// Where the rows go.
pub enum RowSink {
    /// To a stream, as they are found.
    Stream(OutputFile),
    /// To the parts of a run folder, which become a file when the run is complete.
    Folder {
        /// The run folder.
        folder: RunFolder<KeptRun>,
        /// The file.
        path: PathBuf,
        /// Whether a file of that name is replaced.
        force: bool,
        /// Whether the rows are put into the published order.
        sorted: bool,
        /// Makes a rank file, if the file is one.
        ranks: Option<Box<dyn LineEncoder>>,
    },
}

impl RowSink {
    /// Adds the rows of a batch.
    ///
    /// # Errors
    /// They can't be written.
    pub(super) fn add(&mut self, found: BatchResult) -> io::Result<()> {
        match self {
            RowSink::Stream(_) if found.rows.is_empty() => Ok(()),
            RowSink::Stream(output) => output.write(&found.rows),
            RowSink::Folder { folder, .. } => folder.add(found.position, found.counts, &found.rows),
        }
    }

    /// Removes the run folder if nothing is saved in it.
    ///
    /// # Errors
    /// It can't be removed.
    pub(super) fn remove(self) -> io::Result<()> {
        match self {
            RowSink::Folder { folder, .. } if folder.done() == Counts::default() => folder.remove(),
            _ => Ok(()),
        }
    }

    /// Saves what was found, so that the next run continues from there.
    ///
    /// # Errors
    /// It can't be saved.
    pub(super) fn save(&mut self) -> io::Result<()> {
        match self {
            RowSink::Stream(_) => Ok(()),
            RowSink::Folder { folder, .. } => folder.save(),
        }
    }

    /// Completes the output. If it is not `trusted`, leaves it in the run folder instead, and returns that.
    ///
    /// # Errors
    /// It can't be written.
    pub(super) fn close(
        self,
        trusted: bool,
        run: RunIdentity,
        counts: Counts,
        check: TotalsCheck,
        stop: &AtomicBool,
    ) -> io::Result<Option<PathBuf>> {
        match self {
            RowSink::Stream(output) => {
                output.finish()?;
                Ok(None)
            }
            RowSink::Folder { folder, path, force, sorted, ranks } => {
                if !trusted {
                    return Ok(Some(folder.path().to_owned()));
                }
                let order = match (ranks.is_some(), sorted) {
                    (true, _) => RowOrder::Ranks,
                    (false, true) => RowOrder::Published,
                    (false, false) => RowOrder::Candidates,
                };
                let mut output = OutputFile::rows_via(folder.path(), &path, force, ranks)?;
                match order {
                    RowOrder::Published => assemble_sorted(&folder, &mut output, stop)?,
                    RowOrder::Candidates | RowOrder::Ranks => folder.assemble(&mut output)?,
                }
                let ended = output.end()?;
                let description = Description::of(&ended, run, order, counts, check).expect("the output is a file");
                folder.mark_complete(&description.to_text())?;
                description.publish(ended)?;
                folder.remove()?;
                Ok(None)
            }
        }
    }
}

/// Rows held in memory while they are sorted, as few as keep the memory of a run about the same.
const SORTED_AT_ONCE: usize = 200_000;

/// Writes the rows of a run folder to an output in the published order.
fn assemble_sorted(folder: &RunFolder<KeptRun>, output: &mut OutputFile, stop: &AtomicBool) -> io::Result<()> {
    let limits = MergeLimits { rows: SORTED_AT_ONCE, ..MergeLimits::default() };
    let mut sorter = Sorter::<RowLine>::new(folder.path().to_owned(), limits);
    folder.for_each_line(|line| {
        let row =
            line.parse::<RowLine>().map_err(|error| wrong_input(format!("the run folder has the line {line:?}: {error}")))?;
        sorter.push(row, stop).map_err(sort_error)
    })?;
    let (mut sorted, _) = sorter.finish().map_err(sort_error)?;
    while let Some(row) = sorted.pop().map_err(sort_error)? {
        output.write(format!("{row}\n").as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::Size;
    use crate::run::shard::Shard;

    #[test]
    fn saved_rows_are_found_by_the_next_run() {
        let parent = tempfile::tempdir().expect("a folder");
        let output = parent.path().join("rows.txt");
        let run = RunIdentity::new(Size::square(4).expect("a size"), "0".parse().expect("a range"), Shard::WHOLE);
        let run = KeptRun { identity: run, with_ranks: false };
        let open = || RunFolder::open(&output, &run, false, Duration::MAX).expect("a folder");
        let mut sink = RowSink::Folder { folder: open(), path: output.clone(), force: false, sorted: false, ranks: None };
        let counts = Counts { candidates: 10, rows: 1, ..Counts::default() };
        sink.add(BatchResult { position: 0, rows: b"a\n".to_vec(), counts }).expect("added");
        sink.save().expect("saved");
        drop(sink);
        let folder = open();
        assert_eq!((folder.done(), folder.gaps(20)), (counts, vec![10..20]));
    }
}
