//! Rows as a table for people, and as CSV for spreadsheets.

use std::cmp::{Ordering, Reverse};
use std::io::Write as _;
use std::str::FromStr;

use cards_library::files::FileRow;
use cards_words::csv;
use clap::ValueEnum as _;

use crate::failure::Failure;
use crate::output::{FAINT, LABEL, Output};
use crate::printable::{columns, line};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Column {
    Name,
    Form,
    /// Tokens of all its texts, estimated.
    Tokens,
    Tags,
    /// Entries of its lorebook.
    Entries,
    /// What its reader or, with --lint, every rule finds.
    Findings,
    /// The path.
    File,
    Creator,
    Version,
    Container,
    Greetings,
    Assets,
    /// Bytes of the file.
    Size,
    /// Why there is no card.
    Error,
}

/// Those of a table, unless others are asked for.
pub(super) const TABLE: [Column; 7] =
    [Column::Name, Column::Form, Column::Tokens, Column::Tags, Column::Entries, Column::Findings, Column::File];

/// What is in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    None,
    Number(u64),
    Text(String),
    List(Vec<String>),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::List(list) => list.join(", "),
        }
    }
}

impl Column {
    fn of(self, file: &FileRow) -> Cell {
        let text = |text: &str| Cell::Text(text.to_owned());
        let number = |number: usize| Cell::Number(number as u64);
        match (self, &file.row) {
            (Self::File, _) => text(&file.path),
            (Self::Size, _) => Cell::Number(file.size),
            (Self::Error, Err(trouble)) => text(&trouble.message),
            (Self::Error, Ok(_)) | (_, Err(_)) => Cell::None,
            (Self::Name, Ok(row)) => text(&row.name),
            (Self::Form, Ok(row)) => text(row.spec),
            (Self::Tokens, Ok(row)) => Cell::Number(row.tokens.total + row.lore.as_ref().map_or(0, |lore| lore.tokens)),
            (Self::Tags, Ok(row)) => Cell::List(row.tags.clone()),
            (Self::Entries, Ok(row)) => number(row.lore.as_ref().map_or(0, |lore| lore.entries)),
            (Self::Findings, Ok(row)) => number(row.findings.error + row.findings.warning + row.findings.note),
            (Self::Creator, Ok(row)) => text(&row.creator),
            (Self::Version, Ok(row)) => text(&row.version),
            (Self::Container, Ok(row)) => text(row.container),
            (Self::Greetings, Ok(row)) => number(row.greetings),
            (Self::Assets, Ok(row)) => number(row.assets),
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Tokens | Self::Entries | Self::Findings | Self::Greetings | Self::Assets | Self::Size)
    }

    fn title(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// A condition on rows: `tokens>3000`, `tags=oc`, `name~mira`.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    column: Column,
    sign: &'static str,
    value: String,
    number: u64,
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = "a column, a sign (= != < > <= >= or ~ for holds) and a value belong here, as in 'tokens>3000'";
        let at = text.find(['=', '!', '<', '>', '~']).ok_or(wanted)?;
        let (column, rest) = text.split_at(at);
        let sign = ["<=", ">=", "!=", "<", ">", "=", "~"].into_iter().find(|sign| rest.starts_with(sign));
        let sign = sign.ok_or(wanted)?;
        let value = rest.get(sign.len()..).unwrap_or_default().trim().to_lowercase();
        let column = Column::from_str(column.trim(), true).map_err(|_| {
            let known: Vec<_> = Column::value_variants().iter().map(|column| column.title()).collect();
            format!("there is no column `{}`; there are {}", column.trim(), known.join(", "))
        })?;
        let number = match (column.is_number(), value.parse()) {
            (true, Err(_)) => return Err(format!("{} is a number, and `{value}` is none", column.title())),
            (_, number) => number.unwrap_or_default(),
        };
        Ok(Self { column, sign, value, number })
    }
}

impl Condition {
    /// Whether a row fulfils it.
    pub(super) fn holds(&self, file: &FileRow) -> bool {
        let text = |text: &str| {
            let text = text.to_lowercase();
            match self.sign {
                "~" => text.contains(&self.value),
                sign => fits(sign, text.as_str().cmp(&self.value)),
            }
        };
        match self.column.of(file) {
            Cell::Number(number) if self.sign == "~" => number.to_string().contains(&self.value),
            Cell::Number(number) => fits(self.sign, number.cmp(&self.number)),
            Cell::Text(cell) => text(&cell),
            Cell::List(list) if list.is_empty() => text(""),
            Cell::List(list) if self.sign == "!=" => list.iter().all(|one| text(one)),
            Cell::List(list) => list.iter().any(|one| text(one)),
            Cell::None => false,
        }
    }
}

fn fits(sign: &str, order: Ordering) -> bool {
    match sign {
        "=" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        ">" => order.is_gt(),
        "<=" => order.is_le(),
        _ => order.is_ge(),
    }
}

/// Puts rows in the order of a column: numbers from the highest, texts by the alphabet; or the other way round, which leaves
/// rows that are alike in the order in which they came.
pub(super) fn sort(rows: &mut [FileRow], by: Column, reverse: bool) {
    let key = |row: &FileRow| match by.of(row) {
        Cell::Number(number) => (Reverse(number), String::new()),
        cell => (Reverse(0), cell.text().to_lowercase()),
    };
    // Turned round before and behind, rows that are alike stay as they came.
    if reverse {
        rows.reverse();
    }
    rows.sort_by_cached_key(key);
    if reverse {
        rows.reverse();
    }
}

/// Prints rows as a table that fits the terminal.
pub(super) fn show(rows: &[FileRow], shown: &[Column], out: &mut Output) -> Result<(), Failure> {
    /// Columns of text are not made narrower than this.
    const LEAST: usize = 8;
    const GAP: usize = 2;
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| shown.iter().map(|column| line(&column.of(row).text(), usize::MAX)).collect()).collect();
    let width = |(at, column): (usize, &Column)| {
        let cells = cells.iter().filter_map(|row| row.get(at));
        cells.map(|cell| columns(cell)).max().unwrap_or_default().max(column.title().len())
    };
    let mut widths: Vec<usize> = shown.iter().enumerate().map(width).collect();
    let room = out.columns().saturating_sub(GAP * shown.len().saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let texts = widths.iter_mut().zip(shown).filter(|(_, column)| !column.is_number()).map(|(width, _)| width);
        let Some(widest) = texts.max_by_key(|width| **width).filter(|width| **width > LEAST) else { break };
        *widest -= 1;
    }
    let padded = |text: &str, width: usize, column: Column| {
        // What tells files apart is at the end of their paths.
        let text = if column == Column::File { tail(text, width) } else { line(text, width) };
        let blanks = " ".repeat(width.saturating_sub(columns(&text)));
        if column.is_number() { blanks + &text } else { text + &blanks }
    };
    let row = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).zip(shown);
        let cells: Vec<_> = cells.map(|((cell, width), column)| padded(cell, *width, *column)).collect();
        cells.join(&" ".repeat(GAP)).trim_end().to_owned()
    };
    let head = row(&shown.iter().map(|column| column.title()).collect::<Vec<_>>());
    let results = out.results();
    writeln!(results, "{LABEL}{head}{LABEL:#}")?;
    for (cells, file) in cells.iter().zip(rows) {
        match &file.row {
            Ok(_) => writeln!(results, "{}", row(cells))?,
            Err(_) => writeln!(results, "{FAINT}{}{FAINT:#}", row(cells))?,
        }
    }
    Ok(())
}

/// The end of a text, as much as fits.
fn tail(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut rests = text.char_indices().map(|(at, _)| text.get(at..).unwrap_or_default());
    let rest = rests.find(|rest| columns(rest) < width).unwrap_or_default();
    format!("…{rest}")
}

/// The names of columns as a line of CSV.
pub(super) fn csv_head(shown: &[Column]) -> String {
    shown.iter().map(|column| column.title()).collect::<Vec<_>>().join(",") + "\n"
}

/// A row as a line of CSV.
pub(super) fn csv_row(row: &FileRow, shown: &[Column]) -> String {
    shown.iter().map(|column| csv::cell(&column.of(row).text())).collect::<Vec<_>>().join(",") + "\n"
}
