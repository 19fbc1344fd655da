//! Rows about books of real files, which stay where they are: their licences let us run them, not pass them on.

use std::borrow::Cow;
use std::fs;

use cards_container::{Limits, open};
use cards_model::Style;
use serde_json::Value;

use crate::failure::Failure;
use crate::shared;

/// A line with the book that it names in place of the name; any other line as it is.
pub(super) fn with_book(line: &str) -> Result<Cow<'_, str>, Failure> {
    let mut row: Value = serde_json::from_str(line)?;
    let Some(Value::String(path)) = row["input"].as_object_mut().and_then(|input| input.remove("book_file")) else {
        return Ok(Cow::Borrowed(line));
    };
    let path = shared::dir().join(path);
    let loaded = open(&fs::read(&path)?[..], Limits::default())
        .and_then(|mut file| file.load())
        .map_err(|error| Failure::new(format!("{}: {}", path.display(), error.chain())))?;
    let file: Value = serde_json::from_str(&loaded.document.to_text(Style::Compact))?;
    let embedded = file.pointer("/data/character_book").or_else(|| file.get("entries").and(Some(&file)));
    let book = embedded.ok_or_else(|| Failure::new(format!("{} holds no book", path.display())))?;
    let name = if book["entries"].is_object() { "world" } else { "character_book" };
    row["input"][name] = book.clone();
    Ok(Cow::Owned(row.to_string()))
}
