//! Rows as messages of GNU gettext: the place is the context, so that equal texts stay apart.
//!
//! By hand, since what a list needs of the format is three words and the escapes of a string, and an error has to name the
//! line that is to be put right.

use super::{Row, Rows};
use crate::error::{Error, ListPlace};

/// The head that gettext's tools expect.
const HEAD: &str = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n";

pub(super) fn write(rows: &[Row]) -> String {
    let mut out = HEAD.to_owned();
    for row in rows {
        out.push('\n');
        if row.fuzzy {
            out.push_str("#, fuzzy\n");
        }
        for (word, text) in [("msgctxt", &row.place), ("msgid", &row.source), ("msgstr", &row.text)] {
            out.push_str(word);
            message(text, &mut out);
        }
    }
    out
}

/// A text in quotes; one of several lines takes a line of the file for each.
fn message(text: &str, out: &mut String) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.len() > 1 {
        out.push_str(" \"\"\n");
        for line in lines {
            out.push_str(&format!("\"{}\"\n", escaped(line)));
        }
    } else {
        out.push_str(&format!(" \"{}\"\n", escaped(text)));
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            char if u32::from(char) < 0x20 || char == '\u{7f}' => out.push_str(&format!("\\{:03o}", u32::from(char))),
            char => out.push(char),
        }
    }
    out
}

pub(super) fn read(text: &str, mut rows: Rows) -> Result<Vec<Row>, Error> {
    let mut row: Option<Row> = None;
    let (mut word, mut fuzzy) = ("", false);
    for (number, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let bad = |problem: &str| Error::Texts { at: ListPlace::Line(number + 1), problem: problem.to_owned() };
        let line = line.trim();
        if let Some(flags) = line.strip_prefix("#,") {
            // Flags are before the message that they are about (gettext manual, PO Files).
            fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
        } else if line.starts_with("#~") {
            // Of a message that is no more.
            fuzzy = false;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let quoted = if line.starts_with('"') {
            line
        } else {
            let (head, rest) =
                line.split_once(char::is_whitespace).ok_or_else(|| bad("a text in quotes should follow"))?;
            word = ["msgctxt", "msgid", "msgstr"]
                .into_iter()
                .find(|known| *known == head)
                .ok_or_else(|| bad("only `msgctxt`, `msgid` and `msgstr` are known here"))?;
            // A context begins a message; the head has none.
            if word == "msgctxt" {
                let next = Row { fuzzy: std::mem::take(&mut fuzzy), ..Row::default() };
                row.replace(next).map_or(Ok(()), |row| rows.push(row))?;
            } else if row.is_none() {
                // The flag of the head is about the head alone.
                fuzzy = false;
            }
            rest.trim_start()
        };
        let text = quoted
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            .ok_or_else(|| bad("a quote is not closed"))?;
        let text = unescaped(text).ok_or_else(|| bad("there is no such escape"))?;
        let Some(row) = &mut row else { continue };
        match word {
            "msgctxt" => row.place.push_str(&text),
            "msgid" => row.source.push_str(&text),
            _ => row.text.push_str(&text),
        }
    }
    row.map_or(Ok(()), |row| rows.push(row))?;
    Ok(rows.all)
}

fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            out.push(char);
            continue;
        }
        match chars.next()? {
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{b}'),
            first @ '0'..='7' => {
                let mut code = first.to_digit(8)?;
                for _ in 0..2 {
                    code = code * 8 + chars.next()?.to_digit(8)?;
                }
                // Beyond ASCII, it would be a byte of a character and no character.
                out.push(char::from_u32(code).filter(char::is_ascii)?);
            }
            same @ ('"' | '\\' | '\'' | '?') => out.push(same),
            _ => return None,
        }
    }
    Some(out)
}
