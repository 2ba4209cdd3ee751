//! Checking a file of rows: each row against what the plain search finds anew, and the file as a whole.
use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::draw::Draw;
use super::pipeline::{self, Ending, PipelineError, Work};
use super::proof::{Order, Proof, ProofError};
use crate::board::{Size, State, TextError, letter};
use crate::search::{Facts, Recheck, RecheckError};
use crate::store::{InputError, RowLine, RowReader, sha256};

/// No cluster of a database has more states.
const MOST_STATES: usize = 100_000_000;
/// Rows that a worker gets at once.
const BATCH: usize = 32;
/// Faults of lines that are kept until the end, to be told then; others are only counted.
const MOST_FAULTS: usize = 10_000;

/// What to check of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verification {
    /// Analyse only so many rows, drawn at random; all if `None`.
    pub sample: Option<usize>,
    /// Seed of the draw.
    pub seed: u64,
    /// Threads that analyse.
    pub threads: NonZeroUsize,
}

/// What is wrong with a row, or with the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is no row.
    Format(String),
    /// The board is none.
    Board(TextError),
    /// Another size than the first row's.
    Size(Size),
    /// The letters are not those that the board should have.
    Letters(String),
    /// More or fewer walls than the description says.
    Walls(usize),
    /// Wrong moves; these are right.
    Moves(u32),
    /// Wrong cluster size; this is right.
    ClusterSize(u64),
    /// The hardest state of its cluster is another one.
    NotUnsolved(String),
    /// Its cluster has no goal state.
    Unsolvable,
    /// These letters do not matter.
    NotMinimal(String),
    /// It can't be checked.
    Unchecked(RecheckError),
    /// The same board stands in an earlier line.
    Duplicate(u64),
    /// A state of the same cluster stands in another line.
    SameCluster(u64),
    /// The row should stand before the one above it.
    Order,
    /// The file as a whole: what it is, what it should be.
    Total(&'static str, String, String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Format(error) => write!(f, "no row: {error}"),
            Fault::Board(error) => write!(f, "no board: {error}"),
            Fault::Size(size) => write!(f, "its board is {size}, unlike the first row's"),
            Fault::Letters(board) => write!(f, "wrong letters: the same board is written {board}"),
            Fault::Walls(walls) => write!(f, "it has {walls} walls, which the description rules out"),
            Fault::Moves(moves) => write!(f, "wrong moves: it takes {moves:02}"),
            Fault::ClusterSize(states) => write!(f, "wrong cluster size: it has {states} states"),
            Fault::NotUnsolved(board) => write!(f, "not the unsolved state of its cluster, which is {board}"),
            Fault::Unsolvable => write!(f, "its cluster can't be solved"),
            Fault::NotMinimal(letters) => write!(f, "not minimal: it takes as many moves without any one of {letters}"),
            Fault::Unchecked(error) => write!(f, "not in any database: {error}"),
            Fault::Duplicate(line) => write!(f, "the same board as in line {line}"),
            Fault::SameCluster(line) => write!(f, "of the same cluster as line {line}"),
            Fault::Order => write!(
                f,
                "out of order: it belongs before the row above it, and no description says that rows are in another order"
            ),
            Fault::Total(what, found, expected) => write!(f, "{what}: {found}, but the description says {expected}"),
        }
    }
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Rows in the file.
    pub rows: u64,
    /// Rows analysed.
    pub analysed: u64,
    /// States in their clusters.
    pub states: u64,
    /// The order in which the rows stand; that of the candidates is only what the description says.
    pub order: Option<Order>,
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
    Proof(#[from] ProofError),
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
    verification: &Verification,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64, &Fault),
    mut step: impl FnMut(u64, Option<u64>),
) -> Result<Verified, VerifyError> {
    let proof = Proof::beside(path)?;
    let mut reader = FileChecks::new(path, proof.clone())?;
    let total = proof.as_ref().map(|proof| proof.rows.lines);
    let mut sums = RowSums::default();
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
        None => pipeline::drive(&Analyses, reader.batches(), verification.threads, stop, write),
        Some(sample) => {
            let mut draw = Draw::new(sample, verification.seed);
            reader.batches().flatten().for_each(|row| draw.offer(row));
            let mut rows = draw.drawn();
            rows.sort_by_key(|&(line, _)| line);
            let total = Some(rows.len() as u64);
            let batches: Vec<Vec<Row>> = rows.chunks(BATCH).map(<[Row]>::to_vec).collect();
            pipeline::drive(&Analyses, batches, verification.threads, stop, |outcomes| merge(outcomes, &mut count, total))
        }
    };
    let stopped = ending? == Ending::Stopped;
    let whole = verification.sample.is_none() && !stopped;
    let order = reader.finish(!stopped, whole.then_some(&sums), &mut count)?;
    let rows = reader.reader.line();
    let faults = faults + reader.untold;
    Ok(Verified { rows, analysed: sums.analysed, states: sums.states, order, described: proof.is_some(), stopped, faults })
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
}

/// The analysis of rows as work for the pipeline.
struct Analyses;

impl Work for Analyses {
    type Batch = Vec<Row>;
    type Outcome = Vec<Checked>;
    type Worker<'w> = Recheck;

    fn worker(&self) -> Recheck {
        Recheck::default()
    }

    fn run(&self, recheck: &mut Recheck, rows: Vec<Row>) -> Vec<Checked> {
        rows.into_iter().map(|(line, row)| check_row(recheck, line, &row)).collect()
    }
}

fn check_row(recheck: &mut Recheck, line: u64, row: &RowLine) -> Checked {
    let mut checked = Checked { line, moves: row.moves, faults: Vec::new(), cluster: None };
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
            compare(row, &state, facts, &mut checked.faults);
        }
    }
    checked
}

fn compare(row: &RowLine, state: &State, facts: Facts, faults: &mut Vec<Fault>) {
    if facts.states != row.cluster_size {
        faults.push(Fault::ClusterSize(facts.states));
    }
    let Some(hardest) = facts.hardest else {
        faults.push(Fault::Unsolvable);
        return;
    };
    if hardest.moves != row.moves {
        faults.push(Fault::Moves(hardest.moves));
    }
    if hardest.state != *state {
        faults.push(Fault::NotUnsolved(hardest.state.to_string()));
    }
    if !hardest.superfluous.is_empty() {
        let letters: Vec<String> = hardest.superfluous.iter().map(|&index| letter(index).to_string()).collect();
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
}

impl RowSums {
    fn add(&mut self, checked: Checked, count: &mut dyn FnMut(u64, &Fault)) {
        self.analysed += 1;
        self.deepest = self.deepest.max(checked.moves);
        for fault in &checked.faults {
            count(checked.line, fault);
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
    proof: Option<Proof>,
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
    fn new(path: &Path, proof: Option<Proof>) -> Result<FileChecks, InputError> {
        let size = proof.as_ref().map(|proof| proof.identity.size);
        let reader = RowReader::open(path)?;
        let path = path.to_owned();
        let (boards, last, unordered) = (HashMap::new(), None, None);
        Ok(FileChecks { path, reader, proof, size, boards, last, unordered, faults: Vec::new(), untold: 0, error: None })
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
        if let Some(proof) = &self.proof
            && !(proof.identity.walls.min()..=proof.identity.walls.max()).contains(&walls)
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
    ) -> Result<Option<Order>, InputError> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        for (line, fault) in &self.faults {
            count(*line, fault);
        }
        if !to_the_end {
            return Ok(None);
        }
        let described = self.proof.as_ref().map(|proof| proof.order);
        let order = match (self.unordered, described) {
            (None, _) => Some(Order::Published),
            (Some(_), Some(Order::Candidates)) => Some(Order::Candidates),
            (Some(line), _) => {
                count(line, &Fault::Order);
                None
            }
        };
        let Some(proof) = &self.proof else { return Ok(order) };
        let mut total = |what, found: String, expected: String| {
            if found != expected {
                count(0, &Fault::Total(what, found, expected));
            }
        };
        let sum = self.reader.summed();
        total("rows", sum.lines.to_string(), proof.rows.lines.to_string());
        total("SHA-256 of the rows", sum.sha256, proof.rows.sha256.clone());
        total("rows counted by the generator", proof.counts.rows.to_string(), proof.rows.lines.to_string());
        if let Ok(metadata) = self.path.metadata() {
            total("bytes of the file", metadata.len().to_string(), proof.file_bytes.to_string());
        }
        if let Some(sums) = sums {
            total("states in rows", sums.states.to_string(), proof.counts.states_in_rows.to_string());
            total("deepest", sums.deepest.to_string(), proof.counts.deepest.to_string());
        }
        Ok(order)
    }
}
