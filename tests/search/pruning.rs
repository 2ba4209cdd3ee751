//! Pruning against the search of all candidates: the same rows, and no pruned candidate has one.
use gridlock::internals::generate::{Counts, Generator, PrunedAt, Ranks};
use gridlock::{Metric, Puzzle, Size};
use rayon::prelude::*;

fn generator(n: usize, walls: &str) -> Generator {
    Generator::new(Size::square(n).expect("a size"), walls.parse().expect("a range")).expect("few enough candidates")
}

/// The rows and counts of some ranks, and where candidates were pruned.
fn analyse(generator: &Generator, ranks: Ranks) -> (Vec<Puzzle>, Counts, PrunedAt) {
    let mut worker = generator.worker();
    let mut rows = vec![];
    let counts = worker.analyse(ranks, &mut |row, _| rows.push(row.clone())).expect("small clusters");
    let pruned_at = worker.pruned_at();
    (rows, counts, pruned_at)
}

/// How many candidates each level pruned.
fn levels(at: &PrunedAt) -> [u64; 6] {
    [at.uncovering, at.prefixes, at.rows, at.entries, at.columns, at.reach]
}

/// Compares both searches over some ranks and adds up where candidates were pruned.
fn compare(full: &Generator, pruning: &Generator, ranks: Ranks, total: &mut PrunedAt) -> u64 {
    let (rows, counts, _) = analyse(full, ranks);
    let (same_rows, fewer, at) = analyse(pruning, ranks);
    assert_eq!(rows, same_rows, "{ranks:?}");
    assert_eq!((counts.candidates, counts.pruned), (ranks.count, 0));
    let of_rows = |counts: &Counts| (counts.candidates, counts.rows, counts.states_in_rows, counts.deepest);
    assert_eq!(of_rows(&counts), of_rows(&fewer));
    assert_eq!(at.all(), fewer.pruned, "{ranks:?}");
    assert!(fewer.solvable <= counts.solvable && fewer.solvable <= 2 * (fewer.candidates - fewer.pruned));
    assert!(fewer.states <= counts.states && fewer.goal_states <= counts.goal_states);
    *total += at;
    rows.len() as u64
}

/// All candidates in one go, then in shorter stretches: what is pruned does not depend on where a stretch begins.
fn compare_whole(n: usize, walls: &str, metric: Metric) -> PrunedAt {
    let (full, pruning) = (generator(n, walls).with_metric(metric), generator(n, walls).pruning().with_metric(metric));
    let count = full.candidates();
    let mut total = PrunedAt::default();
    compare(&full, &pruning, Ranks { first: 0, step: 1, count }, &mut total);
    let whole = analyse(&pruning, Ranks { first: 0, step: 1, count }).1;
    let mut parts = Counts::default();
    let (mut first, mut length) = (0, 1);
    while first < count {
        parts += analyse(&pruning, Ranks { first, step: 1, count: length.min(count - first) }).1;
        first += length;
        length = (length * 13 / 8 + 1) % (count / 7);
    }
    assert_eq!(parts, whole);
    let step = 37;
    let strided = analyse(&pruning, Ranks { first: 5, step, count: (count - 5).div_ceil(step) }).1;
    let single = |k| analyse(&pruning, Ranks { first: 5 + k * step, step: 1, count: 1 }).1;
    let mut singles = Counts::default();
    (0..strided.candidates).for_each(|k| singles += single(k));
    assert_eq!(strided, singles);
    total
}

#[test]
fn rows_of_whole_small_databases_are_those_of_the_full_search() {
    let mut four = PrunedAt::default();
    for walls in ["0", "1", "2", "3", "4", "0..4"] {
        for metric in [Metric::Moves, Metric::Steps] {
            four += compare_whole(4, walls, metric);
        }
    }
    let five = compare_whole(5, "0..1", Metric::Moves);
    assert!([four, five].iter().flat_map(levels).all(|count| count > 50), "{four:?} {five:?}");
}

/// The whole database in pieces, on all processors.
#[test]
fn rows_of_5x5_with_up_to_three_walls_are_those_of_the_full_search() {
    let (full, pruning) = (generator(5, "0..3"), generator(5, "0..3").pruning());
    let (count, length) = (full.candidates(), 200_000);
    let rows: u64 = (0..count.div_ceil(length))
        .into_par_iter()
        .map(|piece| {
            let first = piece * length;
            compare(&full, &pruning, Ranks { first, step: 1, count: length.min(count - first) }, &mut PrunedAt::default())
        })
        .sum();
    assert!(rows > 7_320, "{rows}: more than with up to two walls");
}

/// Compares stretches of `length` candidates from random ranks, which are also the stretches that a run gives to a worker.
fn compare_stretches(n: usize, walls: &str, count: usize, length: u64) -> (u64, PrunedAt) {
    let (full, pruning) = (generator(n, walls), generator(n, walls).pruning());
    let mut random = fastrand::Rng::with_seed(n as u64);
    let (mut rows, mut total) = (0, PrunedAt::default());
    for _ in 0..count {
        let first = random.u64(..=full.candidates() - length);
        rows += compare(&full, &pruning, Ranks { first, step: 1, count: length }, &mut total);
    }
    (rows, total)
}

#[test]
fn rows_of_random_stretches_are_those_of_the_full_search() {
    let mut rows = 0;
    for (n, walls, count, length) in [
        (6, "0", 20, 500),
        (6, "1", 60, 2000),
        (6, "2", 40, 1500),
        (6, "3", 40, 1500),
        (6, "4", 40, 1500),
        (7, "0", 6, 50),
        (7, "1", 6, 100),
        (7, "2", 20, 200),
    ] {
        let (of_stretches, pruned) = compare_stretches(n, walls, count, length);
        rows += of_stretches;
        // without walls rows and prefixes show little
        let taken = levels(&pruned).into_iter().filter(|&count| count > 30).count();
        assert!(taken == 6 || (walls == "0" || n == 7) && taken >= 3, "{n} {walls}: {pruned:?}");
    }
    assert!(rows > 70, "{rows}");
}
