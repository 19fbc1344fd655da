//! Rows into files.

use std::io::Write;

use arrow_schema::ArrowError;

use super::batch::{Batches, FileFacts};

/// Rows of one batch and of one group of a file: as many as keep memory small and columns worth packing.
const GROUP: usize = 8_192;

/// What kind of file rows go into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Parquet, columns packed by Snappy.
    #[cfg(feature = "parquet")]
    Parquet,
    /// An Arrow IPC file.
    #[cfg(feature = "ipc")]
    Arrow,
}

cards_words::named! {
    Format: "form of table";
    #[cfg(feature = "parquet")]
    Parquet => "parquet",
    #[cfg(feature = "ipc")]
    Arrow => "arrow",
}

/// A file of rows that is being written, a few thousand rows in memory at a time.
#[derive(Debug)]
pub struct Rows<W: Write + Send> {
    batches: Batches,
    file: File<W>,
}

enum File<W: Write + Send> {
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::arrow::ArrowWriter<W>>),
    #[cfg(feature = "ipc")]
    Arrow(Box<arrow_ipc::writer::FileWriter<W>>),
}

impl<W: Write + Send> std::fmt::Debug for File<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("File")
    }
}

impl<W: Write + Send> Rows<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// What writing answers.
    pub fn begin(format: Format, texts: bool, out: W) -> Result<Self, ArrowError> {
        let batches = Batches::new(texts);
        let file = match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let properties = parquet::file::properties::WriterProperties::builder()
                    .set_compression(parquet::basic::Compression::SNAPPY)
                    .build();
                let writer = parquet::arrow::ArrowWriter::try_new(out, batches.schema(), Some(properties));
                File::Parquet(Box::new(writer.map_err(failed)?))
            }
            #[cfg(feature = "ipc")]
            Format::Arrow => File::Arrow(Box::new(arrow_ipc::writer::FileWriter::try_new(out, &batches.schema())?)),
        };
        Ok(Self { batches, file })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// What writing answers.
    pub fn push(&mut self, file: &FileFacts<'_>) -> Result<(), ArrowError> {
        self.batches.push(file);
        if self.batches.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ArrowError> {
        if self.batches.is_empty() {
            return Ok(());
        }
        let batch = self.batches.take()?;
        match &mut self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(writer) => {
                writer.write(&batch).map_err(failed)?;
                // A group in memory is a group whose columns are all there twice.
                writer.flush().map_err(failed)
            }
            #[cfg(feature = "ipc")]
            File::Arrow(writer) => writer.write(&batch),
        }
    }

    /// Writes what is left and the end of the file, and gives the output back.
    ///
    /// # Errors
    /// What writing answers.
    pub fn finish(mut self) -> Result<W, ArrowError> {
        self.flush()?;
        match self.file {
            #[cfg(feature = "parquet")]
            File::Parquet(writer) => writer.into_inner().map_err(failed),
            #[cfg(feature = "ipc")]
            File::Arrow(writer) => writer.into_inner(),
        }
    }
}

#[cfg(feature = "parquet")]
fn failed(error: parquet::errors::ParquetError) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

#[cfg(test)]
#[cfg(all(feature = "ipc", feature = "parquet"))]
mod tests {
    use super::*;
    use crate::RowOptions;

    fn file(format: Format) -> Vec<u8> {
        let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard"]}}"#;
        let row = crate::row(&card[..], &RowOptions::default(), &Default::default()).unwrap();
        let mut rows = Rows::begin(format, false, Vec::new()).unwrap();
        for number in 0..=GROUP {
            rows.push(&FileFacts::new(&format!("{number}.json"), 1, Ok(&row))).unwrap();
        }
        rows.finish().unwrap()
    }

    #[test]
    fn both_kinds_of_files_are_read_by_their_readers() {
        let arrow = file(Format::Arrow);
        let reader = arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(arrow), None).unwrap();
        assert_eq!(reader.map(|batch| batch.unwrap().num_rows()).sum::<usize>(), GROUP + 1);
        let parquet = file(Format::Parquet);
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    }
}
