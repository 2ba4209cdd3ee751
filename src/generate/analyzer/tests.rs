//! Both ways to gather bits, limits, and the memory of large clusters.
use super::super::limits::Counted;
use super::*;
use crate::board::WallRange;
use crate::enumerate::{Enumerator, Odometer};

const NO_WALLS: &str = "0";

/// Compares the two ways to gather bits, verdict by verdict; returns the number of rows.
fn compare<const N: usize>(walls: &str, count: u64) -> usize {
    let walls: WallRange = walls.parse().expect("a range");
    let lines = LineTables::<N>::new(walls.max());
    let enumerator = Enumerator::new(&lines, walls).expect("few enough candidates");
    let mut fast = ClusterAnalyzer::new(BitGathering::fastest());
    let mut portable = ClusterAnalyzer::new(BitGathering::Portable);
    let step = enumerator.candidates() / count;
    let mut rows = 0;
    Odometer::new(&enumerator).visit(step / 2, step, count, |candidate| {
        let verdict = fast.run(&lines, candidate);
        assert_eq!(verdict, portable.run(&lines, candidate));
        rows += usize::from(matches!(verdict, Ok(Verdict::Row { .. })));
    });
    rows
}

#[test]
fn both_ways_to_gather_bits_agree() {
    assert!(compare::<5>("0..2", 50_000) > 10);
    assert!(compare::<6>(NO_WALLS, 10_000) > 10);
    compare::<6>("1..2", 5_000);
    compare::<7>(NO_WALLS, 100);
}

/// A row of 6×6 without walls: 91,736 states, 8 moves.
const LARGE_ROW: u64 = 13_303_825;

fn candidates(lines: &LineTables<6>, first: u64, count: u64) -> Vec<Placement<6>> {
    let enumerator = Enumerator::new(lines, NO_WALLS.parse().expect("a range")).expect("few enough candidates");
    let mut candidates = Vec::new();
    Odometer::new(&enumerator).visit(first, 1, count, |candidate| candidates.push(*candidate));
    candidates
}

#[test]
fn a_cluster_above_a_limit_is_an_error_and_the_next_one_is_not() {
    let lines = LineTables::<6>::new(0);
    let large = candidates(&lines, LARGE_ROW, 1)[0];
    let small = candidates(&lines, 13_765_311, 1)[0];
    let mut unlimited = ClusterAnalyzer::new(BitGathering::fastest());
    assert!(matches!(unlimited.run(&lines, &large), Ok(Verdict::Row { states: 91_736, moves: 8, .. })));
    let small_verdict = unlimited.run(&lines, &small);
    assert!(matches!(small_verdict, Ok(Verdict::Row { states: 349, moves: 15, .. })));
    let all = ClusterLimits::REPRESENTABLE;
    let cases = [
        (ClusterLimits { boxes: 1000, ..all }, Counted::Boxes, 1000),
        (ClusterLimits { split_links: 100, ..all }, Counted::SplitLinks, 100),
        (ClusterLimits { words: 900, ..all }, Counted::Words, 900),
        (ClusterLimits { level_entries: 1200, ..all }, Counted::LevelEntries, 1200),
        (ClusterLimits { states_without_a_piece: 5, ..all }, Counted::StatesWithoutAPiece, 5),
    ];
    for (limits, counted, limit) in cases {
        let mut limited = ClusterAnalyzer::new(BitGathering::fastest()).with_limits(limits);
        assert_eq!(limited.run(&lines, &large), Err(LimitExceeded { counted, limit }));
        let again = limited.with_limits(all).run(&lines, &small);
        assert_eq!(again, small_verdict, "after {counted:?}");
    }
}

#[test]
fn the_memory_of_a_large_cluster_is_given_back() {
    let lines = LineTables::<6>::new(0);
    let large = candidates(&lines, LARGE_ROW, 1)[0];
    let others = candidates(&lines, 1_028_731, u64::from(CHECK_PERIOD));
    let mut analyzer = ClusterAnalyzer::new(BitGathering::fastest());
    analyzer.run(&lines, &large).expect("within the limits");
    let reserved = analyzer.reserved_bytes();
    analyzer.kept_bytes = reserved / 2;
    for candidate in &others {
        analyzer.run(&lines, candidate).expect("within the limits");
    }
    assert!(analyzer.reserved_bytes() < reserved / 2, "{} of {reserved} bytes", analyzer.reserved_bytes());
    // below the bound nothing is given back
    let mut keeping = ClusterAnalyzer::new(BitGathering::fastest());
    keeping.run(&lines, &large).expect("within the limits");
    for candidate in &others {
        keeping.run(&lines, candidate).expect("within the limits");
    }
    assert!(keeping.retrograde.reserved_bytes() > reserved / 10);
}
