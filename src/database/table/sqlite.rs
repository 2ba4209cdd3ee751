//! Tables as SQLite databases.
use crate::database::table::table_row::{COLUMNS, SOLVED_COLUMNS, TableError, TableRow};
use crate::files::OutputFile;
use rusqlite::{Connection, ToSql};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tempfile::NamedTempFile;

/// A database that grows in a temporary file and is copied to its place when it is complete.
pub(crate) struct SqliteTable {
    output: OutputFile,
    temporary: NamedTempFile,
    connection: Connection,
    insert: String,
}

impl SqliteTable {
    pub(crate) fn create(path: &Path, force: bool, solved: bool) -> Result<SqliteTable, TableError> {
        if path == Path::new("-") {
            return Err(TableError::NeedsFile("SQLite"));
        }
        let output = OutputFile::text(path, force)?;
        let temporary = NamedTempFile::new_in(output.scratch_folder()).map_err(TableError::library)?;
        let connection = Connection::open(temporary.path()).map_err(TableError::library)?;
        let names: Vec<&str> = COLUMNS.iter().chain(SOLVED_COLUMNS.iter().filter(|_| solved)).copied().collect();
        let column = |name: &&str| match *name {
            "board" => "board TEXT NOT NULL PRIMARY KEY".to_owned(),
            "solution" | "first_moves" => format!("{name} TEXT NOT NULL"),
            _ => format!("{name} INTEGER NOT NULL"),
        };
        let columns: Vec<String> = names.iter().map(column).collect();
        let marks = vec!["?"; names.len()].join(", ");
        // the file is thrown away if anything fails, so that it needs neither journal nor sync
        let setup = format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
             CREATE TABLE puzzles ({}) WITHOUT ROWID; BEGIN;",
            columns.join(", ")
        );
        connection.execute_batch(&setup).map_err(TableError::library)?;
        Ok(SqliteTable { output, temporary, connection, insert: format!("INSERT INTO puzzles VALUES ({marks})") })
    }

    pub(crate) fn temporary_paths(&self) -> Vec<&Path> {
        self.output.temporary_path().into_iter().chain([self.temporary.path()]).collect()
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
            insert.execute(&values[..]).map_err(TableError::library)?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), TableError> {
        let SqliteTable { mut output, temporary, connection, .. } = self;
        let indexes: String = ["moves", "cluster_size", "walls", "pieces"]
            .iter()
            .map(|column| format!("CREATE INDEX puzzles_by_{column} ON puzzles ({column});"))
            .collect();
        connection.execute_batch(&format!("{indexes} COMMIT;")).map_err(TableError::library)?;
        connection.close().map_err(|(_, error)| TableError::library(error))?;
        let mut file = File::open(temporary.path()).map_err(TableError::library)?;
        let mut buffer = vec![0; 1 << 20];
        loop {
            match file.read(&mut buffer).map_err(TableError::library)? {
                0 => return Ok(output.finish()?),
                read => output.write(&buffer[..read])?,
            }
        }
    }
}
