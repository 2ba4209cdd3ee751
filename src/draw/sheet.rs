//! Pages of puzzle cards for printing.
use super::board::{Look, board_at, extent, page, text};
use crate::board::View;
use svg::Document;
use svg::node::element::{Rectangle, Text};

/// The width of a page in the units of the pictures.
const WIDTH: f64 = 1050.0;
/// The margin around the cards.
const MARGIN: f64 = 50.0;
/// The greatest and the least distance between two lines of the solutions.
const PITCH: (f64, f64) = (24.0, 18.0);
/// The width of a character of DejaVu Sans, as a share of its size: wider than most.
const CHARACTER: f64 = 0.66;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 40;

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        Grid { columns, card: (width / columns as f64, (height / rows).min(board + 60.0)), board }
    }
}

/// Draws cards, at most `per_page` on a page, each with its title and number of moves. The cards of all pages have the same size.
pub fn cards(cards: &[Card], per_page: usize, paper: Paper, look: Look) -> Vec<Document> {
    let grid = Grid::of(per_page.min(cards.len()), paper);
    cards.chunks(per_page.max(1)).map(|cards| page_of_cards(cards, &grid, paper, look)).collect()
}

fn page_of_cards(cards: &[Card], grid: &Grid, paper: Paper, look: Look) -> Document {
    let mut document = page(WIDTH, paper.height(), look);
    let (across, down) = grid.card;
    for (index, card) in cards.iter().enumerate() {
        let (x, y) = (MARGIN + (index % grid.columns) as f64 * across, MARGIN + (index / grid.columns) as f64 * down);
        let scale = (grid.board - 16.0) / extent(&card.view).0;
        let colours = look.theme.colours();
        let caption = format!("{} · {}", card.short_title(), moves(card.moves));
        // A caption is never wider than its card.
        let size = (19.0f64).min((across - 24.0) / (caption.chars().count() as f64 * CHARACTER));
        let edge = Rectangle::new().set("x", x + 3.0).set("y", y + 3.0).set("width", across - 6.0).set("height", down - 6.0);
        document = document
            .add(edge.set("rx", 10).set("fill", "none").set("stroke", colours.cell).set("stroke-width", 2))
            .add(text(&caption, x + across / 2.0, y + 30.0, (size * 100.0).round() / 100.0, colours.text))
            .add(board_at(&card.view, look, x + (across - grid.board + 16.0) / 2.0, y + 36.0, scale));
    }
    document
}

/// Draws the solutions of the cards, with line breaks between moves, on as few pages as are legible.
pub fn solutions(cards: &[Card], paper: Paper, look: Look) -> Vec<Document> {
    let blocks: Vec<Vec<String>> = cards
        .iter()
        .map(|card| {
            let head = format!("{} ({})", card.short_title(), moves(card.moves));
            std::iter::once(head).chain(wrapped(&card.solution, 96)).collect()
        })
        .collect();
    // In units of a line; a head stands somewhat apart from what is above it.
    let length = |block: &Vec<String>| block.len() as f64 + 0.4;
    let room = paper.height() - 2.0 * MARGIN - 80.0;
    let all: f64 = blocks.iter().map(length).sum();
    let pitch = (room / all).clamp(PITCH.1, PITCH.0);
    let mut pages: Vec<Vec<&Vec<String>>> = vec![Vec::new()];
    let mut used = 0.0;
    for block in &blocks {
        // A solution is not broken over pages.
        if used + length(block) > room / pitch + 1e-9 && used > 0.0 {
            pages.push(Vec::new());
            used = 0.0;
        }
        used += length(block);
        pages.last_mut().expect("there is a page").push(block);
    }
    pages.iter().map(|blocks| page_of_solutions(blocks, pitch, paper, look)).collect()
}

fn page_of_solutions(blocks: &[&Vec<String>], pitch: f64, paper: Paper, look: Look) -> Document {
    let colour = look.theme.colours().text;
    let left = |content: &str, y: f64, size: f64| -> Text { text(content, MARGIN, y, size, colour).set("text-anchor", "start") };
    let mut document = page(WIDTH, paper.height(), look).add(left("Solutions", MARGIN + 10.0, 26.0).set("font-weight", "bold"));
    let key = "A+2 is A by two cells to the right or down, C-1 is C by one to the left or up.";
    document = document.add(left(key, MARGIN + 42.0, 17.0));
    let mut y = MARGIN + 60.0;
    for (k, line) in blocks.iter().flat_map(|block| block.iter().enumerate()) {
        y += if k == 0 { pitch * 1.4 } else { pitch };
        let weight = if k == 0 { "bold" } else { "normal" };
        document = document.add(left(line, y, pitch * 0.72).set("font-weight", weight));
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
            }
        }
    }
}
