//! Which boards of a file a page of `play` or of cards gets, and what the list of `play` says about them.
use super::error::JobError;
use crate::board::{Metric, Orientation, State};
use crate::draw::{PlayCollection, PlayPuzzle};
use crate::engine::drive;
use crate::files::sha256;
use crate::notation::{Exit, View};
use crate::ranks::{Database, RankChoice, RankCounts, rank_header};
use crate::reference::Cluster;
use crate::rows::{BoardLines, DistinctBoards, Filter, NumberRange, RowFacts, RowLine, SampleSize, Sampler, Sampling, Split};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
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
    /// The conditions that boards must meet.
    pub filter: Filter,
    /// The side of a split to keep, if the boards are split.
    pub split: Option<Split>,
    /// Which of these boards to keep.
    pub sampling: Sampling,
    /// Counts the rows of a rank file; new for each choice.
    pub rank_counts: Arc<RankCounts>,
    /// The greatest number of boards; the first ones are kept.
    pub limit: usize,
    /// The greatest number of states of a cluster that is searched for missing figures.
    pub max_states: usize,
}

impl ChoiceSettings {
    /// The same choice for the rows of a rank file.
    pub fn ranks(&self) -> RankChoice {
        let ranks = RankChoice::sampled(self.filter.clone(), self.split, self.sampling.clone());
        RankChoice { counts: self.rank_counts.clone(), ..ranks }
    }
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
    /// Boards that passed filter and split, of those that were tried.
    pub passed: u64,
    /// Boards that passed but are beyond the limit, or boards of a sample that are; `None` if it is not known, since the rows of
    /// a rank file had to be found for the conditions, and these were enough.
    pub left_out: Option<u64>,
}

/// The puzzles of a rank file that a page finds by itself.
#[derive(Clone, Debug)]
pub struct RankPage {
    /// What the page holds.
    pub collection: PlayCollection,
    /// What its depths count.
    pub metric: Metric,
    /// Rows of the file.
    pub read: u64,
    /// Rows that pass.
    pub passed: u64,
}

/// The rows of a rank file that pass, for a page that finds them by itself; `None` if `path` is not a rank file, or the choice
/// needs the rows.
///
/// # Errors
/// The file is damaged.
pub fn rank_page(path: &Path, choice: &ChoiceSettings) -> io::Result<Option<RankPage>> {
    let ChoiceSettings { exit, filter, split, sampling, .. } = choice;
    let needs_rows = *exit != Exit::Right || split.is_some() || !sampling.keeps_all() || filter.needs_rows();
    if needs_rows || rank_header(path).is_none() {
        return Ok(None);
    }
    let database = Database::open(path)?;
    let selection = database.selection(filter)?;
    let counts =
        selection.counts.iter().map(|(&(walls, moves, pieces), &count)| [walls.into(), moves.into(), pieces.into(), count]);
    let checkpoints = selection.checkpoints.iter().map(|point| (point.walls, point.rank, cell_codes(&point.candidate)));
    let id = sha256(&selection.bytes)[..16].to_owned();
    let (counts, checkpoints) = (counts.collect(), checkpoints.collect());
    let first = easy_row(&Database::of_bytes(selection.bytes.clone())?)?;
    let collection = PlayCollection { id, counts, checkpoints, ranks: selection.bytes, first };
    Ok(Some(RankPage { collection, metric: database.metric(), read: database.len(), passed: selection.rows }))
}

/// The first row with few moves, as the page gets it; `None` if no row has so few.
fn easy_row(database: &Database) -> io::Result<Option<(u64, String, u32, u64)>> {
    for (row, entry) in (0..).zip(database.entries()) {
        if EASY.contains(&entry?.moves) {
            return Ok(database.get(row)?.map(|puzzle| (row, puzzle.board.to_string(), puzzle.moves, puzzle.cluster_size)));
        }
    }
    Ok(None)
}

/// The moves of the puzzle that the page of a database shows first.
const EASY: RangeInclusive<u32> = 4..=6;

/// A state in half as many characters as it has cells, for the checkpoints of a page. Each character is a number of base 36, for
/// two cells: six times what begins at the first, plus what begins at the second. There begins nothing (0), a wall (1), a
/// horizontal car or truck (2, 3), or a vertical one (4, 5).
fn cell_codes(state: &State) -> String {
    let cells = state.size().cells();
    let mut codes = vec![0; cells.next_multiple_of(2)];
    for (cell, code) in codes.iter_mut().enumerate().take(cells) {
        *code = state.walls().contains(cell).into();
    }
    for piece in state.pieces() {
        let is_vertical = piece.orientation == Orientation::Vertical;
        codes[piece.row * state.size().n() + piece.column] = piece.length as u32 + if is_vertical { 2 } else { 0 };
    }
    let digits = codes.chunks(2).map(|pair| char::from_digit(6 * pair[0] + pair[1], 36).expect("two numbers below 6"));
    digits.collect()
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
    let mut choice = choose_boards(&settings.choice, boards, |given| puzzle(settings, given))?;
    choice.chosen = without_repeats(choice.chosen);
    complete(settings, &mut choice.chosen, step)?;
    Ok(choice)
}

/// Chooses from `boards`, and converts each chosen one with `keep`.
///
/// # Errors
/// The first error of `boards` or of `keep`, or a [`JobError`].
pub fn choose_boards<T, E: From<JobError>, K: Into<E>>(
    settings: &ChoiceSettings,
    boards: impl Iterator<Item = Result<GivenPuzzle, E>>,
    mut keep: impl FnMut(GivenPuzzle) -> Result<T, K>,
) -> Result<Choice<T>, E> {
    let ranks = settings.ranks();
    let mut choice = Choice { chosen: Vec::new(), read: 0, passed: 0, left_out: Some(0) };
    // a board with a name, or not given as plain text, is kept with its row
    let mut sampler: Sampler<(Option<Box<GivenPuzzle>>, RowLine)> = Sampler::new(settings.sampling.clone());
    let has_sample = settings.sampling.size != SampleSize::All;
    let mut distinct = (settings.sampling.distinct && !has_sample).then(DistinctBoards::default);
    for given in boards {
        let rows = settings.rank_counts.rows.load(Ordering::Relaxed); // 0 unless the boards are from a rank file
        let is_enough = !has_sample && choice.chosen.len() == settings.limit;
        if rows > 0 && is_enough {
            let passed = ranks.counts.passed.load(Ordering::Relaxed);
            (choice.left_out, choice.passed) = match ranks.needs_rows() {
                true => (None, choice.passed),
                false => (Some(passed - choice.passed), passed),
            };
            break;
        }
        let mut given = given?;
        choice.read += 1;
        let Some(row) = passing(settings, &mut given)? else { continue };
        choice.passed += 1;
        if has_sample {
            let is_described = given.name.is_some() || given.view.is_some();
            sampler.offer((is_described.then(|| Box::new(given)), row));
            continue;
        }
        if choice.chosen.len() == settings.limit {
            choice.left_out = choice.left_out.map(|count| count + 1);
            continue;
        }
        let is_new = match &mut distinct {
            Some(distinct) => distinct.add(&BoardLines::of(given.to_view(settings.exit)?.state())),
            None => true,
        };
        if is_new {
            choice.chosen.push(keep(given).map_err(Into::into)?);
        }
    }
    if has_sample {
        let whole = |given: Option<Box<GivenPuzzle>>, row: &RowLine| given.map_or_else(|| plain_puzzle(row), |given| *given);
        let lines = |(given, row): &(Option<Box<GivenPuzzle>>, RowLine)| {
            Ok::<_, JobError>(BoardLines::of(whole(given.clone(), row).to_view(settings.exit)?.state()))
        };
        let sample = sampler.finish(lines)?;
        choice.left_out = Some(sample.len().saturating_sub(settings.limit) as u64);
        for (given, row) in sample.into_iter().take(settings.limit) {
            choice.chosen.push(keep(whole(given, &row)).map_err(Into::into)?);
        }
    }
    let rows = ranks.counts.rows.load(Ordering::Relaxed);
    if rows > 0 {
        choice.read = rows;
        if ranks.sample.is_some() && !ranks.needs_rows() {
            choice.passed = ranks.counts.passed.load(Ordering::Relaxed);
        }
    }
    Ok(choice)
}

/// A sampled board that was given as plain text.
fn plain_puzzle(row: &RowLine) -> GivenPuzzle {
    let (moves, cluster_size) = ((row.moves > 0).then_some(row.moves), (row.cluster_size > 0).then_some(row.cluster_size));
    let place = format!("the board {}", row.board);
    GivenPuzzle { text: row.board.clone(), view: None, place, name: None, moves, cluster_size }
}

/// The row of a board that passes filter and split; `None` if it does not pass. Moves and cluster size are 0 if they are not
/// known.
fn passing(settings: &ChoiceSettings, given: &mut GivenPuzzle) -> Result<Option<RowLine>, JobError> {
    let ChoiceSettings { filter, split, sampling, .. } = settings;
    let needs_moves = filter.moves != NumberRange::ALL
        || !filter.tiers.is_empty()
        || matches!(sampling.size, SampleSize::PerMoves(_) | SampleSize::Spread(_));
    let needs_size = filter.size != NumberRange::ALL;
    let mut row = RowLine {
        moves: given.moves.unwrap_or(0),
        board: given.text.replace('.', "o"),
        cluster_size: given.cluster_size.unwrap_or(0),
    };
    let facts = RowFacts::of(&row).map_err(|error| JobError::wrong(&given.place, error))?;
    let placed = match &filter.places[..] {
        [] => Cow::Borrowed(&*row.board),
        _ => Cow::Owned(placed_board(settings, given)?),
    };
    if !filter.accepts_board(&placed, &facts) || split.is_some_and(|split| !split.accepts(&row)) {
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

/// The text of a board for conditions on places.
fn placed_board(settings: &ChoiceSettings, given: &GivenPuzzle) -> Result<String, JobError> {
    let view = given.to_view(settings.exit)?;
    if view.exit() != Exit::Right || !view.shape().is_square() {
        return Err(JobError::wrong(&given.place, "conditions on places are for square boards with the exit at the right"));
    }
    Ok(view.state().to_string())
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
fn figures(view: &View, metric: Metric, max_states: usize) -> (Option<u32>, Option<u64>) {
    match Cluster::explore(view.state(), max_states) {
        Ok(cluster) => (cluster.depths(metric).of(0), Some(cluster.states() as u64)), // state 0 is the start
        Err(_) => (None, None),
    }
}

/// Each board once, with all its names, since the address of a puzzle on a page is its board.
fn without_repeats(puzzles: Vec<PlayPuzzle>) -> Vec<PlayPuzzle> {
    let mut places = HashMap::new();
    let mut once: Vec<PlayPuzzle> = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        let place = *places.entry((puzzle.board.clone(), puzzle.shape.width(), puzzle.exit.to_string())).or_insert(once.len());
        let Some(first) = once.get_mut(place) else {
            once.push(puzzle);
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
    (puzzle.depth, puzzle.cluster_size, puzzle.name) = (depth, given.cluster_size, given.name);
    Ok(puzzle)
}

/// Searches for the figures that are not given.
fn complete(settings: &PlaySettings, puzzles: &mut [PlayPuzzle], mut step: impl FnMut(u64, u64)) -> Result<(), JobError> {
    let is_unknown = |&index: &usize| puzzles[index].depth.is_none() || puzzles[index].cluster_size.is_none();
    let unknown: Vec<usize> = (0..puzzles.len()).filter(is_unknown).collect();
    let never = AtomicBool::new(false); // a signal ends the program at once
    let mut found = Vec::new();
    let write = |outcome: (Option<u32>, Option<u64>)| {
        found.push(outcome);
        step(found.len() as u64, unknown.len() as u64);
        Ok::<(), JobError>(())
    };
    let search = |index: usize| {
        let PlayPuzzle { board, shape, exit, .. } = &puzzles[index];
        let view = View::from_shaped_text(board, *shape, "A", *exit).ok();
        view.map_or((None, None), |view| figures(&view, settings.metric, settings.choice.max_states))
    };
    drive(|| (), |(), index| search(index), unknown.iter().copied(), settings.threads, &never, write)?;
    for (index, (depth, cluster_size)) in unknown.into_iter().zip(found) {
        let puzzle = &mut puzzles[index];
        (puzzle.depth, puzzle.cluster_size) = (puzzle.depth.or(depth), puzzle.cluster_size.or(cluster_size));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(line: &str) -> GivenPuzzle {
        let mut words = line.split(' ').peekable();
        let moves = words.next_if(|word| word.parse::<u32>().is_ok()).and_then(|word| word.parse().ok());
        let text = words.next().expect("a board").to_owned();
        let cluster_size = words.next_if(|word| word.parse::<u64>().is_ok()).and_then(|word| word.parse().ok());
        GivenPuzzle { text, view: None, place: "a test".to_owned(), name: words.next().map(str::to_owned), moves, cluster_size }
    }

    fn choice() -> ChoiceSettings {
        ChoiceSettings {
            exit: Exit::Right,
            row_metric: Metric::Moves,
            filter: Filter::ALL,
            split: None,
            sampling: Sampling::ALL,
            rank_counts: Arc::default(),
            limit: 100,
            max_states: 100_000,
        }
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
        let expected =
            [(Some(2), Some(19), None), (Some(2), Some(48), Some("Jam")), (Some(60), Some(2332), None), (None, Some(2), None)];
        assert_eq!((figures, found.read, found.left_out), (expected.to_vec(), 4, Some(0)));
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
        let with = |filter| choose(&by_moves(ChoiceSettings { filter, ..choice() }), &LINES).expect("puzzles");
        let hard = with(Filter { moves: "10..".parse().expect("a range"), ..Filter::ALL });
        assert_eq!((hard.passed, hard.chosen[0].depth), (1, Some(60)));
        let middle = with(Filter { size: "20..100".parse().expect("a range"), ..Filter::ALL });
        assert_eq!((middle.passed, middle.chosen[0].name.as_deref()), (1, Some("Jam")));
        let first = choose(&by_moves(ChoiceSettings { limit: 1, ..choice() }), &LINES).expect("puzzles");
        assert_eq!((first.chosen.len(), first.passed, first.left_out), (1, 4, Some(3)));
        let sample = |seed, limit| {
            let sampled =
                ChoiceSettings { sampling: Sampling { size: SampleSize::Total(3), seed, ..Sampling::ALL }, limit, ..choice() };
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
        assert!(error.starts_with("a test: ") && error.contains("'C' on 1 cells"), "{error}");
        let far = format!("AA{}", "o".repeat(34));
        let error = choose(&settings(), &[&far]).expect_err("A is in row 1").to_string();
        assert!(error.starts_with("a test: row 1, column 1: the primary"), "{error}");
    }
}
