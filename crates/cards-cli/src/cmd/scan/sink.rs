//! Where the rows of a scan go.

use std::path::Path;

use super::table::{Column, csv_row};
use crate::failure::Failure;
use crate::output::Output;
use crate::save::{Staged, refuse_name};
use cards_library::files::FileRow;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// A table for people.
    Table,
    /// A JSON object a line.
    Jsonl,
    /// Comma-separated values, for spreadsheets.
    Csv,
    /// Parquet, for DuckDB, Polars, Spark and their like.
    Parquet,
    /// An Arrow IPC file.
    Arrow,
}

impl Format {
    /// What the name of a file says.
    pub(super) fn named(path: &Path) -> Self {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("csv") => Self::Csv,
            Some("parquet") => Self::Parquet,
            Some("arrow" | "feather") => Self::Arrow,
            _ => Self::Jsonl,
        }
    }

    /// Refuses a name that says another format.
    pub(super) fn refuse_name(self, path: &Path) -> Result<(), Failure> {
        let (ends, what): (&[&str], _) = match self {
            Self::Jsonl => (&["jsonl", "ndjson", "json"], "rows as JSON lines"),
            Self::Table => (&["txt"], "a table"),
            Self::Csv => (&["csv"], "rows as CSV"),
            Self::Parquet => (&["parquet"], "rows as Parquet"),
            Self::Arrow => (&["arrow", "feather"], "rows as Arrow"),
        };
        let end = ends.first().copied().unwrap_or_default();
        refuse_name(path, ends, what, end)
    }
}

/// A row on its way.
pub(super) enum Made {
    /// As a line of JSON, its end included.
    Line(Vec<u8>),
    /// As it is, for a table.
    Row(Box<FileRow>),
}

impl Made {
    /// A row as a format has it.
    pub(super) fn of(row: FileRow, format: Format, columns: &[Column]) -> Self {
        match format {
            Format::Jsonl => Self::Line(line_of(&row).into_bytes()),
            Format::Csv => Self::Line(csv_row(&row, columns).into_bytes()),
            Format::Table | Format::Parquet | Format::Arrow => Self::Row(Box::new(row)),
        }
    }
}

/// Bytes of rows that are written at once.
const BLOCK: usize = 32 << 10;

/// Where the rows of a scan go.
pub(super) struct Sink<'o> {
    lines: Vec<u8>,
    to: To<'o>,
}

enum To<'o> {
    Out(&'o mut Output),
    File(&'o mut Staged),
    #[cfg(feature = "arrow")]
    Table(Box<cards_library::columns::Rows<&'o mut (dyn std::io::Write + Send)>>),
}

impl<'o> Sink<'o> {
    /// Begins to write rows into a file, or to standard output.
    pub(super) fn begin(
        format: Format,
        texts: bool,
        out: &'o mut Output,
        file: Option<&'o mut Staged>,
    ) -> Result<Self, Failure> {
        let to = match (format, file) {
            (Format::Jsonl | Format::Csv | Format::Table, None) => To::Out(out),
            (Format::Jsonl | Format::Csv | Format::Table, Some(file)) => To::File(file),
            (_, None) => {
                let message = "tables of columns go into files; name one with -o".to_owned();
                return Err(Failure::Other { class: "usage", message });
            }
            (format, Some(file)) => Self::table(format, texts, file)?,
        };
        Ok(Self { lines: Vec::new(), to })
    }

    #[cfg(feature = "arrow")]
    fn table(format: Format, texts: bool, file: &'o mut Staged) -> Result<To<'o>, Failure> {
        let format = if format == Format::Arrow {
            cards_library::columns::Format::Arrow
        } else {
            cards_library::columns::Format::Parquet
        };
        let rows =
            cards_library::columns::Rows::begin(format, texts, file.writer() as &mut (dyn std::io::Write + Send));
        Ok(To::Table(Box::new(rows.map_err(|error| unwritten(&error))?)))
    }

    #[cfg(not(feature = "arrow"))]
    fn table(_: Format, _: bool, _: &'o mut Staged) -> Result<To<'o>, Failure> {
        let message =
            "this `cards` writes JSON lines and CSV; `cargo install --path crates/cards-cli --features arrow` builds one that \
             writes Parquet and Arrow, and DuckDB makes Parquet of JSON lines: \
             duckdb -c \"COPY (FROM 'cards.jsonl') TO 'cards.parquet'\""
                .to_owned();
        Err(Failure::Other { class: "unsupported", message })
    }

    /// Writes a row, or keeps it to be written with others.
    pub(super) fn take(&mut self, made: Made) -> Result<(), Failure> {
        match (made, &mut self.to) {
            #[cfg(feature = "arrow")]
            (Made::Row(row), To::Table(rows)) => rows.push(&row.facts()).map_err(|error| unwritten(&error)),
            (Made::Row(row), _) => self.line(line_of(&row).as_bytes()),
            (Made::Line(line), _) => self.line(&line),
        }
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Failure> {
        self.lines.extend_from_slice(line);
        if self.lines.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let written = match &mut self.to {
            To::Out(out) => out.raw(&self.lines),
            To::File(file) => file.write(&self.lines).map_err(Failure::from),
            #[cfg(feature = "arrow")]
            To::Table(_) => Ok(()),
        };
        self.lines.clear();
        written
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.to {
            #[cfg(feature = "arrow")]
            To::Table(rows) => rows.finish().map(drop).map_err(|error| unwritten(&error)),
            _ => Ok(()),
        }
    }
}

#[cfg(feature = "arrow")]
fn unwritten(error: &dyn std::error::Error) -> Failure {
    Failure::Other { class: "io", message: format!("the table cannot be written: {}", crate::failure::chain(error)) }
}

/// A row as one line, its end included.
pub(super) fn line_of(row: &FileRow) -> String {
    // Texts and counts are always JSON.
    let mut line = serde_json::to_string(row).unwrap_or_default();
    line.push('\n');
    line
}
