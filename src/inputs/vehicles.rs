//! Boards as lists of vehicles: CSV or JSON with the columns `id,orientation,col,row,length`, under these or other common names.
use crate::board::{CellSet, Orientation, Piece, Size};
use crate::files::printable;
use crate::tables::{Fields, Format, Reading, Record, SEPARATORS, Value, any_case};
use std::collections::HashMap;
use std::fmt::Display;
use std::io::Cursor;

/// The vehicles of a board, not yet checked to fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vehicles {
    /// The size of the board.
    pub size: Size,
    /// Pieces with their names, in the order of the file.
    pub pieces: Vec<(String, Piece)>,
    /// The cells of the walls.
    pub walls: CellSet,
    /// The colours of pieces that have one, `#rrggbb` by name.
    pub colours: HashMap<String, String>,
    /// What was ignored or chosen, each as a sentence without its end.
    pub notes: Vec<String>,
}

/// What is wrong with a line, from 1, of a list of vehicles.
fn at_line(line: u64, problem: impl Display) -> String {
    format!("line {line}: {problem}")
}

/// The names of columns.
const ID: &[&str] = &["id", "name", "car", "vehicle", "letter"];
const ORIENTATION: &[&str] = &["orientation", "orient", "direction", "dir", "vertical", "horizontal"];
const COLUMN: &[&str] = &["col", "column", "x"];
const ROW: &[&str] = &["row", "y"];
const POSITION: &[&str] = &["position", "pos", "cell"];
const LENGTH: &[&str] = &["length", "len", "size"];
const KIND: &[&str] = &["type", "kind"];
const COLOUR: &[&str] = &["colour", "color"];
/// The columns of a list without a header.
const OWN: [&str; 5] = ["id", "orientation", "col", "row", "length"];

/// Whether some columns are those of a list of vehicles: they say where each lies, and in which direction.
pub(super) fn are_of_vehicles<'c>(columns: impl Iterator<Item = &'c str> + Clone) -> bool {
    let has = |names: &[&str]| columns.clone().any(|column| names.iter().any(|name| column.trim().eq_ignore_ascii_case(name)));
    has(ORIENTATION) && (has(COLUMN) || has(POSITION)) && !has(&["board"])
}

/// The direction that a value of a column means.
fn orientation(column: &str, text: &str) -> Option<Orientation> {
    let (horizontal, vertical) = (Some(Orientation::Horizontal), Some(Orientation::Vertical));
    match (column.to_ascii_lowercase().as_str(), text.to_ascii_lowercase().as_str()) {
        ("vertical", "true" | "1" | "yes") | ("horizontal", "false" | "0" | "no") => vertical,
        ("horizontal", "true" | "1" | "yes") | ("vertical", "false" | "0" | "no") => horizontal,
        (_, "h" | "horizontal" | "-" | "lr" | "rl") => horizontal,
        (_, "v" | "vertical" | "|" | "ud" | "du") => vertical,
        _ => None,
    }
}

/// The fields of a line of a list without a header, with their columns: the direction, which may stand anywhere but first, and then
/// `id,col,row,length` in this order. Without a length the first field is the type of the vehicle, such as `C` or `truck`.
fn fields_without_header(line: &str) -> Option<Fields> {
    let separated = |c: char| c.is_whitespace() || SEPARATORS.contains(&c) && c != '|';
    let mut fields: Vec<&str> = line.split(separated).filter(|field| !field.is_empty()).collect();
    let at = (1..fields.len()).find(|&at| orientation("", fields[at]).is_some())?;
    let way = fields.remove(at);
    let are_numbers = fields.get(1..)?.iter().all(|field| field.parse::<usize>().is_ok());
    if !are_numbers || !matches!(fields.len(), 3 | 4) || fields[0].parse::<usize>().is_ok_and(|_| fields.len() == 3) {
        return None;
    }
    let names = if fields.len() == 3 { ["type", "x", "y", ""] } else { ["id", "x", "y", "length"] };
    let named = names.into_iter().zip(fields).chain([("orientation", way)]);
    Some(named.map(|(name, text)| (name.to_owned(), Value::Text(text.to_owned()))).collect())
}

/// Whether a line is one of a list without a header.
pub(super) fn is_line_without_header(line: &str) -> bool {
    fields_without_header(line).is_some()
}

/// The value of a column by one of its names, with the name under which it stands.
fn value<'n>(fields: &Fields, names: &[&'n str]) -> Option<(&'n str, String)> {
    let texts = names.iter().filter_map(|name| Some((*name, any_case(fields, name)?.cell().text().trim().to_owned())));
    texts.into_iter().find(|(_, text)| !text.is_empty())
}

/// A vehicle as its record says, its place counted from where the list counts.
struct Entry {
    line: u64,
    name: String,
    at: At,
    length: usize,
    orientation: Option<Orientation>,
}

/// The left or upper cell of a vehicle.
#[derive(Clone, Copy)]
enum At {
    ColumnRow(usize, usize),
    /// Cells count row by row.
    Cell(usize),
}

impl At {
    /// Row and column from 0, where the list counts from `from`; `None` if they are not on the board.
    fn on(self, size: Size, from: usize) -> Option<(usize, usize)> {
        let (row, column) = match self {
            At::ColumnRow(column, row) => (row.checked_sub(from)?, column.checked_sub(from)?),
            At::Cell(cell) => (cell.checked_sub(from)? / size.width(), cell.checked_sub(from)? % size.width()),
        };
        (row < size.height() && column < size.width()).then_some((row, column))
    }
}

impl Entry {
    /// The piece, or the wall as one of length 1, counting from `from`; `None` if its first cell is not on the board.
    fn piece(&self, from: usize, size: Size) -> Option<Piece> {
        let (row, column) = self.at.on(size, from)?;
        let orientation = self.orientation.unwrap_or(Orientation::Horizontal);
        Some(Piece { orientation, row, column, length: self.length })
    }
}

impl Vehicles {
    /// The longest list that is read, in bytes. The largest board has 256 cells, so a list has at most that many vehicles.
    pub const LONGEST: u64 = 1 << 16;

    /// The records of a list as text: CSV with a header, or a vehicle on each line.
    ///
    /// # Errors
    /// It is too long or not a table.
    pub fn records(list: &[u8]) -> Result<Vec<Record>, String> {
        if list.len() as u64 > Vehicles::LONGEST {
            let longest = Vehicles::LONGEST;
            let problem = format!("the file is longer than {longest} bytes, but it should hold the vehicles of one board");
            return Err(problem);
        }
        let text = String::from_utf8_lossy(list);
        if text.lines().next().is_some_and(is_line_without_header) {
            let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
            let record = |(line, text)| match fields_without_header(text) {
                Some(fields) => Ok(Record { line, fields }),
                None => Err(at_line(line, format_args!("not a vehicle: its fields are {}", OWN.join(",")))),
            };
            return lines.map(record).collect();
        }
        let Some(Reading::Records(read)) = Format::named("csv").map(|format| format.reading) else { return Ok(Vec::new()) };
        let wrong = |error: std::io::Error| error.to_string();
        read(Box::new(Cursor::new(list.to_vec()))).map_err(wrong)?.map(|record| record.map_err(wrong)).collect()
    }

    /// What a list says about its board beyond the vehicles: the columns that are not about vehicles and have the same value in
    /// all records.
    pub fn shared_columns(list: &[Record]) -> Fields {
        let Some(first) = list.first() else { return Fields::default() };
        let is_known = |name: &str| known().any(|known| known.eq_ignore_ascii_case(name));
        let text = |record: &Record, name: &str| record.fields.get(name).map(|value| value.cell().text());
        let is_shared = |name: &str| list.iter().all(|record| text(record, name) == text(first, name));
        first.fields.iter().filter(|(name, _)| !is_known(name) && is_shared(name)).map(|(n, v)| (n.clone(), v.clone())).collect()
    }

    /// Reads a list. Columns and rows give the leftmost or topmost cell; they count from `from`, or if that is not given, from 1 if
    /// all vehicles are then on the board, else from 0. An entry of length 1 is a wall.
    ///
    /// # Errors
    /// A line, which the text names, is not a vehicle of the board.
    pub fn read(list: &[Record], size: Size, from: Option<usize>) -> Result<Vehicles, String> {
        let (pieces, walls, colours) = (Vec::new(), CellSet::EMPTY, HashMap::new());
        let unknown = list.first().into_iter().flat_map(|record| record.fields.keys());
        let unknown = unknown.filter(|column| !known().any(|known| known.eq_ignore_ascii_case(column)));
        let notes = unknown.map(|column| format!("the column {column:?} is ignored")).collect();
        let mut vehicles = Vehicles { size, pieces, walls, colours, notes };
        let mut entries = Vec::new();
        for record in list {
            let entry = vehicles.entry(record, &entries).map_err(|problem| at_line(record.line, problem))?;
            entries.push(entry);
        }
        let is_inside = |piece: Piece| piece.length < 2 || piece.check(size).is_ok();
        let fits = |from: usize| entries.iter().all(|entry| entry.piece(from, size).is_some_and(is_inside));
        let own = |record: &Record| OWN[1..4].iter().all(|column| any_case(&record.fields, column).is_some());
        let is_own = list.iter().all(|record| own(record) && record.fields.len() > 4);
        let counted = from.unwrap_or(usize::from(fits(1) || !fits(0)));
        if from.is_none() && (counted == 0 || !is_own) && !entries.is_empty() {
            vehicles.notes.push(format!("columns and rows count from {counted}; --from {} says otherwise", 1 - counted));
        }
        entries.into_iter().try_for_each(|entry| vehicles.add(entry, counted))?;
        Ok(vehicles)
    }

    /// The vehicle of a record, below others. Without an id it is called by its colour or type, or by its number.
    fn entry(&mut self, record: &Record, others: &[Entry]) -> Result<Entry, String> {
        let (fields, line) = (&record.fields, record.line);
        if fields.values().any(|value| matches!(value, Value::Text(text) if text.contains(['\r', '\n']))) {
            return Err("a quoted value continues on the next line; is a quotation mark missing, or one too many?".to_owned());
        }
        let kind = value(fields, KIND).map(|(_, kind)| kind);
        let colour = value(fields, COLOUR).map(|(_, colour)| colour);
        let id = value(fields, ID).map(|(_, id)| id).or_else(|| colour.clone());
        let number = others.len() + 1;
        let of_kind = |kind: &String| match others.iter().any(|other| other.name == *kind) {
            true => format!("{kind}{number}"),
            false => kind.clone(),
        };
        let name = printable(&id.or_else(|| kind.as_ref().map(of_kind)).unwrap_or_else(|| number.to_string()));
        let number_of = |names: &[&str]| match value(fields, names) {
            None => Ok(None),
            Some((column, text)) => match text.parse::<usize>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(format!("{column} {text:?} is not a whole number")),
            },
        };
        let columns =
            || format!("the list needs the columns {}; for a table of boards, name their column with --board", OWN.join(","));
        let at = match (number_of(COLUMN)?, number_of(ROW)?, number_of(POSITION)?) {
            (Some(column), Some(row), _) => At::ColumnRow(column, row),
            (_, _, Some(cell)) => At::Cell(cell),
            _ => return Err(columns()),
        };
        let way = value(fields, ORIENTATION);
        let length = match number_of(LENGTH)? {
            None if kind.is_none() && way.is_none() => return Err(columns()),
            length => length_of(&name, length, kind)?,
        };
        let orientation = match way {
            Some((column, text)) => match orientation(column, &text) {
                None if length > 1 => return Err(format!("{column} {text:?} is neither H nor V")),
                orientation => orientation,
            },
            None if length > 1 => return Err(columns()),
            None => None,
        };
        if let Some(text) = colour {
            match hex_colour(&text) {
                Some(colour) => drop(self.colours.insert(name.clone(), colour)),
                None => {
                    self.notes.push(format!("the colour {text:?} in line {line} is ignored; write #rrggbb or a common name"));
                }
            }
        }
        Ok(Entry { line, name, at, length, orientation })
    }

    fn add(&mut self, entry: Entry, from: usize) -> Result<(), String> {
        let Entry { line, at, ref name, .. } = entry;
        let wrong = |problem: String| Err(at_line(line, problem));
        let Some(piece) = entry.piece(from, self.size) else {
            let place = match at {
                At::ColumnRow(column, row) => format!("column {column}, row {row}"),
                At::Cell(cell) => format!("cell {cell}"),
            };
            return wrong(format!("{place} is not on the {} board; both count from {from}", self.size));
        };
        if piece.length == 1 {
            let wall = self.size.bit(piece.row, piece.column);
            if self.walls.intersects(wall) {
                return wrong(format!("{} is a wall already", piece.place()));
            }
            self.walls |= wall;
            return Ok(());
        }
        if self.pieces.iter().any(|(other, _)| other == name) {
            return wrong(format!("the name {name:?} is taken by another vehicle"));
        }
        self.pieces.push((entry.name, piece));
        Ok(())
    }
}

/// The names of all columns that are read.
fn known() -> impl Iterator<Item = &'static str> {
    [ID, ORIENTATION, COLUMN, ROW, POSITION, LENGTH, KIND, COLOUR].into_iter().flatten().copied()
}

/// The length of a vehicle, given or implied by its type. A type of unknown length is only a label.
fn length_of(name: &str, length: Option<usize>, kind: Option<String>) -> Result<usize, String> {
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let expected = match kind.as_str() {
        "car" | "c" | "x" | "r" => Some(2),
        "truck" | "lorry" | "t" => Some(3),
        "wall" | "w" => Some(1),
        _ => None,
    };
    match (length, expected) {
        (Some(length), Some(expected)) if length != expected => Err(format!("a {kind} has length {expected}, not {length}")),
        (Some(length), _) | (None, Some(length)) => Ok(length),
        (None, None) => Err(format!("{name:?} has no length; give one, or the type car, truck or wall")),
    }
}

/// A colour as `#rrggbb`; `None` if the text is not a colour. Accepts what CSS accepts, names such as `light_blue` in any case
/// and with spaces, and `0xrrggbb` or `0xrrggbbaa` as Java prints it. Transparency is dropped.
fn hex_colour(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let text = match text.strip_prefix("0x") {
        Some(digits) if matches!(digits.len(), 6 | 8) => format!("#{digits}"),
        Some(_) => return None,
        None if text.contains(['#', '(']) => text,
        None => text.replace([' ', '_', '-'], ""),
    };
    // hexadecimal digits without a # are a colour for the crate, but not for CSS; no name consists of them alone
    if text.chars().all(|character| character.is_ascii_hexdigit()) {
        return None;
    }
    let [red, green, blue, _] = csscolorparser::parse(&text).ok()?.to_rgba8();
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_six_digits() {
        for (text, expected) in [
            ("Red", Some("#ff0000")),
            ("LIGHT_BLUE", Some("#add8e6")),
            ("Rebecca Purple", Some("#663399")),
            ("#3AF", Some("#33aaff")),
            ("#3d8bd4", Some("#3d8bd4")),
            ("rgb(61, 139, 212)", Some("#3d8bd4")),
            ("0xff0000ff", Some("#ff0000")),
            ("0x3d8bd4", Some("#3d8bd4")),
            ("#12345", None),
            ("123456", None),
            ("fff", None),
            ("0xfff", None),
            ("red\"/>", None),
            ("#zzzzzz", None),
            ("", None),
        ] {
            assert_eq!(hex_colour(text).as_deref(), expected, "{text}");
        }
    }

    fn read(text: &str) -> Result<Vehicles, String> {
        Vehicles::read(&Vehicles::records(text.as_bytes())?, Size::square(6).unwrap(), None)
    }

    #[test]
    fn a_list_needs_no_header() {
        let one = read("id,orientation,col,row,length\nA,H,1,3,2\nB,V,4,2,3\n").expect("a list");
        for text in [
            "A,H,1,3,2\nB,V,4,2,3\n",
            "A 1 3 2 H\nB 4 2 3 V\n",
            "A;1;3;-;2\n\nB;4;2;|;3\n",
            "A LR 0 2 2\nB UD 3 0 3\nC LR 0 5 2\n",
        ] {
            let other = read(text).expect("a list");
            assert_eq!(other.pieces.len() == 2, other.pieces == one.pieces, "{text}");
            assert_eq!((other.pieces[0].clone(), other.notes.len()), (one.pieces[0].clone(), 1), "{text}");
        }
        let typed = read("X 1 3 H\nC 2 4 H\nT 6 1 V\nC 1 6 H\n").expect("a list");
        let lengths: Vec<(&str, usize)> = typed.pieces.iter().map(|(name, piece)| (name.as_str(), piece.length)).collect();
        assert_eq!(lengths, [("X", 2), ("C", 2), ("T", 3), ("C4", 2)]);
        assert!(read("A,H,1,3,2\nB,4,2,3\n").expect_err("refused").to_string().starts_with("line 2: not a vehicle"));
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
        assert!(in_header.expect_err("refused").to_string().starts_with("line 1: the quote"));
        let in_line = read("id,orientation,col,row,length,note\nA,H,1,3,2,\nB,V,4,2,3,\"high\nC,V,5,2,3,\n");
        assert!(in_line.expect_err("refused").to_string().starts_with("line 3: the quote"));
        let closed = read("id,orientation,col,row,length,note\nA,H,1,3,2,\nB,V,4,2,3,\"high\nC,V,5,2,3,\"\n");
        assert!(closed.expect_err("refused").to_string().starts_with("line 3: a quoted value"));
        assert!(read("id,orientation,col,row,length\n\"A\",\"H\",1,3,2\n").is_ok());
    }

    #[test]
    fn types_and_colours_are_read_and_other_columns_ignored() {
        let list =
            read("id;type;Color;weight;orientation;col;row\nA;car;RED;7;H;1;3\nB;truck;0x00ff00ff;8;V;4;2\nC;car;mauve;;V;1;1\n")
                .unwrap();
        assert_eq!(list.pieces.iter().map(|(_, piece)| piece.length).collect::<Vec<_>>(), [2, 3, 2]);
        assert_eq!((&list.colours["A"], &list.colours["B"], list.colours.len()), (&"#ff0000".into(), &"#00ff00".into(), 2));
        assert_eq!(list.notes[0], "the column \"weight\" is ignored");
        assert!(list.notes[1].starts_with("the colour \"mauve\" in line 4 is ignored"));
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("id,type,orientation,col,row,length\nB,truck,H,1,1,2\n"), "line 2: a truck has length 3, not 2");
        assert!(error("id,type,orientation,col,row\nB,boat,H,1,1\n").starts_with("line 2: \"B\" has no length"));
    }

    #[test]
    fn errors_name_the_line() {
        let header = "id,orientation,col,row,length\nA,H,1,3,2\n";
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error(&format!("{header}B,diagonal,1,1,2\n")).starts_with("line 3: orientation \"diagonal\""));
        assert!(error(&format!("{header}B,H,0,7,2\n")).starts_with("line 3: column 0, row 7 is not on the 6×6 board"));
        assert!(error(&format!("{header}A,H,1,1,2\n")).starts_with("line 3: the name \"A\" is taken"));
        assert!(error(&format!("{header}B,H,one,1,2\n")).starts_with("line 3: col \"one\""));
        assert!(error("id,col,row\nA,1,1\n").contains("id,orientation,col,row,length"));
    }

    #[test]
    fn a_list_without_end_is_refused() {
        let list = [b"id,orientation,col,row,length\n", &[b'A'; 1 << 16][..]].concat();
        let error = Vehicles::records(&list).unwrap_err().to_string();
        assert!(error.starts_with("the file is longer than"), "{error}");
    }
}
