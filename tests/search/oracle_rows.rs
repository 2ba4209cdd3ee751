//! The whole database of small boards: the oracle is compared with known totals, then both searches with the oracle.

use crate::oracle::{Found, Oracle, Totals};
use gridlock::internals::board::{Metric, Puzzle, Size, State, WallRange};
use gridlock::internals::enumerate::{count_goal_states, count_packed_states};
use gridlock::internals::generate::{Counts, Generator, Ranks};
use gridlock::internals::reference::ClusterReport;
use std::sync::OnceLock;

const LIMIT: usize = 10_000_000;

/// The wall of the 5×5 sample stands on one of these cells: the last of the first row or the first two of the second. (No row of
/// 4×4 has a wall.)
const WALL_CELLS: std::ops::Range<usize> = 4..7;

fn oracle(n: usize, walls: (usize, usize)) -> Found {
    Oracle::new(n, walls).run()
}

/// All of 5×5 without walls, computed once for the tests that need it.
fn five() -> &'static Found {
    static FIVE: OnceLock<Found> = OnceLock::new();
    FIVE.get_or_init(|| oracle(5, (0, 0)))
}

/// All of 5×5 with one wall on [`WALL_CELLS`].
fn five_with_a_wall() -> &'static Found {
    static FIVE: OnceLock<Found> = OnceLock::new();
    FIVE.get_or_init(|| Oracle { wall_cells: WALL_CELLS, ..Oracle::new(5, (1, 1)) }.run())
}

fn row(puzzle: &Puzzle) -> String {
    format!("{:02} {} {}", puzzle.moves, puzzle.board, puzzle.cluster_size)
}

/// The results of the fast search: the number of placements, the counters, and the rows sorted as text.
fn generated(n: usize, walls: (usize, usize), metric: Metric) -> (u128, Counts, Vec<String>) {
    let range = WallRange::new(walls.0 as u8, walls.1 as u8).unwrap();
    let generator = Generator::new(Size::square(n).unwrap(), range).unwrap().with_metric(metric);
    let mut rows = Vec::new();
    let all = Ranks { first: 0, step: 1, count: generator.candidates() };
    let counts = generator.worker().analyse(all, &mut |puzzle, _| rows.push(row(puzzle))).unwrap();
    rows.sort_unstable();
    (generator.states(), counts, rows)
}

fn assert_generator_agrees(found: &Found, n: usize, walls: (usize, usize), metric: Metric) {
    let (states, counts, rows) = generated(n, walls, metric);
    let (size, range) = (Size::square(n).unwrap(), WallRange::new(walls.0 as u8, walls.1 as u8).unwrap());
    let totals = Totals {
        placements: states.try_into().unwrap(),
        packed: count_packed_states(size, range).try_into().unwrap(),
        goal_states: counts.goal_states,
        candidates: counts.candidates,
        canonical: found.totals.canonical,
        solvable: counts.solvable,
        rows: counts.rows,
        states_in_rows: counts.states_in_rows,
        deepest: counts.deepest,
    };
    assert_eq!(totals, found.totals, "{n}×{n}, walls {walls:?}");
    assert_eq!(u128::from(counts.goal_states), count_goal_states(size, range), "every goal state belongs to one cluster");
    assert_eq!(rows, found.rows, "{n}×{n}, walls {walls:?}");
}

#[test]
fn oracle_meets_the_table_for_4x4() {
    let none = oracle(4, (0, 0)).totals;
    let table = Totals {
        placements: 9_304,
        packed: 1_349,
        goal_states: 2_896,
        candidates: 695,
        canonical: 880,
        solvable: 493,
        rows: 32,
        states_in_rows: 514,
        deepest: 7,
    };
    assert_eq!(none, table);
    let counts = |walls| {
        let totals = oracle(4, walls).totals;
        (totals.placements, totals.packed)
    };
    assert_eq!(counts((1, 1)), (43_928, 8_455));
    assert_eq!(counts((2, 2)), (98_520, 24_149));
    assert_eq!(counts((0, 2)).1, 33_953);
}

#[test]
fn oracle_meets_the_table_for_5x5() {
    let table = Totals {
        placements: 6_795_364,
        packed: 268_109,
        goal_states: 1_566_424,
        candidates: 124_886,
        canonical: 130_299,
        solvable: 62_106,
        rows: 1_730,
        states_in_rows: 329_603,
        deepest: 20,
    };
    assert_eq!(five().totals, table);
}

#[test]
fn plain_analysis_agrees_with_the_oracle_on_every_4x4_cluster() {
    let found = Oracle { keep_clusters: true, ..Oracle::new(4, (0, 2)) }.run();
    let mut rows = Vec::new();
    for facts in &found.clusters {
        let board: State = facts.canonical.parse().unwrap();
        let analysis = ClusterReport::of(&board, LIMIT).unwrap();
        assert_eq!(analysis.canonical, board);
        assert_eq!(analysis.smallest_goal.as_ref().map(State::to_string), facts.smallest_goal, "{board}");
        assert_eq!((analysis.states, analysis.goal_states), (facts.states as u64, facts.goal_states as u64), "{board}");
        let hardest = analysis.hardest.as_ref().map(|u| (u.state.to_string(), u.moves));
        assert_eq!(hardest, facts.unsolved, "{board}");
        assert_eq!(analysis.puzzle().is_ok(), facts.minimal, "{board}");
        rows.extend(analysis.puzzle().as_ref().map(row));
    }
    rows.sort_unstable();
    assert_eq!(rows, found.rows);
}

#[test]
fn plain_analysis_gives_the_5x5_rows_again() {
    assert!(five_with_a_wall().rows.len() > 100, "the sample is large enough");
    for expected in five().rows.iter().chain(&five_with_a_wall().rows) {
        let board: State = expected.split(' ').nth(1).unwrap().parse().unwrap();
        assert_eq!(row(&ClusterReport::of(&board, LIMIT).unwrap().puzzle().unwrap()), *expected);
    }
}

#[test]
fn generator_agrees_with_the_oracle_on_4x4() {
    for walls in [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)] {
        assert_generator_agrees(&oracle(4, walls), 4, walls, Metric::Moves);
    }
}

#[test]
fn generator_agrees_with_the_oracle_on_5x5() {
    assert_generator_agrees(five(), 5, (0, 0), Metric::Moves);
}

#[test]
fn generator_agrees_with_the_oracle_on_5x5_with_a_wall() {
    let (_, _, mut rows) = generated(5, (1, 1), Metric::Moves);
    rows.retain(|row| row.split(' ').nth(1).unwrap().find('x').is_some_and(|cell| WALL_CELLS.contains(&cell)));
    assert_eq!(rows, five_with_a_wall().rows);
}

#[test]
fn generator_agrees_with_the_oracle_by_steps() {
    for walls in [(0, 0), (0, 2)] {
        assert_generator_agrees(&Oracle { by_steps: true, ..Oracle::new(4, walls) }.run(), 4, walls, Metric::Steps);
    }
}

#[test]
#[ignore = "a minute or two: scripts/test-long.sh"]
fn generator_agrees_with_the_oracle_by_steps_on_5x5() {
    assert_generator_agrees(&Oracle { by_steps: true, ..Oracle::new(5, (0, 0)) }.run(), 5, (0, 0), Metric::Steps);
}

#[test]
fn plain_analysis_agrees_with_the_oracle_by_steps() {
    let found = Oracle { by_steps: true, keep_clusters: true, ..Oracle::new(4, (0, 1)) }.run();
    for facts in &found.clusters {
        let board: State = facts.canonical.parse().unwrap();
        let analysis = ClusterReport::in_metric(&board, Metric::Steps, LIMIT).unwrap();
        let hardest = analysis.hardest.as_ref().map(|u| (u.state.to_string(), u.moves));
        assert_eq!(hardest, facts.unsolved, "{board}");
        assert_eq!(analysis.puzzle().is_ok(), facts.minimal, "{board}");
    }
}
