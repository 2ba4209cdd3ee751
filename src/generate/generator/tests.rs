//! Ranks, stopping, and clusters that are too large.
use super::super::ClusterLimits;
use super::super::analyzer::ClusterAnalyzer;
use super::*;
use crate::board::Stopped;
use crate::reference::Cluster;

#[test]
fn a_candidate_comes_back_from_its_rank_and_other_states_have_none() {
    for (n, walls) in [(4, "0..3"), (5, "1..2"), (6, "0..2"), (7, "0")] {
        let generator = Generator::new(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("not too many");
        let mut worker = generator.worker();
        let mut random = fastrand::Rng::with_seed(n as u64);
        let last = generator.candidates() - 1;
        for rank in [0, last].into_iter().chain(std::iter::repeat_with(|| random.u64(..=last)).take(300)) {
            let state = worker.candidate(rank);
            assert_eq!(generator.rank(&state), Some(rank), "{state}");
            let Ok(cluster) = Cluster::explore(&state, 2_000) else { continue };
            for number in 1..cluster.states() {
                let other = cluster.state(number);
                let rank = generator.rank(&other);
                assert!(rank.is_none_or(|rank| worker.candidate(rank) == other), "{other}");
            }
        }
        let other = Size::square(if n == 4 { 5 } else { 4 }).expect("a size");
        let foreign = Generator::new(other, "0".parse().expect("a range")).expect("not too many").worker().candidate(0);
        assert_eq!(generator.rank(&foreign), None);
    }
}

#[test]
fn a_generator_stops_while_it_is_built() {
    let (size, walls) = (Size::square(5).expect("a size"), "0..2".parse().expect("a range"));
    let asked = std::cell::Cell::new(0u64);
    let ask_until = |last: u64| {
        asked.set(0);
        let question = || {
            asked.set(asked.get() + 1);
            asked.get() == last
        };
        Generator::new_until(size, walls, StopToken::when(&question)).map(|generator| generator.candidates())
    };
    assert_eq!(ask_until(u64::MAX), Ok(8_153_808));
    let questions = asked.get();
    for last in [1, questions / 3, questions / 2, questions] {
        assert_eq!(ask_until(last), Err(GeneratorError::Stopped(Stopped)));
        assert_eq!(asked.get(), last, "it stops at the first yes");
    }
}

#[test]
fn a_cluster_that_is_too_large_is_named_by_its_candidate() {
    let generator = GeneratorOfSize::<6>::new(
        Rules::classic(6).expect("a size"),
        "0".parse().expect("a range"),
        BitGathering::fastest(),
        StopToken::NEVER,
    );
    let generator = generator.expect("not too many");
    let mut worker = WorkerOfSize::new(&generator, Metric::Moves, 0);
    let limits = ClusterLimits { boxes: 500, ..ClusterLimits::REPRESENTABLE };
    worker.analyzer = ClusterAnalyzer::new(BitGathering::fastest()).with_limits(limits);
    // a row with 4,542 states, then one with 91,736
    let (small, large) = (12_553_191, 13_303_825);
    let ranks = Ranks { first: small, step: large - small, count: 2 };
    let mut rows = 0;
    let error = worker.analyse_ranks(ranks, &mut |_, _| rows += 1).expect_err("above the limit");
    assert_eq!((&error.state, rows), (&worker.candidate(large), 1));
    let message = error.to_string();
    assert!(message.contains(&error.state.to_string()) && message.contains("more than 500 boxes"), "{message}");
    // the worker goes on
    let counts = worker.analyse_ranks(Ranks { first: small, step: 1, count: 1 }, &mut |_, _| {});
    assert_eq!(counts.map(|counts| (counts.rows, counts.states)), Ok((1, 4_542)));
}
