//! Whole databases of small boards, of the classic game and of other rules: the oracle and the generator meet known facts, the
//! generator and the searches of one board the oracle.
use crate::oracle::{Found, Oracle, Totals};
use gridlock::internals::board::{Metric, Puzzle, Rules, State, WallRange};
use gridlock::internals::enumerate::{count_candidates, count_goal_states, count_packed_states, count_states};
use gridlock::internals::files::sha256;
use gridlock::internals::pairs::SearchLimits;
use gridlock::internals::reference::{Cluster, ClusterReport};
use gridlock::internals::solve::SolutionSearch;
use gridlock::internals::verify::Recheck;
use gridlock::{Algorithm, Generator, SolveOptions, replay};
use std::sync::OnceLock;

const LIMIT: usize = 10_000_000;

/// Rules, walls, and whether depths count steps.
type Database = (&'static str, (usize, usize), bool);

fn oracle((rules, walls, by_steps): Database) -> Oracle {
    let rules: Rules = rules.parse().expect("rules");
    let (shortest, longest) = rules.lengths().into_inner();
    Oracle {
        primary_row: rules.primary_row(),
        primary_length: rules.primary_length(),
        lengths: (shortest, longest),
        by_steps,
        ..Oracle::of_size(rules.size().width(), rules.size().height(), walls)
    }
}

/// The rows in the published order.
fn rows(found: &Found, rules: &str) -> Vec<Puzzle> {
    let rules: Rules = rules.parse().expect("rules");
    let mut puzzles: Vec<Puzzle> = found.rows.iter().map(|row| Puzzle::of_rules(row, rules).expect("a row")).collect();
    puzzles.sort();
    puzzles
}

/// SHA-256 of rows as text.
fn hash_of(rows: &[Puzzle]) -> String {
    sha256(rows.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>().as_bytes())
}

fn generator((rules, walls, by_steps): Database) -> Generator {
    let walls = WallRange::new(walls.0 as u8, walls.1 as u8).expect("a range");
    let metric = if by_steps { Metric::Steps } else { Metric::Moves };
    Generator::new(rules.parse::<Rules>().expect("rules"), walls).expect("few candidates").with_metric(metric)
}

/// The rows that a generator finds, in the published order; also the totals of solvable clusters and goal states.
fn generated(generator: &Generator) -> (Vec<Puzzle>, [u64; 2]) {
    let (mut rows, mut worker) = (vec![], generator.worker());
    let counts = worker.analyse(0..generator.candidates(), &mut |row, _| rows.push(row.clone())).expect("small clusters");
    assert_eq!(counts.rows as usize, rows.len());
    rows.sort();
    (rows, [counts.solvable, counts.goal_states])
}

/// The facts of a brute force that shares nothing with this project: states, packed states, canonical states, solvable clusters,
/// rows; and the SHA-256 of the rows.
type Facts = ([u64; 5], &'static str);

/// Compares a whole database of the generator with the facts.
fn assert_generated(database: Database, ([states, packed, _, solvable, count], hash): Facts) {
    let generator = generator(database);
    let (rules, walls) = (generator.rules(), generator.walls());
    assert_eq!([count_states(rules, walls), count_packed_states(rules, walls)], [states, packed].map(u128::from), "{database:?}");
    let (rows, [clusters, goal_states]) = generated(&generator);
    assert_eq!([clusters, rows.len() as u64], [solvable, count], "{database:?}");
    assert_eq!(u128::from(goal_states), count_goal_states(rules, walls), "{database:?}");
    assert_eq!(hash_of(&rows), hash, "{database:?}");
    assert_eq!(generated(&generator.pruning()).0, rows, "{database:?}");
}

/// Compares a whole database of the oracle with the facts.
fn assert_facts(database: Database, (facts, hash): Facts) {
    let found = oracle(database).run();
    let totals = found.totals;
    let own = [totals.placements, totals.packed, totals.canonical, totals.solvable, totals.rows];
    assert_eq!(own, facts, "{database:?}");
    assert_eq!(hash_of(&rows(&found, database.0)), hash, "{database:?}");
}

const SMALL: [(Database, Facts); 4] = [
    (
        ("4r1", (0, 1), false),
        ([69_398, 11_457, 7_835, 6_181, 41], "30fa6c94a692acc97d5f392ba06580447655ae7cc036602708dd12638f34d48a"),
    ),
    (
        ("4x5r2", (0, 0), false),
        ([170_170, 14_213, 7_892, 4_534, 133], "9045f2c1e683c30b5a880d1e9386cceedba444d3474b1775dc66469cd0328d5f"),
    ),
    (
        ("3x5", (0, 2), false),
        ([33_124, 10_629, 8_301, 5_954, 17], "3ce7f8b75867e4cb3b9850480253e77cc4d31bc87f4781020e01e58027ff1bec"),
    ),
    (
        ("4p3", (0, 1), false),
        ([15_520, 3_691, 2_853, 2_005, 10], "a2e26b330bb7af09a348af8328944f1ff7f1affe71be9bd7a6e864d772b06722"),
    ),
];

const LARGER: [(Database, Facts); 2] = [
    (
        ("5x4", (0, 1), true),
        ([1_269_907, 125_681, 80_470, 38_156, 145], "16613b792a8b688e83d315741cdbc0c17e98201e8efac3194275d56f8a5e2952"),
    ),
    (
        ("5l2..4", (0, 0), false),
        ([11_328_768, 568_721, 309_326, 134_289, 2_901], "3576dbcfa26ee7c3e821a29076cbe4f7a9da2db1219385f51dd123c220f5db3e"),
    ),
];

#[test]
fn generated_databases_of_other_rules_are_those_of_the_brute_force() {
    SMALL.into_iter().chain(LARGER).for_each(|(database, facts)| assert_generated(database, facts));
}

/// Compares a whole database of the generator with the oracle's: totals, rows, and the rank of each row. Returns how many candidates
/// there are, and how many are pruned.
fn assert_oracle_agrees(database: Database, found: &Found) -> [u64; 2] {
    let (totals, expected) = (found.totals, rows(found, database.0));
    let generator = generator(database);
    let (rules, walls) = (generator.rules(), generator.walls());
    let counted = [count_states, count_packed_states, count_goal_states, count_candidates].map(|count| count(rules, walls));
    let known = [totals.placements, totals.packed, totals.goal_states, totals.candidates].map(u128::from);
    assert_eq!(counted, known, "{database:?}");
    assert_eq!(generated(&generator), (expected.clone(), [totals.solvable, totals.goal_states]), "{database:?}");
    assert_eq!(expected.is_empty(), matches!(database, ("4", (1.., _), _)), "{database:?}");
    let mut worker = generator.worker();
    for row in &expected {
        let rank = worker.rank_of(row).expect("a rank");
        assert_eq!(worker.tested_row(rank).as_ref(), Ok(row), "{database:?}");
    }
    drop(worker);
    let least_depth = expected.first().map_or(1, |row| row.moves);
    let generator = generator.pruning().with_least_depth(least_depth);
    let (deepest, _) = generated(&generator);
    assert!(deepest.iter().eq(expected.iter().filter(|row| row.moves == least_depth)), "{database:?}");
    let generator = generator.with_least_depth(0);
    let mut worker = generator.worker();
    let mut own = vec![];
    let counts = worker.analyse(0..generator.candidates(), &mut |row, _| own.push(row.clone())).expect("small clusters");
    own.sort();
    assert_eq!(own, expected, "{database:?}");
    [counts.candidates, counts.pruned]
}

#[test]
fn generated_databases_are_those_of_the_oracle() {
    let (mut all, mut pruned) = (0, 0);
    for database in [
        ("4", (0, 0), false),
        ("4", (0, 0), true),
        ("4", (1, 1), false),
        ("4", (2, 2), false),
        ("4", (0, 1), false),
        ("4", (1, 2), false),
        ("4", (0, 2), false),
        ("4", (0, 2), true),
        ("3", (0, 2), false),
        ("3r3", (0, 2), true),
        ("4r4", (0, 1), true),
        ("4l2..2", (0, 1), false),
        ("4p3l2..2", (0, 2), true),
        ("4l3..3", (0, 2), false),
        ("3x4", (0, 2), true),
        ("4x3r1", (0, 2), false),
        ("4x3r3", (0, 1), true),
        ("5x3", (0, 1), false),
        ("5x3l2..4", (0, 1), false),
        ("5x3r1p3", (0, 1), true),
        ("3x5r1", (0, 1), false),
        ("3x5r5l2..4", (0, 1), true),
        ("6x3r3p4l2..5", (0, 0), false),
        ("3x6r6l2..5", (0, 0), false),
    ] {
        let [candidates, dropped] = assert_oracle_agrees(database, &oracle(database).run());
        (all, pruned) = (all + candidates, pruned + dropped);
    }
    assert!(pruned > all / 2, "{pruned} of {all}");
}

#[test]
fn small_databases_of_other_rules_are_those_of_the_brute_force() {
    SMALL.into_iter().for_each(|(database, facts)| assert_facts(database, facts));
}

#[test]
#[ignore = "some minutes: scripts/test-long.sh"]
fn larger_databases_of_other_rules_are_those_of_the_brute_force() {
    LARGER.into_iter().for_each(|(database, facts)| assert_facts(database, facts));
}

/// Every cluster, solvable or not, by the plain search and by pairs; every row by all algorithms.
#[test]
fn the_searches_of_one_board_agree_with_the_oracle() {
    let (mut recheck, mut solutions) = (Recheck::default(), SolutionSearch::default());
    let (mut clusters, mut solved) = (0, 0);
    for database in [
        ("4", (0, 2), false),
        ("4", (0, 1), true),
        ("4r1", (0, 0), false),
        ("4x3r3", (0, 2), false),
        ("3x5", (0, 1), true),
        ("4p3", (0, 1), false),
        ("5x3l2..4", (0, 1), false),
        ("3x6r6l2..5", (0, 0), false),
    ] {
        let rules: Rules = database.0.parse().expect("rules");
        let metric = if database.2 { Metric::Steps } else { Metric::Moves };
        let found = Oracle { keep_clusters: true, ..oracle(database) }.run();
        for facts in &found.clusters {
            let board = State::of_size(&facts.canonical, rules.size()).expect("a board");
            assert_eq!(rules.check(&board), Ok(()), "{board}");
            let report = ClusterReport::in_metric(&board, metric, LIMIT).expect("a small cluster");
            let again = recheck.facts(&board, metric, &SearchLimits::of_states(LIMIT)).expect("a small cluster");
            assert_eq!((&report.canonical, &again.canonical), (&board, &board));
            assert_eq!((report.states, again.states), (facts.states as u64, facts.states as u64), "{board}");
            assert_eq!(report.goal_states, facts.goal_states as u64, "{board}");
            let smallest_goal = facts.smallest_goal.as_ref().map(|goal| State::of_size(goal, rules.size()).expect("a board"));
            assert_eq!((&report.smallest_goal, &again.smallest_goal), (&smallest_goal, &smallest_goal), "{board}");
            assert_eq!(report.puzzle().is_ok(), facts.minimal, "{board}");
            let hardest = report.hardest.map(|u| (u.state, u.moves, u.superfluous));
            assert_eq!(again.hardest.map(|u| (u.state, u.moves, u.superfluous)), hardest, "{board}");
            let text = hardest.as_ref().map(|(state, moves, _)| (state.to_string(), *moves));
            assert_eq!(text, facts.unsolved, "{board}");
            clusters += 1;
            let Some((state, depth, _)) = hardest.filter(|_| facts.minimal) else { continue };
            for algorithm in [Algorithm::BreadthFirst, Algorithm::AStar, Algorithm::IterativeDeepening] {
                let options = SolveOptions::new().metric(metric).algorithm(algorithm);
                let solution = options.solve(&state).expect("a small cluster").expect("a solution");
                assert_eq!((solution.length(), replay(&state, solution.moves())), (depth, Ok(())), "{state} {algorithm:?}");
            }
            let cluster = Cluster::explore(&state, LIMIT).expect("a small cluster");
            let expected = cluster.solution(&cluster.depths(Metric::Moves), &state);
            let report = solutions.report(&state, LIMIT).expect("a small cluster");
            assert_eq!(report.map(|report| report.solution), expected, "{state}");
            solved += 1;
        }
    }
    assert!(clusters > 25_000 && solved > 150, "{clusters} clusters, {solved} rows");
}

/// All of 5×5 without walls, computed once for the tests that need it.
fn five() -> &'static Found {
    static FIVE: OnceLock<Found> = OnceLock::new();
    FIVE.get_or_init(|| Oracle::new(5, (0, 0)).run())
}

/// The wall of the 5×5 sample stands on one of these cells: the last of the first row or the first two of the second. (No row of
/// 4×4 has a wall.)
const WALL_CELLS: std::ops::Range<usize> = 4..7;

/// All of 5×5 with one wall on [`WALL_CELLS`].
fn five_with_a_wall() -> &'static Found {
    static FIVE: OnceLock<Found> = OnceLock::new();
    FIVE.get_or_init(|| Oracle { wall_cells: WALL_CELLS, ..Oracle::new(5, (1, 1)) }.run())
}

#[test]
fn oracle_meets_the_table_for_4x4() {
    let none = Oracle::new(4, (0, 0)).run().totals;
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
        let totals = Oracle::new(4, walls).run().totals;
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
fn plain_analysis_gives_the_5x5_rows_again() {
    assert!(five_with_a_wall().rows.len() > 100, "the sample is large enough");
    for expected in five().rows.iter().chain(&five_with_a_wall().rows) {
        let row: Puzzle = expected.parse().expect("a row");
        assert_eq!(ClusterReport::of(&row.board, LIMIT).expect("a small cluster").puzzle(), Ok(row));
    }
}

#[test]
fn generator_agrees_with_the_oracle_on_5x5() {
    assert_oracle_agrees(("5", (0, 0), false), five());
    let (mut found, _) = generated(&generator(("5", (1, 1), false)));
    found.retain(|row| row.board.to_string().find('x').is_some_and(|cell| WALL_CELLS.contains(&cell)));
    assert_eq!(found, rows(five_with_a_wall(), "5"));
}

#[test]
#[ignore = "a minute or two: scripts/test-long.sh"]
fn generator_agrees_with_the_oracle_by_steps_on_5x5() {
    let database = ("5", (0, 0), true);
    assert_oracle_agrees(database, &oracle(database).run());
}
