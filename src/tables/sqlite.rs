//! Tables as SQLite databases.
use super::TableKind;
use super::error::TableError;
use crate::files::{Destination, IfExists, OutputError, TemporaryFile};
use crate::rows::{Cell, CellType, Column, TableRow};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};
use std::io;
use std::path::Path;

/// A database that grows under a temporary name.
pub(crate) struct SqliteTable {
    file: TemporaryFile,
    connection: Connection,
    insert: String,
    kind: TableKind,
}

impl SqliteTable {
    pub(crate) fn create(path: &Path, existing: IfExists, kind: TableKind) -> Result<SqliteTable, TableError> {
        let destination = Destination::of(path)?;
        let Destination::File(path) = &destination else { return Err(TableError::NeedsFile("SQLite")) };
        if existing == IfExists::Refused {
            destination.must_be_new()?;
        }
        let file = TemporaryFile::create(path, existing == IfExists::Replaced, None)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file.temporary_path(), flags).map_err(TableError::library)?;
        // The library opens it by its name, to which another user can have moved another file.
        if !file.has_its_temporary_name() {
            let source = io::Error::other("another program took the place of its temporary file");
            return Err(OutputError::Create { path: path.clone(), source }.into());
        }
        let column = |(name, column): (&str, &Column)| match (name, column.cell_type()) {
            ("board", _) => "board TEXT NOT NULL PRIMARY KEY".to_owned(),
            (name, CellType::Text) => format!("{name} TEXT NOT NULL"),
            (name, _) => format!("{name} INTEGER NOT NULL"),
        };
        let columns: Vec<String> = kind.columns().map(column).collect();
        let marks = vec!["?"; columns.len()].join(", ");
        // The file is removed if anything fails, so it needs no journal; it is synced once, in `finish`.
        let setup = format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
             CREATE TABLE puzzles ({}) WITHOUT ROWID; BEGIN;",
            columns.join(", ")
        );
        connection.execute_batch(&setup).map_err(TableError::library)?;
        Ok(SqliteTable { file, connection, insert: format!("INSERT INTO puzzles VALUES ({marks})"), kind })
    }

    pub(crate) fn temporary_path(&self) -> &Path {
        self.file.temporary_path()
    }

    pub(crate) fn write(&mut self, rows: &[TableRow]) -> Result<(), TableError> {
        let mut insert = self.connection.prepare_cached(&self.insert).map_err(TableError::library)?;
        for row in rows {
            let cells = Column::all(row.solved.is_some()).filter_map(|column| column.cell(row));
            insert.execute(params_from_iter(cells)).map_err(|error| match error.sqlite_error_code() {
                // The only constraint that a row can violate is the primary key.
                Some(ErrorCode::ConstraintViolation) => TableError::Twice(row.board.clone()),
                _ => TableError::library(error),
            })?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), TableError> {
        let SqliteTable { file, connection, kind, .. } = self;
        // Each index takes about as much space as the boards: so of the columns that need a search only those that are filtered by most.
        let is_indexed = |column: &Column| {
            column.is_numeric() && !column.needs_search() || ["fewest_steps", "first_move_count"].contains(&column.name())
        };
        let indexed = kind.columns().filter(|(_, column)| is_indexed(column));
        let indexes: String = indexed.map(|(name, _)| format!("CREATE INDEX puzzles_by_{name} ON puzzles ({name});")).collect();
        connection.execute_batch(&format!("{indexes} COMMIT;")).map_err(TableError::library)?;
        connection.close().map_err(|(_, error)| TableError::library(error))?;
        file.sync()?;
        Ok(file.rename()?)
    }
}

/// SQLite has no unsigned numbers; cluster sizes and numbers of states are far below 2⁶³.
impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Cell::Text(text) => ValueRef::Text(text.as_bytes()),
            Cell::Number(number) => ValueRef::Integer(number as i64),
        }))
    }
}
