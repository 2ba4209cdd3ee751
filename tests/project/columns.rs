//! Every column that needs a search, against a slow twin: its definition in docs/SELECT.md, by the plain search and the moves of the board.
use std::collections::{HashMap, HashSet};

use gridlock::internals::solve::{SolutionSearch, blocking_pieces};
use gridlock::{Cluster, Item, Metric, Move, Orientation, Puzzle, Puzzles, Size, State, WallRange};

/// The moves that reduce the depth, each with the state after it.
fn closer(state: &State, depths: &HashMap<State, u32>) -> impl Iterator<Item = (Move, State)> {
    let moves = state.legal_moves().into_iter().map(|step| (step, state.play(step)));
    moves.filter(|(_, next)| depths[next] < depths[state])
}

/// The depth of every state, by the plain search.
fn depths(cluster: &Cluster, metric: Metric) -> HashMap<State, u32> {
    cluster.iter().zip(cluster.depths(metric).all().iter().copied()).collect()
}

/// The number of shortest solutions from a state.
fn count(state: &State, depths: &HashMap<State, u32>, known: &mut HashMap<State, u128>) -> u128 {
    if state.is_goal() {
        return 1;
    }
    if let Some(&count) = known.get(state) {
        return count;
    }
    let sum = closer(state, depths).map(|(_, next)| count(&next, depths, known)).sum();
    known.insert(state.clone(), sum);
    sum
}

/// The pieces that the blocking graph reaches from the primary, by trying out how far pieces slide.
fn blocking(state: &State) -> usize {
    let size = state.size();
    let at = |row: usize, column: usize| state.items().iter().position(|item| item.cells(size).intersects(size.bit(row, column)));
    let mut reached: HashSet<usize> = HashSet::from([0]);
    loop {
        let before = reached.len();
        for item in reached.clone() {
            let Item::Piece(piece) = state.items()[item] else { unreachable!("only pieces are reached") };
            let mut found = Vec::new();
            if item == 0 {
                found.extend((piece.column + 2..size.n()).filter_map(|column| at(piece.row, column)));
            } else {
                let farthest = |sign: i8| {
                    let moves = state.legal_moves().into_iter().filter(|m| m.item == item && m.distance.signum() == sign);
                    moves.map(|m| m.distance).max_by_key(|distance| distance.abs()).unwrap_or(0)
                };
                let first = piece.position() as isize + farthest(-1) as isize - 1;
                let last = piece.position() + piece.length + farthest(1) as usize;
                let in_line = |position: usize| match piece.orientation {
                    Orientation::Horizontal => at(piece.row, position),
                    Orientation::Vertical => at(position, piece.column),
                };
                found.extend(usize::try_from(first).ok().and_then(in_line));
                found.extend(Some(last).filter(|&last| last < size.n()).and_then(in_line));
            }
            reached.extend(found.into_iter().filter(|&other| matches!(state.items()[other], Item::Piece(_))));
        }
        if reached.len() == before {
            return before - 1;
        }
    }
}

/// Checks every column of one board.
fn check(board: &State) {
    let report = SolutionSearch::default().report(board, 1_000_000).unwrap();
    let states = Cluster::explore(board, 1_000_000).unwrap();
    let (moves, steps) = (depths(&states, Metric::Moves), depths(&states, Metric::Steps));
    let Some(report) = report else {
        assert!(moves.is_empty(), "{board}");
        return;
    };
    assert_eq!(report.states as usize, states.states(), "{board}");
    assert_eq!(report.goal_states as usize, states.goal_states(), "{board}");
    let greatest = *moves.values().max().unwrap();
    assert_eq!(report.greatest_depth, greatest, "{board}");
    assert_eq!(report.deepest_states as usize, moves.values().filter(|&&depth| depth == greatest).count(), "{board}");
    assert_eq!(report.fewest_steps, steps[board], "{board}");

    // the printed solution: the move to the smallest state, of the moves that reduce the depth
    let mut here = board.clone();
    let mut solution = Vec::new();
    while !here.is_goal() {
        let (step, next) = closer(&here, &moves).min_by_key(|(_, next)| (next.horizontal(), next.vertical())).unwrap();
        solution.push(step);
        here = next;
    }
    assert_eq!((report.solution.len() as u32, &report.solution), (moves[board], &solution), "{board}");

    // no state is closer than a goal state
    let first: Vec<Move> = closer(board, &moves).map(|(m, _)| m).collect();
    assert_eq!(report.shortest.first_moves, first, "{board}");
    assert_eq!(report.shortest.count, count(board, &moves, &mut HashMap::new()), "{board}");

    // which pieces move, by a search that leaves out the moves in question
    let items = || 0..board.items().len();
    let some_solution = |allowed: &dyn Fn(&State, Move) -> bool| {
        let mut level = HashSet::from([board.clone()]);
        for _ in 0..moves[board] {
            let next = level.iter().flat_map(|state| closer(state, &moves).filter(|&(m, _)| allowed(state, m)));
            level = next.map(|(_, next)| next).collect();
        }
        !level.is_empty()
    };
    let always: Vec<usize> = items().filter(|&item| !some_solution(&|_, m| m.item != item)).collect();
    assert_eq!(report.shortest.always_moved, always, "{board}");
    assert_eq!(report.shortest.primary_always_returns, !some_solution(&|_, m| m.item != 0 || m.distance > 0), "{board}");
    let is_first = |state: &State, m: Move| state.items()[m.item] == board.items()[m.item];
    assert_eq!(report.shortest.always_repeats, !some_solution(&is_first), "{board}");
    let mut ever = HashSet::new();
    let mut level = HashSet::from([board.clone()]);
    for _ in 0..moves[board] {
        let next: Vec<(Move, State)> = level.iter().flat_map(|state| closer(state, &moves)).collect();
        ever.extend(next.iter().map(|(m, _)| m.item));
        level = next.into_iter().map(|(_, next)| next).collect();
    }
    assert_eq!(report.shortest.ever_moved, items().filter(|item| ever.contains(item)).collect::<Vec<_>>(), "{board}");

    let any_move = |item| (-7..=7).map(move |distance| Move { item, distance });
    let legal = (0..board.items().len()).flat_map(any_move).filter(|&m| board.try_play(m).is_ok()).count();
    assert_eq!(board.legal_moves().len(), legal, "{board}");
    assert_eq!(blocking_pieces(board).len(), blocking(board), "{board}");
}

fn puzzles(n: usize, walls: WallRange) -> impl Iterator<Item = Puzzle> {
    Puzzles::of(Size::square(n).unwrap(), walls).unwrap().into_iter().map(Result::unwrap)
}

#[test]
fn all_rows_of_4x4_have_the_columns_of_their_definitions() {
    let mut rows = 0;
    for puzzle in puzzles(4, WallRange::new(0, 2).unwrap()) {
        check(&puzzle.board);
        rows += 1;
    }
    assert_eq!(rows, 32);
}

#[test]
fn rows_of_5x5_and_6x6_have_the_columns_of_their_definitions() {
    puzzles(5, WallRange::new(0, 0).unwrap()).step_by(29).for_each(|puzzle| check(&puzzle.board));
    let with_walls = Puzzles::of(Size::square(5).unwrap(), WallRange::new(1, 2).unwrap()).unwrap().ranks(..200_000);
    let checked = with_walls.into_iter().map(|puzzle| check(&puzzle.unwrap().board)).count();
    assert!(checked > 10, "{checked}");
    let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
    let rows = rows.map(|line| line.parse::<Puzzle>().unwrap()).filter(|puzzle| puzzle.cluster_size < 900);
    assert_eq!(rows.map(|puzzle| check(&puzzle.board)).count(), 30);
}

#[test]
fn boards_that_are_no_rows_have_them_too() {
    // a goal state, an easy state of a hard cluster, an unsolvable board, two horizontals in the primary row
    for board in [
        "ooooooAAoooooooo",
        "BBoDAAoDooooCCoo",
        "oBBoAAoCoooCoooo",
        "ooooAAoxoooooooo",
        "ooBoAABCoooCoooo",
        "oooooCCoooAAoBBoooooooooo",
    ] {
        check(&board.parse().unwrap());
    }
}
