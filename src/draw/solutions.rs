//! The solutions of puzzle cards: lists in columns, the backs of cards, and the signs of moves.
use super::board::{CHARACTER, page, rectangle, text};
use super::card::{ABOVE, Card, MARGIN, Paper, WIDTH};
use super::colouring::fills;
use super::theme::{Colours, Theme};
use crate::board::Move;
use crate::notation::{Exit, MoveNotation, View};
use svg::Document;
use svg::node::element::Group;

/// Size and distance of the lines of the lists: 10 points, readable at arm's length.
const LINE: (f64, f64) = (18.0, 28.0);
/// The columns of a page of lists, and the space between them.
const COLUMNS: usize = 2;
const GUTTER: f64 = 40.0;
/// The space above the lists for their heading and the key to the moves.
const KEY: f64 = 56.0;
/// The space between two signs, as a share of the size of the text.
const BETWEEN: f64 = 0.7;
/// The least size of the solution on the back of a card.
const SMALLEST: f64 = 1.0;

/// How the moves of solutions are written, and the colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolutionText {
    pub(super) notation: Option<MoveNotation>,
    pub(super) theme: Theme,
}

/// A line of a list.
#[derive(Clone, Debug)]
enum Line {
    Blank,
    Head(String),
    Words(String),
    /// Signs side by side, each as wide as the widest of the solution.
    Signs(Vec<MoveSign>, f64),
}

impl SolutionText {
    /// The solution of a card in lines of at most `width`, in text of the given size.
    fn lines(self, card: &Card, width: f64, size: f64) -> Vec<Line> {
        if let Some(notation) = self.notation {
            let limit = (width / (size * CHARACTER)) as usize;
            let moves = card.view.written(&card.solution, notation);
            return wrapped(&moves, notation.separator(), limit).into_iter().map(Line::Words).collect();
        }
        let signs = MoveSign::all(&card.view, &card.solution, self.theme);
        let widest = signs.iter().map(MoveSign::width).fold(0.0, f64::max) + BETWEEN;
        let in_line = (((width / size + BETWEEN) / widest) as usize).max(1);
        signs.chunks(in_line).map(|signs| Line::Signs(signs.to_vec(), widest)).collect()
    }

    /// What the moves mean, if that must be said.
    fn key(self) -> &'static str {
        match self.notation {
            Some(MoveNotation::Distance | MoveNotation::Pairs | MoveNotation::Signs | MoveNotation::Csv) => {
                "A letter names a piece; a plus is to the right or down, a minus to the left or up."
            }
            Some(MoveNotation::Words | MoveNotation::Colon | MoveNotation::Arrows) => "A letter names a piece.",
            None => "A letter on its colour names a piece; the number counts the cells of its move.",
        }
    }

    /// Draws a line with its left end at `x` and its baseline at `y`.
    fn draw(self, line: &Line, x: f64, y: f64, size: f64) -> Group {
        let colour = self.theme.colours().text;
        let words = |words: &str| text(words, x, y, size, colour).set("text-anchor", "start");
        match line {
            Line::Blank => Group::new(),
            Line::Head(head) => Group::new().add(words(head).set("font-weight", "bold")),
            Line::Words(line) => Group::new().add(words(line)),
            Line::Signs(signs, widest) => signs
                .iter()
                .enumerate()
                .fold(Group::new(), |group, (k, sign)| group.add(sign.draw(x + k as f64 * widest * size, y, size, colour))),
        }
    }
}

/// Draws the solution on the back of a card, in a field of the given place and size, as large as it fits.
pub(super) fn back(card: &Card, look: SolutionText, (x, y): (f64, f64), (width, height): (f64, f64)) -> Group {
    let spacing = LINE.1 / LINE.0;
    let fits = |size: f64| look.lines(card, width, size).len() as f64 * size * spacing <= height;
    let mut size = (width / 16.0).clamp(22.0, 44.0);
    while size > SMALLEST && !fits(size) {
        size = (size - 0.5).max(SMALLEST);
    }
    let lines = look.lines(card, width, size).into_iter().enumerate();
    lines.fold(Group::new(), |group, (k, line)| group.add(look.draw(&line, x, y + (k as f64 + 0.75) * size * spacing, size)))
}

/// Draws the solutions of the cards in columns, with line breaks between moves. A solution is not broken unless it is longer than
/// a column.
pub(super) fn solutions(cards: &[Card], paper: Paper, look: SolutionText) -> Vec<Document> {
    let width = (WIDTH - 2.0 * MARGIN - GUTTER * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let room = ((paper.height() - 2.0 * ABOVE - KEY) / LINE.1) as usize;
    let mut columns: Vec<Vec<Line>> = Vec::new();
    for card in cards {
        let (title, moves) = card.title_and_moves();
        let head: Vec<String> = format!("{title} ({moves})").split(' ').map(str::to_owned).collect();
        let head = wrapped(&head, " ", (width / (LINE.0 * CHARACTER)) as usize);
        let lines: Vec<Line> = head.into_iter().map(Line::Head).chain(look.lines(card, width, LINE.0)).collect();
        match columns.last_mut() {
            Some(column) if column.len() + 1 + lines.len() <= room => {
                column.push(Line::Blank);
                column.extend(lines);
            }
            _ => columns.extend(lines.chunks(room).map(<[Line]>::to_vec)),
        }
    }
    columns.chunks(COLUMNS).map(|columns| page_of_solutions(columns, width, paper, look)).collect()
}

/// A page with columns of lines.
fn page_of_solutions(columns: &[Vec<Line>], width: f64, paper: Paper, look: SolutionText) -> Document {
    let heading = text("Solutions", MARGIN, ABOVE + 22.0, 26.0, look.theme.colours().text);
    let mut document = page("Solutions", WIDTH, paper.height(), look.theme)
        .add(heading.set("text-anchor", "start").set("font-weight", "bold"))
        .add(look.draw(&Line::Words(look.key().to_owned()), MARGIN, ABOVE + 48.0, LINE.0));
    for (k, column) in columns.iter().enumerate() {
        let x = MARGIN + k as f64 * (width + GUTTER);
        for (at, line) in column.iter().enumerate() {
            document = document.add(look.draw(line, x, ABOVE + KEY + (at + 1) as f64 * LINE.1 - 6.0, LINE.0));
        }
    }
    document
}

/// Joins words to lines of at most `limit` bytes; a longer word has a line of its own.
fn wrapped(words: &[String], separator: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + separator.len() + word.len() <= limit => *line = format!("{line}{separator}{word}"),
            _ => lines.push(word.clone()),
        }
    }
    lines
}

/// A move that is drawn like `A ↓2`. Its measures are shares of the size of the text.
#[derive(Clone, Debug)]
pub(super) struct MoveSign {
    name: String,
    fill: String,
    arrow: String,
}

impl MoveSign {
    /// The signs of moves from the state of `view`, in the colours that its pieces have on the board.
    pub(super) fn all(view: &View, moves: &[Move], theme: Theme) -> Vec<MoveSign> {
        let fills = fills(view, &theme.colours());
        let sign = |&step: &Move| {
            let arrow = match view.side(step) {
                Exit::Left => '←',
                Exit::Right => '→',
                Exit::Up => '↑',
                Exit::Down => '↓',
            };
            let arrow = format!("{arrow}{}", step.distance.unsigned_abs());
            MoveSign { name: view.name(step.item).to_owned(), fill: fills[step.item].to_owned(), arrow }
        };
        moves.iter().map(sign).collect()
    }

    fn plate(&self) -> f64 {
        (self.name.chars().count() as f64 * 0.7 + 0.6).max(1.3)
    }

    /// Its width in text of size 1.
    pub(super) fn width(&self) -> f64 {
        self.plate() + 0.25 + self.arrow.chars().count() as f64 * 0.74
    }

    /// Draws it with its left end at `x` and its baseline at `y`.
    pub(super) fn draw(&self, x: f64, y: f64, size: f64, colour: &str) -> Group {
        let plate = self.plate() * size;
        let back = rectangle(x, y - 1.015 * size, plate, 1.3 * size).set("rx", format!("{:.2}", 0.25 * size));
        let letter = text(&self.name, x + plate / 2.0, y, size * 0.9, Colours::ink(&self.fill)).set("font-weight", "bold");
        let arrow = text(&self.arrow, x + plate + 0.25 * size, y, size, colour).set("text-anchor", "start");
        Group::new().add(back.set("fill", self.fill.as_str())).add(letter).add(arrow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::notation::{Exit, View};

    /// The pieces C and A move back and forth.
    fn card(moves: usize) -> Card {
        let view = View::from_text("oBBoAAoCoooCoooo", Exit::Right).expect("a board");
        let item = |name| (0..3).find(|&item| view.name(item) == name).expect("a piece");
        let cycle = [("C", 1), ("A", 2), ("A", -2), ("C", -1)].map(|(name, distance)| Move { item: item(name), distance });
        Card { title: format!("T{moves}"), solution: cycle.into_iter().cycle().take(moves).collect(), view }
    }

    /// The numbers after `name` in an SVG document.
    fn numbers(svg: &str, name: &str) -> Vec<f64> {
        svg.split(&format!(" {name}=\"")).skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
    }

    #[test]
    fn solutions_fill_columns_and_stay_on_their_pages() {
        let all: Vec<Card> = (1..=40).map(|k| card(10 * k)).chain([card(2000)]).collect();
        let moves: usize = all.iter().map(|card| card.solution.len()).sum();
        for (paper, notation, move_text) in [
            (Paper::A4, None, ["→2", "←2", "↓1", "↑1"]),
            (Paper::Letter, None, ["→2", "←2", "↓1", "↑1"]),
            (Paper::Letter, Some(MoveNotation::Distance), ["A+2", "A-2", "C+1", "C-1"]),
        ] {
            let pages = solutions(&all, paper, SolutionText { notation, theme: Theme::Light });
            let pages: Vec<String> = pages.iter().map(ToString::to_string).collect();
            let text = pages.concat();
            assert_eq!(move_text.map(|words| text.matches(words).count()).iter().sum::<usize>(), moves);
            assert_eq!(text.matches("\nT70 (70 moves)\n").count(), 1);
            assert!(pages[0].contains("x=\"545.00\""), "a second column");
            let lowest = numbers(&text, "y").into_iter().fold(0.0, f64::max);
            assert!(lowest <= paper.height() - ABOVE && lowest > paper.height() - 2.0 * ABOVE, "{lowest}");
        }
    }

    #[test]
    fn solutions_fit_the_backs_of_cards() {
        for notation in [None, Some(MoveNotation::Words)] {
            for (moves, size) in [(1, (200.0, 100.0)), (60, (284.0, 280.0)), (120, (284.0, 280.0)), (120, (120.0, 160.0))] {
                let drawn = back(&card(moves), SolutionText { notation, theme: Theme::Light }, (10.0, 20.0), size).to_string();
                let inside = |name, from: f64, to: f64| numbers(&drawn, name).into_iter().all(|at| from <= at && at <= to);
                assert!(inside("x", 10.0, 10.0 + size.0) && inside("y", 20.0, 20.0 + size.1), "{moves} moves: {drawn}");
                assert_eq!(
                    drawn.matches("<text").count() == 2 * moves,
                    notation.is_none(),
                    "a letter and an arrow for each move"
                );
            }
        }
    }
}
