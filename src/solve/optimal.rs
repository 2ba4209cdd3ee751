//! All shortest solutions of one board at once: how many there are, and how they begin.
use crate::board::{Metric, Move, State, TooManyStates};
use crate::reference::{KeySet, Tracks};

/// What the shortest solutions of a board have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimal {
    /// Moves, or steps, of each.
    pub depth: u32,
    /// How many there are; [`u128::MAX`] stands for that many or more.
    pub solutions: u128,
    /// Every move, or step, with which one begins; by item, those to the left or up first. Empty for a goal state.
    pub first: Vec<Move>,
}

/// What is known of a state on the level under work.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// Shortest ways to it.
    count: u128,
    /// Bit set of the first moves of these ways, by their place among all moves of the start. A line of N cells has at most 6 moves
    /// (two cars on 7 cells, each between gaps that sum up to 3), so no board has more than 14 * 6 = 84.
    first: u128,
}

impl Optimal {
    /// Searches level by level until the first goal states; `None` if there is no solution.
    ///
    /// # Errors
    /// [`TooManyStates`] if it meets more than `max_states` states.
    pub fn of(state: &State, metric: Metric, max_states: usize) -> Result<Option<Optimal>, TooManyStates> {
        let tracks = Tracks::of(state);
        let start = tracks.key(state).expect("a state lies on its own tracks");
        let mut set = KeySet::new(max_states);
        set.insert(start)?;
        let mut firsts: Vec<Move> = Vec::new();
        tracks.successors(start, metric, |_, step| firsts.push(step));
        // the ways to the states of this level; numbers of a level follow one another
        let mut level = 0..1;
        let mut ways = vec![Ways { count: 1, first: 0 }];
        let mut reached = Vec::new();
        for depth in 0.. {
            let goals = || level.clone().zip(&ways).filter(|(number, _)| tracks.is_goal(set.keys()[*number]));
            if goals().next().is_some() {
                let solutions = goals().fold(0u128, |sum, (_, way)| sum.saturating_add(way.count));
                let first = goals().fold(0, |all, (_, way)| all | way.first);
                let first = (0..firsts.len()).filter(|k| first >> k & 1 != 0).map(|k| firsts[k]).collect();
                return Ok(Some(Optimal { depth, solutions, first: sorted(first) }));
            }
            let mut next: Vec<Ways> = Vec::new();
            for (number, way) in level.clone().zip(&ways) {
                tracks.successors(set.keys()[number], metric, |key, _| reached.push(key));
                for (place, key) in reached.drain(..).enumerate() {
                    if set.insert(key)? {
                        next.push(Ways::default());
                    }
                    let at = set.number(key).expect("the key is in the set") as usize;
                    if let Some(to) = at.checked_sub(level.end).and_then(|k| next.get_mut(k)) {
                        to.count = to.count.saturating_add(way.count);
                        to.first |= if depth == 0 { 1 << place } else { way.first };
                    }
                }
            }
            level = level.end..set.keys().len();
            if level.is_empty() {
                return Ok(None);
            }
            ways = next;
        }
        unreachable!("a level is empty at last")
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_key(|step| (step.item, step.distance > 0, step.distance.abs()));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Cluster;

    /// The same from the depths of the whole cluster, state by state.
    fn slow(cluster: &Cluster, state: &State, metric: Metric) -> Option<Optimal> {
        let depths = cluster.depths(metric);
        let depth_of = |state: &State| depths.of(cluster.number(state).unwrap());
        let depth = depth_of(state)?;
        let closer = |state: &State| -> Vec<(Move, State)> {
            let moves = state.legal_moves().into_iter().filter(|m| metric == Metric::Moves || m.distance.abs() == 1);
            let depth = depth_of(state).unwrap();
            moves.map(|m| (m, state.play(m).unwrap())).filter(|(_, next)| depth_of(next).unwrap() < depth).collect()
        };
        fn count(state: &State, depth: u32, closer: &dyn Fn(&State) -> Vec<(Move, State)>) -> u128 {
            if depth == 0 { 1 } else { closer(state).iter().map(|(_, next)| count(next, depth - 1, closer)).sum() }
        }
        let first = if depth == 0 { Vec::new() } else { sorted(closer(state).into_iter().map(|(m, _)| m).collect()) };
        Some(Optimal { depth, solutions: count(state, depth, &closer), first })
    }

    #[test]
    fn counts_and_first_moves_are_those_of_the_cluster() {
        for board in ["oBBoAAoCoooCoooo", "ooooAAoxoooooooo", "BBoDAAoDooooCCoo", "ooooooAAoooooooo"] {
            let state: State = board.parse().unwrap();
            let cluster = Cluster::explore(&state, 10_000).unwrap();
            for metric in [Metric::Moves, Metric::Steps] {
                for number in 0..cluster.states() {
                    let state = cluster.state(number);
                    assert_eq!(Optimal::of(&state, metric, 10_000).unwrap(), slow(&cluster, &state, metric), "{state}");
                }
            }
        }
    }

    #[test]
    fn known_depths() {
        let state: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let moves = Optimal::of(&state, Metric::Moves, 100_000).unwrap().unwrap();
        let steps = Optimal::of(&state, Metric::Steps, 100_000).unwrap().unwrap();
        assert_eq!((moves.depth, steps.depth), (49, 93));
        assert!(moves.solutions > 0 && !moves.first.is_empty());
        assert_eq!(Optimal::of(&state, Metric::Moves, 100), Err(TooManyStates(100)));
    }
}
