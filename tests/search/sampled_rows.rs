//! Compares rows that the fast search finds in samples of large boards with the plain analysis of their boards.
use gridlock::internals::board::{Metric, Puzzle, Size, WallRange};
use gridlock::internals::generate::{Generator, Ranks};
use gridlock::internals::reference::ClusterReport;
use rayon::prelude::*;

/// Analyses `count` evenly spaced candidates; every row must equal the plain analysis of its board.
fn assert_sample_agrees(n: usize, walls: (u8, u8), metric: Metric, count: u64, at_least: usize) {
    let range = WallRange::new(walls.0, walls.1).unwrap();
    let generator = Generator::new(Size::square(n).unwrap(), range).unwrap().with_metric(metric);
    let step = generator.candidates() / count;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let ranks = Ranks { first: step / 3, step, count };
    let counts = generator.worker().analyse(ranks, &mut |puzzle, _| puzzles.push(puzzle.clone())).unwrap();
    assert_eq!((counts.candidates, counts.rows), (count, puzzles.len() as u64));
    assert!(puzzles.len() >= at_least, "{n}×{n}, walls {range}, {metric}: {} rows", puzzles.len());
    for puzzle in puzzles {
        let analysis = ClusterReport::in_metric(&puzzle.board, metric, 50_000_000).unwrap();
        assert_eq!(analysis.puzzle(), Ok(puzzle), "{metric}");
    }
}

#[test]
fn rows_are_those_of_the_plain_analysis() {
    let cases = [
        (6, (0, 0), Metric::Moves, 100_000, 150),
        (6, (1, 2), Metric::Moves, 400_000, 20),
        (5, (0, 3), Metric::Moves, 400_000, 50),
        (6, (0, 0), Metric::Steps, 50_000, 50),
        (5, (0, 3), Metric::Steps, 100_000, 10),
    ];
    cases.into_par_iter().for_each(|(n, walls, metric, count, at_least)| assert_sample_agrees(n, walls, metric, count, at_least));
}
