//! Rows of a database as NumPy arrays.
use gridlock::{Item, Puzzle, Size};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

/// The cells of a board one by one, as `Board.cells` has them, its moves and the size of its cluster.
pub type ArrayRow = (Vec<u8>, u32, u64);

/// A row as it goes into the arrays.
pub fn array_row(row: &Puzzle) -> ArrayRow {
    let size = row.board.size();
    let (mut cells, mut piece) = (vec![0; size.cells()], 1);
    for item in row.board.items() {
        let value = match item {
            Item::Wall(_) => 1,
            Item::Piece(_) => {
                piece += 1;
                piece
            }
        };
        item.cells(size).into_iter().for_each(|cell| cells[cell] = value);
    }
    (cells, row.moves, row.cluster_size)
}

/// The arrays of rows of a board size.
pub struct Arrays {
    size: Size,
    cells: Vec<u8>,
    moves: Vec<u8>,
    sizes: Vec<u8>,
}

impl Arrays {
    /// Arrays with room for some rows.
    pub fn new(size: Size, rows: usize) -> Arrays {
        let room = |bytes: usize| Vec::with_capacity(rows * bytes);
        Arrays { size, cells: room(size.cells()), moves: room(size_of::<i32>()), sizes: room(size_of::<i64>()) }
    }

    /// Adds rows.
    pub fn push(&mut self, rows: &[ArrayRow]) {
        for (cells, moves, size) in rows {
            self.cells.extend(cells);
            self.moves.extend((*moves as i32).to_ne_bytes());
            self.sizes.extend((*size as i64).to_ne_bytes());
        }
    }

    /// The arrays by their names. They can be written to.
    pub fn dictionary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let numpy = py.import("numpy")?;
        let array = |bytes: &[u8], of: &str| numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), of));
        let boards =
            array(&self.cells, "uint8")?.call_method1("reshape", (-1, self.size.height() as isize, self.size.width()))?;
        let arrays = PyDict::new(py);
        arrays.set_item("boards", boards)?;
        arrays.set_item("moves", array(&self.moves, "int32")?)?;
        arrays.set_item("cluster_sizes", array(&self.sizes, "int64")?)?;
        Ok(arrays)
    }
}
