//! What stands between the brackets of `database[...]`.
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

/// The place of an index.
pub fn place(index: isize, length: usize) -> PyResult<usize> {
    let place = if index < 0 { index + length as isize } else { index };
    if (0..length as isize).contains(&place) {
        Ok(place as usize)
    } else {
        Err(PyIndexError::new_err(format!("row {index} of {length}")))
    }
}

/// The places that an array of indices, or of booleans, chooses.
pub fn places(index: &Bound<'_, PyAny>, length: usize) -> PyResult<Vec<usize>> {
    let wrong = || PyTypeError::new_err("the index of a row is a whole number or a slice, or an array of indices or of booleans");
    if index.is_instance_of::<PyInt>() || index.is_instance_of::<PyString>() {
        return Err(if index.is_instance_of::<PyInt>() {
            PyIndexError::new_err(format!("row {index} of {length}"))
        } else {
            wrong()
        });
    }
    let numpy = index.py().import("numpy")?;
    if index.hasattr("iloc")? {
        // a Series of pandas, which aligns rows by its own index
        let own = numpy.call_method1("asarray", (index.getattr("index")?,))?;
        let places = numpy.call_method1("arange", (index.len()?,))?;
        if !numpy.call_method1("array_equal", (own, places))?.is_truthy()? {
            let problem =
                "the Series has another index than 0, 1, 2, …: if its order is that of the database, give series.to_numpy()";
            return Err(PyValueError::new_err(problem));
        }
    }
    let array = numpy.call_method1("asarray", (index,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let array = match (kind.as_str(), &shape[..]) {
        ("b", &[flags]) if flags == length => numpy.call_method1("flatnonzero", (array,))?,
        ("b", &[flags]) => return Err(PyIndexError::new_err(format!("{flags} booleans for {length} rows"))),
        ("i" | "u", [_]) => array,
        (_, [0]) => return Ok(Vec::new()),
        _ => return Err(wrong()),
    };
    let is_signed = kind != "u";
    let bytes = array.call_method1("astype", (if is_signed { "<i8" } else { "<u8" },))?.call_method0("tobytes")?;
    let indices = bytes.cast::<PyBytes>()?.as_bytes().chunks_exact(8).map(|bytes| bytes.try_into().expect("8 bytes"));
    let index = |bytes| match is_signed {
        true => i64::from_le_bytes(bytes) as isize,
        false => isize::try_from(u64::from_le_bytes(bytes)).unwrap_or(isize::MAX),
    };
    indices.map(|bytes| place(index(bytes), length)).collect()
}
