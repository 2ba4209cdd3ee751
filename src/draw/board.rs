//! One board as a picture, and its solution as an animation.
use super::colouring::fills;
use super::theme::{Colours, STRIPES, Theme};
use crate::board::{Item, Move, Piece};
use crate::notation::{Exit, View};
use svg::Document;
use svg::node::element::{AnimateTransform, Group, Path, Rectangle, Text, Title};

/// The side of a cell, in the units of the picture.
pub(super) const CELL: f64 = 60.0;
/// The width of the frame around the cells.
pub(super) const FRAME: f64 = 10.0;
/// The margin around the frame, which holds the exit arrow.
pub(super) const MARGIN: f64 = 22.0;
/// The seconds that an animation spends on one move, including the pause before it.
const SECONDS_PER_MOVE: f64 = 0.9;
/// The pause before a move of an animation of frames, in hundredths of a second.
const PAUSE: u16 = 45;
/// The frames of one move.
const FRAMES_PER_MOVE: u16 = 5;
/// The width of a character of DejaVu Sans, as a share of its size: wider than most.
pub(crate) const CHARACTER: f64 = 0.66;
/// The size of the letter of a piece.
const LETTER: f64 = 22.0;
/// The font of all text.
pub(crate) const FONT: &str = "DejaVu Sans, Helvetica, Arial, sans-serif";

/// How a board looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// Whether each piece shows its letter or name.
    pub labels: bool,
}

/// The width and height of the picture of a board.
pub(crate) fn extent(view: &View) -> (f64, f64) {
    let side = |cells: usize| cells as f64 * CELL + 2.0 * (FRAME + MARGIN);
    (side(view.size().width()), side(view.size().height()))
}

/// Draws a board as an SVG document.
pub fn board(view: &View, look: Look) -> Document {
    picture(&format!("Board {view}"), view, look, board_at(view, look, 0.0, 0.0, 1.0))
}

/// Draws a board as a group of SVG elements, scaled by a factor, with its upper left corner at (x, y).
pub fn board_at(view: &View, look: Look, x: f64, y: f64, scale: f64) -> Group {
    drawing(view, look, |_, _, vehicle| vehicle).set("transform", format!("translate({x:.2} {y:.2}) scale({scale:.4})"))
}

/// The drawing of a board. `adapt` gets each vehicle with the index and the place of its piece.
fn drawing(view: &View, look: Look, adapt: impl Fn(usize, Piece, Group) -> Group) -> Group {
    let (fills, letter) = (fills(view, &look.theme.colours()), look.labels.then_some(LETTER));
    let draw = |index: usize, piece| adapt(index, piece, vehicle(view, index, piece, fills[index], letter));
    with_items(Group::new(), view, look, draw)
}

/// Adds to a group the background of a board, its walls, and each piece as `draw` draws it.
pub(super) fn with_items(group: Group, view: &View, look: Look, draw: impl Fn(usize, Piece) -> Group) -> Group {
    let add = |group: Group, (index, item): (usize, &Item)| match *item {
        Item::Piece(piece) => group.add(draw(index, piece)),
        Item::Wall(cell) => group.add(wall(view, look, cell)),
    };
    view.state().items().iter().enumerate().fold(group.add(background(view, look)), add)
}

/// A document with the drawing of a board alone.
fn picture(title: &str, view: &View, look: Look, drawing: Group) -> Document {
    let (width, height) = extent(view);
    page(title, width, height, look.theme).add(drawing)
}

/// Draws a board and its solution as an animation that repeats for ever.
pub fn animation(view: &View, look: Look, solution: &[Move]) -> Document {
    let shifts = shifts(view, solution);
    let drawing = drawing(view, look, |index, piece, vehicle| {
        if solution.iter().all(|step| step.item != index) {
            return vehicle;
        }
        let places: Vec<(f64, f64)> = shifts.iter().map(|shifts| along(view, piece, shifts[index])).collect();
        vehicle.add(movement(&places))
    });
    picture(&format!("Board {view}, solved move by move"), view, look, drawing)
}

/// The frames of an animation of a solution, each with its duration in hundredths of a second: for each move a pause, then a few
/// steps of the piece on its way.
pub fn animation_frames(view: &View, look: Look, solution: &[Move]) -> Vec<(Document, u16)> {
    let shifts = shifts(view, solution);
    let mut frames = vec![(frame(view, look, &shifts[0]), PAUSE)];
    for pair in shifts.windows(2) {
        for k in 1..=FRAMES_PER_MOVE {
            let share = f64::from(k) / f64::from(FRAMES_PER_MOVE);
            let between: Vec<f64> = pair[0].iter().zip(&pair[1]).map(|(from, to)| from + (to - from) * share).collect();
            frames.push((frame(view, look, &between), if k == FRAMES_PER_MOVE { PAUSE } else { 4 }));
        }
    }
    if let Some(last) = frames.last_mut() {
        last.1 = 4 * PAUSE; // before it starts again
    }
    frames
}

/// A board whose pieces are shifted by some cells to the right or down.
fn frame(view: &View, look: Look, shifts: &[f64]) -> Document {
    let drawing = drawing(view, look, |index, piece, vehicle| {
        let (x, y) = along(view, piece, shifts[index]);
        vehicle.set("transform", format!("translate({x:.1} {y:.1})"))
    });
    picture("A move", view, look, drawing)
}

/// How far a shift of a piece by some cells goes to the right and down.
fn along(view: &View, piece: Piece, cells: f64) -> (f64, f64) {
    if view.stands(piece) { (0.0, cells * CELL) } else { (cells * CELL, 0.0) }
}

/// A document of the given width and height, filled with the colour of the page. Screen readers say its title.
pub(crate) fn page(title: &str, width: f64, height: f64, theme: Theme) -> Document {
    let back = Rectangle::new().set("width", width).set("height", height).set("fill", theme.colours().page);
    titled(title, width, height).add(back)
}

/// An empty document of the given width and height.
pub(crate) fn titled(title: &str, width: f64, height: f64) -> Document {
    let document = Document::new().set("viewBox", (0.0, 0.0, width, height)).set("width", width).set("height", height);
    document.set("role", "img").add(Title::new(title))
}

/// A document of this module, `width` pixels wide.
pub fn of_width(document: Document, width: u32) -> Document {
    let side = |name: &str| document.get_attributes().get(name).and_then(|value| value.parse::<f64>().ok());
    let [wide, high] = ["width", "height"].map(|name| side(name).expect("a document has a width and a height"));
    document.set("width", width).set("height", high * f64::from(width) / wide)
}

/// A text, horizontally centred on `x`, with its baseline at `y`.
pub(crate) fn text(content: &str, x: f64, y: f64, size: f64, colour: &str) -> Text {
    Text::new(content)
        .set("x", format!("{x:.2}"))
        .set("y", format!("{y:.2}"))
        .set("font-family", FONT)
        .set("font-size", size)
        .set("text-anchor", "middle")
        .set("fill", colour)
}

/// The size of a text that is at most `room` wide, and at most `largest`.
pub(crate) fn fitted(content: &str, largest: f64, room: f64) -> f64 {
    let size = largest.min(room / (content.chars().count().max(1) as f64 * CHARACTER));
    (size * 100.0).round() / 100.0
}

/// A rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    let [x, y, width, height] = [x, y, width, height].map(|number| format!("{number:.2}"));
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

/// A filled rectangle with rounded corners.
pub(super) fn rounded(x: f64, y: f64, width: f64, height: f64, radius: f64, fill: &str) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height).set("rx", radius).set("fill", fill)
}

/// The upper left corner of a cell, by its row and column on the board as the view shows it.
pub(super) fn corner((row, column): (usize, usize)) -> (f64, f64) {
    (MARGIN + FRAME + column as f64 * CELL, MARGIN + FRAME + row as f64 * CELL)
}

/// The frame, the cells, and the exit arrow.
fn background(view: &View, look: Look) -> Group {
    let Colours { ground, cell, frame, primary, .. } = look.theme.colours();
    let arrow_fill = view.colour(0).unwrap_or(primary); // item 0 is the primary
    let (columns, rows) = (view.size().width(), view.size().height());
    let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
    let mut group = Group::new()
        .add(rounded(MARGIN, MARGIN, width + 2.0 * FRAME, height + 2.0 * FRAME, 12.0, frame))
        .add(rounded(MARGIN + FRAME, MARGIN + FRAME, width, height, 4.0, ground));
    for index in 0..rows * columns {
        let (x, y) = corner((index / columns, index % columns));
        group = group.add(rounded(x + 4.0, y + 4.0, CELL - 8.0, CELL - 8.0, 7.0, cell));
    }
    // The opening in the frame and an arrow that points out of it, drawn in row `line` for an exit to the right after `edge`
    // columns, then rotated so that the right edge becomes the edge of the exit.
    let (row, column) = view.corner_of(view.state().primary());
    let middle = |side: f64| MARGIN + FRAME + side / 2.0;
    let (angle, centre, line, edge) = match view.exit() {
        Exit::Right => (0, (middle(width), middle(height)), row, columns),
        Exit::Down => (90, (middle(width), middle(width)), columns - 1 - column, rows),
        Exit::Left => (180, (middle(width), middle(height)), rows - 1 - row, columns),
        Exit::Up => (270, (middle(height), middle(height)), column, rows),
    };
    let (x, y) = corner((line, edge));
    let arrow = format!("M{:.1} {:.1}l22 18l-22 18z", x + FRAME - 2.0, y + CELL / 2.0 - 18.0);
    group.add(
        Group::new()
            .set("transform", format!("rotate({angle} {} {})", centre.0, centre.1))
            .add(rounded(x - 1.0, y + 2.0, FRAME + 2.0, CELL - 4.0, 0.0, ground))
            .add(Path::new().set("d", arrow).set("fill", arrow_fill)),
    )
}

/// A wall: a filled cell with a cross.
fn wall(view: &View, look: Look, cell: usize) -> Group {
    let width = view.state().size().width();
    let (x, y) = corner(view.on_board(cell / width, cell % width));
    let colours = look.theme.colours();
    let cross = format!("M{:.1} {:.1}l28 28m0 -28l-28 28", x + 16.0, y + 16.0);
    Group::new()
        .add(rounded(x + 2.0, y + 2.0, CELL - 4.0, CELL - 4.0, 3.0, colours.wall))
        .add(Path::new().set("d", cross).set("stroke", colours.cross()).set("stroke-width", 3).set("fill", "none"))
}

/// A car or truck: its body, its windows, stripes if it is the primary, and its name if the size of its letters is given.
pub(super) fn vehicle(view: &View, index: usize, piece: Piece, fill: &str, letter: Option<f64>) -> Group {
    let ((x, y), vertical) = (corner(view.corner_of(piece)), view.stands(piece));
    let (length, width) = (piece.length as f64 * CELL - 8.0, CELL - 12.0);
    let [outline, glass, edge] = Colours::shades(fill);
    // drawn horizontally with the rear at the left; a vertical vehicle is rotated
    let transform = if vertical {
        format!("translate({} {}) rotate(90)", x + CELL - 6.0, y + 4.0)
    } else {
        format!("translate({} {})", x + 4.0, y + 6.0)
    };
    let across = |at: f64, colour: &str| rounded(at, 8.0, 7.0, width - 16.0, 3.0, colour);
    let shape = rounded(0.0, 0.0, length, width, 12.0, fill).set("stroke", outline).set("stroke-width", 2);
    let rear = if piece.length == 2 { across(14.0, &glass) } else { across(length - 44.0, &edge) };
    let mut body = Group::new().set("transform", transform).add(shape);
    if index == 0 {
        let (begin, end) = STRIPES;
        for y in [begin, 1.0 - end] {
            body = body.add(rectangle(1.0, y * width, length - 2.0, (end - begin) * width).set("fill", Colours::ink(fill)));
        }
    }
    body = body.add(across(length - 24.0, &glass)).add(rear);
    let mut group = Group::new().add(body);
    if let Some(letter) = letter {
        let (across, down) = if vertical { (CELL, CELL * piece.length as f64) } else { (CELL * piece.length as f64, CELL) };
        let baseline = y + down / 2.0 + letter * 8.0 / LETTER;
        let name = text(view.name(index), x + across / 2.0, baseline, letter, Colours::ink(fill));
        group = group.add(name.set("font-weight", "bold"));
    }
    group
}

/// For the start and for each move of a solution, how many cells each piece has moved right or down by then, as the view shows
/// it.
fn shifts(view: &View, solution: &[Move]) -> Vec<Vec<f64>> {
    let mut shifts = vec![vec![0.0; view.state().items().len()]];
    for &step in solution {
        let mut next = shifts[shifts.len() - 1].clone();
        next[step.item] += f64::from(view.distance(step));
        shifts.push(next);
    }
    shifts
}

/// The animation of one piece through places to the right of the first and below. Before each move it pauses for as long as the
/// move lasts, and longer before it starts again.
fn movement(places: &[(f64, f64)]) -> AnimateTransform {
    let moves = places.len() - 1;
    let total = (moves + 2) as f64;
    let (mut values, mut times) = (Vec::new(), Vec::new());
    let mut at = |time: f64, k: usize| {
        values.push(format!("{:.1} {:.1}", places[k].0, places[k].1));
        times.push(format!("{:.5}", time / total));
    };
    at(0.0, 0);
    for k in 1..=moves {
        at(k as f64 - 0.5, k - 1);
        at(k as f64, k);
    }
    at(total, moves);
    AnimateTransform::new()
        .set("attributeName", "transform")
        .set("type", "translate")
        .set("values", values.join(";"))
        .set("keyTimes", times.join(";"))
        .set("dur", format!("{:.1}s", total * SECONDS_PER_MOVE))
        .set("repeatCount", "indefinite")
}
