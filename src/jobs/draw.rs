//! A sample of rows that meet conditions on their solutions: rows are solved in the order of the sample until it is full.
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::solved_rows::{RowJob, RowsError, lines_of};
use crate::inputs::RowSource;
use crate::ranks::RankChoice;
use crate::rows::{ChosenRows, RowLine, SampleSize, Sampler, Sampling, SolvedFilter, TableRow};

/// What decides which rows are drawn first: the hash, then the place in the input.
type Turn = (u64, u64);

/// Candidates kept at first for each row of the sample. If they are not enough, the files are read again.
const KEPT: usize = 8;

/// Parts of a spread sample for which candidates are kept at first: about as many as there are numbers of moves.
const CLASSES: usize = 32;

/// The rows of one number of moves, or all of them.
struct DrawnClass {
    /// Candidates that have not been solved, in their order.
    waiting: VecDeque<(Turn, RowLine)>,
    /// Whether more of them are in the files.
    is_cut: bool,
    /// Rows that meet the conditions.
    accepted: Vec<(Turn, TableRow)>,
    /// How many were solved.
    solved: usize,
}

impl DrawnClass {
    /// Whether it may have more rows than were accepted.
    fn is_open(&self) -> bool {
        !self.waiting.is_empty() || self.is_cut
    }
}

/// Draws the sample: of rows as text, the same rows in the same order as if all were solved. Of a rank file, ranks decide which candidates
/// are found and tried first. The files must be repeatable. Returns it with the number of rows read. `step` is called with the number
/// of rows solved.
///
/// # Errors
/// The first [`RowsError`]; [`RowsError::Stopped`] if the stop flag of `job` is set.
pub(super) fn draw(
    source: &RowSource,
    sampling: Sampling,
    filter: &SolvedFilter,
    job: &RowJob<'_>,
    mut step: impl FnMut(u64, Option<u64>),
) -> Result<(Vec<TableRow>, u64), RowsError> {
    let size = sampling.size;
    let (SampleSize::Total(most) | SampleSize::PerMoves(most) | SampleSize::Spread(most)) = size else {
        unreachable!("a sample of all rows is not drawn")
    };
    let mut done = 0;
    let mut kept = match size {
        SampleSize::Spread(_) => most / CLASSES,
        _ => most,
    }
    .saturating_mul(KEPT)
    .max(64);
    loop {
        let by_moves = !matches!(size, SampleSize::Total(_));
        let size_of_candidates = if by_moves { SampleSize::PerMoves(kept) } else { SampleSize::Total(kept) };
        let of_candidates = Sampling { size: size_of_candidates, distinct: false, ..sampling };
        let mut candidates = Sampler::new(of_candidates);
        let by_rank = RankChoice::sampled(source.choice.filter.clone(), source.split, of_candidates).sample;
        let mut rows = RowSource { choice: RankChoice { sample: by_rank, ..source.choice.clone() }, ..source.clone() }.rows();
        for row in &mut rows {
            candidates.offer(row?);
        }
        let class = |waiting: VecDeque<_>| {
            let is_cut = waiting.len() == kept;
            DrawnClass { waiting, is_cut, accepted: Vec::new(), solved: 0 }
        };
        let mut classes: BTreeMap<u32, DrawnClass> =
            candidates.into_turns().into_iter().map(|(moves, waiting)| (moves, class(waiting))).collect();
        step(done, None);
        loop {
            let ChosenRows { rows: chosen, dry } = sample(sampling, &classes)?;
            let is_short = |key: &u32, class: &DrawnClass| class.is_open() && (class.accepted.is_empty() || dry.contains(key));
            let short: BTreeSet<u32> =
                classes.iter().filter(|&(key, class)| most > 0 && is_short(key, class)).map(|(&key, _)| key).collect();
            if short.is_empty() {
                return Ok((chosen.into_iter().cloned().collect(), rows.read()));
            }
            let wanted = wanted(size, &classes);
            let batch = next_batch(&mut classes, wanted, &short);
            if batch.is_empty() {
                break; // some class has no kept candidate left to solve
            }
            let (turns, rows): (Vec<_>, Vec<_>) = batch.into_iter().map(|(moves, turn, row)| ((moves, turn), row)).unzip();
            let mut turns = turns.into_iter();
            job.run(rows.into_iter().map(Ok), |solved| {
                done += solved.len() as u64;
                step(done, None);
                for (row, (moves, turn)) in solved.into_iter().zip(&mut turns) {
                    let class = classes.get_mut(&moves).expect("its class");
                    class.solved += 1;
                    if filter.accepts(&row) {
                        class.accepted.push((turn, row));
                    }
                }
                Ok::<(), RowsError>(())
            })?;
        }
        kept = kept.saturating_mul(4);
    }
}

/// How many rows of each class must be accepted before the sample is known, if it may have near twins. A class without further rows
/// is complete with fewer.
///
/// For a spread sample this is one more than what all classes contribute, because some contribute one more. While open classes
/// count as endless, the number is not too large; once each open class has one more, it is exact.
fn wanted(size: SampleSize, classes: &BTreeMap<u32, DrawnClass>) -> usize {
    match size {
        SampleSize::All => usize::MAX,
        SampleSize::Total(most) | SampleSize::PerMoves(most) => most,
        SampleSize::Spread(total) => {
            let rows_of = |each: usize| {
                let rows = |class: &DrawnClass| if class.is_open() { each } else { class.accepted.len().min(each) };
                classes.values().map(rows).fold(0, usize::saturating_add)
            };
            let (mut fits, mut beyond) = (0, total.saturating_add(1));
            while beyond - fits > 1 {
                let middle = fits + (beyond - fits) / 2;
                *(if rows_of(middle) <= total { &mut fits } else { &mut beyond }) = middle;
            }
            fits.saturating_add(1)
        }
    }
}

/// The candidates to solve next: for each of the classes that lack rows, as many as will probably give them.
fn next_batch(classes: &mut BTreeMap<u32, DrawnClass>, wanted: usize, short: &BTreeSet<u32>) -> Vec<(u32, Turn, RowLine)> {
    let mut batch = Vec::new();
    for (&moves, class) in classes.iter_mut().filter(|(key, _)| short.contains(key)) {
        // with more accepted rows than are wanted, some are near twins
        let missing = wanted.saturating_sub(class.accepted.len()).max(1 + class.accepted.len() / 8);
        let likely = missing.saturating_mul(class.solved + 2) / (class.accepted.len() + 1);
        let most = likely.clamp(4, 16 + 4 * class.solved.max(missing));
        let count = class.waiting.len().min(most);
        batch.extend(class.waiting.drain(..count).map(|(turn, row)| (moves, turn, row)));
    }
    batch
}

/// The sample of the accepted rows.
fn sample(sampling: Sampling, classes: &BTreeMap<u32, DrawnClass>) -> Result<ChosenRows<&TableRow>, RowsError> {
    let mut accepted: Vec<&(Turn, TableRow)> = classes.values().flat_map(|class| &class.accepted).collect();
    accepted.sort_unstable_by_key(|((_, place), _)| *place);
    let mut sampler = Sampler::new(sampling);
    accepted.into_iter().for_each(|(_, row)| sampler.offer(row));
    sampler.choose(|row| lines_of(&row.board))
}
