//! Compares the fast search with the plain one, candidate by candidate: all of small boards, even and random samples of larger
//! ones.
//!
//! Where the fast search leaves a cluster of 5×5 or 7×7 to its mirror image, the two are compared at the mirror image's
//! candidate.
//!
//! The long tests are ignored; `scripts/test-long.sh` runs them.
use gridlock::internals::board::Metric::{Moves, Steps};
use gridlock::internals::board::{Metric, Puzzle, SearchError, Size, State, WallRange};
use gridlock::internals::generate::{Counts, Generator, Ranks, Worker};
use gridlock::internals::reference::{Cluster, solvable_within};
use rayon::prelude::*;
use std::time::Instant;

/// More states than any cluster of these boards has.
const NO_LIMIT: usize = 50_000_000;

/// A cluster as the plain search finds it, if the candidate is its smallest goal state.
struct Slow {
    cluster: Cluster,
    /// The row of the database that it gives.
    row: Option<Puzzle>,
}

/// Counts of the candidates compared, and what the fast search found at them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    compared: u64,
    solvable: u64,
    rows: u64,
    /// Candidates that were not compared because their cluster exceeds the limit.
    left_out: u64,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            compared: self.compared + other.compared,
            solvable: self.solvable + other.solvable,
            rows: self.rows + other.rows,
            left_out: self.left_out + other.left_out,
        }
    }
}

/// The verdict of the plain search, straight from the definitions: `Ok(None)` if the candidate is not the smallest goal state of
/// its cluster.
fn slow(candidate: &State, metric: Metric, limit: usize) -> Result<Option<Slow>, SearchError> {
    let Some(cluster) = Cluster::explore_smallest_goal(candidate, limit)? else { return Ok(None) };
    assert_eq!(cluster.smallest_goal().as_ref(), Some(candidate));
    let depths = cluster.depths(metric);
    let (number, moves) = cluster.hardest(&depths).zip(depths.deepest()).expect("a candidate is a goal state");
    let hardest = cluster.state(number);
    let matters =
        |item| moves > 0 && solvable_within(&hardest.without_item(item), moves - 1, metric, NO_LIMIT).expect("memory suffices");
    let minimal = (1..hardest.items().len()).all(matters);
    let cluster_size = cluster.states() as u64;
    Ok(Some(Slow { cluster, row: minimal.then_some(Puzzle { moves, board: hardest, cluster_size }) }))
}

/// The smallest goal state of the mirror image of a cluster; `None` if the board has even size.
fn smallest_goal_of_mirror_image(cluster: &Cluster) -> Option<State> {
    let goals = cluster.iter().filter(State::is_goal);
    goals.filter_map(|goal| goal.mirrored()).min_by_key(|goal| (goal.horizontal(), goal.vertical()))
}

/// Counts and rows of the fast search at one rank.
fn fast(worker: &mut Worker, rank: u64) -> (Counts, Vec<Puzzle>) {
    let mut rows = Vec::new();
    let counts = worker.analyse(Ranks { first: rank, step: 1, count: 1 }, &mut |found, _| rows.push(found.clone()));
    (counts.expect("no cluster is too large"), rows)
}

/// Checks that the fast search finds the same as the plain one, for the cluster of a candidate and nothing else.
///
/// A cluster that is not found at its own candidate must be found as the mirror image of another cluster, at the latter's
/// candidate, and its row comes after the latter's row.
fn assert_agrees(generator: &Generator, worker: &mut Worker, rank: u64, candidate: &State, slow: Option<&Slow>) -> Tally {
    let (counts, rows) = fast(worker, rank);
    let tally = Tally { compared: 1, solvable: counts.solvable, rows: counts.rows, left_out: 0 };
    let Some(Slow { cluster, row }) = slow else {
        assert_eq!((counts, rows), (Counts { candidates: 1, ..Counts::default() }, vec![]), "candidate {rank}, {candidate}");
        return tally;
    };
    let mirrored = counts.solvable == 0;
    assert_eq!(generator.is_left_to_mirror_image(candidate), Some(mirrored), "candidate {rank}, {candidate}");
    let (counts, rows) = if mirrored {
        assert_eq!((counts, rows), (Counts { candidates: 1, ..Counts::default() }, vec![]), "candidate {rank}, {candidate}");
        let other = smallest_goal_of_mirror_image(cluster).expect("only boards of odd size have mirror images");
        fast(worker, generator.rank(&other).expect("a candidate of the mirror image"))
    } else {
        (counts, rows)
    };
    let is_pair = counts.solvable == 2;
    assert!(
        counts.solvable == 1 && !mirrored || is_pair && generator.size().n() % 2 == 1,
        "candidate {rank}, {candidate}: {counts:?}"
    );
    let expected = Counts {
        pruned: 0,
        candidates: 1,
        solvable: counts.solvable,
        goal_states: counts.solvable * cluster.goal_states() as u64,
        states: counts.solvable * cluster.states() as u64,
        rows: rows.len() as u64,
        states_in_rows: rows.iter().map(|row| row.cluster_size).sum(),
        deepest: rows.first().map_or(0, |row| row.moves),
    };
    assert_eq!(counts, expected, "candidate {rank}, {candidate}");
    let belongs = |row: &Puzzle| cluster.number(&row.board).is_some();
    let (own, others): (Vec<&Puzzle>, Vec<&Puzzle>) = rows.iter().partition(|row| belongs(row));
    assert_eq!(own, row.iter().collect::<Vec<_>>(), "candidate {rank}, {candidate}");
    let is_mirror_image = |other: &&Puzzle| other.board.mirrored().is_some_and(|state| cluster.number(&state).is_some());
    assert!(
        others.is_empty() || is_pair && others.len() == 1 && others.iter().all(is_mirror_image),
        "candidate {rank}, {candidate}"
    );
    if rows.len() == 2 {
        assert_eq!(belongs(&rows[0]), !mirrored, "candidate {rank}, {candidate}");
    }
    tally
}

fn generator(n: usize, walls: (u8, u8), metric: Metric) -> Generator {
    Generator::new(Size::square(n).unwrap(), WallRange::new(walls.0, walls.1).unwrap()).unwrap().with_metric(metric)
}

/// Compares both searches on the candidates of some ranks, on all processors, and counts what the fast one finds there.
fn compare(generator: &Generator, ranks: impl IntoParallelIterator<Item = u64>, limit: usize) -> Tally {
    let start = Instant::now();
    let tallies = ranks.into_par_iter().map_init(
        || generator.worker(),
        |worker, rank| {
            let candidate = worker.candidate(rank);
            match slow(&candidate, generator.metric(), limit) {
                Ok(slow) => assert_agrees(generator, worker, rank, &candidate, slow.as_ref()),
                Err(_) => Tally { left_out: 1, ..Tally::default() },
            }
        },
    );
    let tally = tallies.reduce(Tally::default, Tally::plus);
    let (size, walls, metric) = (generator.size(), generator.walls(), generator.metric());
    println!("{size}, walls {walls}, {metric}: {tally:?} in {:.1} s", start.elapsed().as_secs_f64());
    tally
}

/// Which candidates of a size are compared.
#[derive(Clone, Copy, Debug)]
enum Which {
    All,
    /// One in so many, evenly spread.
    OneIn(u64),
    /// So many random ones; the same seed gives the same candidates.
    Random(usize, u64),
}

/// A board size, the least and the greatest number of walls, a metric, which candidates, and how many these are.
type Case = (usize, (u8, u8), Metric, Which, u64);

/// Compares both searches on all cases. Of random candidates of 7×7 a few may be left out, in clusters of more than 2 million
/// states.
fn compare_cases(cases: &[Case]) {
    for &case in cases {
        println!("{case:?}");
        let (n, walls, metric, which, candidates) = case;
        let generator = generator(n, walls, metric);
        let all = generator.candidates();
        let ranks: Vec<u64> = match which {
            Which::All => (0..all).collect(),
            Which::OneIn(step) => (0..all / step).map(|i| i * step + step / 2).collect(),
            Which::Random(count, seed) => {
                let mut random = fastrand::Rng::with_seed(seed);
                (0..count).map(|_| random.u64(..all)).collect()
            }
        };
        let (limit, most_left_out) = if n == 7 { (2_000_000, 5.max(candidates / 100)) } else { (NO_LIMIT, 0) };
        let tally = compare(&generator, ranks, limit);
        assert_eq!(tally.compared + tally.left_out, candidates, "{case:?}");
        assert!(tally.left_out <= most_left_out, "{case:?}: {tally:?}");
    }
}

#[test]
fn small_boards_without_walls_have_the_known_rows() {
    for (n, metric, candidates, solvable, rows) in
        [(4, Moves, 695, 493, 32), (5, Moves, 124_886, 62_106, 1_730), (5, Steps, 124_886, 62_106, 1_631)]
    {
        let generator = generator(n, (0, 0), metric);
        let tally = compare(&generator, 0..generator.candidates(), NO_LIMIT);
        assert_eq!((tally.compared, tally.solvable, tally.rows), (candidates, solvable, rows), "{n}×{n}, {metric}");
    }
}

#[test]
fn small_boards_with_walls() {
    compare_cases(&[
        (4, (0, 3), Moves, Which::All, 43_398),
        (4, (0, 3), Steps, Which::All, 43_398),
        (5, (0, 2), Moves, Which::OneIn(23), 354_513),
        (5, (0, 2), Steps, Which::OneIn(53), 153_845),
    ]);
}

#[test]
fn random_6x6() {
    compare_cases(&[
        (6, (0, 0), Moves, Which::Random(17_000, 61), 17_000),
        (6, (1, 1), Moves, Which::Random(17_000, 62), 17_000),
        (6, (2, 2), Moves, Which::Random(17_000, 63), 17_000),
        (6, (0, 0), Steps, Which::Random(7_000, 161), 7_000),
        (6, (1, 1), Steps, Which::Random(7_000, 162), 7_000),
        (6, (2, 2), Steps, Which::Random(7_000, 163), 7_000),
    ]);
}

#[test]
fn random_7x7() {
    compare_cases(&[
        (7, (0, 0), Moves, Which::Random(250, 71), 250),
        (7, (1, 1), Moves, Which::Random(250, 72), 250),
        (7, (0, 0), Steps, Which::Random(100, 171), 100),
    ]);
}

#[test]
#[ignore = "minutes: scripts/test-long.sh"]
fn many_more() {
    compare_cases(&[
        (5, (0, 2), Moves, Which::All, 8_153_808),
        (5, (0, 2), Steps, Which::All, 8_153_808),
        (6, (0, 0), Moves, Which::Random(340_000, 601), 340_000),
        (6, (1, 1), Moves, Which::Random(340_000, 602), 340_000),
        (6, (2, 2), Moves, Which::Random(340_000, 603), 340_000),
        (6, (0, 0), Steps, Which::Random(170_000, 1601), 170_000),
        (6, (1, 1), Steps, Which::Random(170_000, 1602), 170_000),
        (6, (2, 2), Steps, Which::Random(170_000, 1603), 170_000),
        (7, (0, 0), Moves, Which::Random(20_000, 701), 20_000),
        (7, (1, 1), Moves, Which::Random(20_000, 702), 20_000),
    ]);
}

/// 7×7 clusters that are too large for the other tests: the first few of more than 2 million states among random candidates.
#[test]
#[ignore = "minutes: scripts/test-long.sh"]
fn large_clusters_of_7x7() {
    let generator = generator(7, (0, 0), Moves);
    let mut worker = generator.worker();
    let mut random = fastrand::Rng::with_seed(707);
    let (mut ranks, mut largest) = (Vec::new(), (0, 0));
    while ranks.len() < 4 {
        let rank = random.u64(..generator.candidates());
        let counts = worker.analyse(Ranks { first: rank, step: 1, count: 1 }, &mut |_, _| {}).expect("no cluster is too large");
        let states = counts.states / counts.solvable.max(1);
        largest = largest.max((states, rank));
        if (2_000_001..20_000_000).contains(&states) {
            println!("candidate {rank}: {states} states");
            ranks.push(rank);
        }
    }
    println!("the largest cluster met has {} states (candidate {})", largest.0, largest.1);
    assert_eq!(compare(&generator, ranks, NO_LIMIT).compared, 4);
}
