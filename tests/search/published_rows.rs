//! The plain analysis reproduces published rows and boards, and rows that the fast search finds in samples of large boards.
use gridlock::internals::board::{Metric, Puzzle, Size, State, WallRange};
use gridlock::internals::generate::{Generator, Ranks};
use gridlock::internals::reference::{Cluster, ClusterReport};
use rayon::prelude::*;

const LIMIT: usize = 10_000_000;

/// The state after `moves` random moves.
fn walk(mut state: State, moves: usize, random: &mut fastrand::Rng) -> State {
    for _ in 0..moves {
        let choice = random.choice(state.legal_moves()).expect("a puzzle has a move");
        state = state.play(choice);
    }
    state
}

/// Each row comes back byte for byte from a board of its cluster, 50 random moves away from its own.
fn assert_rows_come_back(file: &str, rows: usize) {
    let mut random = fastrand::Rng::with_seed(2018);
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines.len(), rows);
    for line in lines {
        let board: State = line.split(' ').nth(1).unwrap().parse().unwrap();
        let analysis = ClusterReport::of(&walk(board, 50, &mut random), LIMIT).unwrap();
        let puzzle = analysis.puzzle().unwrap_or_else(|reason| panic!("{line}: {reason}"));
        assert_eq!(format!("{:02} {} {}", puzzle.moves, puzzle.board, puzzle.cluster_size), line);
    }
}

#[test]
fn rows_come_back_from_anywhere_in_their_clusters() {
    assert_rows_come_back(include_str!("../../data/top23.txt"), 23);
    assert_rows_come_back(include_str!("../../data/rows45.txt"), 45);
}

#[test]
fn cards_of_the_boxed_game_have_their_depths() {
    let cards = include_str!("../../data/jams40.txt").lines();
    assert_eq!(cards.clone().count(), 40);
    for card in cards.map(|card| card.split(' ').collect::<Vec<_>>()) {
        let board: State = card[1].parse().unwrap();
        let depths = Cluster::explore(&board, LIMIT).unwrap().depths(Metric::Moves);
        assert_eq!(depths.of(0), Some(card[0].parse().unwrap()), "{}", card[2]);
    }
}

/// The board of 6×6 without walls that needs the most steps (Collette, Raskin, Servais 2007): 93, in a cluster of 24,132 states
/// with 13 pieces. The fast search gives its row at the candidate of its cluster.
#[test]
fn the_hardest_board_by_steps_is_generated() {
    let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
    let cluster = Cluster::explore(&board, LIMIT).unwrap();
    let generator = Generator::new(board.size(), "0".parse().unwrap()).unwrap().with_metric(Metric::Steps);
    let first = generator.rank(&cluster.smallest_goal().unwrap()).expect("a candidate");
    let mut rows = Vec::new();
    let ranks = Ranks { first, step: 1, count: 1 };
    let counts = generator.worker().analyse(ranks, &mut |puzzle, _| rows.push(puzzle.clone())).unwrap();
    assert_eq!((counts.rows, counts.deepest, rows.len()), (1, 93, 1));
    assert_eq!((rows[0].cluster_size, rows[0].board.pieces().count()), (24_132, 13));
    assert_eq!(Ok(rows[0].clone()), ClusterReport::in_metric(&board, Metric::Steps, LIMIT).unwrap().puzzle());
    assert_eq!(cluster.depths(Metric::Steps).of(cluster.number(&rows[0].board).unwrap()), Some(93));
}

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
