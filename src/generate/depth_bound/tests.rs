//! The bounds against the depths of the plain search, state by state, and explorations without links against those with them.
use super::super::ClusterLimits;
use super::super::row_search::tests::random_board;
use super::*;
use crate::board::{StopToken, WallRange};
use crate::enumerate::{Enumerator, Odometer};
use crate::generate::box_graph::{Edge, StepObserver};
use crate::lines::{Placement, nibbles};
use crate::reference::Cluster;

/// What was compared.
#[derive(Default, Debug)]
struct Tally {
    clusters: u64,
    states: u64,
    /// Steps that the exploration with links makes, and the one without.
    all_steps: u64,
    steps_made: u64,
    /// Sums over the clusters: of the depths, and of each bound.
    depth: u64,
    tree: u64,
    steps: u64,
    slides: u64,
    /// Clusters where each bound is the depth, and where it is greater.
    tight: [u64; 3],
    loose: [u64; 3],
}

impl Tally {
    /// The steps that an exploration without links passes over.
    fn passed_over(&self) -> u64 {
        self.all_steps - self.steps_made
    }
}

/// Counts the steps that an exploration makes.
struct StepCounter {
    tree: TreeBound,
    steps: u64,
}

impl<const N: usize> StepObserver<N> for StepCounter {
    fn begin(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>) {
        self.tree.begin(lines, boxes);
    }

    fn step(&mut self, lines: &LineTables<N>, boxes: &BoxGraph<N>, edge: &Edge) {
        self.steps += 1;
        self.tree.step(lines, boxes, edge);
    }
}

/// No board of these tests is as deep.
const DEEPER_THAN_ALL: u32 = 5_000;

/// Compares the bounds of the cluster of a goal state with the depths of all its states, if it has at most this many.
fn compare<const N: usize>(lines: &LineTables<N>, candidate: &Placement<N>, metric: Metric, most: usize, seen: &mut Tally) {
    let (mut boxes, mut bound) = (BoxGraph::<N>::default(), DepthBound::default());
    let mut all = StepCounter { tree: TreeBound::new(metric), steps: 0 };
    let limits = ClusterLimits { boxes: most, ..ClusterLimits::REPRESENTABLE };
    if boxes.search::<true>(lines, candidate, &limits, &mut all) != Ok(true) || boxes.states().0 > most as u64 {
        return;
    }
    let (mut unlinked, mut some) = (BoxGraph::<N>::default(), StepCounter { tree: TreeBound::new(metric), steps: 0 });
    assert_eq!(unlinked.search::<false>(lines, candidate, &limits, &mut some), Ok(true));
    let parts = |boxes: &BoxGraph<N>| boxes.nodes.iter().map(|node| (node.key, node.cells, node.components)).collect::<Vec<_>>();
    assert_eq!(parts(&unlinked), parts(&boxes), "{}", candidate.to_state(lines));
    let cluster = Cluster::explore(&candidate.to_state(lines), most).expect("its states were counted");
    let depths = cluster.depths(metric);
    let mut depth = 0;
    let mut values = [false, true].map(|slides| {
        assert!(bound.is_below(lines, &boxes, metric, slides, DEEPER_THAN_ALL), "a box without a value");
        bound.values().to_vec()
    });
    for number in 0..cluster.states() {
        let state = cluster.state(number);
        let placement = Placement::from_state(lines, &state).expect("a state of this size");
        let key = nibbles(&placement.row_configs) << 32 | nibbles(&placement.column_configs);
        let node = boxes.find(lines, key).expect("a state of the cluster").node as usize;
        let depth_of_state = depths.of(number).expect("a solvable cluster");
        for value in [values[0][node], values[1][node]] {
            assert!(depth_of_state <= value.into(), "{state}: depth {depth_of_state}, bound {value}");
        }
        depth = depth.max(depth_of_state);
    }
    let [steps, slides] = values.each_mut().map(|values| u32::from(*values.iter().max().expect("a box")));
    let tree = some.tree.greatest();
    let linked_tree = all.tree.greatest();
    for bound in [tree, linked_tree, steps] {
        assert!(bound >= slides, "{}: {tree}, {linked_tree}, {steps}, {slides}", candidate.to_state(lines));
    }
    for (kind, value) in [tree, steps, slides].into_iter().enumerate() {
        *(if value == depth { &mut seen.tight[kind] } else { &mut seen.loose[kind] }) += 1;
        // the test's answer for the depths around the value
        if kind > 0 {
            for limit in [value.saturating_sub(1), value, value + 1] {
                assert_eq!(bound.is_below(lines, &boxes, metric, kind == 2, limit), value < limit);
            }
        }
    }
    seen.clusters += 1;
    seen.states += cluster.states() as u64;
    seen.all_steps += all.steps;
    seen.steps_made += some.steps;
    for (sum, value) in
        [&mut seen.depth, &mut seen.tree, &mut seen.steps, &mut seen.slides].into_iter().zip([depth, tree, steps, slides])
    {
        *sum += u64::from(value);
    }
}

/// Compares every `step`-th candidate of a size.
fn compare_candidates<const N: usize>(walls: &str, metric: Metric, parts: u64, most: usize) -> Tally {
    let walls: WallRange = walls.parse().expect("a range");
    let lines = LineTables::<N>::new(walls.max().min(N - 1));
    let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).expect("few enough candidates");
    let step = (enumerator.candidates() / parts).max(1);
    let mut seen = Tally::default();
    Odometer::new(&enumerator).visit(step / 2, step, enumerator.candidates() / step, |candidate| {
        compare(&lines, candidate, metric, most, &mut seen);
    });
    println!("{N}×{N} with {walls} walls by {metric}: {seen:?}");
    seen
}

/// Compares the clusters of random boards of a size, from their smallest goal states.
fn compare_random<const N: usize>(metric: Metric, boards: usize, most: usize) -> Tally {
    let lines = LineTables::<N>::new(2);
    let mut random = fastrand::Rng::with_seed(46);
    let (mut boxes, mut seen) = (BoxGraph::<N>::default(), Tally::default());
    let limits = ClusterLimits::default();
    for number in 0..boards {
        let Some(board) = random_board(N, number % 3, &mut random) else { continue };
        let Some(placement) = Placement::from_state(&lines, &board) else { continue };
        if boxes.search_from(&lines, &placement, most, &limits) == Ok(true) {
            let goal = boxes.smallest_goal(&lines, &placement).expect("a solvable cluster");
            compare(&lines, &goal, metric, most, &mut seen);
        }
    }
    println!("{N}×{N} at random by {metric}: {seen:?}");
    seen
}

#[test]
fn no_state_of_4x4_is_deeper_than_its_bound_at_length() {
    for metric in [Metric::Moves, Metric::Steps] {
        let seen = compare_candidates::<4>("0..3", metric, u64::MAX, 100_000);
        assert!(seen.clusters > 20_000 && seen.depth > 25_000, "{seen:?}"); // the bound is the depth in all of them
        assert!(seen.passed_over() > 3_000, "{seen:?}");
    }
}

#[test]
fn no_state_of_5x5_is_deeper_than_its_bound() {
    for metric in [Metric::Moves, Metric::Steps] {
        let seen = compare_candidates::<5>("0..2", metric, 12_000, 100_000);
        assert!(seen.clusters > 3_000 && seen.loose[0] > 300 && seen.loose[2] > 30, "{seen:?}");
        assert!(seen.passed_over() > 10_000, "{seen:?}");
    }
}

#[test]
fn no_state_of_larger_boards_is_deeper_than_its_bound_at_length() {
    for metric in [Metric::Moves, Metric::Steps] {
        let six = compare_candidates::<6>("0..2", metric, 2_500, 20_000);
        let seven = compare_random::<7>(metric, 1_200, 20_000);
        let eight = compare_random::<8>(metric, 6_400, 20_000);
        for seen in [six, seven, eight] {
            assert!(seen.clusters > 100 && seen.loose[0] > 30 && seen.loose[2] > 20, "{seen:?}");
            assert!(seen.passed_over() > 13_000, "{seen:?}");
        }
    }
}
