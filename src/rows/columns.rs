//! The columns of a row of a table: names, definitions, types and values in one list at the end, which every format follows.
use super::tier::Tiers;
use crate::board::{Metric, Rules};
use crate::tables::{Cell, CellType, Cells, RANK, TypedColumn};
use serde::{Deserialize, Serialize};

/// A type that the values of a column may have.
pub(crate) trait ColumnValue {
    const TYPE: CellType;

    fn cell(&self) -> Cell<'_>;
}

impl ColumnValue for String {
    const TYPE: CellType = CellType::Text;

    fn cell(&self) -> Cell<'_> {
        Cell::Text(self)
    }
}

impl ColumnValue for u32 {
    const TYPE: CellType = CellType::U32;

    fn cell(&self) -> Cell<'_> {
        Cell::Number((*self).into())
    }
}

impl ColumnValue for u64 {
    const TYPE: CellType = CellType::U64;

    fn cell(&self) -> Cell<'_> {
        Cell::Number(*self)
    }
}

/// Numbers of solutions, which are not negative. Every format has 64-bit integers with a sign.
impl ColumnValue for i64 {
    const TYPE: CellType = CellType::I64;

    fn cell(&self) -> Cell<'_> {
        Cell::Number(self.unsigned_abs())
    }
}

/// Where the value of a column comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ValueSource {
    /// The row itself, and the letters of its board.
    Row(fn(&Row) -> Cell<'_>),
    /// A search.
    Search(fn(&SolvedColumns) -> Cell<'_>),
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds, in Markdown.
    pub definition: &'static str,
    pub(crate) cell_type: CellType,
    pub(crate) source: ValueSource,
}

impl Column {
    /// The columns of a table in their order; those that need a search only if `solved` is set.
    pub fn all(solved: bool) -> impl Iterator<Item = &'static Column> {
        ROW_COLUMNS.iter().chain(SEARCH_COLUMNS.iter().filter(move |_| solved))
    }

    /// The column of this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Column> {
        Column::all(true).find(|column| column.name == name)
    }

    /// Whether a rank file says its value without a search.
    pub fn is_known_from_ranks(&self) -> bool {
        ["moves", "walls", "pieces", "cars", "trucks", "empty"].contains(&self.name)
    }

    /// Its name in a table of a database by moves or by steps: `moves` is called `steps` there.
    pub fn name_in(&self, metric: Metric) -> &'static str {
        match metric {
            Metric::Moves => self.name,
            Metric::Steps if self.name == "moves" => "steps",
            Metric::Steps => self.name,
        }
    }

    /// The name of the type of its values: `text`, or an integer type like `u32`.
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
    pub fn number(&self, row: &Row) -> Option<u64> {
        match self.cell(row)? {
            Cell::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Its value in a row; `None` if the column needs a search and the row was not solved.
    pub(crate) fn cell<'r>(&self, row: &'r Row) -> Option<Cell<'r>> {
        match self.source {
            ValueSource::Row(get) => Some(get(row)),
            ValueSource::Search(get) => row.solved.as_deref().map(get),
        }
    }
}

/// The column with the names of tiers.
const TIER: &str = "tier";

/// Which columns a table has, and which metric its first one counts.
#[derive(Clone, Default, Debug)]
pub struct TableKind {
    /// Whether there are the columns that need a search.
    pub solved: bool,
    /// What the rows count.
    pub metric: Metric,
    /// The tiers whose names are in the column `tier`, after those that need no search; without tiers there is no such column.
    pub tiers: Tiers,
    /// Whether the records of rows of a rank file have their ranks, for another rank file.
    pub ranks: bool,
}

impl TableKind {
    /// The columns of the table. Each index of a database takes about as much space as the boards, so of the columns that need a
    /// search only those that people filter by most have one.
    pub fn columns(&self) -> Vec<TypedColumn> {
        let typed = |column: &Column| TypedColumn {
            name: column.name_in(self.metric),
            cell_type: column.cell_type,
            indexed: column.is_numeric() && !column.needs_search() || ["fewest_steps", "first_move_count"].contains(&column.name),
        };
        let mut columns: Vec<TypedColumn> = Column::all(self.solved).map(typed).collect();
        if !self.tiers.is_empty() {
            columns.insert(ROW_COLUMNS.len(), TypedColumn { name: TIER, cell_type: CellType::Text, indexed: true });
        }
        columns
    }

    /// A row as a record of the table.
    pub fn record<'r>(&'r self, row: &'r Row) -> Cells<'r> {
        let cell = |column: &Column| Some((column.name_in(self.metric), column.cell(row)?));
        let mut record: Cells<'_> = Column::all(self.solved).filter_map(cell).collect();
        if let Some(tier) = self.tiers.of(row.moves) {
            record.insert(ROW_COLUMNS.len(), (TIER, Cell::Text(&tier.name)));
        }
        record.extend(row.rank.filter(|_| self.ranks).map(|rank| (RANK, Cell::Number(rank))));
        record
    }
}

/// A record whose fields are columns, and the list of these columns. The comment on a field is the definition of the column, in
/// Markdown.
macro_rules! columns {
    (
        $list:ident from $source:ident:
        $(#[$attribute:meta])*
        pub struct $record:ident { $($(#[doc = $definition:literal])+ pub $name:ident: $type:ty,)+ }
        $(and { $($rest:tt)* })?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub struct $record {
            $($(#[doc = $definition])+ pub $name: $type,)+
            $($($rest)*)?
        }

        pub(crate) static $list: &[Column] = &[$(Column {
            name: stringify!($name),
            definition: concat!($($definition),+).trim_ascii(),
            cell_type: <$type as ColumnValue>::TYPE,
            source: ValueSource::$source(|record| record.$name.cell()),
        }),+];
    };
}

columns! {
    ROW_COLUMNS from Row:
    /// A row inside the program, with what is known of it: its line of the database, what is counted on its board, and perhaps
    /// what a search found. Lines of text become rows where they are read, and rows become text or records where they are written.
    ///
    /// A row that is known from its rank alone has an empty board and no cluster size, see
    /// [`Expander::known`](crate::ranks::Expander).
    pub struct Row {
        /// depth of the unsolved state, which is the board, in moves; in a database by steps the column is called `steps` and
        /// counts these
        pub moves: u32,
        /// the unsolved state, row by row: `A` the primary, other letters pieces, `o` empty, `x` a wall
        pub board: String,
        /// states that can be reached from the board, itself included
        pub cluster_size: u64,
        /// walls
        pub walls: u32,
        /// pieces, the primary among them
        pub pieces: u32,
        /// pieces of length 2, the primary not counted
        pub cars: u32,
        /// pieces of length 3
        pub trucks: u32,
        /// empty cells
        pub empty: u32,
    }
    and {
        /// The results of a search, if there was one.
        #[serde(flatten)]
        pub solved: Option<Box<SolvedColumns>>,
        /// The rank of its candidate, if all rows are from one rank file: then it decides which rows a sample has.
        #[serde(skip)]
        pub rank: Option<u64>,
        /// The rules of its database if they are known and not those of the classic game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rules: Option<Rules>,
    }
}

columns! {
    SEARCH_COLUMNS from Search:
    /// The columns that need a search.
    pub struct SolvedColumns {
        /// one shortest solution, the *printed solution*: each of its moves leads to the smallest state, by H and V, of all moves
        /// that bring the goal one move nearer
        pub solution: String,
        /// steps of the printed solution: the total number of cells by which its moves slide pieces
        pub solution_steps: u32,
        /// the fewest steps of any solution, whatever its number of moves: at most `solution_steps`, and often fewer
        pub fewest_steps: u32,
        /// states of the cluster in which the primary is at the exit
        pub goal_states: u64,
        /// states of the cluster whose depth is `greatest_depth`
        pub deepest_states: u64,
        /// the greatest depth of any state of the cluster, in moves; for a row of a database by moves it is `moves`
        pub greatest_depth: u32,
        /// the first moves of all shortest solutions, each once: the pieces in the order of their letters, to the left or up
        /// first, short before long
        pub first_moves: String,
        /// the number of first moves of shortest solutions, those in `first_moves`
        pub first_move_count: u32,
        /// the number of shortest solutions; 9223372036854775807 means that many or more
        pub shortest_solutions: i64,
        /// the letters of the pieces that move in every shortest solution
        pub always_moved: String,
        /// the letters of the pieces that move in at least one shortest solution
        pub ever_moved: String,
        /// 1 if the primary moves to the left, away from the exit, in every shortest solution, else 0
        pub primary_always_returns: u32,
        /// 1 if in every shortest solution some piece makes two moves or more, else 0
        pub always_repeats: u32,
        /// pieces that move in the printed solution, the primary among them
        pub moved_pieces: u32,
        /// moves of the primary in the printed solution
        pub primary_moves: u32,
        /// moves of the printed solution minus `moved_pieces`: moves of pieces that have moved before
        pub repeats: u32,
        /// legal moves of the board, whether or not they lead anywhere
        pub legal_moves: u32,
        /// pieces that are reached from the primary in the *blocking graph*, the primary not counted
        pub blocking_pieces: u32,
        /// the identity of the row, the same in every file: board size, number of walls, and rank, like `6-2-1234567`, with
        /// `-steps` at the end if depths count steps; empty if its board has no rank, or if its rules are not known
        pub id: String,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(solved: bool) -> Row {
        let solved = solved
            .then(|| SolvedColumns { solution: "A+1".to_owned(), shortest_solutions: 7, ..SolvedColumns::default() })
            .map(Box::new);
        Row { moves: 3, board: "AAoooooooooooooo".to_owned(), cluster_size: 9, solved, ..Row::default() }
    }

    #[test]
    fn columns_are_those_of_the_json_object_in_their_order() {
        for solved in [false, true] {
            let json = serde_json::to_string(&row(solved)).expect("JSON");
            let places: Vec<Option<usize>> =
                Column::all(solved).map(|column| json.find(&format!("\"{}\":", column.name))).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{json}");
            assert_eq!(json.matches("\":").count(), places.len(), "{json}");
            assert_eq!(serde_json::from_str::<Row>(&json).expect("a row"), row(solved));
        }
    }

    #[test]
    fn numbers_are_those_of_the_row() {
        let number = |name, solved| Column::named(name).expect("a column").number(&row(solved));
        assert_eq!((number("moves", false), number("cluster_size", false), number("board", false)), (Some(3), Some(9), None));
        assert_eq!((number("shortest_solutions", true), number("shortest_solutions", false)), (Some(7), None));
        assert!(Column::named("steps").is_none());
    }
}
