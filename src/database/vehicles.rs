//! Boards as lists of vehicles: CSV with the columns `id,orientation,col,row,length`.
use crate::board::{Orientation, Piece, Place, Size};
use crate::files::codec;
use serde::Deserialize;
use std::io::Read;
use std::path::Path;

/// The longest list that is read, in bytes. The largest board has 49 cells, so a list has at most that many lines.
const LONGEST: u64 = 1 << 16;

/// The vehicles of a board, not yet checked to fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vehicles {
    /// Pieces with their names, in the order of the file.
    pub pieces: Vec<(String, Piece)>,
    /// The bitboard of the walls.
    pub walls: u64,
}

/// Why a list of vehicles could not be read.
#[derive(Debug, thiserror::Error)]
pub enum VehiclesError {
    /// The file cannot be opened, read or decompressed.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// The file is longer than any list.
    #[error("the file is longer than {LONGEST} bytes, but it should hold the vehicles of one board")]
    TooLong,
    /// The file is not CSV with the right columns.
    #[error("{0}; the list needs the columns id,orientation,col,row,length")]
    Csv(#[from] csv::Error),
    /// An orientation is neither H nor V.
    #[error("line {line}: orientation {found:?} is neither H nor V")]
    Orientation {
        /// The line of the list, from 1.
        line: u64,
        /// The text in its place.
        found: String,
    },
    /// A column or row is not on the board.
    #[error("line {line}: column {column}, row {row} is not on the {size} board; both count from 1")]
    OffBoard {
        /// The line of the list, from 1.
        line: u64,
        /// The column, as the list gives it.
        column: usize,
        /// The row, as the list gives it.
        row: usize,
        /// The size of the board.
        size: Size,
    },
    /// Two vehicles have the same name.
    #[error("line {line}: the name {name:?} is taken by another vehicle")]
    Twice {
        /// The line of the list, from 1.
        line: u64,
        /// The name.
        name: String,
    },
    /// Two walls are on the same cell.
    #[error("line {line}: {place} is a wall already")]
    WallTwice {
        /// The line of the list, from 1.
        line: u64,
        /// The cell.
        place: Place,
    },
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
    length: usize,
}

impl Vehicles {
    /// Reads the list in a file of any codec; `-` is standard input.
    ///
    /// # Errors
    /// A [`VehiclesError`] that names the line.
    pub fn open(path: &Path, size: Size) -> Result<Vehicles, VehiclesError> {
        Vehicles::read(codec::open(path)?, size)
    }

    /// Reads a list. Columns and rows count from 1 and give the leftmost or topmost cell. An entry of length 1 is a wall.
    ///
    /// # Errors
    /// A [`VehiclesError`] that names the line.
    pub fn read(source: impl Read, size: Size) -> Result<Vehicles, VehiclesError> {
        let mut text = Vec::new();
        source.take(LONGEST + 1).read_to_end(&mut text)?;
        if text.len() as u64 > LONGEST {
            return Err(VehiclesError::TooLong);
        }
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(&text[..]);
        let headers = reader.headers()?.clone();
        let mut vehicles = Vehicles { pieces: Vec::new(), walls: 0 };
        for record in reader.into_records() {
            let record = record?;
            let line = record.position().map_or(0, csv::Position::line);
            vehicles.add(record.deserialize(Some(&headers))?, line, size)?;
        }
        Ok(vehicles)
    }

    fn add(&mut self, record: VehicleRecord, line: u64, size: Size) -> Result<(), VehiclesError> {
        let VehicleRecord { id: name, orientation, col: column, row, length } = record;
        if !(1..=size.n()).contains(&column) || !(1..=size.n()).contains(&row) {
            return Err(VehiclesError::OffBoard { line, column, row, size });
        }
        if length == 1 {
            let wall = size.bit(row - 1, column - 1);
            if self.walls & wall != 0 {
                return Err(VehiclesError::WallTwice { line, place: Place { row, column } });
            }
            self.walls |= wall;
            return Ok(());
        }
        let orientation = match orientation.to_ascii_lowercase().as_str() {
            "h" | "horizontal" => Orientation::Horizontal,
            "v" | "vertical" => Orientation::Vertical,
            _ => return Err(VehiclesError::Orientation { line, found: orientation }),
        };
        if self.pieces.iter().any(|(other, _)| *other == name) {
            return Err(VehiclesError::Twice { line, name });
        }
        self.pieces.push((name, Piece { orientation, row: row - 1, column: column - 1, length }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vehicles, VehiclesError> {
        Vehicles::read(text.as_bytes(), Size::new(6).unwrap())
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let one = read("id,orientation,col,row,length\nA,H,1,3,2\nlorry,v,4,2,3\nw,,6,6,1\n").unwrap();
        let other = read("length, row, col, orientation, car\n2,3,1,horizontal,A\n3,2,4,V,lorry\n1,6,6,H,w\n").unwrap();
        assert_eq!(one, other);
        assert_eq!(one.walls, 1 << 35);
        assert_eq!(one.pieces[1].1, Piece { orientation: Orientation::Vertical, row: 1, column: 3, length: 3 });
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
        let header = std::io::Cursor::new("id,orientation,col,row,length\n");
        let error = Vehicles::read(header.chain(std::io::repeat(b'A')), Size::new(6).unwrap()).unwrap_err();
        assert!(matches!(error, VehiclesError::TooLong), "{error}");
    }
}
