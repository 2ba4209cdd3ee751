//! The options on numeric columns, and those of `select` on the order of the rows. The help text of a column is its
//! definition.
use crate::rows::{Column, Condition, NumberRange, Ranking};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};
use std::sync::LazyLock;

/// Filters on columns that need a search, and the order of the rows.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Filters that solve each board")]
pub struct ColumnArguments {
    #[command(flatten)]
    pub conditions: Ranges<true>,
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
pub struct Ranges<const SEARCH: bool>(Vec<(String, &'static Column, NumberRange)>);

/// The numeric columns, with the names of their options.
static OPTIONS: LazyLock<Vec<(String, &Column)>> = LazyLock::new(|| {
    let option = |column: &Column| match column.name {
        "fewest_steps" => "steps".to_owned(),
        "first_move_count" => "first-moves".to_owned(),
        name => name.replace('_', "-"),
    };
    Column::all(true).filter(|column| column.is_numeric()).map(|column| (option(column), column)).collect()
});

impl<const SEARCH: bool> Ranges<SEARCH> {
    fn options() -> impl Iterator<Item = &'static (String, &'static Column)> {
        OPTIONS.iter().filter(|(_, column)| column.needs_search() == SEARCH)
    }

    /// The ranges as conditions.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = Condition> {
        self.0.iter().map(|(option, column, range)| Condition {
            option: format!("--{option} {range}"),
            column: column.name,
            range: *range,
        })
    }
}

impl<const SEARCH: bool> clap::Args for Ranges<SEARCH> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::options().map(|(option, column)| {
            let arg = Arg::new(option.as_str()).long(option.as_str()).value_name("A..B").help(help(column));
            let arg = arg.value_parser(clap::value_parser!(NumberRange));
            if option == "walls" { arg.short('w') } else { arg }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SEARCH: bool> FromArgMatches for Ranges<SEARCH> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = Self::options().filter_map(|(option, column)| Some((option.clone(), *column, *matches.get_one(option)?)));
        Ok(Ranges(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ColumnArguments {
    /// The conditions on columns that need a search.
    pub(crate) fn conditions(&self) -> Vec<Condition> {
        let unique = self.unique_first_move.then(|| Condition {
            option: "--unique-first-move".to_owned(),
            column: "first_move_count",
            range: NumberRange::exactly(1),
        });
        self.conditions.conditions().chain(unique).collect()
    }

    /// The order of the rows, if not the input's.
    pub(crate) fn ranking(&self) -> Option<Ranking> {
        self.sort.map(|column| Ranking { column, ascending: self.ascending, top: None })
    }
}

/// The definition of a column as help on an option: without the marks of Markdown.
fn help(column: &Column) -> String {
    let definition = column.definition.replace(['`', '*'], "");
    definition[..1].to_uppercase() + &definition[1..]
}

/// The numeric columns, by name.
fn numeric_columns() -> impl TypedValueParser<Value = &'static Column> {
    let names = Column::all(true).filter(|column| column.is_numeric()).map(|column| column.name);
    PossibleValuesParser::new(names).try_map(|name| Column::named(&name).ok_or("there is no such column"))
}
