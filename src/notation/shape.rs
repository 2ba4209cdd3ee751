//! The shape of a board as its author wrote it, and its place in the square that is searched.
use super::exit::Exit;
use crate::board::{Bitboard, Orientation, Piece, Size};
use std::fmt;
use std::str::FromStr;

/// Columns and rows of a board, each from 3 to 8. Its text is `7x6`, columns first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    width: usize,
    height: usize,
}

/// Why a text is not a shape, or a shape is too small or too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a board shape: write columns x rows, like 7x6, each from 3 to 8")]
pub struct ShapeError(String);

impl Shape {
    const MIN: usize = 3;

    /// A shape of some columns and rows.
    ///
    /// # Errors
    /// [`ShapeError`] if one of them is not from 3 to 8.
    pub fn new(width: usize, height: usize) -> Result<Shape, ShapeError> {
        let sides = Shape::MIN..=Size::MAX;
        let fits = sides.contains(&width) && sides.contains(&height);
        if fits { Ok(Shape { width, height }) } else { Err(ShapeError(format!("{width}x{height}"))) }
    }

    /// Columns.
    pub fn width(self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(self) -> usize {
        self.height
    }

    /// Whether it has as many columns as rows.
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The smallest square that holds it.
    pub fn square(self) -> Size {
        Size::new(self.width.max(self.height).max(Size::MIN)).expect("a side of at most 8")
    }
}

impl From<Size> for Shape {
    fn from(size: Size) -> Shape {
        Shape { width: size.n(), height: size.n() }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Reads `7x6` or `7×6`.
    ///
    /// # Errors
    /// [`ShapeError`].
    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let wrong = || ShapeError(text.to_owned());
        let (width, height) = text.split_once(['x', '×']).ok_or_else(wrong)?;
        let (width, height) = width.parse().ok().zip(height.parse().ok()).ok_or_else(wrong)?;
        Shape::new(width, height)
    }
}

/// The cells of a square that a board has. The other cells next to them are walls, the *frame*.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) shape: Shape,
}

impl Window {
    /// The whole square.
    pub(super) fn whole(size: Size) -> Window {
        Window { top: 0, left: 0, shape: size.into() }
    }

    /// The smallest square, and the window in it, that put the primary into a middle line of the square and its exit at the
    /// square's edge; `None` if the primary lies too far from the middle. `at` is the line of the primary, from 0.
    ///
    /// ```text
    /// 4×3, primary in the top row, exit right:     . . . .
    /// the lower three rows of 4×4                  A A . .  →
    ///                                              . . . .
    ///                                              . . . .
    /// ```
    pub(super) fn of(shape: Shape, at: usize, exit: Exit) -> Option<(Size, Window)> {
        let across = if exit.is_vertical() { shape.width } else { shape.height };
        let sizes = (shape.square().n()..=Size::MAX).filter_map(|n| Size::new(n).ok());
        let middle = |size: Size| [size.primary_row(), size.n() - 1 - size.primary_row()];
        let offset = |size: Size| (0..=size.n() - across).find(|offset| middle(size).contains(&(at + offset)));
        let (size, offset) = sizes.filter_map(|size| Some((size, offset(size)?))).next()?;
        let (top, left) = match exit {
            Exit::Right => (offset, size.n() - shape.width),
            Exit::Left => (offset, 0),
            Exit::Up => (0, offset),
            Exit::Down => (size.n() - shape.height, offset),
        };
        Some((size, Window { top, left, shape }))
    }

    /// The first and the last line in which the primary may lie, from 0.
    pub(super) fn lines(shape: Shape, exit: Exit) -> Option<(usize, usize)> {
        let fits = |&at: &usize| Window::of(shape, at, exit).is_some();
        Some(((0..Size::MAX).find(fits)?, (0..Size::MAX).rev().find(fits)?))
    }

    /// Whether a cell of the square belongs to the board.
    pub(super) fn contains(self, row: usize, column: usize) -> bool {
        (self.top..self.top + self.shape.height).contains(&row) && (self.left..self.left + self.shape.width).contains(&column)
    }

    /// The frame: the cells of the square with a side in common with the board.
    pub(super) fn frame(self, size: Size) -> Bitboard {
        let cells = (0..size.cells()).filter(|cell| self.contains(cell / size.n(), cell % size.n()));
        let inside: Bitboard = cells.collect();
        size.beside(inside) - inside
    }

    /// A piece of the board on the square.
    pub(super) fn shifted(self, piece: Piece) -> Piece {
        Piece { row: piece.row + self.top, column: piece.column + self.left, ..piece }
    }
}

/// Whether a piece lies on a board of some shape.
pub(super) fn is_on(shape: Shape, piece: Piece) -> bool {
    let (high, wide) = if piece.orientation == Orientation::Vertical { (piece.length, 1) } else { (1, piece.length) };
    let fits = |at: usize, extent: usize, side: usize| at.checked_add(extent).is_some_and(|end| end <= side);
    fits(piece.row, high, shape.height) && fits(piece.column, wide, shape.width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read() {
        let shape: Shape = "7x6".parse().expect("a shape");
        assert_eq!((shape, shape.to_string(), shape.square().n()), (Shape { width: 7, height: 6 }, "7×6".to_owned(), 7));
        assert_eq!("3×3".parse::<Shape>().map(|shape| shape.square().n()), Ok(4));
        for text in ["7", "2x6", "6x9", "x", "6x-6", "99999999999999999999x6", ""] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }

    #[test]
    fn windows_touch_the_edge_of_the_exit_and_have_the_primary_in_a_middle_line() {
        let mut found = 0;
        for (width, height, at) in (3..=8).flat_map(|w| (3..=8).flat_map(move |h| (0..8).map(move |at| (w, h, at)))) {
            let shape = Shape::new(width, height).expect("a shape");
            for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
                let across = if exit.is_vertical() { width } else { height };
                let Some((size, window)) = Window::of(shape, at, exit).filter(|_| at < across) else { continue };
                found += 1;
                let n = size.n();
                assert!(window.top + height <= n && window.left + width <= n);
                let (edge, line) = match exit {
                    Exit::Right => (window.left + width == n, window.top + at),
                    Exit::Left => (window.left == 0, window.top + at),
                    Exit::Up => (window.top == 0, window.left + at),
                    Exit::Down => (window.top + height == n, window.left + at),
                };
                assert!(edge && (line == size.primary_row() || line == n - 1 - size.primary_row()));
                assert_eq!(window.frame(size).is_empty(), width == n && height == n, "{shape} in {size}");
            }
        }
        assert!(found > 500, "{found}");
        let lines = |text: &str| Window::lines(text.parse().expect("a shape"), Exit::Right);
        assert_eq!(
            (lines("6x6"), lines("4x8"), lines("7x5"), lines("8x7")),
            (Some((1, 4)), Some((3, 4)), Some((0, 4)), Some((2, 4)))
        );
    }
}
