//! `BoardBatch`: boards of one shape that are stepped together, for the vectorised environment.
use gridlock::internals::notation::View;
use gridlock::{Item, Move, Orientation, State};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::board::{Board, BoardArgument};
use crate::cluster::Cluster;
use crate::convert::value_error;

/// The number of planes: empty, wall, primary, then horizontal and vertical pieces of length 2 and 3.
const PLANES: usize = 7;

/// A piece on the turned board.
struct Slider {
    item: usize,
    cells: u64,
    /// The cells from one place in its line to the next.
    stride: u32,
    /// Its place in the line, the one at first, and the last one there is.
    place: i8,
    first: i8,
    last: i8,
    /// Whether right or down on the board is left or up on the turned one.
    is_mirrored: bool,
    plane: usize,
}

impl Slider {
    fn moved(&self, distance: i8) -> u64 {
        let bits = u32::from(distance.unsigned_abs()) * self.stride;
        if distance < 0 { self.cells >> bits } else { self.cells << bits }
    }

    /// How far it can slide on the turned board in a direction, -1 or 1.
    fn reach(&self, occupied: u64, direction: i8) -> i8 {
        let (others, most) = (occupied & !self.cells, if direction < 0 { self.place } else { self.last - self.place });
        (1..=most).take_while(|&distance| self.moved(distance * direction) & others == 0).last().unwrap_or(0)
    }

    /// How far it can slide on the board in a direction.
    fn reach_on_board(&self, occupied: u64, direction: i8) -> i8 {
        self.reach(occupied, if self.is_mirrored { -direction } else { direction })
    }
}

/// One board.
struct Lane {
    /// The board at first, and its cluster if distances are asked for.
    view: View,
    cluster: Option<Py<Cluster>>,
    /// All cells that are not empty.
    occupied: u64,
    /// The primary first.
    pieces: Vec<Slider>,
    /// Cells of the board.
    walls: Vec<usize>,
    /// The cell of the board for each cell of the turned one.
    on_board: Vec<usize>,
}

impl Lane {
    fn new(view: View, cluster: Option<Py<Cluster>>) -> Lane {
        let (state, size, width) = (view.state(), view.state().size(), view.size().width());
        let on_board = |cell: usize| {
            let (row, column) = view.on_board(cell / size.width(), cell % size.width());
            row * width + column
        };
        let (mut occupied, mut walls, mut pieces) = (0, Vec::new(), Vec::<Slider>::new());
        for (index, item) in state.items().iter().enumerate() {
            let cells = item.cells(size).bitboard().0;
            occupied |= cells;
            match *item {
                Item::Wall(cell) => walls.push(on_board(cell)),
                Item::Piece(piece) => pieces.push(Slider {
                    item: index,
                    cells,
                    stride: if piece.orientation == Orientation::Horizontal { 1 } else { size.width() as u32 },
                    place: piece.position() as i8,
                    first: piece.position() as i8,
                    last: (piece.line_length(size) - piece.length) as i8,
                    is_mirrored: view.distance(Move { item: index, distance: 1 }) < 0,
                    plane: match pieces.len() {
                        0 => 2,
                        _ => 3 + 2 * usize::from(view.stands(piece)) + (piece.length - 2),
                    },
                }),
            }
        }
        let on_board = (0..size.cells()).map(on_board).collect();
        Lane { view, cluster, occupied, pieces, walls, on_board }
    }

    /// The present state.
    fn state(&self) -> State {
        let moved = self.pieces.iter().filter(|piece| piece.place != piece.first);
        moved.fold(self.view.state().clone(), |state, piece| {
            state.play_unchecked(Move { item: piece.item, distance: piece.place - piece.first })
        })
    }

    /// Moves a piece by a distance on the board, if that is legal.
    fn step(&mut self, piece: usize, distance: i8) -> bool {
        let occupied = self.occupied;
        let Some(slider) = self.pieces.get_mut(piece) else { return false };
        if slider.reach_on_board(occupied, distance.signum()) < distance.abs() {
            return false;
        }
        let distance = if slider.is_mirrored { -distance } else { distance };
        let moved = slider.moved(distance);
        self.occupied = occupied & !slider.cells | moved;
        (slider.cells, slider.place) = (moved, slider.place + distance);
        true
    }

    fn is_goal(&self) -> bool {
        self.pieces.first().is_some_and(|primary| primary.place == primary.last)
    }

    /// The cells of a piece on the board.
    fn cells(&self, mut cells: u64) -> impl Iterator<Item = usize> + '_ {
        std::iter::from_fn(move || {
            let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
            cells &= cells - 1;
            Some(self.on_board[cell])
        })
    }

    /// Writes one number a cell, those of `Board.cells`.
    fn write_cells(&self, cells: &mut [u8]) {
        self.walls.iter().for_each(|&cell| cells[cell] = 1);
        for (number, piece) in self.pieces.iter().enumerate() {
            self.cells(piece.cells).for_each(|cell| cells[cell] = number as u8 + 2);
        }
    }

    /// Writes 1 for each cell into one plane.
    fn write_planes(&self, planes: &mut [u8]) {
        let area = planes.len() / PLANES;
        planes[..area].fill(1);
        let mut set = |plane: usize, cell: usize| (planes[cell], planes[plane * area + cell]) = (0, 1);
        self.walls.iter().for_each(|&cell| set(1, cell));
        for piece in &self.pieces {
            self.cells(piece.cells).for_each(|cell| set(piece.plane, cell));
        }
    }
}

/// Boards of one shape that are stepped together: what `gridlock_puzzle.gym.RushHourVector` runs on. Arrays are given and
/// returned as bytes.
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
        let size = board.0.size();
        let is_like_others = (size.width(), size.height()) == self.shape && size.fits_bitboard();
        // the planes are of cars and trucks
        let has_planes = !self.planes || board.0.state().pieces().skip(1).all(|piece| piece.length <= 3);
        let lane = Lane::new(board.0, cluster);
        match self.lanes.get_mut(place) {
            Some(free) if is_like_others && has_planes && lane.pieces.len() <= self.most_pieces => *free = Some(lane),
            _ => return Err(value_error("the board does not fit into the batch")),
        }
        Ok(())
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
            false => self.filled(py, area, Lane::write_cells),
        }
    }

    /// Which actions are legal, as `int8`: boards × pieces × displacements.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let ways = self.displacements.len();
        self.filled(py, self.most_pieces * ways, |lane, mask| {
            for (piece, mask) in lane.pieces.iter().zip(mask.chunks_exact_mut(ways)) {
                let reach = [-1, 1].map(|direction| piece.reach_on_board(lane.occupied, direction));
                for (&distance, legal) in self.displacements.iter().zip(mask) {
                    *legal = u8::from(distance.abs() <= reach[usize::from(distance > 0)]);
                }
            }
        })
    }

    /// The distances to the nearest goal states as `int64`; -1 for a board without a cluster, or whose cluster can't be solved.
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.filled(py, size_of::<i64>(), |lane, bytes| {
            let distance = lane.cluster.as_ref().and_then(|cluster| cluster.get().distance_of(&lane.state()));
            bytes.copy_from_slice(&distance.map_or(-1, i64::from).to_ne_bytes());
        })
    }

    /// The present board in a place.
    fn board(&self, place: usize) -> PyResult<Board> {
        let lane =
            self.lanes.get(place).and_then(Option::as_ref).ok_or_else(|| value_error("there is no board in that place"))?;
        Ok(Board::of(lane.view.showing(lane.state())))
    }
}
