//! The table `puzzles` of a SQLite database, in the published order.
use std::io;

use rusqlite::{Connection, OpenFlags, types::ValueRef};

use super::background::Send;
use super::on_disk::OnDisk;
use super::{Record, TableColumns, TableTextError, line};

const FORMAT: &str = "a SQLite database";

/// Sends the rows of the table `puzzles` to `send`.
pub(super) fn read(file: &OnDisk, columns: TableColumns, send: &mut Send<'_>) -> Result<(), TableTextError> {
    read_table(file, columns, send).map_err(|error| match error {
        ReadError::Table(error) => error,
        ReadError::Library(error) => TableTextError::Damaged { format: FORMAT, problem: error.to_string() },
        ReadError::System(error) => TableTextError::Damaged { format: FORMAT, problem: error.to_string() },
    })
}

enum ReadError {
    Table(TableTextError),
    Library(rusqlite::Error),
    System(io::Error),
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> ReadError {
        ReadError::Library(error)
    }
}

fn read_table(file: &OnDisk, columns: TableColumns, send: &mut Send<'_>) -> Result<(), ReadError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = file.open(|path| Connection::open_with_flags(path, flags)).map_err(ReadError::System)??;
    connection.execute_batch("PRAGMA trusted_schema = OFF;")?;
    let mut names = connection.prepare("SELECT name FROM pragma_table_info('puzzles')")?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let needed: &[&'static str] = match columns {
        TableColumns::Row => &["moves", "board", "cluster_size"],
        TableColumns::Board => &["board"],
    };
    if let Some(missing) = needed.iter().find(|name| !names.iter().any(|other| other == *name)) {
        let column = if names.is_empty() { "board, since there is no table puzzles" } else { *missing };
        return Err(ReadError::Table(TableTextError::Column { format: FORMAT, column }));
    }
    // The table keeps its rows by board, so the order in which they were selected is gone.
    let has_numbers = ["moves", "cluster_size"].iter().all(|name| names.iter().any(|other| other == name));
    let order = if has_numbers { "moves DESC, cluster_size DESC, replace(board, 'o', '.') DESC" } else { "board" };
    let mut query = connection.prepare(&format!("SELECT {} FROM puzzles ORDER BY {order}", needed.join(", ")))?;
    let mut rows = query.query([])?;
    let mut number = 0u64;
    while let Some(row) = rows.next()? {
        number += 1;
        let place = || format!("row {number}");
        let integer = |column| match row.get_ref(column)? {
            ValueRef::Integer(value) => Ok::<_, rusqlite::Error>(u64::try_from(value).ok()),
            _ => Ok(None),
        };
        let text = |column| match row.get_ref(column)? {
            ValueRef::Text(value) => Ok::<_, rusqlite::Error>(std::str::from_utf8(value).ok()),
            _ => Ok(None),
        };
        let record = match columns {
            TableColumns::Row => Record { moves: integer(0)?, board: text(1)?, cluster_size: integer(2)?, name: None },
            TableColumns::Board => Record { board: text(0)?, ..Record::default() },
        };
        if !send(line(place, columns, &record).map_err(ReadError::Table)?) {
            return Ok(());
        }
    }
    Ok(())
}
