//! The records of a SQLite database: those of its table `puzzles`, or of its only table.
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::Value;

use super::{Fields, Record};
use crate::inputs::table_text::{OnDisk, ReadError, TableTextError, connect, published_order, refuse_views};

pub(super) const FORMAT: &str = "a SQLite database";

/// Sends the records of the table to `send`, until that returns false: only the `needed` columns if it has the first of them, and rows of
/// a database in the published order.
pub(super) fn read(file: &OnDisk, needed: &[String], send: &mut dyn FnMut(Record) -> bool) -> Result<(), TableTextError> {
    Ok(read_table(&connect(file)?, needed, send)?)
}

fn read_table(connection: &Connection, needed: &[String], send: &mut dyn FnMut(Record) -> bool) -> Result<(), ReadError> {
    refuse_views(connection)?;
    let damaged = |problem: String| ReadError::Table(TableTextError::Damaged { format: FORMAT, problem });
    let tables =
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let names: Vec<String> = connection.prepare(tables)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let table = match &names[..] {
        [only] => only,
        _ if names.iter().any(|name| name == "puzzles") => "puzzles",
        [] => return Err(damaged("it holds no table".to_owned())),
        _ => return Err(damaged(format!("it holds several tables ({}): rename one to puzzles", names.join(", ")))),
    };
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let names: Vec<String> = connection
        .prepare("SELECT name FROM pragma_table_info(?1)")?
        .query_map([table], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let query = match needed.first().filter(|board| names.contains(board)) {
        None => format!("SELECT * FROM {}", quoted(table)),
        Some(_) => {
            let chosen: Vec<&String> = needed.iter().filter(|name| names.contains(name)).collect();
            // Long values would be sorted, perhaps again and again. No board, number or name is longer than this.
            let short = |name: &&String| {
                format!("iif(typeof({0}) IN ('integer', 'real'), {0}, substr({0}, 1, 1000)) AS {0}", quoted(name))
            };
            let columns: Vec<String> = chosen.iter().map(short).collect();
            let order = published_order(&chosen).map_or(String::new(), |order| format!(" ORDER BY {order}"));
            format!("SELECT * FROM (SELECT {} FROM {}){order}", columns.join(", "), quoted(table))
        }
    };
    let mut query = connection.prepare(&query)?;
    let columns: Vec<String> = query.column_names().map(str::to_owned).collect();
    let mut rows = query.query([])?;
    let mut number = 0u64;
    while let Some(row) = rows.next()? {
        number += 1;
        let mut fields = Fields::new();
        for (k, column) in columns.iter().enumerate() {
            fields.insert(column.clone(), value(row.get_ref(k)?));
        }
        if !send(Record { place: format!("row {number}"), fields }) {
            break;
        }
    }
    Ok(())
}

fn value(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => value.into(),
        ValueRef::Real(value) => value.into(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into(),
    }
}
