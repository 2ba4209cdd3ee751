//! A solution as a strip of numbered frames, in which each move can be seen.
use super::board::{CELL, FRAME, Look, MARGIN, corner, fitted, page, rounded, text, vehicle, with_items};
use super::colouring::fills;
use super::solutions::MoveSign;
use super::theme::Colours;
use crate::board::{Item, Move, Piece};
use crate::notation::{Exit, View};
use svg::Document;
use svg::node::element::{Group, Path, Rectangle};

/// The size of a frame, as a share of the size of a board alone.
const SCALE: f64 = 0.5;
/// The space around a board, in its own units; at the exit there is room for the arrow.
const AROUND: f64 = 8.0;
/// The space above a frame for its caption, and the size of the caption.
const CAPTION: (f64, f64) = (32.0, 17.0);
/// The size of the letters of pieces.
const LETTER: f64 = 30.0;

/// Draws the states of a solution as frames, `columns` of them side by side, each with its number from 0 and its move. The pieces
/// that move show their names. The piece that has just moved has an outline, and an arrow lies on the cells that it left.
pub fn strip(view: &View, look: Look, solution: &[Move], columns: usize) -> Document {
    let colours = look.theme.colours();
    let (fills, signs) = (fills(view, &colours), MoveSign::all(view, solution, look.theme));
    let space = |side: Exit| if view.exit() == side { MARGIN + 4.0 } else { AROUND };
    let side = |cells: usize| cells as f64 * CELL + 2.0 * FRAME;
    let across = side(view.size().width()) + space(Exit::Left) + space(Exit::Right);
    let down = side(view.size().height()) + space(Exit::Up) + space(Exit::Down);
    let (width, height) = (across * SCALE, down * SCALE + CAPTION.0);
    let frames = solution.len() + 1;
    let columns = columns.clamp(1, frames);
    let title = format!("Board {view}, solved move by move");
    let mut document = page(&title, width * columns as f64, height * frames.div_ceil(columns) as f64, look.theme);
    let mut frame = view.clone();
    for index in 0..frames {
        let (x, y) = ((index % columns) as f64 * width, (index / columns) as f64 * height);
        let last = index.checked_sub(1).map(|before| (solution[before], &signs[before]));
        if let Some((step, _)) = last {
            frame = frame.after(step);
        }
        let (left, above) = (x + (space(Exit::Left) - MARGIN) * SCALE, y + CAPTION.0 + (space(Exit::Up) - MARGIN) * SCALE);
        let group = Group::new().set("transform", format!("translate({left:.2} {above:.2}) scale({SCALE:.4})"));
        let mut group = with_items(group, &frame, look, |item, piece| {
            let is_named = look.labels || solution.iter().any(|step| step.item == item);
            let letter = is_named.then(|| fitted(frame.name(item), LETTER, CELL * 0.9));
            vehicle(&frame, item, piece, fills[item], letter)
        });
        let (x, y) = (x + space(Exit::Left) * SCALE, y + CAPTION.0 - 8.0);
        let number = text(&index.to_string(), x, y, CAPTION.1, colours.text).set("text-anchor", "start");
        let Some((step, sign)) = last else {
            document = document.add(group).add(number);
            continue;
        };
        if let Item::Piece(piece) = frame.state().items()[step.item] {
            group = group.add(moved(&frame, piece, frame.distance(step), fills[step.item], &colours));
        }
        document = document.add(group).add(number).add(sign.draw(x + 2.4 * CAPTION.1, y, CAPTION.1, colours.text));
    }
    document
}

/// The mark of a piece that has moved by a distance: its outline, and an arrow over the cells that it left.
fn moved(view: &View, piece: Piece, distance: i8, fill: &str, colours: &Colours) -> Group {
    let stands = view.stands(piece);
    let (x, y) = corner(view.corner_of(piece));
    let (length, path) = (piece.length as f64 * CELL, f64::from(distance.unsigned_abs()) * CELL);
    // along the line of the piece, from its left or upper end
    let (begin, tip, back) = if distance > 0 { (-path, -2.0, -1.0) } else { (length, length + 2.0, 1.0) };
    let place = |along: f64, across: f64| if stands { (x + across, y + along) } else { (x + along, y + across) };
    let field = |along: f64, length: f64, inset: f64, radius: f64, fill: &str| -> Rectangle {
        let ((x, y), width) = (place(along, inset), CELL - 2.0 * inset);
        let (across, down) = if stands { (width, length) } else { (length, width) };
        rounded(x, y, across, down, radius, fill)
    };
    let outline = field(4.0, length - 8.0, 6.0, 12.0, "none").set("stroke", colours.text).set("stroke-width", 5);
    let point = |along: f64, across: f64| {
        let (x, y) = place(along, CELL / 2.0 + across);
        format!("{x:.1} {y:.1}")
    };
    let arrow = format!(
        "M{}L{}M{}L{}L{}",
        point(tip + back * (path - 14.0), 0.0),
        point(tip + back * 4.0, 0.0),
        point(tip + back * 18.0, -13.0),
        point(tip + back * 4.0, 0.0),
        point(tip + back * 18.0, 13.0)
    );
    let arrow = Path::new().set("d", arrow).set("fill", "none").set("stroke", colours.text).set("stroke-width", 5);
    Group::new().add(field(begin + 5.0, path - 10.0, 9.0, 9.0, &colours.path(fill))).add(outline).add(arrow)
}
