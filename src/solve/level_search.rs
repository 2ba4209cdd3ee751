//! Breadth-first search, level by level. One search gives a shortest solution, a list of the first ones, and what all have in
//! common.
use super::heuristic::Heuristic;
use super::solution::{SearchOutcome, Solution, by_item};
use crate::board::{Metric, Move, SearchBounds, SearchError, State};
use crate::reference::{Form, KeySet, Tracks};
use std::cmp::Reverse;
use std::ops::Range;

/// The states of a board's cluster up to the depth of the nearest goal states.
///
/// ```
/// use gridlock::{LevelSearch, Metric, State};
///
/// // B and C can leave in either order
/// let board: State = "ooBoAABCoooCoooo".parse()?;
/// let levels = LevelSearch::of(&board, Metric::Moves, 10_000)?;
/// let solution = levels.solution().expect("a solution");
/// let all = levels.solutions(100);
/// assert_eq!((solution.length(), all.len()), (3, 2));
/// assert!(all.contains(&solution.moves().to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelSearch {
    tracks: Tracks,
    metric: Metric,
    /// The keys of the states, numbered as they were met: the set is also the queue of the search.
    set: KeySet,
    /// `[depth]`: the number of states of this depth or less.
    ends: Vec<usize>,
    /// The states whose successors were generated: all before the first goal state.
    visited: usize,
    /// The least depth plus bound of a state that was not expanded; `None` if all were.
    next_limit: Option<u32>,
}

/// Which states a search by levels expands: those whose depth plus lower bound is at most a limit.
///
/// This is breadth-first heuristic search (Zhou and Hansen 2006). It finds a shortest solution if that is not longer than the
/// limit, since the bounds differ by at most one between neighbours; else it proves that every solution is longer.
#[derive(Clone, Copy)]
pub(super) struct Pruning {
    pub heuristic: Heuristic,
    pub limit: u32,
}

debug_as_name!([] LevelSearch);

impl LevelSearch {
    /// Searches up to the first goal state.
    ///
    /// # Errors
    /// [`SearchError::AtLeast`] if it meets more states than the bounds allow; [`SearchError::Stopped`].
    pub fn of<'a>(start: &State, metric: Metric, bounds: impl Into<SearchBounds<'a>>) -> Result<LevelSearch, SearchError> {
        LevelSearch::within(start, Form::Small, metric, None, bounds.into())
    }

    /// The same among the states that `pruning` leaves.
    pub(super) fn within(
        start: &State,
        form: Form,
        metric: Metric,
        pruning: Option<Pruning>,
        bounds: SearchBounds<'_>,
    ) -> Result<LevelSearch, SearchError> {
        let tracks = Tracks::in_form(start, form);
        let mut set = KeySet::new(bounds.max_states);
        set.insert(tracks.key(start).expect("a state lies on its own tracks"))?;
        let (mut ends, mut visited, mut next_limit) = (vec![1], 0, None::<u32>);
        let mut reached = Vec::new();
        while let Some(&key) = set.keys().get(visited) {
            if ends.last() == Some(&visited) {
                ends.push(set.keys().len());
            }
            if tracks.is_goal(key) {
                break;
            }
            bounds.stop.check_after(visited as u64)?;
            visited += 1;
            if let Some(Pruning { heuristic, limit }) = pruning {
                let Some(bound) = heuristic.bound(&tracks.state(key), metric) else { continue };
                let total = ends.len() as u32 - 1 + bound;
                if total > limit {
                    next_limit = Some(next_limit.map_or(total, |least| least.min(total)));
                    continue;
                }
            }
            tracks.successors(key, metric, |next, _| reached.push(next));
            for next in reached.drain(..) {
                if let Err(reached) = set.insert(next) {
                    let is_near = set.keys()[visited..ends[ends.len() - 1]].iter().any(|&key| tracks.is_goal(key));
                    let proven = ends.len() as u32 - u32::from(is_near);
                    let at_least = proven.max(Heuristic::Advanced.bound(start, metric).unwrap_or(proven));
                    return Err(SearchError::AtLeast { reached, at_least, metric });
                }
            }
        }
        Ok(LevelSearch { tracks, metric, set, ends, visited, next_limit })
    }

    /// The length of a shortest solution; `None` if there is none.
    pub fn length(&self) -> Option<u32> {
        (self.visited < self.set.keys().len()).then(|| self.ends.len() as u32 - 1)
    }

    /// A shortest solution; `None` if none was found.
    pub fn solution(&self) -> Option<Solution> {
        let mut moves = Vec::new();
        let mut number = self.visited; // the first goal state
        for _ in 0..self.length()? {
            // Every move can be undone, so the state from which this one was met is the first that it leads to.
            let mut before: Option<(usize, Move)> = None;
            self.for_each_neighbour(number, |to, step| before = before.filter(|&(first, _)| first < to).or(Some((to, step))));
            let (to, back) = before.expect("the state was met from another");
            moves.push(Move { distance: -back.distance, ..back });
            number = to;
        }
        moves.reverse();
        Some(Solution::new(self.metric, moves))
    }

    /// A shortest solution, and how much work it took.
    pub fn outcome(&self) -> SearchOutcome {
        SearchOutcome::new(self.solution(), self.visited as u64)
    }

    /// The states met.
    pub(super) fn states(&self) -> usize {
        self.set.keys().len()
    }

    /// If no solution was found, the least length that one can have; `None` if there is none.
    pub(super) fn next_limit(&self) -> Option<u32> {
        self.next_limit
    }

    /// The first `most` shortest solutions in the order of their moves: by item, left or up first, shorter before longer. In
    /// [`Metric::Steps`] each move is by one cell. Empty if there is none; a goal state has one, without moves.
    pub fn solutions(&self, most: usize) -> Vec<Vec<Move>> {
        let (leading, mut found) = (self.leading(), Vec::new());
        // begun solutions and the states to which they lead, the first one last
        let mut begun = vec![(0, Vec::new()); usize::from(self.length().is_some())];
        while found.len() < most
            && let Some((number, moves)) = begun.pop()
        {
            if moves.len() + 1 == self.ends.len() {
                found.push(moves);
                continue;
            }
            let mut next = Vec::new();
            self.nearer(number, &leading, &mut next);
            next.sort_unstable_by_key(|(_, step)| Reverse(by_item(step)));
            begun.extend(next.into_iter().map(|(to, step)| (to, [&moves[..], &[step]].concat())));
        }
        found
    }

    /// Adds to a list the moves that continue shortest solutions from a state, and where they lead. `leading` is
    /// [`LevelSearch::leading`].
    pub(super) fn nearer(&self, number: usize, leading: &[bool], found: &mut Vec<(usize, Move)>) {
        let next = self.level(self.ends.partition_point(|&end| end <= number) + 1);
        self.for_each_neighbour(number, |to, step| {
            if next.contains(&to) && leading[to] {
                found.push((to, step));
            }
        });
    }

    /// Whether each state lies on a shortest solution, by number, found backwards from the goal states.
    pub(super) fn leading(&self) -> Vec<bool> {
        let keys = self.set.keys();
        let last = self.ends.len() - 1;
        let mut leading = vec![false; keys.len()];
        self.level(last).for_each(|number| leading[number] = self.tracks.is_goal(keys[number]));
        for depth in (1..=last).rev() {
            let before = self.level(depth - 1);
            for number in self.level(depth) {
                if leading[number] {
                    self.for_each_neighbour(number, |to, _| leading[to] |= before.contains(&to));
                }
            }
        }
        leading
    }

    /// The numbers of the states of a depth.
    fn level(&self, depth: usize) -> Range<usize> {
        depth.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[depth]
    }

    /// Calls `visit` with every state met that is one move, or step, away from a state.
    fn for_each_neighbour(&self, number: usize, mut visit: impl FnMut(usize, Move)) {
        self.tracks.successors(self.set.keys()[number], self.metric, |key, step| {
            if let Some(number) = self.set.number(key) {
                visit(number as usize, step);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{LimitExceeded, StopToken};
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
                let levels = LevelSearch::of(&state, metric, 100_000).unwrap();
                let counted = ShortestSolutions::of_levels(&levels).unwrap();
                let listed = levels.solutions(5000);
                assert_eq!(listed.len() as u128, counted.count.min(5000), "{board}");
                assert_eq!(listed.iter().collect::<HashSet<_>>().len(), listed.len());
                for solution in &listed {
                    assert_eq!(solution.len() as u32, counted.length);
                    assert_eq!(replay(&state, solution), Ok(()));
                    assert!(solution.first().is_none_or(|first| counted.first_moves.contains(first)));
                }
                let first = levels.solution().unwrap();
                assert!(listed.len() == 5000 || listed.iter().any(|moves| moves == first.moves()), "{board}");
                assert_eq!(levels.solutions(2)[..], listed[..listed.len().min(2)]);
            }
        }
        let stuck = LevelSearch::of(&"ooooAAoxoooooooo".parse().unwrap(), Metric::Moves, 100).unwrap();
        assert_eq!((stuck.solution(), stuck.solutions(9), ShortestSolutions::of_levels(&stuck)), (None, Vec::new(), None));
    }

    #[test]
    fn it_keeps_to_its_bounds() {
        let board: State = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM".parse().unwrap();
        let error = |bounds: SearchBounds<'_>| LevelSearch::of(&board, Metric::Moves, bounds).unwrap_err();
        let reached = LimitExceeded::states(5);
        assert_eq!(error(5.into()), SearchError::AtLeast { reached, at_least: 9, metric: Metric::Moves });
        let stop = StopToken::when(&|| true);
        assert!(matches!(error(SearchBounds { max_states: 100_000, stop }), SearchError::Stopped(_)));
    }

    #[test]
    fn pruned_levels_find_a_shortest_solution_or_prove_that_it_is_longer() {
        let mut proven = 0;
        for card in include_str!("../../data/jams40.txt").lines().step_by(5) {
            let board: State = card.split(' ').nth(1).unwrap().parse().unwrap();
            for metric in [Metric::Moves, Metric::Steps] {
                let plain = LevelSearch::of(&board, metric, 100_000).unwrap();
                let depth = plain.length().unwrap();
                let mut limit = Some(0);
                let found = loop {
                    let pruning = Pruning { heuristic: Heuristic::Advanced, limit: limit.expect("a solution") };
                    let pruned = LevelSearch::within(&board, Form::Halves, metric, Some(pruning), 100_000.into()).unwrap();
                    assert!(pruned.states() <= plain.states() || pruning.limit >= depth);
                    if let Some(solution) = pruned.solution() {
                        assert_eq!(replay(&board, solution.moves()), Ok(()));
                        break solution;
                    }
                    proven += 1;
                    limit = pruned.next_limit();
                    assert!(limit > Some(pruning.limit) && limit <= Some(depth), "{card}");
                };
                assert_eq!(found.length(), depth, "{card}");
            }
        }
        assert!(proven > 100, "{proven}");
    }
}
