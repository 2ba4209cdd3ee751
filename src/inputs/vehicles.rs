//! Boards as lists of vehicles: CSV with the columns `id,orientation,col,row,length`, and perhaps `type` and `colour`.
use super::vehicle_colour;
use crate::board::{CellSet, Orientation, Piece, Place, Size};
use crate::files::printable;
use crate::tables::{Fields, Value};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;

/// The vehicles of a board, not yet checked to fit.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Vehicles {
    /// Pieces with their names, in the order of the file.
    pub pieces: Vec<(String, Piece)>,
    /// The cells of the walls.
    pub walls: CellSet,
    /// The colours of pieces that have one, `#rrggbb` by name.
    pub colours: HashMap<String, String>,
    /// What was ignored, each as the end of a sentence.
    pub ignored: Vec<String>,
}

/// Why a list of vehicles could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct VehiclesError(String);

impl VehiclesError {
    /// A line, from 1, is not a vehicle of the board.
    fn line(line: u64, problem: impl Display) -> VehiclesError {
        VehiclesError(format!("line {line}: {problem}"))
    }

    /// The list is not CSV with the right columns.
    fn csv(error: csv::Error) -> VehiclesError {
        let columns = "the list needs the columns id,orientation,col,row,length";
        VehiclesError(format!("{error}; {columns}; for a table of boards, name their column with --board"))
    }
}

/// A line of the list.
#[derive(Deserialize)]
struct VehicleRecord {
    #[serde(alias = "car", alias = "name", alias = "vehicle")]
    id: String,
    orientation: String,
    #[serde(alias = "column")]
    col: usize,
    row: usize,
    length: Option<usize>,
    #[serde(rename = "type", alias = "kind")]
    kind: Option<String>,
    #[serde(alias = "color")]
    colour: Option<String>,
}

/// The columns that are read, with their other names.
const KNOWN: [&str; 13] =
    ["id", "car", "name", "vehicle", "orientation", "col", "column", "row", "length", "type", "kind", "colour", "color"];

/// The lines of a list; columns are separated by commas or semicolons.
fn csv_reader(list: &[u8]) -> csv::Reader<&[u8]> {
    let header = list.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let separator = if header.contains(&b';') && !header.contains(&b',') { b';' } else { b',' };
    csv::ReaderBuilder::new().delimiter(separator).trim(csv::Trim::All).from_reader(list)
}

impl Vehicles {
    /// The longest list that is read, in bytes. The largest board has 256 cells, so a list has at most that many vehicles.
    pub const LONGEST: u64 = 1 << 16;

    /// What a list says about its board beyond the vehicles: the columns that are not about vehicles and have the same value in
    /// all lines.
    pub fn shared_columns(list: &[u8]) -> Fields {
        let mut reader = csv_reader(list);
        let names = reader.headers().cloned().unwrap_or_default();
        let lines: Vec<csv::StringRecord> = reader.records().flatten().collect();
        let shared = |(column, name): (usize, &str)| {
            let mut values = lines.iter().map(|line| line.get(column));
            let first = values.next()??;
            (!KNOWN.contains(&name) && values.all(|value| value == Some(first))).then(|| (name.to_owned(), Value::of(first)))
        };
        names.iter().enumerate().filter_map(shared).collect()
    }

    /// Reads a list. Columns and rows count from 1 and give the leftmost or topmost cell. An entry of length 1 is a wall.
    ///
    /// # Errors
    /// A [`VehiclesError`] that names the line.
    pub fn read(list: &[u8], size: Size) -> Result<Vehicles, VehiclesError> {
        if list.len() as u64 > Vehicles::LONGEST {
            let longest = Vehicles::LONGEST;
            let problem = format!("the file is longer than {longest} bytes, but it should hold the vehicles of one board");
            return Err(VehiclesError(problem));
        }
        let mut reader = csv_reader(list);
        let headers: csv::StringRecord =
            reader.headers().map_err(VehiclesError::csv)?.iter().map(str::to_ascii_lowercase).collect();
        check_line_breaks(&headers, 1)?;
        let unknown = headers.iter().filter(|column| !KNOWN.contains(column));
        let ignored = unknown.map(|column| format!("the column {column:?} is ignored")).collect();
        let mut vehicles = Vehicles { ignored, ..Vehicles::default() };
        for record in reader.into_records() {
            let record = record.map_err(VehiclesError::csv)?;
            let line = record.position().map_or(0, csv::Position::line);
            check_line_breaks(&record, line)?;
            vehicles.add(record.deserialize(Some(&headers)).map_err(VehiclesError::csv)?, line, size)?;
        }
        Ok(vehicles)
    }

    fn add(&mut self, record: VehicleRecord, line: u64, size: Size) -> Result<(), VehiclesError> {
        let VehicleRecord { id, orientation, col: column, row, length, kind, colour } = record;
        let name = printable(&id);
        let wrong = |problem: String| Err(VehiclesError::line(line, problem));
        let length = length_of(&name, length, kind).map_err(|problem| VehiclesError::line(line, problem))?;
        if !(1..=size.width()).contains(&column) || !(1..=size.height()).contains(&row) {
            return wrong(format!("column {column}, row {row} is not on the {size} board; both count from 1"));
        }
        if length == 1 {
            let wall = size.bit(row - 1, column - 1);
            if self.walls.intersects(wall) {
                return wrong(format!("{} is a wall already", Place { row, column }));
            }
            self.walls |= wall;
            return Ok(());
        }
        let orientation = match orientation.to_ascii_lowercase().as_str() {
            "h" | "horizontal" => Orientation::Horizontal,
            "v" | "vertical" => Orientation::Vertical,
            _ => return wrong(format!("orientation {orientation:?} is neither H nor V")),
        };
        if self.pieces.iter().any(|(other, _)| *other == name) {
            return wrong(format!("the name {name:?} is taken by another vehicle"));
        }
        if let Some(text) = colour.filter(|text| !text.is_empty()) {
            match vehicle_colour::colour(&text) {
                Some(colour) => drop(self.colours.insert(name.clone(), colour)),
                None => {
                    self.ignored.push(format!("the colour {text:?} in line {line} is ignored; write #rrggbb or a common name"))
                }
            }
        }
        self.pieces.push((name, Piece { orientation, row: row - 1, column: column - 1, length }));
        Ok(())
    }
}

/// Refuses a record that begins in line `line` and continues in the next: otherwise an unclosed quotation mark would hide the
/// rest of the list.
fn check_line_breaks(record: &csv::StringRecord, line: u64) -> Result<(), VehiclesError> {
    if record.iter().any(|value| value.contains(['\r', '\n'])) {
        let problem = "a quoted value continues on the next line; is a quotation mark missing, or one too many?";
        return Err(VehiclesError::line(line, problem));
    }
    Ok(())
}

/// The length of a vehicle, given or implied by its type. A type of unknown length is only a label.
fn length_of(name: &str, length: Option<usize>, kind: Option<String>) -> Result<usize, String> {
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let expected = match kind.as_str() {
        "car" => Some(2),
        "truck" | "lorry" => Some(3),
        "wall" => Some(1),
        _ => None,
    };
    match (length, expected) {
        (Some(length), Some(expected)) if length != expected => Err(format!("a {kind} has length {expected}, not {length}")),
        (Some(length), _) | (None, Some(length)) => Ok(length),
        (None, None) => Err(format!("{name:?} has no length; give one, or the type car, truck or wall")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vehicles, VehiclesError> {
        Vehicles::read(text.as_bytes(), Size::square(6).unwrap())
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let one = read("id,orientation,col,row,length\nA,H,1,3,2\nlorry,v,4,2,3\nw,,6,6,1\n").unwrap();
        let other = read("length, row, col, orientation, car\n2,3,1,horizontal,A\n3,2,4,V,lorry\n1,6,6,H,w\n").unwrap();
        assert_eq!(one, other);
        assert_eq!(one.walls, CellSet::of(35));
        assert_eq!(one.pieces[1].1, Piece { orientation: Orientation::Vertical, row: 1, column: 3, length: 3 });
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_hides_no_vehicle() {
        let in_header = read("id,orientation,\"col,row,length\nA,H,1,3,2\nB,V,4,2,3\n");
        assert!(in_header.expect_err("refused").to_string().starts_with("line 1: a quoted value"));
        let in_line = read("id,orientation,col,row,length,note\nA,H,1,3,2,\nB,V,4,2,3,\"high\nC,V,5,2,3,\n");
        assert!(in_line.expect_err("refused").to_string().starts_with("line 3: a quoted value"));
        assert!(read("id,orientation,col,row,length\n\"A\",\"H\",1,3,2\n").is_ok());
    }

    #[test]
    fn types_and_colours_are_read_and_other_columns_ignored() {
        let list =
            read("id;type;Color;weight;orientation;col;row\nA;car;RED;7;H;1;3\nB;truck;0x00ff00ff;8;V;4;2\nC;car;mauve;;V;1;1\n")
                .unwrap();
        assert_eq!(list.pieces.iter().map(|(_, piece)| piece.length).collect::<Vec<_>>(), [2, 3, 2]);
        assert_eq!((&list.colours["A"], &list.colours["B"], list.colours.len()), (&"#ff0000".into(), &"#00ff00".into(), 2));
        assert_eq!(list.ignored[0], "the column \"weight\" is ignored");
        assert!(list.ignored[1].starts_with("the colour \"mauve\" in line 4 is ignored"));
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("id,type,orientation,col,row,length\nB,truck,H,1,1,2\n"), "line 2: a truck has length 3, not 2");
        assert!(error("id,type,orientation,col,row\nB,boat,H,1,1\n").starts_with("line 2: \"B\" has no length"));
    }

    #[test]
    fn errors_name_the_line() {
        let header = "id,orientation,col,row,length\nA,H,1,3,2\n";
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error(&format!("{header}B,diagonal,1,1,2\n")).starts_with("line 3: orientation \"diagonal\""));
        assert!(error(&format!("{header}B,H,0,1,2\n")).starts_with("line 3: column 0, row 1 is not on the 6×6 board"));
        assert!(error(&format!("{header}A,H,1,1,2\n")).starts_with("line 3: the name \"A\" is taken"));
        assert!(error(&format!("{header}B,H,one,1,2\n")).contains("line: 3"));
        assert!(error("id,col,row\nA,1,1\n").contains("id,orientation,col,row,length"));
    }

    #[test]
    fn a_list_without_end_is_refused() {
        let list = [b"id,orientation,col,row,length\n", &[b'A'; 1 << 16][..]].concat();
        let error = Vehicles::read(&list, Size::square(6).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with("the file is longer than"), "{error}");
    }
}
