use super::*;
use crate::board::{Counted, Item};
use crate::generate::Generator;
use crate::reference::Cluster;
use std::collections::HashSet;

/// Compares states, slides, depths and movers with the plain search, state by state.
fn assert_agrees(pairs: &mut StatePairs, start: &State, cluster: &Cluster) {
    pairs.explore(start, &SearchLimits::of_states(100_000)).expect("a small cluster");
    let states: HashSet<State> = pairs.states.iter().map(|&pair| pairs.state(start, pair)).collect();
    assert_eq!((states.len(), pairs.count()), (cluster.states(), cluster.states()), "{start}");
    assert!(states.iter().all(|state| cluster.number(state).is_some()), "{start}");
    let canonical = pairs.canonical();
    assert_eq!(pairs.state(start, canonical), cluster.canonical());
    [Metric::Steps, Metric::Moves].into_iter().for_each(|metric| assert_depths_agree(pairs, start, cluster, metric));
    let depths = cluster.depths(Metric::Moves);
    for pair in pairs.states.clone() {
        let state = pairs.state(start, pair);
        let mut reached = Vec::new();
        slides(&mut pairs.rows, &mut pairs.columns, pair, |to| {
            reached.push(to);
            true
        });
        let reached: Vec<State> = reached.into_iter().map(|to| pairs.state(start, to)).collect();
        let expected: HashSet<State> = state.legal_moves().iter().map(|&step| state.play(step)).collect();
        assert_eq!((reached.len(), reached.into_iter().collect()), (expected.len(), expected), "{state}");
        assert_eq!(pairs.depths.depth(pair), cluster.number(&state).and_then(|number| depths.of(number)), "{state}");
    }
}

/// Compares the depth of each state, the unsolved state and its movers with the plain search.
fn assert_depths_agree(pairs: &mut StatePairs, start: &State, cluster: &Cluster, metric: Metric) {
    pairs.explore(start, &SearchLimits::of_states(100_000)).expect("a small cluster");
    let depths = cluster.depths(metric);
    assert_eq!(pairs.find_depths(metric, &SearchLimits::NONE).expect("a small cluster"), depths.deepest().is_some(), "{start}");
    for pair in pairs.states.clone() {
        let number = cluster.number(&pairs.state(start, pair));
        assert_eq!(pairs.depths.depth(pair), number.and_then(|number| depths.of(number)), "{start}, {metric}");
    }
    if let Some(number) = cluster.hardest(&depths) {
        let hardest = pairs.hardest();
        let state = cluster.state(number);
        assert_eq!((pairs.state(start, hardest), Some(pairs.deepest())), (state.clone(), depths.deepest()));
        assert_eq!(pairs.movers(hardest, metric), plain_movers(cluster, &state, metric), "{state}, {metric}");
    }
}

/// [`StatePairs::movers`] by the plain rules: every move that reduces the depth is part of a shortest solution.
fn plain_movers(cluster: &Cluster, from: &State, metric: Metric) -> [u32; 2] {
    let depths = cluster.depths(metric);
    let depth_of = |state: &State| depths.of(cluster.number(state).expect("a state of the cluster"));
    let mut movers = [0; 2];
    let mut stack = vec![from.clone()];
    let mut visited = HashSet::new();
    while let Some(state) = stack.pop() {
        let legal = state.legal_moves();
        for step in legal.into_iter().filter(|step| metric == Metric::Moves || step.distance.abs() == 1) {
            let next = state.play(step);
            if depth_of(&next) < depth_of(&state) {
                let Item::Piece(piece) = state.items()[step.item] else { panic!("a wall moves") };
                let mut half: Vec<Piece> = state.pieces().filter(|p| p.orientation == piece.orientation).collect();
                half.sort_by_key(|p| (p.line(), p.position()));
                let index = half.iter().position(|p| *p == piece).expect("the piece is in its half");
                movers[piece.orientation as usize] |= 1 << index;
                if visited.insert(next.clone()) {
                    stack.push(next);
                }
            }
        }
    }
    movers
}

#[test]
fn all_solvable_clusters_of_4x4_with_up_to_one_wall_agree_with_the_plain_search() {
    let generator = Generator::new(Size::square(4).expect("a size"), "0..1".parse().expect("a range")).expect("not too many");
    let mut worker = generator.worker();
    let mut pairs = StatePairs::default();
    for rank in 0..generator.candidates() {
        let start = worker.candidate(rank);
        if let Some(cluster) = Cluster::explore_smallest_goal(&start, 100_000).expect("a small cluster") {
            assert_agrees(&mut pairs, &start, &cluster);
        }
    }
}

/// Buffers that switch to unlisted states and sparse tables at once, or at small sizes.
fn small_buffers(most_listed: usize, dense_entries: usize) -> StatePairs {
    StatePairs { most_listed, depths: PairDepths::with_dense_entries(dense_entries), ..StatePairs::default() }
}

#[test]
fn a_cluster_with_many_half_states_agrees_with_the_plain_search() {
    let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
    let cluster = Cluster::explore(&start, 10_000).expect("a small cluster");
    assert_agrees(&mut StatePairs::default(), &start, &cluster);
    for (most_listed, dense_entries) in [(1, 0), (70, 1 << 24), (500, 1 << 12), (4_000, 0), (10_000, 0)] {
        let mut pairs = small_buffers(most_listed, dense_entries);
        assert_agrees_unlisted(&mut pairs, &start, &cluster);
        assert_eq!(pairs.depths.is_sparse(), dense_entries < 1 << 24);
    }
}

/// As [`assert_agrees`], for states that are not listed.
fn assert_agrees_unlisted(pairs: &mut StatePairs, start: &State, cluster: &Cluster) {
    for metric in [Metric::Steps, Metric::Moves] {
        pairs.explore(start, &SearchLimits::NONE).expect("no limit");
        assert_eq!(pairs.count(), cluster.states());
        let depths = cluster.depths(metric);
        assert_eq!(pairs.find_depths(metric, &SearchLimits::NONE).expect("no limit"), depths.deepest().is_some());
        let (canonical, goal) = (pairs.canonical(), pairs.smallest_goal());
        assert_eq!(pairs.state(start, canonical), cluster.canonical());
        let smallest_goal = (0..cluster.states())
            .map(|number| cluster.state(number))
            .filter(State::is_goal)
            .min_by_key(|state| (state.horizontal(), state.vertical()));
        assert_eq!(goal.map(|goal| pairs.state(start, goal)), smallest_goal);
        let mut all = Vec::new();
        pairs.depths.for_each(|pair, depth| all.push((pair, *depth)));
        assert_eq!(all.len(), cluster.states());
        for (pair, depth) in all {
            let number = cluster.number(&pairs.state(start, pair)).expect("a state of the cluster");
            assert_eq!(Some(u32::from(depth)), depths.of(number));
        }
        let hardest = cluster.hardest(&depths).map(|number| cluster.state(number));
        assert_eq!(hardest, Some(pairs.state(start, pairs.hardest())));
    }
}

#[test]
fn small_clusters_of_candidates_agree_without_lists() {
    let generator = Generator::new(Size::square(4).expect("a size"), "0..1".parse().expect("a range")).expect("not too many");
    let mut worker = generator.worker();
    let mut pairs = small_buffers(3, 100);
    let mut compared = 0;
    for rank in (0..generator.candidates()).step_by(7) {
        let start = worker.candidate(rank);
        if let Some(cluster) = Cluster::explore_smallest_goal(&start, 100_000).expect("a small cluster") {
            assert_agrees_unlisted(&mut pairs, &start, &cluster);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn more_memory_than_allowed_is_an_error() {
    let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
    let limits = SearchLimits { states: usize::MAX, bytes: 100_000 };
    assert_eq!(StatePairs::default().explore(&start, &limits), Err(LimitExceeded { counted: Counted::Bytes, limit: 100_000 }));
    let enough = SearchLimits { states: usize::MAX, bytes: 10 << 20 };
    assert_eq!(StatePairs::default().explore(&start, &enough), Ok(()));
}

#[test]
fn more_states_than_allowed_are_an_error() {
    let start: State = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board");
    let mut pairs = StatePairs::default();
    assert_eq!(pairs.explore(&start, &SearchLimits::of_states(4_779)), Err(LimitExceeded::states(4_779)));
    assert_eq!((pairs.explore(&start, &SearchLimits::of_states(4_780)), pairs.count()), (Ok(()), 4_780));
}
