//! Sampling under an expensive condition: rows are tested in sampling order until the sample is full.
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::near_duplicates::BoardLines;
use super::sample::{Sample, SampleKey, SampleSize, Sampled, Sampler, Sampling};

/// Candidates kept at first for each row of the sample. If they are not enough, all are offered again.
const KEPT: usize = 8;

/// Strata of a spread sample for which candidates are kept at first: about as many as there are numbers of moves.
const STRATA: usize = 32;

/// One stratum (see [`Tiers::stratum_of`](crate::rows::Tiers::stratum_of)), or the only one.
struct Stratum<C, R> {
    /// Candidates that have not been tested, in sampling order.
    waiting: VecDeque<(SampleKey, C)>,
    /// Whether candidates of later keys were dropped.
    is_cut: bool,
    /// Rows that meet the condition.
    accepted: Vec<(SampleKey, R)>,
    /// The number of candidates tested.
    tested: usize,
}

/// The sample that results if the condition is tested on all candidates. `offer` offers all candidates to a sampler. `meeting`
/// returns the row of each candidate that meets the condition, and `None` for the others. `lines` is called only with
/// [`Sampling::distinct`].
///
/// # Errors
/// The first error of a function.
///
/// # Panics
/// If the sample is one of all rows.
pub(crate) fn conditional_sample<C: Sampled, R: Sampled, E>(
    sampling: &Sampling,
    mut offer: impl FnMut(&mut Sampler<C>) -> Result<(), E>,
    mut meeting: impl FnMut(Vec<C>) -> Result<Vec<Option<R>>, E>,
    mut lines: impl FnMut(&R) -> Result<BoardLines, E>,
) -> Result<Vec<R>, E> {
    let size = sampling.size;
    let (SampleSize::Total(most) | SampleSize::PerMoves(most) | SampleSize::Spread(most)) = size else {
        unreachable!("a sample of all rows needs no order")
    };
    let each = if matches!(size, SampleSize::Spread(_)) { most / STRATA } else { most };
    let mut kept = each.saturating_mul(KEPT).max(64);
    loop {
        let by_stratum = !matches!(size, SampleSize::Total(_));
        let size_of_candidates = if by_stratum { SampleSize::PerMoves(kept) } else { SampleSize::Total(kept) };
        let mut candidates = Sampler::new(Sampling { size: size_of_candidates, distinct: false, ..sampling.clone() });
        offer(&mut candidates)?;
        let stratum = |waiting: VecDeque<_>| {
            let is_cut = waiting.len() == kept;
            Stratum { waiting, is_cut, accepted: Vec::new(), tested: 0 }
        };
        let mut strata: BTreeMap<u32, Stratum<C, R>> =
            candidates.into_strata().into_iter().map(|(number, waiting)| (number, stratum(waiting))).collect();
        loop {
            let accepted = strata.values().flat_map(|stratum| &stratum.accepted);
            let mut accepted: Vec<(SampleKey, &R)> = accepted.map(|(key, row)| (*key, row)).collect();
            accepted.sort_unstable_by_key(|&((_, position), _)| position);
            let mut sampler = Sampler::new(sampling.clone());
            accepted.into_iter().for_each(|row| sampler.offer(row));
            let Sample { rows, unfilled } = sampler.choose(|(_, row)| lines(row))?;
            let chosen: Vec<SampleKey> = rows.into_iter().map(|(key, _)| key).collect();
            let is_short = |number: &u32, stratum: &Stratum<C, R>| {
                let may_have_more = !stratum.waiting.is_empty() || stratum.is_cut;
                may_have_more && (stratum.accepted.is_empty() || unfilled.contains(number))
            };
            let short = strata.iter().filter(|&(number, stratum)| most > 0 && is_short(number, stratum));
            let short: BTreeSet<u32> = short.map(|(&number, _)| number).collect();
            if short.is_empty() {
                let mut accepted: BTreeMap<SampleKey, R> = strata.into_values().flat_map(|stratum| stratum.accepted).collect();
                return Ok(chosen.into_iter().map(|key| accepted.remove(&key).expect("a row that was accepted")).collect());
            }
            // as many rows of each stratum as the sample probably has
            let wanted = if matches!(size, SampleSize::Spread(_)) { most / strata.len() + 1 } else { most };
            let batch = next_batch(&mut strata, wanted, &short);
            if batch.is_empty() {
                break; // some stratum has no kept candidate left to test
            }
            let (keys, candidates): (Vec<_>, Vec<_>) = batch.into_iter().map(|(number, key, row)| ((number, key), row)).unzip();
            for (row, (number, key)) in meeting(candidates)?.into_iter().zip(keys) {
                let stratum = strata.get_mut(&number).expect("its stratum");
                stratum.tested += 1;
                stratum.accepted.extend(row.map(|row| (key, row)));
            }
        }
        kept = kept.saturating_mul(4);
    }
}

/// A candidate to test: the number of its stratum, its key, and itself.
type Numbered<C> = (u32, SampleKey, C);

/// The candidates to test next: for each of the `short` strata, the expected number of tests that fill it.
fn next_batch<C, R>(strata: &mut BTreeMap<u32, Stratum<C, R>>, wanted: usize, short: &BTreeSet<u32>) -> Vec<Numbered<C>> {
    let mut batch = Vec::new();
    for (&number, stratum) in strata.iter_mut().filter(|(number, _)| short.contains(number)) {
        // with more accepted rows than are wanted, some are near-duplicates
        let missing = wanted.saturating_sub(stratum.accepted.len()).max(1 + stratum.accepted.len() / 8);
        let likely = missing.saturating_mul(stratum.tested + 2) / (stratum.accepted.len() + 1);
        let most = likely.clamp(4, 16 + 4 * stratum.tested.max(missing));
        let count = stratum.waiting.len().min(most);
        batch.extend(stratum.waiting.drain(..count).map(|(key, row)| (number, key, row)));
    }
    batch
}
