//! Tables whose records are lines: JSON lines and CSV.
use std::io::{self, BufRead, Read};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Input, Record, TableTextError, depth_column, line};

/// The longest line of a table, in bytes. The solutions of a row have some hundreds.
const LONGEST: usize = 1 << 16;

/// The fields of a JSON line that matter.
#[derive(Deserialize)]
struct JsonRecord {
    moves: Option<u64>,
    steps: Option<Value>, // other tables have a solution there
    board: Option<String>,
    cluster_size: Option<u64>,
}

/// The lines of JSON lines.
pub(super) fn json_lines(source: Input) -> impl Iterator<Item = io::Result<String>> {
    json_records(source, LONGEST, move |place, read: JsonRecord| {
        let JsonRecord { moves, steps, board, cluster_size } = read;
        let depth = moves.or_else(|| steps?.as_u64());
        line(|| place.clone(), &Record { depth, board: board.as_deref(), cluster_size })
    })
}

/// What `take` makes of each record of JSON lines and its place; an array with a record on each line is read too. Blank lines are skipped; a line has at most `longest` bytes.
pub(crate) fn json_records<R: DeserializeOwned, T>(
    mut source: Input,
    longest: usize,
    take: impl Fn(String, R) -> Result<T, TableTextError>,
) -> impl Iterator<Item = io::Result<T>> {
    let mut number = 0u64;
    let mut bytes = Vec::new();
    let mut next = move || loop {
        bytes.clear();
        if source.by_ref().take(longest as u64).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        number += 1;
        let place = format!("line {number}");
        if bytes.len() == longest && !bytes.ends_with(b"\n") {
            let problem = format!("{place} is longer than {longest} bytes");
            return Err(TableTextError::Damaged { format: "JSON lines", problem }.into());
        }
        // What an array has around its records.
        let text = bytes.trim_ascii();
        let text = text.strip_prefix(b"[").unwrap_or(text);
        let text = [b"]", b","].iter().fold(text, |text, end| text.strip_suffix(*end).unwrap_or(text).trim_ascii());
        if !text.is_empty() {
            let problem =
                |error: serde_json::Error| format!("{error}; a record must be on a line of its own, as jq -c .[] writes it");
            let read = serde_json::from_slice(text);
            let read = read.map_err(|error| TableTextError::Value { place: place.clone(), problem: problem(error) })?;
            return Ok(Some(take(place, read)?));
        }
    };
    std::iter::from_fn(move || next().transpose())
}

/// The lines of a CSV file with a header; columns may be separated by commas or semicolons.
///
/// # Errors
/// Those of reading the header, and [`TableTextError::Column`].
pub(super) fn csv(mut source: Input) -> io::Result<impl Iterator<Item = io::Result<String>>> {
    let header = first_line(&mut source)?;
    let (separator, lag) = (if header.contains(';') { b';' } else { b',' }, line_lag(&header));
    let limited = ShortLines::new(source, LONGEST);
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).trim(csv::Trim::All).from_reader(limited);
    let headers = reader.headers().map_err(|error| csv_error(error, 0))?.clone();
    let place_of = |name: &str| headers.iter().position(|header| header.eq_ignore_ascii_case(name));
    let needed = [depth_column(|name| place_of(name).is_some()), "board", "cluster_size"];
    if let Some(&column) = needed.iter().find(|name| place_of(name).is_none()) {
        return Err(TableTextError::Column { format: "a CSV table", column }.into());
    }
    let places = needed.map(place_of);
    let row = move |record: csv::StringRecord| {
        let place = || format!("line {}", record.position().map_or(0, csv::Position::line) + lag);
        let [depth, board, cluster_size] = places.map(|place| record.get(place?).filter(|value| !value.is_empty()));
        let number = |text: &str| {
            text.parse().map_err(|_| TableTextError::Value { place: place(), problem: format!("{text:?} is not a number") })
        };
        let record = Record { depth: depth.map(number).transpose()?, board, cluster_size: cluster_size.map(number).transpose()? };
        Ok(line(place, &record)?)
    };
    Ok(reader.into_records().map(move |record| row(record.map_err(|error| csv_error(error, lag))?)))
}

/// The first line of a source, as far as it is buffered; nothing is consumed.
pub(crate) fn first_line(source: &mut Input) -> io::Result<String> {
    let start = source.fill_buf()?;
    Ok(String::from_utf8_lossy(start.split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned())
}

/// What is added to the line numbers of the CSV library: it counts a line that ends with \r\n when it has read the first byte of the next.
pub(crate) fn line_lag(header: &str) -> u64 {
    header.ends_with('\r').into()
}

/// An error of the CSV library: that of the source, or what is wrong with the table. `lag` is added to the number of its line.
pub(crate) fn csv_error(error: csv::Error, lag: u64) -> io::Error {
    let place = error.position().map_or("the header".to_owned(), |position| format!("line {}", position.line() + lag));
    let problem = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            let fields = if len == 1 { "field" } else { "fields" };
            TableTextError::Value { place, problem: format!("it has {len} {fields}, but the header has {expected_len}") }.into()
        }
        _ => TableTextError::Value { place, problem }.into(),
    }
}

/// A source whose lines are short, so that a file without line ends is not read into memory.
pub(crate) struct ShortLines {
    source: Input,
    /// The longest line, in bytes.
    longest: usize,
    /// Bytes since the last line end.
    length: usize,
}

impl ShortLines {
    pub(crate) fn new(source: Input, longest: usize) -> ShortLines {
        ShortLines { source, longest, length: 0 }
    }
}

impl Read for ShortLines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.longest);
        let count = self.source.read(&mut buffer[..most])?;
        self.length = match buffer[..count].iter().rposition(|&byte| byte == b'\n') {
            Some(end) => count - end - 1,
            None => self.length + count,
        };
        if self.length > self.longest {
            let problem = "a line is longer than any of a table".to_owned();
            return Err(TableTextError::Damaged { format: "a CSV table", problem }.into());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Input {
        Box::new(io::Cursor::new(text.to_owned()))
    }

    fn all(lines: impl Iterator<Item = io::Result<String>>) -> Result<String, String> {
        lines.map(|line| line.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn columns_are_found_by_name_in_any_order() {
        let text = "board;extra;cluster_size;moves\nAAoooooooooooooo;\"a;b\";12;7\n";
        let read = |text: &str| all(csv(source(text)).expect("a header"));
        assert_eq!(read(text), Ok("07 AAoooooooooooooo 12\n".to_owned()));
        // in a table by steps the moves are called steps
        assert_eq!(read(&text.replace("moves", "steps")), Ok("07 AAoooooooooooooo 12\n".to_owned()));
        let json = |depth: &str| format!("{{\"cluster_size\":12,\"x\":[1],\"board\":\"AAoo\",\"{depth}\":7}}");
        let rows = Ok("07 AAoo 12\n07 AAoo 12\n".to_owned());
        let (moves, steps) = (json("moves"), json("steps"));
        for text in [format!("{moves}\n\n{steps}"), format!("[\n{moves},\n{moves}\n]\n"), format!("[{moves},\n{moves}]")] {
            assert_eq!(all(json_lines(source(&text))), rows, "{text}");
        }
        let with_solution = format!("{},\"steps\":\"C+1 A+2\"}}", moves.trim_end_matches('}'));
        assert_eq!(all(json_lines(source(&with_solution))), Ok("07 AAoo 12\n".to_owned()));
        let error = all(json_lines(source("{\"board\":\"BBoo\",\"name\":\"Jam-1\"}"))).expect_err("no moves");
        assert_eq!(error, "line 1: there is no number of moves, which a row needs");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let csv = |text: &str| match csv(source(text)) {
            Ok(lines) => all(lines).expect_err("wrong"),
            Err(error) => error.to_string(),
        };
        assert!(csv("moves,board\n7,AAoo\n").contains("lacks the column cluster_size"));
        let wrong_number = "moves,board,cluster_size\n7,AAoo,12\nx,AAoo,12\n";
        assert_eq!(csv(wrong_number), "line 3: \"x\" is not a number");
        assert_eq!(csv(&wrong_number.replace('\n', "\r\n")), "line 3: \"x\" is not a number");
        for text in ["moves,board,cluster_size\n7,AAoo\n", "moves,board,cluster_size\r\n7,AAoo\r\n"] {
            assert!(csv(text).starts_with("line 2: it has 2 fields, but the header has 3"), "{}", csv(text));
        }
        assert!(csv("moves,board,cluster_size\n7,AA oo,12\n").starts_with("line 2: the board is empty, or holds a space"));
        assert!(csv(&format!("moves,board,cluster_size\n{}", "7".repeat(1 << 20))).contains("longer than any"));
        let json = |text: &str| all(json_lines(source(text))).expect_err("wrong");
        assert!(json("{\"moves\":7\n").starts_with("line 1: EOF"));
        assert!(json(&format!("{{{}", " ".repeat(1 << 20))).contains("line 1 is longer than 65536 bytes"));
    }
}
