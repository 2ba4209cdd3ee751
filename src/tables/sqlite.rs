//! SQLite databases: the table `puzzles`, with indexes on the columns that people filter by. They are written, not read.
use super::format::{Columns, Format, Reading};

pub(super) static SQLITE: Format = Format {
    name: "sqlite",
    help: "An SQLite database",
    endings: &["sqlite", "sqlite3", "db"],
    columns: Columns::Typed,
    recognise: |start| start.starts_with(b"SQLite f"),
    reading: Reading::Refused("a SQLite database", "sqlite3 -header -csv FILE 'select * from puzzles' > rows.csv"),
    #[cfg(feature = "sqlite")]
    create: |path, existing, columns, _| Ok(Box::new(writer::SqliteTable::create(path, existing, columns)?)),
    #[cfg(not(feature = "sqlite"))]
    create: |_, _, _, _| Err(super::record::TableError::not_built("sqlite")),
};

#[cfg(feature = "sqlite")]
mod writer {
    use std::path::Path;

    use rusqlite::types::{ToSqlOutput, ValueRef};
    use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, params_from_iter};

    use crate::files::{Destination, IfExists, TemporaryFile};
    use crate::tables::format::TableWriter;
    use crate::tables::record::TableError;
    use crate::tables::record::{Cell, CellType, Cells, TypedColumn};

    /// A database that grows under a temporary name.
    pub(super) struct SqliteTable {
        file: TemporaryFile,
        connection: Connection,
        insert: String,
        /// Makes the indexes.
        indexes: String,
    }

    impl SqliteTable {
        pub(super) fn create(path: &Path, existing: IfExists, columns: &[TypedColumn]) -> Result<SqliteTable, TableError> {
            let Destination::File(path) = Destination::of(path)? else {
                let problem = "a SQLite table cannot be written to standard output, a pipe or a device: name a file";
                return Err(TableError::Format(problem.to_owned()));
            };
            let file = TemporaryFile::create(&path, existing, None)?;
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(file.temporary_path(), flags).map_err(TableError::library)?;
            let column = |column: &TypedColumn| match (column.name, column.cell_type) {
                ("board", _) => "board TEXT NOT NULL PRIMARY KEY".to_owned(),
                (name, CellType::Text) => format!("{name} TEXT NOT NULL"),
                (name, _) => format!("{name} INTEGER NOT NULL"),
            };
            let definitions: Vec<String> = columns.iter().map(column).collect();
            let marks = vec!["?"; columns.len()].join(", ");
            // The file is removed if anything fails, so it needs no journal; it is synced once, in `finish`.
            let setup = format!(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
             CREATE TABLE puzzles ({}) WITHOUT ROWID; BEGIN;",
                definitions.join(", ")
            );
            connection.execute_batch(&setup).map_err(TableError::library)?;
            let index = |name: &str| format!("CREATE INDEX puzzles_by_{name} ON puzzles ({name});");
            let indexes = columns.iter().filter(|column| column.indexed).map(|column| index(column.name)).collect();
            Ok(SqliteTable { file, connection, insert: format!("INSERT INTO puzzles VALUES ({marks})"), indexes })
        }
    }

    impl TableWriter for SqliteTable {
        fn write(&mut self, records: &[Cells<'_>]) -> Result<(), TableError> {
            let mut insert = self.connection.prepare_cached(&self.insert).map_err(TableError::library)?;
            for record in records {
                let cells = params_from_iter(record.iter().map(|(_, cell)| cell));
                insert.execute(cells).map_err(|error| match error.sqlite_error_code() {
                    // The only constraint that a row can violate is the primary key.
                    Some(ErrorCode::ConstraintViolation) => {
                        let board = record.iter().find(|(name, _)| *name == "board");
                        TableError::Format(format!(
                            "the board {} is selected twice, but a SQLite table holds each board once: give each file of rows once, or \
                             choose CSV",
                            board.map_or(String::new(), |(_, board)| board.text())
                        ))
                    }
                    _ => TableError::library(error),
                })?;
            }
            Ok(())
        }

        fn finish(self: Box<Self>) -> Result<(), TableError> {
            let SqliteTable { file, connection, indexes, .. } = *self;
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
                Cell::Json(json) => ValueRef::Text(json.get().as_bytes()),
            }))
        }
    }
}
