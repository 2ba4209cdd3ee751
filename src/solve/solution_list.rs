//! The shortest solutions of a board, one by one.
use crate::board::{Metric, Move, SearchError, State};
use crate::reference::{KeySet, Tracks};

/// The first `most` shortest solutions in the order of their moves: by item, those to the left or up first, shorter ones before longer
/// ones. Each move goes one cell far in [`Metric::Steps`]. Empty if there is none; a goal state has one, without moves.
///
/// # Errors
/// [`SearchError::TooManyStates`] if it meets more than `max_states` states.
pub fn shortest_solutions(state: &State, metric: Metric, max_states: usize, most: usize) -> Result<Vec<Vec<Move>>, SearchError> {
    let tracks = Tracks::of(state);
    let start = tracks.key(state).expect("a state lies on its own tracks");
    let mut set = KeySet::new(max_states);
    set.insert(start)?;
    // `ends[d]` is the number of states of depth d or less
    let mut ends = vec![1];
    let mut reached = Vec::new();
    let mut level = 0..1;
    while !level.clone().any(|number| tracks.is_goal(set.keys()[number])) {
        for number in level.clone() {
            tracks.successors(set.keys()[number], metric, |key, _| reached.push(key));
            for key in reached.drain(..) {
                set.insert(key)?;
            }
        }
        level = level.end..set.keys().len();
        if level.is_empty() {
            return Ok(Vec::new());
        }
        ends.push(level.end);
    }
    // Backwards from the goal states: every move can be undone, so the states before one are among its successors.
    let mut leads = vec![false; set.keys().len()];
    level.filter(|&number| tracks.is_goal(set.keys()[number])).for_each(|number| leads[number] = true);
    for depth in (1..ends.len()).rev() {
        let (before, here) = (if depth == 1 { 0..1 } else { ends[depth - 2]..ends[depth - 1] }, ends[depth - 1]..ends[depth]);
        for number in here.filter(|&number| leads[number]).collect::<Vec<_>>() {
            tracks.successors(set.keys()[number], metric, |key, _| {
                let number = set.number(key).map(|number| number as usize);
                number.filter(|number| before.contains(number)).into_iter().for_each(|number| leads[number] = true);
            });
        }
    }
    let mut listed = Listed { tracks: &tracks, set: &set, ends: &ends, leads: &leads, metric, most, found: Vec::new() };
    listed.follow(0, &mut Vec::new());
    Ok(listed.found)
}

/// The search forward through the states that lead to a nearest goal state.
struct Listed<'s> {
    tracks: &'s Tracks,
    set: &'s KeySet,
    ends: &'s [usize],
    leads: &'s [bool],
    metric: Metric,
    most: usize,
    found: Vec<Vec<Move>>,
}

impl Listed<'_> {
    /// Adds the solutions that begin with `moves`, which lead to the state `number`.
    fn follow(&mut self, number: usize, moves: &mut Vec<Move>) {
        if self.found.len() == self.most {
            return;
        }
        let depth = moves.len() + 1;
        if depth == self.ends.len() {
            self.found.push(moves.clone());
            return;
        }
        let mut next: Vec<(Move, usize)> = Vec::new();
        self.tracks.successors(self.set.keys()[number], self.metric, |key, step| {
            let number = self.set.number(key).map(|number| number as usize);
            let is_next = |&number: &usize| (self.ends[depth - 1]..self.ends[depth]).contains(&number) && self.leads[number];
            next.extend(number.filter(is_next).map(|number| (step, number)));
        });
        next.sort_by_key(|(step, _)| (step.item, step.distance > 0, step.distance.abs()));
        for (step, number) in next {
            moves.push(step);
            self.follow(number, moves);
            moves.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{ShortestSolutions, replay};
    use std::collections::HashSet;

    #[test]
    fn as_many_are_listed_as_are_counted_and_each_solves_the_board() {
        for board in [
            "oBBoAAoCoooCoooo",
            "ooooAAoooooooooo",
            "BBoDAAoDooooCCoo",
            "ooooooAAoooooooo",
            "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.",
        ] {
            let state: State = board.parse().unwrap();
            for metric in [Metric::Moves, Metric::Steps] {
                let counted = ShortestSolutions::of(&state, metric, 100_000).unwrap().unwrap();
                let listed = shortest_solutions(&state, metric, 100_000, 5000).unwrap();
                assert_eq!(listed.len() as u128, counted.count.min(5000), "{board}");
                assert_eq!(listed.iter().collect::<HashSet<_>>().len(), listed.len());
                for solution in &listed {
                    assert_eq!(solution.len() as u32, counted.length);
                    assert_eq!(replay(&state, solution), Ok(()));
                    assert!(solution.first().is_none_or(|first| counted.first_moves.contains(first)));
                }
                let few = shortest_solutions(&state, metric, 100_000, 2).unwrap();
                assert_eq!(few[..], listed[..listed.len().min(2)]);
            }
        }
        let stuck = "ooooAAoxoooooooo".parse().unwrap();
        assert_eq!(shortest_solutions(&stuck, Metric::Moves, 100, 9), Ok(Vec::new()));
        assert_eq!(
            shortest_solutions(&"oBBoAAoCoooCoooo".parse().unwrap(), Metric::Moves, 5, 9),
            Err(SearchError::TooManyStates(5))
        );
    }
}
