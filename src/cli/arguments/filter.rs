//! The options that choose rows: filters and samples, shared by the commands that select rows.
use crate::cli::arguments::columns::Ranges;
use crate::cli::arguments::shared::SeedArgument;
use crate::cli::{Failure, Result};
use crate::files::display_path;
use crate::inputs::RowSource;
use crate::ranks::{is_built_in, rank_header};
use crate::rows::{
    Condition, Conditions, DistinctBoards, FilterOptions, PlaceCondition, Sampling, Shares, Split, SplitSide, Tiers,
};
use crate::run::rules_of_files;
use std::path::PathBuf;
use std::sync::Arc;

/// Filters, a sample and a split.
#[derive(clap::Args, Clone, Debug)]
#[command(group(clap::ArgGroup::new("drawn").multiple(true)), mut_arg("seed", |seed| seed.requires("drawn")))]
pub struct FilterArguments {
    #[command(flatten)]
    pub ranges: Ranges<false>,
    /// Keep only boards that these pieces can build; box is the boxed game: the primary, 11 cars and 4 trucks, no walls
    #[arg(long, value_parser = ["box"])]
    pub inventory: Option<String>,
    /// Keep rows with something in its place: PLACE=WHAT, or PLACE!=WHAT for the opposite, several with commas
    ///
    /// PLACE is a line (row1 is the top row, column1 the left column), in which pieces stand that lie along it; a cell (r1c6); or
    /// front, the cells between the primary and the exit. WHAT is car (not the primary), truck, piece, primary, wall, or empty:
    /// all cells there are. A place that a board does not have meets no condition. Examples: row1=truck,r3c6=empty;
    /// column6!=piece,front=truck
    #[arg(long, value_name = "PLACE=WHAT", value_delimiter = ',')]
    pub place: Vec<PlaceCondition>,
    /// Keep rows in named ranges of moves, like "easy 4..9, medium 10..17, hard 18.."; --sample takes as many of each as of the
    /// others, easy ones first, and tables get the names in a column tier
    #[arg(long, value_name = "TIERS", conflicts_with = "spread")]
    pub tiers: Option<Tiers>,
    /// Keep K random rows
    #[arg(short = 'k', long, value_name = "K", conflicts_with = "per_moves", group = "drawn")]
    pub sample: Option<usize>,
    /// Spread the K rows of --sample over the numbers of moves as evenly as the rows allow, and sort them, fewest moves first
    #[arg(long, value_parser = ["moves"], requires = "sample")]
    pub spread: Option<String>,
    /// Keep K random rows for each number of moves, or for each of the --tiers
    #[arg(long, value_name = "K", group = "drawn")]
    pub per_moves: Option<usize>,
    /// Leave out near-duplicates of rows that were chosen before: boards whose lines are the same, or become the same if a piece or a
    /// wall is taken away or goes to the next line or cell, or a car becomes a truck
    #[arg(long)]
    pub distinct: bool,
    /// Leave out the rows of FILE, and near-duplicates of them as --distinct defines them; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub exclude: Vec<PathBuf>,
    /// Keep one side of a split; the seed and the shares decide the side of each cluster, and a mirror image is on the same side
    #[arg(long, value_enum, group = "drawn")]
    pub split: Option<SplitSide>,
    /// Share of the clusters on the test side, from 0 to 1; the others are on the train side
    #[arg(long, value_name = "S", default_value_t = 0.2, requires = "split")]
    pub test_share: f64,
    /// Shares of train, validation and test in percent, like 80,10,10; or of train and test, like 80,20
    #[arg(long, value_name = "A,B,C", requires = "split", conflicts_with = "test_share")]
    pub shares: Option<Shares>,
    #[command(flatten)]
    pub seed: SeedArgument,
}

impl FilterArguments {
    /// The conditions that rows must meet, given those on columns that need a search.
    ///
    /// # Errors
    /// Two conditions contradict each other, the shares of the split are wrong, or they leave nothing for validation.
    pub(crate) fn conditions(&self, of_solutions: impl IntoIterator<Item = Condition>) -> Result<Conditions> {
        let options = FilterOptions {
            prefix: "--",
            ranges: self.ranges.conditions().chain(of_solutions).collect(),
            is_boxed: self.inventory.is_some(),
            places: self.place.clone(),
            tiers: self.tiers.clone().unwrap_or_default(),
        };
        Ok(Conditions { filter: options.filter().map_err(Failure::of_input)?, split: self.split()? })
    }

    /// The boards of `--exclude`; `None` without that option.
    ///
    /// # Errors
    /// A file can't be read.
    pub(crate) fn except(&self) -> Result<Option<Arc<DistinctBoards>>> {
        if self.exclude.is_empty() {
            return Ok(None);
        }
        let source = RowSource { rules: rules_of_files(&self.exclude, None)?, ..RowSource::all(self.exclude.clone()) };
        let mut boards = DistinctBoards::default();
        for row in source.rows() {
            boards.add(&row?.lines().map_err(Failure::of_input)?);
        }
        Ok(Some(Arc::new(boards)))
    }

    /// A tip, if no row passes, for a search for more walls than a built-in database has.
    pub(crate) fn more_walls_tip(&self, inputs: &[PathBuf]) -> String {
        let few_walls = |path: &&PathBuf| rank_header(path).is_some_and(|header| header.walls.max() == 2) && is_built_in(path);
        match inputs.iter().find(few_walls) {
            Some(path) if self.ranges.conditions().any(|given| given.column == "walls" && given.range.min() > 2) => {
                let name = display_path(path);
                format!("; {name} has boards with up to 2 walls, {name}-all those with more")
            }
            _ => String::new(),
        }
    }

    /// Which of the rows that pass to keep.
    pub(crate) fn sampling(&self) -> Sampling {
        let tiers = self.tiers.clone().unwrap_or_default();
        Sampling::of_options(self.sample, self.per_moves, self.spread.is_some(), tiers, self.seed.seed, self.distinct)
    }

    /// The side of a split to keep, if the rows are split.
    ///
    /// # Errors
    /// The shares are wrong, or leave nothing for validation.
    fn split(&self) -> Result<Option<Split>> {
        let of_test = || Shares::of_test(self.test_share);
        let shares = self.shares.map_or_else(of_test, Ok);
        let shares = shares.map_err(|_| Failure::of_input("--test-share must be a number from 0 to 1"))?;
        if self.split == Some(SplitSide::Validation) && !shares.has_validation() {
            let message = "--split validation needs a share: give the shares of all three sides, like --shares 80,10,10";
            return Err(Failure::of_input(message));
        }
        Ok(self.split.map(|side| Split { side, shares, seed: self.seed.seed }))
    }
}
