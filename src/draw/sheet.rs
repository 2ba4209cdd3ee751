//! Pages of puzzle cards for printing.
use super::board::{Look, board_at, page, side, text};
use crate::board::View;
use svg::Document;
use svg::node::element::{Rectangle, Text};

/// The width and height of a page: A4 in the units of the pictures.
const PAGE: (f64, f64) = (1050.0, 1485.0);
/// The margin around the cards.
const MARGIN: f64 = 50.0;

/// A puzzle on a card.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its board.
    pub view: View,
    /// Its number on the page.
    pub number: usize,
    /// The number of moves of a shortest solution.
    pub moves: u32,
    /// The solution in words, for the page of solutions.
    pub solution: String,
}

/// The difficulty that a card states for a number of moves.
fn difficulty(moves: u32) -> &'static str {
    match moves {
        0..=9 => "easy",
        10..=19 => "medium",
        20..=34 => "hard",
        _ => "expert",
    }
}

/// A number of moves in words.
fn moves(number: u32) -> String {
    format!("{number} move{}", if number == 1 { "" } else { "s" })
}

/// Draws cards on one page, each with its number and difficulty, in as many columns as make the boards largest.
pub fn cards(cards: &[Card], look: Look) -> Document {
    let mut document = page(PAGE.0, PAGE.1, look);
    let (width, height) = (PAGE.0 - 2.0 * MARGIN, PAGE.1 - 2.0 * MARGIN);
    let scale_for = |columns: usize| {
        let rows = cards.len().div_ceil(columns) as f64;
        (width / columns as f64).min(height / rows - 40.0)
    };
    let columns = (1..=cards.len().max(1)).max_by(|&a, &b| scale_for(a).total_cmp(&scale_for(b))).unwrap_or(1);
    let box_side = scale_for(columns);
    let rows = cards.len().div_ceil(columns) as f64;
    for (index, card) in cards.iter().enumerate() {
        let (across, down) = (width / columns as f64, (height / rows).min(box_side + 60.0));
        let (x, y) = (MARGIN + (index % columns) as f64 * across, MARGIN + (index / columns) as f64 * down);
        let scale = (box_side - 16.0) / side(card.view.state());
        let colours = look.theme.colours();
        let caption = format!("{} · {} · {}", card.number, difficulty(card.moves), moves(card.moves));
        let edge = Rectangle::new().set("x", x + 3.0).set("y", y + 3.0).set("width", across - 6.0).set("height", down - 6.0);
        document = document
            .add(edge.set("rx", 10).set("fill", "none").set("stroke", colours.cell).set("stroke-width", 2))
            .add(text(&caption, x + across / 2.0, y + 30.0, 19.0, colours.text))
            .add(board_at(&card.view, look, x + (across - box_side + 16.0) / 2.0, y + 36.0, scale));
    }
    document
}

/// Draws the solutions of the cards on one page, with line breaks between moves.
pub fn solutions(cards: &[Card], look: Look) -> Document {
    let colour = look.theme.colours().text;
    let lines: Vec<(String, bool)> = cards
        .iter()
        .flat_map(|card| {
            let head = (format!("{} ({})", card.number, moves(card.moves)), true);
            std::iter::once(head).chain(wrapped(&card.solution, 96).into_iter().map(|line| (line, false)))
        })
        .collect();
    let heads = cards.len() as f64;
    let pitch = ((PAGE.1 - 2.0 * MARGIN - 80.0) / (lines.len() as f64 + heads * 0.4)).min(24.0);
    let left = |content: &str, y: f64, size: f64| -> Text { text(content, MARGIN, y, size, colour).set("text-anchor", "start") };
    let mut document = page(PAGE.0, PAGE.1, look).add(left("Solutions", MARGIN + 10.0, 26.0).set("font-weight", "bold"));
    let key = "A+2 is A by two cells to the right or down, C-1 is C by one to the left or up.";
    document = document.add(left(key, MARGIN + 42.0, 17.0));
    let mut y = MARGIN + 60.0;
    for (line, is_head) in &lines {
        y += if *is_head { pitch * 1.4 } else { pitch };
        let weight = if *is_head { "bold" } else { "normal" };
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
