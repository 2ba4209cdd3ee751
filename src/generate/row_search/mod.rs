//! The row of the cluster of any board of some rules, by the fast search: for programs that visit boards in any order, up to 8×8.
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::analyzer::{ClusterAnalyzer, Explored};
use super::bits::BitGathering;
use super::box_graph::BoxState;
use crate::board::{LimitExceeded, Metric, Puzzle, Rules, State, WallRange};
use crate::lines::{ConfigSet, LineTables, Placement};

/// What the exploration of a cluster yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exploration {
    /// The board has another size or primary, a piece of another length, a line without a free cell, or a line with more walls than the tables know.
    NotInTables,
    /// The cluster has more states than allowed, or is larger than the search can number.
    TooLarge,
    /// The cluster has no goal state.
    Unsolvable,
    /// The cluster is solvable. The number is a hash of its smallest state, and so the same for all its states.
    Solvable(u64),
}

/// Finds the rows of the clusters of boards, one after the other. Its buffers are reused, so a thread keeps one `RowSearch`;
/// clones share the tables.
pub struct RowSearch(Box<dyn AnyRowSearch>);

debug_as_name!([] RowSearch);

impl RowSearch {
    /// Builds the tables for rules, 8×8 included, and a number of walls; `metric` is what depths count, `gathering` how
    /// bits are gathered.
    ///
    /// # Panics
    /// If a side of the board is longer than 8.
    pub fn new(rules: impl Into<Rules>, walls: WallRange, metric: Metric, gathering: BitGathering) -> RowSearch {
        let rules = rules.into();
        RowSearch(match rules.size().longer_side() {
            3 => Box::new(RowSearchOfSize::<3>::new(rules, walls, metric, gathering)),
            4 => Box::new(RowSearchOfSize::<4>::new(rules, walls, metric, gathering)),
            5 => Box::new(RowSearchOfSize::<5>::new(rules, walls, metric, gathering)),
            6 => Box::new(RowSearchOfSize::<6>::new(rules, walls, metric, gathering)),
            7 => Box::new(RowSearchOfSize::<7>::new(rules, walls, metric, gathering)),
            _ => Box::new(RowSearchOfSize::<8>::new(rules, walls, metric, gathering)),
        })
    }

    /// The same search, but [`RowSearch::row`] gives up once it has met more than `most_states` states without one of the pieces.
    pub fn with_most_states_without_a_piece(mut self, most_states: usize) -> RowSearch {
        self.set_most_states_without_a_piece(most_states);
        self
    }
}

impl Clone for RowSearch {
    fn clone(&self) -> RowSearch {
        self.another()
    }
}

for_any_size! {
    impl RowSearch { self.0: dyn AnyRowSearch, for RowSearchOfSize<N>: Send + Sync }

    /// Explores the cluster of a state, which need not be a goal state, up to `max_states` states. The state must be a placement
    /// of the database: see [`Rules::check`](crate::board::Rules::check).
    pub fn explore[&mut self](state: &State, max_states: usize) -> Exploration;

    /// The row of the cluster that was explored last; `None` if some piece or wall does not matter.
    ///
    /// # Errors
    /// [`LimitExceeded`] if something that the search numbers exceeds 32 bits, which takes billions of states.
    ///
    /// # Panics
    /// If that exploration did not end with [`Exploration::Solvable`].
    pub fn row[&mut self]() -> Result<Option<Puzzle>, LimitExceeded>;

    /// The unsolved state of the cluster that was explored last; `None` if some piece or wall matters in none of its states, or
    /// if an upper bound, found in a fraction of the time, shows that the cluster is not as deep as `least_depth`. It is the
    /// cluster's row if every piece and wall matters, which takes far longer to find out: see [`RowSearch::row`].
    ///
    /// # Errors
    /// As [`RowSearch::row`].
    ///
    /// # Panics
    /// As [`RowSearch::row`].
    pub fn hardest[&mut self](least_depth: u32) -> Result<Option<Puzzle>, LimitExceeded>;

    /// The number of states of the cluster that was explored last.
    ///
    /// # Panics
    /// As [`RowSearch::row`].
    pub fn states[&self]() -> u64;

    /// A random state of the cluster that was explored last. `below` draws a number below its argument. Every state can be drawn,
    /// but not all are equally likely: first a box is drawn, all equally likely (section 6 of `docs/ALGORITHM.md`), then one of
    /// its states.
    ///
    /// # Panics
    /// As [`RowSearch::row`].
    pub fn random_state[&self](below: &mut dyn FnMut(u64) -> u64) -> State;

    fn set_most_states_without_a_piece[&mut self](most_states: usize);
    fn another[&self]() -> RowSearch;
}

const SOLVABLE: &str = "a solvable cluster was explored last";

/// A [`RowSearch`] for some board size.
struct RowSearchOfSize<const N: usize> {
    lines: Arc<LineTables<N>>,
    gathering: BitGathering,
    metric: Metric,
    analyzer: ClusterAnalyzer<N>,
}

impl<const N: usize> RowSearchOfSize<N> {
    fn new(rules: Rules, walls: WallRange, metric: Metric, gathering: BitGathering) -> RowSearchOfSize<N> {
        // every line keeps a free cell
        let lines = LineTables::of_rules(rules, walls.max().min(N - 1));
        RowSearchOfSize::with_tables(Arc::new(lines), metric, gathering)
    }

    fn with_tables(lines: Arc<LineTables<N>>, metric: Metric, gathering: BitGathering) -> RowSearchOfSize<N> {
        let analyzer = ClusterAnalyzer::new(gathering).with_metric(metric);
        RowSearchOfSize { lines, gathering, metric, analyzer }
    }

    fn explored(&mut self) -> Explored<'_, N> {
        self.analyzer.last_explored(&self.lines).expect(SOLVABLE)
    }

    fn explore(&mut self, state: &State, max_states: usize) -> Exploration {
        let Some(placement) = Placement::from_state(&self.lines, state) else { return Exploration::NotInTables };
        match self.analyzer.explore_alone(&self.lines, &placement, Some(max_states)) {
            Err(_) => Exploration::TooLarge,
            Ok(None) => Exploration::Unsolvable,
            Ok(Some(_)) => {
                // The key of a box is its smallest state, so the smallest key belongs to the cluster's smallest state, whichever
                // lines are inside.
                let smallest = self.analyzer.boxes().nodes.iter().map(|node| node.key).min();
                let mut hasher = FxHasher::default();
                (placement.row_groups, placement.column_groups, smallest).hash(&mut hasher);
                Exploration::Solvable(hasher.finish())
            }
        }
    }

    fn row(&mut self) -> Result<Option<Puzzle>, LimitExceeded> {
        let [row, _] = self.explored().rows(0)?;
        Ok(row.map(|row| row.to_puzzle(&self.lines, self.states())))
    }

    fn hardest(&mut self, least_depth: u32) -> Result<Option<Puzzle>, LimitExceeded> {
        let hardest = self.explored().hardest(least_depth)?;
        Ok(hardest.map(|row| row.to_puzzle(&self.lines, self.states())))
    }

    fn states(&self) -> u64 {
        self.analyzer.last().expect(SOLVABLE).states
    }

    fn random_state(&self, below: &mut dyn FnMut(u64) -> u64) -> State {
        let boxes = self.analyzer.boxes();
        let node = below(boxes.nodes.len() as u64);
        let components = &boxes.nodes[node as usize].components;
        let inner = std::array::from_fn(|p| if p < N { random_member(components[p], below) } else { 0 });
        let start = &self.analyzer.last().expect(SOLVABLE).start;
        self.analyzer.placement(start, &BoxState { node: node as u32, inner }).to_state(&self.lines)
    }

    fn set_most_states_without_a_piece(&mut self, most_states: usize) {
        self.analyzer.set_most_states_without_a_piece(most_states);
    }

    fn another(&self) -> RowSearch {
        RowSearch(Box::new(RowSearchOfSize::with_tables(self.lines.clone(), self.metric, self.gathering)))
    }
}

/// A random configuration of a set.
fn random_member(set: ConfigSet, below: &mut dyn FnMut(u64) -> u64) -> u8 {
    let skipped = below(set.count_ones().into());
    let rest = (0..skipped).fold(set, |set, _| set & (set - 1));
    rest.trailing_zeros() as u8
}

#[cfg(test)]
pub(super) mod tests;
