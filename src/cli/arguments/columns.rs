//! The options on numeric columns, and those of `select` on the order of the rows. The help text of a column is its
//! definition.
use crate::rows::{Column, NumberRange, Ranking, SolvedFilter};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};
use std::sync::LazyLock;

/// Filters on columns that need a search, and the order of the rows.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Filters that solve each board")]
pub struct ColumnArguments {
    #[command(flatten)]
    pub conditions: Conditions<true>,
    /// All shortest solutions begin with the same move; the same as --first-moves 1
    #[arg(long, conflicts_with = "first-moves")]
    pub unique_first_move: bool,
    /// Sort by this column, the largest number first; ties are in the published order
    #[arg(long, value_name = "COLUMN", value_parser = numeric_columns(), help_heading = "Order")]
    pub sort: Option<&'static Column>,
    /// Sort with the smallest number first
    #[arg(long, requires = "sort", help_heading = "Order")]
    pub ascending: bool,
    /// Keep only the first K rows, in the order of the output
    #[arg(long, alias = "top", value_name = "K", help_heading = "Order")]
    pub limit: Option<usize>,
}

/// The ranges given for numeric columns: those that need a search, or the others.
#[derive(Clone, Debug)]
pub struct Conditions<const SEARCH: bool>(Vec<(&'static Column, NumberRange)>);

/// The numeric columns, with the names of their options.
static OPTIONS: LazyLock<Vec<(String, &Column)>> = LazyLock::new(|| {
    let option = |column: &Column| match column.name {
        "fewest_steps" => "steps".to_owned(),
        "first_move_count" => "first-moves".to_owned(),
        name => name.replace('_', "-"),
    };
    Column::all(true).filter(|column| column.is_numeric()).map(|column| (option(column), column)).collect()
});

impl<const SEARCH: bool> Conditions<SEARCH> {
    fn options() -> impl Iterator<Item = &'static (String, &'static Column)> {
        OPTIONS.iter().filter(|(_, column)| column.needs_search() == SEARCH)
    }

    /// The range given for a column.
    pub(crate) fn of(&self, name: &str) -> NumberRange {
        self.0.iter().find(|(column, _)| column.name == name).map_or(NumberRange::ALL, |&(_, range)| range)
    }
}

impl<const SEARCH: bool> clap::Args for Conditions<SEARCH> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::options().map(|(option, column)| {
            let arg = Arg::new(option.as_str()).long(option.as_str()).value_name("A..B").help(help(column.name));
            let arg = arg.value_parser(clap::value_parser!(NumberRange));
            if option == "walls" { arg.short('w') } else { arg }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SEARCH: bool> FromArgMatches for Conditions<SEARCH> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = Self::options().filter_map(|(option, column)| Some((*column, *matches.get_one(option)?)));
        Ok(Conditions(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ColumnArguments {
    /// The conditions on columns that need a search.
    pub(crate) fn solved_filter(&self) -> SolvedFilter {
        let unique = self.unique_first_move.then(|| (column("first_move_count"), NumberRange::exactly(1)));
        SolvedFilter::new(self.conditions.0.iter().copied().chain(unique))
    }

    /// The order of the rows, if not the input's. All of them are needed if near twins are left out afterwards.
    pub(crate) fn ranking(&self, distinct: bool) -> Option<Ranking> {
        let top = self.limit.filter(|_| !distinct);
        self.sort.map(|column| Ranking { column, ascending: self.ascending, top })
    }
}

/// A column by its name.
fn column(name: &str) -> &'static Column {
    Column::named(name).expect("the name of a column")
}

/// The definition of a column as help on an option: without the marks of Markdown.
fn help(name: &str) -> String {
    let definition = column(name).definition.replace(['`', '*'], "");
    definition[..1].to_uppercase() + &definition[1..]
}

/// The numeric columns, by name.
fn numeric_columns() -> impl TypedValueParser<Value = &'static Column> {
    let names = Column::all(true).filter(|column| column.is_numeric()).map(|column| column.name);
    PossibleValuesParser::new(names).try_map(|name| Column::named(&name).ok_or("there is no such column"))
}
