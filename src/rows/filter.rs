//! Conditions on rows.
use super::columns::{Column, Row};
use super::number_range::NumberRange;
use super::place::PlaceCondition;
use super::sampling::Split;
use super::tier::Tiers;

/// The properties that a row must have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Depth of the unsolved state.
    pub moves: NumberRange,
    /// States in the cluster.
    pub size: NumberRange,
    /// Walls.
    pub walls: NumberRange,
    /// Pieces, including the primary.
    pub pieces: NumberRange,
    /// Cars (length 2), not counting the primary.
    pub cars: NumberRange,
    /// Trucks (length 3).
    pub trucks: NumberRange,
    /// Empty cells.
    pub empty: NumberRange,
    /// What stands where; all conditions must hold.
    pub places: Vec<PlaceCondition>,
    /// Ranges of moves, of which one must hold the row's, if there are any.
    pub tiers: Tiers,
}

impl Filter {
    /// Accepts every row.
    pub const ALL: Filter = Filter {
        moves: NumberRange::ALL,
        size: NumberRange::ALL,
        walls: NumberRange::ALL,
        pieces: NumberRange::ALL,
        cars: NumberRange::ALL,
        trucks: NumberRange::ALL,
        empty: NumberRange::ALL,
        places: Vec::new(),
        tiers: Tiers::NONE,
    };

    /// Whether a row has all the properties.
    pub fn accepts(&self, row: &Row) -> bool {
        let has_places = || row.size().is_some_and(|size| self.places.iter().all(|place| place.holds(&row.board, size)));
        self.accepts_figures(row) && self.accepts_counts(row) && (self.places.is_empty() || has_places())
    }

    /// Whether a row has the moves and the cluster size.
    pub fn accepts_figures(&self, row: &Row) -> bool {
        self.moves.contains(row.moves) && self.tiers.accepts(row.moves) && self.size.contains(row.cluster_size)
    }

    /// Whether a row has the walls, pieces and empty cells.
    pub fn accepts_counts(&self, row: &Row) -> bool {
        self.walls.contains(row.walls)
            && self.pieces.contains(row.pieces)
            && self.cars.contains(row.cars)
            && self.trucks.contains(row.trucks)
            && self.empty.contains(row.empty)
    }
}

/// The conditions on a row that need no search: its properties, and its side of a split.
#[derive(Clone, PartialEq, Debug)]
pub struct Conditions {
    /// The properties.
    pub filter: Filter,
    /// The side of a split to keep, if the rows are split.
    pub split: Option<Split>,
}

impl Conditions {
    /// Accept every row.
    pub const NONE: Conditions = Conditions { filter: Filter::ALL, split: None };

    /// Whether a row meets all conditions.
    pub fn accept(&self, row: &Row) -> bool {
        self.filter.accepts(row) && self.split.is_none_or(|split| split.accepts(row))
    }

    /// Whether the row itself must be known: its rank says neither the size of its cluster, nor its side of a split, nor where
    /// pieces stand in their lines.
    pub fn need_rows(&self) -> bool {
        let Filter { size, places, .. } = &self.filter;
        self.split.is_some() || *size != NumberRange::ALL || !places.iter().all(PlaceCondition::is_of_lines)
    }
}

/// A condition on the number in a column, as it was given.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The option that gave it, with its value, for messages.
    pub option: String,
    /// The name of the column.
    pub column: &'static str,
    /// The numbers that the option allows.
    pub range: NumberRange,
}

/// Conditions on columns that need a search, each as a range of numbers.
#[derive(Clone, Default, Debug)]
pub struct SolvedFilter(Vec<(&'static Column, NumberRange)>);

impl SolvedFilter {
    /// A filter with these conditions, whose columns must exist. A range of all numbers is not a condition.
    pub fn new<'c>(conditions: impl IntoIterator<Item = &'c Condition>) -> SolvedFilter {
        let conditions = conditions.into_iter().filter(|condition| condition.range != NumberRange::ALL);
        let column = |condition: &Condition| Column::named(condition.column).expect("the name of a column");
        SolvedFilter(conditions.map(|condition| (column(condition), condition.range)).collect())
    }

    /// Whether it accepts every row.
    pub fn accepts_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a solved row meets all conditions.
    pub fn accepts(&self, row: &Row) -> bool {
        self.0.iter().all(|(column, range)| column.number(row).is_some_and(|number| range.contains(number)))
    }
}
