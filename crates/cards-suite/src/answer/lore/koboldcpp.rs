//! World info of KoboldAI Lite, or a book that it imports, and a story; the text that it inserts before macros are looked for.

use cards_lore::{Book, Entry, Profile, Settings, Verbatim};
use serde_json::{Value, json};

use super::reading::{inserted, read_book, text};

/// Answers a question about world info as KoboldAI Lite does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    let settings = Settings::new(profile)
        .with_scan_depth(input["settings"]["depth"].as_f64().unwrap_or_default())
        .with_case_sensitive(input["settings"]["case_sensitive"] == true);
    let book = match input.get("book") {
        Some(book) => read_book(book, profile),
        None => Ok(own_book(&input["entries"])),
    };
    match book.and_then(|book| inserted(input, vec![book], settings, &mut Verbatim)) {
        // Each text ends its line.
        Ok(texts) => json!({"text": texts.iter().map(|text| format!("{text}\n")).collect::<String>()}),
        Err(error) => json!({"error": error}),
    }
}

/// Entries as the client itself keeps them, where a list of keys is one text.
fn own_book(entries: &Value) -> Book {
    let list = |value: &Value| Some(text(value)).filter(|keys| !keys.is_empty()).into_iter().collect::<Vec<_>>();
    let entry = |entry: &Value| Entry {
        keys: list(&entry["key"]),
        secondary_keys: list(&entry["keysecondary"]),
        anti_keys: list(&entry["keyanti"]),
        selective: entry["selective"] == true,
        constant: entry["constant"] == true,
        content: text(&entry["content"]),
        probability: entry["probability"].as_f64(),
        ..Entry::default()
    };
    Book { entries: entries.as_array().into_iter().flatten().map(entry).collect(), ..Book::default() }
}
