//! Tables that are text.
use super::error::TableError;
use super::format::TableWriter;
use super::record::Cells;
use crate::files::OutputFile;

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
