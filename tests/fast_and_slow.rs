//! Compares the fast search with the plain one, candidate by candidate: all of small boards, even and random samples of larger ones.
//!
//! The long tests are ignored; `scripts/test-long.sh` runs them.
use gridlock::board::{Metric, Puzzle, Size, State, WallRange};
use gridlock::generate::{Generator, Ranks, Worker};
use gridlock::reference::{Cluster, solvable_within};
use rayon::prelude::*;
use std::iter::Sum;
use std::ops::Add;
use std::time::Instant;

/// More states than any cluster of these boards has.
const NO_LIMIT: usize = 50_000_000;

/// The result of a search for one candidate.
#[derive(PartialEq, Eq, Debug)]
enum Verdict {
    /// The candidate is not the smallest goal state of its cluster.
    NotCanonical,
    /// Some piece or wall of the unsolved state does not matter.
    NotMinimal { states: u64 },
    /// A row of the database.
    Row(Puzzle),
}

/// Counts of the candidates compared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    compared: u64,
    solvable: u64,
    rows: u64,
    /// Candidates that were not compared because their cluster exceeds the limit.
    left_out: u64,
}

impl Tally {
    fn of(verdict: Option<&Verdict>) -> Tally {
        let Some(verdict) = verdict else { return Tally { left_out: 1, ..Tally::default() } };
        Tally {
            compared: 1,
            solvable: (*verdict != Verdict::NotCanonical).into(),
            rows: matches!(verdict, Verdict::Row(_)).into(),
            left_out: 0,
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            compared: self.compared + other.compared,
            solvable: self.solvable + other.solvable,
            rows: self.rows + other.rows,
            left_out: self.left_out + other.left_out,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Tally::add)
    }
}

/// The verdict of the plain search, straight from the definitions; `None` if the cluster has more states than `limit`.
fn slow(candidate: &State, limit: usize) -> Option<Verdict> {
    let Some(cluster) = Cluster::explore_smallest_goal(candidate, limit).ok()? else { return Some(Verdict::NotCanonical) };
    assert_eq!(cluster.smallest_goal().as_ref(), Some(candidate));
    let states = cluster.states() as u64;
    let depths = cluster.depths(Metric::Moves);
    let (number, moves) = cluster.unsolved(&depths).zip(depths.deepest()).expect("a candidate is a goal state");
    let unsolved = cluster.state(number);
    let matters =
        |item| moves > 0 && solvable_within(&unsolved.without_item(item), moves - 1, NO_LIMIT).expect("memory suffices");
    Some(if (1..unsolved.items().len()).all(matters) {
        Verdict::Row(Puzzle { moves, unsolved, cluster_size: states })
    } else {
        Verdict::NotMinimal { states }
    })
}

/// The verdict of the fast search.
fn fast(worker: &mut Worker, rank: u64) -> Verdict {
    let mut puzzle = None;
    let counts = worker.analyse(Ranks { first: rank, step: 1, count: 1 }, &mut |found| puzzle = Some(found.clone()));
    let counts = counts.expect("no cluster is too large");
    let states = counts.states;
    match (counts.solvable, puzzle) {
        (0, None) => Verdict::NotCanonical,
        (1, None) => Verdict::NotMinimal { states },
        (1, Some(puzzle)) => Verdict::Row(puzzle),
        _ => panic!("rank {rank}: {counts:?} can't be"),
    }
}

fn generator(n: usize, walls: (u8, u8)) -> Generator {
    Generator::new(Size::new(n).unwrap(), WallRange::new(walls.0, walls.1).unwrap()).unwrap()
}

/// Compares both searches on the candidates of some ranks, on all processors, and counts them.
fn compare(generator: &Generator, ranks: impl IntoParallelIterator<Item = u64>, limit: usize) -> Tally {
    let start = Instant::now();
    let verdicts = ranks.into_par_iter().map_init(
        || generator.worker(),
        |worker, rank| {
            let candidate = worker.candidate(rank);
            let verdict = slow(&candidate, limit);
            if let Some(expected) = &verdict {
                assert_eq!(fast(worker, rank), *expected, "candidate {rank}, {candidate}");
            }
            Tally::of(verdict.as_ref())
        },
    );
    let tally: Tally = verdicts.sum();
    println!("{}, walls {}: {tally:?} in {:.1} s", generator.size(), generator.walls(), start.elapsed().as_secs_f64());
    tally
}

/// All candidates of a size and wall range.
fn compare_all(n: usize, walls: (u8, u8)) -> Tally {
    let generator = generator(n, walls);
    compare(&generator, 0..generator.candidates(), NO_LIMIT)
}

/// Every `step`-th candidate.
fn compare_spread(n: usize, walls: (u8, u8), step: u64) -> Tally {
    let generator = generator(n, walls);
    compare(&generator, (0..generator.candidates() / step).into_par_iter().map(|i| i * step + step / 2), NO_LIMIT)
}

/// Random candidates; the same seed gives the same ones.
fn compare_random(n: usize, walls: (u8, u8), count: usize, seed: u64, limit: usize) -> Tally {
    let generator = generator(n, walls);
    let mut random = fastrand::Rng::with_seed(seed);
    let ranks: Vec<u64> = (0..count).map(|_| random.u64(..generator.candidates())).collect();
    compare(&generator, ranks, limit)
}

#[test]
fn all_of_4x4_with_up_to_three_walls() {
    let without = compare_all(4, (0, 0));
    assert_eq!((without.compared, without.solvable, without.rows), (695, 493, 32));
    assert_eq!(compare_all(4, (0, 3)).compared, 43_398);
}

#[test]
fn all_of_5x5_without_walls() {
    let tally = compare_all(5, (0, 0));
    assert_eq!((tally.compared, tally.solvable, tally.rows), (124_886, 62_106, 1_730));
}

#[test]
fn every_7th_of_5x5_with_up_to_two_walls() {
    assert_eq!(compare_spread(5, (0, 2), 7).compared, 1_164_829);
}

#[test]
fn a_hundred_thousand_random_6x6() {
    for (walls, seed) in [(0, 61), (1, 62), (2, 63)] {
        assert_eq!(compare_random(6, (walls, walls), 34_000, seed, NO_LIMIT).compared, 34_000);
    }
}

#[test]
fn a_thousand_random_7x7() {
    for (walls, seed) in [(0, 71), (1, 72)] {
        let tally = compare_random(7, (walls, walls), 1_000, seed, 2_000_000);
        assert!(tally.compared >= 990, "{tally:?}");
    }
}

#[test]
#[ignore = "minutes: scripts/test-long.sh"]
fn all_of_5x5_with_up_to_two_walls() {
    assert_eq!(compare_all(5, (0, 2)).compared, 8_153_808);
}

#[test]
#[ignore = "minutes: scripts/test-long.sh"]
fn a_million_random_6x6() {
    for (walls, seed) in [(0, 601), (1, 602), (2, 603)] {
        assert_eq!(compare_random(6, (walls, walls), 340_000, seed, NO_LIMIT).compared, 340_000);
    }
}

#[test]
#[ignore = "minutes: scripts/test-long.sh"]
fn random_7x7() {
    for (walls, seed) in [(0, 701), (1, 702)] {
        let tally = compare_random(7, (walls, walls), 20_000, seed, 2_000_000);
        assert!(tally.compared >= 19_800, "{tally:?}");
    }
}

/// 7×7 clusters that are too large for the other tests: the first few of more than 2 million states among random candidates.
#[test]
#[ignore = "minutes: scripts/test-long.sh"]
fn large_clusters_of_7x7() {
    let generator = generator(7, (0, 0));
    let mut worker = generator.worker();
    let mut random = fastrand::Rng::with_seed(707);
    let (mut ranks, mut largest) = (Vec::new(), (0, 0));
    while ranks.len() < 4 {
        let rank = random.u64(..generator.candidates());
        let counts = worker.analyse(Ranks { first: rank, step: 1, count: 1 }, &mut |_| {}).expect("no cluster is too large");
        largest = largest.max((counts.states, rank));
        if (2_000_001..20_000_000).contains(&counts.states) {
            println!("candidate {rank}: {} states", counts.states);
            ranks.push(rank);
        }
    }
    println!("the largest cluster met has {} states (candidate {})", largest.0, largest.1);
    assert_eq!(compare(&generator, ranks, NO_LIMIT).compared, 4);
}
