//! What the signs of a board mean. One board has one sign for an empty cell.

/// Signs that name no vehicle: a board that has one of them writes empty cells so.
const EMPTY: [char; 4] = ['.', '_', '-', ' '];
/// The first of the characters that stand for signs of several characters in the text of a board.
const LONG: char = '\u{e000}';

/// Characters for signs of several characters, such as `C3` or `12`: a board has one character for each cell.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct LongSigns(Vec<String>);

impl LongSigns {
    /// The character of a sign; a sign that repeats one mark of an empty cell, such as `__`, is that mark.
    pub(super) fn character(&mut self, sign: &str) -> char {
        let first = sign.chars().next().unwrap_or(' ');
        if sign.chars().count() == 1 || EMPTY.contains(&first) && sign.chars().all(|c| c == first) {
            return first;
        }
        let known = self.0.iter().position(|known| known == sign);
        let index = known.unwrap_or_else(|| {
            self.0.push(sign.to_owned());
            self.0.len() - 1
        });
        char::from_u32(LONG as u32 + index as u32).expect("a board has at most 256 signs")
    }

    /// The sign of a character.
    pub(super) fn sign(&self, character: char) -> String {
        let index = (character as usize).checked_sub(LONG as usize);
        index.and_then(|index| self.0.get(index)).cloned().unwrap_or_else(|| character.to_string())
    }
}

/// Whether a character stands for a sign of several characters, or is a letter: such a sign names one vehicle.
pub(super) fn is_name(character: char) -> bool {
    character.is_alphabetic() || ('\u{e000}'..='\u{f8ff}').contains(&character)
}

/// Whether a sign is a whole number.
pub(super) fn is_number(sign: &str) -> bool {
    sign.strip_prefix('-').unwrap_or(sign).parse::<u64>().is_ok()
}

/// What a sign means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Empty,
    Wall,
    Piece,
}

/// What the signs of one board mean:
///
/// | the board has | empty | wall |
/// |---|---|---|
/// | numbers alone | `0`, or `-1` | |
/// | `.`, `_`, `-` or a space, and vehicles in small letters | these; `o` and `x` are vehicles | `#` |
/// | one of these, and vehicles in capital letters | these; with `o` it is refused | `x` `#` |
/// | none of these | `o`, or `0` | `x` `#` |
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Signs {
    empty: Vec<char>,
    has_walls_of_x: bool,
    /// What was chosen among several readings.
    pub(super) note: Option<String>,
}

impl Signs {
    /// The meaning of the signs of a board; `asked` are its signs for empty cells, if they are known.
    ///
    /// # Errors
    /// Two readings are possible; the text names both.
    pub(super) fn of(cells: &str, long: &LongSigns, asked: &[String]) -> Result<Signs, String> {
        let has = |sign: char| cells.contains([sign]);
        let letters = || cells.chars().filter(|&c| c.is_alphabetic() && c != 'o' && c != 'x');
        let are_small = letters().all(char::is_lowercase) && letters().next().is_some();
        let are_numbers = !has('o') && cells.chars().all(|c| is_number(&long.sign(c)));
        let minus_one = cells.chars().find(|&c| long.sign(c) == "-1");
        let mut empty: Vec<char> = EMPTY.into_iter().filter(|&sign| has(sign)).collect();
        let mut note = None;
        if !asked.is_empty() {
            empty = cells.chars().filter(|&c| asked.contains(&long.sign(c))).collect();
            empty.sort_unstable();
            empty.dedup();
        } else if are_numbers && has('0') && minus_one.is_some() {
            return Err("0 and -1 may both be empty cells: say which with --empty 0 or --empty=-1".to_owned());
        } else if let Some(sign) = minus_one.filter(|_| are_numbers).or(Some('0').filter(|_| has('0') && empty.is_empty())) {
            if has('o') && !are_small {
                return Err("0 and o may both be empty cells: say which with --empty 0 or --empty o".to_owned());
            }
            empty.push(sign);
            note = Some(format!("{} is an empty cell", long.sign(sign)));
        }
        let is_house = empty.is_empty() && asked.is_empty() || empty.contains(&'o');
        if is_house && !empty.contains(&'o') {
            empty.push('o');
        } else if has('o') && asked.is_empty() && !are_small {
            let other = empty[0];
            return Err(format!(
                "{other} and o stand in it together: if both are empty, say --empty {other},o; if o is a vehicle, say --empty {other}"
            ));
        }
        let has_walls_of_x = is_house || !are_small;
        if !is_house && asked.is_empty() && (has('o') || has('x') && !has_walls_of_x) {
            note = Some(format!("{} is an empty cell, o and x are vehicles", empty[0]));
        }
        Ok(Signs { empty, has_walls_of_x, note })
    }

    /// The meaning of a sign.
    pub(super) fn meaning(&self, sign: char) -> Meaning {
        match sign {
            _ if self.empty.contains(&sign) => Meaning::Empty,
            '#' => Meaning::Wall,
            'x' if self.has_walls_of_x => Meaning::Wall,
            _ => Meaning::Piece,
        }
    }

    /// Whether the signs mean what they mean in a row of the database.
    pub(super) fn are_own(&self) -> bool {
        self.has_walls_of_x && self.empty.iter().all(|sign| matches!(sign, 'o' | '.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signs of a board, words of which are its cells, by their meanings.
    fn meanings(board: &str, asked: &[&str]) -> Result<[String; 3], String> {
        let mut long = LongSigns::default();
        let cells: String = board.split(' ').map(|sign| long.character(sign)).collect();
        let asked: Vec<String> = asked.iter().map(|&sign| sign.to_owned()).collect();
        let signs = Signs::of(&cells, &long, &asked)?;
        let mut distinct: Vec<String> = board.split(' ').map(str::to_owned).collect();
        distinct.sort_unstable();
        distinct.dedup();
        Ok([Meaning::Empty, Meaning::Wall, Meaning::Piece].map(|meaning| {
            let mut long = long.clone();
            distinct
                .iter()
                .filter(|sign| signs.meaning(long.character(sign)) == meaning)
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(" ")
        }))
    }

    #[test]
    fn one_board_has_one_sign_for_empty() {
        for (board, asked, expected) in [
            ("A A o x B B", &[][..], ["o", "x", "A B"]),
            ("A A . x # B", &[], [".", "# x", "A B"]),
            ("A A o a a b", &[], ["o", "", "A a b"]),
            ("a a . o o x", &[], [".", "", "a o x"]),
            ("a a - o o #", &[], ["-", "#", "a o"]),
            ("a a o o x #", &[], ["o", "# x", "a"]),
            ("a a 0 o o b", &[], ["0", "", "a b o"]),
            ("A A 0 o o B", &["0"], ["0", "", "A B o"]),
            ("a a 0 0 b b", &[], ["0", "", "a b"]),
            ("1 1 0 0 12 12", &[], ["0", "", "1 12"]),
            ("1 1 -1 -1 12 12", &[], ["-1", "", "1 12"]),
            ("1 1 0 . 2 2", &[], [".", "", "0 1 2"]),
            ("C3 C3 __ __ T4 T4", &[], ["__", "", "C3 T4"]),
            ("A A . o o B", &["."], [".", "", "A B o"]),
            ("A A . o o B", &[".", "o"], [". o", "", "A B"]),
            ("A A * * x B", &["*"], ["*", "x", "A B"]),
        ] {
            assert_eq!(meanings(board, asked), Ok(expected.map(str::to_owned)), "{board}");
        }
    }

    #[test]
    fn two_readings_are_named() {
        for (board, keys) in [
            ("A A . o o B", ["--empty .,o", "--empty ."]),
            ("1 1 0 -1 2 2", ["0", "-1"]),
            ("A A 0 o B B", ["--empty 0", "--empty o"]),
        ] {
            let error = meanings(board, &[]).expect_err(board);
            assert!(keys.iter().all(|key| error.contains(key)), "{error}");
        }
    }
}
