//! A record: values with names. Its values stay as they were written, so that unused ones come out unchanged.
use crate::errors::classes;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::error::Error;
use std::io;

/// A record of a table.
#[derive(Clone, Debug)]
pub struct Record {
    /// The line where it begins, from 1.
    pub line: u64,
    /// Its columns. An empty field of CSV is an empty text.
    pub fields: Fields,
}

impl Record {
    /// The record of a JSON object that begins in a line.
    pub(super) fn of_json(line: u64, object: &[u8]) -> Result<Record, ReadError> {
        let fields = serde_json::from_slice(object).map_err(|error| ReadError::Record { line, problem: error.to_string() })?;
        Ok(Record { line, fields })
    }
}

/// The columns of a record and their values, in the order of the table.
pub type Fields = IndexMap<String, Value, FxBuildHasher>;

/// A value of a record.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A field of CSV.
    Text(String),
    /// JSON as it was written: numbers keep their digits.
    Json(Box<RawValue>),
}

/// A value that is written to a table.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell<'r> {
    /// A text.
    Text(&'r str),
    /// A number.
    Number(u64),
    /// Any value, as JSON.
    Json(&'r RawValue),
}

/// A record that is written: each value with the name of its column.
pub type Cells<'r> = Vec<(&'r str, Cell<'r>)>;

/// The type of all values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellType {
    /// Text.
    Text,
    /// A number below 2³².
    U32,
    /// A number below 2⁶⁴.
    U64,
    /// A number below 2⁶³.
    I64,
}

/// A column whose values have one type.
#[derive(Clone, Copy, Debug)]
pub struct TypedColumn {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub cell_type: CellType,
    /// Whether people filter by it, so that a database has an index on it.
    pub indexed: bool,
}

/// The value of a column, whose name may be written in capitals.
pub fn any_case<'f>(fields: &'f Fields, name: &str) -> Option<&'f Value> {
    fields.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Deserialize::deserialize(deserializer).map(Value::Json)
    }
}

impl Value {
    /// A value that the program made.
    pub fn of(value: impl Serialize) -> Value {
        Value::Json(to_raw_value(&value).expect("a text, a number or nothing"))
    }

    /// The value as JSON has it.
    pub fn parsed(&self) -> serde_json::Value {
        match self {
            Value::Text(text) => text.as_str().into(),
            Value::Json(json) => serde_json::from_str(json.get()).unwrap_or_default(),
        }
    }

    /// The value as it is written.
    pub fn cell(&self) -> Cell<'_> {
        match self {
            Value::Text(text) => Cell::Text(text),
            Value::Json(json) => Cell::Json(json),
        }
    }
}

impl Cell<'_> {
    /// The value as text without quotes; nothing for null.
    pub fn text(self) -> String {
        match self {
            Cell::Text(text) => text.to_owned(),
            Cell::Number(number) => number.to_string(),
            Cell::Json(json) => match json.get() {
                "null" => String::new(),
                text => serde_json::from_str(text).unwrap_or_else(|_| text.to_owned()), // unless it is a string
            },
        }
    }
}

/// Adds a record to a text, as a JSON object.
pub(super) fn add_json(text: &mut Vec<u8>, record: &Cells<'_>) -> Result<(), TableError> {
    serde_json::Serializer::new(text).collect_map(record.iter().copied()).map_err(TableError::library)
}

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// An error of the output file.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The format has no place for the table, or this program was built without the format.
    #[error("{0}")]
    Format(String),
    /// An error of the library for the format.
    #[error("cannot write the table: {0}")]
    Library(#[source] io::Error),
}

impl TableError {
    /// This program was built without a format.
    #[cfg(not(all(feature = "parquet", feature = "sqlite")))]
    pub(super) fn not_built(format: &str) -> TableError {
        TableError::Format(format!("this gridlock was built without {format}: build it with --features {format}"))
    }

    pub(crate) fn library(error: impl Into<Box<dyn Error + Send + Sync>>) -> TableError {
        TableError::Library(io::Error::other(error))
    }
}

/// Why a table can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A record does not hold what it should; the next one can be read.
    #[error("line {line}: {problem}")]
    Record {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// The file is damaged, is not of the kind that its first bytes suggest, or is of a format that is only written.
    #[error("{0}")]
    File(String),
}

impl ReadError {
    /// The error for a record longer than [`LONGEST_RECORD`](super::format::LONGEST_RECORD).
    pub(super) fn long(line: u64) -> ReadError {
        ReadError::File(format!("line {line} is part of a record that is longer than any of a table"))
    }
}

classes!(TableError [Output.0, Library.0] WrongInput: Format);

classes!(WrongInput: ReadError);
