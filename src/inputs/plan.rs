//! How a selection is carried out: which of its stages the source takes over, and in which order the others run.
use std::path::PathBuf;
use std::vec;

use super::line_reader::InputError;
use super::row_source::{RowSource, SourceRows};
use crate::gauge::Gauge;
use crate::ranks::{RankChoice, rank_header};
use crate::rows::{Ranking, Row, Stage, Stages};

/// A selection from some files: the rows are those that come from the source and pass all stages. These give the same rows in the
/// same order as all stages of the selection, each on all rows that the stage before it passes on.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the source takes over: conditions, and of a single rank file a sample or the first rows of an order.
    pub choice: RankChoice,
    /// The stages that remain.
    pub stages: Vec<Stage>,
}

impl Plan {
    /// Plans a selection from files. `solves` says that the boards of its rows are solved in any case.
    pub fn new(inputs: &[PathBuf], mut stages: Vec<Stage>, solves: bool) -> Plan {
        let is_of_ranks = matches!(inputs, [path] if rank_header(path).is_some());
        // an order that is followed by a limit needs only its first rows
        for at in 1..stages.len() {
            if let [Stage::Order(ranking), Stage::Limit(most)] = &mut stages[at - 1..=at] {
                ranking.top = Some(*most);
            }
        }
        let choice = RankChoice::of_stages(&stages, is_of_ranks);
        stages.retain(|stage| !matches!(stage, Stage::Conditions(_)));
        // the rows of a rank file come in the published order
        let is_published = |ranking: &Ranking| ranking.column.name == "moves" && !ranking.ascending;
        if is_of_ranks && matches!(stages.first(), Some(Stage::Order(ranking)) if is_published(ranking)) {
            stages.remove(0);
        }
        // A search takes long. So boards are solved before the first stage that needs it, otherwise after those that thin out.
        let needed = stages.iter().position(Stage::needs_search);
        if solves || needed.is_some() {
            let last = stages.iter().rposition(Stage::thins_out).map_or(0, |last| last + 1);
            stages.insert(needed.unwrap_or(last), Stage::Solve);
        }
        Plan { choice, stages }
    }

    /// The source of the plan.
    pub fn source(&self, inputs: &[PathBuf], gauge: &Gauge) -> RowSource {
        RowSource { choice: self.choice.clone(), gauge: gauge.clone(), ..RowSource::all(inputs.to_owned()) }
    }
}

/// The rows of a source that come through some stages.
pub struct SelectedRows {
    source: SourceRows,
    stages: Stages<Row>,
    /// The rows that stages held, once no row of the source is wanted any more.
    held: Option<vec::IntoIter<Row>>,
    /// Whether reading ended with the last wanted row.
    is_enough: bool,
}

debug_as_name!([] SelectedRows);

impl SelectedRows {
    /// The rows of a source that come through stages, in their order. Nothing is read yet.
    pub fn new(source: &RowSource, stages: &[Stage]) -> SelectedRows {
        SelectedRows { source: source.rows(), stages: Stages::new(stages), held: None, is_enough: false }
    }

    /// As [`SourceRows::open`].
    ///
    /// # Errors
    /// The first file can't be read.
    pub fn open(&mut self) -> Result<(), InputError> {
        self.source.open()
    }

    /// The number of rows read so far.
    pub fn read(&self) -> u64 {
        self.source.read()
    }

    /// The number of rows that met the conditions; `None` if it is not known, since these were enough before all were tested.
    pub fn passed(&self) -> Option<u64> {
        self.source.passed().filter(|_| self.source.takes_over() || !self.is_enough)
    }

    fn next_row(&mut self) -> Result<Option<Row>, InputError> {
        loop {
            if let Some(held) = &mut self.held {
                return Ok(held.next());
            }
            self.is_enough = self.stages.is_full();
            let next = if self.is_enough { None } else { self.source.next() };
            match next {
                Some(row) => {
                    if let Some(row) = self.stages.offer(row?)? {
                        return Ok(Some(row));
                    }
                }
                None => self.held = Some(self.stages.finish()?.into_iter()),
            }
        }
    }
}

impl Iterator for SelectedRows {
    type Item = Result<Row, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}
