//! The options of `select` on columns that need a search, and on the order of the rows.
use crate::database::{Column, NumberRange, Ranking, SolvedFilter};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Filters on columns that need a search, and the order of the rows.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Filters that solve each board")]
pub struct ColumnArguments {
    /// Fewest steps of any solution
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub steps: NumberRange,
    /// Steps of the printed solution
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub solution_steps: NumberRange,
    /// Goal states in the cluster
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub goal_states: NumberRange,
    /// States of the greatest depth in the cluster
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub deepest_states: NumberRange,
    /// Greatest depth in the cluster, in moves
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub greatest_depth: NumberRange,
    /// Number of first moves that keep to a shortest solution
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub first_moves: NumberRange,
    /// Only one first move keeps to a shortest solution; the same as --first-moves 1
    #[arg(long, conflicts_with = "first_moves")]
    pub unique_first_move: bool,
    /// Number of shortest solutions
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub shortest_solutions: NumberRange,
    /// The primary moves back in every shortest solution: 1 if so, 0 if not
    #[arg(long, value_name = "0|1", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub primary_always_returns: NumberRange,
    /// Some piece moves twice or more in every shortest solution: 1 if so, 0 if not
    #[arg(long, value_name = "0|1", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub always_repeats: NumberRange,
    /// Pieces that move in the printed solution
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub moved_pieces: NumberRange,
    /// Moves of the primary in the printed solution
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub primary_moves: NumberRange,
    /// Moves of the printed solution beyond the first one of each piece
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub repeats: NumberRange,
    /// Legal moves of the board
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub legal_moves: NumberRange,
    /// Pieces in the blocking graph of the primary
    #[arg(long, value_name = "A..B", default_value_t = NumberRange::ALL, hide_default_value = true)]
    pub blocking_pieces: NumberRange,
    /// Sort by this column, the largest number first; ties are in the published order
    #[arg(long, value_name = "COLUMN", value_parser = numeric_columns(), help_heading = "Order")]
    pub sort: Option<&'static Column>,
    /// Sort with the smallest number first
    #[arg(long, requires = "sort", help_heading = "Order")]
    pub ascending: bool,
    /// Keep only the first K rows of the sorted ones
    #[arg(long, value_name = "K", requires = "sort", help_heading = "Order")]
    pub top: Option<usize>,
}

impl ColumnArguments {
    /// The conditions on columns that need a search.
    pub(crate) fn solved_filter(&self) -> SolvedFilter {
        let one: NumberRange = NumberRange::exactly(1);
        let conditions = [
            ("fewest_steps", self.steps),
            ("solution_steps", self.solution_steps),
            ("goal_states", self.goal_states),
            ("deepest_states", self.deepest_states),
            ("greatest_depth", self.greatest_depth),
            ("first_move_count", if self.unique_first_move { one } else { self.first_moves }),
            ("shortest_solutions", self.shortest_solutions),
            ("primary_always_returns", self.primary_always_returns),
            ("always_repeats", self.always_repeats),
            ("moved_pieces", self.moved_pieces),
            ("primary_moves", self.primary_moves),
            ("repeats", self.repeats),
            ("legal_moves", self.legal_moves),
            ("blocking_pieces", self.blocking_pieces),
        ];
        SolvedFilter::new(conditions.map(|(name, range)| (Column::named(name).expect("the name of a column"), range)))
    }

    /// The order of the rows, if it is not that of the input.
    pub(crate) fn ranking(&self) -> Option<Ranking> {
        self.sort.map(|column| Ranking { column, ascending: self.ascending, top: self.top })
    }
}

/// The columns of numbers, by their names.
fn numeric_columns() -> impl TypedValueParser<Value = &'static Column> {
    let names = Column::all(true).filter(|column| column.is_numeric()).map(Column::name);
    PossibleValuesParser::new(names).try_map(|name| Column::named(&name).ok_or("there is no such column"))
}
