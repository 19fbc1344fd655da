//! Rows as CSV (RFC 4180).

use super::Row;
use crate::error::Error;

const HEAD: [&str; 3] = ["place", "source", "text"];

pub(super) fn write(rows: &[Row]) -> String {
    let mut out = HEAD.join(",") + "\r\n";
    for row in rows {
        let cells = [&row.place, &row.source, &row.text].map(|cell| quoted(cell));
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) || cell.trim() != cell {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

pub(super) fn read(text: &str) -> Result<Vec<Row>, Error> {
    let mut table = table(text.strip_prefix('\u{feff}').unwrap_or(text))?.into_iter();
    let bad = |line, problem: &str| Error::Texts { line, problem: problem.to_owned() };
    let (_, head) = table.next().ok_or_else(|| bad(1, "there is no head with `place`, `source` and `text`"))?;
    let column = |name: &str| head.iter().position(|cell| cell.trim() == name);
    let [Some(place), Some(source), Some(text)] = HEAD.map(column) else {
        return Err(bad(1, "the head should have `place`, `source` and `text`"));
    };
    let filled = table.filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    filled
        .map(|(line, cells)| {
            let cell = |at: usize| cells.get(at).cloned();
            let (Some(place), Some(source)) = (cell(place), cell(source)) else {
                return Err(bad(line, "the row has fewer cells than the head"));
            };
            Ok(Row { place, source, text: cell(text).unwrap_or_default() })
        })
        .collect()
}

/// The rows of a table, each with the line that it begins on. Cells are cut at commas, or at semicolons where the head has
/// none but them.
fn table(text: &str) -> Result<Vec<(usize, Vec<String>)>, Error> {
    let head = text.lines().next().unwrap_or_default();
    let comma = if !head.contains(',') && head.contains(';') { ';' } else { ',' };
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut line, mut begun) = (false, 1, 1);
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        line += usize::from(char == '\n');
        match char {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            char if quoted => cell.push(char),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => {
                row.push(std::mem::take(&mut cell));
                rows.push((begun, std::mem::take(&mut row)));
                begun = line;
            }
            char if char == comma => row.push(std::mem::take(&mut cell)),
            char => cell.push(char),
        }
    }
    if quoted {
        return Err(Error::Texts { line: begun, problem: "a quote is not closed".to_owned() });
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push((begun, row));
    }
    Ok(rows)
}
