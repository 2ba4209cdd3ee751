//! Filtering rows by their properties.
use super::columns::{Column, TableRow};
use super::number_range::NumberRange;
use super::place::PlaceCondition;
use super::row::RowLine;
use super::row_facts::RowFacts;
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

    /// These properties, and a board that the pieces of the boxed game can build: the primary, 11 cars and 4 trucks, no walls.
    pub fn of_the_boxed_game(self) -> Filter {
        Filter { cars: self.cars.up_to(11), trucks: self.trucks.up_to(4), walls: self.walls.up_to(0), ..self }
    }

    /// Whether a row has all the properties; `facts` must belong to the same row.
    pub fn accepts(&self, row: &RowLine, facts: &RowFacts) -> bool {
        self.accepts_figures(row) && self.accepts_board(&row.board, facts)
    }

    /// Whether a row has the moves and the cluster size.
    pub fn accepts_figures(&self, row: &RowLine) -> bool {
        self.moves.contains(row.moves) && self.tiers.accepts(row.moves) && self.size.contains(row.cluster_size)
    }

    /// Whether a board, written as in a row, has all that a search does not find; `facts` must be its own.
    pub fn accepts_board(&self, board: &str, facts: &RowFacts) -> bool {
        self.walls.contains(facts.walls)
            && self.accepts_pieces(facts)
            && self.places.iter().all(|condition| condition.holds(board))
    }

    /// Whether a board has the pieces and empty cells.
    pub fn accepts_pieces(&self, facts: &RowFacts) -> bool {
        self.pieces.contains(facts.pieces)
            && self.cars.contains(facts.cars)
            && self.trucks.contains(facts.trucks)
            && self.empty.contains(facts.empty)
    }

    /// Whether the rows themselves must be known: ranks say neither the size of a cluster nor where its pieces stand in their
    /// lines.
    pub fn needs_rows(&self) -> bool {
        self.size != NumberRange::ALL || !self.places.iter().all(PlaceCondition::is_of_lines)
    }
}

/// Conditions on columns that need a search, each as a range of numbers.
#[derive(Clone, Default, Debug)]
pub struct SolvedFilter(Vec<(&'static Column, NumberRange)>);

impl SolvedFilter {
    /// A filter with these conditions. A range of all numbers is not a condition.
    pub fn new(conditions: impl IntoIterator<Item = (&'static Column, NumberRange)>) -> SolvedFilter {
        SolvedFilter(conditions.into_iter().filter(|(_, range)| *range != NumberRange::ALL).collect())
    }

    /// Whether it accepts every row.
    pub fn accepts_all(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a solved row meets all conditions.
    pub fn accepts(&self, row: &TableRow) -> bool {
        self.0.iter().all(|(column, range)| column.number(row).is_some_and(|number| range.contains(number)))
    }
}
