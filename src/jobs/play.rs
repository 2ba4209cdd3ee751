//! Which boards of a file a page of `play` or of cards gets, and what the list of `play` says about them.
use super::JobError;
use crate::board::{Metric, Rules};
use crate::draw::PlayPuzzle;
use crate::engine::drive;
use crate::inputs::Plan;
use crate::notation::{Exit, View};
use crate::reference::Cluster;
use crate::rows::{
    BoardLines, Conditions, FilterTextError, NumberRange, Row, RowLine, SampleSize, Sampled, Stage, Staged, Stages,
};
use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

/// A board of a file, with what the file says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenPuzzle {
    /// The board: plain text, or the text that the page of `play` reads.
    pub text: String,
    /// The board itself, if it was not given as plain text.
    pub view: Option<View>,
    /// Where it was given, for messages.
    pub place: String,
    /// Its name.
    pub name: Option<String>,
    /// The moves of its row, or its steps if that is what the rows count.
    pub moves: Option<u32>,
    /// The cluster size of its row.
    pub cluster_size: Option<u64>,
}

/// Which boards to choose.
#[derive(Clone, Debug)]
pub struct ChoiceSettings {
    /// Where the primary leaves every board.
    pub exit: Exit,
    /// What the rows of the file count.
    pub row_metric: Metric,
    /// Conditions, sample and limit. A rank file counts its rows in the plan, so it is used once.
    pub plan: Plan,
    /// The greatest number of states of a cluster that is searched for missing figures.
    pub max_states: usize,
}

/// Which puzzles a page of `play` gets.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// Which boards.
    pub choice: ChoiceSettings,
    /// The metric of the page.
    pub metric: Metric,
    /// Threads that search. The puzzles do not depend on it.
    pub threads: NonZeroUsize,
}

/// The boards of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<T> {
    /// The chosen boards as `keep` converted them, in the order of the file.
    pub chosen: Vec<T>,
    /// Boards read.
    pub read: u64,
    /// Boards that met the conditions, of those that were tested.
    pub passed: u64,
    /// Boards that only the limit left out; `None` if it is not known, since the rows of a rank file had to be found for the
    /// conditions, and these were enough.
    pub left_out: Option<u64>,
    /// Where boards are that can't be solved, of those that would have been chosen.
    pub unsolvable: Vec<String>,
}

/// Chooses the puzzles of a page from `boards`, and searches for the length of a shortest solution and the cluster size where
/// these are needed but not given. They stay unknown for a cluster of more than [`ChoiceSettings::max_states`] states.
///
/// `step` is called with the number of puzzles searched so far, and how many there will be.
///
/// # Errors
/// The first error of `boards`, or a [`JobError`].
pub fn choose_puzzles<E: From<JobError>>(
    settings: &PlaySettings,
    boards: impl Iterator<Item = Result<GivenPuzzle, E>>,
    step: impl FnMut(u64, u64),
) -> Result<Choice<PlayPuzzle>, E> {
    let choice = choose_boards(&settings.choice, boards, |given| {
        let place = given.place.clone();
        puzzle(settings, given).map(|puzzle| Some((puzzle, place)))
    })?;
    let Choice { chosen, read, passed, left_out, mut unsolvable } = choice;
    let mut puzzles = without_repeats(chosen);
    complete(settings, &mut puzzles, step)?;
    let mut chosen = Vec::with_capacity(puzzles.len());
    for (puzzle, place) in puzzles {
        match (puzzle.depth, puzzle.cluster_size) {
            (None, Some(_)) => unsolvable.push(place),
            _ => chosen.push(puzzle), // solved, or too large to know
        }
    }
    Ok(Choice { chosen, read, passed, left_out, unsolvable })
}

/// Chooses from `boards`, and converts each chosen one with `keep`, which gives `None` for a board that can't be solved.
///
/// # Errors
/// The first error of `boards` or of `keep`, or a [`JobError`].
pub fn choose_boards<T, E: From<JobError>, K: Into<E>>(
    settings: &ChoiceSettings,
    boards: impl Iterator<Item = Result<GivenPuzzle, E>>,
    mut keep: impl FnMut(GivenPuzzle) -> Result<Option<T>, K>,
) -> Result<Choice<T>, E> {
    let Plan { choice: ranks, stages } = &settings.plan;
    let of_ranks = || ranks.counts.rows.load(Ordering::Relaxed); // 0 unless the boards are from a rank file
    let holds_rows = stages.iter().any(Stage::holds_rows);
    let mut running = Stages::new(stages);
    let mut choice = Choice { chosen: Vec::new(), read: 0, passed: 0, left_out: None, unsolvable: Vec::new() };
    let (exit, mut is_enough) = (settings.exit, false);
    for given in boards {
        is_enough = of_ranks() > 0 && running.is_full();
        if is_enough {
            break;
        }
        let mut given = given?;
        choice.read += 1;
        let Some(row) = passing(settings, &mut given)? else { continue };
        choice.passed += 1;
        // of a row that is held, only what the row does not say is kept
        let is_plain = given.name.is_none() && given.view.is_none();
        let given = (!holds_rows || !is_plain).then(|| Box::new(given));
        if let Some(candidate) = running.offer(Candidate { row, exit, given }).map_err(JobError::from)? {
            choice.keep(candidate.whole(), &mut keep)?;
        }
    }
    for candidate in running.finish().map_err(JobError::from)? {
        choice.keep(candidate.whole(), &mut keep)?;
    }
    choice.left_out = match ranks.passed() {
        Some(passed) if is_enough => Some(passed - choice.passed),
        None if is_enough => None,
        _ => Some(running.beyond_limit),
    };
    if of_ranks() > 0 {
        choice.read = of_ranks();
        choice.passed = ranks.passed().unwrap_or(choice.passed);
    }
    Ok(choice)
}

impl<T> Choice<T> {
    fn keep<K: Into<E>, E>(
        &mut self,
        given: GivenPuzzle,
        keep: impl FnOnce(GivenPuzzle) -> Result<Option<T>, K>,
    ) -> Result<(), E> {
        let place = given.place.clone();
        match keep(given).map_err(Into::into)? {
            Some(kept) => self.chosen.push(kept),
            None => self.unsolvable.push(place),
        }
        Ok(())
    }
}

/// A board that meets the conditions.
struct Candidate {
    /// Its row. Moves and cluster size are 0 if they are not known.
    row: Row,
    exit: Exit,
    /// The board as it was given; `None` for plain text without a name.
    given: Option<Box<GivenPuzzle>>,
}

impl Candidate {
    fn whole(self) -> GivenPuzzle {
        let RowLine { moves, board, cluster_size } = self.row.line();
        self.given.map_or_else(
            || GivenPuzzle {
                place: format!("the board {board}"),
                text: board,
                view: None,
                name: None,
                moves: (moves > 0).then_some(moves),
                cluster_size: (cluster_size > 0).then_some(cluster_size),
            },
            |given| *given,
        )
    }
}

impl Sampled for Candidate {
    fn key(&self) -> (u32, Cow<'_, str>) {
        self.row.key()
    }
}

impl Staged for Candidate {
    fn row(&self) -> &Row {
        &self.row
    }

    fn lines(&self) -> Result<BoardLines, FilterTextError> {
        let view = match &self.given {
            Some(given) => given.to_view(self.exit).map_err(|error| error.to_string()),
            None => View::from_text(&self.row.board, self.exit).map_err(|error| format!("the board {}: {error}", self.row.board)),
        };
        BoardLines::try_from(view.map_err(FilterTextError)?.state())
    }
}

/// The row of a board that meets the conditions; `None` if it does not. Figures that these need are searched for if the file does
/// not give them.
fn passing(settings: &ChoiceSettings, given: &mut GivenPuzzle) -> Result<Option<Row>, JobError> {
    let Plan { choice, stages } = &settings.plan;
    let Conditions { filter, split } = &choice.conditions;
    let is_by_moves = |stage: &Stage| matches!(stage, Stage::Sample(sampling) if matches!(sampling.size, SampleSize::PerMoves(_) | SampleSize::Spread(_)));
    let needs_moves = filter.moves != NumberRange::ALL || !filter.tiers.is_empty() || stages.iter().any(is_by_moves);
    let needs_size = filter.size != NumberRange::ALL;
    let line = RowLine {
        moves: given.moves.unwrap_or(0),
        board: given.text.replace('.', "o"),
        cluster_size: given.cluster_size.unwrap_or(0),
    };
    let mut row = Row::of(line).map_err(|error| JobError::wrong(&given.place, error))?;
    if let Some(view) = &given.view {
        row = row.of_rules(Rules::of_size(view.size()));
    }
    let has_places = filter.places.is_empty() || {
        let view = given.to_view(settings.exit)?;
        if view.exit() != Exit::Right {
            return Err(JobError::wrong(&given.place, "conditions on places are for boards with the exit at the right"));
        }
        let (board, size) = (view.state().to_string(), view.size());
        filter.places.iter().all(|place| place.holds(&board, size))
    };
    if !has_places || !filter.accepts_counts(&row) || split.is_some_and(|split| !split.accepts(&row)) {
        return Ok(None);
    }
    if needs_moves && given.moves.is_none() || needs_size && given.cluster_size.is_none() {
        let (depth, states) = figures(&given.to_view(settings.exit)?, settings.row_metric, settings.max_states);
        (given.moves, given.cluster_size) = (given.moves.or(depth), given.cluster_size.or(states));
        if needs_moves && given.moves.is_none() || needs_size && given.cluster_size.is_none() {
            return Ok(None); // unsolvable, or too large to know
        }
        (row.moves, row.cluster_size) = (given.moves.unwrap_or(0), given.cluster_size.unwrap_or(0));
    }
    Ok(filter.accepts_figures(&row).then_some(row))
}

impl GivenPuzzle {
    /// The board with its exit.
    ///
    /// # Errors
    /// [`JobError::Wrong`] if the text is not a board.
    pub fn to_view(&self, exit: Exit) -> Result<View, JobError> {
        if let Some(view) = &self.view {
            return Ok(view.clone());
        }
        View::from_text(&self.text, exit).map_err(|error| JobError::wrong(&self.place, error))
    }
}

/// The length of a shortest solution and the states of the cluster. The length is `None` without a solution; both are if there
/// are too many states.
pub(super) fn figures(view: &View, metric: Metric, max_states: usize) -> (Option<u32>, Option<u64>) {
    match Cluster::explore(view.state(), max_states) {
        Ok(cluster) => (cluster.depths(metric).of(0), Some(cluster.states() as u64)), // state 0 is the start
        Err(_) => (None, None),
    }
}

/// Each board once, with all its names and where the first one is, since the address of a puzzle on a page is its board.
fn without_repeats(puzzles: Vec<(PlayPuzzle, String)>) -> Vec<(PlayPuzzle, String)> {
    let mut indices = HashMap::new();
    let mut once: Vec<(PlayPuzzle, String)> = Vec::with_capacity(puzzles.len());
    for (puzzle, place) in puzzles {
        let index = *indices.entry(puzzle.board.clone()).or_insert(once.len());
        let Some((first, _)) = once.get_mut(index) else {
            once.push((puzzle, place));
            continue;
        };
        if first.name != puzzle.name {
            let names: Vec<String> = first.name.take().into_iter().chain(puzzle.name).collect();
            first.name = Some(names.join(", "));
        }
    }
    once
}

/// A puzzle with the figures that are given.
fn puzzle(settings: &PlaySettings, given: GivenPuzzle) -> Result<PlayPuzzle, JobError> {
    let depth = given.moves.filter(|_| settings.metric == settings.choice.row_metric);
    let view = given.to_view(settings.choice.exit)?;
    let mut puzzle = PlayPuzzle::of(&view);
    if puzzle.board.contains('?') {
        return Err(JobError::wrong(&given.place, "the page plays boards of at most 50 pieces and walls"));
    }
    (puzzle.depth, puzzle.cluster_size, puzzle.name) = (depth, given.cluster_size, given.name);
    Ok(puzzle)
}

/// Searches for the figures that are not given.
fn complete(
    settings: &PlaySettings,
    puzzles: &mut [(PlayPuzzle, String)],
    mut step: impl FnMut(u64, u64),
) -> Result<(), JobError> {
    let is_unknown = |&index: &usize| puzzles[index].0.depth.is_none() || puzzles[index].0.cluster_size.is_none();
    let unknown: Vec<usize> = (0..puzzles.len()).filter(is_unknown).collect();
    let never = AtomicBool::new(false); // a signal ends the program at once
    let mut found = Vec::new();
    let write = |outcome: (Option<u32>, Option<u64>)| {
        found.push(outcome);
        step(found.len() as u64, unknown.len() as u64);
        Ok::<(), JobError>(())
    };
    let search = |index: usize| {
        let view = View::from_address(&puzzles[index].0.board, Exit::Right).ok();
        view.map_or((None, None), |view| figures(&view, settings.metric, settings.choice.max_states))
    };
    drive(|| (), |(), index| search(index), unknown.iter().copied(), settings.threads, &never, write)?;
    for (index, (depth, cluster_size)) in unknown.into_iter().zip(found) {
        let (puzzle, _) = &mut puzzles[index];
        (puzzle.depth, puzzle.cluster_size) = (puzzle.depth.or(depth), puzzle.cluster_size.or(cluster_size));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Filter, Sampling, SolvedFilter, stages_of};

    fn given(line: &str) -> GivenPuzzle {
        let mut words = line.split(' ').peekable();
        let moves = words.next_if(|word| word.parse::<u32>().is_ok()).and_then(|word| word.parse().ok());
        let text = words.next().expect("a board").to_owned();
        let cluster_size = words.next_if(|word| word.parse::<u64>().is_ok()).and_then(|word| word.parse().ok());
        GivenPuzzle { text, view: None, place: "a test".to_owned(), name: words.next().map(str::to_owned), moves, cluster_size }
    }

    fn choice_of(filter: Filter, sampling: Sampling, limit: usize) -> ChoiceSettings {
        let conditions = Conditions { filter, split: None };
        let stages = stages_of(conditions, None, &SolvedFilter::default(), &sampling, None, Some(limit));
        let plan = Plan::new(&[], stages, false);
        ChoiceSettings { exit: Exit::Right, row_metric: Metric::Moves, plan, max_states: 100_000 }
    }

    fn choice() -> ChoiceSettings {
        choice_of(Filter::ALL, Sampling::ALL, 100)
    }

    /// Settings of a page by moves.
    fn by_moves(choice: ChoiceSettings) -> PlaySettings {
        PlaySettings { choice, metric: Metric::Moves, threads: NonZeroUsize::MIN }
    }

    fn settings() -> PlaySettings {
        by_moves(choice())
    }

    fn choose(settings: &PlaySettings, lines: &[&str]) -> Result<Choice<PlayPuzzle>, JobError> {
        choose_puzzles(settings, lines.iter().map(|line| Ok(given(line))), |_, _| {})
    }

    const LINES: [&str; 4] =
        ["02 oBBoAAoCoooCoooo 19", "oBBoAAoCoooCDDoo Jam", "60 IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332", "ooooAAoxoooooooo"];

    #[test]
    fn what_is_not_given_is_searched() {
        let found = choose(&settings(), &LINES).expect("puzzles");
        let figures: Vec<_> = found.chosen.iter().map(|p| (p.depth, p.cluster_size, p.name.as_deref())).collect();
        let expected = [(Some(2), Some(19), None), (Some(2), Some(48), Some("Jam")), (Some(60), Some(2332), None)];
        assert_eq!((figures, found.read, found.left_out), (expected.to_vec(), 4, Some(0)));
        assert_eq!(found.unsolvable, ["a test"], "the last one");
        let both = PlaySettings { metric: Metric::Steps, ..by_moves(ChoiceSettings { row_metric: Metric::Steps, ..choice() }) };
        assert_eq!(
            choose(&both, &LINES[..1]).expect("puzzles").chosen[0].depth,
            Some(2),
            "what the row says is not searched again"
        );
        let steps = choose(&PlaySettings { metric: Metric::Steps, ..settings() }, &LINES[..3]).expect("puzzles");
        assert_eq!(steps.chosen.iter().map(|p| p.depth).collect::<Vec<_>>(), [Some(3), Some(3), Some(103)]);
        let small = choose(&by_moves(ChoiceSettings { max_states: 20, ..choice() }), &LINES[1..2]).expect("puzzles");
        assert_eq!((small.chosen[0].depth, small.chosen[0].cluster_size), (None, None));
    }

    #[test]
    fn filters_samples_and_the_limit_choose() {
        let with = |filter| choose(&by_moves(choice_of(filter, Sampling::ALL, 100)), &LINES).expect("puzzles");
        let hard = with(Filter { moves: "10..".parse().expect("a range"), ..Filter::ALL });
        assert_eq!((hard.passed, hard.chosen[0].depth), (1, Some(60)));
        let middle = with(Filter { size: "20..100".parse().expect("a range"), ..Filter::ALL });
        assert_eq!((middle.passed, middle.chosen[0].name.as_deref()), (1, Some("Jam")));
        let first = choose(&by_moves(choice_of(Filter::ALL, Sampling::ALL, 1)), &LINES).expect("puzzles");
        assert_eq!((first.chosen.len(), first.passed, first.left_out), (1, 4, Some(3)));
        let sample = |seed, limit| {
            let sampled = choice_of(Filter::ALL, Sampling { size: SampleSize::Total(3), seed, ..Sampling::ALL }, limit);
            choose(&by_moves(sampled), &LINES).expect("puzzles")
        };
        assert_eq!((sample(1, 100).chosen.len(), sample(1, 2).chosen.len(), sample(1, 2).left_out), (3, 2, Some(1)));
        let named =
            (0..20).map(|seed| sample(seed, 100)).filter(|c| c.chosen.iter().any(|p| p.name.as_deref() == Some("Jam"))).count();
        assert!(named > 5, "names survive sampling");
    }

    #[test]
    fn a_wrong_board_is_named() {
        let error = choose(&settings(), &["oBBoAAoCoooooooo"]).expect_err("a car of one cell").to_string();
        assert!(error.starts_with("a test: ") && error.contains("'C' on 1 cell"), "{error}");
        let stuck = format!("A{0}A{0}", "o".repeat(5)) + &"o".repeat(24);
        let error = choose(&settings(), &[&stuck]).expect_err("A is vertical").to_string();
        assert!(error.starts_with("a test: row 1, column 1: the primary"), "{error}");
    }
}
