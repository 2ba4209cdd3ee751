//! Pages of puzzle cards for printing.
use super::board::{Look, board_at, extent, page, text};
use crate::notation::View;
use svg::Document;
use svg::node::element::Rectangle;

/// The width of a page in the units of the pictures.
const WIDTH: f64 = 1050.0;
/// The margin around the cards.
const MARGIN: f64 = 50.0;
/// Size and distance of the lines of the solutions: 10 points, readable at arm's length.
const LINE: (f64, f64) = (18.0, 25.0);
/// The columns of a page of solutions, and the space between them.
const COLUMNS: usize = 2;
const GUTTER: f64 = 40.0;
/// The space above the solutions for their heading and the key to the moves.
const KEY: f64 = 64.0;
/// The width of a character of DejaVu Sans, as a share of its size: wider than most.
const CHARACTER: f64 = 0.66;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 40;

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, which are 1/72 inch.
    pub fn points(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }

    /// The height of a page in the units of the pictures.
    fn height(self) -> f64 {
        let (width, height) = self.points();
        (WIDTH * f64::from(height) / f64::from(width)).round()
    }
}

/// A puzzle on a card.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its board.
    pub view: View,
    /// Its name, or its number.
    pub title: String,
    /// The number of moves of a shortest solution.
    pub moves: u32,
    /// The solution in words, for the pages of solutions.
    pub solution: String,
}

impl Card {
    /// The title, shortened if it is too long for a card.
    fn short_title(&self) -> String {
        match self.title.char_indices().nth(LONGEST_TITLE) {
            Some((end, _)) => format!("{}…", &self.title[..end]),
            None => self.title.clone(),
        }
    }
}

/// A number of moves in words.
fn moves(number: u32) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// Where the cards of a page are.
struct Grid {
    columns: usize,
    /// The width and height of a card.
    card: (f64, f64),
    /// The side of the square for the board.
    board: f64,
}

impl Grid {
    /// The grid for a number of cards in which the boards are largest.
    fn of(cards: usize, paper: Paper) -> Grid {
        let (width, height) = (WIDTH - 2.0 * MARGIN, paper.height() - 2.0 * MARGIN);
        let board_for = |columns: usize| {
            let rows = cards.div_ceil(columns) as f64;
            (width / columns as f64).min(height / rows - 40.0)
        };
        let columns = (1..=cards.max(1)).max_by(|&a, &b| board_for(a).total_cmp(&board_for(b))).unwrap_or(1);
        let (rows, board) = (cards.div_ceil(columns) as f64, board_for(columns));
        Grid { columns, card: (width / columns as f64, height / rows), board }
    }
}

/// What pages of cards look like.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'s> {
    /// The heading of every page, if there is one.
    pub title: Option<&'s str>,
    /// The greatest number of cards on a page.
    pub per_page: usize,
    /// The paper.
    pub paper: Paper,
    /// The look of the boards.
    pub look: Look,
}

impl Sheet<'_> {
    /// Draws pages of cards, each with its title and number of moves, and pages of their solutions. The cards of all pages have
    /// the same size.
    pub fn draw(&self, cards: &[Card]) -> (Vec<Document>, Vec<Document>) {
        let Sheet { per_page, paper, look, .. } = *self;
        let grid = Grid::of(per_page.min(cards.len()), paper);
        let pages: Vec<Document> = cards.chunks(per_page.max(1)).map(|cards| page_of_cards(cards, &grid, paper, look)).collect();
        let solutions = solutions(cards, paper, look);
        let (first, all) = (pages.len(), pages.len() + solutions.len());
        let finish = |before: usize| move |(k, page): (usize, Document)| self.finished(page, before + k + 1, all);
        (pages.into_iter().enumerate().map(finish(0)).collect(), solutions.into_iter().enumerate().map(finish(first)).collect())
    }

    /// A page with its heading and, if there are several, its number.
    fn finished(&self, mut page: Document, number: usize, all: usize) -> Document {
        let colour = self.look.theme.colours().text;
        if let Some(title) = self.title {
            let size = (24.0f64).min((WIDTH - 2.0 * MARGIN) / (title.chars().count().max(1) as f64 * CHARACTER));
            let heading = text(title, WIDTH / 2.0, MARGIN - 14.0, (size * 100.0).round() / 100.0, colour);
            page = page.add(heading.set("font-weight", "bold"));
        }
        if all > 1 {
            page = page.add(text(&format!("{number} / {all}"), WIDTH / 2.0, self.paper.height() - 20.0, 17.0, colour));
        }
        page
    }
}

fn page_of_cards(cards: &[Card], grid: &Grid, paper: Paper, look: Look) -> Document {
    let mut document = page(WIDTH, paper.height(), look);
    let (across, down) = grid.card;
    for (index, card) in cards.iter().enumerate() {
        let (x, y) = (MARGIN + (index % grid.columns) as f64 * across, MARGIN + (index / grid.columns) as f64 * down);
        let (wide, high) = extent(&card.view);
        let scale = (grid.board - 16.0) / wide.max(high);
        let colours = look.theme.colours();
        let caption = format!("{} · {}", card.short_title(), moves(card.moves));
        // A caption is never wider than its card.
        let size = (19.0f64).min((across - 24.0) / (caption.chars().count() as f64 * CHARACTER));
        let edge = Rectangle::new().set("x", x + 3.0).set("y", y + 3.0).set("width", across - 6.0).set("height", down - 6.0);
        document = document
            .add(edge.set("rx", 10).set("fill", "none").set("stroke", colours.cell).set("stroke-width", 2))
            .add(text(&caption, x + across / 2.0, y + 30.0, (size * 100.0).round() / 100.0, colours.text))
            .add(board_at(
                &card.view,
                look,
                x + (across - wide * scale) / 2.0,
                y + 36.0 + (down - 44.0 - high * scale) / 2.0,
                scale,
            ));
    }
    document
}

/// Draws the solutions of the cards in columns, with line breaks between moves. A solution is not broken unless it is longer than
/// a column.
fn solutions(cards: &[Card], paper: Paper, look: Look) -> Vec<Document> {
    let width = (WIDTH - 2.0 * MARGIN - GUTTER * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let limit = (width / (LINE.0 * CHARACTER)) as usize;
    let room = ((paper.height() - 2.0 * MARGIN - KEY) / LINE.1) as usize;
    let mut columns: Vec<Vec<(String, bool)>> = vec![Vec::new()];
    for card in cards {
        let head = wrapped(&format!("{} ({})", card.short_title(), moves(card.moves)), limit);
        let lines: Vec<(String, bool)> = head
            .into_iter()
            .map(|line| (line, true))
            .chain(wrapped(&card.solution, limit).into_iter().map(|line| (line, false)))
            .collect();
        // a blank line stands between two solutions
        let fits = |column: &Vec<(String, bool)>| column.is_empty() || column.len() + 1 + lines.len() <= room;
        if !columns.last().is_some_and(fits) {
            columns.push(Vec::new());
        }
        for (k, line) in lines.into_iter().enumerate() {
            if columns.last().is_some_and(|column| column.len() >= room) {
                columns.push(Vec::new());
            }
            let column = columns.last_mut().expect("there is a column");
            if k == 0 && !column.is_empty() {
                column.push((String::new(), false));
            }
            column.push(line);
        }
    }
    columns.chunks(COLUMNS).map(|columns| page_of_solutions(columns, width, paper, look)).collect()
}

/// A page with columns of lines; each line comes with whether it is a heading.
fn page_of_solutions(columns: &[Vec<(String, bool)>], width: f64, paper: Paper, look: Look) -> Document {
    let colour = look.theme.colours().text;
    let left = |content: &str, x: f64, y: f64, size: f64| text(content, x, y, size, colour).set("text-anchor", "start");
    let mut document =
        page(WIDTH, paper.height(), look).add(left("Solutions", MARGIN, MARGIN + 22.0, 26.0).set("font-weight", "bold"));
    let key = "A+2 is A by two cells to the right or down, C-1 is C by one to the left or up.";
    document = document.add(left(key, MARGIN, MARGIN + 50.0, LINE.0));
    for (k, column) in columns.iter().enumerate() {
        let x = MARGIN + k as f64 * (width + GUTTER);
        for (at, (line, is_head)) in column.iter().enumerate().filter(|(_, (line, _))| !line.is_empty()) {
            let weight = if *is_head { "bold" } else { "normal" };
            let y = MARGIN + KEY + (at + 1) as f64 * LINE.1 - 6.0;
            document = document.add(left(line, x, y, LINE.0).set("font-weight", weight));
        }
    }
    document
}

/// Breaks a text at spaces into lines of at most `limit` bytes; a longer word has a line of its own.
fn wrapped(words: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < limit => *line = format!("{line} {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_captions_stay_in_their_cards() {
        for paper in [Paper::A4, Paper::Letter] {
            for count in 1..=60 {
                let grid = Grid::of(count, paper);
                let rows = count.div_ceil(grid.columns) as f64;
                assert!(grid.board > 0.0 && grid.board <= grid.card.0 + 1e-9, "{count} cards");
                assert!(36.0 + grid.board - 16.0 <= grid.card.1 + 1e-9, "{count} cards");
                assert!(grid.card.0 * grid.columns as f64 <= WIDTH - 2.0 * MARGIN + 1e-9);
                assert!(grid.card.1 * rows <= paper.height() - 2.0 * MARGIN + 1e-9);
                assert!(grid.card.1 * rows >= paper.height() - 2.0 * MARGIN - 1e-9, "{count} cards fill the page");
            }
        }
    }

    #[test]
    fn solutions_fill_columns_and_stay_on_their_pages() {
        let view: View = View::from_text("oBBoAAoCoooCoooo", crate::notation::Exit::Right).expect("a board");
        let card = |k: usize| Card {
            view: view.clone(),
            title: format!("T{k}"),
            moves: 60,
            solution: "A+1 ".repeat(10 * k).trim().to_owned(),
        };
        let all: Vec<Card> = (1..=40).map(card).chain([card(200)]).collect();
        let look = Look { theme: crate::draw::Theme::Light, labels: false };
        for paper in [Paper::A4, Paper::Letter] {
            let pages: Vec<String> = solutions(&all, paper, look).iter().map(ToString::to_string).collect();
            let text = pages.concat();
            assert_eq!(text.matches("A+1").count(), all.iter().map(|card| card.solution.matches("A+1").count()).sum::<usize>());
            assert_eq!(text.matches("T7 (60 moves)").count(), 1);
            assert!(pages[0].contains("x=\"545.00\""), "a second column");
            let lowest =
                text.split(" y=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok()).fold(0.0, f64::max);
            assert!(lowest <= paper.height() - MARGIN && lowest > paper.height() - 2.0 * MARGIN, "{lowest}");
        }
        let sheet = Sheet { title: Some("Jams"), per_page: 9, paper: Paper::Letter, look };
        let (cards, solutions) = sheet.draw(&all);
        let (first, count) = (cards[0].to_string(), cards.len() + solutions.len());
        assert!(first.contains("Jams") && first.contains(&format!("1 / {count}")) && cards.len() == 5);
        assert!(solutions[0].to_string().contains(&format!("6 / {count}")));
    }
}
