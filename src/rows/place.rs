//! Conditions on what stands where on a board, like `row1=truck` or `front!=truck`.
//!
//! A condition is PLACE=WHAT, or PLACE!=WHAT for its opposite. In a row or column stand the pieces that lie along it; moves never
//! change them. In a cell, and between the primary and the exit (`front`), stands what covers some cell there in the board of the
//! row. A place that a board does not have meets no condition.
use super::number_range::{FilterTextError, NumberRange};
use crate::board::Size;
use std::fmt;
use std::str::FromStr;

/// Where something stands. Rows are counted from the top and columns from the left, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Region {
    Row(usize),
    Column(usize),
    Cell(usize, usize),
    /// The cells between the primary and the exit.
    Front,
}

/// What may stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Occupant {
    /// A piece, if given only of this length, and only the primary or only another one.
    Piece {
        length: Option<usize>,
        is_primary: Option<bool>,
    },
    Wall,
    /// Nothing: all cells of the place are empty.
    Empty,
}

const OCCUPANTS: [(&str, Occupant); 6] = [
    ("primary", Occupant::Piece { length: None, is_primary: Some(true) }),
    ("car", Occupant::Piece { length: Some(2), is_primary: Some(false) }),
    ("truck", Occupant::Piece { length: Some(3), is_primary: Some(false) }),
    ("piece", Occupant::Piece { length: None, is_primary: None }),
    ("wall", Occupant::Wall),
    ("empty", Occupant::Empty),
];

/// A condition on one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceCondition {
    place: Region,
    occupant: Occupant,
    /// Whether it must stand there; otherwise it must not.
    is_wanted: bool,
}

impl PlaceCondition {
    /// Whether moves can't change it, so that any board of a cluster tells.
    pub fn is_of_lines(&self) -> bool {
        matches!(self.place, Region::Row(_) | Region::Column(_)) && self.occupant != Occupant::Empty
    }

    /// The column whose number it bounds, and the numbers that it leaves: a truck in some place needs a truck.
    pub fn bound(&self) -> Option<(&'static str, NumberRange)> {
        let column = match self.occupant {
            Occupant::Piece { length: Some(2), .. } => "cars",
            Occupant::Piece { length: Some(_), .. } => "trucks",
            Occupant::Wall => "walls",
            Occupant::Empty => "empty",
            Occupant::Piece { length: None, .. } => return None,
        };
        self.is_wanted.then_some((column, NumberRange::at_least(1)))
    }

    /// Whether no board meets both conditions, as far as one place decides it.
    pub fn contradicts(&self, other: &PlaceCondition) -> bool {
        use Occupant::{Empty, Piece};
        let is_part = |one: Occupant, whole: Occupant| match (one, whole) {
            (Piece { .. }, Piece { length: None, is_primary: None }) => true,
            _ => one == whole,
        };
        let exclude = |one: Occupant, other: Occupant| match self.place {
            // a cell holds one thing; of the pieces, some names are part of another
            Region::Cell(..) => !is_part(one, other) && !is_part(other, one),
            Region::Row(_) | Region::Column(_) | Region::Front => (one == Empty) != (other == Empty),
        };
        self.place == other.place
            && match (self.is_wanted, other.is_wanted) {
                (true, true) => exclude(self.occupant, other.occupant),
                (true, false) => is_part(self.occupant, other.occupant),
                (false, true) => is_part(other.occupant, self.occupant),
                (false, false) => false,
            }
    }

    /// Whether a board of some size, written as in a row, meets it.
    pub fn holds(&self, board: &str, size: Size) -> bool {
        let board = board.as_bytes();
        let Some(cells) = self.cells(board, size) else { return false };
        // pieces that cross a line do not stand in it
        let least = if matches!(self.place, Region::Row(_) | Region::Column(_)) { 2 } else { 1 };
        let count = |letter, among: &mut dyn Iterator<Item = u8>| among.filter(|&other| other == letter).count();
        let found = match self.occupant {
            Occupant::Piece { length, is_primary } => cells.clone().any(|cell| {
                let letter = board[cell];
                !matches!(letter, b'o' | b'x')
                    && is_primary.is_none_or(|is_primary| is_primary == (letter == b'A'))
                    && length.is_none_or(|length| count(letter, &mut board.iter().copied()) == length)
                    && count(letter, &mut cells.clone().map(|cell| board[cell])) >= least
            }),
            Occupant::Wall => cells.clone().any(|cell| board[cell] == b'x'),
            Occupant::Empty => cells.clone().all(|cell| board[cell] == b'o'),
        };
        found == self.is_wanted
    }

    /// The cells of the place; `None` if the board does not have it.
    fn cells(&self, board: &[u8], size: Size) -> Option<impl Iterator<Item = usize> + Clone> {
        let (width, height) = (size.width(), size.height());
        let (first, step, count) = match self.place {
            Region::Row(row) if row <= height => ((row - 1) * width, 1, width),
            Region::Column(column) if column <= width => (column - 1, width, height),
            Region::Cell(row, column) if row <= height && column <= width => ((row - 1) * width + column - 1, 1, 1),
            Region::Front => {
                let last = board.iter().rposition(|&cell| cell == b'A')?;
                (last + 1, 1, width - 1 - last % width)
            }
            _ => return None,
        };
        Some((0..count).map(move |k| first + k * step))
    }
}

impl fmt::Display for PlaceCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Region::Row(row) => write!(f, "row{row}")?,
            Region::Column(column) => write!(f, "column{column}")?,
            Region::Cell(row, column) => write!(f, "r{row}c{column}")?,
            Region::Front => f.write_str("front")?,
        }
        let name = OCCUPANTS.iter().find(|(_, occupant)| *occupant == self.occupant).map_or("", |(name, _)| name);
        write!(f, "{}{name}", if self.is_wanted { "=" } else { "!=" })
    }
}

impl FromStr for PlaceCondition {
    type Err = FilterTextError;

    fn from_str(text: &str) -> Result<PlaceCondition, FilterTextError> {
        let wrong = || {
            FilterTextError(format!(
                "'{text}' is not a condition on a place: write PLACE=WHAT or PLACE!=WHAT, where PLACE is row1 to row8 (from the top), column1 \
                 to column8, a cell like r1c6, or front (all cells between the primary and the exit), and WHAT is car, truck, piece, \
                 primary, wall or empty"
            ))
        };
        let (place, occupant) = text.split_once('=').ok_or_else(wrong)?;
        let (place, is_wanted) = place.strip_suffix('!').map_or((place, true), |place| (place, false));
        let number = |digits: &str| match digits.as_bytes() {
            &[digit @ b'1'..=b'8'] => Some(usize::from(digit - b'0')), // up to 8×8
            _ => None,
        };
        let place = match place.trim() {
            "front" => Some(Region::Front),
            place => {
                let line = |name: &str| place.strip_prefix(name).and_then(number);
                let cell = || {
                    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
                    Some(Region::Cell(number(row)?, number(column)?))
                };
                line("row").map(Region::Row).or_else(|| line("column").map(Region::Column)).or_else(cell)
            }
        };
        let occupant = OCCUPANTS.iter().find(|(name, _)| *name == occupant.trim()).map(|&(_, occupant)| occupant);
        Ok(PlaceCondition { place: place.ok_or_else(wrong)?, occupant: occupant.ok_or_else(wrong)?, is_wanted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Column, Row};

    #[test]
    fn what_stands_where_is_read_from_the_letters() {
        // I B B x . .
        // I . . L D D
        // J A A L . .
        // J . K E E M
        // F F K . . M
        // G G H H H M
        let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        for (holds, fails) in [
            ("row1=car", "row1=truck"), // I crosses the row
            ("row6=truck", "row2=truck"),
            ("row1=wall", "row2=wall"),
            ("column4=wall", "column5=wall"),
            ("column6=truck", "column6=car"),
            ("row3=primary", "row3=car"),
            ("row3=piece", "row2=primary"),
            ("column5!=piece", "column1!=car"),
            ("r1c5=empty", "r1c4=empty"),
            ("r1c4=wall", "r1c4!=wall"),
            ("r6c6=truck", "r6c6=car"),
            ("r3c2=primary", "r3c1=primary"),
            ("front=car", "front=empty"),
            ("front!=truck", "front=wall"),
            ("row2!=empty", "row2=empty"),
        ] {
            let condition =
                |text: &str| text.parse::<PlaceCondition>().expect("a condition").holds(board, Size::square(6).unwrap());
            assert!(condition(holds) && !condition(fails), "{holds}, {fails}");
        }
        let of_size = |text: &str, board: &str, size: &str| {
            text.parse::<PlaceCondition>().expect("a condition").holds(board, size.parse().expect("a size"))
        };
        let condition = |text: &str, board: &str| of_size(text, board, "4");
        assert!(condition("front=empty", "ooooAAooBoooBooo") && condition("front=empty", "ooooooAABoooBooo"));
        assert!(condition("row4=empty", "ooooAAooBBoooooo") && !condition("row3=empty", "ooooAAooBBoooooo"));
        for beyond in ["row5=piece", "row5!=piece", "column5=empty", "r1c5!=wall", "r5c1=empty"] {
            assert!(!condition(beyond, "ooooAAooBBoooooo"), "{beyond}");
        }
        for (text, wide, tall) in [
            // o o B o o    o o B
            // A A B o o    o o B
            // o o o C C    A A o
            //              o o o
            //              C C o
            ("column5=empty", false, false),
            ("column3=car", true, true),
            ("row3=car", true, false),
            ("row5=car", false, true),
            ("row4=empty", false, true),
            ("row4!=car", false, true),
            ("r2c3=car", true, true),
            ("r1c3!=empty", true, true),
            ("front=car", true, false),
        ] {
            assert_eq!(of_size(text, "ooBooAABoooooCC", "5x3"), wide, "{text} 5x3");
            assert_eq!(of_size(text, "ooBooBAAooooCCo", "3x5"), tall, "{text} 3x5");
        }
    }

    #[test]
    fn contradictions_hold_for_no_board_and_bounds_for_all_that_meet_a_condition() {
        let places = ["row1", "row3", "column6", "front", "r1c6", "r3c3"];
        let texts = places.iter().flat_map(|place| {
            let both = |(what, _): &(&str, Occupant)| [format!("{place}={what}"), format!("{place}!={what}")];
            OCCUPANTS.iter().flat_map(both).collect::<Vec<_>>()
        });
        let read = |text: String| {
            let condition: PlaceCondition = text.parse().expect("a condition");
            assert_eq!(condition.to_string(), text);
            condition
        };
        let conditions: Vec<PlaceCondition> = texts.map(read).collect();
        let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
        let rows: Vec<Row> = rows.map(|line| Row::of(line.parse().expect("a row")).expect("pieces")).collect();
        let (mut contradictions, mut bounds) = (0, 0);
        for one in &conditions {
            let meeting = || rows.iter().filter(|row| one.holds(&row.board, row.size().expect("a square")));
            for other in conditions.iter().filter(|other| one.contradicts(other)) {
                assert!(
                    other.contradicts(one) && !meeting().any(|row| other.holds(&row.board, row.size().expect("a square"))),
                    "{one:?} {other:?}"
                );
                contradictions += 1;
            }
            let Some((column, range)) = one.bound() else { continue };
            for row in meeting() {
                assert!(range.contains(Column::named(column).expect("a column").number(row).expect("a number")), "{one:?}");
                bounds += 1;
            }
        }
        assert!(contradictions > 100 && bounds > 300, "{contradictions} {bounds}");
    }

    #[test]
    fn conditions_are_read_or_refused() {
        let of_lines = |text: &str| text.parse::<PlaceCondition>().expect("a condition").is_of_lines();
        assert!(["row1=truck", "column8!=wall", "row3 = piece"].iter().all(|text| of_lines(text)));
        assert!(!["row1=empty", "r1c1=car", "front=empty"].iter().any(|text| of_lines(text)));
        for text in [
            "",
            "row1",
            "row1=",
            "row=car",
            "row0=car",
            "row9=car",
            "row01=car",
            "line1=car",
            "r1=car",
            "r1c=car",
            "row1=bus",
            "row1==car",
        ] {
            assert!(text.parse::<PlaceCondition>().is_err(), "{text}");
        }
    }
}
