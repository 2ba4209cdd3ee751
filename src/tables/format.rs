//! What defines a table format. Each has a file of its own, with a [`Format`] that `mod.rs` lists. Those that are text
//! share [`TextTable`].
use super::record::{Cells, Record, TableError, TypedColumn};
use crate::files::{IfExists, LineEncoder, OutputFile};
use std::io;
use std::io::BufRead;
use std::path::Path;

/// A source of bytes.
pub type Input = Box<dyn BufRead + Send>;

/// The records of a table, in their order.
pub type Records = Box<dyn Iterator<Item = io::Result<Record>> + Send>;

/// The longest record that is read, in bytes.
pub const LONGEST_RECORD: usize = 1 << 20;

/// A format of tables.
#[derive(Debug)]
pub struct Format {
    /// Its name in options.
    pub name: &'static str,
    /// What it is, for help.
    pub help: &'static str,
    /// The endings of its files.
    pub endings: &'static [&'static str],
    /// Which columns a table may have.
    pub columns: Columns,
    /// Whether a file with these first bytes is such a table.
    pub recognise: fn(&[u8]) -> bool,
    /// How it is read.
    pub reading: Reading,
    /// Creates a table; without columns, its first record has the names of all columns.
    pub create: Create,
}

/// Creates a table of some columns; the encoder makes a rank file of rows.
pub type Create = fn(&Path, IfExists, &[TypedColumn], Option<Box<dyn LineEncoder>>) -> Result<Box<dyn TableWriter>, TableError>;

/// The columns that a format has a place for, from the fewest to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Columns {
    /// The columns of a row of the database.
    OfARow,
    /// Columns whose values have one type each.
    Typed,
    /// Any.
    Any,
}

/// How a format is read.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// As records.
    Records(fn(Input) -> io::Result<Records>),
    /// By another reader: text with a row on each line.
    Lines,
    /// Not at all: what it is, and a command that makes CSV of it.
    Refused(&'static str, &'static str),
}

/// Writes records in one of the formats. The file is complete only after [`TableWriter::finish`].
pub trait TableWriter {
    /// Writes some records.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    fn write(&mut self, records: &[Cells<'_>]) -> Result<(), TableError>;

    /// Completes the file and gives it its own name.
    ///
    /// # Errors
    /// A [`TableError`] of the file or of the format.
    fn finish(self: Box<Self>) -> Result<(), TableError>;
}

/// A table in an output file. `encode` gives the text of some records, and of its end.
pub(super) struct TextTable<E> {
    output: OutputFile,
    encode: E,
}

impl<E: FnMut(Option<&[Cells<'_>]>) -> Result<Vec<u8>, TableError>> TextTable<E> {
    pub(super) fn new(output: OutputFile, encode: E) -> TextTable<E> {
        TextTable { output, encode }
    }
}

impl<E: FnMut(Option<&[Cells<'_>]>) -> Result<Vec<u8>, TableError>> TableWriter for TextTable<E> {
    fn write(&mut self, records: &[Cells<'_>]) -> Result<(), TableError> {
        Ok(self.output.write(&(self.encode)(Some(records))?)?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), TableError> {
        self.output.write(&(self.encode)(None)?)?;
        Ok(self.output.finish()?)
    }
}
