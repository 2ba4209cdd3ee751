//! The columns of a table: their names, their types and their values. Every format writes what this list says.
use crate::board::Metric;
use serde::Serialize;

use super::table_row::{ROW_COLUMNS, SEARCH_COLUMNS, SolvedColumns, TableRow};

/// A value of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Cell<'r> {
    Text(&'r str),
    Number(u64),
}

/// The type of all values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CellType {
    Text,
    U32,
    U64,
    I64,
}

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
    Row(fn(&TableRow) -> Cell<'_>),
    /// A search.
    Search(fn(&SolvedColumns) -> Cell<'_>),
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    pub(crate) name: &'static str,
    pub(crate) definition: &'static str,
    pub(crate) cell_type: CellType,
    pub(crate) source: ValueSource,
}

impl PartialEq for Column {
    fn eq(&self, other: &Column) -> bool {
        self.name == other.name
    }
}

impl Eq for Column {}

impl Column {
    /// The columns of a table in their order; those that need a search only if `solved` is set.
    pub fn all(solved: bool) -> impl Iterator<Item = &'static Column> {
        ROW_COLUMNS.iter().chain(SEARCH_COLUMNS.iter().filter(move |_| solved))
    }

    /// The column of this name, if there is one.
    pub fn named(name: &str) -> Option<&'static Column> {
        Column::all(true).find(|column| column.name == name)
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its name in a table of a database by moves or by steps: `moves` is called `steps` there.
    pub fn name_in(&self, metric: Metric) -> &'static str {
        if self.name == "moves" && metric == Metric::Steps { "steps" } else { self.name }
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
            Cell::Number(number) => Some(number),
        }
    }

    /// The type of its values.
    #[cfg_attr(not(any(feature = "parquet", feature = "sqlite")), allow(dead_code))] // text has no types
    pub(crate) fn cell_type(&self) -> CellType {
        self.cell_type
    }

    /// Its value in a row; `None` if the column needs a search and the row was not solved.
    pub(crate) fn cell<'r>(&self, row: &'r TableRow) -> Option<Cell<'r>> {
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
