//! The exit of a board.
use std::fmt;
use std::str::FromStr;

/// The side of the board through which the primary leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Exit {
    /// At the right end of the primary's row, as in the database.
    Right,
    /// At the left end of its row.
    Left,
    /// At the upper end of its column.
    Up,
    /// At the lower end of its column.
    Down,
}

impl Exit {
    /// Whether the primary leaves along a column.
    pub fn is_vertical(self) -> bool {
        matches!(self, Exit::Up | Exit::Down)
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exit::Right => "right",
            Exit::Left => "left",
            Exit::Up => "up",
            Exit::Down => "down",
        })
    }
}

impl FromStr for Exit {
    type Err = String;

    /// Reads the name of a side.
    fn from_str(name: &str) -> Result<Exit, String> {
        let exits = [Exit::Right, Exit::Left, Exit::Up, Exit::Down];
        let named = exits.into_iter().find(|exit| exit.to_string() == name);
        named.ok_or_else(|| format!("'{name}' is not an exit; use right, left, up or down"))
    }
}
