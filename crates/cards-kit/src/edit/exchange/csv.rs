//! Rows as CSV (RFC 4180).
//!
//! By hand, since the crate `csv` takes a quote that is not closed for the rest of the file, and a list that was cut short
//! would be read as one whose last text is its whole tail.

use std::iter::Peekable;
use std::str::Chars;

use cards_words::csv;

use super::{Row, Rows};
use crate::error::{Error, ListPlace};

const HEAD: [&str; 3] = ["place", "source", "text"];

pub(super) fn write(rows: &[Row]) -> String {
    let mut out = HEAD.join(",") + "\r\n";
    for row in rows {
        let cells = [&row.place, &row.source, &row.text].map(|text| csv::cell(text));
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

pub(super) fn read(text: &str, mut rows: Rows) -> Result<Vec<Row>, Error> {
    let mut table = Table::of(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut columns = [None; 3];
    table.row(|column, cell| {
        let named = HEAD.iter().position(|name| *name == cell.trim());
        if let Some(known) = named.and_then(|at| columns.get_mut(at)) {
            *known = known.or(Some(column));
        }
    })?;
    let bad = |line, problem: &str| Error::Texts { at: ListPlace::Line(line), problem: problem.to_owned() };
    let [Some(place), Some(source), Some(text)] = columns else {
        return Err(bad(1, "the head should have `place`, `source` and `text`"));
    };
    while !table.at_end() {
        let (mut row, mut filled, line) = (Row::default(), false, table.line);
        let cells = table.row(|column, cell| {
            filled |= !cell.is_empty();
            let unguarded = || csv::text_of(&cell).to_owned();
            match column {
                column if column == place => row.place = unguarded(),
                column if column == source => row.source = unguarded(),
                column if column == text => row.text = unguarded(),
                _ => {}
            }
        })?;
        if filled && cells <= place.max(source) {
            return Err(bad(line, "the row has fewer cells than the head"));
        }
        if row != Row::default() {
            rows.push(row)?;
        }
    }
    Ok(rows.all)
}

/// A table that is read cell by cell. Cells are cut at commas, or at semicolons where the head has none but them, as
/// spreadsheets of some countries write it.
struct Table<'a> {
    chars: Peekable<Chars<'a>>,
    comma: char,
    /// The line that is read, counted from 1.
    line: usize,
}

impl<'a> Table<'a> {
    fn of(text: &'a str) -> Self {
        let head = text.lines().next().unwrap_or_default();
        let comma = if !head.contains(',') && head.contains(';') { ';' } else { ',' };
        Self { chars: text.chars().peekable(), comma, line: 1 }
    }

    fn at_end(&mut self) -> bool {
        self.chars.peek().is_none()
    }

    /// Gives the cells of one row, each with its column, and their number.
    fn row(&mut self, mut each: impl FnMut(usize, String)) -> Result<usize, Error> {
        for column in 0.. {
            let (cell, last) = self.cell()?;
            each(column, cell);
            if last {
                return Ok(column + 1);
            }
        }
        Ok(0)
    }

    /// Reads one cell, and says whether it is the last of its row.
    fn cell(&mut self) -> Result<(String, bool), Error> {
        let (mut cell, mut quoted, begun) = (String::new(), false, self.line);
        while let Some(char) = self.chars.next() {
            self.line += usize::from(char == '\n');
            match char {
                '"' if quoted && self.chars.peek() == Some(&'"') => {
                    self.chars.next();
                    cell.push('"');
                }
                '"' if quoted => quoted = false,
                '"' if cell.is_empty() => quoted = true,
                char if quoted => cell.push(char),
                '\r' if self.chars.peek() == Some(&'\n') => {}
                '\n' => return Ok((cell, true)),
                char if char == self.comma => return Ok((cell, false)),
                char => cell.push(char),
            }
        }
        if quoted {
            return Err(Error::Texts { at: ListPlace::Line(begun), problem: "a quote is not closed".to_owned() });
        }
        Ok((cell, true))
    }
}
