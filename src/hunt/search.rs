//! One search: a population of rows that grows by the children of its best rows, until its evaluations are used up.
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::control::Control;
use super::minimal_row::Workshop;
use super::mutation::{mutated, random_board};
use super::population::{Parent, Population};
use super::screen::{has_blocked_column, packed_hash, signature_hash};
use super::{HuntSettings, keep};
use crate::board::{Puzzle, State};
use crate::generate::Exploration;
use crate::random::Random;

/// A search starts from this many random rows.
const START_ROWS: usize = 10;
/// How many children a row gets in one turn.
const CHILDREN: usize = 50;
/// A parent's turn ends after this many changed boards per child, on average: most changes lead to known clusters.
const TRIES_PER_CHILD: usize = 20;
/// How many untested boards a search remembers for each row that it keeps. Fewer than one in ten of the hardest boards are rows.
const UNTESTED_PER_ROW: usize = 50;
/// A parent with fewer new children than this in one turn is exhausted.
const FEW_CHILDREN: usize = 10;

/// A signature is given up after this many boards without improvement.
const MOST_FRUITLESS: u32 = 3;

/// A search to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchTask {
    /// Its number, from 0.
    pub number: u64,
    /// How many boards to evaluate.
    pub evaluations: u64,
}

/// What a search found.
#[derive(Default)]
pub(super) struct SearchResult {
    /// The hardest rows.
    pub rows: BTreeSet<Puzzle>,
    /// Boards evaluated.
    pub evaluations: u64,
    /// Boards skipped because their cluster has too many states.
    pub too_large: u64,
}

/// Makes a search. Every second one starts from the rows of `known` boards, if there are any. It ends early if the hunt is over.
pub(super) fn search(
    task: SearchTask,
    settings: &HuntSettings,
    known: &[Puzzle],
    control: &Control<'_>,
    workshop: &mut Workshop,
) -> SearchResult {
    let mut search = Search::new(task, settings, control);
    if task.number.is_multiple_of(2) {
        for row in known {
            search.add_start(row.clone(), workshop);
        }
    }
    if known.is_empty() || task.number % 2 == 1 {
        (0..START_ROWS).for_each(|_| search.start_row(workshop));
    }
    while search.goes_on() {
        search.turn(workshop);
    }
    search.test_hardest(workshop);
    search.result
}

struct Search<'h, 's> {
    task: SearchTask,
    settings: &'h HuntSettings,
    control: &'h Control<'s>,
    random: Random,
    population: Population,
    /// Hashes of the packed boards evaluated.
    boards: FxHashSet<u64>,
    /// The clusters that were analysed.
    clusters: FxHashSet<u64>,
    /// For each signature the number of boards without improvement, because their cluster was analysed before, is unsolvable, or is too
    /// large.
    fruitless: FxHashMap<u64, u32>,
    /// The most moves of a row.
    hardest: u32,
    /// The hardest boards not tested yet: some of their pieces may not matter.
    untested: BTreeSet<Puzzle>,
    result: SearchResult,
}

impl<'h, 's> Search<'h, 's> {
    fn new(task: SearchTask, settings: &'h HuntSettings, control: &'h Control<'s>) -> Search<'h, 's> {
        let mut random = Random::new(settings.seed);
        // the seed of a search: the first number of the hunt's stream, combined with the first of the stream of the search's
        // number
        let random = Random::new(random.draw() ^ Random::new(task.number).draw());
        Search {
            task,
            settings,
            control,
            random,
            population: Population::default(),
            boards: FxHashSet::default(),
            clusters: FxHashSet::default(),
            fruitless: FxHashMap::default(),
            hardest: 0,
            untested: BTreeSet::new(),
            result: SearchResult::default(),
        }
    }

    fn goes_on(&self) -> bool {
        self.result.evaluations < self.task.evaluations && !self.control.is_over()
    }

    /// Adds the row of a random board.
    fn start_row(&mut self, workshop: &mut Workshop) {
        while self.goes_on() {
            self.count();
            let Some(board) = random_board(self.settings.rules, self.settings.walls, &mut self.random) else { continue };
            // most random boards are unsolvable or have huge clusters, which shows fastest here
            if has_blocked_column(&board)
                || !matches!(workshop.child.explore(&board, self.settings.max_states), Exploration::Solvable(_))
            {
                continue;
            }
            if let Some(row) = workshop.minimal_row(self.settings, &board, &|| !self.control.is_over())
                && self.add_start(row, workshop)
            {
                return;
            }
        }
    }

    /// Whether the cluster of a row is new to the search, which knows it from now on.
    fn is_new_cluster(&mut self, row: &Puzzle, workshop: &mut Workshop) -> bool {
        let explored = workshop.child.explore(&row.board, self.settings.most_states_to_explore());
        matches!(explored, Exploration::Solvable(cluster) if self.clusters.insert(cluster))
    }

    /// Adds a row from which the search starts; false if the search knows its cluster.
    fn add_start(&mut self, row: Puzzle, workshop: &mut Workshop) -> bool {
        let is_new = self.is_new_cluster(&row, workshop);
        if is_new {
            self.keep(row.clone());
            self.population.add(Parent { puzzle: row, is_tested: true });
        }
        is_new
    }

    /// A row becomes a parent and gets children; if all rows are exhausted, a new row is made.
    fn turn(&mut self, workshop: &mut Workshop) {
        let Some((id, parent)) = self.population.draw(&mut self.random) else { return self.start_row(workshop) };
        let explored = workshop.parent.explore(&parent.puzzle.board, self.settings.most_states_to_explore());
        if !matches!(explored, Exploration::Solvable(_)) {
            return self.population.exhaust(id); // a known board with a larger cluster
        }
        if !parent.is_tested {
            match workshop.parent.row() {
                Ok(None) => {
                    self.untested.remove(&parent.puzzle);
                    return self.population.exhaust(id);
                }
                Ok(Some(row)) => self.keep(row),
                Err(_) => {} // takes too long to find out; a parent need not be a row
            }
            self.population.set_tested(id);
        }
        let mut children = Vec::new();
        let mut count = 0;
        for _ in 0..CHILDREN * TRIES_PER_CHILD {
            if count == CHILDREN || !self.goes_on() {
                break;
            }
            let state = workshop.parent.random_state(&mut |bound| self.random.below(bound));
            if let Some(board) =
                mutated(&state, self.settings.rules, self.settings.walls, &mut self.random).filter(|board| self.is_new(board))
            {
                count += 1;
                self.count();
                children.extend(self.evaluate(&board, workshop));
            }
        }
        if count < FEW_CHILDREN {
            self.population.exhaust(id);
        }
        children.into_iter().for_each(|child| self.population.add(child));
    }

    /// Whether a board seems new, as far as this shows without its cluster, and may be solvable.
    fn is_new(&mut self, board: &State) -> bool {
        !has_blocked_column(board)
            && self.boards.insert(packed_hash(board))
            && self.fruitless.get(&signature_hash(board)).is_none_or(|&boards| boards < MOST_FRUITLESS)
    }

    /// The unsolved state of a board's cluster, if it may be a row and the cluster was not analysed before.
    ///
    /// Whether every piece matters is not tested yet, since that takes far longer than all the rest and few boards become
    /// parents: [`Search::turn`] tests the boards that are drawn, and [`Search::test_hardest`] the hardest ones. But a board that
    /// is harder than all rows becomes a row at once: without the pieces that don't matter it is at least as hard.
    ///
    /// To explore a cluster costs far less than to find its depths. So on large boards a cluster that is larger than allowed is
    /// explored too, and searched only if the bound on its depth leaves room for a board that is harder than all rows.
    fn evaluate(&mut self, board: &State, workshop: &mut Workshop) -> Option<Parent> {
        let explored = workshop.child.explore(board, self.settings.most_states_of_child());
        self.result.too_large += u64::from(explored == Exploration::TooLarge);
        if !matches!(explored, Exploration::Solvable(cluster) if self.clusters.insert(cluster)) {
            *self.fruitless.entry(signature_hash(board)).or_default() += 1;
            return None;
        }
        let is_large = workshop.child.states() > self.settings.max_states as u64;
        let hardest = workshop.child.hardest(if is_large { self.hardest + 1 } else { 0 });
        self.result.too_large += u64::from(hardest.is_err() || is_large && hardest == Ok(None));
        let puzzle = hardest.ok().flatten()?;
        if puzzle.moves <= self.hardest {
            keep(&mut self.untested, [puzzle.clone()], UNTESTED_PER_ROW.saturating_mul(self.settings.keep));
            return Some(Parent { puzzle, is_tested: false });
        }
        let row = workshop.minimal_row(self.settings, board, &|| !self.control.is_over())?;
        // A known row would not be harder than all rows, so the cluster is new, unless it is this board's own.
        self.is_new_cluster(&row, workshop);
        self.keep(row.clone());
        Some(Parent { puzzle: row, is_tested: true })
    }

    /// Counts a board that is evaluated.
    fn count(&mut self) {
        self.result.evaluations += 1;
        self.control.count(self.result.evaluations);
    }

    /// Keeps a row if it is among the hardest.
    fn keep(&mut self, row: Puzzle) {
        if row.moves > self.hardest {
            self.hardest = row.moves;
            self.control.offer(&row);
        }
        keep(&mut self.result.rows, [row], self.settings.keep);
    }

    /// Tests the hardest boards that are not tested yet, until as many rows as wanted are harder than the next board, or time
    /// runs out. Those in clusters above the limit are left out: they were searched for a record alone, and their tests take
    /// longest.
    fn test_hardest(&mut self, workshop: &mut Workshop) {
        for puzzle in std::mem::take(&mut self.untested) {
            let rows = &self.result.rows;
            let is_too_easy = rows.len() >= self.settings.keep && rows.last().is_none_or(|last| *last < puzzle);
            if is_too_easy || !self.control.has_time_to_test() {
                return;
            }
            if !rows.contains(&puzzle)
                && let Exploration::Solvable(_) = workshop.child.explore(&puzzle.board, self.settings.max_states)
                && let Ok(Some(row)) = workshop.child.row()
            {
                self.keep(row);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use super::super::tests::settings;
    use super::*;
    use crate::generate::{BitGathering, RowSearch};

    #[test]
    fn a_cluster_above_the_limit_is_searched_only_if_it_may_bring_a_record() {
        let settings = HuntSettings { max_states: 10_000, ..settings(7, "0", 100, 1) };
        let stop = AtomicBool::new(false);
        let control = Control::new(&settings, Instant::now(), &stop, &|_, _| {});
        let rows = RowSearch::new(settings.rules, settings.walls, settings.metric, BitGathering::fastest());
        let mut workshop = Workshop::new(&rows);
        let task = SearchTask { number: 0, evaluations: 100 };
        let (mut search, mut fresh) = (Search::new(task, &settings, &control), Search::new(task, &settings, &control));
        let mut evaluate = |search: &mut Search<'_, '_>, board: &State| {
            let found = search.evaluate(board, &mut workshop).map(|parent| (parent.puzzle.moves, parent.puzzle.cluster_size));
            (found, search.result.too_large)
        };
        let hardest: State = "BBBCCCoDDNoEEEKoNFFQRKAAoPQRKMGGPQSLMoOHHSLIIOJJJ".parse().expect("a board");
        let few_pieces = (0..9).fold(hardest.clone(), |board, _| board.without_item(1));
        assert_eq!(evaluate(&mut search, &few_pieces), (None, 1), "more than 100,000 states");
        assert_eq!(evaluate(&mut search, &hardest), (Some((135, 30_012)), 1));
        // without one of its pieces, a board is less deep
        let mut searched_if_fresh = 0;
        for item in 1..hardest.items().len() {
            let board = hardest.without_item(item);
            if let (Some((moves, 10_001..)), _) = evaluate(&mut fresh, &board) {
                assert!(moves <= 135, "{board}");
                let (found, too_large) = evaluate(&mut search, &board);
                assert_eq!((found, too_large > 1), (None, true), "{board}");
                searched_if_fresh += 1;
            }
        }
        assert!(searched_if_fresh > 0);
    }
}
