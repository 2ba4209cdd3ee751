//! Tables as SQLite databases.
use super::table_row::{COLUMNS, SOLVED_COLUMNS, TableError, TableRow};
use crate::files::{Destination, TemporaryFile};
use rusqlite::{Connection, ErrorCode, ToSql};
use std::path::Path;

/// A database that grows under a temporary name.
pub(crate) struct SqliteTable {
    file: TemporaryFile,
    connection: Connection,
    insert: String,
}

impl SqliteTable {
    pub(crate) fn create(path: &Path, force: bool, solved: bool) -> Result<SqliteTable, TableError> {
        let destination = Destination::of(path)?;
        let Destination::File(path) = &destination else { return Err(TableError::NeedsFile("SQLite")) };
        if !force {
            destination.must_be_new()?;
        }
        let file = TemporaryFile::create(path, force, None)?;
        let connection = Connection::open(file.temporary_path()).map_err(TableError::library)?;
        let names: Vec<&str> = COLUMNS.iter().chain(SOLVED_COLUMNS.iter().filter(|_| solved)).copied().collect();
        let column = |name: &&str| match *name {
            "board" => "board TEXT NOT NULL PRIMARY KEY".to_owned(),
            "solution" | "first_moves" => format!("{name} TEXT NOT NULL"),
            _ => format!("{name} INTEGER NOT NULL"),
        };
        let columns: Vec<String> = names.iter().map(column).collect();
        let marks = vec!["?"; names.len()].join(", ");
        // The file is removed if anything fails, so it needs no journal; it is synced once, in `finish`.
        let setup = format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
             CREATE TABLE puzzles ({}) WITHOUT ROWID; BEGIN;",
            columns.join(", ")
        );
        connection.execute_batch(&setup).map_err(TableError::library)?;
        Ok(SqliteTable { file, connection, insert: format!("INSERT INTO puzzles VALUES ({marks})") })
    }

    pub(crate) fn temporary_path(&self) -> &Path {
        self.file.temporary_path()
    }

    pub(crate) fn write(&mut self, rows: &[TableRow]) -> Result<(), TableError> {
        let mut insert = self.connection.prepare_cached(&self.insert).map_err(TableError::library)?;
        for r in rows {
            let size = r.cluster_size as i64;
            let mut values: Vec<&dyn ToSql> = vec![&r.moves, &r.board, &size, &r.walls, &r.pieces, &r.cars, &r.trucks, &r.empty];
            let counts = r.solved.as_ref().map(|s| (s.goal_states as i64, s.unsolved_states as i64));
            if let (Some(s), Some((goals, unsolved))) = (&r.solved, &counts) {
                values.extend([&s.solution as &dyn ToSql, &s.steps, goals, unsolved, &s.first_moves, &s.shortest_solutions]);
            }
            insert.execute(&values[..]).map_err(|error| match error.sqlite_error_code() {
                // The only constraint that a row can violate is the primary key.
                Some(ErrorCode::ConstraintViolation) => TableError::Twice(r.board.clone()),
                _ => TableError::library(error),
            })?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), TableError> {
        let SqliteTable { file, connection, .. } = self;
        let indexes: String = ["moves", "cluster_size", "walls", "pieces"]
            .iter()
            .map(|column| format!("CREATE INDEX puzzles_by_{column} ON puzzles ({column});"))
            .collect();
        connection.execute_batch(&format!("{indexes} COMMIT;")).map_err(TableError::library)?;
        connection.close().map_err(|(_, error)| TableError::library(error))?;
        file.sync()?;
        Ok(file.rename()?)
    }
}
