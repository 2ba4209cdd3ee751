//! Every combination of stages gives the rows of a plain twin, which runs one stage after the other on all rows, each of them
//! found and solved: of text and of rank files. On the rank file of 5×5 one of 19 is compared, since each opening builds its tables.
use std::fmt::Write;
use std::path::Path;

use super::*;
use crate::rows::{Column, Condition, DistinctBoards, Ranking, SampleSize, Shares, Split, SplitSide, stages_of};

/// All rows of a file, solved if `solves` is set.
fn all_rows(path: &Path, solves: bool) -> Vec<Row> {
    let stop = Arc::default();
    let settings = settings(path, Vec::new(), solves);
    let mut rows = Vec::new();
    let write = |some: &mut [Row]| {
        rows.extend_from_slice(some);
        Ok(())
    };
    Selection::read(&settings, &stop).and_then(|selection| selection.write(write, None, |_, _| {})).expect("rows");
    rows
}

fn settings(path: &Path, stages: Vec<Stage>, solved_columns: bool) -> SelectSettings {
    SelectSettings {
        inputs: vec![path.to_owned()],
        found: Arc::default(),
        size: None,
        stages,
        metric: None,
        solved_columns,
        max_states: 100_000,
        threads: NonZeroUsize::MIN,
        gauge: Gauge::default(),
    }
}

/// The plain twin.
fn twin(rows: &[Row], stages: &[Stage]) -> Vec<Row> {
    let mut rows = rows.to_vec();
    for stage in stages {
        match stage {
            Stage::Conditions(conditions) => rows.retain(|row| conditions.accept(row)),
            Stage::Except(boards) => rows.retain(|row| !boards.has_near(&row.lines().expect("a board"))),
            Stage::Solve => {}
            Stage::SolvedConditions(filter) => rows.retain(|row| filter.accepts(row)),
            Stage::Sample(sampling) => {
                let mut sampler = Sampler::new(sampling.clone());
                rows.drain(..).for_each(|row| sampler.offer(row));
                rows = sampler.finish(Row::lines).expect("boards");
            }
            Stage::Order(Ranking { column, ascending, .. }) => {
                let number = |row: &Row| i128::from(column.number(row).expect("a number")) * if *ascending { 1 } else { -1 };
                rows.sort_by(|one, other| number(one).cmp(&number(other)).then_with(|| one.text().cmp(&other.text())));
            }
            Stage::Distinct => {
                let mut distinct = DistinctBoards::default();
                rows.retain(|row| distinct.add(&row.lines().expect("a board")));
            }
            Stage::Limit(most) => rows.truncate(*most),
        }
    }
    rows
}

/// Combinations of stages compared, those of them that give rows, and rows compared.
#[derive(Default, PartialEq, Eq, Debug)]
struct Compared {
    combinations: usize,
    with_rows: usize,
    rows: usize,
}

impl Compared {
    /// Compares the first of each `every` combinations on a file. Without `solves`, those that need no search.
    fn add(&mut self, path: &Path, moves: &str, solves: bool, every: usize) {
        let mut place = (0..every).cycle();
        let all = all_rows(path, solves);
        let filter = Filter { moves: moves.parse().expect("a range"), ..Filter::ALL };
        let conditions = |filter: Filter| Conditions { filter, split: None };
        let split = Split { side: SplitSide::Train, shares: Shares::of_test(0.5).expect("a share"), seed: 3 };
        let all_conditions = [
            conditions(filter.clone()),
            conditions(Filter {
                walls: "1..".parse().expect("a range"),
                cars: "2..".parse().expect("a range"),
                ..filter.clone()
            }),
            conditions(Filter { places: vec!["row1=piece".parse().expect("a condition")], ..filter.clone() }),
            conditions(Filter { size: "..300".parse().expect("a range"), ..filter.clone() }),
            Conditions { filter, split: Some(split) },
        ];
        let mut except = DistinctBoards::default();
        all.iter().step_by(9).for_each(|row| _ = except.add(&row.lines().expect("a board")));
        let except = Arc::new(except);
        let unique = Condition { option: String::new(), column: "first_move_count", range: "1".parse().expect("a range") };
        let filters = [SolvedFilter::default(), SolvedFilter::new([&unique])];
        let sizes = [SampleSize::All, SampleSize::Total(7), SampleSize::PerMoves(2), SampleSize::Spread(9)];
        let samplings = sizes
            .into_iter()
            .flat_map(|size| [false, true].map(|distinct| Sampling { size, seed: 5, distinct, ..Sampling::ALL }));
        let ranking = |&(name, ascending): &(&str, bool)| {
            Some(Ranking { column: Column::named(name).expect("a column"), ascending, top: None })
        };
        let orders = [("moves", false), ("walls", true), ("pieces", false), ("cluster_size", false), ("repeats", false)];
        let rankings: Vec<_> = std::iter::once(None).chain(orders[..if solves { 5 } else { 4 }].iter().map(ranking)).collect();
        for (conditions, sampling) in all_conditions.iter().flat_map(|one| samplings.clone().map(move |other| (one, other))) {
            for filter in &filters[..if solves { 2 } else { 1 }] {
                for (ranking, limit) in rankings.iter().flat_map(|one| [None, Some(0), Some(5)].map(|other| (*one, other))) {
                    let stages = |except| stages_of(conditions.clone(), except, filter, &sampling, ranking, limit);
                    let is_first = conditions == &all_conditions[0];
                    for except in std::iter::once(None).chain(is_first.then(|| Some(except.clone()))) {
                        if place.next() == Some(0) {
                            self.compare(path, &all, stages(except));
                        }
                    }
                }
            }
        }
    }

    fn compare(&mut self, path: &Path, all: &[Row], stages: Vec<Stage>) {
        let expected: Vec<String> = twin(all, &stages).iter().map(|row| row.text().to_string()).collect();
        let (mut found, stop) = (Vec::new(), Arc::default());
        let write = |rows: &mut [Row]| {
            found.extend(rows.iter().map(|row| row.text().to_string()));
            Ok(())
        };
        let settings = settings(path, stages, false);
        let selection = Selection::read(&settings, &stop).expect("rows");
        let summary = selection.write(write, None, |_, _| {}).expect("written");
        assert_eq!(found, expected, "{} {:?}", crate::files::display_path(path), settings.stages);
        assert_eq!(summary.written, found.len() as u64);
        self.combinations += 1;
        self.with_rows += usize::from(!found.is_empty());
        self.rows += found.len();
    }
}

#[test]
fn every_combination_of_stages_gives_the_rows_of_the_plain_twin_at_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut compared = Compared::default();
    for (name, moves, solves) in [("@rush4", "2..", true), ("@rush5", "16..", false)] {
        compared.add(Path::new(name), moves, solves, if solves { 1 } else { 19 });
        let mut text = String::new();
        // not in the published order
        for row in all_rows(Path::new(name), false).iter().rev().filter(|row| solves || row.moves >= 16) {
            writeln!(text, "{}", row.text()).expect("memory takes every byte");
        }
        let path = folder.path().join("rows.txt");
        std::fs::write(&path, text).expect("written");
        compared.add(&path, moves, solves, 1);
    }
    // conditions, samplings, conditions on solutions, orders and limits, of text and of ranks
    // five conditions, one of them also with boards left out
    let (with_solutions, without): (usize, usize) = (6 * 8 * 2 * 6 * 3, 6 * 8 * 5 * 3);
    assert_eq!(compared.combinations, 2 * with_solutions + without + without.div_ceil(19));
    assert!(compared.with_rows > 2_000 && compared.rows > 16_500, "{compared:?}");
}
