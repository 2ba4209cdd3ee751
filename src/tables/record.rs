//! A record: values with names. Its values stay as they were written, so that unused ones come out unchanged.
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A record of a table.
#[derive(Clone, Debug)]
pub struct Record {
    /// The line where it begins, from 1.
    pub line: u64,
    /// Its columns. An empty field of CSV is an empty text.
    pub fields: Fields,
}

/// The columns of a record and their values, in the order of the table.
#[derive(Clone, Default, Debug)]
pub struct Fields(Vec<(String, Value)>);

/// A value of a record.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text, from a format without types or made by the program.
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

impl Fields {
    /// No columns.
    pub fn new() -> Fields {
        Fields::default()
    }

    /// Sets a column; a new one comes last.
    pub fn insert(&mut self, name: String, value: Value) {
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of a column.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// The value of a column, whose name may be written in capitals.
    pub fn get_any_case(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Whether there is a column of this name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The names of the columns.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|(name, _)| name)
    }

    /// Whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The record as it is written.
    pub fn cells(&self) -> Cells<'_> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.cell())).collect()
    }
}

impl Extend<(String, Value)> for Fields {
    fn extend<I: IntoIterator<Item = (String, Value)>>(&mut self, fields: I) {
        fields.into_iter().for_each(|(name, value)| self.insert(name, value));
    }
}

impl FromIterator<(String, Value)> for Fields {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(fields: I) -> Fields {
        Fields(fields.into_iter().collect())
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.cells())
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Fields::new();
                while let Some((name, value)) = map.next_entry()? {
                    fields.insert(name, Value::Json(value));
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

impl Value {
    /// No value.
    pub fn null() -> Value {
        Value::Json(RawValue::NULL.to_owned())
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

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Value {
        Value::Json(RawValue::from_string(number.to_string()).expect("digits are JSON"))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        u64::from(number).into()
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

/// A record that is written as a JSON object.
pub(super) struct JsonObject<'c, 'r>(pub(super) &'c Cells<'r>);

impl Serialize for JsonObject<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}
