//! Lists of moves as people, programs and language models write them: [`MoveNotation`](super::MoveNotation) lists the notations.
use crate::board::{Item, Move};
use crate::notation::{Exit, View};

/// A move as a text writes it. It need not be legal, and the board need not have its piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Its text, without a number before it.
    pub text: String,
    /// The name of its piece on the board; as written if the board has no such piece.
    pub name: String,
    /// The item of its piece in the state of the view, if the board has such a piece.
    pub item: Option<usize>,
    /// The cells that it goes to the right or down on the given board; negative to the left or up.
    pub distance: i8,
    /// The side towards which it goes, if the text says so.
    pub side: Option<Exit>,
    /// Whether the notation has one text for each cell.
    pub is_step: bool,
}

/// The text of a move after the name of its piece: its distance, its side if that is said, and whether it is a step of one cell.
type Tail = (i8, Option<Exit>, bool);

/// A place in a text of moves.
#[derive(Clone, Copy)]
struct Place<'t> {
    rest: &'t str,
}

impl<'t> Place<'t> {
    fn after(self, beginning: impl Fn(char) -> bool) -> Option<(char, Place<'t>)> {
        let first = self.rest.chars().next().filter(|&c| beginning(c))?;
        Some((first, Place { rest: &self.rest[first.len_utf8()..] }))
    }

    fn skip(self, what: impl Fn(char) -> bool) -> Place<'t> {
        Place { rest: self.rest.trim_start_matches(what) }
    }

    fn blanks(self) -> Place<'t> {
        self.skip(|c| matches!(c, ' ' | '\t'))
    }

    /// The text from here up to a place behind.
    fn up_to(self, end: Place<'t>) -> &'t str {
        &self.rest[..self.rest.len() - end.rest.len()]
    }

    fn digits(self) -> (&'t str, Place<'t>) {
        let end = self.skip(|c| c.is_ascii_digit());
        (self.up_to(end), end)
    }

    /// A number of 1 to 99 cells.
    fn cells(self) -> Option<(i8, Place<'t>)> {
        let (digits, end) = self.digits();
        let cells = digits.parse().ok().filter(|&cells| !digits.starts_with('0') && cells < 100)?;
        Some((cells, end))
    }

    /// The number of a move, of at most four digits, with its full stop or bracket.
    fn number(self) -> Option<(usize, Place<'t>)> {
        let (digits, end) = self.digits();
        let (_, end) = end.after(|c| matches!(c, '.' | ')')).filter(|_| digits.len() <= 4)?;
        Some((digits.parse().ok()?, end.skip(char::is_whitespace)))
    }

    /// Cells with their sign; `+` may be left out.
    fn signed(self) -> Option<(i8, Place<'t>)> {
        let (sign, place) = self.sign().unwrap_or((1, self));
        let (cells, place) = place.cells()?;
        Some((sign * cells, place))
    }

    fn sign(self) -> Option<(i8, Place<'t>)> {
        let (sign, place) = self.after(|c| matches!(c, '+' | '-' | '−'))?;
        Some((if sign == '+' { 1 } else { -1 }, place))
    }

    /// What follows the name of a piece.
    fn tail(self) -> Option<(Tail, Place<'t>)> {
        let arrows = [('<', Exit::Left), ('>', Exit::Right), ('^', Exit::Up), ('v', Exit::Down)];
        if let Some((sign, place)) = self.sign() {
            return Some(match place.cells() {
                Some((cells, place)) => ((sign * cells, None, false), place),
                None => ((sign, None, true), place),
            });
        }
        if let Some((arrow, place)) = self.after(|c| arrows.iter().any(|&(arrow, _)| arrow == c.to_ascii_lowercase())) {
            let (_, side) = arrows.into_iter().find(|&(known, _)| known == arrow.to_ascii_lowercase())?;
            return Some(((signed(1, side), Some(side), true), place));
        }
        if let Some((_, place)) = self.after(|c| c == ',') {
            let (distance, place) = place.blanks().signed()?;
            return Some(((distance, None, false), place));
        }
        let blanks = self.blanks();
        let place = blanks.after(|c| c == ':').map_or(blanks, |(_, after)| after.blanks());
        let word_end = place.skip(char::is_alphabetic);
        let word = place.up_to(word_end).to_ascii_lowercase();
        let side: Exit = word.parse().ok().filter(|_| place.rest.len() < self.rest.len())?;
        let (cells, place) = word_end.blanks().cells().filter(|_| word_end.rest.starts_with([' ', '\t']))?;
        Some(((signed(cells, side), Some(side), false), place))
    }
}

/// A number of cells towards a side, negative to the left or up.
fn signed(cells: i8, side: Exit) -> i8 {
    if matches!(side, Exit::Left | Exit::Up) { -cells } else { cells }
}

impl View {
    /// Reads moves in any [`MoveNotation`](super::MoveNotation), separated by spaces, line ends or commas, perhaps numbered; a first
    /// line `car,move` is skipped. Letters are in either case if that leaves one piece. A move of any other letter or digit is
    /// read too, as one of a piece that the board does not have.
    ///
    /// # Errors
    /// What is not a move; steps of one cell among moves with a distance; numbers that are not 1, 2, 3.
    pub fn read_moves(&self, text: &str) -> Result<Vec<WrittenMove>, String> {
        let mut place = Place { rest: text.trim() };
        if place.rest.get(.."car,move".len()).is_some_and(|line| line.eq_ignore_ascii_case("car,move")) {
            place.rest = place.rest["car,move".len()..].trim_start();
        }
        let no_move = "there is a comma without a move";
        let (mut moves, mut numbers) = (Vec::new(), Vec::new());
        while !place.rest.is_empty() {
            let Some((number, written, end)) = self.move_at(place, |c| c.is_whitespace() || c == ',') else {
                let word = place.up_to(place.skip(|c| !c.is_whitespace() && c != ','));
                let shown: String = word.chars().take(40).collect();
                return Err(if word.is_empty() { no_move.to_owned() } else { format!("\"{shown}\" is not a move") });
            };
            moves.push(written);
            numbers.extend(number);
            let spaced = end.skip(char::is_whitespace);
            let comma = spaced.after(|c| c == ',');
            place = comma.map_or(spaced, |(_, after)| after.skip(char::is_whitespace));
            if comma.is_some() && place.rest.is_empty() {
                return Err(no_move.to_owned());
            }
        }
        if let Some(step) = moves.iter().find(|written| written.is_step)
            && !moves.iter().all(|written| written.is_step)
        {
            let text = &step.text;
            return Err(format!("\"{text}\" is a step of one cell, and other moves have a distance: one answer has one kind"));
        }
        if !numbers.is_empty() && numbers != (1..=moves.len()).collect::<Vec<_>>() {
            return Err("the numbers before the moves are not 1, 2, 3 and so on".to_owned());
        }
        Ok(moves)
    }

    /// The moves that stand in a text of anything else, as lists of moves that stand together: with nothing between them but spaces,
    /// line ends, commas, semicolons, full stops, `and` and `then`. Steps of one cell end a list of moves with distances, and begin
    /// another.
    pub fn find_moves(&self, text: &str) -> Vec<Vec<WrittenMove>> {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.');
        let is_word = |word: &str| ["", "and", "then"].iter().any(|known| known.eq_ignore_ascii_case(word));
        let mut lists: Vec<Vec<WrittenMove>> = Vec::new();
        let mut place = Place { rest: text };
        let (mut last_end, mut is_inside_word) = (place, false);
        while let Some((first, next)) = place.after(|_| true) {
            let found = if is_inside_word { None } else { self.move_at(place, is_between) };
            is_inside_word = found.is_none() && (first.is_alphanumeric() || first == '_');
            let Some((_, written, end)) = found else {
                place = next;
                continue;
            };
            let follows = last_end.up_to(place).split(is_between).all(is_word);
            match lists.last_mut().filter(|list| follows && list[0].is_step == written.is_step) {
                Some(list) => list.push(written),
                None => lists.push(vec![written]),
            }
            (place, last_end) = (end, end);
        }
        lists
    }

    /// The move of the state that a text means; `None` if the board has no such piece.
    pub fn meant(&self, written: &WrittenMove) -> Option<Move> {
        let given = Move { item: written.item?, distance: written.distance };
        Some(Move { distance: self.distance(given), ..given })
    }

    /// The move that begins at a place and ends before the end of the text or a character of `ends`, with the number before it,
    /// and the place where it ends.
    fn move_at<'t>(&self, place: Place<'t>, ends: impl Fn(char) -> bool) -> Option<(Option<usize>, WrittenMove, Place<'t>)> {
        let (number, start) = place.number().map_or((None, place), |(number, start)| (Some(number), start));
        let pair = start.after(|c| c == '(').map(|(_, inside)| inside.blanks());
        let in_pair = |place: Place<'t>| {
            let (_, place) = place.blanks().after(|c| c == ',')?;
            let (distance, place) = place.blanks().signed()?;
            let (_, end) = place.blanks().after(|c| c == ')')?;
            Some(((distance, None, false), end))
        };
        self.read_name(pair.unwrap_or(start)).into_iter().find_map(|(item, name)| {
            let after = Place { rest: &pair.unwrap_or(start).rest[name.len()..] };
            let ((distance, side, is_step), end) = if pair.is_some() { in_pair(after) } else { after.tail() }?;
            let (text, name) = (start.up_to(end).to_owned(), item.map_or(name, |item| self.name(item)).to_owned());
            let written = WrittenMove { text, name, item, distance, side, is_step };
            end.rest.chars().next().is_none_or(&ends).then_some((number, written, end))
        })
    }

    /// What may be meant by a name that begins at a place, with its text, the longest first: pieces of the board by their exact
    /// name, or in the other case if that leaves one; and any letter or digit, as the name of no piece.
    fn read_name<'t>(&self, place: Place<'t>) -> Vec<(Option<usize>, &'t str)> {
        let unknown = place.after(char::is_alphanumeric).map(|(_, after)| (None, place.up_to(after)));
        let items = self.state().items();
        let begins = |name: &str| place.rest.get(..name.len()).is_some_and(|text| text.to_lowercase() == name.to_lowercase());
        let pieces = (0..items.len()).filter(|&item| matches!(items[item], Item::Piece(_)) && begins(self.name(item)));
        let mut found: Vec<usize> = pieces.collect();
        let is_exact = |item: usize| place.rest.starts_with(self.name(item));
        found.sort_by_key(|&item| (std::cmp::Reverse(self.name(item).len()), !is_exact(item)));
        let alike = |item: usize| {
            found.iter().filter(|&&other| self.name(other).to_lowercase() == self.name(item).to_lowercase()).count()
        };
        let known = found.iter().filter(|&&item| is_exact(item) || alike(item) == 1);
        let known = known.map(|&item| (Some(item), &place.rest[..self.name(item).len()]));
        known.chain(unknown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::MoveNotation;

    fn view(exit: Exit) -> View {
        let text = if exit == Exit::Right { "oQQoAAoZoooZoooo" } else { "oZZoQoooQAoooAoo" };
        View::from_text(text, exit).expect("a board")
    }

    #[test]
    fn every_notation_comes_back() {
        let moves = [Move { item: 2, distance: 1 }, Move { item: 0, distance: 2 }];
        for exit in [Exit::Right, Exit::Up] {
            let view = view(exit);
            use MoveNotation::{Arrows, Colon, Csv, Distance, Pairs, Signs, Words};
            for notation in [Distance, Words, Colon, Pairs, Signs, Arrows, Csv] {
                let text = view.written(&moves, notation).join(notation.separator());
                for text in [text.clone(), text.to_lowercase(), format!("car,move\n{text}")] {
                    let read: Vec<Move> =
                        view.read_moves(&text).expect(&text).iter().filter_map(|written| view.meant(written)).collect();
                    let steps = [moves[0], Move { item: 0, distance: 1 }, Move { item: 0, distance: 1 }];
                    let expected = if matches!(notation, Signs | Arrows) { &steps[..] } else { &moves[..] };
                    assert_eq!(read, expected, "{text}");
                }
            }
            assert_eq!(view.read_moves("1. Z+1\n2) A-2").expect("moves").len(), 2);
            assert_eq!(view.read_moves(" ").expect("none").len(), 0);
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for (text, key) in [
            ("(B 1)", "\"(B\" is"),
            ("Z+1 A+", "one kind"),
            ("2. Z+1 3. A+2", "1, 2, 3"),
            ("Z+0", "\"Z+0\""),
            ("Z sideways 1", "\"Z\""),
            ("Z:: down 1", "\"Z::\""),
            (",Z+1", "comma"),
            ("Z+1,", "comma"),
            ("Z+1A+2", "\"Z+1A+2\""),
            ("C\u{301}+1 é", "is not a move"),
        ] {
            let error = view(Exit::Right).read_moves(text).expect_err(text);
            assert!(error.contains(key), "{text}: {error}");
        }
    }

    #[test]
    fn a_piece_that_the_board_does_not_have_has_a_move_too() {
        let view = view(Exit::Right);
        let moves = view.read_moves("B+1, z-1").expect("moves");
        let named: Vec<_> = moves.iter().map(|written| (written.name.as_str(), view.meant(written))).collect();
        assert_eq!(named, [("B", None), ("Z", Some(Move { item: 2, distance: -1 }))]);
        let many = (1..=120).map(|number| format!("{number}. Z{:+}", if number % 2 == 1 { 1 } else { -1 })).collect::<Vec<_>>();
        assert_eq!(view.read_moves(&many.join("\n")).expect("numbered moves").len(), 120);
    }

    #[test]
    fn moves_are_found_in_prose() {
        let view = view(Exit::Right);
        let found = |text: &str| -> Vec<String> {
            let texts = |list: &Vec<WrittenMove>| list.iter().map(|written| written.text.as_str()).collect::<Vec<_>>().join(" ");
            view.find_moves(text).iter().map(texts).collect()
        };
        assert_eq!(found("First Z+1, then A+2. That is all; not AZ+1, Z+1x or _Z+1."), ["Z+1 A+2"]);
        assert_eq!(found("1. Z down 1; 2. A right 2. Or Z+ A+ A+ or (Z, 1)"), ["Z down 1 A right 2", "Z+ A+ A+", "(Z, 1)"]);
        assert_eq!(found("nothing; é, \u{1f697}+1"), [] as [&str; 0]);
    }
}
