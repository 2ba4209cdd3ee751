//! A sample of rows that meet a condition which takes time: candidates are tried in the order of the sample until it is full.
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::near_twins::BoardLines;
use super::sample::{ChosenRows, SampleSize, Sampled, Sampler, Sampling};

/// What decides which rows are drawn first: the hash, then the place in the input.
type Turn = (u64, u64);

/// Candidates kept at first for each row of the sample. If they are not enough, all are offered again.
const KEPT: usize = 8;

/// Classes of a spread sample for which candidates are kept at first: about as many as there are numbers of moves.
const CLASSES: usize = 32;

/// The rows of one class (see [`Tiers::class_of`](crate::rows::Tiers::class_of)), or all of them.
struct DrawnClass<C, R> {
    /// Candidates that have not been tried, in their order.
    waiting: VecDeque<(Turn, C)>,
    /// Whether there are more of them.
    is_cut: bool,
    /// Rows that meet the condition.
    accepted: Vec<(Turn, R)>,
    /// How many were tried.
    tried: usize,
}

/// Draws a sample: the rows that would be chosen if all candidates were tried. `offer` offers all of them to a sampler.
/// `meeting` tries some candidates, and returns for each of them its row, or `None` if it does not meet the condition.
/// `lines` is asked only if no two rows may be near twins.
///
/// # Errors
/// The first error of a function.
///
/// # Panics
/// If the sample is one of all rows.
pub(crate) fn draw<C: Sampled, R: Sampled, E>(
    sampling: &Sampling,
    mut offer: impl FnMut(&mut Sampler<C>) -> Result<(), E>,
    mut meeting: impl FnMut(Vec<C>) -> Result<Vec<Option<R>>, E>,
    mut lines: impl FnMut(&R) -> Result<BoardLines, E>,
) -> Result<Vec<R>, E> {
    let size = sampling.size;
    let (SampleSize::Total(most) | SampleSize::PerMoves(most) | SampleSize::Spread(most)) = size else {
        unreachable!("a sample of all rows is not drawn")
    };
    let each = if matches!(size, SampleSize::Spread(_)) { most / CLASSES } else { most };
    let mut kept = each.saturating_mul(KEPT).max(64);
    loop {
        let by_class = !matches!(size, SampleSize::Total(_));
        let size_of_candidates = if by_class { SampleSize::PerMoves(kept) } else { SampleSize::Total(kept) };
        let mut candidates = Sampler::new(Sampling { size: size_of_candidates, distinct: false, ..sampling.clone() });
        offer(&mut candidates)?;
        let class = |waiting: VecDeque<_>| {
            let is_cut = waiting.len() == kept;
            DrawnClass { waiting, is_cut, accepted: Vec::new(), tried: 0 }
        };
        let mut classes: BTreeMap<u32, DrawnClass<C, R>> =
            candidates.into_turns().into_iter().map(|(key, waiting)| (key, class(waiting))).collect();
        loop {
            let accepted = classes.values().flat_map(|class| &class.accepted);
            let mut accepted: Vec<(Turn, &R)> = accepted.map(|(turn, row)| (*turn, row)).collect();
            accepted.sort_unstable_by_key(|&((_, place), _)| place);
            let mut sampler = Sampler::new(sampling.clone());
            accepted.into_iter().for_each(|row| sampler.offer(row));
            let ChosenRows { rows, dry } = sampler.choose(|(_, row)| lines(row))?;
            let chosen: Vec<Turn> = rows.into_iter().map(|(turn, _)| turn).collect();
            let is_short = |key: &u32, class: &DrawnClass<C, R>| {
                let may_have_more = !class.waiting.is_empty() || class.is_cut;
                may_have_more && (class.accepted.is_empty() || dry.contains(key))
            };
            let short: BTreeSet<u32> =
                classes.iter().filter(|&(key, class)| most > 0 && is_short(key, class)).map(|(&key, _)| key).collect();
            if short.is_empty() {
                let mut accepted: BTreeMap<Turn, R> = classes.into_values().flat_map(|class| class.accepted).collect();
                return Ok(chosen.into_iter().map(|turn| accepted.remove(&turn).expect("a row that was accepted")).collect());
            }
            // as many rows of each class as the sample probably has
            let wanted = if matches!(size, SampleSize::Spread(_)) { most / classes.len() + 1 } else { most };
            let batch = next_batch(&mut classes, wanted, &short);
            if batch.is_empty() {
                break; // some class has no kept candidate left to try
            }
            let (turns, candidates): (Vec<_>, Vec<_>) = batch.into_iter().map(|(key, turn, row)| ((key, turn), row)).unzip();
            for (row, (key, turn)) in meeting(candidates)?.into_iter().zip(turns) {
                let class = classes.get_mut(&key).expect("its class");
                class.tried += 1;
                class.accepted.extend(row.map(|row| (turn, row)));
            }
        }
        kept = kept.saturating_mul(4);
    }
}

/// The candidates to try next: for each of the classes that lack rows, as many as will probably give them.
fn next_batch<C, R>(classes: &mut BTreeMap<u32, DrawnClass<C, R>>, wanted: usize, short: &BTreeSet<u32>) -> Vec<(u32, Turn, C)> {
    let mut batch = Vec::new();
    for (&key, class) in classes.iter_mut().filter(|(key, _)| short.contains(key)) {
        // with more accepted rows than are wanted, some are near twins
        let missing = wanted.saturating_sub(class.accepted.len()).max(1 + class.accepted.len() / 8);
        let likely = missing.saturating_mul(class.tried + 2) / (class.accepted.len() + 1);
        let most = likely.clamp(4, 16 + 4 * class.tried.max(missing));
        let count = class.waiting.len().min(most);
        batch.extend(class.waiting.drain(..count).map(|(turn, row)| (key, turn, row)));
    }
    batch
}
