//! Depths by useful steps, both ways to gather bits, limits, and the memory of large clusters.
use super::*;
use crate::board::{Counted, Metric, StopToken, WallRange};
use crate::enumerate::{Enumerator, Odometer};
use crate::lines::nibbles;
use crate::reference::Cluster;

const NO_WALLS: &str = "0";

/// Compares the two ways to gather bits, verdict by verdict; returns the number of rows.
fn compare<const N: usize>(walls: &str, metric: Metric, count: u64) -> usize {
    let walls: WallRange = walls.parse().expect("a range");
    let lines = LineTables::<N>::new(walls.max());
    let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).expect("few enough candidates");
    let mut fast = ClusterAnalyzer::new(BitGathering::fastest()).with_metric(metric);
    let mut portable = ClusterAnalyzer::new(BitGathering::Portable).with_metric(metric);
    let step = enumerator.candidates() / count;
    let mut rows = 0;
    Odometer::new(&enumerator).visit(step / 2, step, count, |candidate| {
        let verdict = fast.run(&lines, candidate);
        assert_eq!(verdict, portable.run(&lines, candidate));
        rows += usize::from(matches!(verdict, Ok(Some((_, [Some(_), _])))));
    });
    rows
}

#[test]
fn both_ways_to_gather_bits_agree() {
    for metric in [Metric::Moves, Metric::Steps] {
        assert!(compare::<5>("0..2", metric, 50_000) > 10);
        assert!(compare::<6>(NO_WALLS, metric, 10_000) > 10);
        compare::<6>("1..2", metric, 5_000);
        compare::<7>(NO_WALLS, metric, 100);
    }
}

/// Compares the depth of every state of `count` random clusters without irrelevant pieces with the plain search; returns the
/// number of states.
fn compare_depths<const N: usize>(walls: &str, metric: Metric, count: usize) -> usize {
    let walls: WallRange = walls.parse().expect("a range");
    let lines = LineTables::<N>::new(walls.max());
    let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).expect("few enough candidates");
    let mut odometer = Odometer::new(&enumerator);
    let mut rng = fastrand::Rng::with_seed(31);
    let mut analyzer = ClusterAnalyzer::<N>::new(BitGathering::fastest())
        .with_metric(metric)
        .with_limits(ClusterLimits { boxes: 20_000, ..ClusterLimits::REPRESENTABLE });
    let (mut clusters, mut states) = (0, 0);
    while clusters < count {
        let mut candidate = None;
        odometer.visit(rng.u64(..enumerator.candidates()), 1, 1, |placement| candidate = Some(*placement));
        let candidate = candidate.expect("one candidate");
        let Ok(Some(mut explored)) = analyzer.explore(&lines, &candidate) else { continue };
        let Some(mut relevant) = explored.relevant() else { continue };
        let ClusterAnalyzer { ref boxes, ref retrograde, .. } = *relevant.depths().expect("within the limits").analyzer;
        let Ok(cluster) = Cluster::explore(&candidate.to_state(&lines), 50_000) else { continue };
        let depths = cluster.depths(metric);
        for number in 0..cluster.states() {
            let state = cluster.state(number);
            let placement = Placement::from_state(&lines, &state).expect("a state of this size");
            let key = nibbles(&placement.row_configs) << 32 | nibbles(&placement.column_configs);
            let at = boxes.find(&lines, key).expect("a state of the cluster");
            assert_eq!(Some(retrograde.depth(boxes, &at)), depths.of(number), "{state}");
        }
        clusters += 1;
        states += cluster.states();
    }
    states
}

#[test]
fn every_state_has_the_depth_that_the_plain_search_finds() {
    for metric in [Metric::Moves, Metric::Steps] {
        let states = compare_depths::<5>("0..2", metric, 300)
            + compare_depths::<6>(NO_WALLS, metric, 60)
            + compare_depths::<6>("1..2", metric, 60)
            + compare_depths::<7>(NO_WALLS, metric, 6);
        assert!(states > 100_000, "{states}");
    }
}

/// The example of section 16 of `docs/ALGORITHM.md`.
#[test]
fn one_board_through_all_stages() {
    let lines = LineTables::<4>::new(0);
    let board = |text: &str| text.parse::<crate::board::State>().expect("a board");
    let candidate = |text| Placement::from_state(&lines, &board(text)).expect("a placement");
    let start = candidate("ooooooAABBCoooCo");
    let mut analyzer = ClusterAnalyzer::<4>::new(BitGathering::fastest()).with_least_depth(1);
    let unlinked = analyzer.explore_unlinked(&lines, &start).expect("small").expect("the smallest goal state");
    assert_eq!((unlinked.cluster.states, unlinked.cluster.goal_states), (7, 1));
    assert_eq!(unlinked.analyzer.tree_bound.greatest(), 3);
    let mut explored = unlinked.linked(1).expect("small").expect("deep enough");
    assert!(explored.analyzer.boxes.rows_inside);
    let of_box = |node: &crate::generate::box_graph::BoxNode| node.components[..4].iter().map(|set| set.count_ones()).product();
    assert_eq!(explored.analyzer.boxes.nodes.iter().map(of_box).collect::<Vec<u32>>(), [3, 1, 3]);
    let ClusterAnalyzer { boxes, depth_bound, .. } = &mut *explored.analyzer;
    for (slides, bound) in [(false, 4), (true, 3)] {
        let mut is_below = |depth| depth_bound.is_below(&lines, boxes, Metric::Moves, slides, depth);
        assert!(!is_below(bound) && is_below(bound + 1));
    }
    let [row, _] = explored.rows(0).expect("small");
    let row = row.expect("a row").to_puzzle(&lines, 7);
    assert_eq!(row.to_string(), "03 ooCoAACooBBooooo 7");
    // the two that are pruned: an irrelevant piece, and a candidate that is not the smallest goal state
    let irrelevant = candidate("BBooooAACCDoooDo");
    assert!(analyzer.explore(&lines, &irrelevant).expect("small").is_none_or(|mut explored| explored.relevant().is_none()));
    assert!(analyzer.explore(&lines, &candidate("CBBoCoAAoooooooo")).expect("small").is_none());
}

/// A row of 6×6 without walls: 91,736 states, 8 moves.
const LARGE_ROW: u64 = 13_303_825;

fn candidates(lines: &LineTables<6>, first: u64, count: u64) -> Vec<Placement<6>> {
    let enumerator = Enumerator::new(lines, NO_WALLS.parse().expect("a range"), StopToken::NEVER).expect("few enough candidates");
    let mut candidates = Vec::new();
    Odometer::new(&enumerator).visit(first, 1, count, |candidate| candidates.push(*candidate));
    candidates
}

/// States and moves of the row of a cluster.
fn row_of(analysis: &Result<Option<(SolvableCluster<6>, ClusterRows<6>)>, LimitExceeded>) -> Option<(u64, u32)> {
    let (cluster, [row, _]) = analysis.expect("within the limits")?;
    row.map(|row| (cluster.states, row.moves))
}

#[test]
fn a_cluster_above_a_limit_is_an_error_and_the_next_one_is_not() {
    let lines = LineTables::<6>::new(0);
    let large = candidates(&lines, LARGE_ROW, 1)[0];
    let small = candidates(&lines, 13_765_311, 1)[0];
    let mut unlimited = ClusterAnalyzer::new(BitGathering::fastest());
    assert_eq!(row_of(&unlimited.run(&lines, &large)), Some((91_736, 8)));
    let small_verdict = unlimited.run(&lines, &small);
    assert_eq!(row_of(&small_verdict), Some((349, 15)));
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
    // below the bound nothing is freed
    let mut keeping = ClusterAnalyzer::new(BitGathering::fastest());
    keeping.run(&lines, &large).expect("within the limits");
    for candidate in &others {
        keeping.run(&lines, candidate).expect("within the limits");
    }
    assert!(keeping.retrograde.reserved_bytes() > reserved / 10);
}

#[test]
fn memory_of_a_large_board_is_given_back_before_the_next_one() {
    let lines = LineTables::<6>::new(0);
    let large = candidates(&lines, LARGE_ROW, 1)[0];
    let small = candidates(&lines, 1_028_731, 1)[0];
    let mut analyzer = ClusterAnalyzer::new(BitGathering::fastest());
    let reserved = |analyzer: &mut ClusterAnalyzer<6>, placement: &Placement<6>| {
        analyzer.explore_alone(&lines, placement, Some(usize::MAX)).expect("within the limits");
        analyzer.reserved_bytes()
    };
    let of_large = reserved(&mut analyzer, &large);
    assert!(reserved(&mut analyzer, &small) >= of_large, "below the bound nothing is given back");
    let empty = ClusterAnalyzer::<6>::new(BitGathering::fastest()).reserved_bytes();
    analyzer.kept_bytes = empty.midpoint(of_large);
    assert!(reserved(&mut analyzer, &small) < empty.midpoint(of_large), "{empty} {of_large}");
}

/// The largest 7×7 cluster that a random local search over boards has found; it gives a row.
#[test]
#[ignore = "8 s and 1.8 GiB with --release"]
fn the_largest_cluster_known_of_7x7() {
    let lines = LineTables::<7>::new(0);
    let board: crate::board::State = "HIBBLMNHICCLMNDDJKoooooJKoAAEEoooooFFoooooGGooooo".parse().expect("a board");
    let candidate = Placement::from_state(&lines, &board).expect("a placement");
    let mut analyzer = ClusterAnalyzer::new(BitGathering::fastest());
    let (cluster, [row, _]) = analyzer.run(&lines, &candidate).expect("within the limits").expect("a solvable cluster");
    assert_eq!((cluster.states, row.map(|row| row.moves)), (261_787_128, Some(10)));
    assert!(analyzer.reserved_bytes() < 2 << 30, "{} bytes", analyzer.reserved_bytes());
}
