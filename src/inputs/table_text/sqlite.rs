//! The table `puzzles` of a SQLite database, in the published order.
//!
//! A database can hold programs: a view may compute rows without end, or values of a gigabyte, from a file of 4 KB. So only a table is read,
//! values have a greatest length, and the work is limited by the length of the file: its pages may form a circle.
use std::io;

use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, types::ValueRef};

use super::background::Send;
use super::on_disk::OnDisk;
use super::{Record, TableTextError, depth_column, line};

const FORMAT: &str = "a SQLite database";
/// The longest value or record, in bytes. The solutions of a row have some hundreds.
const LONGEST: i32 = 1 << 20;
/// The most instructions of SQLite for each byte of the file. To read and sort a row takes about 30 for its 27 bytes or more.
const STEPS_PER_BYTE: u64 = 4;
/// Instructions that any file may take.
const STEPS: u64 = 1 << 20;
/// Instructions between two looks at their number.
const LOOK: i32 = 1 << 16;

/// Sends the rows of the table `puzzles` to `send`.
pub(super) fn read(file: &OnDisk, send: &mut Send<'_>) -> Result<(), TableTextError> {
    Ok(read_table(file, send)?)
}

impl From<ReadError> for TableTextError {
    fn from(error: ReadError) -> TableTextError {
        match error {
            ReadError::Table(error) => error,
            ReadError::Library(error) => {
                let problem = match error.sqlite_error_code() {
                    Some(ErrorCode::OperationInterrupted) => "it takes more work than a file of its length can need".to_owned(),
                    Some(ErrorCode::TooBig) => format!("it holds a value of more than {LONGEST} bytes"),
                    _ => error.to_string(),
                };
                TableTextError::Damaged { format: FORMAT, problem }
            }
            ReadError::System(error) => TableTextError::Damaged { format: FORMAT, problem: error.to_string() },
        }
    }
}

/// Why a database can't be read.
pub(crate) enum ReadError {
    Table(TableTextError),
    Library(rusqlite::Error),
    System(io::Error),
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> ReadError {
        ReadError::Library(error)
    }
}

/// Opens the database with limits on the length of values and on the work that its content may cause.
pub(crate) fn connect(file: &OnDisk) -> Result<Connection, ReadError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = file.open(|path| (std::fs::metadata(path), Connection::open_with_flags(path, flags)));
    let (metadata, connection) = opened.map_err(ReadError::System)?;
    let mut connection = connection?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    let most = STEPS + STEPS_PER_BYTE * metadata.map_or(0, |metadata| metadata.len());
    let mut steps = 0;
    let is_too_many = move || {
        steps += LOOK as u64;
        steps > most
    };
    connection.progress_handler(LOOK, Some(is_too_many))?;
    // A file can ask for a cache of its own choice.
    connection.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2000; PRAGMA mmap_size = 0;")?;
    Ok(connection)
}

fn read_table(file: &OnDisk, send: &mut Send<'_>) -> Result<(), ReadError> {
    let connection = connect(file)?;
    refuse_views(&connection)?;
    let mut names = connection.prepare("SELECT name FROM pragma_table_info('puzzles')")?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let needed = [depth_column(|name| names.iter().any(|other| other == name)), "board", "cluster_size"];
    if let Some(missing) = needed.iter().find(|name| !names.iter().any(|other| other == *name)) {
        let column = if names.is_empty() { "board, since there is no table puzzles" } else { *missing };
        return Err(ReadError::Table(TableTextError::Column { format: FORMAT, column }));
    }
    // The table keeps its rows by board, so the order in which they were selected is gone.
    let order = published_order(&needed).expect("the columns of a row");
    // Long values would be sorted, perhaps again and again. No board is longer than this, and no number is text.
    let short = |&column: &&str| match column {
        "board" => "substr(board, 1, 100) AS board".to_owned(),
        number => format!("iif(typeof({number}) = 'integer', {number}, NULL) AS {number}"),
    };
    let selected: Vec<String> = needed.iter().map(short).collect();
    let rows = format!("(SELECT {} FROM puzzles)", selected.join(", "));
    let mut query = connection.prepare(&format!("SELECT {} FROM {rows} ORDER BY {order}", needed.join(", ")))?;
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
        let record = Record { depth: integer(0)?, board: text(1)?, cluster_size: integer(2)? };
        if !send(line(place, &record).map_err(ReadError::Table)?) {
            return Ok(());
        }
    }
    Ok(())
}

/// Refuses a database in which `puzzles` is something else than a table.
pub(crate) fn refuse_views(connection: &Connection) -> Result<(), ReadError> {
    let mut kinds = connection.prepare("SELECT type FROM pragma_table_list('puzzles') WHERE type <> 'table'")?;
    if let Some(kind) = kinds.query_map([], |row| row.get::<_, String>(0))?.next().transpose()? {
        let problem =
            format!("puzzles is a {kind}, and only a table is read; copy it into one: CREATE TABLE ... AS SELECT * FROM puzzles");
        return Err(ReadError::Table(TableTextError::Damaged { format: FORMAT, problem }));
    }
    Ok(())
}

/// The published order of rows in terms of their columns; `None` if these are not all there.
pub(crate) fn published_order(names: &[impl AsRef<str>]) -> Option<String> {
    let has = |name: &str| names.iter().any(|other| other.as_ref() == name);
    let depth = depth_column(has);
    let is_row = [depth, "board", "cluster_size"].into_iter().all(has);
    is_row.then(|| format!("{depth} DESC, cluster_size DESC, replace(board, 'o', '.') DESC"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The lines of a database that this script makes.
    fn lines(script: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.sqlite");
        Connection::open(&path).expect("made").execute_batch(script).expect("made");
        read_lines(&path)
    }

    fn read_lines(path: &Path) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        let mut send = |line| {
            lines.push(line);
            true
        };
        read(&OnDisk::Given(path.to_owned()), &mut send).map_err(|error| error.to_string())?;
        Ok(lines)
    }

    const TABLE: &str = "CREATE TABLE puzzles(moves, board, cluster_size);";

    #[test]
    fn only_a_table_is_read() {
        for view in [
            "SELECT 7 AS moves, hex(zeroblob(900000000)) AS board, 1 AS cluster_size",
            "WITH RECURSIVE n(moves) AS (SELECT 1 UNION ALL SELECT moves + 1 FROM n) SELECT moves, 'AA' AS board, 1 AS cluster_size FROM n",
        ] {
            let error = lines(&format!("CREATE VIEW puzzles AS {view}")).expect_err("a view");
            assert!(error.contains("puzzles is a view, and only a table is read"), "{error}");
        }
        let error = lines("CREATE VIRTUAL TABLE puzzles USING fts5(moves, board, cluster_size)").expect_err("no table");
        assert!(error.contains("puzzles is a virtual"), "{error}");
        let computed =
            "CREATE TABLE puzzles(moves, board AS (hex(zeroblob(moves))), cluster_size); INSERT INTO puzzles VALUES (9, 1)";
        let error = lines(computed).expect_err("a column that is computed");
        assert!(error.contains("lacks the column board"), "{error}");
    }

    #[test]
    fn values_have_a_greatest_length() {
        let error = lines(&format!("{TABLE} INSERT INTO puzzles VALUES (7, hex(zeroblob(1000000)), 1)")).expect_err("too long");
        assert!(error.contains("a value of more than 1048576 bytes"), "{error}");
        // Numbers are no text, and a board that is too long stays one.
        let error = lines(&format!("{TABLE} INSERT INTO puzzles VALUES ('7', 'AA', 1)")).expect_err("no number");
        assert!(error.contains("there is no number of moves"), "{error}");
        let long = lines(&format!("{TABLE} INSERT INTO puzzles VALUES (7, replace(hex(zeroblob(500)), '0', 'A'), 1)"));
        assert_eq!(long, Ok(vec![format!("07 {} 1\n", "A".repeat(100))]));
    }

    #[test]
    fn pages_that_form_a_circle_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.sqlite");
        let connection = Connection::open(&path).expect("made");
        let rows = "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 20000)
                    INSERT INTO puzzles SELECT k, 'AAoooooooooooooo', 1 FROM n;";
        connection.execute_batch(&format!("PRAGMA page_size = 512; {TABLE} {rows}")).expect("made");
        let root: i64 = connection.query_row("SELECT rootpage FROM sqlite_schema", [], |row| row.get(0)).expect("a page");
        let root = usize::try_from(root).expect("a page");
        drop(connection);
        assert_eq!(read_lines(&path).map(|lines| lines.len()), Ok(20_000));
        // All children of an inner page become the next inner page, and those of the last one a leaf: each multiplies the rows by 40.
        let mut bytes = std::fs::read(&path).expect("read");
        let kind = |number: usize| bytes[(number - 1) * 512];
        let pages = 2..=bytes.len() / 512;
        let mut chain: Vec<usize> = pages.clone().filter(|&number| kind(number) == 5 && number != root).collect();
        chain.insert(0, root);
        chain.truncate(6); // SQLite itself refuses a depth of 20
        chain.push(pages.clone().find(|&number| kind(number) == 13).expect("a leaf"));
        assert_eq!(chain.len(), 7);
        for pair in chain.windows(2) {
            let (at, child) = ((pair[0] - 1) * 512, (pair[1] as u32).to_be_bytes());
            let short = |bytes: &[u8], place: usize| usize::from(u16::from_be_bytes([bytes[place], bytes[place + 1]]));
            for cell in 0..short(&bytes, at + 3) {
                let place = at + short(&bytes, at + 12 + 2 * cell);
                bytes[place..place + 4].copy_from_slice(&child);
            }
            bytes[at + 8..at + 12].copy_from_slice(&child);
        }
        std::fs::write(&path, bytes).expect("written");
        let error = read_lines(&path).expect_err("more rows than such a file holds");
        assert!(error.contains("more work than a file of its length can need"), "{error}");
    }
}
