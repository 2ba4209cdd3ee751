//! Properties that hold for every board and every text.

use gridlock::internals::board::{CellSet, Drawing, Item, LimitExceeded, Metric, Orientation, Piece, Size, State, letter};
use gridlock::internals::reference::{Cluster, solvable_within};
use proptest::prelude::*;
use std::collections::HashSet;

const LIMIT: usize = 20_000;

/// Any state: the primary anywhere in its row, then every random piece and wall that fits.
fn states(size: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = State> {
    let item = (any::<bool>(), 0..Size::MAX_FAST, 0..Size::MAX_FAST, 1..=3usize);
    (size, 0..Size::MAX_FAST, prop::collection::vec(item, 0..20)).prop_map(|(n, column, items)| {
        let size = Size::square(n).unwrap();
        let primary =
            Piece { orientation: Orientation::Horizontal, row: size.primary_row(), column: column % (n - 1), length: 2 };
        let mut state = State::new(size, &[primary], CellSet::EMPTY).unwrap();
        for (lies, row, column, length) in items {
            let mut pieces: Vec<Piece> = state.pieces().collect();
            let mut walls = state.walls();
            if length == 1 {
                walls |= if row < n && column < n { size.bit(row, column) } else { CellSet::EMPTY };
            } else {
                let orientation = if lies { Orientation::Horizontal } else { Orientation::Vertical };
                pieces.push(Piece { orientation, row, column, length });
            }
            state = State::new(size, &pieces, walls).unwrap_or(state);
        }
        state
    })
}

/// Texts like boards, mostly of the right length, with characters of boards.
fn board_like() -> impl Strategy<Value = String> {
    let length = prop_oneof![Just(16usize), Just(25), Just(36), Just(49), Just(64), 0..70usize];
    length.prop_flat_map(|cells| prop::collection::vec("[A-Co.x]", cells).prop_map(|c| c.concat()))
}

/// Whether some piece can move left or up, so that the state is not a candidate.
fn can_move_left_or_up(state: &State) -> bool {
    state.legal_moves().iter().any(|step| step.distance < 0)
}

proptest! {
    #![proptest_config(crate::cases(256))]

    #[test]
    fn written_boards_read_back(state in states(4..=8)) {
        prop_assert_eq!(&state.to_string().parse::<State>().unwrap(), &state);
        prop_assert_eq!(&state.to_string().replace('o', ".").parse::<State>().unwrap(), &state);
    }

    #[test]
    fn other_letters_mean_the_same_board(state in states(4..=8), seed in any::<u64>()) {
        let mut letters: Vec<char> = (1..50).map(letter).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut letters);
        let renamed: String = state
            .to_string()
            .chars()
            .map(|c| (1..50).find(|&i| letter(i) == c).map_or(c, |i| letters[i - 1]))
            .collect();
        prop_assert_eq!(renamed.parse::<State>().unwrap(), state);
    }

    #[test]
    fn texts_are_read_or_refused_with_a_place_on_the_board(text in prop_oneof![3 => board_like(), 1 => any::<String>()]) {
        let _ = text.parse::<Drawing>();
        match text.parse::<State>() {
            Ok(state) => prop_assert_eq!(state.to_string().len(), text.len()),
            Err(error) => if let Some(place) = error.place() {
                let n = text.len().isqrt();
                prop_assert!((1..=n).contains(&place.row) && (1..=n).contains(&place.column), "{}", error);
            },
        }
    }

    #[test]
    fn moves_can_be_undone(state in states(4..=8)) {
        for mut step in state.legal_moves() {
            let next = state.play(step);
            step.distance = -step.distance;
            prop_assert_eq!(&next.play(step), &state);
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(128))]

    #[test]
    fn clusters_are_closed_and_depths_differ_by_one(state in states(4..=6)) {
        let Ok(cluster) = Cluster::explore(&state, LIMIT) else { return Ok(()) };
        let depths = cluster.depths(Metric::Moves);
        let mut seen = HashSet::new();
        for number in 0..cluster.states() {
            let here = cluster.state(number);
            prop_assert!(seen.insert(here.to_string()));
            let next: Vec<usize> =
                here.legal_moves().iter().map(|&m| cluster.number(&here.play(m)).expect("closed")).collect();
            match depths.of(number) {
                None => prop_assert!(!here.is_goal()),
                Some(0) => prop_assert!(here.is_goal()),
                Some(depth) => {
                    prop_assert_eq!(next.iter().filter_map(|&i| depths.of(i)).min(), Some(depth - 1));
                }
            }
        }
        prop_assert_eq!(depths.histogram().iter().sum::<u64>() as usize, if depths.deepest().is_some() { cluster.states() } else { 0 });
    }

    #[test]
    fn the_canonical_state_is_packed_and_the_same_from_everywhere(state in states(4..=8), other in any::<prop::sample::Index>()) {
        let Ok(cluster) = Cluster::explore(&state, LIMIT) else { return Ok(()) };
        let canonical = cluster.canonical();
        prop_assert!(!can_move_left_or_up(&canonical));
        let elsewhere = Cluster::explore(&cluster.state(other.index(cluster.states())), LIMIT).unwrap();
        prop_assert_eq!(elsewhere.canonical(), canonical);
        prop_assert_eq!(elsewhere.states(), cluster.states());
    }

    #[test]
    fn solutions_are_legal_and_as_long_as_the_depth_says(state in states(4..=8)) {
        let Ok(cluster) = Cluster::explore(&state, LIMIT) else { return Ok(()) };
        for metric in [Metric::Moves, Metric::Steps] {
            let depths = cluster.depths(metric);
            let Some(solution) = cluster.solution(&depths, &state) else { continue };
            prop_assert_eq!(Some(solution.len() as u32), depths.of(0));
            let end = solution.iter().fold(state.clone(), |s, &m| s.play(m));
            prop_assert!(end.is_goal());
        }
        let found = solvable_within(&state, 3, Metric::Moves, LIMIT);
        let expected = cluster.depths(Metric::Moves).of(0).is_some_and(|depth| depth <= 3);
        prop_assert!(found == Ok(expected) || found == Err(LimitExceeded::states(LIMIT).into()));
    }

    #[test]
    fn items_keep_their_places_in_letter_order(state in states(4..=6)) {
        let kinds = |s: &State| -> Vec<(bool, usize)> {
            s.items().iter().map(|it| match it { Item::Piece(p) => (true, p.length), Item::Wall(cell) => (false, *cell) }).collect()
        };
        for step in state.legal_moves() {
            prop_assert_eq!(kinds(&state.play(step)), kinds(&state));
        }
    }
}
