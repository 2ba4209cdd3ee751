//! Lists of moves as people and programs write them: [`MoveNotation`](super::MoveNotation) lists the notations.
use super::exit::Exit;
use super::view::View;
use crate::board::{Item, Move};

/// A move as a text writes it. It need not be legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Its text.
    pub text: String,
    /// The move on the state of the view.
    pub step: Move,
    /// The side towards which it goes, if the text says so.
    pub side: Option<Exit>,
}

/// The text of a move: the cells it goes, to the right or down, the side if it is said, and whether it is a step of one cell.
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

    fn is_end(self) -> bool {
        self.rest.chars().next().is_none_or(|c| c.is_whitespace() || c == ',')
    }

    /// A number of 1 to 99 cells.
    fn number(self) -> Option<(i8, Place<'t>)> {
        let after = self.skip(|c| c.is_ascii_digit());
        let digits = &self.rest[..self.rest.len() - after.rest.len()];
        let number = digits.parse::<i8>().ok().filter(|number| !digits.starts_with('0') && *number < 100)?;
        Some((number, after))
    }

    /// A number with its sign; `+` may be left out.
    fn signed(self) -> Option<(i8, Place<'t>)> {
        let (sign, place) = self.sign().unwrap_or((1, self));
        let (number, place) = place.number()?;
        Some((sign * number, place))
    }

    fn sign(self) -> Option<(i8, Place<'t>)> {
        let (sign, place) = self.after(|c| matches!(c, '+' | '-' | '−'))?;
        Some((if sign == '+' { 1 } else { -1 }, place))
    }

    /// What follows the name of a piece.
    fn tail(self) -> Option<(Tail, Place<'t>)> {
        let arrows = [('<', Exit::Left), ('>', Exit::Right), ('^', Exit::Up), ('v', Exit::Down)];
        let found = if let Some((sign, place)) = self.sign() {
            match place.number() {
                Some((cells, place)) => ((sign * cells, None, false), place),
                None => ((sign, None, true), place),
            }
        } else if let Some((arrow, place)) = self.after(|c| arrows.iter().any(|&(arrow, _)| arrow == c.to_ascii_lowercase())) {
            let (_, side) = arrows.into_iter().find(|&(known, _)| known == arrow.to_ascii_lowercase())?;
            ((signed(1, side), Some(side), true), place)
        } else if let Some((_, place)) = self.after(|c| c == ',') {
            let (distance, place) = place.skip(|c| c == ' ').signed()?;
            ((distance, None, false), place)
        } else {
            let place = self.skip(|c| matches!(c, ':' | ' ' | '\t'));
            let word_end = place.skip(char::is_alphabetic);
            let word = &place.rest[..place.rest.len() - word_end.rest.len()];
            let side: Exit = word.to_ascii_lowercase().parse().ok().filter(|_| place.rest.len() < self.rest.len())?;
            let (cells, place) = word_end.skip(|c| matches!(c, ' ' | '\t')).number()?;
            ((signed(cells, side), Some(side), false), place)
        };
        Some(found).filter(|(_, place)| place.is_end())
    }
}

/// A number of cells towards a side, negative to the left or up.
fn signed(cells: i8, side: Exit) -> i8 {
    if matches!(side, Exit::Left | Exit::Up) { -cells } else { cells }
}

impl View {
    /// Reads moves in any [`MoveNotation`](super::MoveNotation), separated by spaces, line ends or commas, perhaps numbered; a first
    /// line `car,move` is skipped. Letters are in either case if that leaves one piece.
    ///
    /// # Errors
    /// What is not a move, or names no piece; steps of one cell among moves with a distance; numbers that are not 1, 2, 3.
    pub fn read_moves(&self, text: &str) -> Result<Vec<WrittenMove>, String> {
        let mut place = Place { rest: text.trim() };
        if place.rest.to_ascii_lowercase().starts_with("car,move") {
            place.rest = place.rest["car,move".len()..].trim_start();
        }
        let (mut moves, mut kinds, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        while !place.rest.is_empty() {
            let after_number =
                place.number().and_then(|(number, after)| Some((number, after.after(|c| matches!(c, '.' | ')'))?.1)));
            let start = match after_number {
                Some((number, after)) => {
                    numbers.push(usize::from(number.unsigned_abs()));
                    after.skip(char::is_whitespace)
                }
                None => place,
            };
            let Some((item, (distance, side, is_step), end)) = self.move_at(start) else {
                let word: String = start.rest.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
                return Err(format!("\"{word}\" is not a move of a piece of this board"));
            };
            let text = start.rest[..start.rest.len() - end.rest.len()].to_owned();
            kinds.push(is_step);
            let given = Move { item, distance };
            moves.push(WrittenMove { text, step: Move { item, distance: self.distance(given) }, side });
            let spaced = end.skip(char::is_whitespace);
            place = spaced.after(|c| c == ',').map_or(spaced, |(_, after)| after.skip(char::is_whitespace));
            if place.rest.is_empty() && spaced.rest.starts_with(',') {
                return Err("there is a comma without a move".to_owned());
            }
        }
        if let (Some(step), true) = (kinds.iter().position(|&kind| kind), kinds.contains(&false)) {
            let text = &moves[step].text;
            return Err(format!("\"{text}\" is a step of one cell, and other moves have a distance: one answer has one kind"));
        }
        if !numbers.is_empty() && numbers != (1..=moves.len()).collect::<Vec<_>>() {
            return Err("the numbers before the moves are not 1, 2, 3 and so on".to_owned());
        }
        Ok(moves)
    }

    /// The move that begins at a place, and the place where it ends.
    fn move_at<'t>(&self, place: Place<'t>) -> Option<(usize, Tail, Place<'t>)> {
        if let Some((_, inside)) = place.after(|c| c == '(') {
            let (item, name_end) = self.read_name(inside.skip(|c| c == ' ')).next()?;
            let (_, number) = name_end.skip(|c| c == ' ').after(|c| c == ',')?;
            let (distance, end) = number.skip(|c| c == ' ').signed()?;
            let (_, end) = end.skip(|c| c == ' ').after(|c| c == ')').filter(|(_, end)| end.is_end())?;
            return Some((item, (distance, None, false), end));
        }
        self.read_name(place).find_map(|(item, end)| end.tail().map(|(tail, end)| (item, tail, end)))
    }

    /// The pieces whose names begin at a place, the longest name first, each with the place where the name ends.
    fn read_name<'t>(&self, place: Place<'t>) -> impl Iterator<Item = (usize, Place<'t>)> {
        let items = self.state().items();
        let begins = |name: &str| place.rest.get(..name.len()).is_some_and(|text| text.to_lowercase() == name.to_lowercase());
        let pieces = (0..items.len()).filter(|&item| matches!(items[item], Item::Piece(_)) && begins(self.name(item)));
        let mut found: Vec<usize> = pieces.collect();
        // the exact name first; names in the other case only if there is one
        let is_exact = |item: usize| place.rest.starts_with(self.name(item));
        found.sort_by_key(|&item| (std::cmp::Reverse(self.name(item).len()), !is_exact(item)));
        let alike = |item: usize| {
            found.iter().filter(|&&other| self.name(other).to_lowercase() == self.name(item).to_lowercase()).count()
        };
        let kept: Vec<usize> = found.iter().copied().filter(|&item| is_exact(item) || alike(item) == 1).collect();
        let after = move |item: usize, name: &str| (item, Place { rest: &place.rest[name.len()..] });
        kept.into_iter().map(|item| after(item, self.name(item))).collect::<Vec<_>>().into_iter()
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
                    let read: Vec<Move> = view.read_moves(&text).expect(&text).iter().map(|written| written.step).collect();
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
            ("B+1", "\"B+1\""),
            ("Z+1 A+", "one kind"),
            ("2. Z+1 3. A+2", "1, 2, 3"),
            ("Z+0", "\"Z+0\""),
            ("Z sideways 1", "\"Z\""),
            ("Z+1,", "comma"),
            ("Z+1A+2", "\"Z+1A+2\""),
            ("C\u{301}+1 é", "is not a move"),
        ] {
            let error = view(Exit::Right).read_moves(text).expect_err(text);
            assert!(error.contains(key), "{text}: {error}");
        }
    }
}
