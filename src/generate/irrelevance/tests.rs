//! The test for irrelevant items against the plain search.
use super::super::ClusterLimits;
use super::*;
use crate::board::{Metric, StopToken, WallRange};
use crate::enumerate::{Enumerator, Odometer};
use crate::reference::ClusterReport;

/// How often each answer was seen.
#[derive(Default, Debug)]
struct Tally {
    never_blocks: u32,
    other_irrelevant: u32,
    /// Of these, clusters that are rejected only because pieces park.
    by_parking: u32,
    /// Clusters that pass the test.
    passed: u32,
    /// Items of these clusters that block no useful step of a rank that counts.
    late: u32,
    /// The other items.
    early: u32,
}

/// Compares the answers for one candidate, if it is the smallest goal state of its cluster, with what the plain search finds.
fn compare<const N: usize>(lines: &LineTables<N>, candidate: &Placement<N>, metric: Metric, seen: &mut Tally) {
    let mut boxes = BoxGraph::<N>::default();
    if boxes.search::<true>(lines, candidate, &ClusterLimits::REPRESENTABLE, &mut ()) != Ok(true) {
        return;
    }
    let Ok(report) = ClusterReport::in_metric(&candidate.to_state(lines), metric, 20_000) else { return };
    let hardest = report.hardest.expect("a candidate is a goal state");
    let placement = Placement::from_state(lines, &hardest.state).expect("a state of this size");
    let test = IrrelevanceTest::<N>::new(lines, &boxes, &placement);
    let rejects = |metric| IrrelevanceTest::useful_steps(lines, &boxes, candidate, metric).is_none();
    if rejects(metric) {
        assert!(!hardest.superfluous.is_empty(), "{}", hardest.state);
        *(if test.has_item_that_never_blocks() { &mut seen.never_blocks } else { &mut seen.other_irrelevant }) += 1;
        seen.by_parking += u32::from(!rejects(Metric::Steps));
        return;
    }
    seen.passed += 1;
    for line in 0..2 * N {
        let (group, config) = (test.groups[line], test.configs[line]);
        for item in lines.items(group) {
            let cells = lines.cells(group, config, item);
            let cells = match line < N {
                true => (cells as u64) << (N * line),
                false => lines.transposed(cells, line - N),
            };
            let index = hardest.state.items().iter().position(|item| item.cells(hardest.state.size()).bitboard().0 == cells);
            let index = index.expect("an item of the state");
            if index == 0 || hardest.moves == 0 {
                continue; // the primary, or a cluster of goal states
            }
            if test.first_rank_blocked(line, item, hardest.moves - 1).is_none() {
                assert!(hardest.superfluous.contains(&index), "{} without item {index}", hardest.state);
                seen.late += 1;
            } else {
                seen.early += 1;
            }
        }
    }
}

fn compare_some<const N: usize>(walls: &str, metric: Metric, count: Option<u64>) -> Tally {
    let mut seen = Tally::default();
    let walls: WallRange = walls.parse().expect("a range");
    let lines = LineTables::<N>::new(walls.max());
    let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).expect("few enough candidates");
    let count = count.unwrap_or(enumerator.candidates());
    let step = enumerator.candidates() / count;
    Odometer::new(&enumerator).visit(step / 2, step, count, |candidate| compare(&lines, candidate, metric, &mut seen));
    seen
}

#[test]
fn items_found_irrelevant_do_not_matter_in_the_plain_search_at_length() {
    for metric in [Metric::Moves, Metric::Steps] {
        let tallies = [
            compare_some::<4>("0..2", metric, None),
            compare_some::<5>("0..2", metric, Some(10_000)),
            compare_some::<6>("0", metric, Some(2_000)),
            compare_some::<6>("1..2", metric, Some(4_000)),
            compare_some::<7>("0", metric, Some(900)),
        ];
        println!("{metric}: {tallies:?}");
        let sum = |count: fn(&Tally) -> u32| tallies.iter().map(count).sum::<u32>();
        assert!(sum(|seen| seen.never_blocks) > 1000 && sum(|seen| seen.other_irrelevant) > 100, "{metric}: {tallies:?}");
        assert!(sum(|seen| seen.passed) > 100 && sum(|seen| seen.early) > 100, "{metric}: {tallies:?}");
        match metric {
            Metric::Moves => {
                assert!(sum(|seen| seen.late) > 100, "{tallies:?}");
                // every such cluster of 4×4 is rejected without parking, too
                assert!(tallies[1..].iter().all(|seen| seen.by_parking > 0), "{tallies:?}");
            }
            // depths by steps are greater, so that fewer items come too late
            Metric::Steps => assert_eq!(sum(|seen| seen.by_parking), 0),
        }
    }
}
