//! Rows of random and changed boards against the plain search.
use std::collections::{HashMap, HashSet};

use super::*;
use crate::board::{CellSet, Orientation, Piece, Size};
use crate::reference::{Cluster, ClusterReport};

fn row_search(n: usize, walls: &str, metric: Metric) -> RowSearch {
    let (size, walls) = (Size::square(n).expect("a size"), walls.parse().expect("a range"));
    RowSearch::new(size, walls, metric, BitGathering::fastest())
}

#[test]
fn rows_are_found_from_every_state_of_their_clusters() {
    for line in include_str!("../../../data/rows45.txt").lines() {
        let row: Puzzle = line.parse().expect("a row");
        let mut search = row_search(row.board.size().n(), "0..3", Metric::Moves);
        let cluster = Cluster::explore(&row.board, 1_000_000).expect("a small cluster");
        let first = search.explore(&row.board, cluster.states());
        assert!(matches!(first, Exploration::Solvable(_)));
        for number in (0..cluster.states()).step_by(1 + cluster.states() / 20) {
            assert_eq!(search.explore(&cluster.state(number), cluster.states()), first);
            assert_eq!(search.row(), Ok(Some(row.clone())));
        }
        assert_eq!(search.explore(&row.board, cluster.states() - 1), Exploration::TooLarge);
    }
}

/// A row of 17 moves and 143 states, full around the last corner: without one of its pieces the shorter solutions need a move of
/// the last row and one of the last column that meet in the corner.
const LAST_CORNER: &str = "BBBCCKoLooJooKoLooJooKoLAAJooooMDDEEFFFMoooooooNoooooooNoGGGHHII";

/// A board to be filled at random.
struct Filling {
    size: Size,
    pieces: Vec<Piece>,
    walls: CellSet,
    taken: CellSet,
}

impl Filling {
    /// The primary at a random place.
    fn new(n: usize, random: &mut fastrand::Rng) -> Filling {
        let size = Size::square(n).expect("a size");
        let primary =
            Piece { orientation: Orientation::Horizontal, row: size.primary_row(), column: random.usize(..n - 1), length: 2 };
        Filling { size, pieces: vec![primary], walls: CellSet::EMPTY, taken: primary.cells(size) }
    }

    fn add_wall(&mut self, cell: usize) {
        if !self.taken.contains(cell) {
            self.walls |= CellSet::of(cell);
            self.taken |= CellSet::of(cell);
        }
    }

    /// Puts a piece on the board if its cells are free and `most` cells are not exceeded.
    fn add_piece(&mut self, piece: Piece, most: usize) {
        let fits = piece.check(self.size).is_ok() && !piece.cells(self.size).intersects(self.taken);
        if fits && self.taken.len() + piece.length <= most {
            self.taken |= piece.cells(self.size);
            self.pieces.push(piece);
        }
    }

    fn board(&self) -> Option<State> {
        State::new(self.size, &self.pieces, self.walls).ok().filter(|state| Rules::of_size(self.size).check(state).is_ok())
    }
}

/// A piece anywhere, or partly off the board.
fn random_piece(n: usize, random: &mut fastrand::Rng) -> Piece {
    let orientation = if random.bool() { Orientation::Horizontal } else { Orientation::Vertical };
    Piece { orientation, row: random.usize(..n), column: random.usize(..n), length: random.usize(2..=3) }
}

/// A random board: pieces and walls are put on free cells until a given number of cells are taken.
pub(in crate::generate) fn random_board(n: usize, walls: usize, random: &mut fastrand::Rng) -> Option<State> {
    let mut filling = Filling::new(n, random);
    (0..walls).for_each(|_| filling.add_wall(random.usize(..n * n)));
    for _ in 0..8 * n * n {
        filling.add_piece(random_piece(n, random), n * n * (n + 4) / (n + 6));
    }
    filling.board()
}

/// A board whose first and last lines are full except for a cell or two, to reach the tables of what touches the last cells of a
/// line.
fn board_full_at_the_edges(n: usize, walls: usize, random: &mut fastrand::Rng) -> Option<State> {
    let mut filling = Filling::new(n, random);
    (0..walls).for_each(|_| filling.add_wall(random.usize(..n * n)));
    let most = n * n * random.usize(n + 1..=n + 4) / (n + 6);
    for number in 0..12 * n * n {
        let mut piece = random_piece(n, random);
        if number < 8 * n {
            let line = if random.bool() { 0 } else { n - 1 };
            *(if piece.orientation == Orientation::Horizontal { &mut piece.row } else { &mut piece.column }) = line;
        }
        filling.add_piece(piece, most);
    }
    filling.board()
}

/// A board without up to two of its pieces and walls, and with others on free cells, half of them at the edges.
fn changed_board(board: &State, random: &mut fastrand::Rng) -> Option<State> {
    let size = board.size();
    let n = size.n();
    let mut board = board.clone();
    for _ in 0..random.usize(..3) {
        if board.items().len() > 1 {
            board = board.without_item(random.usize(1..board.items().len()));
        }
    }
    let taken = board.horizontal() | board.vertical() | board.walls();
    let mut filling = Filling { size, pieces: board.pieces().collect(), walls: board.walls(), taken };
    if random.u8(..8) == 0 {
        filling.add_wall(random.usize(..n * n));
    }
    for _ in 0..random.usize(1..6 * n) {
        let mut piece = random_piece(n, random);
        if random.bool() {
            let line = if random.bool() { 0 } else { n - 1 };
            *(if piece.orientation == Orientation::Horizontal { &mut piece.row } else { &mut piece.column }) = line;
        }
        filling.add_piece(piece, n * n);
    }
    filling.board()
}

/// Large random boards are hardly ever rows. Changed rows often are.
#[test]
fn changed_rows_of_large_boards_have_the_verdict_of_the_plain_search_at_length() {
    let rows_of_7x7 = ["BBBCCooJooooooJDDEEFFKooLAAOKooLGGOoooMNoOHHHMNII", "BBBoooLGoIoooLGoICCCLAAoJoooDDDJEEEoHoJoKooHFFFKo"];
    for (start, metric, count) in [
        (&[LAST_CORNER][..], Metric::Moves, 500),
        (&[LAST_CORNER], Metric::Steps, 500),
        (&rows_of_7x7, Metric::Moves, 250),
        (&rows_of_7x7, Metric::Steps, 250),
    ] {
        let mut known: Vec<State> = start.iter().map(|text| text.parse().expect("a board")).collect();
        let n = known[0].size().n();
        let mut search = row_search(n, "0..3", metric);
        let mut random = fastrand::Rng::with_seed(n as u64);
        let mut met = Met::default();
        for _ in 0..count {
            let parent = &known[random.usize(..known.len())];
            let Some(board) = changed_board(parent, &mut random) else { continue };
            known.extend(met.compare(&mut search, board, metric, &mut random));
        }
        let counts = [met.too_large, met.unsolvable, met.not_minimal, met.rows, met.below[0], met.below[1]];
        println!("{n} {metric}: {counts:?}, {} clusters", met.clusters.len());
        assert!(counts.iter().zip([0, 3, 45, 45, 1, 45]).all(|(&count, least)| count >= least), "{n} {metric}: {counts:?}");
    }
}

/// What the comparisons of one setting met.
#[derive(Default, Debug)]
struct Met {
    too_large: usize,
    unsolvable: usize,
    not_minimal: usize,
    rows: usize,
    /// Clusters that the bound shows to be less deep than one more than their depth, and than three times their depth.
    below: [usize; 2],
    clusters: HashMap<u64, State>,
}

impl Met {
    /// Compares the verdict on a board with the plain search; then without a piece or wall that does not matter, and so on, until
    /// the board is a row, which is returned.
    fn compare(&mut self, search: &mut RowSearch, mut board: State, metric: Metric, random: &mut fastrand::Rng) -> Option<State> {
        const LIMIT: usize = 4_000;
        loop {
            let explored = search.explore(&board, LIMIT);
            if Cluster::explore(&board, LIMIT).is_err() {
                assert_eq!(explored, Exploration::TooLarge, "{board}");
                self.too_large += 1;
                return None;
            }
            // clusters without one of the pieces may be larger
            let Ok(report) = ClusterReport::in_metric(&board, metric, 20 * LIMIT) else { return None };
            let (Exploration::Solvable(cluster), Some(hardest)) = (explored, &report.hardest) else {
                assert_eq!((explored, &report.hardest), (Exploration::Unsolvable, &None), "{board} {metric}");
                self.unsolvable += 1;
                return None;
            };
            let canonical = self.clusters.entry(cluster).or_insert_with(|| report.canonical.clone());
            assert_eq!(*canonical, report.canonical);
            assert_eq!(search.row(), Ok(report.puzzle().ok()), "{board} {metric}");
            assert_eq!(search.states(), report.states);
            let mut hardest_if =
                |least_depth: u32| search.hardest(least_depth).expect("not too large").map(|puzzle| (puzzle.moves, puzzle.board));
            let hardest_state = hardest_if(0);
            // as deep as asked for; deeper than that, the bound may show it
            assert_eq!(hardest_if(hardest.moves), hardest_state, "{board} {metric}");
            for (k, least_depth) in [hardest.moves + 1, 3 * hardest.moves].into_iter().enumerate() {
                match hardest_if(least_depth) {
                    None => self.below[k] += usize::from(hardest_state.is_some()),
                    found => assert_eq!(found, hardest_state, "{board} {metric}"),
                }
            }
            if hardest.superfluous.is_empty() || hardest_state.is_some() {
                assert_eq!(hardest_state, Some((hardest.moves, hardest.state.clone())), "{board} {metric}");
            }
            if hardest.superfluous.is_empty() {
                self.rows += 1;
                return Some(hardest.state.clone());
            }
            self.not_minimal += 1;
            board = hardest.state.without_item(hardest.superfluous[random.usize(..hardest.superfluous.len())]);
        }
    }
}

#[test]
fn random_boards_have_the_verdict_of_the_plain_search() {
    for (n, metric, count) in [
        (4, Metric::Moves, 600),
        (4, Metric::Steps, 600),
        (5, Metric::Moves, 400),
        (5, Metric::Steps, 200),
        (6, Metric::Moves, 200),
        (6, Metric::Steps, 100),
        (7, Metric::Moves, 300),
        (7, Metric::Steps, 300),
        (8, Metric::Moves, 600),
        (8, Metric::Steps, 600),
    ] {
        let mut search = row_search(n, "0..2", metric);
        let mut random = fastrand::Rng::with_seed(n as u64);
        let mut met = Met::default();
        for number in 0..count {
            let fill = if number % 2 == 0 { random_board } else { board_full_at_the_edges };
            if let Some(board) = fill(n, number / 2 % 3, &mut random) {
                met.compare(&mut search, board, metric, &mut random);
            }
        }
        let canonical: HashSet<&State> = met.clusters.values().collect();
        assert_eq!(canonical.len(), met.clusters.len(), "a cluster has one number");
        let counts = [met.too_large, met.unsolvable, met.not_minimal, met.rows, met.below[0], met.below[1]];
        println!("{n} {metric}: {counts:?}");
        // larger random boards are hardly ever minimal: see the test of changed rows
        let least = if n < 7 { [0, 10, 40, 10, 1, 10] } else { [20, 5, 1, 0, 0, 0] };
        assert!(counts.iter().zip(least).all(|(&count, least)| count >= least), "{n} {metric}: {counts:?}");
    }
}

#[test]
fn a_limit_of_states_without_a_piece_changes_no_answer_that_is_given() {
    let mut search = row_search(6, "0..1", Metric::Moves);
    let mut limited = search.clone().with_most_states_without_a_piece(10);
    let mut random = fastrand::Rng::with_seed(1);
    let mut known: Vec<State> = vec!["GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.".parse().expect("a board")];
    let [mut given_up, mut rows, mut not_minimal] = [0; 3];
    for _ in 0..1_000 {
        let parent = &known[random.usize(..known.len())];
        let Some(board) = changed_board(parent, &mut random) else { continue };
        if !matches!(search.explore(&board, 5_000), Exploration::Solvable(_)) {
            continue;
        }
        limited.explore(&board, 5_000);
        let row = search.row().expect("not too large");
        match limited.row() {
            Err(_) => given_up += 1,
            Ok(answer) => {
                assert_eq!(answer, row, "{board}");
                *(if row.is_some() { &mut rows } else { &mut not_minimal }) += 1;
            }
        }
        known.extend(row.map(|row| row.board));
    }
    println!("given up {given_up}, rows {rows}, not minimal {not_minimal}");
    assert!([given_up, rows, not_minimal].iter().all(|&count| count > 20), "{given_up} {rows} {not_minimal}");
}

#[test]
fn a_row_that_is_full_around_the_last_corner_is_found() {
    let row: Puzzle = format!("17 {LAST_CORNER} 143").parse().expect("a row");
    let mut search = row_search(8, "0", Metric::Moves);
    assert!(matches!(search.explore(&row.board, 1_000), Exploration::Solvable(_)));
    assert_eq!(search.row(), Ok(Some(row)));
}

#[test]
fn random_states_are_of_the_cluster_and_all_occur() {
    let mut search = row_search(4, "0..1", Metric::Moves);
    let board: State = "oBBoAAoCoooCDDoo".parse().expect("a board");
    let cluster = Cluster::explore(&board, 10_000).expect("a small cluster");
    assert!(matches!(search.explore(&board, 10_000), Exploration::Solvable(_)));
    let mut random = fastrand::Rng::with_seed(1);
    let drawn: HashSet<usize> = (0..100 * cluster.states())
        .map(|_| cluster.number(&search.random_state(&mut |bound| random.u64(..bound))).expect("a state of the cluster"))
        .collect();
    assert_eq!(drawn.len(), cluster.states());
}

#[test]
fn boards_that_are_not_in_the_tables_and_walls_at_the_exit_are_decided() {
    let mut search = row_search(4, "0", Metric::Moves);
    let board = |text: &str| text.parse::<State>().expect("a board");
    let at_the_exit = search.clone().explore(&board("ooooooAAoooooooo"), 100);
    assert!(matches!(at_the_exit, Exploration::Solvable(_)));
    assert_eq!(search.explore(&board("ooooAAoooooooooo"), 100), at_the_exit);
    assert_eq!(search.row().map(|row| row.map(|row| row.moves)), Ok(Some(1)));
    assert_eq!(search.explore(&board("xoooAAoooooooooo"), 100), Exploration::NotInTables);
    assert_eq!(search.explore(&board("ooooooooooAAooooooooooooo"), 100), Exploration::NotInTables);
    assert_eq!(row_search(4, "1", Metric::Moves).explore(&board("ooooAAoxoooooooo"), 100), Exploration::Unsolvable);
}
