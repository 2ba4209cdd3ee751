//! The columns of a table: their names, their types and their values. Every format writes what this list says.
use super::table_row::{SolvedColumns, TableRow};

/// A value of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell<'r> {
    Text(&'r str),
    U32(u32),
    U64(u64),
    I64(i64),
}

/// The type of all values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CellType {
    Text,
    U32,
    U64,
    I64,
}

/// Where the value of a column comes from.
#[derive(Clone, Copy, Debug)]
enum ValueSource {
    /// The row itself, and the letters of its board.
    Row(fn(&TableRow) -> Cell<'_>),
    /// A search.
    Search(fn(&SolvedColumns) -> Cell<'_>),
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    name: &'static str,
    /// What it holds, in Markdown. The guide has the same text.
    definition: &'static str,
    cell_type: CellType,
    source: ValueSource,
}

impl PartialEq for Column {
    fn eq(&self, other: &Column) -> bool {
        self.name == other.name
    }
}

impl Eq for Column {}

const fn of_row(name: &'static str, cell_type: CellType, get: fn(&TableRow) -> Cell<'_>, definition: &'static str) -> Column {
    Column { name, definition, cell_type, source: ValueSource::Row(get) }
}

const fn of_search(
    name: &'static str,
    cell_type: CellType,
    get: fn(&SolvedColumns) -> Cell<'_>,
    definition: &'static str,
) -> Column {
    Column { name, definition, cell_type, source: ValueSource::Search(get) }
}

/// All columns in the order in which tables have them. Those that need a search come last.
static COLUMNS: [Column; 26] = [
    of_row(
        "moves",
        CellType::U32,
        |row| Cell::U32(row.moves),
        "depth of the unsolved state, which is the board, in moves; in steps if the database is one by steps",
    ),
    of_row(
        "board",
        CellType::Text,
        |row| Cell::Text(&row.board),
        "the unsolved state, row by row: `A` the primary, other letters pieces, `o` empty, `x` a wall",
    ),
    of_row(
        "cluster_size",
        CellType::U64,
        |row| Cell::U64(row.cluster_size),
        "states that can be reached from the board, itself included",
    ),
    of_row("walls", CellType::U32, |row| Cell::U32(row.walls), "walls"),
    of_row("pieces", CellType::U32, |row| Cell::U32(row.pieces), "pieces, the primary among them"),
    of_row("cars", CellType::U32, |row| Cell::U32(row.cars), "pieces of length 2, the primary not counted"),
    of_row("trucks", CellType::U32, |row| Cell::U32(row.trucks), "pieces of length 3"),
    of_row("empty", CellType::U32, |row| Cell::U32(row.empty), "empty cells"),
    of_search(
        "solution",
        CellType::Text,
        |solved| Cell::Text(&solved.solution),
        "one shortest solution, the *printed solution*: each of its moves leads to the smallest state, by H and V, of all moves that bring the goal one move nearer",
    ),
    of_search(
        "solution_steps",
        CellType::U32,
        |solved| Cell::U32(solved.solution_steps),
        "steps of the printed solution: the total number of cells by which its moves slide pieces",
    ),
    of_search(
        "fewest_steps",
        CellType::U32,
        |solved| Cell::U32(solved.fewest_steps),
        "the fewest steps of any solution, whatever its number of moves: at most `solution_steps`, and often fewer",
    ),
    of_search(
        "goal_states",
        CellType::U64,
        |solved| Cell::U64(solved.goal_states),
        "states of the cluster in which the primary is at the exit",
    ),
    of_search(
        "deepest_states",
        CellType::U64,
        |solved| Cell::U64(solved.deepest_states),
        "states of the cluster whose depth is `greatest_depth`",
    ),
    of_search(
        "greatest_depth",
        CellType::U32,
        |solved| Cell::U32(solved.greatest_depth),
        "the greatest depth of any state of the cluster, in moves; for a row of a database by moves it is `moves`",
    ),
    of_search(
        "first_moves",
        CellType::Text,
        |solved| Cell::Text(&solved.first_moves),
        "the first moves of all shortest solutions, each once: the pieces in the order of their letters, to the left or up first, short before long",
    ),
    of_search("first_move_count", CellType::U32, |solved| Cell::U32(solved.first_move_count), "the number of these first moves"),
    of_search(
        "shortest_solutions",
        CellType::I64,
        |solved| Cell::I64(solved.shortest_solutions),
        "the number of shortest solutions; 9223372036854775807 means that many or more",
    ),
    of_search(
        "always_moved",
        CellType::Text,
        |solved| Cell::Text(&solved.always_moved),
        "the letters of the pieces that move in every shortest solution",
    ),
    of_search(
        "ever_moved",
        CellType::Text,
        |solved| Cell::Text(&solved.ever_moved),
        "the letters of the pieces that move in at least one shortest solution",
    ),
    of_search(
        "primary_always_returns",
        CellType::U32,
        |solved| Cell::U32(solved.primary_always_returns),
        "1 if the primary moves to the left, away from the exit, in every shortest solution, else 0",
    ),
    of_search(
        "always_repeats",
        CellType::U32,
        |solved| Cell::U32(solved.always_repeats),
        "1 if in every shortest solution some piece makes two moves or more, else 0",
    ),
    of_search(
        "moved_pieces",
        CellType::U32,
        |solved| Cell::U32(solved.moved_pieces),
        "pieces that move in the printed solution, the primary among them",
    ),
    of_search(
        "primary_moves",
        CellType::U32,
        |solved| Cell::U32(solved.primary_moves),
        "moves of the primary in the printed solution",
    ),
    of_search(
        "repeats",
        CellType::U32,
        |solved| Cell::U32(solved.repeats),
        "moves of the printed solution minus `moved_pieces`: moves of pieces that have moved before",
    ),
    of_search(
        "legal_moves",
        CellType::U32,
        |solved| Cell::U32(solved.legal_moves),
        "legal moves of the board, whether or not they lead anywhere",
    ),
    of_search(
        "blocking_pieces",
        CellType::U32,
        |solved| Cell::U32(solved.blocking_pieces),
        "pieces that are reached from the primary in the *blocking graph*, the primary not counted",
    ),
];

impl Column {
    /// The columns of a table in their order; those that need a search only if `solved` is set.
    pub fn all(solved: bool) -> impl Iterator<Item = &'static Column> {
        COLUMNS.iter().filter(move |column| solved || !column.needs_search())
    }

    /// The column of this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Column> {
        COLUMNS.iter().find(|column| column.name == name)
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it holds, in Markdown.
    pub fn definition(&self) -> &'static str {
        self.definition
    }

    /// The name of the type of its values: `text`, or that of an integer like `u32`.
    pub fn type_name(&self) -> &'static str {
        match self.cell_type {
            CellType::Text => "text",
            CellType::U32 => "u32",
            CellType::U64 => "u64",
            CellType::I64 => "i64",
        }
    }

    /// Whether its values are found by a search.
    pub fn needs_search(&self) -> bool {
        matches!(self.source, ValueSource::Search(_))
    }

    /// Whether its values are numbers.
    pub fn is_numeric(&self) -> bool {
        self.cell_type != CellType::Text
    }

    /// Its value in a row if that is a number; `None` for texts, and if the column needs a search and the row was not solved.
    pub fn number(&self, row: &TableRow) -> Option<u64> {
        match self.cell(row)? {
            Cell::Text(_) => None,
            Cell::U32(number) => Some(number.into()),
            Cell::U64(number) => Some(number),
            Cell::I64(number) => u64::try_from(number).ok(),
        }
    }

    /// The type of its values.
    #[cfg_attr(not(any(feature = "parquet", feature = "sqlite")), allow(dead_code))] // text has no types
    pub(super) fn cell_type(&self) -> CellType {
        self.cell_type
    }

    /// Its value in a row; `None` if the column needs a search and the row was not solved.
    pub(super) fn cell<'r>(&self, row: &'r TableRow) -> Option<Cell<'r>> {
        match self.source {
            ValueSource::Row(get) => Some(get(row)),
            ValueSource::Search(get) => row.solved.as_ref().map(get),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(solved: bool) -> TableRow {
        let solved =
            solved.then(|| SolvedColumns { solution: "A+1".to_owned(), shortest_solutions: 7, ..SolvedColumns::default() });
        TableRow { moves: 3, board: "AAoooooooooooooo".to_owned(), cluster_size: 9, solved, ..TableRow::default() }
    }

    #[test]
    fn columns_are_those_of_the_json_object_in_their_order() {
        for solved in [false, true] {
            let json = serde_json::to_string(&row(solved)).expect("JSON");
            let places: Vec<Option<usize>> =
                Column::all(solved).map(|column| json.find(&format!("\"{}\":", column.name))).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{json}");
            assert_eq!(json.matches("\":").count(), places.len(), "{json}");
            assert_eq!(serde_json::from_str::<TableRow>(&json).expect("a row"), row(solved));
        }
    }

    #[test]
    fn numbers_are_those_of_the_row() {
        let number = |name, solved| Column::named(name).expect("a column").number(&row(solved));
        assert_eq!((number("moves", false), number("cluster_size", false), number("board", false)), (Some(3), Some(9), None));
        assert_eq!((number("shortest_solutions", true), number("shortest_solutions", false)), (Some(7), None));
        assert_eq!(Column::named("steps"), None);
    }
}
