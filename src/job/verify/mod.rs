//! Checking a file of rows: each row against what the plain search finds anew, and the file as a whole.
pub mod fault;
mod reservoir;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use self::fault::Fault;
use self::reservoir::Reservoir;
use crate::board::{Size, State, letter};
use crate::database::{InputError, RowLine, RowReader};
use crate::files::sha256;
use crate::generate::Generator;
use crate::job::description::{Description, DescriptionError, RowOrder};
use crate::job::pipeline::{self, Completion, PipelineError, Work};
use crate::job::shard::Shard;
use crate::job::tables::tables;
use crate::verify::{ClusterFacts, Recheck};

/// No cluster of a database has more states.
const MOST_STATES: usize = 100_000_000;
/// Rows that a worker gets at once.
const BATCH: usize = 32;
/// Faults of lines that are kept until the end, to be told then; others are only counted.
const MOST_FAULTS: usize = 10_000;

/// What to check of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifySettings {
    /// Analyse only so many rows, drawn at random; all if `None`.
    pub sample: Option<usize>,
    /// Seed of the draw.
    pub seed: u64,
    /// Threads that analyse.
    pub threads: NonZeroUsize,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VerifySummary {
    /// Rows in the file.
    pub rows: u64,
    /// Rows analysed.
    pub analysed: u64,
    /// States in their clusters.
    pub states: u64,
    /// The order in which the rows stand; that of the candidates was checked for the rows analysed.
    pub order: Option<RowOrder>,
    /// Whether the file has a description.
    pub described: bool,
    /// Whether the stop flag ended it early.
    pub stopped: bool,
    /// Faults in all.
    pub faults: u64,
}

/// A file that can't be verified at all.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It can't be read to its end.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Its description can't be read.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// A worker failed.
    #[error(transparent)]
    Pipeline(#[from] PipelineError<std::convert::Infallible>),
}

/// Verifies a file of rows. Each fault is handed to `tell` with its line (0 for the file as a whole), but of those that reading alone shows
/// only the first 10,000; `step` hears how many rows have been
/// analysed, out of how many if that is known.
///
/// # Errors
/// [`VerifyError`] if the file can't be read to its end, or a worker fails.
pub fn verify(
    path: &Path,
    verification: &VerifySettings,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64, &Fault),
    mut step: impl FnMut(u64, Option<u64>),
) -> Result<VerifySummary, VerifyError> {
    let description = Description::beside(path)?;
    let mut reader = FileChecks::new(path, description.clone())?;
    let total = description.as_ref().map(|description| description.rows.lines);
    let mut sums = RowSums::default();
    let analyses = Analyses::new(description.as_ref(), stop);
    let mut faults = 0;
    let mut count = |line: u64, fault: &Fault| {
        faults += 1;
        tell(line, fault);
    };
    let mut merge = |outcomes: Vec<Checked>, count: &mut dyn FnMut(u64, &Fault), total| {
        for checked in outcomes {
            sums.add(checked, count);
        }
        step(sums.analysed, total);
        Ok(())
    };
    let write = |outcomes| merge(outcomes, &mut count, total);
    let ending = match verification.sample {
        None => pipeline::drive(&analyses, reader.batches(), verification.threads, stop, write),
        Some(sample) => {
            let mut draw = Reservoir::new(sample, verification.seed);
            reader.batches().flatten().for_each(|row| draw.offer(row));
            let mut rows = draw.drawn();
            rows.sort_by_key(|&(line, _)| line);
            let total = Some(rows.len() as u64);
            let batches: Vec<Vec<Row>> = rows.chunks(BATCH).map(<[Row]>::to_vec).collect();
            pipeline::drive(&analyses, batches, verification.threads, stop, |outcomes| merge(outcomes, &mut count, total))
        }
    };
    let stopped = ending? == Completion::Stopped;
    let whole = verification.sample.is_none() && !stopped;
    let order = reader.finish(!stopped, whole.then_some(&sums), &mut count)?;
    let rows = reader.reader.line();
    let faults = faults + reader.untold;
    Ok(VerifySummary {
        rows,
        analysed: sums.analysed,
        states: sums.states,
        order,
        described: description.is_some(),
        stopped,
        faults,
    })
}

/// A row and its line.
type Row = (u64, RowLine);

/// What the analysis of a row gave.
struct Checked {
    line: u64,
    moves: u32,
    faults: Vec<Fault>,
    /// States of its cluster, and its name; `None` if it was not found.
    cluster: Option<(u64, u128)>,
    /// The rank of its candidate, if rows are in the order of the candidates.
    rank: Option<u64>,
}

/// The analysis of rows as work for the pipeline.
struct Analyses {
    /// The candidates that the rows come from, the shard of them, and whether rows stand in their order, if the description tells.
    source: Option<(Generator, Shard, RowOrder)>,
}

impl Analyses {
    fn new(description: Option<&Description>, stop: &AtomicBool) -> Analyses {
        let source = description
            .filter(|description| description.order == RowOrder::Candidates || !description.identity.shard.is_whole())
            .and_then(|description| {
                let generator = tables(description.identity.size, description.identity.walls, stop).ok()?;
                Some((generator, description.identity.shard, description.order))
            });
        Analyses { source }
    }

    /// Checks whose candidate the smallest goal state of a row's cluster is.
    fn place(&self, candidate: &State, checked: &mut Checked) {
        let Some((generator, shard, order)) = &self.source else { return };
        let Some(rank) = generator.rank(candidate) else { return }; // it is wrong in another way
        let owner = shard.owner(generator.candidates(), rank);
        if owner != *shard {
            checked.faults.push(Fault::Shard(owner));
        }
        checked.rank = (*order == RowOrder::Candidates).then_some(rank);
    }

    fn check_row(&self, recheck: &mut Recheck, line: u64, row: &RowLine) -> Checked {
        let mut checked = Checked { line, moves: row.moves, faults: Vec::new(), cluster: None, rank: None };
        let state: State = match row.board.parse() {
            Ok(state) => state,
            Err(error) => {
                checked.faults.push(Fault::Board(error));
                return checked;
            }
        };
        let written = state.to_string();
        if written != row.board {
            checked.faults.push(Fault::Letters(written));
        }
        match recheck.facts(&state, MOST_STATES) {
            Err(error) => checked.faults.push(Fault::Unchecked(error)),
            Ok(facts) => {
                checked.cluster = Some((facts.states, name(&facts.canonical.to_string())));
                if let Some(candidate) = &facts.smallest_goal {
                    self.place(candidate, &mut checked);
                }
                compare(row, &state, facts, &mut checked.faults);
            }
        }
        checked
    }
}

impl Work for Analyses {
    type Batch = Vec<Row>;
    type Outcome = Vec<Checked>;
    type Worker<'w> = Recheck;

    fn worker(&self) -> Recheck {
        Recheck::default()
    }

    fn run(&self, recheck: &mut Recheck, rows: Vec<Row>) -> Vec<Checked> {
        rows.into_iter().map(|(line, row)| self.check_row(recheck, line, &row)).collect()
    }
}

fn compare(row: &RowLine, state: &State, facts: ClusterFacts, faults: &mut Vec<Fault>) {
    if facts.states != row.cluster_size {
        faults.push(Fault::ClusterSize(facts.states));
    }
    let Some(unsolved) = facts.unsolved else {
        faults.push(Fault::Unsolvable);
        return;
    };
    if unsolved.moves != row.moves {
        faults.push(Fault::Moves(unsolved.moves));
    }
    if unsolved.state != *state {
        faults.push(Fault::NotUnsolved(unsolved.state.to_string()));
    }
    if !unsolved.superfluous.is_empty() {
        let letters: Vec<String> = unsolved.superfluous.iter().map(|&index| letter(index).to_string()).collect();
        faults.push(Fault::NotMinimal(letters.join(", ")));
    }
}

/// A number that stands for a text: so far nobody has found two texts with the same.
fn name(text: &str) -> u128 {
    u128::from_str_radix(&sha256(text.as_bytes())[..32], 16).expect("32 hexadecimal digits")
}

/// What the rows analysed come to together.
#[derive(Default)]
struct RowSums {
    analysed: u64,
    states: u64,
    deepest: u32,
    /// The line of each cluster.
    clusters: HashMap<u128, u64>,
    /// The greatest rank of a candidate so far, and its line.
    last: Option<(u64, u64)>,
}

impl RowSums {
    fn add(&mut self, checked: Checked, count: &mut dyn FnMut(u64, &Fault)) {
        self.analysed += 1;
        self.deepest = self.deepest.max(checked.moves);
        for fault in &checked.faults {
            count(checked.line, fault);
        }
        if let Some(rank) = checked.rank {
            match self.last {
                Some((last, line)) if rank < last => count(checked.line, &Fault::CandidateOrder(line)),
                _ => self.last = Some((rank, checked.line)),
            }
        }
        if let Some((states, cluster)) = checked.cluster {
            self.states += states;
            if let Some(line) = self.clusters.insert(cluster, checked.line) {
                count(checked.line, &Fault::SameCluster(line));
            }
        }
    }
}

/// Reads a file once from begin to end and checks what needs no analysis.
struct FileChecks {
    path: PathBuf,
    reader: RowReader,
    description: Option<Description>,
    size: Option<Size>,
    /// The line of each board.
    boards: HashMap<u128, u64>,
    last: Option<RowLine>,
    /// The first line that is not in the published order.
    unordered: Option<u64>,
    faults: Vec<(u64, Fault)>,
    /// How many there are beyond [`MOST_FAULTS`].
    untold: u64,
    error: Option<InputError>,
}

impl FileChecks {
    fn new(path: &Path, description: Option<Description>) -> Result<FileChecks, InputError> {
        let size = description.as_ref().map(|description| description.identity.size);
        let reader = RowReader::open(path)?;
        let path = path.to_owned();
        let (boards, last, unordered) = (HashMap::new(), None, None);
        Ok(FileChecks { path, reader, description, size, boards, last, unordered, faults: Vec::new(), untold: 0, error: None })
    }

    /// The rows that are worth an analysis, in batches; ends at an error.
    fn batches(&mut self) -> impl Iterator<Item = Vec<Row>> {
        std::iter::from_fn(|| {
            let batch: Vec<Row> = std::iter::from_fn(|| self.next_row()).take(BATCH).collect();
            (!batch.is_empty()).then_some(batch)
        })
    }

    fn next_row(&mut self) -> Option<Row> {
        loop {
            match self.reader.next()? {
                Ok(row) => {
                    let line = self.reader.line();
                    self.check(line, &row);
                    return Some((line, row));
                }
                Err(InputError::Row { line, source, .. }) => self.fault(line, || Fault::Format(source.to_string())),
                Err(error) => {
                    self.error = Some(error);
                    return None;
                }
            }
        }
    }

    fn fault(&mut self, line: u64, fault: impl FnOnce() -> Fault) {
        if self.faults.len() < MOST_FAULTS { self.faults.push((line, fault())) } else { self.untold += 1 }
    }

    fn check(&mut self, line: u64, row: &RowLine) {
        let size = Size::new(row.board.len().isqrt()).expect("the row was read");
        if *self.size.get_or_insert(size) != size {
            self.fault(line, || Fault::Size(size));
        }
        let walls = row.board.bytes().filter(|&cell| cell == b'x').count();
        if let Some(description) = &self.description
            && !(description.identity.walls.min()..=description.identity.walls.max()).contains(&walls)
        {
            self.fault(line, || Fault::Walls(walls));
        }
        if let Some(first) = self.boards.insert(name(&row.board), line) {
            self.fault(line, || Fault::Duplicate(first));
        } else if self.last.as_ref().is_some_and(|last| last > row) {
            self.unordered.get_or_insert(line);
        }
        self.last = Some(row.clone());
    }

    /// Tells the faults and the order of the file. `to_the_end` says that it was read whole, `sums` are those of all rows.
    fn finish(
        &mut self,
        to_the_end: bool,
        sums: Option<&RowSums>,
        count: &mut dyn FnMut(u64, &Fault),
    ) -> Result<Option<RowOrder>, InputError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        for (line, fault) in &self.faults {
            count(*line, fault);
        }
        if !to_the_end {
            return Ok(None);
        }
        let described = self.description.as_ref().map(|description| description.order);
        let order = match (self.unordered, described) {
            (None, _) => Some(RowOrder::Published),
            (Some(_), Some(RowOrder::Candidates)) => Some(RowOrder::Candidates),
            (Some(line), _) => {
                count(line, &Fault::Order);
                None
            }
        };
        let Some(description) = &self.description else { return Ok(order) };
        let mut total = |what, found: String, expected: String| {
            if found != expected {
                count(0, &Fault::Total(what, found, expected));
            }
        };
        let sum = self.reader.checksum();
        total("rows", sum.lines.to_string(), description.rows.lines.to_string());
        total("SHA-256 of the rows", sum.sha256, description.rows.sha256.clone());
        total("rows counted by the generator", description.counts.rows.to_string(), description.rows.lines.to_string());
        if let Ok(metadata) = self.path.metadata() {
            total("bytes of the file", metadata.len().to_string(), description.file_bytes.to_string());
        }
        if let Some(sums) = sums {
            total("states in rows", sums.states.to_string(), description.counts.states_in_rows.to_string());
            total("deepest", sums.deepest.to_string(), description.counts.deepest.to_string());
        }
        Ok(order)
    }
}
