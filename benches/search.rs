//! The stages of the search on small, middle and large clusters of 6×6 without walls, the whole search, and the search for deep
//! rows of 7×7. Every bench asserts its answer.
//!
//! `cargo bench --bench search`, or `scripts/bench.sh` for the comparison with a plain generator as well.
use divan::Bencher;
use divan::counter::ItemsCount;
use gridlock::internals::board::{Metric, Puzzle, Size, StopToken, WallRange};
use gridlock::internals::enumerate::{Enumerator, Odometer};
use gridlock::internals::generate::{BitGathering, ClusterAnalyzer, Exploration, Generator, Ranks, RowSearch};
use gridlock::internals::lines::{LineTables, Placement};
use gridlock::internals::pairs::SearchLimits;
use gridlock::internals::verify::Recheck;

fn main() {
    divan::main();
}

/// Clusters that need all stages: rank of the candidate, states, and moves if it gives a row.
const CLUSTERS: [Cluster; 6] = [
    Cluster { name: "small", rank: 1_028_731, states: 336, moves: None },
    Cluster { name: "small row", rank: 13_765_311, states: 349, moves: Some(15) },
    Cluster { name: "middle", rank: 1_074_280, states: 4_430, moves: None },
    Cluster { name: "middle row", rank: 12_553_191, states: 4_542, moves: Some(13) },
    Cluster { name: "large", rank: 29_235_080, states: 77_170, moves: None },
    Cluster { name: "large row", rank: 13_303_825, states: 91_736, moves: Some(8) },
];

#[derive(Clone, Copy)]
struct Cluster {
    name: &'static str,
    rank: u64,
    states: u64,
    moves: Option<u32>,
}

impl std::fmt::Display for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Cluster {
    fn candidate(&self, lines: &LineTables<6>) -> Placement<6> {
        let enumerator = Enumerator::new(lines, no_walls(), StopToken::NEVER).expect("6×6 has few enough candidates");
        let mut found = None;
        Odometer::new(&enumerator).visit(self.rank, 1, 1, |candidate| found = Some(*candidate));
        found.expect("the rank is a candidate's")
    }
}

fn no_walls() -> WallRange {
    WallRange::new(0, 0).expect("0..0 is a range")
}

/// The stages of an analysis.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
enum Stage {
    Boxes,
    Irrelevance,
    Depths,
    Minimality,
}

/// Repeats one stage of the analysis, after the earlier ones; items are states of the cluster.
fn stage(bencher: Bencher, cluster: Cluster, stage: Stage) {
    let lines = LineTables::<6>::new(0);
    let candidate = cluster.candidate(&lines);
    let mut analyzer = ClusterAnalyzer::new(BitGathering::fastest());
    let bencher = bencher.counter(ItemsCount::new(cluster.states));
    if stage == Stage::Boxes {
        return bencher.bench_local(|| {
            let explored = analyzer.explore(&lines, &candidate).expect("not too large").expect("the smallest goal state");
            assert_eq!(explored.cluster.states, cluster.states);
        });
    }
    let mut explored = analyzer.explore(&lines, &candidate).expect("not too large").expect("the smallest goal state");
    if stage == Stage::Irrelevance {
        return bencher.bench_local(|| assert!(explored.relevant().is_some()));
    }
    let mut relevant = explored.relevant().expect("no irrelevant piece");
    if stage == Stage::Depths {
        let depth = relevant.depths().map(|solved| solved.moves);
        return bencher.bench_local(|| assert_eq!(relevant.depths().map(|solved| solved.moves), depth));
    }
    let mut solved = relevant.depths().expect("not too large");
    bencher.bench_local(|| assert_eq!(solved.rows().map(|[row, _]| row.map(|row| row.moves)), Ok(cluster.moves)));
}

#[divan::bench(args = CLUSTERS)]
fn boxes(bencher: Bencher, cluster: Cluster) {
    stage(bencher, cluster, Stage::Boxes);
}

#[divan::bench(args = CLUSTERS)]
fn irrelevance(bencher: Bencher, cluster: Cluster) {
    stage(bencher, cluster, Stage::Irrelevance);
}

#[divan::bench(args = CLUSTERS)]
fn depths(bencher: Bencher, cluster: Cluster) {
    stage(bencher, cluster, Stage::Depths);
}

#[divan::bench(args = CLUSTERS)]
fn minimality(bencher: Bencher, cluster: Cluster) {
    stage(bencher, cluster, Stage::Minimality);
}

/// Every 1,000th candidate from 7 on (shard 7/1000) up to and including a stage; the time of a stage alone is the difference from
/// the one before. Items are candidates.
#[divan::bench(args = [Stage::Boxes, Stage::Irrelevance, Stage::Depths, Stage::Minimality], sample_count = 5, sample_size = 1)]
fn up_to(bencher: Bencher, last: Stage) {
    let lines = LineTables::<6>::new(0);
    let enumerator = Enumerator::new(&lines, no_walls(), StopToken::NEVER).expect("6×6 has few enough candidates");
    let mut candidates = Vec::new();
    let count = (enumerator.candidates() - 7).div_ceil(1000);
    Odometer::new(&enumerator).visit(7, 1000, count, |candidate| candidates.push(*candidate));
    let mut analyzer = ClusterAnalyzer::new(BitGathering::fastest());
    bencher.counter(ItemsCount::new(candidates.len())).bench_local(|| {
        let mut counts = [0; 4];
        for candidate in &candidates {
            let Some(mut explored) = analyzer.explore(&lines, candidate).expect("no cluster is too large") else { continue };
            counts[0] += 1;
            if last < Stage::Irrelevance {
                continue;
            }
            let Some(mut relevant) = explored.relevant() else { continue };
            counts[1] += 1;
            if last < Stage::Depths {
                continue;
            }
            let mut solved = relevant.depths().expect("no cluster is too large");
            counts[2] += 1;
            if last == Stage::Minimality {
                let [row, _] = solved.rows().expect("no cluster is too large");
                counts[3] += u32::from(row.is_some());
            }
        }
        let mut expected = [35_191, 4_380, 4_380, 594];
        expected[last as usize + 1..].fill(0);
        assert_eq!(counts, expected);
    });
}

/// All 88,914,655 candidates, on one thread and on two; items are candidates.
#[divan::bench(args = [1, 2], sample_count = 3, sample_size = 1)]
fn enumerator(bencher: Bencher, threads: u64) {
    let lines = LineTables::<6>::new(0);
    let enumerator = Enumerator::new(&lines, no_walls(), StopToken::NEVER).expect("6×6 has few enough candidates");
    let total = enumerator.candidates();
    assert_eq!(total, 88_914_655);
    bencher.counter(ItemsCount::new(total)).bench_local(|| {
        let parts = std::thread::scope(|scope| {
            let part = |t: u64| {
                let (first, end) = (total * t / threads, total * (t + 1) / threads);
                let enumerator = &enumerator;
                scope.spawn(move || {
                    let (mut seen, mut mixed) = (0u64, 0u64);
                    Odometer::new(enumerator).visit(first, 1, end - first, |candidate| {
                        seen += 1;
                        mixed += candidate.column_configs[5] as u64 + candidate.column_groups[5] as u64;
                    });
                    (seen, mixed)
                })
            };
            let handles: Vec<_> = (0..threads).map(part).collect();
            handles.into_iter().map(|h| h.join().expect("no thread panics")).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        });
        assert_eq!(parts, (88_914_655, 240_661_244));
    });
}

/// Candidates counted without enumeration; items are candidates.
#[divan::bench(sample_count = 5)]
fn count_7x7(bencher: Bencher) {
    let size = Size::square(7).expect("7 is a size");
    bencher.counter(ItemsCount::new(177_298_610_439u64)).bench_local(|| {
        assert_eq!(gridlock::internals::enumerate::count_candidates(size, no_walls()), 177_298_610_439);
    });
}

/// 24,350 candidates, evenly spaced from first to last; items are candidates.
#[divan::bench(args = ["0", "0..2"], sample_count = 5)]
fn shard(bencher: Bencher, walls: &str) {
    let size = Size::square(6).expect("6 is a size");
    let generator = Generator::new(size, walls.parse().expect("a range of walls")).expect("few enough candidates");
    let step = generator.candidates() / 24_350;
    let mut worker = generator.worker();
    let (rows, states) = if walls == "0" { (114, 5_975_696) } else { (6, 3_073_757) };
    bencher.counter(ItemsCount::new(24_350u64)).bench_local(|| {
        let counts = worker.analyse(Ranks { first: 7, step, count: 24_350 }, &mut |_, _| {}).expect("no cluster is too large");
        assert_eq!((counts.rows, counts.states), (rows, states));
    });
}

/// The candidates of `shard` without walls, depths in steps; items are candidates.
#[divan::bench(sample_count = 5)]
fn shard_by_steps(bencher: Bencher) {
    let size = Size::square(6).expect("6 is a size");
    let generator = Generator::new(size, no_walls()).expect("few enough candidates").with_metric(Metric::Steps);
    let step = generator.candidates() / 24_350;
    let mut worker = generator.worker();
    bencher.counter(ItemsCount::new(24_350u64)).bench_local(|| {
        let counts = worker.analyse(Ranks { first: 7, step, count: 24_350 }, &mut |_, _| {}).expect("no cluster is too large");
        assert_eq!((counts.rows, counts.states, counts.deepest), (103, 5_975_696, 44));
    });
}

/// 200,000 candidates of 7×7 without walls in 100 stretches, of which only rows of 60 moves or more are wanted. Nearly all of it
/// is explorations without links; items are candidates.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn deep(bencher: Bencher) {
    let generator =
        Generator::new(Size::square(7).expect("7 is a size"), no_walls()).expect("few enough candidates").with_least_depth(60);
    let stretch = generator.candidates() / 100;
    let mut worker = generator.worker();
    bencher.counter(ItemsCount::new(200_000u64)).bench_local(|| {
        let (mut solvable, mut states) = (0, 0);
        for number in 0..100 {
            let ranks = Ranks { first: number * stretch, step: 1, count: 2_000 };
            let counts = worker.analyse(ranks, &mut |_, _| {}).expect("no cluster is too large");
            (solvable, states) = (solvable + counts.solvable, states + counts.states);
        }
        assert_eq!((solvable, states), (62_587, 191_913_733));
    });
}

/// Published rows checked as `verify` does; items are rows.
#[divan::bench]
fn recheck(bencher: Bencher) {
    let rows = published_rows();
    let mut recheck = Recheck::default();
    bencher.counter(ItemsCount::new(rows.len())).bench_local(|| {
        for row in &rows {
            let facts = recheck.facts(&row.board, Metric::Moves, &SearchLimits::NONE).expect("a row's board");
            let hardest = facts.hardest.expect("a row's cluster can be solved");
            assert_eq!((hardest.moves, &hardest.state, facts.states), (row.moves, &row.board, row.cluster_size));
            assert!(hardest.superfluous.is_empty());
        }
    });
}

/// The same rows found from their unsolved states by the fast search, as `hunt` does; items are rows.
#[divan::bench]
fn row_search(bencher: Bencher) {
    let rows = published_rows();
    let size = Size::square(6).expect("6 is a size");
    let mut search = RowSearch::new(size, "0..2".parse().expect("a range of walls"), Metric::Moves, BitGathering::fastest());
    bencher.counter(ItemsCount::new(rows.len())).bench_local(|| {
        for row in &rows {
            assert!(matches!(search.explore(&row.board, usize::MAX), Exploration::Solvable(_)));
            assert_eq!(search.row().as_ref(), Ok(&Some(row.clone())));
        }
    });
}

/// Rows of the published database.
fn published_rows() -> Vec<Puzzle> {
    include_str!("../data/rows45.txt").lines().map(|line| line.parse().expect("a row")).collect()
}
