//! Tables written with the columns that they were read with, and more.
use std::path::Path;

use serde_json::Value;

use super::Fields;
use crate::files::{OutputFile, display_path};
use crate::tables::TableError;

/// The format of a table with columns of any names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyTableFormat {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl AnyTableFormat {
    /// The format that the ending of a file name stands for.
    ///
    /// # Errors
    /// [`TableError::NotBuilt`] for Parquet, if this program was built without it; [`TableError::NotAnyTable`] for other endings.
    pub fn of_path(path: &Path) -> Result<AnyTableFormat, TableError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(AnyTableFormat::Csv),
            Some("jsonl" | "ndjson") => Ok(AnyTableFormat::JsonLines),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(AnyTableFormat::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(TableError::NotBuilt("parquet")),
            _ => Err(TableError::NotAnyTable(display_path(path).to_string())),
        }
    }
}

/// Writes records whose columns the first of them decides. The file is complete only after [`AnyTableWriter::finish`].
pub struct AnyTableWriter {
    encoder: Encoder,
    /// The columns of the first record.
    columns: Option<Vec<String>>,
}

enum Encoder {
    Csv(OutputFile),
    JsonLines(OutputFile),
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet_writer::ParquetRecords>),
}

impl AnyTableWriter {
    /// Writes to an output that was created for it.
    pub fn new(output: OutputFile, format: AnyTableFormat) -> AnyTableWriter {
        let encoder = match format {
            AnyTableFormat::Csv => Encoder::Csv(output),
            AnyTableFormat::JsonLines => Encoder::JsonLines(output),
            #[cfg(feature = "parquet")]
            AnyTableFormat::Parquet => Encoder::Parquet(Box::new(super::parquet_writer::ParquetRecords::new(output))),
        };
        AnyTableWriter { encoder, columns: None }
    }

    /// Writes a record. JSON lines take any columns, the other formats those of the first record; one that is missing is left empty.
    ///
    /// # Errors
    /// [`TableError::NewColumn`] for a column that the first record does not have, [`TableError::MixedColumn`] for values of different
    /// types in a column of Parquet; errors of the output.
    pub fn write(&mut self, fields: &Fields) -> Result<(), TableError> {
        let first = self.columns.is_none();
        let columns = self.columns.get_or_insert_with(|| fields.keys().cloned().collect());
        if let Encoder::JsonLines(output) = &mut self.encoder {
            let mut line = serde_json::to_vec(fields).map_err(TableError::library)?;
            line.push(b'\n');
            return Ok(output.write(&line)?);
        }
        if let Some(new) = fields.keys().find(|name| !columns.contains(name)) {
            return Err(TableError::NewColumn(new.clone()));
        }
        let values = columns.iter().map(|name| fields.get(name).unwrap_or(&Value::Null));
        match &mut self.encoder {
            Encoder::JsonLines(_) => {}
            Encoder::Csv(output) => {
                let mut writer = csv::Writer::from_writer(Vec::new());
                if first {
                    writer.write_record(&*columns).map_err(TableError::library)?;
                }
                writer.write_record(values.map(text)).map_err(TableError::library)?;
                output.write(&writer.into_inner().map_err(|error| TableError::library(error.into_error()))?)?;
            }
            #[cfg(feature = "parquet")]
            Encoder::Parquet(records) => records.write(columns, values.cloned().collect())?,
        }
        Ok(())
    }

    /// Completes the file and gives it its own name.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn finish(self) -> Result<(), TableError> {
        match self.encoder {
            Encoder::Csv(output) | Encoder::JsonLines(output) => Ok(output.finish()?),
            #[cfg(feature = "parquet")]
            Encoder::Parquet(records) => records.finish(&self.columns.unwrap_or_default()),
        }
    }
}

/// A value as text; nothing for null.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
