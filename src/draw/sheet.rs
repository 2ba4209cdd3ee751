//! Pages of puzzle cards for printing.
use super::board::{Look, board_at, extent, fitted, page, text};
use super::card::{ABOVE, Card, MARGIN, Paper, WIDTH};
use super::solutions::{SolutionText, back, solutions};
use crate::notation::MoveNotation;
use svg::Document;
use svg::node::element::{Path, Rectangle};

/// The rules of the puzzle, below the cards of every page, and their width in text of size 1, as large as the space allows.
const RULES: &str = "Slide cars and trucks along their lines until the striped car can leave at the arrow.";
const RULES_WIDTH: f64 = 40.9;
/// The begin and end of a cut mark, from the edge of the cards.
const CUT_MARK: (f64, f64) = (8.0, 22.0);
/// Where the cards of a page are.
struct Grid {
    columns: usize,
    rows: usize,
    /// The width and height of a card.
    card: (f64, f64),
    /// The side of the square for the board.
    board: f64,
}

impl Grid {
    /// The grid for a number of cards in which the boards are largest.
    fn of(cards: usize, paper: Paper) -> Grid {
        let (width, height) = paper.cards();
        let board_for = |columns: usize| {
            let rows = cards.div_ceil(columns) as f64;
            (width / columns as f64).min(height / rows - 40.0)
        };
        let columns = (1..=cards.max(1)).max_by(|&a, &b| board_for(a).total_cmp(&board_for(b))).unwrap_or(1);
        let (rows, board) = (cards.div_ceil(columns), board_for(columns));
        Grid { columns, rows, card: (width / columns as f64, height / rows as f64), board }
    }

    /// The upper left corner of a card. On the back of a page the columns are mirrored, so that the back of each card is behind
    /// it.
    fn corner(&self, index: usize, is_back: bool) -> (f64, f64) {
        let (row, column) = (index / self.columns, index % self.columns);
        let column = if is_back { self.columns - 1 - column } else { column };
        (MARGIN + column as f64 * self.card.0, ABOVE + row as f64 * self.card.1)
    }

    /// Short lines in the margins, where to cut the cards.
    fn cut_marks(&self) -> Path {
        let (across, down) = (self.card.0 * self.columns as f64, self.card.1 * self.rows as f64);
        let (begin, end) = CUT_MARK;
        let mut data = String::new();
        for column in 0..=self.columns {
            let x = MARGIN + column as f64 * self.card.0;
            for y in [ABOVE - end, ABOVE + down + begin] {
                data.push_str(&format!("M{x:.1} {y:.1}v{}", end - begin));
            }
        }
        for row in 0..=self.rows {
            let y = ABOVE + row as f64 * self.card.1;
            for x in [MARGIN - end, MARGIN + across + begin] {
                data.push_str(&format!("M{x:.1} {y:.1}h{}", end - begin));
            }
        }
        Path::new().set("d", data).set("fill", "none").set("stroke-width", 1)
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
    /// How the moves of solutions are written; if it is not given, with coloured letters and arrows.
    pub notation: Option<MoveNotation>,
    /// Whether the solutions are on the backs of the cards.
    pub backs: bool,
}

impl Sheet<'_> {
    /// The title of the document.
    pub fn name(&self) -> &str {
        self.title.unwrap_or("Rush Hour: puzzle cards")
    }

    /// Draws pages of cards, each with its title and number of moves, and pages of their solutions: the backs of the cards, one
    /// page for each page of cards, or lists. The cards of all pages have the same size.
    pub fn draw(&self, cards: &[Card]) -> (Vec<Document>, Vec<Document>) {
        let grid = Grid::of(self.per_page.min(cards.len()), self.paper);
        let solution_text = SolutionText { notation: self.notation, theme: self.look.theme };
        let chunks = || cards.chunks(self.per_page.max(1));
        let fronts: Vec<Document> = chunks().map(|cards| self.page_of_cards(cards, &grid, None)).collect();
        let solutions = if self.backs {
            chunks().map(|cards| self.page_of_cards(cards, &grid, Some(solution_text))).collect()
        } else {
            solutions(cards, self.paper, solution_text)
        };
        let all = fronts.len() + solutions.len();
        // the numbers of the first page of solutions and of the pages after it: fronts and backs take turns
        let (first, step) = if self.backs { (2, 2) } else { (fronts.len() + 1, 1) };
        let finish = |pages: Vec<Document>, are_fronts: bool, first: usize| {
            pages.into_iter().enumerate().map(|(k, page)| self.finished(page, are_fronts, first + step * k, all)).collect()
        };
        (finish(fronts, true, 1), finish(solutions, false, first))
    }

    /// A page with its heading, the rules if it is a front, and its number if there are several pages.
    fn finished(&self, mut page: Document, is_front: bool, number: usize, all: usize) -> Document {
        let colour = self.look.theme.colours().text;
        if let Some(title) = self.title {
            let size = fitted(title, 24.0, WIDTH - 2.0 * MARGIN);
            page = page.add(text(title, WIDTH / 2.0, 34.0, size, colour).set("font-weight", "bold"));
        }
        let y = self.paper.height() - 24.0;
        let room = WIDTH - 2.0 * MARGIN - if all > 1 { 90.0 } else { 0.0 };
        if is_front {
            let size = (room / RULES_WIDTH * 10.0).floor() / 10.0;
            page = page.add(text(RULES, MARGIN, y, size, colour).set("text-anchor", "start"));
        }
        if all > 1 {
            page = page.add(text(&format!("{number} / {all}"), WIDTH - MARGIN, y, 16.0, colour).set("text-anchor", "end"));
        }
        page
    }

    /// A page of cards, or of their backs with solutions.
    fn page_of_cards(&self, cards: &[Card], grid: &Grid, solution_text: Option<SolutionText>) -> Document {
        let Sheet { paper, look, .. } = *self;
        let (colours, (across, down)) = (look.theme.colours(), grid.card);
        let mut document = page(self.name(), WIDTH, paper.height(), look.theme).add(grid.cut_marks().set("stroke", colours.text));
        for (index, card) in cards.iter().enumerate() {
            let (x, y) = grid.corner(index, solution_text.is_some());
            let caption = card.caption();
            // A caption is never wider than its card.
            let size = fitted(&caption, (across / 20.0).clamp(19.0, 28.0), across - 24.0);
            let edge = Rectangle::new().set("x", x + 3.0).set("y", y + 3.0).set("width", across - 6.0).set("height", down - 6.0);
            document = document
                .add(edge.set("rx", 10).set("fill", "none").set("stroke", colours.cell).set("stroke-width", 2))
                .add(text(&caption, x + across / 2.0, y + 30.0, size, colours.text));
            document = document.add(match solution_text {
                Some(solution_text) => back(card, solution_text, (x + 16.0, y + 44.0), (across - 32.0, down - 56.0)),
                None => {
                    let (wide, high) = extent(&card.view);
                    let scale = (grid.board - 16.0) / wide.max(high);
                    let (x, y) = (x + (across - wide * scale) / 2.0, y + 36.0 + (down - 44.0 - high * scale) / 2.0);
                    board_at(&card.view, look, x, y, scale)
                }
            });
        }
        document
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Theme;
    use crate::notation::{Exit, View};

    #[test]
    fn boards_and_captions_stay_in_their_cards() {
        for paper in [Paper::A4, Paper::Letter] {
            let (width, height) = paper.cards();
            for count in 1..=60 {
                let grid = Grid::of(count, paper);
                let (across, down) = (grid.card.0 * grid.columns as f64, grid.card.1 * grid.rows as f64);
                assert!(grid.board > 0.0 && grid.board <= grid.card.0 + 1e-9, "{count} cards");
                assert!(36.0 + grid.board - 16.0 <= grid.card.1 + 1e-9, "{count} cards");
                assert!((across - width).abs() < 1e-9 && (down - height).abs() < 1e-9, "{count} cards fill the page");
                assert!(grid.columns * grid.rows >= count);
                let mirrored = |index: usize| {
                    let ((x, y), (back_x, back_y)) = (grid.corner(index, false), grid.corner(index, true));
                    // the paper is turned over its long edge
                    (WIDTH - back_x - grid.card.0 - x).abs() < 1e-9 && y == back_y
                };
                assert!((0..count).all(mirrored), "{count} cards");
            }
        }
    }

    #[test]
    #[cfg(feature = "pictures")]
    fn rules_are_as_large_as_the_space_allows() {
        use resvg::usvg::{Node, Options, Tree, fontdb::Database};
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        let options = Options { fontdb: std::sync::Arc::new(fonts), ..Options::default() };
        let svg = svg::Document::new().set("width", 1000).set("height", 1000).add(text(RULES, 500.0, 500.0, 10.0, "#000000"));
        let tree = Tree::from_str(&svg.to_string(), &options).expect("a picture");
        let Some(Node::Text(words)) = tree.root().children().first() else { panic!("a text") };
        let width = f64::from(words.abs_bounding_box().width()) / 10.0;
        assert!(width <= RULES_WIDTH && width > RULES_WIDTH - 1.0, "{width}");
    }

    #[test]
    fn pages_have_numbers_and_rules() {
        let view = View::from_text("oBBoAAoCoooCoooo", Exit::Right).expect("a board");
        let card = |k: usize| Card { view: view.clone(), title: format!("T{k}"), solution: Vec::new() };
        let all: Vec<Card> = (1..=41).map(card).collect();
        let look = Look { theme: Theme::Light, labels: false };
        let sheet = Sheet { title: Some("Jams"), per_page: 9, paper: Paper::Letter, look, notation: None, backs: false };
        let texts = |pages: &[Document]| pages.iter().map(ToString::to_string).collect::<Vec<_>>();
        for backs in [false, true] {
            let (cards, solutions) = Sheet { backs, ..sheet }.draw(&all);
            let (cards, solutions) = (texts(&cards), texts(&solutions));
            assert!(cards.len() == 5 && (!backs || solutions.len() == 5));
            let count = cards.len() + solutions.len();
            let second = if backs { 3 } else { 2 };
            assert!(cards[1].contains("Jams") && cards[1].contains(&format!("\n{second} / {count}\n")));
            let back = if backs { 2 } else { 6 };
            assert!(solutions[0].contains(&format!("\n{back} / {count}\n")));
            assert!(cards.iter().all(|page| page.contains(RULES)) && !solutions.concat().contains(RULES));
        }
    }
}
