//! `BoardBatch`: boards of one shape that are stepped together, for the vectorised environment.
use gridlock::internals::notation::View;
use gridlock::{Item, Move, State};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::board::{Board, BoardArgument};
use crate::cluster::Cluster;
use crate::convert::value_error;

/// The number of planes: empty, wall, primary, then horizontal and vertical pieces of length 2 and 3.
const PLANES: usize = 7;

/// A piece on the board.
struct Slider {
    item: usize,
    /// Its number in observations.
    number: u8,
    /// Its left or upper cell, and the cells from one to the next.
    cell: usize,
    stride: usize,
    length: usize,
    /// The number of cells of its line to its left, or above it, now.
    before: i8,
    /// The same at the start.
    before_first: i8,
    /// The number of cells of its line to its right, or below it, now.
    behind: i8,
    /// Whether right or down on the board is left or up on the turned one.
    is_mirrored: bool,
    plane: usize,
}

impl Slider {
    /// How far it can slide in a direction, -1 or 1.
    fn reach(&self, cells: &[u8], direction: i8) -> i8 {
        let is_free = |&distance: &i8| match direction {
            -1 => cells[self.cell - distance as usize * self.stride] == 0,
            _ => cells[self.cell + (self.length - 1 + distance as usize) * self.stride] == 0,
        };
        (1..=if direction < 0 { self.before } else { self.behind }).take_while(is_free).last().unwrap_or(0)
    }

    /// Writes a number into its cells.
    fn write(&self, cells: &mut [u8], number: u8) {
        cells[self.cell..].iter_mut().step_by(self.stride).take(self.length).for_each(|cell| *cell = number);
    }
}

/// One board.
struct Lane {
    /// The board at first, and its cluster if distances are asked for.
    view: View,
    cluster: Option<Py<Cluster>>,
    /// One number a cell, those of `Board.cells`.
    cells: Vec<u8>,
    /// The primary first.
    pieces: Vec<Slider>,
    /// For each number of a cell its symbol in the text of the board.
    symbols: Vec<String>,
}

impl Lane {
    fn new(view: View, cluster: Option<Py<Cluster>>) -> Lane {
        let (width, height) = (view.size().width(), view.size().height());
        let mut cells = vec![0; width * height];
        view.walls().for_each(|(row, column)| cells[row * width + column] = 1);
        let (mut pieces, mut symbols) = (Vec::<Slider>::new(), vec!["o".to_owned(), "x".to_owned()]);
        for ((item, symbol), it) in view.symbols().into_iter().enumerate().zip(view.state().items()) {
            let Item::Piece(piece) = *it else { continue };
            let ((row, column), stands) = (view.corner_of(piece), view.stands(piece));
            let (before, line) = if stands { (row, height) } else { (column, width) };
            let slider = Slider {
                item,
                number: pieces.len() as u8 + 2,
                cell: row * width + column,
                stride: if stands { width } else { 1 },
                length: piece.length,
                before: before as i8,
                before_first: before as i8,
                behind: (line - before - piece.length) as i8,
                is_mirrored: view.distance(Move { item, distance: 1 }) < 0,
                plane: if pieces.is_empty() { 2 } else { 3 + 2 * usize::from(stands) + (piece.length - 2) },
            };
            slider.write(&mut cells, slider.number);
            pieces.push(slider);
            symbols.push(if symbol.chars().count() == 1 { symbol } else { "?".to_owned() });
        }
        Lane { view, cluster, cells, pieces, symbols }
    }

    /// The present state.
    fn state(&self) -> State {
        let moved = self.pieces.iter().filter(|piece| piece.before != piece.before_first);
        moved.fold(self.view.state().clone(), |state, piece| {
            let distance = piece.before - piece.before_first;
            state.play_unchecked(Move { item: piece.item, distance: if piece.is_mirrored { -distance } else { distance } })
        })
    }

    /// Moves a piece by a distance, if that is legal.
    fn step(&mut self, piece: usize, distance: i8) -> bool {
        let Some(slider) = self.pieces.get_mut(piece) else { return false };
        if slider.reach(&self.cells, distance.signum()) < distance.abs() {
            return false;
        }
        slider.write(&mut self.cells, 0);
        slider.cell = slider.cell.wrapping_add_signed(isize::from(distance) * slider.stride as isize);
        (slider.before, slider.behind) = (slider.before + distance, slider.behind - distance);
        slider.write(&mut self.cells, slider.number);
        true
    }

    fn is_goal(&self) -> bool {
        self.pieces.first().is_some_and(|primary| if primary.is_mirrored { primary.before == 0 } else { primary.behind == 0 })
    }

    fn distance(&self) -> Option<u32> {
        self.cluster.as_ref().and_then(|cluster| cluster.get().distance_of(&self.state()))
    }

    /// Writes 1 for each cell into one plane.
    fn write_planes(&self, planes: &mut [u8]) {
        for (cell, &number) in self.cells.iter().enumerate() {
            let plane = number.checked_sub(2).map_or(number.into(), |piece| self.pieces[usize::from(piece)].plane);
            planes[plane * self.cells.len() + cell] = 1;
        }
    }
}

/// Boards of one shape that are stepped together: what the environments of `gridlock_puzzle.gym` run on, also those of one board.
/// Arrays are given and returned as bytes.
#[pyclass(module = "gridlock_puzzle")]
pub struct BoardBatch {
    lanes: Vec<Option<Lane>>,
    /// Columns and rows.
    shape: (usize, usize),
    most_pieces: usize,
    /// The displacement of each action of a piece.
    displacements: Vec<i8>,
    planes: bool,
}

impl BoardBatch {
    fn lane(&self, place: usize) -> PyResult<&Lane> {
        self.lanes.get(place).and_then(Option::as_ref).ok_or_else(no_board)
    }

    /// Fills `size` bytes for each board.
    fn filled<'py>(&self, py: Python<'py>, size: usize, fill: impl Fn(&Lane, &mut [u8])) -> PyResult<Bound<'py, PyByteArray>> {
        PyByteArray::new_with(py, self.lanes.len() * size, |bytes| {
            for (lane, bytes) in self.lanes.iter().zip(bytes.chunks_exact_mut(size)) {
                lane.iter().for_each(|lane| fill(lane, bytes));
            }
            Ok(())
        })
    }
}

#[pymethods]
impl BoardBatch {
    #[new]
    fn new(count: usize, shape: (usize, usize), most_pieces: usize, displacements: Vec<i8>, planes: bool) -> BoardBatch {
        BoardBatch { lanes: (0..count).map(|_| None).collect(), shape, most_pieces, displacements, planes }
    }

    /// Puts a board into a place. With its cluster, `distances` knows how far it is from the goal.
    #[pyo3(signature = (place, board, cluster=None))]
    fn set(&mut self, place: usize, board: BoardArgument, cluster: Option<Py<Cluster>>) -> PyResult<()> {
        let lane = Lane::new(board.0, cluster);
        let longest = lane.pieces.iter().skip(1).map(|piece| piece.length).max().unwrap_or_default();
        if self.planes && longest > 3 {
            return Err(value_error(format!("the planes are of cars and trucks, but a piece has length {longest}")));
        }
        let size = lane.view.size();
        match self.lanes.get_mut(place) {
            Some(free) if (size.width(), size.height()) == self.shape && lane.pieces.len() <= self.most_pieces => {
                *free = Some(lane);
                Ok(())
            }
            _ => Err(value_error("the board does not fit into the batch")),
        }
    }

    /// Makes a move on the board in a place, as `step` does on all. Returns whether it is legal, and whether the board is in a goal
    /// state.
    fn step_one(&mut self, place: usize, action: usize) -> PyResult<(bool, bool)> {
        let (ways, lane) = (self.displacements.len(), self.lanes.get_mut(place).and_then(Option::as_mut));
        let lane = lane.ok_or_else(no_board)?;
        let is_legal = lane.step(action / ways, self.displacements[action % ways]);
        Ok((is_legal, lane.is_goal()))
    }

    /// Makes a move on each board: the actions as `int64`, piece * displacements + displacement; -1 is no move. Returns for each
    /// board a byte that is 1 if the action is legal, and then for each board one that is 1 if it is in a goal state.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<Bound<'py, PyByteArray>> {
        let (count, ways) = (self.lanes.len(), self.displacements.len());
        let actions =
            actions.chunks_exact(size_of::<i64>()).map(|bytes| i64::from_ne_bytes(bytes.try_into().unwrap_or_default()));
        let mut outcomes = vec![0; 2 * count];
        for (place, (lane, action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            let Some(lane) = lane else { continue };
            let action = usize::try_from(action).ok();
            let is_legal = action.is_none_or(|action| lane.step(action / ways, self.displacements[action % ways]));
            (outcomes[place], outcomes[count + place]) = (u8::from(is_legal), u8::from(lane.is_goal()));
        }
        Ok(PyByteArray::new(py, &outcomes))
    }

    /// The observations as `uint8`.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let area = self.shape.0 * self.shape.1;
        match self.planes {
            true => self.filled(py, PLANES * area, Lane::write_planes),
            false => self.filled(py, area, |lane, cells| cells.copy_from_slice(&lane.cells)),
        }
    }

    /// Which actions are legal, as `int8`: boards × pieces × displacements.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let ways = self.displacements.len();
        self.filled(py, self.most_pieces * ways, |lane, mask| {
            for (piece, mask) in lane.pieces.iter().zip(mask.chunks_exact_mut(ways)) {
                let reach = [-1, 1].map(|direction| piece.reach(&lane.cells, direction));
                for (&distance, legal) in self.displacements.iter().zip(mask) {
                    *legal = u8::from(distance.abs() <= reach[usize::from(distance > 0)]);
                }
            }
        })
    }

    /// The distances to the nearest goal states as `int64`; -1 for a board without a cluster, or whose cluster can't be solved.
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.filled(py, size_of::<i64>(), |lane, bytes| {
            bytes.copy_from_slice(&lane.distance().map_or(-1, i64::from).to_ne_bytes());
        })
    }

    /// The present board in a place.
    fn board(&self, place: usize) -> PyResult<Board> {
        let lane = self.lane(place)?;
        Ok(Board::of(lane.view.showing(lane.state())))
    }

    /// Its text.
    fn text(&self, place: usize) -> PyResult<String> {
        let lane = self.lane(place)?;
        Ok(lane.cells.iter().map(|&number| lane.symbols[usize::from(number)].as_str()).collect())
    }

    /// Its distance, as `distances` has it; `None` instead of -1.
    fn distance(&self, place: usize) -> PyResult<Option<u32>> {
        Ok(self.lane(place)?.distance())
    }
}

fn no_board() -> PyErr {
    value_error("there is no board in that place")
}
