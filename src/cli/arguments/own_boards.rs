//! Files of boards alone where rows are expected.
use super::board::BoardSource;
use super::board_table::{Entry, entries};
use super::given_board::ReadingArguments;
use crate::board::{Metric, RowError};
use crate::cli::{Failure, Result, print_message};
use crate::engine::{Progress, ProgressMode};
use crate::files::display_path;
use crate::gauge::Gauge;
use crate::inputs::{FoundRows, InputError, RowReader};
use crate::jobs::{OwnRows, own_rows};
use crate::ranks::rank_header;
use crate::tables::any_case;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Messages about boards that occur twice, at most.
const MOST_MESSAGES: usize = 20;

/// The rows of the files that hold boards alone.
#[derive(Default)]
pub(crate) struct OwnBoards {
    pub(crate) found: Arc<FoundRows>,
    unsolvable: Vec<String>,
    given_up: Vec<String>,
}

impl OwnBoards {
    /// Finds which files hold boards alone, and solves these. A file of rows has their figures at its first readable board;
    /// standard input and other files that can be read only once hold rows.
    ///
    /// # Errors
    /// A board can't be read, or `reading` is for boards and all files have rows.
    pub(crate) fn of_files(
        inputs: &[PathBuf],
        reading: &ReadingArguments,
        metric: Metric,
        max_states: usize,
        threads: NonZeroUsize,
        quiet: bool,
    ) -> Result<OwnBoards> {
        let (mut own, mut found) = (OwnBoards::default(), FoundRows::default());
        for path in inputs {
            if found.contains_key(path) {
                continue;
            }
            if !holds_boards_alone(path, reading) {
                check_first_line(path, reading)?;
                continue;
            }
            let name = display_path(path);
            if !quiet {
                print_message(&format!("{name} has boards without moves and cluster sizes: they are solved now"));
            }
            let gauge = Gauge::default();
            let _progress = Progress::begin(ProgressMode::for_stderr(quiet, false), &gauge);
            let boards = BoardSource::File(path.clone())
                .boards(reading, None, None)?
                .map(|given| given.and_then(|given| Ok((given.view()?, given.place))));
            let step = |done, total| gauge.count("solving boards", "boards", done, Some(total));
            let OwnRows { rows, unsolvable, given_up, same } = own_rows::<Failure>(boards, metric, max_states, threads, step)?;
            for (place, first) in same.iter().take(if quiet { 0 } else { MOST_MESSAGES }) {
                print_message(&format!("{place} is the board of {first}, apart from letters and exit"));
            }
            own.unsolvable.extend(unsolvable);
            own.given_up.extend(given_up);
            found.insert(path.clone(), rows);
        }
        if found.is_empty() && reading.is_for_boards() {
            return Err(Failure::of_input(
                "--exit, --primary, --empty, --from and --board say how boards are read, but the files have rows",
            ));
        }
        own.found = Arc::new(found);
        Ok(own)
    }

    /// The end of a command that left out some boards.
    ///
    /// # Errors
    /// Some could not be solved.
    pub(crate) fn check(&self) -> Result<()> {
        Failure::check_left_out(&self.unsolvable, &self.given_up)
    }
}

/// Refuses a file whose first line is one word and no board.
fn check_first_line(path: &Path, reading: &ReadingArguments) -> Result<()> {
    let is_regular = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let first = is_regular.then(|| RowReader::open(path).ok()?.next()).flatten();
    match first {
        Some(Err(InputError::Row { line, source: RowError::Fields { found: 1 }, .. })) if reading.size.is_none() => {
            let place = format!("{}, line {line}", display_path(path));
            let problem =
                "this is neither a row nor a square board: --size, like --size 6x5, says columns and rows of boards alone";
            Err(Failure::of_board(place, problem))
        }
        _ => Ok(()),
    }
}

/// The boards among which the first readable one decides.
const LOOK_AHEAD: usize = 20;

/// Whether a file has boards, but not the figures of rows: neither at its first readable board nor, in a table whose column of
/// boards is not named, in its columns. A file without a board is left to the reader of rows.
fn holds_boards_alone(path: &Path, reading: &ReadingArguments) -> bool {
    let is_regular = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let is_of_boards = |entry: Entry| {
        let has = |name: &&str| any_case(&entry.fields, name).is_some();
        let is_named = reading.board_column.is_some();
        is_named || !["moves", "steps", "cluster_size"].iter().any(has)
    };
    let first = || entries(path, reading, None, None, None).ok()?.take(LOOK_AHEAD).flatten().find(|entry| entry.given.is_ok());
    is_regular && rank_header(path).is_none() && first().is_some_and(is_of_boards)
}
